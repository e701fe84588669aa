"""Words of outside SVGs: in our faces with all their letters, set as meant, on the paper; or
refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from art_help import deck_folder, only_piece, picture, plan_of
from conftest import found_problems
from PIL import Image, ImageChops, ImageFilter

from pnp.art import render as render_module
from pnp.art.files import ArtFault
from pnp.art.remarks import Remark
from pnp.art.render import render
from pnp.art.svg import SvgArt, read_svg

DRAWINGS = Path(__file__).parent / "words"
NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
CARD = "back: none\ncards:\n  fox:\n    art: x.svg\n"
OURS = 'x="5" y="40" font-size="12" font-family="Alegreya"'
REFUSED = {
    "baseline-shift-super": "ART015 has text with baseline-shift: super",
    "baseline-shift-inheritance-4": "ART015 has text with a baseline-shift of a whole text: 'Text'",
    "direction-rtl-with-vertical-writing-mode": "ART015 has text with direction: rtl: 'Text'",
    "font-family-serif": "ART007 has words in serif: 'Text'",
    "font-family-fallback-1": "ART007 has words in Invalid: 'Text'",
    "font-size-adjust-simple-case": "ART015 has text with font-size-adjust: 0.3: 'Text'",
    "font-variant-small-caps": "ART015 has text with font-variant: small-caps: 'Text'",
    "letter-spacing-5percent": "ART015 has text with letter-spacing in %: 'Text'",
    "letter-spacing-large-negative": "ART015 has letters that overlap: 'Text'",
    "text-bidi-reordering": "ART007 has words in Amiri: 'اقرأ المزيد عن SVG أيضً…'",
    "text-decoration-outside-the-text-element": "ART015 has text with a text-decoration of a group",
    "text-decoration-underline-with-rotate-list-3": "ART015 has text with a text-decoration of tu",
    "text-ligatures-handling-in-mixed-fonts-1": "ART007 has words in Amiri: 'final'",
    "text-xml-lang-ja": "FONT001 has the words '刃直海角骨入', but AlegreyaSans-Regular has no",
    "text-zalgo": "FONT001 has the words 'z͈̤̭͖̉͑́a̳ͫ́̇͑̽͒ͯlͨ͗̍̀̍…', but AlegreyaSans-Regular cannot",
    "textLength-on-text-and-tspan": "ART015 has text with textLength of words with parts: 'Text1'",
    "textLength-zero": "ART015 has text with textLength: 0: 'Text'",
    "textPath-mixed-children-1": "ART015 has text with words after those along a path: 'Text'",
    "textPath-nested": "ART015 has text with words along a path within another part",
    "textPath-startOffset-9999": "ART017 is not drawn whole: the words 'Some long text' left",
    "textPath-with-path": "ART015 has text with path: m 20 100",
    "textPath-with-rotate": "ART015 has text with rotate of words along a path: 'Some long text'",
    "tref-link-to-text": "ART015 has text with a <tref>",
    "tspan-mixed-xml-space-1": "ART015 has text with a white-space of a part of a text: 'Text'",
    "tspan-with-clip-path": "ART015 has text with a clip-path of a part of a text: 'Text'",
    "writing-mode-on-tspan": "ART015 has text with a writing-mode of a part of a text: 'Text'",
}


def svg(body: str, root: str = 'viewBox="0 0 100 100"') -> bytes:
    return f"<svg {NS} {root}>{body}</svg>".encode()


def drawn(data: bytes) -> tuple[Image.Image, list[Remark]]:
    said: list[Remark] = []
    return render(read_svg(data), 150, 150, "#FFFFFF", None, said).image, said


def faults(data: bytes) -> list[str]:
    with pytest.raises(ArtFault) as caught:
        drawn(data)
    return [f"{one.code} {one.says}" for one in (caught.value, *caught.value.others)]


def ink(image: Image.Image) -> int:
    """How many pixels are dark."""
    return sum(image.convert("L").histogram()[:128])


@pytest.mark.parametrize("file", sorted(DRAWINGS.glob("*.png")), ids=lambda file: file.stem)
def test_words_are_set_as_a_browser_sets_them(file: Path) -> None:
    found = [drawn(file.with_suffix(".svg").read_bytes())[0], Image.open(file)]
    ours, theirs = (image.convert("L").filter(ImageFilter.GaussianBlur(1.0)) for image in found)
    assert ink(found[1]) > 50 and ImageChops.difference(ours, theirs).getextrema()[1] < 70


def test_what_is_not_set_so_is_refused_by_name() -> None:
    others = {f.stem: f for f in DRAWINGS.glob("*.svg") if not f.with_suffix(".png").exists()}
    assert others.keys() == REFUSED.keys()
    found = {name: faults(file.read_bytes())[0] for name, file in others.items()}
    assert {n: f[: len(REFUSED[n])] for n, f in found.items()} == REFUSED


@pytest.mark.parametrize(
    "body",
    [
        f'<text {OURS}>A<tspan font-family="Arial">Arial</tspan>B</text>',
        f"<style>tspan{{font-family:Arial}}</style><text {OURS}>A<tspan>Arial</tspan>B</text>",
        f'<style>.a{{font:italic 9px Arial}}</style><text {OURS} class="a">Arial</text>',
        f'<path id="p" d="M0 9H90"/><text {OURS}><textPath href="#p" font-family="Arial">Arial'
        "</textPath></text>",
        f'<symbol id="s"><text y="20">Arial</text></symbol><use href="#s" font-family="Arial"/>'
        f"<text {OURS}>A</text>",
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><text y="12" '
        'font-family="Arial">Arial</text></pattern><rect width="90" height="90" fill="url(#p)"/>',
        '<marker id="m" markerWidth="9" markerHeight="9"><text y="5" font-family="Arial">Arial'
        '</text></marker><path d="M1 1L50 50" stroke="red" marker-end="url(#m)"/>',
        '<svg width="50" height="50"><text y="5" font-family="Arial">Arial</text></svg>',
        f'<switch><text {OURS} systemLanguage="de">B</text><text y="9" font-family="Arial" '
        'systemLanguage="en">Arial</text></switch>',
        '<text y="9" font-family="Arial"><a href="#x">Arial</a></text>',
    ],
)
def test_the_family_that_applies_counts_wherever_it_is_said(body: str) -> None:
    assert faults(svg(body)) == ["ART007 has words in Arial: 'Arial'"]


def test_words_that_nobody_sees_need_no_font() -> None:
    hidden = '<defs><text font-family="Arial">x</text></defs>'
    hidden += '<g display="none"><text y="9" font-family="Arial">x</text></g>'
    hidden += '<text y="9" font-family="Arial" visibility="hidden">x</text>'
    hidden += '<text y="9" font-family="Arial" fill="none">x</text>'
    image, said = drawn(svg(f"{hidden}<text {OURS}>A</text>"))
    assert ink(image) > 10 and not said


@pytest.mark.parametrize(
    ("words", "face"),
    [
        ('font-family="alegreya"', "Alegreya-Regular"),
        ('style="font: bold 12px Alegreya"', "Alegreya-Bold"),
        ('font-family="\'Alegreya-Bold\', Alegreya" font-weight="700"', "Alegreya-Bold"),
        ('font-family="AlegreyaSans-BlackItalic, AlegreyaSans-Black"', "AlegreyaSans-Black"),
        ('font-family="Alegreya Sans" font-weight="450"', "AlegreyaSans-Medium"),
        ('font-family="Alegreya Sans" font-weight="650"', "AlegreyaSans-Bold"),
        ('font-family="Alegreya" font-style="oblique"', "Alegreya-Italic"),
        ('font-family="Cinzel" font-weight="lighter"', "Cinzel-Regular"),
        ('font-family="Cinzel, Arial"', "Cinzel-Regular"),
        ('font-family="Foo, Cinzel"', "Cinzel-Regular"),
        ('font-family="Cinzel" font-style="italic"', "Cinzel-Regular"),
        ('font-family="Cinzel" font-stretch="condensed"', "Cinzel-Regular"),
    ],
)
def test_words_are_drawn_in_the_face_that_css_takes(words: str, face: str) -> None:
    """And another one than was asked for is told."""
    art = read_svg(svg(f'<text x="5" y="40" font-size="12" {words}>Fox</text>'))
    assert list(art.words.faces) == [face]
    said = [remark.one for remark in art.words.remarks]
    exact = face in ("Alegreya-Regular", "Alegreya-Bold", "Alegreya-Italic") or "Arial" in words
    assert said == [] if exact else said and said[0].endswith(f"printed in {face}")


def test_a_generic_family_is_some_font_of_another_computer() -> None:
    assert faults(svg('<text y="9" font-family="serif, Alegreya">Fox</text>')) == [
        "ART007 has words in serif, Alegreya: 'Fox'"
    ]


def test_words_used_twice_in_two_fonts_are_refused() -> None:
    twice = '<use href="#t" font-family="Cinzel"/><use href="#t" y="20" font-family="Alegreya"/>'
    assert faults(svg(f'<defs><text id="t" y="20">Fox</text></defs>{twice}')) == [
        "ART015 has words that are used twice, in two fonts: 'Fox'"
    ]


def test_every_fault_of_words_is_told_at_once() -> None:
    body = f'<text {OURS}>日<tspan font-family="Arial">a</tspan></text>'
    body += f'<text {OURS} font-variant="small-caps">b</text><text y="9">c</text>'
    assert sorted(faults(svg(body))) == [
        "ART007 has words in Arial: 'a'",
        "ART007 has words in no font that it names: 'c'",
        "ART015 has text with font-variant: small-caps: 'b'",
        "FONT001 has the words '日', but Alegreya-Regular has no glyph for U+65E5 '日'",
    ]


@pytest.mark.parametrize("words", ["A 日本語 B", "مرحبا", "Ha 😀", "x\u0301 y"])
def test_characters_without_a_glyph_are_refused(words: str, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(f"<text {OURS}>{words}</text>"))
    (problem,) = [p for p in found_problems(folder) if p.severity == "error"]
    first = next(char for char in words if ord(char) > 127)
    assert problem.code == "FONT001" and f"U+{ord(first):04X}" in problem.message


def test_letters_and_marks_are_put_together() -> None:
    one, two = (drawn(svg(f"<text {OURS}>Caf{end}</text>"))[0] for end in ("\u00e9", "e\u0301"))
    assert one.tobytes() == two.tobytes() and ink(one) > 50


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            "<flowRoot><flowRegion><rect width='9' height='9'/></flowRegion>"
            "<flowPara>Draw a card</flowPara></flowRoot>",
            "has words that flow: 'Draw a card'",
        ),
        (
            f'<text {OURS} style="inline-size:50px">Draw a card</text>',
            "has text with lines that are broken by the program: 'Draw a card'",
        ),
        (
            f'<text {OURS} style="text-transform:uppercase">Fox</text>',
            "has text with text-transform: uppercase: 'Fox'",
        ),
        (
            f"<g style=\"font-feature-settings:'smcp'\"><text {OURS}>Fox</text></g>",
            "has text with font-feature-settings: \"smcp\": 'Fox'",
        ),
        (
            f'<text {OURS} style="text-decoration:underline wavy red">Fox</text>',
            "has text with text-decoration: underline wavy red: 'Fox'",
        ),
    ],
)
def test_what_resvg_does_not_do_is_named_with_its_words(body: str, says: str) -> None:
    assert faults(svg(body)) == [f"ART015 {says}"]


def test_lines_that_inkscape_has_broken_are_taken() -> None:
    flow = 'xml:space="preserve" style="white-space:pre;shape-inside:url(#r)"'
    lines = '<tspan x="5" y="40"><tspan>Draw </tspan></tspan><tspan x="5" y="60">a card</tspan>'
    region = '<defs><rect id="r" width="50" height="50"/></defs>'
    image, said = drawn(svg(f"{region}<text {OURS} {flow}>{lines}</text>"))
    plain, _ = drawn(svg(f"<text {OURS}>{lines}</text>"))
    assert image.tobytes() == plain.tobytes() and ink(image) > 50 and not said


# -- the second look -----------------------------------------------------------------------------

PLAIN = f'<text {OURS}>Fox<tspan font-weight="bold">es</tspan></text>'


def test_words_that_left_no_ink_are_found(tmp_path: Path) -> None:
    """As when resvg does not know their font."""
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(PLAIN, 'viewBox="0 0 63 88"'))
    assert ink(picture(only_piece(plan_of(folder)).front)) > 50
    art = read_svg(svg(PLAIN))
    art.words.spans[0].element.set("font-family", "Arial")
    with pytest.raises(ArtFault, match="the words 'Fox' left no ink") as found:
        render(art, 100, 100, "#FFFFFF")
    assert found.value.code == "ART017" and not found.value.others


def test_shapes_that_left_no_ink_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when units were nothing, for want of a resolution."""

    def in_mm(root: object) -> str:
        return written(root).replace('width="50"', 'width="50mm"')  # type: ignore[arg-type]

    art = read_svg(svg('<rect width="50" height="50" opacity=".9"/><rect width="9" height="9"/>'))
    assert ink(render(art, 100, 100, "#FFFFFF").image) > 2000
    written = render_module._written
    monkeypatch.setattr(render_module, "_written", in_mm)
    monkeypatch.setitem(render_module._OPTIONS, "dpi", 0.0)
    with pytest.raises(ArtFault, match="is not drawn whole: a <rect> left no ink") as found:
        render(art, 100, 100, "#FFFFFF")
    assert found.value.code == "ART017" and not found.value.others


@pytest.mark.parametrize(
    "body",
    [
        '<text x="5" y="240" font-family="Cinzel">Fox</text>',
        '<text x="5" y="40" font-family="Cinzel">Fox</text><rect width="100" height="60"/>',
        '<text x="5" y="40" font-family="Cinzel" fill="#FFF">Fox</text>',
        '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
        '<text x="9" y="40" font-family="Cinzel" clip-path="url(#c)">Fox</text>',
    ],
)
def test_words_that_cannot_be_seen_are_told(body: str) -> None:
    _, said = drawn(svg(f'{body}<text x="9" y="90" font-family="Cinzel">A</text>'))
    assert [(one.code, one.one) for one in said] == [
        ("ART018", "has words that cannot be seen: 'Fox'")
    ]


@pytest.mark.parametrize(
    "body",
    [
        f'<text {OURS} stroke="#FFF" stroke-width="2">Fox</text><text {OURS}>Fox</text>',
        f'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><text {OURS} '
        'filter="url(#f)">Fox</text>',
        f'<mask id="m"><text {OURS} fill="#FFF">Fox</text></mask><rect width="90" height="90" '
        'mask="url(#m)"/>',
        80 * '<rect width="9" height="9"/>' + f"<text {OURS}>Fox</text>",
        '<line x1="5" x2="5" y1="1" y2="60" stroke="#000" stroke-width=".01" opacity=".5"/>',
        '<path d="M9 9M30 40"/><path d="M0 0L50 50" opacity=".5"/><rect width="0" height="9"/>'
        '<path d="M1 1"/>',
    ],
)
def test_what_is_there_or_nothing_by_itself_is_no_fault(body: str) -> None:
    assert drawn(svg(f"{body}<rect width='2' height='2'/>"))[1] == []


def test_only_fonts_that_are_used_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    draw = render_module._draw

    def counted(svgs: list[str], fonts: list[str], within: None) -> list[bytes]:
        asked.append([Path(font).stem for font in fonts])
        return draw(svgs, fonts, within)

    monkeypatch.setattr(render_module, "_draw", counted)
    for body in ('<rect width="9" height="9" opacity=".5"/>', f"<text {OURS}>Fox</text>"):
        art: SvgArt = read_svg(svg(body))
        render(art, 20, 20, "#FFFFFF")
        assert {*map(tuple, asked)} == {tuple(art.words.faces)}
        asked.clear()
