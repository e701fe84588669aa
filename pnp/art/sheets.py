"""Style sheets and `style` attributes: what they ask of the elements of an SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
from msgspec import Struct

from pnp.art.readers import Source, Tokens, Undrawn, colour_text, read_length, trimmed, words_of

SVG = "http://www.w3.org/2000/svg"


class Asked(Struct, frozen=True):
    """A declaration: what is asked for, and whether it is !important."""

    name: str
    value: Any
    important: bool
    source: Source


class Sheets:
    """The style sheets of a drawing; `undrawn` is what they hold that is not understood."""

    def __init__(self, root: Element) -> None:
        self.undrawn: list[Undrawn] = []
        self._styles: dict[str, list[Asked]] = {}
        rules = list(self._sheet(root))
        self._matched = _match(root, rules) if rules else {}

    def wishes(self, element: Element) -> list[Asked]:
        """What is asked of an element by rules and its `style`, what counts last."""
        style = element.get("style", "")
        if style not in self._styles:
            self._styles[style] = self.declarations(style, "style")
        return [*self._matched.get(element, ()), *self._styles[style]]

    def _sheet(self, root: Element) -> Iterator[tuple[Any, list[Asked]]]:
        """The selectors of all style sheets with their declarations, in order."""
        for style in root.iter("style"):
            if style.get("type", "text/css") in ("", "text/css"):
                sheet = tinycss2.parse_stylesheet(
                    "".join(style.itertext()), skip_comments=True, skip_whitespace=True
                )
                media = style.get("media", "")
                if _is_asked(media) is None:
                    self.undrawn.append(Undrawn(f"a style sheet for '{media[:40]}'", "remove it"))
                elif _is_asked(media):
                    yield from self._rules(sheet, {})

    def _rules(self, rules: Any, spaces: dict[Any, str]) -> Iterator[tuple[Any, list[Asked]]]:
        for rule in rules:
            if rule.type == "qualified-rule":
                yield from self._rule(rule, spaces)
            elif rule.type == "at-rule":
                yield from self._at_rule(rule, spaces)

    def _rule(self, rule: Any, spaces: dict[Any, str]) -> Iterator[tuple[Any, list[Asked]]]:
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude, spaces)
        except cssselect2.SelectorError:
            what = f"the selector '{tinycss2.serialize(rule.prelude).strip()[:40]}'"
            self.undrawn.append(Undrawn(what, "use classes, or presentation attributes"))
            return
        wishes = self.declarations(rule.content, "sheet")
        for selector in selectors:
            if selector.pseudo_element is None:
                yield selector, wishes

    def _at_rule(self, rule: Any, spaces: dict[Any, str]) -> Iterator[tuple[Any, list[Asked]]]:
        name, asked = rule.lower_at_keyword, tinycss2.serialize(rule.prelude).strip()
        if name == "namespace":
            prefix = [t.value for t in rule.prelude if t.type == "ident"]
            space = [t.value for t in rule.prelude if t.type in ("string", "url")]
            spaces[prefix[0] if prefix else None] = "" if space == [SVG] else str(space)
        elif name == "media":
            applies = _is_asked(asked)
            if applies is None:
                self.undrawn.append(Undrawn(f"@media {asked[:40]}", "remove the rule"))
            elif applies:
                inner = tinycss2.parse_rule_list(
                    rule.content or (), skip_comments=True, skip_whitespace=True
                )
                yield from self._rules(inner, spaces)
        elif name not in (
            *("charset", "keyframes", "-webkit-keyframes", "page"),
            *("import", "font-face"),  # refused before
        ):
            self.undrawn.append(Undrawn(f"the rule @{name}", "use plain rules"))

    def declarations(self, content: Any, source: Source) -> list[Asked]:
        found = []
        for part in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if part.type == "declaration":
                name = part.name if part.name.startswith("--") else part.lower_name
                if name == "font" and has_variables(part.value):
                    self.undrawn.append(Undrawn("font: var(…)", "write the font itself"))
                found += list(_longhands(name, trimmed(part.value), part.important, source))
            elif part.type == "qualified-rule":
                self.undrawn.append(
                    Undrawn("rules within rules of a style sheet", "write them one by one")
                )
        return found


def _match(root: Element, sheet: list[tuple[Any, list[Asked]]]) -> dict[Element, list[Asked]]:
    """What style sheets ask of each element, what counts last."""
    matcher = cssselect2.Matcher()
    for selector, wishes in sheet:
        matcher.add_selector(selector, wishes)
    found = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapper)
        if matches:
            found[wrapper.etree_element] = [wish for *_, wishes in matches for wish in wishes]
    return found


_MET = re.compile(r"all|screen|\(prefers-color-scheme:\s*light\)|", re.IGNORECASE)
_UNMET = re.compile(r"\(prefers-color-scheme:\s*dark\)", re.IGNORECASE)


def _is_asked(media: str) -> bool | None:
    """True if a media query is met by a picture on white, None if that is not known."""
    asked = [part.strip() for part in media.split(",")]
    if any(map(_MET.fullmatch, asked)):
        return True
    return False if all(map(_UNMET.fullmatch, asked)) else None


# -- variables and shorthands ----------------------------------------------------------------------

_DEEPEST = 20


def has_variables(tokens: Tokens) -> bool:
    return any(
        (t.type == "function" and t.lower_name == "var")
        or has_variables(getattr(t, "arguments", None) or getattr(t, "content", None) or ())
        for t in tokens
    )


def substituted(tokens: Tokens, variables: dict[str, Tokens], depth: int) -> Tokens | None:
    """The value with var(--x, fallback) put in; None if it comes to nothing."""
    if depth > _DEEPEST:
        return None
    found: list[Any] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "var":
            first, *rest = words_of(token.arguments)
            put = variables.get(first.value) if first.type == "ident" else None
            if put is not None:
                put = substituted(put, variables, depth + 1)
            if put is None and rest and rest[0] == ",":
                comma = token.arguments.index(rest[0])
                put = substituted(token.arguments[comma + 1 :], variables, depth + 1)
            if put is None:
                return None
            found += put
        elif token.type == "function" and has_variables(token.arguments):
            inner = substituted(token.arguments, variables, depth + 1)
            if inner is None:
                return None
            text = f"{token.name}({tinycss2.serialize(inner)})"
            found += tinycss2.parse_component_value_list(text)
        else:
            found.append(token)
    return trimmed(found)


def _longhands(name: str, value: Tokens, important: bool, source: Source) -> Iterator[Asked]:
    """The declarations that one of a style stands for."""
    shorthand = _SHORTHANDS.get(name)
    if shorthand is None:
        yield Asked(name, value, important, source)
        return
    for longhand, tokens in shorthand(value):
        yield Asked(longhand, tokens, important, source)


def _markers(value: Tokens) -> Iterator[tuple[str, Tokens]]:
    for name in ("marker-start", "marker-mid", "marker-end"):
        yield name, value


def _background(value: Tokens) -> Iterator[tuple[str, Tokens]]:
    """The colour of a background, the rest as its image."""
    colours = [t for t in words_of(value) if _is_colour(t)]
    images = [t for t in words_of(value) if t.type in ("url", "function") and t not in colours]
    yield "background-image", images or tinycss2.parse_component_value_list("none")
    if len(colours) <= 1:
        yield "background-color", colours or tinycss2.parse_component_value_list("transparent")


def _is_colour(token: Any) -> bool:
    try:
        return colour_text([token]) is not None or (
            token.type == "function" and token.lower_name == "var"
        )
    except Undrawn:
        return True


_FONT_WORDS = {
    "font-style": {"italic", "oblique"},
    "font-variant": {"small-caps"},
    "font-weight": {"bold", "bolder", "lighter"},
    "font-stretch": {"condensed", "expanded", "semi-condensed", "semi-expanded"},
}


def _font(value: Tokens) -> Iterator[tuple[str, Tokens]]:
    """`italic bold 20px/1.2 Alegreya, serif`; nothing of one that is broken."""
    normal = tinycss2.parse_component_value_list("normal")
    found: dict[str, Tokens] = dict.fromkeys(_FONT_WORDS, normal)
    parts = list(value)
    while parts:
        token = parts.pop(0)
        word = token.lower_value if token.type == "ident" else ""
        kind = next((name for name, words in _FONT_WORDS.items() if word in words), None)
        if kind is not None or (token.type == "number" and 1 <= token.value <= 1000):
            found[kind or "font-weight"] = [token]
        elif token.type != "whitespace" and word != "normal":
            break
    else:
        return
    if (
        read_length([token], "sheet", words=("medium", "small", "large", "larger", "smaller"))
        is None
    ):
        return
    family = trimmed(parts)
    if family and family[0] == "/":
        family = trimmed(trimmed(family[1:])[1:])
    if family:
        yield from {**found, "font-size": [token], "font-family": family}.items()


_SHORTHANDS = {"marker": _markers, "background": _background, "font": _font}
