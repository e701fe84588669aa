"""Styles of SVG mean what they mean in a browser, whether a drawing stays vectors or not."""

from __future__ import annotations

import pytest
from corpus import differing, drawn

from pnp.art.files import ArtFault
from pnp.art.svg import read_svg

GREEN = '<rect width="100" height="100" fill="#008000"/>'
LEFT = '<rect width="50" height="100" fill="#008000"/>'


def svg(body: str, root: str = "") -> bytes:
    box = "" if "viewBox" in root or "width" in root else 'viewBox="0 0 100 100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {root}>{body}</svg>'.encode()


def box(style: str, more: str = "") -> str:
    return f'<rect width="100" height="100" style="{style}" {more}/>'


def sheet(rules: str, body: str = GREEN) -> str:
    return f"<style>{rules}</style>{body}"


ALIKE = [
    # colours
    (box("fill:#008000;fill:bogus"), GREEN),
    (box("fill:#008000;fill:hsv(1,1,1)"), GREEN),
    (box("fill:rgb(0, 128, 0)"), GREEN),
    (box("fill:rgb(0 128 0)"), GREEN),
    (box("fill:rgb(0 128 0 / 100%)"), GREEN),
    (box("fill:hsl(120deg 100% 25.1%)"), GREEN),
    (box("fill:hsl(120, 200%, 25.1%)"), GREEN),
    (box("fill:hwb(120 0% 49.8%)"), GREEN),
    (box("fill:oklch(0.5198 0.17686 142.495)"), GREEN),
    (box("fill:color(srgb 0 .502 0)"), GREEN),
    (box("fill:light-dark(green, red)"), GREEN),
    (box("fill:GREEN"), GREEN),
    (box("", 'fill="rgb(300,0,0)"'), box("fill:#f00")),
    (box("", 'fill="rgb(256,256,256)"'), box("fill:#fff")),
    (box("fill:rebeccapurple"), box("fill:#639")),
    (box("fill:#863bff;fill:color(display-p3 .5255 .2314 1)"), box("fill:#8D36FF")),
    (box("fill:rgb(0 128 0 / .5)"), box("fill:green;fill-opacity:.5")),
    (box("fill:#00800080"), box("fill:green;fill-opacity:.502")),
    (box("fill:transparent;stroke:green"), box("fill:none;stroke:green")),
    # currentColor is inherited as such
    (f'<g fill="currentColor" color="red"><g color="green">{box("")}</g></g>', GREEN),
    (f'<g color="green"><g fill="currentColor">{box("opacity:.999")}</g></g>', GREEN),
    # variables
    (f'<g style="--c:green">{box("fill:var(--c)")}</g>', GREEN),
    (box("fill:var(--c, green)"), GREEN),
    (box("fill:red;fill:var(--c)"), box("")),
    (f'<g style="--r:0;--c:rgb(var(--r) 128 0)">{box("fill:var(--c)")}</g>', GREEN),
    (box("--a:var(--b);--b:var(--a);fill:var(--a, green)"), GREEN),
    # order, importance, selectors
    (sheet("rect{fill:red} .a{fill:green}", box("").replace("<rect", '<rect class="b a"')), GREEN),
    (sheet("rect{fill:red}", GREEN), box("fill:red")),
    (sheet("#x{fill:red} rect{fill:green!important}", box("", 'id="x"')), GREEN),
    (box("fill:green!important;fill:red"), GREEN),
    (box("/* a;b */fill:/**/green"), GREEN),
    (sheet("rect:nth-child(3){fill:red}", GREEN), GREEN),
    (sheet("rect:nth-child(2){fill:red}", GREEN), box("fill:red")),
    (sheet("g > rect:not(.a):first-of-type{fill:green}", f"<g>{box('')}</g>"), GREEN),
    (sheet("@media (prefers-color-scheme:dark){rect{fill:red}}"), GREEN),
    (sheet("@media screen{rect{fill:red}}"), box("fill:red")),
    (sheet('@namespace s "http://www.w3.org/2000/svg"; s|rect{fill:red}'), box("fill:red")),
    (sheet("rect{fill:red}").replace("<style", '<style type="text/x"'), GREEN),
    (sheet("<![CDATA[rect{fill:red}]]>"), box("fill:red")),
    # inherit, initial, unset
    (f'<g fill="green">{box("fill:inherit", """fill="red" """)}</g>', GREEN),
    (f'<g fill="green">{box("fill:unset", """fill="red" """)}</g>', GREEN),
    (f'<g fill="green">{box("fill:initial")}</g>', box("")),
    (f'<g opacity=".5">{box("fill:green;opacity:inherit")}</g>', box("fill:green;opacity:.25")),
    # geometry and transforms by CSS
    ('<rect style="width:50px;height:100px;fill:green"/>', LEFT),
    ('<rect style="x:-50px;y:0;width:100px;height:100px;fill:green"/>', LEFT),
    ('<circle style="cx:50px;cy:50px;r:40px"/>', '<circle cx="50" cy="50" r="40"/>'),
    ("""<path style='d:path("M0 0H50V100H0z");fill:green'/>""", LEFT),
    ('<rect width="9" height="100" fill="green" style="width:50"/>', LEFT),
    (sheet("rect{width:9}", LEFT), LEFT),
    (box("fill:green;filter:blur(9)"), GREEN),
    (box("fill:green;filter:url(#none)"), GREEN),
    (box("fill:green;transform:translate(-50px)"), LEFT),
    (box("fill:green;transform:translateX(-50px) scale(100%)"), LEFT),
    (box("fill:green;transform:translate(-50)"), GREEN),
    (box("fill:green;transform:rotate(.25turn);transform-origin:50px 50px"), GREEN),
    (box("fill:green;transform:rotate(90deg);transform-origin:center"), GREEN),
    (box("fill:green;transform:scale(.5, 1)", 'transform="translate(80)"'), LEFT),
    (box("", 'fill="green" transform="translate(-50) spin(3)"'), GREEN),
    # units
    ('<rect x="5mm" y="5mm" width="1cm" height=".2in" opacity=".5"/>',
     '<rect x="18.8976" y="18.8976" width="37.7953" height="19.2" opacity=".5"/>'),
    ('<rect width="37.5pt" height="100" fill="green" opacity=".999"/>', LEFT),
    (box("stroke:green;stroke-width:5mm"), box("stroke:green;stroke-width:18.8976")),
    (box("filter:blur(1mm)"), box("filter:blur(3.7795px)")),
    ('<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="1in"><stop stop-color="red"/>'
     '<stop offset="1"/></linearGradient><rect width="100" height="100" fill="url(#g)"/>',
     '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="96"><stop stop-color="red"/>'
     '<stop offset="1"/></linearGradient><rect width="100" height="100" fill="url(#g)"/>'),
    # shapes
    ('<ellipse cx="50" cy="50" rx="40"/>', '<circle cx="50" cy="50" r="40"/>'),
    ('<ellipse cx="50" cy="50" rx="auto" ry="40"/>', '<circle cx="50" cy="50" r="40"/>'),
    ('<rect width="90" height="90" rx="20" ry="-3"/>', '<rect width="90" height="90" rx="20"/>'),
    ('<polygon points="0 0 50 0 50 100 0 100 77" fill="green"/>', LEFT),
    ('<polygon points="0 0 50 0 50 100 0 100 x 99 99" fill="green"/>', LEFT),
    ('<path d="M0 0H50V100H0z L 9 x 7" fill="green"/>', LEFT),
    ('<path d="M0 0H50V100H0 L9" fill="green"/>', LEFT),
    ('<path d="M0 0A0 9 0 0 1 50 0V100H0z" fill="green"/>', LEFT),
    ('<path d="M10 10L90 10" fill="red"/>', ""),
    ('<path d="M50 50z" stroke="red" stroke-width="30"/>', ""),
    ('<path d="M20 20H80z L20 80" fill="none" stroke="#000" stroke-width="9"/>',
     '<path d="M20 20H80H20" fill="none" stroke="#000" stroke-width="9" stroke-linejoin="bevel"/>'
     '<path d="M20 20V80" fill="none" stroke="#000" stroke-width="9"/>'),
    ('<circle cx="50" cy="50" r="40" fill="none" stroke="#000" stroke-width="9" '
     'stroke-dasharray="62.8318 188.4956"/>',
     '<path d="M90 50A40 40 0 0 1 50 90" fill="none" stroke="#000" stroke-width="9"/>'),
    ('<path d="M0 20h90M0 60h90" stroke="#000" stroke-width="9" stroke-dasharray="60 999"/>',
     '<path d="M0 20h60M0 60h60" stroke="#000" stroke-width="9"/>'),
    # ids, references, switches
    (f'<defs><g id="a">{LEFT}</g><g id="a">{GREEN}</g></defs><use href="#a"/>', LEFT),
    (f'<switch><g systemLanguage="fr">{GREEN}</g>'
     f'<g systemLanguage="de, en-GB">{LEFT}</g></switch>', LEFT),
    (f'<switch><g requiredExtensions="x">{GREEN}</g>{LEFT}</switch>', LEFT),
    ('<symbol id="s" viewBox="0 0 10 10"><rect width="5" height="10" fill="green"/></symbol>'
     '<use href="#s" width="100" height="100"/>', LEFT),
    # blending is with the drawing, not with the paper
    (box("fill:green;mix-blend-mode:difference"), GREEN),
    (box("fill:#ff0") + box("fill:#0ff;mix-blend-mode:multiply"), box("fill:#0f0")),
    (box("", 'fill="green" mix-blend-mode="screen"'), GREEN),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "plain"), ALIKE)
def test_styles_mean_what_they_mean_in_a_browser(asked: str, plain: str) -> None:
    ours, wanted = (drawn(read_svg(svg(body)), (200, 200))[1] for body in (asked, plain))
    assert differing(ours, wanted) == 0


ROOTS = [
    ('style="background:green"', "", GREEN),
    ('style="background-color:light-dark(green, #111)"', "", GREEN),
    ('style="background:green"', '<rect width="50" height="100" fill="#fff" opacity=".999"/>',
     '<rect x="50" width="50" height="100" fill="green"/>'),
    ('display="none"', GREEN, ""),
    ('style="display:none"', GREEN, ""),
    ('opacity=".5"', GREEN, '<rect width="100" height="100" fill="green" opacity=".5"/>'),
    ('fill="green" style="mix-blend-mode:multiply"', box(""), GREEN),
    ('width="40mm" height="40mm" viewBox="0 0 100 100" fill="green"', box(""), GREEN),
    ('width="50" height="50" viewBox="0 0 100 50" preserveAspectRatio="none"',
     '<rect width="50" height="50" fill="green"/>', LEFT),
    ('width="50" height="50" viewBox="0 0 100 50" preserveAspectRatio="xMinYMin slice"',
     '<rect width="25" height="50" fill="green"/>', LEFT),
]  # fmt: skip


@pytest.mark.parametrize(("root", "body", "plain"), ROOTS)
def test_the_root_is_drawn_as_well(root: str, body: str, plain: str) -> None:
    ours = drawn(read_svg(svg(body, root)), (200, 200))[1]
    assert differing(ours, drawn(read_svg(svg(plain)), (200, 200))[1]) == 0


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (box("vector-effect:non-scaling-stroke"), "vector-effect: non-scaling-stroke"),
        (box("", 'vector-effect="non-scaling-stroke"'), "vector-effect: non-scaling-stroke"),
        (box("transform:rotate(9deg);transform-box:fill-box"), "transform-box"),
        (box("transform:translate(50%)"), "transform: translate() by 50%"),
        (box("transform:rotate3d(1,1,1,9deg)"), "transform: rotate3d()"),
        (box("rotate:9deg"), "rotate: 9deg"),
        ('<radialGradient id="g" color-interpolation="linearRGB"/>', "gradients in linearRGB"),
        (box("clip-path:circle(40%)"), "clip-path: circle(40%)"),
        (box("mask-image:linear-gradient(#000,#fff)"), "mask-image: linear-gradient(#000,#fff)"),
        (box("mix-blend-mode:plus-lighter"), "'plus-lighter'"),
        (box("fill:color-mix(in srgb, red, blue)"), "the colour color-mix(…)"),
        (box("fill:rgb(from red r g b)"), "the colour rgb(…)"),
        (box("width:calc(50px + 1px)"), "calc() in a value"),
        (box("width:50vw"), "the unit vw"),
        (box("animation:a 1s"), "animation: a 1s"),
        ('<rect width="9" height="9"><animate attributeName="x" to="9"/></rect>', "<animate>"),
        ('<meshgradient id="m"/>', "<meshgradient>"),
        (sheet("rect:state(g){fill:red}"), "the selector 'rect:state(g)'"),
        (sheet("@media print{rect{fill:red}}"), "@media print"),
        (sheet("@supports (fill:red){rect{fill:red}}"), "the rule @supports"),
        (sheet("g{rect{fill:red}}"), "rules within rules"),
        ('<path d="M0 0h90" stroke-dasharray="1" pathLength="9"/>', "dashes by pathLength"),
        ('<rect width="1e999" height="9"/>', "numbers far too large"),
        (box("", 'filter="blur(4)"'), "blur() without a unit"),
    ],
)  # fmt: skip
def test_what_only_browsers_draw_is_refused_by_name(body: str, says: str) -> None:
    with pytest.raises(ArtFault) as caught:
        read_svg(svg(body))
    assert caught.value.code == "ART015" and says in caught.value.says and caught.value.hint


def test_what_does_not_count_is_not_refused() -> None:
    """Neither a value that a later one replaces, nor a rule that meets no element."""
    body = sheet(
        "g{vector-effect:non-scaling-stroke} @font-feature-values x{}",
        box("rotate:9deg;rotate:none"),
    )
    with pytest.raises(ArtFault, match="font-feature-values"):
        read_svg(svg(body))
    read_svg(svg(body.replace("@font-feature-values x{}", "")))


def test_all_that_is_refused_is_told_at_once() -> None:
    with pytest.raises(ArtFault) as caught:
        read_svg(svg(box("rotate:9deg") + box("fill:color-mix(in srgb, red, blue)")))
    assert len([caught.value, *caught.value.others]) == 2


@pytest.mark.parametrize("root", ['transform="scale(2)"', 'style="transform:rotate(9deg)"'])
def test_a_transform_of_the_root_is_refused(root: str) -> None:
    """Browsers apply it to the picture in a page, round its centre, and programs to the drawing."""
    with pytest.raises(ArtFault, match="a transform of the whole"):
        read_svg(svg(GREEN, root))
