"""Marks, rulers and labels: round what is there, on nothing, and inside the printable area."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheets_help import blank, piece

from pnp.checks.sheet import label_box
from pnp.geometry.plane import Affine, Rect, bounds
from pnp.layout.duplex import back_sheets
from pnp.layout.grid import Area, arrange
from pnp.layout.marks import Marks, MarkStyle, behind_text, content_area, crop_marks, dress
from pnp.layout.paper import PAPERS, Paper
from pnp.layout.sheet import Line, Placement, Sheet

A4 = PAPERS["A4"]


def sheet_of(
    count: int,
    width: float = 50,
    height: float = 70,
    gap: float = 0,
    paper: Paper = A4,
    room: float = 3.5,
) -> Sheet:
    pieces = [blank(f"p{i}", width, height) for i in range(count)]
    pages, misfits = arrange(pieces, Area(content_area(paper, True, room), gap))
    assert not misfits
    return Sheet(paper, "front", pages[0], 1, len(pages))


def box_of(line: Line) -> Rect:
    return bounds((line.start, line.end)).inset(-line.width / 2)


def is_upright(line: Line) -> bool:
    return line.start.x == line.end.x


def test_one_card_on_a_sheet_for_nine_has_its_own_eight_marks() -> None:
    """B5: marks surround the one card only."""
    sheet = sheet_of(1)
    (trim,) = [p.trim for p in sheet.placements]
    marks = crop_marks(sheet.placements)
    assert len(marks) == 8
    assert all(trim.inset(-4).covers(box_of(line), 0.1) for line in marks)
    assert {line.start.x for line in marks if is_upright(line)} == {trim.x, trim.right}
    assert {line.start.y for line in marks if not is_upright(line)} == {trim.y, trim.bottom}


@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 9])
def test_empty_slots_have_no_marks_no_fronts_and_no_backs(count: int) -> None:
    """B4: of the lattice of nine slots, only what is near an occupied one is drawn."""
    full, sheet = sheet_of(9), sheet_of(count)
    empty = [p.trim for p in full.placements[count:]]
    (back,) = back_sheets([sheet], "long")
    assert len(back.placements) == count
    taken = [p.trim for p in sheet.placements]
    for line in crop_marks(sheet.placements):
        near = [t for t in taken if t.inset(-3.6).overlaps(box_of(line), 0)]
        assert near
    for trim in empty:
        if not any(trim.inset(-4).overlaps(t, 0) for t in taken):
            assert not any(trim.overlaps(box_of(line), 0) for line in crop_marks(sheet.placements))


def test_marks_at_every_cut_of_a_full_sheet() -> None:
    """Edge to edge, 3 columns and 3 rows have 4 + 4 cuts with a mark at both ends."""
    marks = crop_marks(sheet_of(9).placements)
    assert len(marks) == 16
    assert len({(line.start, line.end) for line in marks}) == 16


def test_marks_with_a_gap_stand_at_both_sides_of_it() -> None:
    sheet = sheet_of(9, gap=2)
    upright = {round(line.start.x, 4) for line in crop_marks(sheet.placements) if is_upright(line)}
    edges = {round(x, 4) for p in sheet.placements for x in (p.trim.x, p.trim.right)}
    assert upright == edges and len(edges) == 6


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.floats(8, 90), st.floats(8, 90)), min_size=1, max_size=12),
    st.sampled_from([0.0, 1.0, 4.0]),
    st.sampled_from(list(PAPERS.values())),
)
def test_no_mark_ruler_or_label_lies_on_a_piece(
    sizes: list[tuple[float, float]], gap: float, paper: Paper
) -> None:
    pieces = [blank(f"p{i}", round(w, 2), round(h, 2)) for i, (w, h) in enumerate(sizes)]
    pages, _ = arrange(pieces, Area(content_area(paper, marks=True), gap))
    for page in pages:
        sheet = dress(
            Sheet(paper, "front", page), "Game 1 · deck_A4", ["flip on the long edge"], True
        )
        trims = [p.trim for p in page]
        for box in [*map(box_of, sheet.lines), *map(label_box, sheet.labels)]:
            assert sheet.paper.printable.inset(-0.1).covers(box)
            assert not any(box.overlaps(trim, 1e-3) for trim in trims)
        for trim in trims:
            for line in sheet.lines:
                assert line.role != "mark" or not trim.inset(0.01).overlaps(box_of(line), 0)


@pytest.mark.parametrize("paper", [p for n, p in PAPERS.items() if n not in ("A6", "4x6in")])
def test_two_rulers_of_a_hundred_millimetres(paper: Paper) -> None:
    sheet = dress(sheet_of(4, paper=paper), "name", [], True)
    long = [
        line
        for line in sheet.lines
        if line.role == "ruler"
        and max(abs(line.end.x - line.start.x), abs(line.end.y - line.start.y)) > 50
    ]
    spans = sorted(
        (abs(line.end.x - line.start.x), abs(line.end.y - line.start.y)) for line in long
    )
    assert spans == [pytest.approx((0, 100)), pytest.approx((100, 0))]
    for axis in (0, 1):
        ticks = sorted(
            {
                round(line.start[axis], 6)
                for line in sheet.lines
                if line.role == "ruler" and line.start[axis] == line.end[axis] and line not in long
            }
        )
        steps = {round(b - a, 6) for a, b in itertools.pairwise(ticks)}
        assert (len(ticks), steps) == (21, {5.0})
    assert sum("100 mm" in label.text for label in sheet.labels) == 3


def test_marks_can_be_left_out() -> None:
    sheet = dress(sheet_of(4), "name", [], False)
    assert {line.role for line in sheet.lines} == {"ruler"}


def test_the_footer_names_the_sheet() -> None:
    sheet = dress(sheet_of(12), "Game 1 · deck_A4", ["a hint"], True)
    assert sheet.labels[-1].text == (
        "Game 1 · deck_A4 · sheet 1/2 · fronts · a hint · print at 100 %"
    )


@pytest.mark.parametrize(
    ("behind", "text"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8), "print 8 times, behind sheets 1–8"),
        ((3,), "print once, behind sheet 3"),
        ((1, 2), "print 2 times, behind sheets 1–2"),
        ((1, 3, 4), "print 3 times, behind sheets 1, 3, 4"),
    ],
)
def test_what_a_back_page_says(behind: tuple[int, ...], text: str) -> None:
    at = Affine()
    sheet = Sheet(
        A4, "back", (Placement(piece("a"), "back", at),), times=len(behind), behind=behind
    )
    assert behind_text(sheet) == text


@pytest.mark.parametrize("options", [(), tuple(f"option {n}" for n in range(12))])
def test_a_fold_line_runs_from_ruler_to_footer(options: tuple[str, ...]) -> None:
    """The line down the middle touches neither; footers of many options take the room there is."""
    fold = replace(sheet_of(1), side="fold", axis="vertical")
    sheet = dress(fold, "tiles_A4", ("one side only",), True, options=options)
    (line,) = [line for line in sheet.lines if line.role == "fold"]
    area = box_of(line)
    others = [box_of(other) for other in sheet.lines if other.role == "ruler"]
    others += [label_box(label) for label in sheet.labels]
    assert not any(area.inset(-0.3).overlaps(other, 0) for other in others)
    assert area.height > 270
    feet = [label.text for label in sheet.labels if label.role == "id"]
    assert len(feet) == (2 if options else 1) and not any("…" in text for text in feet)
    assert not options or feet[0].startswith("option 0")  # labels come from the last line up


@pytest.mark.parametrize("style", ["corner", "cross", "full", "outer"])
def test_no_mark_runs_into_the_footer(style: MarkStyle) -> None:
    """Where pieces take all the height there is, the lowest marks end above the text."""
    crop, area = Marks(style), content_area(A4, marks=True)
    sheet = dress(sheet_of(2, 60, area.height), "tiles_A4", ["flip"], True, crop)
    (foot,) = [label for label in sheet.labels if label.role == "id"]
    low = [line for line in sheet.lines if line.role in ("mark", "cut") and is_upright(line)]
    lowest = max(max(line.start.y, line.end.y) for line in low)
    assert area.bottom + 1.9 < lowest < label_box(foot).y - 0.7


@pytest.mark.parametrize(("offset", "length", "clear"), [(1.0, 2.5, 0.8), (2.0, 2.5, 0.8),
                                                         (4.0, 1.0, 0.2)])  # fmt: skip
def test_marks_keep_off_the_footer_or_become_short(
    offset: float, length: float, clear: float
) -> None:
    """0.8 mm, as with 2 mm of bleed; less where a mark of 1 mm would be shorter still."""
    crop = Marks(offset=offset, length=length)
    area = content_area(A4, True, crop.room(0.0))
    sheet = dress(sheet_of(1, 60, area.height, room=crop.room(0.0)), "x", [], True, crop)
    (foot,) = [label for label in sheet.labels if label.role == "id"]
    marks = {(x.start.y, x.end.y) for x in sheet.lines if x.role == "mark" and is_upright(x)}
    start, low = max(marks)
    assert start == pytest.approx(area.bottom + offset)
    assert foot.at.y - 0.8 * foot.size - low == pytest.approx(clear)


def test_the_note_leaves_the_side_where_a_piece_comes_near() -> None:
    """Above, left of the ruler, in the words that have room there; else at the side as ever."""
    for width, above in ((199.0, True), (150.0, False)):
        area = content_area(A4, marks=False)
        pages, _ = arrange([blank("p", min(width, area.width), 70)], Area(area))
        sheet = dress(Sheet(A4, "front", pages[0]), "x", [], False)
        (note,) = [label for label in sheet.labels if "measure" in label.text]
        assert (note.turn == 0) == above and (note.text == "must measure 100 mm") == above
        box = label_box(note)
        assert A4.printable.covers(box, 0.01)
        assert not any(box.overlaps(p.trim.inset(-1.9)) for p in sheet.placements)
        ruler = min(
            x.start.x for x in sheet.lines if x.role == "ruler" and x.end.x - x.start.x > 50
        )
        assert box.right < ruler - 1 or not above
