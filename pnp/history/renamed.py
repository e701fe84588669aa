"""Pieces that got another name and another look at once: told by what was written for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.art.files import is_picture
from pnp.game.plan import Plan
from pnp.history.printed import Printed
from pnp.piece import Piece
from pnp.record.sources import origin_of

ALIKE = 0.6
"""The share of lines that must be the same, of all values that were written for a piece."""
MOST_PAIRS = 10_000
"""So many pairs of pieces are looked at: a record may be a stranger's."""
_SHARED = ("copies", "back")
"""Values that many pieces have in common."""

Lines = dict[str, list[str]]
"""The lines of each value, by its path from that of the piece."""


def find_renamed(gone: Sequence[Printed], new: Sequence[Piece], plan: Plan) -> dict[str, str]:
    """The ids of new pieces that stand for printed ones of the same component, which are not there
    any more, with the old ids: the same art, or most values alike; the most alike first."""
    found: dict[str, str] = {}
    for score, id, old in sorted(_pairs(gone, new, plan), key=lambda pair: -pair[0]):
        if score > ALIKE and id not in found and old not in found.values():
            found[id] = old
    return found


def _pairs(
    gone: Sequence[Printed], new: Sequence[Piece], plan: Plan
) -> Iterator[tuple[float, str, str]]:
    for id in dict.fromkeys(piece.component for piece in new):
        olds = [(old.id, _lines(old.path, old.own)) for old in gone if old.component == id]
        news = [piece for piece in new if piece.component == id]
        component = plan.game.component(id)
        if component is None or not 0 < len(olds) * len(news) <= MOST_PAIRS:
            continue
        own = origin_of(component, plan.pieces_of(id), plan.game).own
        for piece in news:
            lines = _lines(*own[piece.id]) if piece.id in own else {}
            yield from ((_likeness(then, lines), piece.id, old) for old, then in olds)


def _lines(path: str, values: Mapping[str, str]) -> Lines:
    found = {name.removeprefix(path): text.splitlines() for name, text in values.items()}
    return {name: lines for name, lines in found.items() if not name.endswith(_SHARED)}


def _likeness(old: Lines, new: Lines) -> float:
    """The share of lines that are the same; of those with the same art, more than of any other."""
    same = sum(
        one == other
        for name in new.keys() & old.keys()
        for one, other in zip(old[name], new[name], strict=False)
    )
    most = max(sum(map(len, old.values())), sum(map(len, new.values())), 1)
    return same / most + bool(_pictures(old) & _pictures(new))


def _pictures(lines: Lines) -> set[str]:
    return {text for value in lines.values() for text in value if is_picture(text)}
