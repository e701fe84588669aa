"""DIC: the rule family `mino-dice`, tricks taken with character and number dice.

A die with a character on it is a character die, every other one a number die; `strength` orders
the number dice, 1 being the weakest. Thresholds come from counting all pairs of faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from pnp.checks.dice import dice_of
from pnp.checks.registry import Finding, check
from pnp.errors import Loc, Proof
from pnp.families.mino_dice.chances import upset_chance, win_chance
from pnp.game.plan import Plan
from pnp.kinds.contest import DieTruth
from pnp.kinds.die import Dice
from pnp.piece import Piece

FAMILY = "mino-dice"
CHARACTERS, STRENGTHS = 3, 4
EACH_CHARACTER = 2
NUMBER_DICE = 30
CHARACTER_FACES, BLANK_FACES = 4, 2
VALUES = range(8)
TOP = 7
PLAYERS = range(3, 7)
UPSET = (Fraction(1, 18), Fraction(1, 3))

Found = Iterator[Finding | Proof]
Rolled = tuple[Piece, DieTruth]


def _dice(plan: Plan) -> list[tuple[Dice, list[Rolled], list[Rolled]]]:
    """Components with their character dice and their number dice, the weakest first."""
    found = []
    for component, dice in dice_of(plan):
        characters = [one for one in dice if set(one[1].faces) & set(component.contest.characters)]
        numbers = [one for one in dice if one not in characters]
        found.append((component, characters, sorted(numbers, key=lambda one: one[1].strength)))
    return found


def _place(component: Dice, one: Rolled) -> Loc:
    return component.dice[one[0].id].at.of("faces")


def _counted(die: DieTruth) -> dict[str, int]:
    return {face: die.faces.count(face) for face in die.faces}


@check("DIC101", rules=FAMILY)
def seven_types(plan: Plan) -> Found:
    """There are not three types of character dice and four of number dice, 1 to 4 strong.

    What: a die that shows a character is a character die; `strength` numbers the others.
    """
    for component, characters, numbers in _dice(plan):
        if len(characters) != CHARACTERS or len(numbers) != STRENGTHS:
            yield Finding(
                f"{len(characters)} types of character dice and {len(numbers)} of number dice",
                component.at.of("dice"),
                f"{CHARACTERS} and {STRENGTHS} belong here",
            )
        strengths = [die.strength for _, die in numbers]
        if strengths != list(range(1, len(numbers) + 1)):
            yield Finding(
                f"the number dice have the strengths {', '.join(map(str, strengths))}",
                component.at.of("dice"),
                "1 for the weakest, then 2, 3 and 4",
            )


@check("DIC102", rules=FAMILY)
def thirty_six_dice(plan: Plan) -> Found:
    """There are not two dice of each character and thirty number dice, 36 in all.

    Why: six players use all of them in their last hand.
    """
    for component, characters, numbers in _dice(plan):
        for piece, _ in characters:
            if piece.copies != EACH_CHARACTER:
                yield Finding(
                    f"{piece.copies} dice {piece.id}, not {EACH_CHARACTER}",
                    component.dice[piece.id].at.of("copies"),
                )
        count = sum(piece.copies for piece, _ in numbers)
        if count != NUMBER_DICE:
            yield Finding(f"{count} number dice, not {NUMBER_DICE}", component.at.of("dice"))


@check("DIC103", rules=FAMILY)
def four_and_two(plan: Plan) -> Found:
    """A character die does not show its character on four faces and a flag on two.

    Why: two throws of three bring the character; the odds on the leaflet rest on it.
    """
    for component, characters, _ in _dice(plan):
        contest = component.contest
        for one in characters:
            counts = _counted(one[1])
            names = [face for face in counts if face in contest.characters]
            blanks = sum(n for face, n in counts.items() if face in contest.blanks)
            if len(names) != 1 or counts[names[0]] != CHARACTER_FACES or blanks != BLANK_FACES:
                shown = ", ".join(f"{n} x {face}" for face, n in counts.items())
                yield Finding(
                    f"{one[0].id} shows {shown}",
                    _place(component, one),
                    f"{CHARACTER_FACES} x its character, {BLANK_FACES} x flag",
                )


@check("DIC104", rules=FAMILY)
def three_cycle(plan: Plan) -> Found:
    """The characters do not beat each other in a circle of three.

    Example: `beats: {minotaur: griffin, griffin: mermaid, mermaid: minotaur}`.
    """
    for component, _, _ in _dice(plan):
        beats = dict(component.contest.beats)
        name, chain = next(iter(beats), None), []
        while name is not None and name not in chain:
            chain.append(name)
            name = beats.get(name)
        if len(chain) != CHARACTERS or len(beats) != CHARACTERS or name != chain[0]:
            yield Finding(
                f"the characters beat each other like this: {' > '.join(chain) or 'not at all'}",
                component.at.of("beats"),
                "each of three beats one and is beaten by one",
            )


@check("DIC105", rules=FAMILY)
def all_values_used(plan: Plan) -> Found:
    """The number dice do not show all values from 0 (a flag) to 7, or show others.

    Why: a value that no die shows is a gap in the ladder that bids are made on.
    """
    for component, _, numbers in _dice(plan):
        used = {value for _, die in numbers for value in die.numbers}
        wrong = sorted(used.symmetric_difference(VALUES))
        if wrong:
            missing = [str(v) for v in wrong if v not in used]
            extra = [str(v) for v in wrong if v in used]
            said = [f"no {', '.join(missing)}"] if missing else []
            said += [f"a {', '.join(extra)} too much"] if extra else []
            yield Finding(f"the number dice have {' and '.join(said)}", component.at.of("dice"))


@check("DIC106", rules=FAMILY)
def neighbours_share_one(plan: Plan) -> Found:
    """Two number dice next to each other in strength do not share exactly one value.

    Why: one value in common makes ties, and so the order of rolling, matter without making the
    dice alike.
    """
    for component, _, numbers in _dice(plan):
        for (_, weak), (piece, strong) in pairwise(numbers):
            common = sorted(set(weak.numbers) & set(strong.numbers))
            if len(common) != 1:
                values = ", ".join(map(str, common)) or "none"
                yield Finding(
                    f"{weak.name} and {strong.name} have these values in common: {values}",
                    _place(component, (piece, strong)),
                    "exactly one",
                )


@check("DIC107", rules=FAMILY)
def flags_on_the_weakest(plan: Plan) -> Found:
    """A number die other than the weakest has a flag, or the weakest has none.

    Why: whoever holds a stronger colour is sure of a number; only the weakest may show nothing.
    """
    for component, _, numbers in _dice(plan):
        for i, one in enumerate(numbers):
            flags = [face for face in one[1].faces if face in component.contest.blanks]
            if bool(flags) == (i > 0):
                said = "has no flag" if i == 0 else f"has {len(flags)} flags"
                yield Finding(f"{one[0].id} {said}", _place(component, one), "only the weakest has")


@check("DIC108", rules=FAMILY)
def one_seven(plan: Plan) -> Found:
    """The weakest number die does not have exactly one 7.

    Why: its single highest value is what makes the weakest colour worth holding.
    """
    for component, _, numbers in _dice(plan):
        for one in numbers[:1]:
            sevens = one[1].numbers.count(TOP)
            if sevens != 1:
                yield Finding(f"{one[0].id} has {sevens} sevens, not 1", _place(component, one))


@check("DIC109", rules=FAMILY)
def medians_rise(plan: Plan) -> Found:
    """A stronger number die does not have the higher median.

    Why: the order of strength is printed on the dice as dots; it must be true of most throws.
    """
    for component, _, numbers in _dice(plan):
        able = [one for one in numbers if one[1].numbers]
        for (_, weak), (piece, strong) in pairwise(able):
            if strong.median <= weak.median:
                yield Finding(
                    f"the median of {strong.name} is {float(strong.median):g}, "
                    f"of {weak.name} {float(weak.median):g}",
                    _place(component, (piece, strong)),
                    "the medians rise with the strength",
                )


@check("DIC110", rules=FAMILY)
def hands_for_all_players(plan: Plan) -> Found:
    """`deal` does not give a number of hands for three, four, five and six players.

    Whether the dice are enough is checked for any game (DICE004).
    """
    for component, _, _ in _dice(plan):
        missing = [str(players) for players in PLAYERS if players not in component.deal]
        if missing:
            yield Finding(
                f"no number of hands for {', '.join(missing)} players", component.at.of("deal")
            )


@check("DIC111", rules=FAMILY)
def upsets_are_possible(plan: Plan) -> Found:
    """A number die beats its stronger neighbour too rarely or too often.

    What: the chance over all pairs of faces, the mean of rolling first and later, must be 1/18
    to 1/3.
    Why: never would make bidding a sum, more often would make strength meaningless.
    """
    low, high = UPSET
    cases = failures = 0
    for component, _, numbers in _dice(plan):
        for (_, weak), (piece, strong) in pairwise(numbers):
            cases += 2 * len(weak.faces) * len(strong.faces)
            chance = upset_chance(weak, strong)
            if not low <= chance <= high:
                failures += 1
                later, first = (win_chance(weak, strong, when) for when in (True, False))
                yield Finding(
                    f"{weak.name} beats {strong.name} with a chance of {chance}",
                    _place(component, (piece, strong)),
                    f"{low} to {high}",
                    f"rolled later {later}, rolled first {first}, mean {chance}",
                )
    if cases:
        yield Proof(
            "DIC111",
            "weaker dice sometimes beat stronger ones",
            cases,
            "refuted" if failures else "proved",
        )
