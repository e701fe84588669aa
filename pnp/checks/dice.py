"""DICE: what holds for the dice of any game."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.errors import Proof, near
from pnp.game.plan import Plan
from pnp.kinds.contest import DieTruth
from pnp.kinds.die import Dice
from pnp.piece import Piece


def dice_of(plan: Plan) -> list[tuple[Dice, list[tuple[Piece, DieTruth]]]]:
    """Every component of dice with its dice; stickers of the same dice are left out."""
    found = []
    for component in plan.game.components:
        if isinstance(component, Dice):
            pieces = plan.expansion(component).pieces
            found.append(
                (component, [(p, p.truth) for p in pieces if isinstance(p.truth, DieTruth)])
            )
    return found


@check("DICE001")
def dice_can_surprise(plan: Plan) -> Iterator[Finding | Proof]:
    """A die has the same value on all its faces.

    Why: there is nothing to roll. Most often a value was copied once too often.
    Instead: give it at least two values.
    """
    for _, dice in dice_of(plan):
        for piece, die in dice:
            if len(set(die.faces)) < 2:
                yield Finding(
                    f"{piece.id} shows {die.faces[0]} on every face",
                    piece.loc,
                    "at least two values",
                )


@check("DICE002")
def beats_is_sound(plan: Plan) -> Iterator[Finding | Proof]:
    """The table `beats`, `blank` or `circle` contradicts itself or names a face that no die has.

    What: no character beats itself or one that beats it; every name stands on some die;
    where a full circle of characters can meet, `circle` says who wins.
    Example: `beats: {minotaur: griffin, griffin: minotaur}`.
    """
    for component, dice in dice_of(plan):
        shown = list(dict.fromkeys(face for _, die in dice for face in die.faces))
        contest = component.contest
        for winner, loser in contest.beats:
            at = component.at.of("beats", winner)
            if winner == loser or (loser, winner) in contest.beats:
                yield Finding(f"{winner} and {loser} beat each other", at, "one of them wins")
        for key, names in (("beats", contest.characters), ("blank", contest.blanks)):
            for name in names:
                if name not in shown:
                    yield Finding(
                        f"'{name}' stands on no die", component.at.of(key), near(name, shown)
                    )
        if contest.circle is not None and contest.circle not in contest.characters:
            yield Finding(
                f"'{contest.circle}' is no character",
                component.at.of("circle"),
                near(contest.circle, contest.characters),
            )
        losers = {loser for _, loser in contest.beats}
        if contest.characters and losers == set(contest.characters) and contest.circle is None:
            yield Finding(
                "when all characters meet nobody wins", component.at.of("beats"), "write `circle:`"
            )


@check("DICE003")
def faces_have_a_meaning(plan: Plan) -> Iterator[Finding | Proof]:
    """A face is neither a number nor a blank nor a character of `beats`.

    What: asked of dice whose component decides throws (`beats` or `blank`), and of those whose
    odds a component of the kind `odds` counts.
    Instead: write a number, or add the face to `beats` or `blank`.
    """
    for component, dice in dice_of(plan):
        contest = component.contest
        if not contest.beats and not contest.blanks:
            continue
        known = [*contest.characters, *contest.blanks]
        for piece, die in dice:
            for face in dict.fromkeys(die.faces):
                if not contest.knows(face):
                    where = component.dice[piece.id].at.of("faces")
                    yield Finding(f"{piece.id}: '{face}' decides nothing", where, near(face, known))


@check("DICE004")
def enough_dice_to_deal(plan: Plan) -> Iterator[Finding | Proof]:
    """There are fewer dice than the players hold together.

    What: `deal` says how many dice each of so many players holds at most; players times dice
    must not exceed the dice of the component, copies counted.
    Example: `deal: {6: 7}` with 36 dice needs 42.
    """
    cases = failures = 0
    for component, dice in dice_of(plan):
        there = sum(piece.copies for piece, _ in dice)
        for players, each in component.deal.items():
            cases += 1
            if players * each > there:
                failures += 1
                yield Finding(
                    f"{players} players need {players} x {each} = {players * each} dice, "
                    f"there are {there}",
                    component.at.of("deal", str(players)),
                    f"{there // players} each at most",
                )
    if cases:
        yield Proof(
            "DICE004",
            "there are dice enough for every number of players",
            cases,
            "refuted" if failures else "proved",
        )


@check("DICE005", "warning")
def dice_differ_without_colour(plan: Plan) -> Iterator[Finding | Proof]:
    """Two dice of one component cannot be told apart without colour.

    What: dice with different faces must differ in border, letter, strength or all their faces.
    Why: in poor light, in black and white, or to one man in twelve the colours are alike.
    Instead: give each a `letter` or a `border` of its own.
    """
    for _, dice in dice_of(plan):
        seen: dict[object, Piece] = {}
        for piece, die in dice:
            look = die.look
            for face in dict.fromkeys(die.faces):
                mark = face, look.border, look.letter, look.strength, look.pips
                other = seen.setdefault(mark, piece)
                if other is not piece and other.truth != die and _alike(other, die):
                    yield Finding(
                        f"{piece.id} and {other.id} both show {face} and differ in colour only",
                        piece.loc,
                        "give each a letter or a border of its own",
                    )
                    break


def _alike(other: Piece, die: DieTruth) -> bool:
    """True if the two dice are meant to be different ones."""
    return isinstance(other.truth, DieTruth) and other.truth.faces != die.faces
