"""Before and after: the same pixels where nothing changed, frames where something did."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from conftest import run_in_process
from PIL import Image, ImageDraw

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Size
from pnp.history.comparison import (
    AROUND,
    DPI,
    Pair,
    Section,
    difference,
    face_picture,
    marked,
    printed_picture,
    spots_of,
)
from pnp.history.contact import contact_pdf, contact_png
from pnp.outputs.documents import export_document
from pnp.record import face_key
from pnp.units import MM_PER_INCH, mm_to_px

Edit = Callable[..., None]


def files(plan: Plan) -> list[bytes]:
    return [export_document(plan, document).data for document in plan.documents]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sides": "interleaved", "flip": "short"},
        {"sides": "fold"},
        {"single": True, "bleed": 2.0},
        {"bleed": 2.0, "gap": 1.0},
    ],
)
def test_what_is_the_same_has_no_frames(tiny_folder: Path, options: dict[str, Any]) -> None:
    plan = Plan(load(tiny_folder)[0], Options(**options))
    spots = spots_of(files(plan))
    faces = {face_key(f): f for p in plan.pieces for f in (p.front, p.back) if f}
    assert spots.keys() == faces.keys()
    for key, face in faces.items():
        old, new = printed_picture(spots[key]), face_picture(face, spots[key])
        assert old.size == new.size
        assert max(abs(side - mm_to_px(54, DPI)) for side in old.size) <= 1
        assert marked(old, new, face.size)[1] == ()
        colours = old.convert("L").getextrema()
        assert colours[0] < 60 and colours[1] > 200, "a picture, not an empty page"


def test_a_piece_that_lies_turned_is_shown_upright() -> None:
    """On Letter lying down the tiles of Labydo are turned by a quarter."""
    from pnp.layout.paper import find_paper

    game = load(bundled_games()["labydo"])[0]
    paper = find_paper("150x100mm")
    plan = Plan(game, Options(paper=paper, orientation="landscape", pieces=("lab-01",)))
    spots = spots_of(files(plan))
    face = next(p.front for p in plan.pieces if p.id == "lab-01")
    spot = spots[face_key(face)]
    assert abs(spot.placed.turn) == 90  # type: ignore[union-attr]
    old, new = printed_picture(spot), face_picture(face, spot)
    assert old.height > old.width and old.size == new.size
    assert marked(old, new, face.size)[1] == ()


def test_a_frame_lies_round_the_wall_that_changed(tiny_folder: Path, edit: Edit) -> None:
    plan = Plan(load(tiny_folder)[0])
    spots, key = spots_of(files(plan)), face_key(plan.pieces[1].front)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    face = Plan(load(tiny_folder)[0]).pieces[1].front
    image, (frame,) = marked(printed_picture(spots[key]), face_picture(face, spots[key]), face.size)
    assert frame.x < 18 < frame.right and frame.width < 8
    assert frame.y <= 2 and 16 < frame.bottom < 22
    tinted = image.getpixel((mm_to_px(18.8, DPI), mm_to_px(9, DPI)))
    assert tinted != (255, 255, 255)


def picture(*boxes: tuple[int, int, int, int], grey: int = 0) -> Image.Image:
    image = Image.new("RGB", (300, 300), "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill=(grey, grey, grey))
    return image


def test_a_shift_of_a_pixel_is_no_difference() -> None:
    one, other = picture((100, 100, 140, 140)), picture((101, 100, 141, 140))
    assert max(difference(one, other).tobytes()) == 0
    moved = picture((104, 100, 144, 140))
    assert max(difference(one, moved).tobytes()) == 255


def test_a_thin_line_that_goes_and_a_faint_one_are_found() -> None:
    line = picture((50, 20, 50, 280))
    assert sum(value > 0 for value in difference(line, picture()).tobytes()) >= 261
    pale = picture((50, 20, 90, 80), grey=250)
    assert max(difference(pale, picture()).tobytes()) == 255


def test_far_things_have_frames_of_their_own_and_many_have_one() -> None:
    size = Size(*(side * MM_PER_INCH / DPI for side in (300, 300)))
    two = picture((20, 20, 30, 30), (200, 200, 220, 210))
    frames = sorted(marked(picture(), two, size)[1])
    assert len(frames) == 2 and frames[0].right < frames[1].x
    near = picture((20, 20, 60, 60), (86, 20, 126, 60))
    (frame,) = marked(picture(), near, size)[1]
    assert frame.x <= 20 * MM_PER_INCH / DPI and frame.right >= 126 * MM_PER_INCH / DPI
    spots = [(x, y, x + 4, y + 4) for x in range(10, 290, 60) for y in range(10, 290, 60)]
    (frame,) = marked(picture(), picture(*spots), size)[1]
    assert frame.width > 40 and frame.right <= size.width


def test_a_frame_is_as_far_round_what_differs_on_all_sides() -> None:
    mm = MM_PER_INCH / DPI
    (frame,) = marked(picture(), picture((131, 77, 131, 77)), Size(300 * mm, 300 * mm))[1]
    middle = (131.5 * mm, 77.5 * mm)
    assert frame.centre == pytest.approx(middle) and frame.width == pytest.approx(2 * AROUND + mm)
    assert frame.height == pytest.approx(frame.width)


def test_neighbours_on_the_sheet_are_no_differences() -> None:
    """They show in the outermost pixels, of which the sheet has but a part."""
    side = 300 * MM_PER_INCH / DPI
    beside = picture((0, 298, 299, 299), (299, 0, 299, 299))
    assert marked(beside, picture(), Size(side, side))[1] == ()
    dot = (150, 150, 154, 154)
    (frame,) = marked(beside, picture(dot), Size(side, side))[1]
    assert frame.width < 5 and frame.height < 5


@pytest.mark.slow
def test_frames_do_not_cover_what_differs() -> None:
    """Also at the edge of a large piece that is shown small."""
    mm, blue = MM_PER_INCH / DPI, (0, 114, 178)
    before = Image.new("RGB", (1800, 1800), "white")
    after = before.copy()
    ImageDraw.Draw(after).rectangle((900, 4, 911, 12), fill="red")
    size = Size(1800 * mm, 1800 * mm)
    shown, frames = marked(before, after, size)
    card = Pair("a", "front", before, shown, size, size, frames)
    theme = load(bundled_games()["labydo"])[0].file.theme
    data = contact_png("Changed", [], [Section("Changed", (), (card,))], theme, 1600)
    found = Image.open(io.BytesIO(data)).convert("RGB")
    pixels = list(zip(*[iter(found.tobytes())] * 3, strict=True))
    red = [n for n, p in enumerate(pixels) if p[0] > 200 and p[1] < 60 and p[2] < 60]
    rows = {n // found.width for n in red}
    assert len(rows) >= 3
    ring = [n // found.width for n, p in enumerate(pixels) if p == blue]
    assert min(ring) < min(rows) and max(ring) > max(rows) and not rows & {min(ring), max(ring)}


def test_another_size_is_not_compared() -> None:
    other = Image.new("RGB", (200, 300), "white")
    assert marked(picture((10, 10, 50, 50)), other, Size(30, 50)) == (other, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        {"size": (0.0, 0.0)},
        {"size": (90_000.0, 90_000.0)},
        {"size": (2000.0, 2000.0)},
        {"placed": ({"trim": (-9e4, 9e4, 1e5, 0.0)},)},
    ],
)
def test_a_record_that_lies_about_its_pages_shows_no_picture_or_another(
    tiny_folder: Path, edit: Edit, change: dict[str, Any], tmp_path: Path
) -> None:
    """What a stranger's file claims may be wrong, but breaks nothing."""
    plan = Plan(load(tiny_folder)[0])
    data = files(plan)[0]
    record = json.loads(pypdf.PdfReader(io.BytesIO(data)).attachments["pnp-record.json"][0])
    for sheet in record["sheets"]:
        sheet |= {key: value for key, value in change.items() if key != "placed"}
        for placed in sheet["placed"]:
            placed |= change.get("placed", ({},))[0]
    record["sheets"].append(dict(record["sheets"][0], number=2))
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("pnp-record.json", json.dumps(record).encode())
    path = tmp_path / "old.pdf"
    writer.write(path)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    done = run_in_process("diff", tiny_folder, "--since", path, "-o", tmp_path / "d.png")
    assert (done.code, done.err) == (0, "")
    assert "front changed: two" in done.out


def test_two_square_pairs_stand_side_by_side() -> None:
    theme, square = load(bundled_games()["labydo"])[0].file.theme, Size(45, 45)
    cards = tuple(Pair(f"p{n}", "front", size=square, new_size=square) for n in range(8))
    data = contact_pdf("Changed", [], [Section("Changed", (), cards)], theme)
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 1
