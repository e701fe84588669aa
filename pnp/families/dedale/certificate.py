"""Certificates of solved deals: what was dealt and every move; reading, writing, and the verifier.

The verifier plays the moves again by the rules of `dedale_table`. It shares no code with the
search, so that a mistake of either shows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from pnp.definition.schema import Written, read
from pnp.definition.values import Text, Whole
from pnp.errors import Loc, PnpError, Problem
from pnp.families.dedale.conditions import Condition, parse_condition
from pnp.families.dedale.kit import Kit, labor_components
from pnp.families.dedale.labor import Labors
from pnp.families.dedale.table import CardTable, Room, tiles_of
from pnp.game.loader import read_inside
from pnp.game.plan import Plan

QUARTERS = (0, 90, 180, 270)
MOST_PLAYERS = 6


@dataclass(frozen=True)
class Move:
    """A card laid by a player (from 0): turned `rot` degrees clockwise, its corner at row, col.

    `indicated` is the letter on top of the player's pile before drawing, None for an empty pile.
    """

    player: int
    card: str
    rot: Whole
    row: int
    col: int
    indicated: str | None
    loc: Loc | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Certificate:
    """A deal and its solution. Card k of the deal goes to player k modulo `players`."""

    labor: str
    players: int
    hand: int
    condition: str
    deal: tuple[str, ...]
    moves: tuple[Move, ...]
    loc: Loc | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Flaw:
    """Why a certificate proves nothing; `move` counts from 0, None for the deal or the end."""

    message: str
    loc: Loc | None
    move: int | None = None
    picture: str = ""


# -- verifying -------------------------------------------------------------------------------------


def verify(certificate: Certificate, kit: Kit) -> Flaw | None:
    """Play a certificate again: the first thing wrong with it, or None.

    The deal must be the whole deck, the labor's condition and hand those of the kit, every move
    in turn, from the hand, and legal, and the labor must be met by the last move and none before.
    """
    message = _head_flaw(certificate, kit)
    if message:
        return Flaw(message, certificate.loc)
    game = _Play(certificate, kit)
    condition = kit.labors[certificate.labor].condition
    last = len(certificate.moves) - 1
    for number, move in enumerate(certificate.moves):
        message = game.play(move)
        if message:
            return Flaw(f"move {number + 1}: {message}", move.loc, number, game.table.picture())
        unmet = _unmet(game.table.locked_room(), condition)
        if not unmet and number < last:
            return Flaw(f"move {number + 1} already meets the labor", move.loc, number)
    if not unmet:
        return None
    return Flaw(f"at the end {unmet}", certificate.loc, picture=game.table.picture())


def _unmet(room: Room | None, condition: Condition) -> str:
    if room is None:
        return "the Minotaur gets out"
    term = room.failing(condition)
    return f"{term} does not hold: {room.value(term)}" if term else ""


def _head_flaw(certificate: Certificate, kit: Kit) -> str:
    labor = kit.labors.get(certificate.labor)
    if labor is None:
        return f"there is no labor {certificate.labor}"
    legend = kit.start.legend
    names = ([name for _, name in legend.colours], [name for _, name in legend.marks])
    condition, slips = parse_condition(certificate.condition, *names)
    if condition is None:
        return f"its condition: {slips[0].message}"
    if condition != labor.condition:
        return f"labor {labor.number} asks for {labor.condition}, not {condition}"
    if certificate.hand != labor.hand:
        return f"labor {labor.number} is played with {labor.hand} in hand, not {certificate.hand}"
    if not 1 <= certificate.players <= MOST_PLAYERS:
        return f"{certificate.players} players"
    if Counter(certificate.deal) != Counter(kit.deck):
        missing = sorted((Counter(kit.deck) - Counter(certificate.deal)).elements())
        return f"the deal is not the deck{f': no {missing[0]}' if missing else ''}"
    return "" if certificate.moves else "it has no moves"


class _Play:
    """A game being played again."""

    def __init__(self, certificate: Certificate, kit: Kit) -> None:
        self.kit = kit
        many, hand = certificate.players, certificate.hand
        dealt = [list(certificate.deal[player::many]) for player in range(many)]
        self.hands = [cards[:hand] for cards in dealt]
        self.piles = [cards[hand:] for cards in dealt]
        self.next = 0
        self.table = CardTable()
        rows, cols = kit.start.maze.rows, kit.start.maze.cols
        self.table.lay(tiles_of(kit.start, 0, -(rows // 2), -(cols // 2)))

    def play(self, move: Move) -> str:
        """Carry out a move; what is wrong with it, in words."""
        if move.player != self.next:
            return f"it is player {self.next}'s turn, not player {move.player}'s"
        hand, pile = self.hands[move.player], self.piles[move.player]
        if move.card not in hand:
            return f"{move.card} is not in player {move.player}'s hand"
        if move.rot not in QUARTERS:
            return f"{move.rot} degrees is no quarter turn"
        top = self.kit.cards[pile[0]].back if pile else None
        if move.indicated != top:
            return f"the pile shows {top or 'nothing'}, not {move.indicated or 'nothing'}"
        wanted = self.kit.colours[top] if top and not self.kit.is_hero(move.card) else ""
        new = tiles_of(self.kit.cards[move.card], move.rot // 90, move.row, move.col)
        message = self.table.refusal(new, wanted)
        if message:
            return f"{move.card} may not lie at row {move.row}, column {move.col}: {message}"
        self.table.lay(new)
        hand.remove(move.card)
        if pile:
            hand.append(pile.pop(0))
        self._pass_on()
        return ""

    def _pass_on(self) -> None:
        """The next player with a card in hand; with none left, nobody's turn."""
        many = len(self.hands)
        turns = [(self.next + step) % many for step in range(1, many + 1)]
        self.next = next((player for player in turns if self.hands[player]), -1)


# -- files -----------------------------------------------------------------------------------------


class WrittenMove(Written):
    """A move in a file."""

    player: Whole
    card: Text
    rot: Whole
    row: Whole
    col: Whole
    indicated: Text | None


class WrittenCertificate(Written):
    """A certificate in a file."""

    labor: Text
    players: Whole
    hand: Whole
    condition: Text
    deal: tuple[Text, ...]
    moves: tuple[WrittenMove, ...]


class CertificateFile(Written):
    """A file of certificates, in JSON or YAML."""

    about: Text | None = None
    certificates: tuple[WrittenCertificate, ...]


def read_certificates(path: Path) -> tuple[list[Certificate], list[Problem]]:
    """The certificates of a file; none when it cannot be read, which the problems say."""
    try:
        node, problems = read_inside(path)
    except PnpError as error:
        return [], list(error.problems)
    reading = read(CertificateFile, node)
    written = reading.value.certificates if reading.value else ()
    return [_from_file(certificate) for certificate in written], problems + reading.problems


def all_certificates(plan: Plan) -> tuple[list[Certificate], list[Problem]]:
    """The certificates of a plan's labors, and what is wrong with their files; read once a plan."""
    if plan not in _READ:
        certificates: list[Certificate] = []
        problems: list[Problem] = []
        for component in labor_components(plan):
            if component.certificates is not None:
                found, wrong = _of_component(plan, component)
                certificates += found
                problems += wrong
        _READ[plan] = certificates, problems
    return _READ[plan]


_READ: WeakKeyDictionary[Plan, tuple[list[Certificate], list[Problem]]] = WeakKeyDictionary()


def _of_component(plan: Plan, component: Labors) -> tuple[list[Certificate], list[Problem]]:
    assert component.certificates is not None
    at = component.at.of("certificates")
    path = Path(plan.game.path) / component.certificates
    found, problems = read_certificates(path)
    return found, [p if p.loc and p.loc.line else replace(p, loc=at) for p in problems]


def _from_file(written: WrittenCertificate) -> Certificate:
    moves = tuple(
        Move(m.player, m.card, m.rot, m.row, m.col, m.indicated, m.loc) for m in written.moves
    )
    return Certificate(
        written.labor,
        written.players,
        written.hand,
        written.condition,
        written.deal,
        moves,
        written.loc,
    )


def certificates_json(certificates: Sequence[Certificate]) -> str:
    """Certificates as a file of their own, one move a line."""
    return '{"certificates": [\n' + ",\n".join(map(_json, certificates)) + "]}\n"


def _json(certificate: Certificate) -> str:
    keys = [field.name for field in fields(Move) if field.compare]
    names = [field.name for field in fields(certificate)][:4]
    head = {name: getattr(certificate, name) for name in names}
    moves = ",\n".join(
        "   " + json.dumps({key: getattr(move, key) for key in keys}) for move in certificate.moves
    )
    deal = json.dumps(certificate.deal)
    return f' {json.dumps(head)[:-1]},\n  "deal": {deal},\n  "moves": [\n{moves}]}}'
