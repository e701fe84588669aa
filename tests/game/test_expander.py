"""Components are drawn once, what they are made from first, and say what they needed."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.definition.source import Written
from pnp.errors import PnpError
from pnp.game.expander import Expander
from pnp.game.loader import find_game, load, made
from pnp.game.options import Options
from pnp.kinds import find_kind


def expander(name: str, options: Options = Options()) -> Expander:  # noqa: B008
    return Expander(load(find_game(name))[0], options)


def test_what_a_component_is_made_from(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[str] = Counter()

    def counting(name: str) -> object:
        drawn[name] += 1
        return find_kind(name)

    monkeypatch.setattr("pnp.game.expander.find_kind", counting)
    own = expander("mino-dice")
    stickers = own.pieces_of("stickers")
    assert own.needs == {"stickers": {"dice": None}}
    assert own.pieces_of("stickers") == stickers and own.pieces_of("dice")
    assert drawn == {"stickers": 1, "die": 1}
    other = Expander(own.game, own.options)
    other.share(own)
    assert other.pieces_of("stickers") == stickers and drawn.total() == 2


def test_inks_change_what_is_given_out_only() -> None:
    full, grey = expander("labydo"), expander("labydo", Options(ink="gray"))
    assert full.tone.colour("#B4532A", "area") == "#B4532A" != grey.tone.colour("#B4532A", "area")
    assert full.pieces_of("pawns")[0].front.key != grey.pieces_of("pawns")[0].front.key


def test_unknown_and_circular_components() -> None:
    with pytest.raises(KeyError):
        expander("labydo").pieces_of("nothing")
    box: dict[str, Written] = {"kind": "tuckbox", "holds": ["b"]}
    game, _ = made(
        "g",
        {"title": "G", "documents": {"d": {"print": ["a"]}}},
        {"a": box, "b": {**box, "holds": ["a"]}},
    )
    with pytest.raises(PnpError, match="components need each other: a -> b -> a"):
        Expander(game, Options()).pieces_of("a")
