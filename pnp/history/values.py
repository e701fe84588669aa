"""Written values by their paths, and where they are in the present definition."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.definition.model import Component, Game
from pnp.definition.source import Node
from pnp.errors import Loc
from pnp.record.sources import within


class Value(Struct, frozen=True, order=True):
    """A written value by its file in the game folder and its path there, as `tiles.lab-07`."""

    file: str
    path: str


def home_of(component: Component, game: Game) -> tuple[str, str]:
    """The file of a component and what its paths begin with there: `boxes.box.` for a box."""
    node = component.at.node
    boxes = game.file.at.node.fields.get("boxes")
    for key, box in boxes.fields.items() if boxes else ():
        if box is node:
            return within(node.loc.file, game), f"boxes.{key}."
    return within(node.loc.file, game), ""


def _theme_file(game: Game) -> str | None:
    """The file of the theme if it is one of its own."""
    theme = game.file.at.node.fields.get("theme")
    if theme is None or theme.loc.file == game.file.loc.file:
        return None
    return within(theme.loc.file, game)


def text_at(game: Game, value: Value) -> tuple[str | None, Loc | None]:
    """The present text of a value (None if it is not written), and its place or the nearest."""
    for node, path in _roots(game, value):
        found, rest = _descend(node, path)
        if not rest:
            return found.text, found.loc
        if found is not node or node.kind == "map":
            return None, found.loc
    return None, None


def node_at(game: Game, value: Value) -> Node | None:
    """The node of a value, None if it is not written."""
    for node, path in _roots(game, value):
        found, rest = _descend(node, path)
        if not rest:
            return found
    return None


def _roots(game: Game, value: Value) -> Iterator[tuple[Node, str]]:
    """The tree of a value's file, with the path in it."""
    if value.file == _theme_file(game):
        yield game.file.at.node.fields["theme"], value.path
    elif value.file == within(game.file.loc.file, game):
        yield game.file.at.node, value.path
    for component in game.components:
        file, start = home_of(component, game)
        if file == value.file and not start:
            yield component.at.node, value.path


def _descend(node: Node, path: str) -> tuple[Node, str]:
    """The deepest node along a path, and what is left of the path."""
    while path:
        step, rest = _step(node, path)
        if node.kind == "map" and step in node.fields:
            node, path = node.fields[step], rest
        elif node.kind == "list" and step.isdecimal() and int(step) < len(node.items):
            node, path = node.items[int(step)], rest
        else:
            break
    return node, path


def _step(node: Node, path: str) -> tuple[str, str]:
    """The first step of a path and the rest; keys may hold dots themselves."""
    known = [k for k in node.fields if path == k or path.startswith(f"{k}.")]
    step = max(known, key=len) if known else path.partition(".")[0]
    return step, path[len(step) + 1 :]
