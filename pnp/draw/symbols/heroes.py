"""People: the tribute and four pawns whose outlines differ, not only their colours.

Pawns are about 55 units wide and 100 tall, standing on a ground line, facing right.
"""

from __future__ import annotations

from pnp.draw.shapes import Drawing
from pnp.draw.symbols.pen import (
    both,
    box,
    closed,
    cut,
    disc,
    ink,
    limb,
    line,
    mirrored,
    number,
    over,
    paper,
    placed,
    stroke,
)

_PROFILE = (
    (-1, -11, ""), (4, -9.5, ""), (6.5, -5, ""), (7, -2.5, ""), (10, 1.5, "!"), (7.5, 3, "!"),
    (8.6, 5, ""), (7.4, 6, "!"), (7.6, 9, ""), (5, 11, ""), (1, 9.5, ""), (1, 15, "!"),
    (-7, 15, "!"), (-7, 6, ""), (-10, 2, ""), (-10, -5, ""), (-7, -9.5, ""),
)  # fmt: skip
_GROUND = box(22, 95.5, 56, 4)


def _head(x: float, y: float, scale: float) -> str:
    """A bare head with its neck in profile, facing right; (x, y) is the middle of the skull."""
    points = (f"{number(x + px * scale)},{number(y + py * scale)}{c}" for px, py, c in _PROFILE)
    return closed(" ".join(points))


def tribute() -> Drawing:
    """A youth in a short chiton, frontal, arms down: one of the fourteen."""
    hair = "50,2 58,3.5 63,9 64.5,17 66,26! 58,27! 54,28.5 50,29"
    chiton = "50,30 58,30! 65,33 67,38! 62,46 59,55 64,68 69,83! 60,85.5 50,86"
    arm = limb("64,37,9 71,49,7.5 73,60,6 71,67,6")
    leg = limb("57,82,8.5 57,91,6.5 58,95,6 64,95.5,4.5")
    other_arm = limb("36,37,9 29,49,7.5 27,60,6 29,67,6")
    other_leg = limb("43,82,8.5 43,91,6.5 42,95,6 36,95.5,4.5")
    return (
        ink(both(hair), box(46, 26, 8, 7), leg, other_leg),
        ink(both(chiton)),
        *over(arm, other_arm, gap=1.6),
        paper(disc(45.8, 17.5, 1.7), disc(54.2, 17.5, 1.7)),
        cut(
            2.2,
            line("43,26 40.5,19 42,12.5 50,10 58,12.5 59.5,19 57,26"),
            line("43,31.5 46.5,36.5 50,38 53.5,36.5 57,31.5"),
        ),
        cut(
            2.2,
            line("41,55 50,56.5 59,55"),
            line("50,62 50,79"),
            line("43,62 40,78"),
            line("57,62 60,78"),
        ),
    )


def pawn_hoplite() -> Drawing:
    """A hoplite: crested helmet, round shield, spear upright."""
    helmet = closed(
        "43,19 45,11 51,7.5 58,9 62,14 63,19! 66,23! 63,24! 63,31! 57,29 56,33! 42,33! 45,28"
    )
    crest = closed("65,8! 61,2 52,0.5 43,3 37,10 34,20 33,32! 38,27 41,18 46,9.5 53,6.5 60,8!")
    spear = closed("28,0.5! 31.5,8 29.6,14! 29.6,96! 26.4,96! 26.4,14! 24.5,8")
    back_leg = limb("44,66,14 38,78,10.5 37,82,9 32,93,6 37,93.5,5")
    front_leg = limb("58,66,14 65,77,11 65,82,10 62,93,6 70,94,5")
    skirt = closed("40,55! 64,55! 69,72! 58,75 46,75 36,72!")
    return (
        ink(helmet, spear, back_leg, front_leg, skirt, limb("42,38,10 33,44,8 29,52,7"), _GROUND),
        *over(crest, gap=1.5),
        *over(disc(53, 48, 21.5), gap=1.8),
        cut(2, disc(53, 48, 17.6)),
        cut(4.6, "M44.5,57L53,38L61.5,57"),
        paper(closed("53,18! 56,16 60,17.5 61.5,20! 57,21!")),
        cut(1.8, line("42,7 45,11"), line("50,3 51,6.5"), line("37,17 41,19"), line("35,25 38,26")),
        cut(1.8, line("45,71 44,75"), line("53,71 53,75"), line("61,71 62,75")),
        cut(1.6, line("33,82 40,84"), line("62,82 70,82")),
    )


def pawn_priestess() -> Drawing:
    """A priestess in a long peplos, an amphora on her head, a staff before her."""
    robe = closed(
        "38,37! 50,37! 56,42 57,49! 52,57 56,66 62,80 65,96! 26,96! 29,80 35,66 39,57! 35,48"
    )
    jar = closed(
        "41,1! 53,1! 53,3.4! 50,4! 50,6.4! 55.5,8 57,11 54,15 50.5,17.4! 51.5,19! 42.5,19!"
        " 43.5,17.4! 40,15 37,11 38.5,8 44,6.4! 44,4! 41,3.4!"
    )
    hair = closed("34,31 33,25 37,20 44,18.5 51,20 55,24! 47,25 45,31 42,38 36,42! 32,39")
    arm = limb("38,42,8 29,34,6.5 29,24,5.5 37,15,4.5")
    front = limb("52,42,8 58,52,7 69,48,5")
    return (
        ink(robe, _head(47, 28, 0.86), jar, _GROUND),
        *over(hair, gap=1.2),
        *over(arm, gap=1.5),
        stroke(3.4, line("70,22 70,96")),
        stroke(1.8, line("49,3 56,3 56.5,9"), line("45,3 38,3 37.5,9")),
        ink(disc(70, 18, 4.4), disc(70, 11.6, 2.6)),
        *over(front, gap=1.5),
        cut(
            1.9,
            line("38,57.5 45,59.5 52,57.5"),
            line("42,64 36,91"),
            line("46,64 46,91"),
            line("50,64 56,91"),
            line("39,11.5 47,12.5 55,11.5"),
            line("38,27 46,24 53,25"),
        ),
        paper(disc(51, 27.5, 1.3)),
    )


def pawn_runner() -> Drawing:
    """A running youth, knees and elbows bent, ribbons of his headband flying."""
    torso = closed("46,27! 56,26 62,31 61,38 55,46 54,54! 38,55! 40,44 42,34")
    skirt = closed("39,51! 55,50! 63,60! 57,63 50,68 43,66 34,63!")
    front = limb("50,57,15 67,58,12 69,62,10 65,76,6.5 66,81,5 75,81,4")
    rear = limb("45,58,15 49,73,11.5 46,79,10 33,88,6 30,92,5 36,95,4")
    far_arm = limb("56,31,9 67,40,7 75,29,5 77,25,5")
    near_arm = limb("48,32,10 36,43,8 33,46,7 28,56,5 25,58,5")
    ribbons = limb("44,10,3 35,8,3 28,12,2.5 22,9,2") + limb("44,12,3 36,14,3 31,18,2.5 25,17,2")
    return (
        ink(_head(55, 13, 1.05), torso, far_arm, ribbons, _GROUND),
        ink(rear),
        *over(front, gap=1.5),
        *over(skirt, gap=1.3),
        *over(near_arm, gap=1.5),
        cut(2, line("44,10.5 54,7.5 62,8")),
        cut(1.8, line("40,53 47,54.5 55,53"), line("45,58 43,63"), line("52,58 54,63")),
        paper(disc(58.5, 12.5, 1.4)),
    )


def pawn_archer() -> Drawing:
    """An archer in a peaked cap, the bow drawn."""
    cap = closed("62,15! 58,8 50,4 41,0.5! 36,3 37,8! 40,12 38,20 36,28! 42,28 46,24 47,16!")
    torso = closed("40,29! 56,29! 58,36 55,47 55,56! 37,56! 38,46 36,36")
    skirt = closed("37,53! 55,53! 61,70! 50,73 40,73 32,70!")
    rear = limb("42,66,13 34,78,10 33,82,9 28,93,6 35,94,4.5")
    front = limb("54,66,13 61,78,10.5 62,82,9.5 62,93,6 71,94,4.5")
    quiver = closed("26,42! 33,38! 42,62! 36,66!")
    bow_arm = limb("54,35,8.5 63,36.5,6.5 73,37,5")
    draw_arm = limb("42,36,8.5 32,34.5,7 26,36,5.5 33,38,5.5 48,36.5,5")
    bow = line("66,8! 71,11 76,20 73,32 72.5,37 73,42 76,54 71,63 66,66!")
    return (
        ink(_head(52, 17, 0.92), torso, rear, front, _GROUND),
        *over(quiver, gap=1.3),
        ink(skirt),
        *over(cap, gap=1.2),
        stroke(3.2, bow),
        stroke(1.4, "M66,8L49,36.5L66,66"),
        *over(bow_arm, draw_arm, gap=1.4),
        cut(2, line("37,57 46,59 56,57"), line("42,63 40,70"), line("50,63 52,70")),
        paper(disc(55.8, 18.6, 1.2)),
    )


def pawn_singer() -> Drawing:
    """A singer in a long robe, a wreath in the hair, a great lyre held before her."""
    robe = closed(
        "35,26! 48,26! 54,32 55,43! 51,51 53,64 57,80 60,96! 25,96! 27,80 32,62 36,50! 31,38"
    )
    hair = closed("33,18 31,10 35,4 42,2 50,4 54,8! 46,9 44,15 42,24 37,30! 32,26")
    lyre = (
        closed("56,51! 56.5,41 53.5,31 51,23 54.5,13! 58.5,15! 56.5,22 60,31 61.5,40 60.5,49!")
        + closed("76,51! 75.5,41 78,31 80,23 77,13! 73,15! 75,22 72,31 70.5,40 71.5,49!")
        + box(52, 16, 28, 4)
        + closed("53,47! 79,47! 78,55 73,61 66,62.5 59,61 54,55!")
    )
    arm = limb("38,31,8 35,43,7 44,50,6 57,49,5")
    return (
        ink(robe, _head(45, 13.5, 0.86), _GROUND),
        *over(hair, gap=1.2),
        *over(lyre, gap=1.3),
        *over(arm, gap=1.4),
        stroke(1.5, "M62.5,20L62.5,49M66,20L66,49M69.5,20L69.5,49"),
        cut(1.9, line("34,10 41,7 50,8.5")),
        cut(1.9, line("38,56 33,92"), line("43,56 42,92"), line("48,57 51,92")),
        paper(disc(49, 13, 1.3), disc(59, 55, 1.6), disc(66, 57, 1.6), disc(73, 55, 1.6)),
    )


def beast_man() -> Drawing:
    """The Minotaur on two legs, frontal: a bull's head on a man's body, an axe in his hand."""
    head = both("50,12 55,12.5 58,16! 61,20 61.5,25 59,32 57,37 59,41 57,45 50,47")
    horn = "57,15! 63,15 69,12 72,5 72,0! 77,4 79,11 76,18 69,22 60,22!"
    eye = "53,26! 56,24 59.5,24! 57,28!"
    ear = "61,23! 67,22.5 73,26! 70,30 65,31 61,29!"
    torso = both("50,42 58,43! 67,45 73,52 72,58! 66,62 63,70 63,76! 50,77")
    skirt = both("50,73 64,73! 68,88! 50,90")
    arm = limb("69,50,10 78,60,8 76,71,7 72,76,6")
    raised = limb("31,50,10 21,59,8.5 19,69,7.5 20,72,7")
    leg = limb("59,84,12 61,91,9.5 61,95,9 66,96,6")
    axe = closed("18,40! 22,40! 22,97! 18,97!")
    blade = "21.5,46 27,47 32,43 34,38! 37,46 37,55 34,63! 32,58 27,54 21.5,55"
    drawing = (
        ink(skirt, leg, limb("41,84,12 39,91,9.5 39,95,9 34,96,6"), torso, box(14, 95.5, 64, 4)),
        *over(arm, gap=1.4),
        *over(
            head,
            closed(horn),
            closed(mirrored(horn)),
            closed(ear),
            closed(mirrored(ear)),
            gap=1.5,
        ),
        *over(axe, closed(blade), closed(mirrored(blade, 20)), gap=1.3),
        *over(raised, gap=1.3),
        paper(closed(eye), closed(mirrored(eye)), disc(53, 41.5, 1.3), disc(47, 41.5, 1.3)),
        cut(
            1.8,
            line("41,36 50,37.5 59,36"),
            line("50,52 50,68"),
            line("40,57 46,60 50,58 54,60 60,57"),
            line("36.5,78 50,80 63.5,78"),
            line("44,81 42,88"),
            line("56,81 58,88"),
        ),
    )
    return placed(drawing, dx=8)


HEROES = {
    "tribute": tribute,
    "pawn_hoplite": pawn_hoplite,
    "pawn_priestess": pawn_priestess,
    "pawn_runner": pawn_runner,
    "pawn_archer": pawn_archer,
    "pawn_singer": pawn_singer,
    "beast_man": beast_man,
}
