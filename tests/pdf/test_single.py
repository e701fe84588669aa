"""One piece a page: boxes, order and pictures, as online print shops want them."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pypdf
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Size
from pnp.layout.imposition import Sides
from pnp.layout.singles import single_backs, single_fronts, single_page, single_pairs
from pnp.nets.core import outline
from pnp.outputs.documents import export_document
from pnp.pdf.png import page_image

MM = 72 / 25.4
NETS = {
    "cards": "kind: blanks\nsize: 63x88mm\ncopies: 40\n",
    "tuck": "kind: tuckbox\nholds: [cards]\nlock: true\n",
    "halves": "kind: tuckbox\nholds: [cards]\nsplit: true\n",
    "case": "kind: sleeve\nover: tuck\n",
    "tray": "kind: tray\nholds: [cards]\nsplit: true\n",
    "wrap": "kind: envelope\nholds: [cards]\n",
}
TILE = Size(57.912, 115.824)


@cache
def plan_of(game: str, sides: Sides = "separate", bleed: float = 3.0) -> Plan:
    options = Options(single=True, sides=sides, bleed=bleed, pieces=())
    return Plan(load(bundled_games()[game])[0], options)


def sheets(plan: Plan) -> dict[str, SheetDocument]:
    return {d.name: d for d in plan.documents if isinstance(d, SheetDocument)}


def pages(plan: Plan, name: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(export_document(plan, sheets(plan)[name]).data))


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_boxes_of_a_tile(bleed: float) -> None:
    """Media = bleed box = trim and bleed round it, trim exactly the tile."""
    pdf = pages(plan_of("labydo", bleed=bleed), "cartas_print_single")
    for page in pdf.pages:
        media, trim, bleed_box = (
            [float(v) / MM for v in box] for box in (page.mediabox, page.trimbox, page.bleedbox)
        )
        whole = [0, 0, TILE.width + 2 * bleed, TILE.height + 2 * bleed]
        assert media == pytest.approx(whole, abs=1e-4)
        assert bleed_box == pytest.approx(whole, abs=1e-4)
        inner = [bleed, bleed, TILE.width + bleed, TILE.height + bleed]
        assert trim == pytest.approx(inner, abs=1e-4)
    assert pdf.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_every_copy_has_a_page() -> None:
    plan = plan_of("dedalos")
    document = sheets(plan)["tiles_single"]
    copies = sum(p.copies for p in plan.pieces_in(document.source))
    assert len(document.sheets) == copies > len({s.placements[0].piece for s in document.sheets})
    assert not any(name.startswith("rules") for name in (d.name for d in plan.documents))


def test_backs_once_if_they_are_all_alike_else_one_for_each_front() -> None:
    labydo = sheets(plan_of("labydo"))
    assert len(labydo["cartas_print_single"].sheets) == 48
    assert len(labydo["cartas_print_back_single"].sheets) == 1
    fronts, backs = (
        sheets(plan_of("dedalos"))[name].sheets for name in ("tiles_single", "backs_single")
    )
    assert len(fronts) == len(backs)
    for front, back in zip(fronts, backs, strict=True):
        piece = front.placements[0].piece
        assert (piece.back is None) == (back.placements == ())
        if back.placements:
            assert back.placements[0].piece == piece
            assert back.placements[0].face == piece.back


def test_front_back_front_back() -> None:
    document = sheets(plan_of("labydo", "interleaved"))["cartas_print_single"]
    assert [s.side for s in document.sheets] == ["front", "back"] * 48
    assert [s.number for s in document.sheets] == list(range(1, 97))
    for front, back in zip(document.sheets[::2], document.sheets[1::2], strict=True):
        (one,), (other,) = front.placements, back.placements
        assert one.piece == other.piece
        assert one.at == other.at and one.trim == other.trim  # backs stand upright


def test_one_side_only() -> None:
    assert "cartas_print_back_single" not in sheets(plan_of("labydo", "fronts"))
    assert "cartas_print_single" not in sheets(plan_of("labydo", "backs"))


def test_a_blank_back_keeps_the_order() -> None:
    from msgspec.structs import replace

    piece = plan_of("labydo").pieces[0]
    bare = replace(piece, id="bare", back=None, copies=1)
    fronts = single_fronts([piece, bare])
    backs = single_backs(fronts)
    assert [bool(page.placements) for page in backs] == [True, False]
    assert backs[1].paper.size == fronts[1].paper.size and backs[1].trim == fronts[1].trim
    assert [p.side for p in single_pairs(fronts)] == ["front", "back"] * 2
    assert single_backs(single_fronts([bare])) == ()
    assert single_page(bare, "back").placements == ()


def test_nothing_but_the_piece_is_on_the_page() -> None:
    """No marks, rulers or footers; walls reach the very edge of the page."""
    plan = plan_of("labydo")
    document = sheets(plan)["cartas_print_single"]
    assert all(not sheet.lines and not sheet.labels for sheet in document.sheets)
    image = page_image(export_document(plan, document).data, 254).convert("L")
    maze = document.sheets[0].placements[0].piece.maze
    assert maze is not None
    for col in range(maze.cols):
        x = 3 + (col + 0.5) * TILE.width / maze.cols
        assert (image.getpixel((int(x * 10), 1)) < 60) == maze.across[0][col]  # type: ignore[operator]


@pytest.mark.slow
def test_nothing_of_a_net_is_printed_beyond_its_outline(tmp_path: Path) -> None:
    """Folds, cuts and art end at the net, 0.4 mm before the edge of the page: no bleed here."""
    for name, text in NETS.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    documents = "".join(f"  {name}: {{print: [{name}]}}\n" for name in NETS)
    (tmp_path / "game.yaml").write_text(f"title: Nets\ndocuments:\n{documents}")
    own = Plan(load(tmp_path)[0], Options(single=True, bleed=3.0))
    seen = 0
    for plan in (own, plan_of("mino-dice"), plan_of("the-labyrinth")):
        for document in sheets(plan).values():
            nets = [(i, s) for i, s in enumerate(document.sheets) if s.placements[0].piece.net]
            data = export_document(plan, document).data if nets else b""
            for number, sheet in nets:
                piece, scale = sheet.placements[0].piece, 120 / 25.4
                assert piece.net is not None and sheet.paper.size == piece.size
                picture = page_image(data, 120, number).convert("L")
                allowed = Image.new("L", picture.size)
                pen = ImageDraw.Draw(allowed)
                for contour in outline(piece.net):
                    at = [
                        ((p.x + piece.net_pad) * scale, (p.y + piece.net_pad) * scale)
                        for p in contour
                    ]
                    pen.polygon(at, fill=255)
                allowed = allowed.filter(ImageFilter.MaxFilter(5))  # half of a cut line, and grey
                beyond = ImageChops.multiply(ImageChops.invert(picture), ImageChops.invert(allowed))
                assert beyond.getextrema()[1] < 60, piece.id
                seen += 1
    assert seen > 15
