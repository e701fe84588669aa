"""SVG from outside: what reaches out is refused, the simple stays vectors, the rest is rendered."""

from __future__ import annotations

import base64
import re
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from art_help import deck_folder, file_of, near, only_piece, picture, plan_of, quarters
from conftest import Result, found_problems
from PIL import Image, ImageChops, ImageFilter

from pnp.art.files import ArtFault
from pnp.art.render import render
from pnp.art.svg import MAX_DEPTH, MOST_FAULTS, read_svg

Run = Callable[..., Result]
NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
CARD = "back: none\ncards:\n  fox:\n    art: x.svg\n"


def svg(body: str, root: str = 'viewBox="0 0 63 88"', head: str = "") -> bytes:
    return f"{head}<svg {NS} {root}>\n{body}\n</svg>".encode()


def fault(data: bytes) -> ArtFault:
    with pytest.raises(ArtFault) as caught:
        read_svg(data)
    return caught.value


GIF = base64.b64encode(file_of(quarters(9, 9), "GIF")).decode()
INNER = base64.b64encode(svg('<image href="/etc/x.png"/>')).decode()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<script>alert(1)</script>", "holds <script>"),
        ('<rect onload="alert(1)" width="9" height="9"/>', "runs a script (onload)"),
        ('<g><a xlink:href="javascript:alert(1)"/></g>', "refers to 'javascript:alert(1)'"),
        ("<foreignObject><p/></foreignObject>", "holds <foreignObject>"),
        ('<image href="file:///etc/passwd"/>', "refers to 'file:///etc/passwd', outside itself"),
        ('<image xlink:href="http://example.org/x.png"/>', "refers to 'http://example.org/x.png'"),
        ('<image xlink:href="other.png"/>', "refers to 'other.png', outside itself"),
        ('<image href="../secret.png"/>', "refers to '../secret.png'"),
        ('<use href="other.svg#a"/>', "refers to 'other.svg#a'"),
        ('<feImage href="x.png"/>', "refers to 'x.png'"),
        (f'<image href="data:image/svg+xml;base64,{INNER}"/>', "refers to 'data:image/svg+xml"),
        (f'<image href="data:image/gif;base64,{GIF}"/>', "refers to 'data:image/gif"),
        ('<image href="data:image/png;base64,!!!"/>', "embedded picture that cannot be read"),
        ('<rect fill="url(http://example.org/#a)"/>', "refers outside itself in 'fill'"),
        ('<rect style="fill:url( &quot;x.svg#a&quot; )"/>', "refers outside itself in 'style'"),
        ("<style>@import 'x.css';</style>", "loads styles or fonts"),
        ("<style>@font-face{src:local(x)}</style>", "loads styles or fonts"),
        ("<style>rect{fill:url(x.svg#a)}</style>", "refers outside itself in 'style'"),
        ("<style>rect{fill:u\\72l(x)}</style>", "hides characters of a style"),
        ('<rect style="fill:u\\72l(x.svg#a)"/>', "hides characters of a style"),
    ],
)
def test_what_reaches_out_or_runs_is_refused(body: str, says: str) -> None:
    found = fault(svg(body))
    assert found.code == "ART006"
    assert says in found.says and found.says.endswith("(its line 2)")


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]>\n', "declares entities in a DTD (its line 1)"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n', "declares entities"),
        ('<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://x/">%a;]>\n', "declares entities"),
        ('<?xml-stylesheet href="x.css"?>\n', "loads a style sheet (its line 1)"),
    ],
)
def test_entities_and_style_sheets_are_refused(head: str, says: str) -> None:
    found = fault(svg("<g/>", head=head))
    assert found.code == "ART006" and says in found.says


def test_an_embedded_picture_is_no_other_file() -> None:
    """What calls itself PNG but is SVG would be read as SVG by renderers."""
    assert fault(svg(f'<image href="data:image/png;base64,{INNER}"/>')).code == "ART004"


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (svg("<g>" * MAX_DEPTH + "</g>" * MAX_DEPTH), "ART005", "nested more than 100 levels"),
        (svg("<g/>" * 200_001), "ART005", "more than 200,000 elements"),
        (svg('<g id="a"><use href="#a"/></g>'), "ART005", "uses a part of itself"),
        (svg('<mask id="a"><path mask="url(#a)"/></mask>'), "ART005", "uses a part of itself"),
        (b'<?xml version="1.0"?><svg/>', "ART003", "is XML, but not an SVG"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "ART003", "is XML"),
        (svg("<g/>", root=""), "ART004", "does not say how large"),
        (svg("<g/>", root='viewBox="0 0 0 88"'), "ART004", "does not say how large"),
        (svg("<g/>", root='viewBox="0 0 nan 88"'), "ART004", "does not say how large"),
        (svg("<g/>", root='viewBox="inf 0 63 88"'), "ART004", "does not say how large"),
        (svg("<g/>", root='width="100%" height="9"'), "ART004", "does not say how large"),
        (
            svg("<title>f\xe4hre</title>").decode().encode("latin-1"),
            "ART004",
            "not UTF-8 (its line 2)",
        ),
    ],
)
def test_limits(data: bytes, code: str, says: str) -> None:
    found = fault(data)
    assert found.code == code and says in found.says


def test_uses_that_multiply_are_counted_before_they_are_drawn() -> None:
    """A billion rectangles in 1 KB."""
    layers = [f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 10 + "</g>" for i in range(1, 10)]
    found = fault(svg('<g id="g0"><rect width="1" height="1"/></g>' + "".join(layers)))
    assert found.code == "ART005" and "more than 200,000 elements" in found.says


def test_long_chains_are_refused_and_not_followed() -> None:
    chain = "".join(f'<use id="u{i}" href="#u{i + 1}"/>' for i in range(5000))
    assert fault(svg(chain)).code == "ART005"


def test_a_problem_stands_where_the_art_is_asked_for(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg('<image href="file:///etc/x"/>'))
    (problem,) = found_problems(folder)
    assert str(problem).startswith(f"{folder}/deck.yaml:6:10: ART006 'x.svg' refers to 'file:")


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    words = ['<text font-family="Arial">a</text>', '<text style="font-family:Courier">b</text>']
    body = ['<image href="a.png"/>', '<g onclick="x()"><script>1</script></g>', *words, words[0]]
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg("\n".join(body)))
    found = sorted((p.code, p.message) for p in found_problems(folder))
    assert found == [
        ("ART006", "'x.svg' holds <script> (its line 3)"),
        ("ART006", "'x.svg' refers to 'a.png', outside itself (its line 2)"),
        ("ART006", "'x.svg' runs a script (onclick) (its line 3)"),
        ("ART007", "'x.svg' has words in Arial: 'a'"),
        ("ART007", "'x.svg' has words in Courier: 'b'"),
    ]
    (folder / "x.svg").write_bytes(svg("".join(words)))
    assert [p.code for p in found_problems(folder)] == ["ART007", "ART007"]
    (folder / "x.svg").write_bytes(svg(body[0]).replace(b"</svg>", b""))
    assert [p.code for p in found_problems(folder)] == ["ART004", "ART006"]


def test_a_file_of_faults_is_told_in_part(tmp_path: Path) -> None:
    body = '<image href="a.png"/>\n' * 500
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(body))
    assert len(found_problems(folder)) == MOST_FAULTS


def test_nothing_is_fetched_or_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("art reached out")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    body = '<g filter="url(#f)"><image href="http://127.0.0.1:9/x.png" width="9" height="9"/></g>'
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(body))
    assert [p.code for p in found_problems(folder)] == ["ART006"]


# -- vectors -------------------------------------------------------------------------------------

INKSCAPE = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="63mm" height="88mm" viewBox="0 0 63 88" version="1.1" id="svg5"
   inkscape:version="1.2" sodipodi:docname="card.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <sodipodi:namedview id="n" pagecolor="#ffffff" inkscape:export-filename="/home/me/x.png"/>
  <metadata><rdf:RDF><rdf:li rdf:resource="http://example.org/"/></rdf:RDF></metadata>
  <defs id="d"><circle id="dot" r="4"/></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="l" transform="translate(2,3)"
     style="display:inline;fill:#0072b2;fill-opacity:1;stroke:#000;stroke-width:1.5;-inkscape-stroke:none">
    <rect x="4" y="6" width="40" height="30" rx="6" ry="3" transform="rotate(8 24 21)"/>
    <path style="fill:none;stroke:crimson;stroke-linejoin:round;stroke-dasharray:4,2"
       d="m 5,60 10,-12 10,12 10,-12 c 4,0 8,4 8,8 a 6 4 20 0 1 8,9 z"/>
    <path d="M5 76L12 62 19 76" style="fill:none;stroke-miterlimit:4;stroke-width:2px"/>
    <ellipse cx="48" cy="12" rx="8" ry="5" fill="rgb(255,128,0)" stroke="none"/>
    <use xlink:href="#dot" x="40" y="74" style="fill:gold;stroke-width:.5"/>
    <g style="fill:none;stroke:currentColor" color="#009e73" transform="matrix(.5 0 0 -.5 30 80)">
      <polyline points="0,0 10,20 20 0 30,20"/><line x1="0" y1="-8" x2="30" y2="-4"/>
      <polygon points="44 0 54 0 49 12" fill-rule="evenodd" style="fill:#800"/>
      <circle cx="3" cy="3" r="2" style="display:none"/>
    </g>
  </g>
</svg>
"""


def agree(one: Image.Image, other: Image.Image) -> bool:
    """Edges differ by a pixel of antialiasing: a blur must make the two agree."""
    soft = [image.convert("L").filter(ImageFilter.BoxBlur(2)) for image in (one, other)]
    difference = ImageChops.difference(*soft).tobytes()
    return sum(d > 60 for d in difference) < 0.001 * len(difference)


def test_a_simple_drawing_of_inkscape_stays_vectors(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", CARD, x_svg=INKSCAPE.encode())
    assert found_problems(folder) == []
    face = only_piece(plan_of(folder)).front
    (stamp,) = face.stack
    assert stamp.layer.bitmaps == () and "<path" in stamp.layer.svg
    assert "/home/me" not in stamp.layer.svg and "example.org" not in stamp.layer.svg
    printed = picture(face, 254)
    drawn = render(read_svg(INKSCAPE.encode()), *printed.size, "#FFFFFF").image
    assert agree(printed, drawn)
    assert not agree(printed, drawn.transpose(Image.Transpose.FLIP_LEFT_RIGHT))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "feature"),
    [
        ('<linearGradient id="a"/><rect width="9" height="9" fill="url(#a)"/>', "a gradient or"),
        ('<rect width="9" height="9" opacity=".5"/>', "opacity"),
        ('<rect width="9" height="9" style="fill-opacity:50%"/>', "fill-opacity"),
        ('<rect width="9" height="9" fill="#00000080"/>', "a transparent colour"),
        ('<rect width="9" height="9" fill="rgba(0,0,0,.5)"/>', "a transparent colour"),
        ('<clipPath id="a"/><rect width="9" height="9" clip-path="url(#a)"/>', "clip-path"),
        ('<filter id="a"/><g filter="url(#a)"/>', "filter"),
        ('<mask id="a"/><g mask="url(#a)"/>', "mask"),
        ('<path d="M0 0h9" stroke="#000" stroke-width=".05"/>', "lines thinner than 0.1 mm"),
        ('<g transform="scale(.01)"><path d="M0 0h9" stroke="#000"/></g>', "lines thinner than"),
        ('<path d="M0 0h9" marker-end="url(#m)"/>', "marker-end"),
        ('<symbol id="s"/><use href="#s"/>', "a symbol"),
        ('<text x="9" y="9" font-family="Cinzel">Fox</text>', "<text>"),
        ('<rect width="50%" height="9"/>', "the length 50%"),
        ('<path d="M0 0 L 1e400 5"/>', "numbers far too large"),
        ('<rect width="1e99" height="9"/>', "numbers far too large"),
        ('<polygon points="0 0 9 9 1e30 4"/>', "numbers far too large"),
        ('<path d="M0 0h9" stroke="#000" stroke-width="2e7"/>', "numbers far too large"),
        ('<rect width="9" height="9" transform="translate(1e99)"/>', "numbers far too large"),
        ('<g style="mix-blend-mode:multiply"/>', "mix-blend-mode"),
        (
            '<image width="9" height="9" href="data:image/png;base64,'
            f'{base64.b64encode(file_of(quarters(9, 9))).decode()}"/>',
            "<image>",
        ),
    ],
)
def test_what_cannot_stay_vectors_is_rendered_with_a_note(
    body: str, feature: str, tmp_path: Path
) -> None:
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(body))
    (problem,) = found_problems(folder)
    assert (problem.code, problem.severity) == ("ART012", "note")
    assert problem.message.startswith(f"'x.svg' is printed as pixels, for it has {feature}")
    (stamp,) = only_piece(plan_of(folder)).front.stack
    (bitmap,) = stamp.layer.bitmaps
    assert bitmap.size == (1489, 2079)  # 600 ppi of 63 x 88 mm


def test_a_rendered_drawing_looks_as_it_should(tmp_path: Path) -> None:
    body = (
        '<rect width="63" height="44" fill="#f00"/><rect width="63" height="88" opacity=".5"/>'
        '<text x="8" y="80" font-family="Cinzel" font-size="20" fill="#0f0">O</text>'
    )
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(body))
    image = picture(only_piece(plan_of(folder)).front)
    assert near(image.getpixel((60, 40)), (127, 0, 0))
    assert near(image.getpixel((60, 120)), (127, 127, 127))
    green = [c for _, c in image.crop((10, 120, 60, 170)).getcolors(9999) or () if c[1] > c[0] + 60]
    assert green


@pytest.mark.parametrize("family", ["Arial", "'DejaVu Sans', sans-serif", ""])
def test_words_in_other_fonts_are_refused(family: str, tmp_path: Path) -> None:
    style = f'style="font-family:{family}"' if family else ""
    folder = deck_folder(tmp_path / "g", CARD, x_svg=svg(f'<g {style}><text x="9">Fox</text></g>'))
    (problem,) = [p for p in found_problems(folder) if p.severity == "error"]
    assert problem.code == "ART007" and "turn the words into paths" in problem.hint


def test_heavy_drawings_look_the_same_and_may_take_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filters run in a process of their own, where nothing of the folder at hand is imported."""
    body = '<rect width="63" height="44" fill="#f00" opacity=".5"/>'
    filtered = f'<filter id="f"><feOffset dx="0"/></filter><g filter="url(#f)">{body}</g>'
    (tmp_path / "resvg_py.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    light = render(read_svg(svg(body)), 126, 176, "#FFFFFF").image
    heavy = render(read_svg(svg(filtered)), 126, 176, "#FFFFFF").image
    for image in (light, heavy):
        assert near(image.getpixel((60, 40)), (255, 127, 127), 1)
    slow = filtered.replace("<feOffset", '<feTurbulence numOctaves="1000000"/><feOffset')
    monkeypatch.setattr("pnp.art.limits.MOST", 0.5)
    with pytest.raises(ArtFault, match=r"longer than 0\.5 seconds to draw"):
        render(read_svg(svg(slow)), 1260, 1760, "#FFFFFF")


def test_units_of_the_root_change_nothing(tmp_path: Path) -> None:
    body = '<path d="M0 0H31.5V44H0z" fill="#f00"/>'
    roots = (
        'viewBox="0 0 63 88"',
        'width="630" height="880px" viewBox="0 0 63 88"',
        'width="63mm" height="88mm" viewBox="0 0 63 88"',
        'width="100%" viewBox="0,0,63,88"',
    )
    images = set()
    for i, root in enumerate(roots):
        folder = deck_folder(tmp_path / str(i), CARD, x_svg=svg(body, root))
        images.add(picture(only_piece(plan_of(folder)).front).tobytes())
    assert len(images) == 1
    folder = deck_folder(tmp_path / "px", CARD, x_svg=svg(body, 'width="63" height="88"'))
    images.add(picture(only_piece(plan_of(folder)).front).tobytes())
    assert len(images) == 1


def test_the_same_drawing_gives_the_same_layer_in_utf_16(tmp_path: Path) -> None:
    text = svg('<path d="M0 0H31.5V44H0z" fill="#f00"/>').decode()
    keys = set()
    for i, data in enumerate(
        (text.encode(), text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode())
    ):
        folder = deck_folder(tmp_path / str(i), CARD, x_svg=data)
        keys.add(only_piece(plan_of(folder)).front.key)
    assert len(keys) == 1


def test_layers_stay_within_the_profile(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", CARD, x_svg=INKSCAPE.encode())
    layer = only_piece(plan_of(folder)).front.stack[0].layer
    assert not re.search(r"style=|class=|id=|inkscape|crimson|gold", layer.svg)


@pytest.mark.parametrize("box", ["0 nan 63 88", "nan 0 63 88", "0 0 1e-300 1e-300", "0 inf 63 88"])
def test_view_boxes_that_are_none(box: str) -> None:
    assert "does not say how large it is" in fault(svg("", f'viewBox="{box}"')).says


def test_a_reference_of_a_picture_is_never_local() -> None:
    """resvg would look for a file `#/../fox.png` beside the folder at hand."""
    for target in ("#fox.png", "#/../fox.png"):
        found = fault(svg(f'<image href="{target}" width="63" height="88"/>'))
        assert found.code == "ART006"


@pytest.mark.parametrize(
    "body",
    [
        '<mask id="m"><rect width="63" height="88" fill="#fff"/></mask>'
        + '<g mask="url(#m)">' * 90
        + '<rect width="63" height="88"/>'
        + "</g>" * 90,
        '<g opacity="0.9">' * 90 + '<rect width="63" height="88"/>' + "</g>" * 90,
    ],
)
def test_layers_in_layers_may_take_only_so_long(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.art.limits.MOST", 0.5)
    with pytest.raises(ArtFault, match=r"(0\.5 seconds|2 GB of memory) to draw"):
        render(read_svg(svg(body)), 2520, 3520, "#FFFFFF")


def test_a_use_of_nothing_draws_nothing(tmp_path: Path) -> None:
    folder = deck_folder(
        tmp_path / "g", CARD, x_svg=svg('<g><path d="M0 0h9v9z" display="none"/><use/></g>')
    )
    assert found_problems(folder) == []
    (stamp,) = only_piece(plan_of(folder)).front.stack
    assert "path" not in stamp.layer.svg


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_an_embedded_picture_that_breaks_off_is_refused(form: str) -> None:
    """resvg leaves it out without a word."""
    whole = file_of(quarters(90, 90), form)
    body = '<image width="63" height="88" href="data:image/{};base64,{}"/>'
    texts = [
        body.format(form.lower(), base64.b64encode(data).decode())
        for data in (whole, whole[: len(whole) * 2 // 3])
    ]
    assert render(read_svg(svg(texts[0])), 63, 88, "#FFFFFF").image.getpixel((9, 30))[1] < 90
    assert fault(svg(texts[1])).code == "ART004"


def test_embedded_pictures_that_others_read_otherwise_are_refused() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = file_of(quarters(9, 9), "JPEG", exif=exif)
    for data in (turned, file_of(quarters(9, 9).convert("CMYK"), "JPEG")):
        href = f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"
        found = fault(svg(f'<image width="9" height="9" href="{href}"/>'))
        assert (found.code, found.hint) == ("ART015", "embed it upright and in RGB")
