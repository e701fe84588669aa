"""How words are set in a drawing: what resvg does otherwise than the programs that made it.

Found by drawing the text drawings of resvg's own tests with our fonts, and comparing them with a
browser's pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from pnp.art.references import HREF

_PLAIN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("text-transform", "text-shadow", "font-size-adjust"), ("none",)),
    **dict.fromkeys(("font-feature-settings", "font-variation-settings"), ("normal",)),
    **dict.fromkeys(("font-variant", "font-variant-caps", "font-variant-position"), ("normal",)),
    **dict.fromkeys(("font-variant-numeric", "font-variant-alternates"), ("normal",)),
    "direction": ("ltr",),
    "white-space": ("normal", "nowrap", "pre", "pre-wrap", "break-spaces"),
    "writing-mode": (
        *("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb"),
        *("tb", "tb-rl", "vertical-rl", "vertical-lr"),
    ),
    "text-orientation": ("mixed",),
    "glyph-orientation-vertical": ("auto",),
}
"""Inherited properties with the values that are drawn right."""
INHERITED = set(_PLAIN)
_OWN: dict[str, tuple[str, ...]] = {
    "unicode-bidi": ("normal", "embed", "isolate", "plaintext"),
    "dominant-baseline": (
        *("auto", "alphabetic", "ideographic", "hanging", "mathematical", "central", "middle"),
        *("text-after-edge", "text-before-edge"),
    ),
    "text-decoration": ("none", "underline", "overline", "line-through"),
    "text-decoration-line": ("none",),
    "text-decoration-style": ("solid",),
    "text-decoration-color": ("currentcolor",),
    "text-decoration-thickness": ("auto", "from-font"),
    **dict.fromkeys(("method", "spacing"), ("align", "exact", "auto")),
    "side": ("left",),
    "path": (),
}
"""The same of those that are said of a text or a part of it."""
_GROUPS = ("clip-path", "mask", "filter")
_VERTICAL = {"tb", "tb-rl", "vertical-rl", "vertical-lr"}
_LINES = "break the lines yourself, or turn the words into paths"


class Span(Struct, frozen=True, eq=False):
    """A text or an element in one: its state (what it is and inherits), the span it lies in, and
    the words that are directly in it. `counted` says that characters were put together."""

    element: Element
    state: dict[str, str]
    over: Span | None
    words: str
    counted: bool = False

    @property
    def is_filled(self) -> bool:
        return self.state.get("fill") != "none" and self.state.get("fill-opacity") != "0"

    @property
    def is_lined(self) -> bool:
        lined = self.state.get("stroke", "none") != "none" and self.state.get("stroke-width") != "0"
        return lined and self.state.get("stroke-opacity") != "0"

    @property
    def is_seen(self) -> bool:
        """True if there is paint for its words."""
        shown = self.state.get("visibility", "visible") == "visible"
        return shown and (self.is_filled or self.is_lined) and float(self.state["font-size"]) > 0

    @property
    def shows(self) -> bool:
        """True if there are words to be seen directly in it."""
        return bool(self.words.strip()) and self.is_seen

    @property
    def chain(self) -> Iterator[Span]:
        """The span and those that it lies in, up to the text."""
        yield self
        if self.over is not None:
            yield from self.over.chain

    def count(self, name: str) -> int:
        """How many values an attribute lists."""
        return len(self.element.get(name, "").replace(",", " ").split())

    def has(self, *names: str) -> bool:
        """True if one of the attributes says more than `none` or nothing."""
        return any(self.element.get(name, "none") not in ("none", "0") for name in names)


Fault = tuple[str, str, Span]
"""What is not drawn as meant, what to do about it if that is not to draw paths, and where."""


def unlike(spans: Sequence[Span], named: Mapping[str, Element]) -> Iterator[Fault]:
    """What resvg sets otherwise in the spans of one text, each once."""
    told: set[str] = set()
    for span in spans:
        if span.element.tag == "tref":
            yield "a <tref>", "write the words where they are shown", span
        if not span.shows:
            continue
        found = [(name, "") for check in _CHECKS for name in check(span)]
        found += [
            (name, "") for name in (*_path_faults(span, spans, named), *_anchors(span, spans))
        ]
        if not _is_laid(span):
            found.append(("lines that are broken by the program", _LINES))
        for what, hint in found:
            if what not in told:
                told.add(what)
                yield what, hint, span


def _properties(span: Span) -> Iterator[str]:
    for name, known in _PLAIN.items():
        value = span.state.get(name, "").lower()
        if value and value not in known:
            yield f"{name}: {value[:30]}"
    for one in span.chain:
        for name, known in _OWN.items():
            words = one.element.get(name, "").lower()
            if words and not {*words.split()} <= {*known} and words not in known:
                yield f"{name}: {words[:30]}"


def _parts(span: Span) -> Iterator[str]:
    """What may be said of a text, and is not drawn of its parts."""
    *parts, text = span.chain
    for one in parts:
        yield from (f"a {name} of a part of a text" for name in _GROUPS if one.has(name))
    for name in ("writing-mode", "white-space"):
        if span.state.get(name) != text.state.get(name):
            yield f"a {name} of a part of a text"
    if text.has("baseline-shift"):
        yield "a baseline-shift of a whole text"
    for one in parts:
        if (shift := one.element.get("baseline-shift")) in ("sub", "super"):
            yield f"baseline-shift: {shift}, which every program reads otherwise"
    if span.counted and any(one.count(n) > 1 for one in span.chain for n in _LISTS):
        yield "letters placed one by one, with accents that are characters of their own"


_LISTS = ("x", "y", "dx", "dy", "rotate")


def _lines(span: Span) -> Iterator[str]:
    """Underlines and the like."""
    *_, text = span.chain
    lined = [one for one in span.chain if one.has("text-decoration")]
    if "decorated" in text.state:
        yield "a text-decoration of a group"
    if any(one.state["font-size"] != span.state["font-size"] for one in lined):
        yield "a text-decoration over words of several sizes"
    if lined and any(one.has("rotate") for one in span.chain):
        yield "a text-decoration of turned letters"


def _vertical(span: Span) -> Iterator[str]:
    if span.state.get("writing-mode") not in _VERTICAL:
        return
    names = ("text-decoration", "rotate", "baseline-shift")
    for name in (*names, "dominant-baseline", "alignment-baseline"):
        if any(one.has(name) for one in span.chain):
            yield f"vertical words with {name}"


def _anchors(span: Span, spans: Sequence[Span]) -> Iterator[str]:
    """Words are anchored from one place that is said to the next, as their first ones are."""
    anchor = span.state.get("text-anchor", "start")
    *parts, text = span.chain
    first = next(one for one in spans if one.words.strip())
    for one in parts if span is not first else ():
        over = one.over.state if one.over else {}
        if anchor != over.get("text-anchor", "start") and not one.count("x"):
            yield "a text-anchor of a part of a text without a place"
            return
    if anchor == "start":
        return
    for one in span.chain:
        if one.count("y") > max(one.count("x"), one is text):
            yield f"a list of y with text-anchor: {anchor}"


def _spacings(span: Span) -> Iterator[str]:
    for name in ("letter-spacing", "word-spacing"):
        if span.state.get(name, "").endswith("%"):
            yield f"{name} in %"
    lengths = [one for one in span.chain if one.has("textLength")]
    if span.element.get("textLength") == "0":
        yield "textLength: 0"
    if not lengths:
        return
    if lengths != [span] or any(len(one.element) for one in lengths):
        yield "textLength of words with parts"
    if any(float(span.state.get(n, "0")) for n in ("letter-spacing", "word-spacing")):
        yield "textLength with letter-spacing"
    if span.over is not None and span.element.get("lengthAdjust") == "spacingAndGlyphs":
        yield "lengthAdjust of a part of a text"


_CHECKS: tuple[Callable[[Span], Iterator[str]], ...]
_CHECKS = (_properties, _parts, _lines, _vertical, _spacings)


def _is_laid(span: Span) -> bool:
    """False for words whose lines only their program breaks. Inkscape says where each begins, for
    programs that do not."""
    *parts, text = span.chain
    if any(one.count("x") and one.count("y") for one in parts):
        return True
    size = text.element.get("inline-size", "auto")
    flows = size not in ("auto", "0") or text.has("shape-inside")
    return not flows


def _path_faults(span: Span, spans: Sequence[Span], named: Mapping[str, Element]) -> Iterator[str]:
    """What is wrong with words along a path, and after it."""
    paths = [one for one in span.chain if one.element.tag == "textPath"]
    if not paths:
        before = spans[: next(i for i, one in enumerate(spans) if one is span)]
        if any(one.element.tag == "textPath" for one in before) or _goes_on(span):
            yield "words after those along a path"
        return
    (path,) = paths[-1:]
    if len(paths) > 1 or path.over is None or path.over.over is not None:
        yield "words along a path within another part"
    else:
        yield from _target_faults(named.get(path.element.get(HREF, "")[1:]))
    names = ("rotate", "text-decoration", "baseline-shift")
    for name in (*names, "dominant-baseline", "alignment-baseline"):
        if any(one.has(name) for one in span.chain):
            yield f"{name} of words along a path"
    if any(one is not path and one.over and one.has("x", "y") for one in span.chain):
        yield "places of words along a path"


def _target_faults(target: Element | None) -> Iterator[str]:
    if target is None:
        yield "words along a path that is not there"
    elif target.tag != "path":
        yield f"words along a <{target.tag}>"


def _goes_on(span: Span) -> bool:
    """True if words stand directly behind a textPath in the same element."""
    return any(child.tag == "textPath" and (child.tail or "").strip() for child in span.element)


def is_eaten(span: Span, advance: Callable[[str], float]) -> bool:
    """True if a negative letter-spacing makes letters vanish: resvg drops those that are narrower;
    `advance` is how wide a letter is, user units."""
    spacing = float(re.sub("%$", "", span.state.get("letter-spacing", "0")))
    return spacing < 0 and any(advance(c) + spacing <= 0 for c in span.words if not c.isspace())
