"""Art fitted to a side of a card: one face, whatever the file is, and what is to be said about it.

A picture's size in pixels and its dpi tag decide nothing: it fills the card, with `includes` mm of
bleed round it where it has some. Pictures and cards whose proportions differ by less than
`SLACK` are stretched to fit; that is 0.9 mm on a card of 88 mm at most and not seen.
"""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from msgspec import Struct

from pnp.art import LEAST_PPI, Fit, raster
from pnp.art.files import ArtFault, Form, find_file, form_of, read_file
from pnp.art.limits import Allowance
from pnp.art.raster import Pixels
from pnp.art.remarks import Remark, remark_problems
from pnp.art.render import PPI, render
from pnp.art.store import changed_meanwhile, store
from pnp.art.stripped import Stripped
from pnp.art.styles import Beyond
from pnp.art.svg import SvgArt, read_svg
from pnp.art.vector import translate
from pnp.definition.model import Game
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.errors import Loc, Problem
from pnp.geometry.plane import Affine, Rect, Size
from pnp.piece import Face, Layer, Source, Stamp
from pnp.units import MM_PER_INCH, format_mm, mm_to_px

SLACK = 0.01
WHITE = "#FFFFFF"
"""What transparent pixels and blank rests show: the paper, as on other faces."""


class Wish(Struct, frozen=True):
    """What a face is to be: its trim size, the bleed it shows and that the art `includes`, mm.

    `made` is how more bleed than the art has comes about: "extend", "mirror" or a colour. `fit`
    is what happens to art of other proportions, None if nobody said: it covers, with a warning.
    """

    size: Size
    bleed: float = 0.0
    includes: float = 0.0
    made: str | None = None
    fit: Fit | None = None
    max_ppi: float | None = None

    @property
    def area(self) -> Rect:
        """What the art fills, in face coordinates."""
        return Rect(0, 0, *self.size).inset(-self.includes)

    @property
    def shown(self) -> float:
        """The bleed that the face gets, mm: no more than there is a picture for."""
        return self.bleed if self.made else min(self.bleed, self.includes)

    @property
    def missing(self) -> float:
        """The bleed that has to be made, mm."""
        return max(0.0, self.shown - self.includes)


class Gallery:
    """The faces made of a game's art; each file is read once for each wish, and drawn only if no
    command has drawn it before."""

    def __init__(self, game: Game, allowance: Allowance | None = None) -> None:
        self.game, self.allowance = game, allowance or Allowance()
        self._known: dict[tuple[str, Wish], tuple[Face | None, list[Remark], ArtFault | None]] = {}
        self._said: list[tuple[str, Loc, Remark]] = []

    def face(self, name: str, wish: Wish, loc: Loc) -> tuple[Face | None, list[Problem]]:
        """The face of a file, or None and why it cannot be used, at a place."""
        key = (name, wish)
        if key not in self._known:
            said: list[Remark] = []
            try:
                self._known[key] = self._read(name, wish, said), said, None
            except ArtFault as error:
                self._known[key] = None, said, error
        face, said, fault = self._known[key]
        self._said += [(name, loc, remark) for remark in said]
        faults = [fault, *fault.others] if fault else []
        return face, [one.at(name, loc) for one in faults]

    @property
    def problems(self) -> list[Problem]:
        """What is to be said of all faces so far that can be used."""
        return list(remark_problems(self._said))

    def _read(self, name: str, wish: Wish, said: list[Remark]) -> Face:
        path, called = find_file(self.game, name)
        if called:
            words = f"called '{called}' on the disk"
            said.append(Remark("ART011", "note", f"is {words}", f"are {words}", "write it so"))
        data = read_file(path, name)
        made = store().kept(
            (data, form_of(name).encode(), repr(wish).encode()),
            Made,
            lambda: make_face(data, form_of(name), wish, Stripped(path), self.allowance),
            partial(_make_again, path, name, wish),
            Stripped(path),
        )
        said += made.said
        return made.face


class Made(Struct, frozen=True):
    """What a file of art comes to: a face, and what is to be said of it."""

    face: Face
    said: list[Remark]


def _make_again(path: Path, name: str, wish: Wish) -> Made:
    """What was made of a file before. Raises PnpError (ART002) if it has changed meanwhile."""
    try:
        return make_face(read_file(path, name), form_of(name), wish, Stripped(path), Allowance())
    except ArtFault:
        raise changed_meanwhile() from None


def make_face(data: bytes, form: Form, wish: Wish, origin: Source, allowance: Allowance) -> Made:
    """The face of a file whose own pixels are found at the `origin`. Raises ArtFault."""
    said: list[Remark] = []
    if wish.bleed > wish.shown:
        bleed, hint = format_mm(wish.bleed), "make_bleed: extend, mirror or a colour"
        words = f"{format_mm(wish.includes)} mm of bleed, but {bleed} are wanted"
        said.append(Remark("ART010", "warning", f"has {words}", f"have {words}", hint))
    if form == "svg":
        return Made(_draw(read_svg(data), wish, said, allowance), said)
    pixels = _fit(raster.decode(data, WHITE), wish, said)
    ppi = _resolution(pixels, wish)
    if ppi < LEAST_PPI:
        words, hint = f"{ppi:.0f} ppi on {wish.area.size}", f"{LEAST_PPI} are wanted"
        hint += ", 300 are good"
        said.append(Remark("ART008", "warning", f"has {words}", f"have {words}", hint))
    return Made(_face(pixels, wish, origin), said)


# -- pixels ----------------------------------------------------------------------------------------


def _fit(pixels: Pixels, wish: Wish, said: list[Remark]) -> Pixels:
    """The pixels that fill the area: cut, or padded, where proportions differ."""
    ratio = wish.area.width / wish.area.height
    found = pixels.width / pixels.height
    if not _other(found, wish, said) or wish.fit == "stretch":
        return pixels
    if wish.fit == "contain":
        return raster.pad_to(pixels, ratio, WHITE)
    return raster.crop_to(pixels, ratio)


def _other(found: float, wish: Wish, said: list[Remark]) -> bool:
    """True if art has other proportions than its area; says so unless a fit was chosen."""
    area = wish.area
    differ = found * area.height / area.width
    if max(differ, 1 / differ) <= 1 + SLACK:
        return False
    if wish.fit is None:
        lost = 100 * (1 - min(differ, 1 / differ))
        words, hint = f"other proportions than {area.size}", "fit: cover, contain or stretch"
        one = f"has {words}: {lost:.0f} % of it are cut off"
        many = f"have {words}: up to {{}} % of each are cut off"
        said.append(Remark("ART009", "warning", one, many, hint, lost))
    return True


def _resolution(pixels: Pixels, wish: Wish) -> float:
    """The lower of the two resolutions of pixels that fill the area, per inch."""
    return min(pixels.width / wish.area.width, pixels.height / wish.area.height) * MM_PER_INCH


def _face(pixels: Pixels, wish: Wish, origin: Source | None = None) -> Face:
    """The face of pixels that fill the area."""
    area = wish.area
    if wish.max_ppi is not None and _resolution(pixels, wish) > wish.max_ppi:
        width, height = (max(1, mm_to_px(side, wish.max_ppi)) for side in area.size)
        pixels = raster.scale_to(pixels, width, height)
    across, down = pixels.width / area.width, pixels.height / area.height
    ink = Ink()
    if wish.missing and wish.made in ("extend", "mirror"):
        more = math.ceil(wish.missing * across), math.ceil(wish.missing * down)
        pixels = raster.grow(pixels, *more, wish.made)
        area = Rect(
            area.x - more[0] / across,
            area.y - more[1] / down,
            pixels.width / across,
            pixels.height / down,
        )
    elif wish.missing and wish.made:
        ink.rect(Rect(0, 0, *wish.size).inset(-wish.shown), fill=wish.made)
    ink.image(raster.bitmap_of(pixels, origin), area)
    return Face(wish.size, (Stamp(ink.layer()),), wish.shown)


# -- drawings --------------------------------------------------------------------------------------


def _draw(art: SvgArt, wish: Wish, said: list[Remark], allowance: Allowance) -> Face:
    """The face of an SVG: vectors if our profile has all of it, else pixels."""
    other = _other(art.view.width / art.view.height, wish, said)
    box = _box(art.view, wish) if other else wish.area
    try:
        if wish.missing and wish.made in ("extend", "mirror"):
            raise Beyond(f"bleed made by make_bleed: {wish.made}")
        layer = translate(art, _map(art.view, box))
    except Beyond as feature:
        one = f"is printed as pixels, for it has {feature}"
        many = f"are printed as pixels, for they have {feature}"
        said.append(Remark("ART012", "note", one, many, f"{_ppi(wish):.0f} ppi"))
        return _rendered(art, box, wish, said, allowance)
    stack = [Stamp(layer)] if layer.svg else []
    inner = wish.area if wish.missing else None
    frames = [(box, WHITE)] if wish.fit == "contain" and other else []
    frames += [(inner, wish.made)] if inner and wish.made else []
    stack += [Stamp(_frame(hole, wish, paint)) for hole, paint in frames]
    return Face(wish.size, tuple(stack), wish.shown)


def _ppi(wish: Wish) -> float:
    return min(PPI, wish.max_ppi or PPI)


def _rendered(art: SvgArt, box: Rect, wish: Wish, said: list[Remark], allowance: Allowance) -> Face:
    width, height = (max(1, math.ceil(side / MM_PER_INCH * _ppi(wish))) for side in box.size)
    pixels = render(art, width, height, WHITE, allowance, said)
    ratio = wish.area.width / wish.area.height
    if box != wish.area:
        pad = wish.fit == "contain"
        pixels = raster.pad_to(pixels, ratio, WHITE) if pad else raster.crop_to(pixels, ratio)
    return _face(pixels, wish)


def _box(view: Rect, wish: Wish) -> Rect:
    """Where the whole of a drawing comes to lie, in face coordinates."""
    area = wish.area
    if wish.fit == "stretch":
        return area
    choose = min if wish.fit == "contain" else max
    scale = choose(area.width / view.width, area.height / view.height)
    width, height = view.width * scale, view.height * scale
    return Rect(area.centre.x - width / 2, area.centre.y - height / 2, width, height)


def _map(view: Rect, box: Rect) -> Affine:
    scale = Affine.scaling(box.width / view.width, box.height / view.height)
    return Affine.translation(box.x, box.y) @ scale @ Affine.translation(-view.x, -view.y)


def _frame(hole: Rect, wish: Wish, paint: str) -> Layer:
    """A ground round a box: drawings may go on beyond their view box."""
    ink = Ink()
    outer = Rect(0, 0, *wish.size).inset(-wish.shown - 1.0)
    d = "".join(
        f"M{num(box.x)} {num(box.y)}H{num(box.right)}V{num(box.bottom)}H{num(box.x)}Z"
        for box in (outer, hole)
    )
    ink.path(d, fill=paint, fill_rule="evenodd")
    return ink.layer()
