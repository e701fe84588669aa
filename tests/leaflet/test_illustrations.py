"""Pictures of leaflets: words that would come out as a smudge are told, or left out on request."""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
import pytest
from msgspec.structs import replace

from pnp.draw.smallprint import smallest_words, without_words
from pnp.draw.textboxes import text_boxes
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import LeafletDocument, Plan
from pnp.geometry.plane import Affine, Size
from pnp.layout.paper import PAPERS
from pnp.leaflet.blocks import Leaflet
from pnp.leaflet.pictures import find_art
from pnp.leaflet.problems import leaflet_problems
from pnp.leaflet.reading import leaflet_of, read_leaflet
from pnp.piece import Face, Layer, Stamp


@pytest.fixture(scope="module")
def dedale() -> Plan:
    return Plan(load(bundled_games()["dedale"])[0])


def read(folder: Path, picture: str) -> Leaflet:
    (folder / "rules.md").write_text(f"# A\n\n![Labor]({picture})\n")
    leaflet, problems = read_leaflet(folder, "rules.md", {})
    assert leaflet is not None and problems == []
    return leaflet


def words(leaflet: Leaflet, plan: Plan) -> list[str]:
    (art,) = find_art(leaflet, plan)[0].values()
    return [box.words for face, _ in art.faces for box in text_boxes(face)]


def test_a_smudge_is_a_warning_with_a_height_that_cures_it(tmp_path: Path, dedale: Plan) -> None:
    (found,) = leaflet_problems(read(tmp_path, "face:labor-3?height=26mm"), dedale)
    assert (found.code, found.severity) == ("LEAF008", "warning")
    assert found.loc and (found.loc.line, found.loc.col) == (3, 1)
    assert found.message == "'10+' comes out at 2.9 pt in the picture"
    assert found.hint.startswith("height=36mm, or words=readable")
    assert leaflet_problems(read(tmp_path, "face:labor-3?height=36mm"), dedale) == []
    (found,) = leaflet_problems(read(tmp_path, "face:labor-3?height=35mm"), dedale)
    assert found.code == "LEAF008"


def test_a_picture_that_shrinking_blurs_is_told_once(tmp_path: Path, dedale: Plan) -> None:
    """On A6 a board of 7 x 8 cards is shrunk, and the numbers on it are a smudge then."""
    plan = dedale.relaid(replace(dedale.options, paper=PAPERS["A6"]))
    leaflet = read(tmp_path, "board:7x8?height=120mm) ![Labor](face:labor-3?height=45mm")
    (found,) = leaflet_problems(leaflet, plan)
    assert found.code == "LEAF004" and " mm, '10+' would come out at" in found.message
    leaflet = read(tmp_path, "board:7x8?height=120mm) ![Labor](face:labor-3?height=60mm")
    assert [p.code for p in leaflet_problems(leaflet, plan)] == ["LEAF009"]


def test_readable_words_stay_and_others_go(tmp_path: Path, dedale: Plan) -> None:
    """At 26 of 63 mm only the number, 7 mm or 19.8 pt on the card, comes out above 6 pt."""
    leaflet = read(tmp_path, "face:labor-3?height=26mm&words=readable")
    assert leaflet_problems(leaflet, dedale) == []
    assert words(leaflet, dedale) == ["III"]
    assert len(words(read(tmp_path, "face:labor-3?height=26mm"), dedale)) > 4
    assert "10+" in words(read(tmp_path, "face:labor-3?height=60mm&words=readable"), dedale)


@pytest.mark.parametrize(
    ("picture", "hint"),
    [("face:labor-3?height=9mm&words=no", "words=readable or words=all"),
     ("symbol:star?height=9mm&words=readable", "known: height")],
)  # fmt: skip
def test_other_wishes_are_refused(tmp_path: Path, picture: str, hint: str) -> None:
    (tmp_path / "rules.md").write_text(f"![a]({picture})\n")
    _, problems = read_leaflet(tmp_path, "rules.md", {})
    assert [(p.code, p.hint) for p in problems] == [("LEAF001", hint)]


def scaled() -> Face:
    """Words of 2 and 6 mm; the layer is stamped at half its size, the second in a group twice as
    large."""
    texts = (
        '<circle cx="1" cy="1" r="1"/><text font-family="Alegreya Sans" font-size="2" x="0" y="5">'
        'small</text><g transform="matrix(2 0 0 2 0 0)"><text font-family="Alegreya Sans" '
        'font-size="3" x="0" y="9">large</text></g>'
    )
    return Face(Size(40, 40), (Stamp(Layer(texts), Affine.scaling(0.5)),))


def test_sizes_count_every_scale() -> None:
    assert smallest_words(scaled()) == (1.0, "small")
    assert smallest_words(Face(Size(9, 9), ())) is None
    kept = without_words(scaled(), 1.5)
    assert smallest_words(kept) == (3.0, "large") and "<circle" in kept.stack[0].layer.svg
    assert without_words(scaled(), 1.0) == scaled()
    assert smallest_words(without_words(scaled(), 3.1)) is None


def test_a_number_goes_with_the_line_under_it() -> None:
    svg = '<text x="2" y="5" font-size="2">6</text><line x1="2" x2="3" y1="5.3" y2="5.3"/>'
    grid = '<line x1="0" x2="9" y1="6" y2="6"/>'
    face = Face(Size(9, 9), (Stamp(Layer(svg + grid), Affine()),))
    kept = without_words(face, 2.5).stack[0].layer.svg
    assert kept.count("<line") == 1 and 'y1="6"' in kept
    assert without_words(face, 1.5) == face


def test_a_number_goes_with_its_plate_but_not_with_the_ground(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: A\ndocuments: {all: {print: [ways]}}\n")
    (tmp_path / "ways.yaml").write_text(
        "kind: path_tile\nback: none\nshapes: {T: NES}\ncounts: {T: [9, 3]}\nnumbered: true\n"
    )
    for piece in Plan(load(tmp_path)[0]).pieces:
        digits = len(piece.id.rpartition("-")[2])
        kept = without_words(piece.front, 3.0)
        assert kept.stack == piece.front.stack[: -digits - 1]  # nor with the star
        assert without_words(piece.front, 2.5) == piece.front
    ground = Layer('<rect x="0" y="0" width="9" height="9"/>')
    word = Layer('<text x="2" y="5" font-family="Alegreya Sans" font-size="2">6</text>')
    face = Face(Size(9, 9), (Stamp(ground), Stamp(word)))
    assert without_words(face, 2.5).stack == (Stamp(ground),)


@pytest.mark.slow
@pytest.mark.parametrize("game", bundled_games())
def test_bundled_leaflets_hold_no_smudge(game: str) -> None:
    """Read back: no letter below 4 pt is printed on any page."""
    plan = Plan(load(bundled_games()[game])[0])
    for document in plan.documents:
        if isinstance(document, LeafletDocument) and (leaflet := leaflet_of(document)[0]):
            found: list[Problem] = leaflet_problems(leaflet, plan)
            assert found == []
            assert smallest_letter(document, plan) >= 4.0 - 1e-3


def smallest_letter(document: LeafletDocument, plan: Plan) -> float:
    """Points, as the PDF is read; letters are as high as their matrix makes them."""
    from pnp.leaflet.document import leaflet_pdf

    leaflet, _ = leaflet_of(document)
    assert leaflet
    data, _ = leaflet_pdf(leaflet, plan, document)
    sizes = []
    with closing(pypdfium2.PdfDocument(data)) as file:
        for page in file:
            text = page.get_textpage()
            for i in range(text.count_chars()):
                at = raw.FS_MATRIX()
                seen = chr(raw.FPDFText_GetUnicode(text, i)).isalnum()
                if seen and raw.FPDFText_GetMatrix(text, i, at):
                    size = raw.FPDFText_GetFontSize(text, i)
                    sizes.append(size * math.sqrt(abs(at.a * at.d - at.b * at.c)))
    assert len(sizes) > 1000
    return min(sizes)
