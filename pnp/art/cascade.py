"""One reading of an SVG for all that draw it: styles become attributes, in user units and sRGB.

A resolved drawing has no style sheet, class or `style`; what is said of an element is said in its
attributes, so that our vectors and resvg cannot read it in two ways. What browsers draw and
neither of them does is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import tinycss2

from pnp.art.files import ArtFault
from pnp.art.properties import GEOMETRY, ON_ROOT, PROPERTIES, UNDRAWN
from pnp.art.readers import Source, Tokens, Undrawn, read_length, trimmed
from pnp.art.sheets import Asked, Sheets, has_variables, substituted

LANGUAGE = "en"
"""The language that a `switch` by languages is read in."""
_LENGTHS = {
    *("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"),
    *("fx", "fy", "fr", "refX", "refY", "markerWidth", "markerHeight", "startOffset"),
    *("textLength", "stdDeviation", "dx", "dy"),
}
"""Attributes that are lengths, or lists of lengths."""
_DROPPED = {"style", "title", "desc", "metadata", "view", "script"}
_CONDITIONS = ("requiredFeatures", "requiredExtensions", "systemLanguage")
_UNCONDITIONAL = {"clipPath", "mask", "marker", "pattern", "filter", "linearGradient"}
_UNCONDITIONAL |= {"radialGradient", "symbol", "stop"}
"""What is drawn where something refers to it, whatever its conditions."""
_UNDRAWN_ELEMENTS = {
    **dict.fromkeys(
        ("animate", "animateTransform", "animateMotion", "animateColor", "set"),
        "remove the animation",
    ),
    **dict.fromkeys(
        ("meshgradient", "meshGradient", "hatch", "solidcolor", "solidColor"),
        "use a gradient, a pattern or a picture",
    ),
}
_LINES = {"line", "rect", "circle", "ellipse", "polyline", "polygon", "path"}


def resolve(root: Element) -> tuple[Element, list[ArtFault]]:
    """The resolved drawing, a new tree, and what of it cannot be drawn (ART015)."""
    cascade = _Cascade(root)
    resolved = _with_plain_root(cascade.element(root, {}, {}, None))
    faults = [ArtFault("ART015", f"has {what}", hint) for what, hint in cascade.undrawn.items()]
    return resolved, faults


_OF_GROUPS = ("opacity", "filter", "mask", "clip-path")


def _with_plain_root(root: Element) -> Element:
    """The drawing with what its root looks like as a group in it, on the root's background."""
    group = Element(
        "g", {name: root.attrib.pop(name) for name in _OF_GROUPS if name in root.attrib}
    )
    ground = root.attrib.pop("background-color", "#00000000")
    for name in ("mix-blend-mode", "isolation"):
        root.attrib.pop(name, None)
    children = [] if root.attrib.pop("display", "") == "none" else list(root)
    for child in list(root):
        root.remove(child)
    if ground != "#00000000":
        root.append(Element("rect", {**_canvas(root), "fill": ground, "stroke": "none"}))
    if group.attrib:
        group.extend(children)
        children = [group]
    root.extend(children)
    named = {f"#{element.get('id')}" for element in root.iter()}
    for element in root.iter():
        if not set(re.findall(r"url\((#[^)]*)\)", element.get("filter", ""))) <= named:
            del element.attrib["filter"]  # as if there was none, where a part of it is not found
    return _with_its_size(root)


_ALIKE = 0.01
"""Proportions of a size and a view box that differ less are the same, rounded."""


def _with_its_size(root: Element) -> Element:
    """A drawing whose width and height have other proportions than its view box, in a picture of
    that size; what fills it is said by `preserveAspectRatio`."""
    try:
        width, height = float(root.get("width", "")), float(root.get("height", ""))
        ratio = width / height * float(_canvas(root)["height"]) / float(_canvas(root)["width"])
    except (ValueError, ZeroDivisionError):
        return root
    if not ("viewBox" in root.attrib and width > 0 and height > 0 and abs(ratio - 1) > _ALIKE):
        return root
    picture = Element("svg", {"viewBox": f"0 0 {width!r} {height!r}"})
    picture.append(root)
    return picture


def _canvas(root: Element) -> dict[str, str]:
    """The rectangle of the whole drawing."""
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    if len(box) != 4:
        box = ["0", "0", "100%", "100%"]
    return dict(zip(("x", "y", "width", "height"), box, strict=True))


class _Cascade:
    def __init__(self, root: Element) -> None:
        self.undrawn: dict[str, str] = {}
        self.names: set[str] = set()
        self.attributes: dict[tuple[str, str], Asked] = {}
        self.known: dict[int, str | Undrawn | None] = {}
        self.sheets = Sheets(root)
        for undrawn in self.sheets.undrawn:
            self.refuse(undrawn)

    def refuse(self, undrawn: Undrawn) -> None:
        self.undrawn.setdefault(undrawn.what, undrawn.hint)

    def element(
        self,
        element: Element,
        over: dict[str, str],
        variables: dict[str, Tokens],
        parent: Element | None,
    ) -> Element:
        """The resolved element with all that it holds; `over` is what it inherits."""
        tag = element.tag
        if tag in _UNDRAWN_ELEMENTS:
            self.refuse(Undrawn(f"<{tag}>", _UNDRAWN_ELEMENTS[tag]))
        wishes = self._wishes(element)
        variables = variables | {
            wish.name: wish.value for wish in wishes if wish.name.startswith("--")
        }
        new = Element(tag, self._plain(element))
        new.text, new.tail = element.text, element.tail
        try:
            self._look(wishes, variables, new, parent)
        except Undrawn as undrawn:
            self.refuse(undrawn)
        over = over | new.attrib
        self._check(new, over, parent)
        for child in _asked(element):
            if child.tag not in _DROPPED:
                new.append(self.element(child, over, variables, new))
            elif len(new):
                new[-1].tail = (new[-1].tail or "") + (child.tail or "")
            else:
                new.text = (new.text or "") + (child.tail or "")
        if tag == "switch":
            new.tag = "g"
        return new

    def _check(self, new: Element, over: dict[str, str], parent: Element | None) -> None:
        """Refuse what is right by itself, but not together."""
        if (
            parent is None
            and new.attrib.pop("transform", "matrix(1 0 0 1 0 0)")[7:] != "1 0 0 1 0 0)"
        ):
            self.refuse(Undrawn("a transform of the whole", "put it on a group inside"))
        linear = over.get("color-interpolation") == "linearRGB"
        if linear and new.tag in ("linearGradient", "radialGradient"):
            self.refuse(Undrawn("gradients in linearRGB", "use gradients in sRGB"))
        moved = new.get("transform") or new.get("gradientTransform") or new.get("patternTransform")
        if not moved:
            new.attrib.pop("transform-origin", None)
        elif new.attrib.pop("transform-box", "view-box") != "view-box":
            self.refuse(Undrawn("transform-box", "apply the transform in the drawing program"))
        if "pathLength" in new.attrib and over.get("stroke-dasharray", "none") != "none":
            hint = "write the dashes in user units, or turn them into paths"
            self.refuse(Undrawn("dashes by pathLength", hint))

    def _plain(self, element: Element) -> dict[str, str]:
        """The attributes that are no properties, lengths in user units; of equal ids the first."""
        found = {}
        for name, value in element.attrib.items():
            if name in PROPERTIES or name in ("style", "class", *_CONDITIONS):
                continue
            if name == "id":
                if value in self.names:
                    continue
                self.names.add(value)
            try:
                text = _plain_text(element.tag, name, value)
            except Undrawn as undrawn:
                self.refuse(undrawn)
                continue
            if text is not None:
                found[name] = text
        return found

    def _wishes(self, element: Element) -> list[Asked]:
        """All that is asked of an element, what counts last."""
        found = [
            self._said(name, value)
            for name, value in element.attrib.items()
            if name in PROPERTIES and PROPERTIES[name].attribute
        ]
        found += self.sheets.wishes(element)
        return sorted(found, key=lambda wish: wish.important)

    def _said(self, name: str, value: str) -> Asked:
        """What an attribute asks for; many elements have the same ones."""
        if (name, value) not in self.attributes:
            tokens = trimmed(tinycss2.parse_component_value_list(value))
            self.attributes[name, value] = Asked(name, tokens, False, "attribute")
        return self.attributes[name, value]

    def _look(
        self,
        wishes: list[Asked],
        variables: dict[str, Tokens],
        new: Element,
        parent: Element | None,
    ) -> None:
        """Give an element the properties that are asked of it. Raises Undrawn."""
        found: dict[str, str | Undrawn | None] = {}
        for wish in wishes:
            read = self._text(wish, variables, new, parent)
            if read is not _INVALID:
                found[wish.name] = read
        for name, text in found.items():
            if isinstance(text, Undrawn):
                raise text
            if text is None and name not in UNDRAWN:
                new.attrib.pop(name, None)
            elif text is not None:
                new.set(name, text)

    def _text(
        self, wish: Asked, variables: dict[str, Tokens], new: Element, parent: Element | None
    ) -> str | Undrawn | None:
        """The text of a property, None for one that is as if nothing was asked, or `_INVALID`."""
        if id(wish) in self.known:
            return self.known[id(wish)]
        value: Tokens | None = wish.value
        if has_variables(wish.value):
            value = substituted(wish.value, variables, 0)
        text: str | Undrawn | None = _INVALID
        try:
            if value is None:
                text = None
            elif value and wish.name in PROPERTIES:
                text = _property(wish.name, value, wish.source, parent)
            elif value and wish.source != "attribute":
                text = _only_css(wish.name, value, wish.source, new.tag, parent)
        except Undrawn as undrawn:
            text = undrawn
        if value is wish.value and wish.name in PROPERTIES and not _is_word(value, "inherit"):
            self.known[id(wish)] = text
        return text


def _is_word(value: Tokens, *words: str) -> bool:
    return len(value) == 1 and value[0].type == "ident" and value[0].lower_value in words


def _property(name: str, value: Tokens, source: Source, parent: Element | None) -> str | None:
    asked = PROPERTIES[name]
    if _is_word(value, "inherit", "unset", "revert", "revert-layer") and asked.inherited:
        return None
    if _is_word(value, "inherit") and parent is not None:
        return parent.get(name, asked.initial)
    if _is_word(value, "inherit", "unset", "revert", "revert-layer", "initial"):
        return asked.initial
    return _or_invalid(asked.read(value, source))


def _only_css(
    name: str, value: Tokens, source: Source, tag: str, parent: Element | None
) -> str | None:
    """What may be asked in CSS only: geometry, and what is not drawn."""
    reader, tags = GEOMETRY.get(name, (None, ()))
    if reader and tag in tags and (parent is not None or name not in _SIZE):
        return _or_invalid(reader(value, source))
    if name in UNDRAWN and (parent is None or name not in ON_ROOT):
        UNDRAWN[name](value, source)
        return None
    return _INVALID


_SIZE = ("x", "y", "width", "height")
_INVALID = "\0"


def _or_invalid(text: str | None) -> str:
    return _INVALID if text is None else text


def _plain_text(tag: str, name: str, value: str) -> str | None:
    """An attribute that is no property, lengths in user units; None for one that is invalid.

    Raises Undrawn.
    """
    if name not in _LENGTHS:
        return value
    if tag in GEOMETRY.get(name, ("", ()))[1]:
        return GEOMETRY[name][0](trimmed(tinycss2.parse_component_value_list(value)), "attribute")
    found = []
    for part in re.split(r"[\s,]+", value.strip()):
        length = read_length(tinycss2.parse_component_value_list(part), "attribute")
        if length is None:
            return value
        found.append(length)
    return " ".join(found)


def _asked(element: Element) -> Iterator[Element]:
    """The children whose conditions are met; of a switch the first."""
    for child in element:
        if child.tag in _UNCONDITIONAL:
            yield child
            continue
        if "requiredExtensions" in child.attrib:
            continue
        languages = child.get("systemLanguage")
        if languages is not None and LANGUAGE not in {
            one.strip().lower().partition("-")[0] for one in languages.split(",")
        }:
            continue
        yield child
        if element.tag == "switch":
            return
