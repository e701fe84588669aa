"""Packing: nothing overlaps, nothing sticks out, and a sheet stands in the middle of its paper."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets_help import blank, piece

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Rect, Size, bounds
from pnp.layout.grid import Area, arrange, count_slots, fits, turn_for
from pnp.layout.marks import content_area
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Placement
from pnp.piece import Piece

A4 = content_area(PAPERS["A4"], marks=True)
lengths = st.floats(4, 300).map(lambda v: round(v, 2))
gaps = st.sampled_from([0.0, 0.1, 2.0, 4.0, 30.0])
areas = st.builds(Rect, st.floats(0, 20), st.floats(0, 20), st.floats(30, 300), st.floats(30, 300))


def check_pages(pages: list[tuple[Placement, ...]], area: Rect, gap: float) -> None:
    for page in pages:
        assert page
        for i, one in enumerate(page):
            assert area.covers(one.trim, 1e-4)
            assert one.at.determinant == 1
            assert (
                one.trim.size in (one.piece.size, one.piece.size[::-1])
                or one.trim.size == (pytest.approx(one.piece.size))
                or one.trim.size == pytest.approx(one.piece.size[::-1])
            )
            for other in page[:i]:
                room = max(
                    one.trim.x - other.trim.right,
                    other.trim.x - one.trim.right,
                    one.trim.y - other.trim.bottom,
                    other.trim.y - one.trim.bottom,
                )
                assert room >= gap - 1e-6


def placed_ids(pages: list[tuple[Placement, ...]]) -> list[str]:
    return [p.piece.id for page in pages for p in page]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(lengths, lengths, st.integers(1, 5)), min_size=1, max_size=8), areas, gaps
)
def test_mixed_sizes(sizes: list[tuple[float, float, int]], area: Rect, gap: float) -> None:
    pieces = [blank(f"p{i}", w, h, n) for i, (w, h, n) in enumerate(sizes)]
    pages, misfits = arrange(pieces, Area(area, gap))
    check_pages(pages, area, gap)
    wrong = {m.piece.id for m in misfits}
    assert wrong == {p.id for p in pieces if turn_for(p.size, area.size) is None}
    wanted = sorted(p.id for p in pieces for _ in range(p.copies) if p.id not in wrong)
    assert sorted(placed_ids(pages)) == wanted


@settings(max_examples=60, deadline=None)
@given(lengths, lengths, st.integers(1, 60), areas, gaps)
def test_equal_sizes(width: float, height: float, count: int, area: Rect, gap: float) -> None:
    pieces = [blank(f"p{i}", width, height) for i in range(count)]
    pages, misfits = arrange(pieces, Area(area, gap))
    if misfits:
        assert not fits(Size(width, height), area.size) and not fits(Size(height, width), area.size)
        return
    check_pages(pages, area, gap)
    assert placed_ids(pages) == [p.id for p in pieces]
    full = len(pages[0])
    assert all(len(page) == full for page in pages[:-1])
    first = [p.trim for p in pages[0]]
    for page in pages:
        trims = [p.trim for p in page]
        block = bounds([corner for trim in trims for corner in trim.corners])
        assert block.centre == pytest.approx(area.centre, abs=1e-5)
        assert _steps(trims) == pytest.approx(_steps(first[: len(trims)]), abs=1e-5)
    corner = Area(area, gap, corner=True)
    for page in arrange(pieces, corner)[0]:
        assert page[0].trim[:2] == pytest.approx(area[:2])


def _steps(trims: list[Rect]) -> list[float]:
    """How far the trims lie from the first of them, x and y by turns."""
    return [v for t in trims for v in (t.x - trims[0].x, t.y - trims[0].y)]


def test_a_grid_that_was_asked_for_keeps_its_slots() -> None:
    """Perforated paper: the seventh card of a 2x3 grid goes into the first slot of all."""
    area = Rect(10, 10, 190, 270)
    pieces = [blank(f"p{i}", 60, 50) for i in range(7)]
    pages, _ = arrange(pieces, Area(area, grid=(2, 3)))
    assert [len(page) for page in pages] == [6, 1]
    assert pages[1][0].trim == pages[0][0].trim
    free, _ = arrange(pieces[:1], Area(area))
    assert free[0][0].trim.centre == pytest.approx(area.centre)


@given(lengths, lengths, areas, gaps)
def test_no_slot_is_wasted(width: float, height: float, area: Rect, gap: float) -> None:
    size = Size(width, height)
    cols, rows = count_slots(size, area.size, gap)
    assert cols * width + (cols - 1) * gap <= area.width + 1e-5 or cols == 0
    assert (cols + 1) * width + cols * gap > area.width - 1e-5
    assert (rows + 1) * height + rows * gap > area.height - 1e-5


def test_a_full_grid_is_centred_and_positions_do_not_drift() -> None:
    pages, _ = arrange([piece("a", 19.3, 19.3, copies=200)], Area(A4))
    page = pages[0]
    cols = 9
    for k, p in enumerate(page):
        assert p.trim.x == pytest.approx(page[0].trim.x + (k % cols) * 19.3, abs=1e-9)
        assert p.trim.y == pytest.approx(page[0].trim.y + (k // cols) * 19.3, abs=1e-9)
    left, right = page[0].trim.x - A4.x, A4.right - page[cols - 1].trim.right
    assert left == pytest.approx(right)
    top, bottom = page[0].trim.y - A4.y, A4.bottom - page[-1].trim.bottom
    assert top == pytest.approx(bottom)


def test_a_piece_exactly_as_large_as_the_area_fits() -> None:
    (page,), misfits = arrange([piece("a", A4.width, A4.height)], Area(A4))
    assert not misfits and page[0].trim == pytest.approx(A4)
    pages, (misfit,) = arrange([piece("a", A4.width + 0.01, A4.height)], Area(A4))
    assert pages == [] and misfit.area == A4.size


def test_lying_pieces_are_turned() -> None:
    (page,), misfits = arrange([piece("a", 250, 60, copies=2)], Area(A4))
    assert not misfits
    assert all(p.trim.size == pytest.approx((60, 250)) and p.at.b == 1 for p in page)


def test_nothing_gives_no_page() -> None:
    assert arrange([], Area(A4)) == ([], [])


# -- B16: a selection leaves no holes --------------------------------------------------------------


def labydo(*pieces: str) -> Plan:
    return Plan(load(bundled_games()["labydo"])[0], Options(PAPERS["A4"], pieces=pieces))


def boxes(plan: Plan, name: str) -> list[list[tuple[str, Rect]]]:
    document = next(d for d in plan.documents if d.name == name)
    assert isinstance(document, SheetDocument)
    return [[(p.piece.id, p.trim) for p in sheet.placements] for sheet in document.sheets]


def test_a_selection_keeps_the_rows_of_the_grid() -> None:
    whole, part = boxes(labydo(), "cartas_print_A4"), boxes(labydo("7-9"), "cartas_print_A4")
    assert [id for id, _ in part[0]] == ["lab-07", "lab-08", "lab-09"]
    rows = [_steps([box for _, box in page[:3]]) for page in (whole[0], part[0])]
    assert rows[0] == pytest.approx(rows[1])
    back = boxes(labydo("7-9"), "cartas_print_back_A4")
    assert len(back[0]) == 3
    assert sorted(b.x for _, b in back[0]) == pytest.approx(
        sorted(210 - b.right for _, b in part[0])
    )


def test_labydo_lies_as_promised() -> None:
    """8 pages of 6 tiles, edge to edge, all 48 in order, and one page of backs."""
    plan = labydo()
    pages = boxes(plan, "cartas_print_A4")
    assert [len(page) for page in pages] == [6] * 8
    ids = [id for page in pages for id, _ in page]
    assert len(set(ids)) == 48 and ids[0] == "lab-01" and ids[-1] == "exit-4"
    first = [box for _, box in pages[0]]
    assert first[0].right == pytest.approx(first[1].x, abs=1e-9)
    assert first[0].bottom == pytest.approx(first[3].y, abs=1e-9)
    assert all(box.size == pytest.approx((57.912, 115.824), abs=1e-9) for box in first)
    (backs,) = boxes(plan, "cartas_print_back_A4")
    assert len(backs) == 6


def test_copies_are_pieces(tiny_piece: Piece) -> None:
    pages, _ = arrange([tiny_piece], Area(A4))
    assert placed_ids(pages) == ["a"] * 7


@pytest.fixture
def tiny_piece() -> Piece:
    return piece("a", copies=7)


@pytest.mark.parametrize(
    ("high", "gap", "pages"), [(50, 0, 1), (50.01, 0, 2), (48, 4, 1), (48.01, 4, 2)]
)
def test_rows_break_to_the_next_page_exactly_when_they_must(
    high: float, gap: float, pages: int
) -> None:
    pieces = [blank("a", 90, high), blank("b", 80, high)]
    found, misfits = arrange(pieces, Area(Rect(0, 0, 100, 100), gap))
    assert (len(found), misfits) == (pages, [])
