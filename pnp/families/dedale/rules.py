"""DDL: the rule family `dedale`, coloured cards that cover each other round a Minotaur.

Roles are `labyrinth` (cards that are dealt), `minotaur` (the card that lies there first) and
`labors` (a component's `role`, by default its id). Thresholds come from simulated games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.families.dedale.cells import CellCard
from pnp.families.dedale.certificate import all_certificates, verify
from pnp.families.dedale.conditions import Bound, Condition, Term
from pnp.families.dedale.kit import (
    LABYRINTH,
    MINOTAUR,
    cards_of,
    kit_of,
    labors_of,
)
from pnp.families.dedale.labor import Labor
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.piece import Piece

FAMILY = "dedale"
SIDE = 3
MOST_SPREAD = 2
BORDER_WALLS = (4, 6)
INNER_WALLS = (2, 4)
HEROES = 2
PLAYER_COUNTS = 2
DOCUMENTED = {"III": Condition((Term("zones", Bound(">=", 1), "", Bound(">=", 10)),))}
"""What the published rules say of their labors: in III, one zone of at least ten Tiles."""

Found = Iterator[Finding | Proof]


def _all_cards(plan: Plan) -> list[tuple[Piece, CellCard]]:
    return [(p, p.truth) for p in plan.pieces if isinstance(p.truth, CellCard)]


def _whole_deck(plan: Plan) -> list[tuple[Piece, CellCard]]:
    """All labyrinth cards; none while some cannot be read, so that nothing is counted wrongly."""
    return [] if _half_read(plan) else cards_of(plan, LABYRINTH)


@check("DDL101", rules=FAMILY)
def cards_by_role(plan: Plan) -> Found:
    """A card of an unknown role, or a Tile without a colour where none belongs.

    Cell cards are `labyrinth` or `minotaur`. Labyrinth cards have colours everywhere: the Tile
    without one is the Minotaur's, and there is only one Minotaur.
    """
    for piece, card in _all_cards(plan):
        if piece.part not in (LABYRINTH, MINOTAUR):
            message = f"{piece.id} has the role '{piece.part}', which these rules do not know"
            yield Finding(message, piece.loc, f"roles: {LABYRINTH}, {MINOTAUR}")
        elif piece.part == LABYRINTH and not all(cell.colour for cell in card.cells()):
            message = f"{piece.id} has a Tile without a colour"
            yield Finding(message, piece.loc, "only the Minotaur's has none", _shown(card))


@check("DDL102", rules=FAMILY)
def three_by_three(plan: Plan) -> Found:
    """A card is not 3 x 3 Tiles.

    Why: with an odd side the Minotaur stands in the middle, and a square card keeps its place
    whichever way it is turned. 2 x 2 cards were tried: one deal in eight of the harder labors
    stayed unsolved.
    """
    for piece, card in _all_cards(plan):
        if (card.maze.cols, card.maze.rows) != (SIDE, SIDE):
            message = f"{piece.id} has {card.maze.cols} x {card.maze.rows} Tiles"
            yield Finding(message, piece.loc, f"{SIDE} x {SIDE}")


@check("DDL103", rules=FAMILY)
def backs_even(plan: Plan) -> Found:
    """The colours do not share the backs equally, or a card's back shows none.

    Why: the back is the colour that must be covered; a rare one would be easy, or hard, to plan.
    """
    cards = _whole_deck(plan)
    for piece, card in cards:
        if not card.back:
            yield Finding(f"{piece.id} shows no colour on its back", piece.loc, "back: r")
    counts = Counter(card.back for piece, card in cards for _ in range(piece.copies) if card.back)
    if cards and len({counts[letter] for letter, _ in cards[0][1].legend.colours}) > 1:
        yield Finding(
            f"the backs show {_counts(counts, cards[0][1])}",
            cards[0][0].loc,
            "as many of each colour",
        )


@check("DDL104", rules=FAMILY)
def colours_even(plan: Plan) -> Found:
    """One colour has more than two Tiles more than another, over all labyrinth cards.

    Why: labors ask for zones of any colour; a rare colour would make some of them hopeless.
    """
    cards = _whole_deck(plan)
    counts = Counter(
        cell.colour for piece, card in cards for cell in card.cells() for _ in range(piece.copies)
    )
    if not cards:
        return
    values = [counts[letter] for letter, _ in cards[0][1].legend.colours]
    if max(values) - min(values) > MOST_SPREAD:
        yield Finding(
            f"the cards have {_counts(counts, cards[0][1])} Tiles",
            cards[0][0].loc,
            f"at most {MOST_SPREAD} apart",
        )


def _counts(counts: Counter[str], card: CellCard) -> str:
    return ", ".join(f"{counts[letter]} {name}" for letter, name in card.legend.colours)


@check("DDL105", "warning", rules=FAMILY)
def walls_in_measure(plan: Plan) -> Found:
    """A labyrinth card has too few or too many walls.

    Four to six of the twelve border halves and two to four of the twelve inner walls should be
    there: with fewer, rooms never close; with more, they close by themselves.
    """
    measures = (("border", BORDER_WALLS), ("inner", INNER_WALLS))
    for piece, card in cards_of(plan, LABYRINTH):
        counts = {"border": card.border_walls, "inner": card.inner_walls}
        for name, (low, high) in measures:
            if not low <= counts[name] <= high:
                message = f"{piece.id} has {counts[name]} {name} walls, not {low} to {high}"
                yield Finding(message, piece.loc, "", _shown(card))


@check("DDL106", rules=FAMILY)
def two_of_each_hero(plan: Plan) -> Found:
    """A hero does not stand on exactly two cards.

    Why: heroes free a card of the colour that must be covered, and labors ask for them; with two
    of each, one may be buried without losing the game.
    """
    cards = _whole_deck(plan)
    counts = Counter(
        cell.mark for piece, card in cards for cell in card.cells() for _ in range(piece.copies)
    )
    for letter, name in cards[0][1].legend.marks if cards else ():
        if counts[letter] != HEROES:
            yield Finding(f"{name} stands on {counts[letter]} Tiles, not {HEROES}", cards[0][0].loc)


@check("DDL107", rules=FAMILY)
def minotaur_in_the_middle(plan: Plan) -> Found:
    """There is not one Minotaur card with the Minotaur alone in its middle.

    The Tile without a colour is the Minotaur's. It has no walls of its own, and room on all sides.
    """
    starts = cards_of(plan, MINOTAUR)
    if not starts and plan.half_read:
        return
    if len(starts) != 1 or starts[0][0].copies != 1:
        loc = starts[1][0].loc if len(starts) > 1 else plan.game.file.loc
        number = sum(piece.copies for piece, _ in starts)
        yield Finding(f"{number} Minotaur cards, not one", loc, f"a component `{MINOTAUR}`")
    for piece, card in starts:
        alone = [cell for cell in card.cells() if not cell.colour]
        if len(alone) != 1 or alone[0] != card.middle:
            message = f"{piece.id}: the Minotaur is not alone in the middle"
            yield Finding(message, piece.loc, "one Tile without a colour", _shown(card))
        elif alone[0].walls:
            message = f"{piece.id}: the Minotaur's Tile has walls"
            yield Finding(message, piece.loc, "the Minotaur starts free", _shown(card))


@check("DDL108", rules=FAMILY)
def labors_numbered(plan: Plan) -> Found:
    """Labors are not numbered I, II, III … in their order.

    Why: the number is how hard a labor is; players go from one to the next.
    """
    for place, (piece, labor) in enumerate([] if plan.half_read else labors_of(plan), 1):
        if labor.number != roman(place):
            message = f"{piece.id} is labor {labor.number}, but the {place}. in order"
            yield Finding(message, piece.loc, f"number: {roman(place)}")


def roman(number: int) -> str:
    """A number from 1 to 39 in Roman figures."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


@check("DDL109", rules=FAMILY)
def documented_labors(plan: Plan) -> Found:
    """A labor that the published rules describe asks for something else.

    Labor III is the one their text names: a room with one zone of at least ten Tiles of one colour.
    """
    for piece, labor in labors_of(plan):
        documented = DOCUMENTED.get(labor.number)
        if documented and labor.condition != documented:
            yield Finding(
                f"labor {labor.number} asks for {labor.condition}",
                piece.loc,
                f"the published rules: {documented}",
            )


# -- certificates ----------------------------------------------------------------------------------


@check("DDL110", rules=FAMILY)
def certificates_hold(plan: Plan) -> Found:
    """A certificate of a solved deal cannot be read, or is not what it says.

    What: each one is played again, move by move: the deal must be the whole deck, every card must
    come from the hand of the player whose turn it is, lie where the rules allow it, and after the
    last move, and not before, the Minotaur must be locked into a room that meets the labor.
    Why: that is the proof that a labor can be met with these very cards. The search that found the
    moves shares no code with what is done here.
    Instead: search again: `pnp prove GAME --labor X --players 4 -o certificate.json`.
    """
    kit = kit_of(plan)
    certificates, problems = all_certificates(plan)
    for problem in problems:
        yield Finding(problem.message, problem.loc, problem.hint)
    if kit is None or _half_read(plan):
        return
    flaws = [flaw for flaw in (verify(one, kit) for one in certificates) if flaw]
    for flaw in flaws:
        yield Finding(f"a certificate fails: {flaw.message}", flaw.loc, "", flaw.picture)
    if certificates:
        statement = "every certificate, played again, meets its labor"
        moves = sum(len(one.moves) for one in certificates)
        yield Proof("DDL110", statement, moves, "refuted" if flaws else "proved")


@check("DDL111", rules=FAMILY)
def labors_are_certified(plan: Plan) -> Found:
    """A labor has certificates for fewer than two numbers of players.

    Why: one solved deal may be luck; solitary play deals differently from play at a full table.
    """
    solved: dict[str, set[int]] = {}
    for certificate in all_certificates(plan)[0]:
        solved.setdefault(certificate.labor, set()).add(certificate.players)
    for piece, labor in labors_of(plan):
        number = len(solved.get(labor.number, ()))
        if number < PLAYER_COUNTS:
            message = f"labor {labor.number} is certified for {number} numbers of players"
            hint = f"at least {PLAYER_COUNTS}: `pnp prove {plan.game.id} --labor {labor.number}`"
            yield Finding(message, piece.loc, hint)


def _half_read(plan: Plan) -> bool:
    """Some card or labor could not be read; nothing is said about certificates then."""
    return any(
        plan.expansion(component).unread
        for component in plan.game.components
        if any(isinstance(p.truth, CellCard | Labor) for p in plan.expansion(component).pieces)
    )


def _shown(card: CellCard) -> str:
    return format_maze(card.maze)
