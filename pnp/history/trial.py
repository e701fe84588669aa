"""What a plan would look like with some values as they were: a reason must stand this trial."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Component, Game
from pnp.definition.source import Node
from pnp.errors import Loc, PnpError
from pnp.game.loader import reread
from pnp.game.plan import Plan
from pnp.record.sources import within


class Value(Struct, frozen=True, order=True):
    """A written value by its file in the game folder and its path there, as `tiles.lab-07`."""

    file: str
    path: str


Old = Mapping[Value, str | None]
"""Values as they were, None for one that was not written."""


def plan_with(plan: Plan, old: Old) -> Plan | None:
    """The plan of a game in which some values are as they were; None if it cannot be read so."""
    game = plan.game
    nodes: dict[str, Node] = {}
    for component in game.components:
        file, start = home_of(component, game)
        node = component.at.node
        for value, text in old.items():
            if value.file == file and value.path.startswith(start):
                node = put(node, value.path.removeprefix(start), text)
        if node is not component.at.node:
            nodes[component.id] = node
    root = game.file.at.node
    for value, text in old.items():
        if value.file == within(root.loc.file, game):
            root = put(root, value.path, text)
        elif value.file == _theme_file(game):
            root = put(root, f"theme.{value.path}", text)
    try:
        changed = reread(game, root, nodes)
        found = Plan(changed, plan.options) if changed else None
    except PnpError:
        return None
    if found is not None:
        found.share_allowance(plan)
    return found


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


def put(node: Node, path: str, text: str | None) -> Node:
    """A tree with another text at a path, or without it; what is missing on the way is made."""
    step, rest = _step(node, path)
    if node.kind == "list":
        return _put_item(node, step, rest, text)
    fields = dict(node.fields) if node.kind == "map" else {}
    if rest:
        fields[step] = put(fields.get(step) or Node("map", node.loc), rest, text)
    elif text is None:
        fields.pop(step, None)
    else:
        fields[step] = _scalar(fields.get(step), node.loc, text)
    keys = {key: node.keys.get(key, node.loc) for key in fields}
    return Node("map", node.loc, fields=fields, keys=keys)


def _put_item(node: Node, step: str, rest: str, text: str | None) -> Node:
    items = list(node.items)
    number = int(step) if step.isdecimal() else len(items)
    if number < len(items) and rest:
        items[number] = put(items[number], rest, text)
    elif number < len(items) and text is None:
        del items[number]
    elif number < len(items):
        items[number] = _scalar(items[number], node.loc, text or "")
    elif text is not None:
        items.append(_scalar(None, node.loc, text))
    return replace(node, items=items)


def _scalar(node: Node | None, loc: Loc, text: str) -> Node:
    if node is not None and node.kind == "scalar":
        return replace(node, text=text)
    return Node("scalar", loc, text)
