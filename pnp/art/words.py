"""Words of drawings: each in a face of ours that has all its letters, or refused.

What resvg does with words in a font that it lacks is to leave them out, without a word. So nothing
is left to it: every run of words that is seen gets family, weight, style and size as attributes of
its own, those of one of our faces.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from functools import cache
from unicodedata import normalize
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from pnp.art.files import ArtFault
from pnp.art.lettering import INHERITED, Span, is_eaten, unlike
from pnp.art.readers import number_text
from pnp.art.references import targets_of
from pnp.art.remarks import Remark
from pnp.art.shapes import DRAWN
from pnp.characters import composed
from pnp.draw.fonts import Font, all_fonts, families

MEDIUM = 16.0
"""The size of words that say none, user units."""
_SIZES = ("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large")
_SIZE_OF = dict(zip(_SIZES, (9.0, 10.0, 13.0, MEDIUM, 18.0, 24.0, 32.0), strict=True))
_STEPS = {"smaller": 1 / 1.2, "larger": 1.2}
_ROOT = {"font-size": str(MEDIUM), "font-weight": "400"}
_INHERITED = INHERITED | {
    *("font-family", "font-style", "font-stretch", "letter-spacing", "word-spacing"),
    *("text-anchor", "visibility", "fill", "fill-opacity", "stroke", "stroke-opacity"),
    "stroke-width",
}
_GENERIC = {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji"}
_GENERIC |= {"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "inherit"}
_RESOURCES = {"defs", "symbol", "clipPath", "mask", "marker", "pattern"}
"""What is drawn only where something refers to it."""
IN_TEXT = {"tspan", "a", "textPath", "tref"}
_FLOWS = {"flowRoot", "textArea"}
"""Elements of drafts of SVG 1.2, which Inkscape and few others draw."""
_UNFLOW = "in Inkscape: Text > Convert to Text; or turn the words into paths"
_NUMBERS = ("font-size", "letter-spacing", "word-spacing")
_SHOWN = 24
"""So many characters of words are quoted."""
_TO_PATHS = "turn the words into paths"


class Words(Struct):
    """What was found of a drawing: the spans of words and the shapes that are seen, the faces that
    words are set in, what is to be refused and what is to be said."""

    spans: list[Span] = field(default_factory=list)
    shapes: list[Span] = field(default_factory=list)
    faces: dict[str, Font] = field(default_factory=dict)
    faults: list[ArtFault] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def set_words(root: Element) -> Words:
    """Set the words of a resolved drawing, which is changed, in our faces.

    Faults: ART007 for families that we do not have, each once; FONT001 for characters without a
    glyph; ART015 for what resvg would set otherwise than the drawing program shows.
    """
    setter = _Setter(root)
    setter.visit(root, _ROOT)
    setter.write()
    hint = f"{_TO_PATHS}, or use {', '.join(families())}"
    wanting = [
        ArtFault("ART007", f"has words in {family or 'no font that it names'}: '{shown}'", hint)
        for family, shown in setter.wanting.items()
    ]
    found = setter.found
    found.faults = list({fault.says: fault for fault in wanting + found.faults}.values())
    return found


class _Setter:
    """Walks what is seen of a drawing, through everything that it refers to."""

    def __init__(self, root: Element) -> None:
        self.named = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        self.parents = {child: element for element in root.iter() for child in element}
        self.referred: set[Element] = set()
        self.set: dict[Element, dict[str, str]] = {}
        self.found = Words()
        self.wanting: dict[str, str] = {}

    def visit(self, element: Element, over: dict[str, str]) -> None:
        """Set the words of an element that inherits the state `over`, and of all it refers to."""
        if element.get("display") == "none" or element.get("opacity") == "0":
            return
        state = inherit(element, over)
        if element.get("font-size") in _SIZE_OF:  # what is in em is measured by it
            element.set("font-size", state["font-size"])
        for name in targets_of(element):
            self._refer(element, name, state)
        if element.tag == "text":
            self._text(element, state)
        elif element.tag in _FLOWS:
            shown = quoted(" ".join(element.itertext()))
            fault = ArtFault("ART015", f"has words that flow: '{shown}'", _UNFLOW)
            self.found.faults.append(fault)
        elif element.tag in DRAWN and element not in self.referred:
            self.referred.add(element)
            shape = Span(element, state, None, "")
            self.found.shapes += [shape] if shape.is_seen else []
        for child in element if element.tag != "text" else ():
            if child.tag not in _RESOURCES:
                self.visit(child, state)

    def _refer(self, element: Element, name: str, state: dict[str, str]) -> None:
        target = self.named.get(name)
        if target is None or element.tag in ("a", "textPath", "tref"):
            return
        if element.tag == "use":
            self.visit(target, state)
        elif target not in self.referred:
            self.referred.add(target)
            self.visit(target, self._own(self.parents.get(target)))

    def _own(self, element: Element | None) -> dict[str, str]:
        """The state of an element where it stands."""
        return _ROOT if element is None else inherit(element, self._own(self.parents.get(element)))

    # -- one text ----------------------------------------------------------------------------------

    def _text(self, text: Element, state: dict[str, str]) -> None:
        spans = list(_spans(text, state, None))
        seen = [span for span in spans if span.shows]
        for what, hint, span in unlike(spans, self.named):
            shown = f": '{quoted(span.words)}'" if span.shows else ""
            fault = ArtFault("ART015", f"has text with {what}{shown}", hint or _TO_PATHS)
            self.found.faults.append(fault)
        faces = [face for span in seen if (face := self._face(span))]
        for span in spans:
            face = chosen(span.state)[0] or (faces[0] if faces else None)
            if face is not None:
                self._put(span, face)
        self.found.spans += [span for span in seen if span.element not in self.referred]
        self.referred.update(span.element for span in seen)

    def _face(self, span: Span) -> Font | None:
        """The face of words that are seen, or None; what is wrong with it is kept."""
        face, other = chosen(span.state)
        shown = quoted(span.words)
        if face is None:
            self.wanting.setdefault(span.state.get("font-family", "").strip(), shown)
            return None
        if other:
            words = f"words in {other}, printed in {face.name}"
            hint = f"{_TO_PATHS} if another face will not do"
            remark = Remark("ART016", "warning", f"has {words}", f"have {words}", hint)
            if remark not in self.found.remarks:
                self.found.remarks.append(remark)
        lack, hint = face.lack(re.sub(r"[ \t\r\n]", "", span.words))
        if is_eaten(span, lambda char: face.width(char, float(span.state["font-size"]))):
            fault = ArtFault("ART015", f"has letters that overlap: '{shown}'", _TO_PATHS)
            self.found.faults.append(fault)
        if lack:
            fault = ArtFault("FONT001", f"has the words '{shown}', but {lack}", hint)
            self.found.faults.append(fault)
        return face

    def _put(self, span: Span, face: Font) -> None:
        """Note what a span is to have of its own, so that resvg finds this face and no other."""
        self.found.faces[face.name] = face
        wanted = {
            "font-family": face.family,
            "font-weight": str(face.weight),
            "font-style": "italic" if face.italic else "normal",
            "font-stretch": "normal",
            **{name: span.state[name] for name in _NUMBERS if name in span.state},
            **_closed_up(span),
        }
        if span.over is None:
            wanted["xml:space"] = "default" if is_closed(span.state) else "preserve"
        if self.set.setdefault(span.element, wanted) != wanted:
            shown = f"has words that are used twice, in two fonts: '{quoted(span.words)}'"
            self.found.faults.append(ArtFault("ART015", shown, "unlink the clones"))

    def write(self) -> None:
        """Give all spans what they are to have."""
        for element, wanted in self.set.items():
            element.attrib.pop("xml:space", None)
            element.attrib.update(wanted)


def _spans(element: Element, state: dict[str, str], over: Span | None) -> Iterator[Span]:
    """A text and what is in it as spans, in order; words become what is drawn (NFC)."""
    written = sum(map(len, [element.text or "", *(child.tail or "" for child in element)]))
    pieces = [_drawn(element.text)]
    element.text = pieces[0]
    for child in element:
        child.tail = _drawn(child.tail)
        pieces.append(child.tail)
    words = "".join(pieces)
    span = Span(element, state, over, words, len(words) != written)
    yield span
    for child in element:
        if child.tag in IN_TEXT and child.get("display") != "none":
            yield from _spans(child, inherit(child, state), span)


def is_closed(state: dict[str, str]) -> bool:
    """True if several blanks are one, and those at the ends none."""
    return state.get("white-space", "normal") in ("normal", "nowrap")


def _closed_up(span: Span) -> dict[str, str]:
    """The dx of words that are not anchored at their start: for browsers they end in the blank of
    their letter-spacing, which resvg leaves out."""
    anchor, spacing = span.state.get("text-anchor", "start"), span.state.get("letter-spacing", "0")
    if anchor == "start" or spacing == "0" or spacing.endswith("%") or span.count("x") != 1:
        return {}
    first, *rest = span.element.get("dx", "0").replace(",", " ").split() or ["0"]
    with contextlib.suppress(ValueError):
        moved = float(first) - float(spacing) * (0.5 if anchor == "middle" else 1.0)
        return {"dx": " ".join([number_text(moved), *rest])}
    return {}


def _drawn(text: str | None) -> str:
    """Characters as they are drawn: letters and marks as one, nothing that is not seen."""
    return "".join(c for c in normalize("NFC", text or "") if composed(c))


def quoted(words: str) -> str:
    """The beginning of words, for messages."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"


# -- what is inherited ---------------------------------------------------------------------------


def inherit(element: Element, over: dict[str, str]) -> dict[str, str]:
    """The state of words in an element: properties that it has or inherits; sizes are numbers in
    user units, weights whole numbers."""
    own = {name: value for name, value in element.attrib.items() if name in _INHERITED}
    space = element.get("xml:space")
    if space is not None:
        own.setdefault("white-space", "pre" if space == "preserve" else "normal")
    if element.tag != "text" and element.tag not in IN_TEXT:
        lines = element.get("text-decoration", "none")
        own |= {"decorated": lines} if lines != "none" else {}
    size = _size(element.get("font-size", ""), float(over["font-size"]))
    for name in own.keys() & {"letter-spacing", "word-spacing"}:
        own[name] = _spacing(own[name], size)
    weight = _weight(element.get("font-weight", ""), int(over["font-weight"]))
    return {**over, **own, "font-size": number_text(size), "font-weight": str(weight)}


def _size(text: str, over: float) -> float:
    if text in _SIZE_OF:
        return _SIZE_OF[text]
    if text in _STEPS:
        return over * _STEPS[text]
    factor = over if text.endswith("em") else over / 100 if text.endswith("%") else 1.0
    try:
        size = float(text.rstrip("em%")) * factor
    except ValueError:
        return over
    return size if size >= 0 else over


def _spacing(text: str, size: float) -> str:
    if text == "normal":
        return "0"
    return number_text(float(text[:-2]) * size) if text.endswith("em") else text


def _weight(text: str, over: int) -> int:
    """CSS Fonts 4, 2.2: `bolder` and `lighter` go by what they are compared with."""
    if text == "bolder":
        return 400 if over < 350 else 700 if over < 550 else max(900, over)
    if text == "lighter":
        return min(100, over) if over < 550 else 400 if over < 750 else 700
    named = {"normal": 400, "bold": 700}.get(text)
    if named is not None:
        return named
    number = float(text) if re.fullmatch(r"\d{1,4}(\.\d+)?", text) else 0.0
    return round(number) if 1 <= number <= 1000 else over


# -- faces ---------------------------------------------------------------------------------------


def chosen(state: dict[str, str]) -> tuple[Font | None, str]:
    """The face for a state, and what was asked for if that is another one, in words.

    A family that we lack is passed over, as its author planned; a generic one is never, for every
    other program has some font for it.
    """
    passed = []
    for name in _listed(state.get("font-family", "")):
        if name.casefold() in _GENERIC:
            break
        known = _known().get(_key(name))
        if known is None:
            passed.append(name)
            continue
        face, asked = _nearest(known, state)
        return face, ", ".join(passed) or asked
    return None, ""


def _listed(text: str) -> list[str]:
    """The families of a list, without quotes."""
    parts = re.findall(r"\"[^\"]*\"|'[^']*'|[^,\"']+", text)
    return [name for part in parts if (name := " ".join(part.strip(" \t\r\n'\"").split()))]


def _key(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


@cache
def _known() -> dict[str, Font]:
    """Faces by family, and by their own names, as some programs write them: Alegreya-Bold."""
    fonts = {_key(font.name): font for font in all_fonts()}
    fonts |= {_key(font.family): font for font in all_fonts() if _is_plain(font)}
    return fonts


def _is_plain(font: Font) -> bool:
    return font.weight == 400 and not font.italic


def _nearest(known: Font, state: dict[str, str]) -> tuple[Font, str]:
    """The face of a family that CSS takes (Fonts 4, 5.2), and what it was to be in words if it is
    not that."""
    weight = int(state["font-weight"])
    weight = known.weight if weight == 400 else weight
    style = state.get("font-style", "normal").partition(" ")[0]
    italic = known.italic or style in ("italic", "oblique")
    stretch = state.get("font-stretch", "normal")
    faces = [font for font in all_fonts() if font.family == known.family]
    faces = [font for font in faces if font.italic == italic] or faces
    face = min(faces, key=lambda font: _distance(font.weight, weight))
    asked = [known.family]
    asked += [str(weight)] if face.weight != weight else []
    asked += ["italic"] if face.italic != italic else []
    asked += [stretch] if stretch not in ("normal", "100%") else []
    return face, " ".join(asked) if len(asked) > 1 else ""


def _distance(weight: int, wanted: int) -> tuple[bool, bool, int]:
    """The order in which weights are tried: from 400 to 500 up to 500 first, then down; below 400
    down first, above 500 up first."""
    if 400 <= wanted <= 500:
        return not wanted <= weight <= 500, weight > 500, abs(weight - wanted)
    far = weight > wanted if wanted < 400 else weight < wanted
    return far, False, abs(weight - wanted)
