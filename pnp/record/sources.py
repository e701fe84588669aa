"""What was read to make the pieces: written values by file and path, so that a difference between
two records can say why. Places have no lines: a comment must change no document.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pnp.art.files import ArtFault, find_file, is_picture
from pnp.definition.model import Component, Game
from pnp.definition.source import Node
from pnp.errors import Loc
from pnp.limits import MOST_ART
from pnp.piece import Piece
from pnp.system.disk import read_file

LONGEST, WIDEST = 4000, 1000
"""Characters of a value that is kept, of a longer one the hash is; and of a path."""
_ELSEWHERE = ("documents", "boxes", "manifest", "setup", "distribution", "rules", "placement")
"""Parts of the game file that are drawn on no piece, or belong to components."""


class Origin(Struct, frozen=True):
    """The values of a component: shared by its pieces, and of single ones (id to path, values).
    The pictures of backs are left out if they are recorded elsewhere (`backs` is False)."""

    file: str
    shared: dict[str, str]
    own: dict[str, tuple[str, dict[str, str]]]
    backs: bool = True


def origin_of(component: Component, pieces: Sequence[Piece], game: Game) -> Origin:
    """Where the values of a component and of its pieces are written."""
    node, start = component.at.node, ""
    boxes = game.file.at.node.fields.get("boxes")
    for key, box in boxes.fields.items() if boxes else ():
        if box is node:
            start = f"boxes.{key}"
    own = _own_paths(node, start, pieces)
    values: dict[str, dict[str, str]] = {id: {} for id in own}
    shared: dict[str, str] = {}
    owners = {path: id for id, path in own.items()}
    for path, text in sorted(leaves(node, start)):
        owner = next((owners[p] for p in _above(path) if p in owners), None)
        (shared if owner is None else values[owner])[path] = kept(text)
    file = within(node.loc.file, game)
    return Origin(file, shared, {id: (path, values[id]) for id, path in own.items()})


def of_fronts(origin: Origin) -> Origin:
    """An origin without what all backs share, and without their pictures."""
    shared = {path: text for path, text in origin.shared.items() if not makes_backs(path)}
    return replace(origin, shared=shared, backs=False)


def makes_backs(path: str) -> bool:
    """True for the values of a component that all its backs share."""
    return path == "back" or path.startswith("backs.")


def game_values(game: Game, drawn: str) -> dict[str, dict[str, str]]:
    """What the game file and the theme say that stands in `drawn`, the SVG of a document.

    Emblems are drawn as paths and cannot be found in it; they always count.
    """
    found: dict[str, dict[str, str]] = {}
    for name, node in game.file.at.node.fields.items():
        if name in _ELSEWHERE:
            continue
        theme = name == "theme" and node.loc.file != game.file.loc.file
        for path, text in sorted(leaves(node, "" if theme else name)):
            if path.endswith("emblem") or _is_drawn(text, drawn):
                found.setdefault(within(node.loc.file, game), {})[path] = kept(text)
    return found


def _is_drawn(text: str, drawn: str) -> bool:
    """True if a colour, a family or the first word of a text stands in the drawing."""
    if text.startswith("#"):
        return f'"{text.upper()}"' in drawn or f'"{text}"' in drawn
    return f'="{text}"' in drawn or f">{text.split()[0]}" in drawn


def within(file: str, game: Game) -> str:
    """A file of the game, as it is called inside the game's folder."""
    try:
        return Path(file).relative_to(game.path).as_posix()
    except ValueError:
        return Path(file).name


def needs_of(needed: Mapping[str, Sequence[Piece]]) -> dict[str, str]:
    """What a component was told of others: how many pieces, how large and thick."""
    found = {}
    for id, pieces in sorted(needed.items()):
        sizes = sorted({(*p.size, p.thickness) for p in pieces})
        words = ", ".join(f"{w:.2f} x {h:.2f} x {t:g} mm" for w, h, t in sizes[:6])
        found[id] = f"{sum(p.copies for p in pieces)} pieces: {words}"
    return found


def pictures_of(origin: Origin, game: Game) -> dict[str, str]:
    """The files of art that the values of a component name, with 16 figures of their SHA-256."""
    own = (
        text
        for place, values in origin.own.values()
        for path, text in values.items()
        if origin.backs or path != f"{place}.back"
    )
    found = {}
    for name in sorted({*origin.shared.values(), *own}):
        if is_picture(name):
            with contextlib.suppress(ArtFault, OSError):
                path = find_file(game, name)[0]
                found[name] = hashlib.sha256(read_file(path, MOST_ART)).hexdigest()[:16]
    return found


def _own_paths(node: Node, start: str, pieces: Sequence[Piece]) -> dict[str, str]:
    """The path of each piece that ends with its id, or the widest that belongs to it alone; none
    for what they all share.

    A mapping begins where its first key does, so a place may have several paths.
    """
    paths: dict[Loc, list[str]] = {}
    for loc, path in _places(node, start):
        paths.setdefault(loc, []).append(path)
    found = {p.id: list(dict.fromkeys(paths.get(p.loc, ()))) for p in pieces if p.loc != node.loc}
    uses = Counter(above for own in found.values() for above in {u for p in own for u in _above(p)})
    lonely = {id: [path for path in own if uses[path] == 1] for id, own in found.items()}
    return {
        id: next((path for path in own if path.endswith(f".{id}")), own[0])
        for id, own in lonely.items()
        if own
    }


def _places(node: Node, path: str) -> Iterator[tuple[Loc, str]]:
    """Places with the path of what begins there, the outer ones first."""
    for name, child in _children(node):
        below = f"{path}.{name}" if path else name
        yield child.loc, below
        if name in node.keys:
            yield node.keys[name], below
        yield from _places(child, below)


def leaves(node: Node, path: str = "") -> Iterator[tuple[str, str]]:
    """The written values below a node, by their paths."""
    if node.kind == "scalar":
        if node.text:
            yield path[:WIDEST], node.text
        return
    for name, child in _children(node):
        yield from leaves(child, f"{path}.{name}" if path else name)


def _children(node: Node) -> Iterator[tuple[str, Node]]:
    yield from node.fields.items()
    yield from ((str(i), item) for i, item in enumerate(node.items))


def _above(path: str) -> Iterator[str]:
    """A path and those it lies below, the longest first."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def kept(text: str) -> str:
    """A value without the blanks at the ends of its lines, which nobody reads."""
    text = "\n".join(map(str.rstrip, text.splitlines())).rstrip()
    if len(text) <= LONGEST:
        return text
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
