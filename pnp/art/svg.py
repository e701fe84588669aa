"""SVG files as trees: parsed without entities, within limits; what reaches out is refused.

Only elements of SVG remain, without what editors add in namespaces of their own. The tree is what
is drawn later, so nothing that was not looked at here reaches a renderer.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from msgspec import Struct

from pnp.art.cascade import resolve
from pnp.art.files import ArtFault
from pnp.art.raster import check_picture
from pnp.art.references import HREF, LOCAL, targets_of
from pnp.art.sheets import SVG
from pnp.art.words import Words, set_words
from pnp.geometry.plane import Rect
from pnp.units import svg_length

MAX_SVG_BYTES = 16_000_000
MAX_DEPTH = 100
MAX_ELEMENTS = 200_000
"""The most elements, those that are used repeatedly counted as often."""
LEAST, FAR = 1e-4, 1e7
"""Limits of a view box's sides and corner, user units."""
MAX_CHAIN = 250
"""How deep references and groups may lie in each other."""
MOST_FAULTS = 8
"""So many faults of one file are told."""
XLINK, XML = "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
_ACTIVE = {"script", "foreignObject", "iframe", "audio", "video", "canvas", "handler", "listener"}
_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,", re.IGNORECASE)


class SvgArt(Struct, frozen=True):
    """A safe SVG: its resolved root (see `cascade`), its view box in user units, and how many
    elements it draws, those that are used repeatedly counted as often; and its words, set in our
    fonts."""

    root: Element
    view: Rect
    elements: int
    words: Words


def read_svg(data: bytes) -> SvgArt:
    """Parse a file. Raises ArtFault: ART003 to ART006 and ART015; with one of the last two come
    all others of the file, and those of its fonts (ART007)."""
    if len(data) > MAX_SVG_BYTES:
        most = f"at most {MAX_SVG_BYTES / 1e6:.0f} MB as SVG; export it as PNG"
        raise ArtFault("ART005", f"is too large a file: {len(data) / 1e6:.0f} MB", most)
    reader = _Reader()
    try:
        root = reader.read(_text(data))
    except ArtFault as error:
        raise_faults([*reader.faults, error])
        raise
    root, undrawn = resolve(root)
    elements = _count(root)
    words = set_words(root)
    raise_faults([*reader.faults, *undrawn, *words.faults])
    return SvgArt(root, _view(root), elements, words)


def raise_faults(faults: list[ArtFault]) -> None:
    """Raise the first with the others, `MOST_FAULTS` at most; nothing if there is none."""
    if faults:
        faults[0].others = faults[1:MOST_FAULTS]
        raise faults[0]


def _text(data: bytes) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ArtFault("ART004", f"is not UTF-8 (its line {line})", "save it as UTF-8") from None


class _Reader:
    """Receives expat's events; keeps elements of SVG, drops foreign ones with all they hold.

    What is refused is dropped as well and kept in `faults`, so that all of it can be told.
    """

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self.depth = self.elements = 0
        self.skipped = 0
        self.faults: list[ArtFault] = []
        self.styles = 0
        self.style_text: list[str] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._words
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.ProcessingInstructionHandler = self._instruction

    def read(self, text: str) -> Element:
        try:
            self.parser.Parse(text, True)
            root = self.builder.close()
        except expat.ExpatError as error:
            what = expat.errors.messages[error.code]
            if what in (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN):
                what = "it ends too early"
            says = f"is broken: {what} (its line {error.lineno})"
            raise ArtFault("ART004", says, "export it again") from None
        return root

    def _refuse(self, what: str, hint: str = "") -> None:
        self.faults.append(self._fault(what, hint))

    def _fault(self, what: str, hint: str) -> ArtFault:
        return ArtFault("ART006", f"{what} (its line {self.parser.CurrentLineNumber})", hint)

    def _doctype(self, name: str, system: Any, public: Any, subset: int) -> None:
        if subset:
            raise self._fault("declares entities in a DTD", "save it as plain SVG")

    def _entity(self, *_: Any) -> None:
        raise self._fault("declares entities in a DTD", "save it as plain SVG")

    def _instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            self._refuse("loads a style sheet", "put the styles into the file")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > MAX_DEPTH:
            says = f"is nested more than {MAX_DEPTH} levels deep"
            raise ArtFault("ART005", f"{says} (its line {self.parser.CurrentLineNumber})")
        if self.elements > MAX_ELEMENTS:
            raise _too_many()
        space, _, tag = name.rpartition(" ")
        if self.depth == 1 and (space, tag) != (SVG, "svg"):
            raise ArtFault("ART003", "is XML, but not an SVG", "its root must be svg, with xmlns")
        if self.skipped or space != SVG or tag == "metadata":
            self.skipped += 1
            return
        if tag == "foreignObject" and "requiredExtensions" in attributes:  # a program's own copy
            self.skipped += 1
            return
        if tag in _ACTIVE:
            self._refuse(f"holds <{tag}>", "remove it: art is only drawn, never run")
            self.skipped += 1
            return
        self.styles += tag == "style"
        self.builder.start(tag, self._attributes(tag, attributes))

    def _attributes(self, tag: str, attributes: dict[str, str]) -> dict[str, str]:
        """Those of SVG, each looked at."""
        found: dict[str, str] = {}
        for name, value in attributes.items():
            space, _, local = name.rpartition(" ")
            if space not in ("", XLINK, XML) or (space and local not in ("href", "space")):
                continue
            if not space and local.lower().startswith("on"):
                self._refuse(f"runs a script ({local})", "remove it")
                continue
            if local == "href":
                self._check_target(tag, value.strip())
                if not space or HREF not in found:  # plain goes before xlink
                    found[HREF] = value.strip()
                continue
            self._check_value(local, value)
            found["xml:space" if space else local] = value
        return found

    def _check_target(self, tag: str, target: str) -> None:
        if target.startswith("#") and tag != "image":  # resvg takes that of an image for a file
            return
        inside = tag in ("image", "feImage") and _DATA.match(target)
        if not inside:
            shown = target if len(target) < 60 else target[:57] + "…"
            hint = "embed the picture, or remove the reference"
            self._refuse(f"refers to '{shown}', outside itself", hint)
            return
        try:
            data = base64.b64decode(re.sub(r"\s", "", target[inside.end() :]), validate=True)
        except (binascii.Error, ValueError):
            self._refuse("holds an embedded picture that cannot be read")
            return
        check_picture(data)

    def _check_value(self, name: str, value: str) -> None:
        rest = LOCAL.sub("", value)
        if "url(" in rest.lower():
            self._refuse(f"refers outside itself in '{name}'", "embed what it needs")
        if name == "style" and "\\" in value:
            self._refuse("hides characters of a style", "write it without a backslash")

    def _words(self, text: str) -> None:
        if not self.skipped:
            if self.styles:
                self.style_text.append(text)
            self.builder.data(text)

    def _end(self, name: str) -> None:
        self.depth -= 1
        if self.skipped:
            self.skipped -= 1
            return
        tag = name.rpartition(" ")[2]
        if tag == "style":
            self.styles -= 1
            text = "".join(self.style_text)
            self.style_text = []
            if re.search(r"@import|@font-face", text, re.IGNORECASE):
                self._refuse("loads styles or fonts", "embed styles, turn text into paths")
            self._check_value("style", text)
        self.builder.end(tag)


def _too_many() -> ArtFault:
    return ArtFault("ART005", f"draws more than {MAX_ELEMENTS:,} elements", "export it as PNG")


def _count(root: Element) -> int:
    """How many elements are drawn. Refuses drawings that grow without bounds by using parts of
    themselves in each other."""
    named = {element.get("id", ""): element for element in root.iter()}
    known: dict[int, int] = {}
    open_ones: set[int] = set()

    def size(element: Element, depth: int) -> int:
        if id(element) in known:
            return known[id(element)]
        if id(element) in open_ones or depth > MAX_CHAIN:
            raise ArtFault("ART005", "uses a part of itself within itself", "export it as PNG")
        open_ones.add(id(element))
        total = 1 + sum(size(child, depth + 1) for child in element)
        for target in targets_of(element):
            if target in named:
                total += size(named[target], depth + 1)
        if total > MAX_ELEMENTS:
            raise _too_many()
        open_ones.discard(id(element))
        known[id(element)] = total
        return total

    return size(root, 0)


def _view(root: Element) -> Rect:
    """The view box, or width and height. Raises ArtFault for a drawing without a size."""
    box = root.get("viewBox")
    try:
        if box is not None:
            view = Rect(*map(float, re.split(r"[\s,]+", box.strip())))
        else:
            view = Rect(0, 0, svg_length(root.get("width", "")), svg_length(root.get("height", "")))
    except (ValueError, TypeError):
        view = Rect(0, 0, 0, 0)
    sides, corner = (view.width, view.height), (view.x, view.y)
    if not (all(LEAST < s < FAR for s in sides) and all(abs(c) < FAR for c in corner)):
        hint = "give its root a viewBox, or width and height"
        raise ArtFault("ART004", "does not say how large it is", hint)
    return view
