"""Less ink and grey: what the mapping of colours keeps, and what it makes of the five games."""

from __future__ import annotations

import io
import re
from functools import cache

import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageStat

from pnp.game.inks import FINE, Inks, Tone, contrast, grey_of, luminance, spared
from pnp.game.loader import bundled_games, load
from pnp.game.options import Options
from pnp.game.plan import LeafletDocument, Plan, SheetDocument
from pnp.outputs.documents import export_document
from pnp.piece import Layer

COLOURS = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06X}")


@given(COLOURS)
def test_greys_are_as_light_as_their_colours(colour: str) -> None:
    grey = grey_of(colour)
    assert grey[1:3] == grey[3:5] == grey[5:7]
    assert luminance(grey) == pytest.approx(luminance(colour), abs=0.005)
    assert grey_of(grey) == grey


@given(COLOURS)
def test_spared_colours_are_lighter_and_keep_their_contrast(colour: str) -> None:
    full, low = contrast(colour), contrast(spared(colour))
    assert low <= full + 1e-9
    assert low >= min(full, 3.0) - 0.05 or full < 3.0
    assert full < 5.0 or low < 3.7


def test_white_stays_white() -> None:
    assert spared("#FFFFFF") == grey_of("#FFFFFF") == "#FFFFFF"


def test_only_areas_are_spared() -> None:
    svg = (
        '<rect x="0" y="0" width="9" height="9" fill="#111111" />'
        f'<line x1="0" y1="0" x2="9" y2="0" stroke="#111111" stroke-width="{FINE - 0.05}" />'
        f'<line x1="0" y1="0" x2="9" y2="0" stroke="#111111" stroke-width="{FINE + 0.05}" />'
        '<path d="M0 0H90" transform="matrix(0.1 0 0 0.1 0 0)" fill="none" stroke="#111111"'
        f' stroke-width="{9 * FINE}" />'
        '<text x="1" y="1" font-family="Cinzel" font-size="3" fill="#111111">A</text>'
    )
    light = spared("#111111")
    found = re.findall("#[0-9A-F]{6}", Tone("low").layer(Layer(svg)).svg)
    assert found == [light, "#111111", light, "#111111", "#111111"]
    assert set(re.findall("#[0-9A-F]{6}", Tone("gray").layer(Layer(svg)).svg)) == {"#111111"}


def test_a_shape_without_a_fill_is_black_and_mapped() -> None:
    bare = Layer('<rect x="0" y="0" width="9" height="9" />')
    assert f'fill="{spared("#000000")}"' in Tone("low").layer(bare).svg


def test_what_is_not_painted_is_left_alone() -> None:
    """A picture in a group that has a fill: the group's shapes are mapped, the picture is not."""
    svg = '<g fill="#111111"><image x="0" href="a" /><rect x="0" /></g>'
    mapped = Tone("low").layer(Layer(svg)).svg
    assert mapped == svg.replace('<rect x="0" />', f'<rect x="0" fill="{spared("#111111")}" />')


def test_a_theme_may_say_what_areas_become() -> None:
    tone = Tone("low", {"#3b342c": "#FFEEDD"})
    assert tone.colour("#3B342C", "area") == "#FFEEDD"
    assert tone.colour("#3B342C", "line") == "#3B342C"
    assert Tone("gray", {"#3B342C": "#FFEEDD"}).colour("#3B342C", "area") == grey_of("#3B342C")


def test_full_gives_back_the_very_same_things() -> None:
    plan = plan_of("labydo", "full")
    layer = plan.pieces[0].front.stack[0].layer
    assert Tone().layer(layer) is layer
    assert Tone().piece(plan.pieces[0]) is plan.pieces[0]
    assert Tone().theme(plan.game.file.theme) is plan.game.file.theme


# -- the five games --------------------------------------------------------------------------------


@cache
def plan_of(name: str, ink: Inks) -> Plan:
    return Plan(load(bundled_games()[name])[0], Options(ink=ink))


@cache
def files_of(name: str, ink: Inks) -> dict[str, bytes]:
    plan = plan_of(name, ink)
    return {d.name: export_document(plan, d).data for d in plan.documents}


def coverage(name: str, ink: Inks) -> float:
    """The mean share of ink on all pages of sheets: 0 is white paper."""
    plan, shares = plan_of(name, ink), list[float]()
    for document in plan.documents:
        if isinstance(document, SheetDocument):
            for page in pypdfium2.PdfDocument(files_of(name, ink)[document.name]):
                means = ImageStat.Stat(page.render(scale=0.5).to_pil().convert("RGB")).mean
                shares.append(1 - sum(means) / 3 / 255)
    return sum(shares) / len(shares)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "saved"),
    [
        ("dedale", 0.35),
        ("dedalos", 0.31),
        ("labydo", 0.38),
        ("mino-dice", 0.23),
        ("the-labyrinth", 0.18),
    ],
)
def test_low_saves_ink(name: str, saved: float) -> None:
    assert coverage(name, "low") < (1 - saved) * coverage(name, "full")


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_games())
def test_grey_files_have_no_colour_at_all(name: str) -> None:
    """Every page and form, leaflets included, paints with operators of grey."""
    for data in files_of(name, "gray").values():
        reader = pypdf.PdfReader(io.BytesIO(data))
        streams = [page.get_contents().get_data() for page in reader.pages]  # type: ignore[union-attr]
        for number in range(1, len(reader.xref[0]) + 1):
            found = reader.get_object(number)
            if isinstance(found, pypdf.generic.StreamObject) and found.get("/Subtype") == "/Form":
                streams.append(found.get_data())
        for stream in streams:
            painted = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", stream)
            assert all(red == green == blue for red, green, blue in painted)
        assert any(b" g" in stream for stream in streams)


@pytest.mark.slow
@pytest.mark.parametrize("ink", ["low", "gray"])
def test_leaflets_say_their_ink(ink: Inks) -> None:
    plan = plan_of("labydo", ink)
    (leaflet,) = [d for d in plan.documents if isinstance(d, LeafletDocument)]
    for page in pypdf.PdfReader(io.BytesIO(files_of("labydo", ink)[leaflet.name])).pages:
        assert f"regras_A4 · ink {ink}" in page.extract_text()


def test_the_cut_contour_is_no_ink() -> None:
    plan = Plan(plan_of("labydo", "full").game, Options(ink="gray", cut_contour=True))
    data = export_document(plan, plan.documents[0]).data
    assert b"/CutContour" in data and b"/Separation" in data
