"""Certificates: all hold, and hardly any change goes unnoticed.

A changed certificate that is still accepted must be a genuine solution: the search's judge, which
shares no code with the verifier, has the last word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from dedale_help import certificates, kit, plan

from pnp.families.dedale.certificate import (
    Certificate,
    certificates_json,
    read_certificates,
    verify,
)
from pnp.families.dedale.judge import REACH, WIDTH, Judge
from pnp.families.dedale.search import _laid, _stamps
from pnp.families.dedale.table import CardTable, tiles_of


def test_sixty_certificates_hold() -> None:
    assert len(certificates()) == 60
    assert {(c.labor, c.players) for c in certificates()} == {
        (number, players) for number in kit().labors for players in range(1, 7)
    }
    assert [flaw for one in certificates() if (flaw := verify(one, kit()))] == []


def final_table(certificate: Certificate) -> CardTable:
    table = CardTable()
    table.lay(tiles_of(kit().start, 0, -1, -1))
    for move in certificate.moves:
        table.lay(tiles_of(kit().cards[move.card], move.rot // 90, move.row, move.col))
    return table


def test_they_lock_in_both_senses() -> None:
    for one in certificates():
        table = final_table(one)
        room = table.locked_room()
        assert room is not None
        assert room.strict and table.strictly_locked()


def judged_solved(certificate: Certificate) -> bool:
    """Whether the search's judge finds the labor met after the last move."""

    def put(id: str, rot: int, row: int, col: int) -> None:
        nonlocal planes
        card = kit().start if id == "" else kit().cards[id]
        stamp = next(s for s in _stamps(id, card) if s.rot == rot)
        planes = _laid(planes, stamp, (row + REACH) * WIDTH + col + REACH)

    first = next(_stamps("", kit().start))
    planes = tuple(0 for _ in first.planes)
    put("", 0, -1, -1)
    for move in certificate.moves:
        put(move.card, move.rot, move.row, move.col)
    return Judge(kit().labors[certificate.labor].condition, kit()).score(planes) < 0


def test_verifier_and_judge_agree_on_what_holds() -> None:
    assert all(map(judged_solved, certificates()))


def changed(one: Certificate, **new: object) -> Certificate:
    """A certificate with its last move but one changed."""
    moves = [*one.moves]
    moves[-2] = replace(moves[-2], **new)  # type: ignore[arg-type]
    return replace(one, moves=tuple(moves))


def stranger(one: Certificate) -> str:
    """A card that the last player but one cannot have in hand."""
    dealt = one.deal[one.moves[-2].player :: one.players]
    return next(iter(sorted(set(one.deal) - set(dealt))), one.moves[0].card)


def other_letter(one: Certificate) -> str | None:
    return next(x for x in (None, *kit().colours) if x != one.moves[-2].indicated)


def swapped(one: Certificate) -> tuple[str, ...]:
    first, *rest, last = one.deal
    return (last, *rest, first)


MUTATIONS: dict[str, Callable[[Certificate], list[Certificate]]] = {
    "drop": lambda c: [replace(c, moves=c.moves[:-1]), replace(c, moves=c.moves[1:])],
    "card": lambda c: [changed(c, card=stranger(c))],
    "rot": lambda c: [changed(c, rot=(c.moves[-2].rot + turn) % 360) for turn in (90, 180)],
    "row": lambda c: [changed(c, row=c.moves[-2].row + step) for step in (-1, 1)],
    "col": lambda c: [changed(c, col=c.moves[-2].col + step) for step in (-1, 1)],
    "indicated": lambda c: [changed(c, indicated=other_letter(c))],
    "player": lambda c: [changed(c, player=(c.moves[-2].player + 1) % 6)],
    "twice": lambda c: [replace(c, deal=(c.deal[1], *c.deal[1:]))],
    "deal": lambda c: [replace(c, deal=swapped(c))],
    "condition": lambda c: [replace(c, condition=c.condition + "; tiles >= 1")],
    "hand": lambda c: [replace(c, hand=3 - c.hand)],
    "players": lambda c: [replace(c, players=c.players % 6 + 1)],
    "more": lambda c: [replace(c, moves=(*c.moves, c.moves[-1]))],
}
LENIENT = ("rot", "row", "col", "deal", "players")
"""Changes that may happen to be another solution."""


@pytest.mark.parametrize("kind", MUTATIONS)
def test_changes_are_noticed(kind: str) -> None:
    tried = [mutant for one in certificates() for mutant in MUTATIONS[kind](one)]
    accepted = [one for one in tried if verify(one, kit()) is None]
    assert len(tried) >= 60
    assert all(map(judged_solved, accepted)), "what is accepted solves the labor"
    assert len(accepted) <= (0.15 * len(tried) if kind in LENIENT else 0)


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"labor": "XL"}, "there is no labor XL"),
        ({"condition": "tiles >= 7"}, "labor I asks for tiles >= 6, not tiles >= 7"),
        ({"condition": "tiles >="}, "its condition: the condition ends where a number belongs"),
        ({"hand": 2}, "labor I is played with 1 in hand, not 2"),
        ({"players": 7}, "7 players"),
        ({"players": 0}, "0 players"),
        ({"moves": ()}, "it has no moves"),
    ],
)
def test_flaws_of_the_head(new: dict[str, object], says: str) -> None:
    one = replace(certificates()[0], **new)  # type: ignore[arg-type]
    flaw = verify(one, kit())
    assert flaw is not None
    assert flaw.message == says


def test_a_flaw_names_its_move_and_shows_the_table() -> None:
    one = changed(certificates()[0], rot=45)
    flaw = verify(one, kit())
    assert flaw is not None
    assert (
        flaw.message
        == f"move {flaw.move + 1 if flaw.move is not None else 0}: 45 degrees is no quarter turn"
    )
    assert flaw.loc == one.moves[-2].loc and "@" in flaw.picture


def test_files_are_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(certificates_json(certificates()), encoding="utf-8")
    found, problems = read_certificates(path)
    assert (tuple(found), problems) == (certificates(), [])
    assert found[0].loc is not None and found[0].moves[1].loc is not None
    line = path.read_text(encoding="utf-8").splitlines()[found[0].moves[1].loc.line - 1]
    assert found[0].moves[1].card in line


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"rot": 180', '"rot": "half"', "DEF003"),
        ('"rot": 180, ', "", "DEF003"),
        ('"rot": 180', '"rott": 180', "DEF002"),
        ('"players": 1', '"players": 1, "players": 2', "DEF001"),
        ("]}", "]", "SRC004"),
    ],
)
def test_mistakes_in_files_have_places(tmp_path: Path, old: str, new: str, code: str) -> None:
    path = tmp_path / "c.json"
    text = certificates_json(certificates()[:1])
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    _, problems = read_certificates(path)
    assert code in [p.code for p in problems]
    assert all(p.loc is not None and p.loc.line >= 1 for p in problems)


def test_a_plan_reads_its_certificates_once() -> None:
    from pnp.families.dedale.certificate import all_certificates

    assert all_certificates(plan())[0] is all_certificates(plan())[0]
