"""Things of the legend and of the worktable: sword, helmet, spool, axe, shield, tools."""

from __future__ import annotations

import math

from pnp.draw.shapes import Drawing
from pnp.draw.symbols.beasts import dolphin_outline
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


def flag() -> Drawing:
    """A swallow-tailed pennant waving on a pole that stands on a mound."""
    cloth = closed(
        "24,12! 40,8 54,14 70,17 84,13 95,10! 82,29! 93,49! 80,53 66,52 52,47 40,46 24,51!"
    )
    return (
        ink(box(19, 8, 6.5, 84), disc(22.2, 7, 5.6), closed("5,97! 10,88 22,85 34,88 40,97!")),
        ink(cloth),
        cut(2.6, line("27,17 40,14 54,20 69,23 81,20"), line("27,45 40,40 53,41 66,46 79,47")),
    )


def star() -> Drawing:
    """A five-pointed star."""
    points = []
    for i in range(10):
        angle = math.radians(-90 + 36 * i)
        radius = 49.5 if i % 2 == 0 else 21.5
        points.append((50 + radius * math.cos(angle), 54 + radius * math.sin(angle)))
    return (ink("M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) + "Z"),)


def spool() -> Drawing:
    """Ariadne's thread: a wound spool with its end running away in a loop."""
    flange = "50,5 73,5! 77,7 78,12.5 77,18 73,20! 50,20"
    foot = "50,80 73,80! 77,82 78,87.5 77,93 73,95! 50,95"
    core = "50,22 66,22! 71,30 72.5,50 71,70 66,78! 50,78"
    drawing = (
        ink(both(flange), both(foot), both(core)),
        stroke(4.4, line("69,65 80,71 91,66 94,55 87,48 80,54 83,64 95,69 107,64")),
        cut(
            2.6,
            line("29,37 50,35 71,27"),
            line("27,47 50,45 73,37"),
            line("27,57 50,55 73,47"),
            line("28,67 50,65 73,57"),
            line("32,76 50,74 69,67"),
        ),
        cut(2.2, line("30,12.5 70,12.5"), line("30,87.5 70,87.5")),
    )
    return placed(drawing, dx=-15)


def sword() -> Drawing:
    """The sword of Theseus: a leaf-shaped xiphos, point up, aslant."""
    blade = both("50,-12! 54,-2 57.5,12 58.5,26 56,42 54.5,52 56,66! 50,66!")
    guard = both("50,64 62,64! 70,62! 71,70 66,73! 50,73!")
    grip = both("50,72 54.5,72! 56,82 54.5,94! 50,94")
    pommel = disc(50, 99, 8.5, 7)
    drawing = (
        ink(blade, guard, grip, pommel),
        cut(2.4, line("50,4 50,62")),
        cut(2.2, line("44,79 56,79"), line("44,86 56,86")),
        paper(disc(50, 99, 2.6)),
    )
    return placed(drawing, turn=45, dx=-4.4, dy=4.4)


def helmet() -> Drawing:
    """A Corinthian helmet in profile, facing left, with a tall horsehair crest."""
    bowl = closed(
        "25,46 27,35 36,26 49,23 62,27 71,36 74,49 73,60 77,72 83,79! 79,83 68,83 62,79!"
        " 58,77 55,80 54,88 50,97! 41,90 33,81 29,72! 33,62! 28,63! 27,74 24,79! 20,76 20,66"
    )
    eye = closed("31,53! 36,47 44,47 52,53! 46,58 39,59 34,59!")
    crest = closed(
        "16,30! 17,17 28,7 45,3 63,5 80,15 90,31 94,50 93,70 88,90! 83,76 82,60 79,47 73,34 62,24"
        " 48,19 34,21 24,27!"
    )
    return (
        ink(bowl),
        paper(eye),
        *over(crest, gap=1.6),
        cut(2.4, line("22,33 32,25 47,23 62,27 72,36 78,48 80,60"), line("57,75 60,66 66,58")),
        cut(
            2,
            line("23,20 29,24"),
            line("33,9 37,18"),
            line("45,6 46,16"),
            line("58,8 55,17"),
            line("71,13 66,21"),
            line("82,24 75,30"),
            line("88,38 80,42"),
            line("91,53 83,54"),
            line("91,67 84,66"),
        ),
        cut(2.4, line("27,47 33,41 43,40 52,44 57,50")),
    )


def labrys() -> Drawing:
    """The double axe."""
    blade = "53,27 62,31 74,28 84,19 89,9! 96,22 98,37 96,52 89,65! 84,55 74,46 62,43 53,47"
    return (
        ink(both("50,2 54,3 55,8! 55,90! 56,97 50,98"), closed(blade), closed(mirrored(blade))),
        cut(
            2.6,
            line("86,17 91,28 92,37 91,46 86,57"),
            line(mirrored("86,17 91,28 92,37 91,46 86,57")),
        ),
        cut(
            2.4, line("43,26 57,26"), line("43,48 57,48"), line("44,80 56,80"), line("44,86 56,86")
        ),
    )


def block() -> Drawing:
    """A hoplite's round shield with a dolphin on it, over two crossed spears."""
    spear = (ink(both("50,-16! 55,-5 52.8,4! 52.2,8! 52.2,112! 50,116!")),)
    studs = [math.radians(30 * i + 15) for i in range(12)]
    device = placed((ink(dolphin_outline()),), scale=0.55, turn=-10, dx=-2, dy=0.5)
    return (
        *placed(spear, turn=45, scale=0.94),
        *placed(spear, turn=-45, scale=0.94),
        *over(disc(50, 50, 42), gap=2),
        cut(2.4, disc(50, 50, 33)),
        paper(*(disc(50 + 37.4 * math.cos(a), 50 + 37.4 * math.sin(a), 1.6) for a in studs)),
        paper(device[0].d),
    )


def amphora() -> Drawing:
    """A wine jar with two handles and incised bands."""
    body = "50,3 66,3! 67,9 61,11! 59,18 60,26 70,32 79,44 79,58 71,74 60,88! 67,91 68,97! 50,97"
    handle = "62,14 72,13 79,20 79,31 75,42"
    return (
        ink(both(body)),
        stroke(5.5, line(handle), line(mirrored(handle))),
        cut(
            2.4,
            line("40,26 60,26"),
            line("22,46 78,46"),
            line("22,60 78,60"),
            line("41,89 59,89"),
        ),
        cut(
            2.4,
            line(
                "28,56! 28,50! 36,50! 36,56! 44,56! 44,50! 52,50! 52,56! 60,56! 60,50!"
                " 68,50! 68,56! 74,56!"
            ),
            line("50,86 50,70"),
            line("44,82 38,70"),
            line("56,82 62,70"),
        ),
    )


def scissors() -> Drawing:
    """Open scissors, points up."""
    blade = closed("47,61! 53,64! 58,54 70,16 72,3! 64,10 56,28!")
    ring = disc(31, 81, 15.5, 16)
    eye = disc(31, 81, 8.2, 8.8)
    shank = limb("53,57,9 46,63,9 38,70,9")
    return (
        ink(blade, shank, ring, closed(mirrored("47,61! 53,64! 58,54 70,16 72,3! 64,10 56,28!"))),
        ink(limb("47,57,9 54,63,9 62,70,9"), disc(69, 81, 15.5, 16)),
        paper(eye, disc(69, 81, 8.2, 8.8), disc(50, 58, 2.6)),
    )


def glue() -> Drawing:
    """A bottle of glue with a drop at its nozzle."""
    bottle = both("50,96 72,96! 77,95 78,90! 78,52! 77,44 68,40! 64,38! 64,31! 61,31! 53,6! 50,5")
    return (
        ink(bottle),
        cut(2.6, line("37,31 63,31"), line("34,39.5 66,39.5")),
        paper(closed("50,49! 56,59 62,67 63,76 57,84 50,86 43,84 37,76 38,67 44,59")),
        ink(closed("45,75 47,80 51,82 46,82 42,78 42,73")),
    )


def fold() -> Drawing:
    """A sheet folded along a dashed line, with the arrow of the fold."""
    return (
        stroke(5, "M8,44L92,44L92,94L8,94Z"),
        stroke(4, "M50,50L50,56M50,65L50,73M50,82L50,88"),
        stroke(6, "M22,34C26,12 62,4 76,22"),
        ink("M84,36L64,27L83,11Z"),
    )


THINGS = {
    "flag": flag,
    "star": star,
    "spool": spool,
    "sword": sword,
    "helmet": helmet,
    "labrys": labrys,
    "block": block,
    "amphora": amphora,
    "scissors": scissors,
    "glue": glue,
    "fold": fold,
}
