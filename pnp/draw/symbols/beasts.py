"""Beasts: the bull of the maze, griffin, mermaid, owl and dolphin."""

from __future__ import annotations

from pnp.draw.shapes import Drawing
from pnp.draw.symbols.pen import (
    both,
    closed,
    cut,
    disc,
    ink,
    limb,
    line,
    mirrored,
    over,
    paper,
    placed,
)


def minotaur() -> Drawing:
    """A bull's head, frontal, with lyre horns."""
    head = both("50,21 57,22 63,26! 69,33 72,41 71,49 67,60 64,70 66,77 69,84 66,92 58,96.5 50,97")
    horn = "59,25! 68,25 77,21 83,12 85,2! 91,8 94,18 91,28 83,35 74,37 66,37!"
    ear = "68,39! 78,39 87,41 96,46! 92,53 85,57 77,56 69,51!"
    eye = "55.5,56.5! 59,51 64,48.5 69.5,48.5! 67.5,53.5 62,57!"
    nostril = "54.5,87! 56,82.5 60,80 63.5,81 63.5,84 60,85.5"
    brow = "53,50 58.5,45.5 69,42.5"
    return (
        ink(head, closed(horn), closed(mirrored(horn)), closed(ear), closed(mirrored(ear))),
        paper(closed(eye), closed(mirrored(eye)), closed(nostril), closed(mirrored(nostril))),
        ink(disc(62.8, 52, 2.6), disc(37.2, 52, 2.6)),
        cut(
            2.4,
            line(brow),
            line(mirrored(brow)),
            line("34,72 42,74.5 50,75.5 58,74.5 66,72"),
            line("41,93 46,91 50,90 54,91 59,93"),
            line("50,83 50,90"),
            line("74,45 82,46 89,48"),
            line(mirrored("74,45 82,46 89,48")),
            line("54,58 55.5,64 58.5,69"),
            line(mirrored("54,58 55.5,64 58.5,69")),
        ),
        cut(
            2.2,
            line("36,28 38,36 43.5,36 44.5,29"),
            line("44.5,29 45,42 50,42 55,42 55.5,29"),
            line(mirrored("36,28 38,36 43.5,36 44.5,29")),
            line("83,19 88,21"),
            line("79,25 84,30"),
            line(mirrored("83,19 88,21")),
            line(mirrored("79,25 84,30")),
        ),
    )


def griffin() -> Drawing:
    """A griffin's bust facing left: hooked beak, pricked ear, neck locks, raised wing."""
    bust = closed(
        "36,16 28,17 19,21 12,27 7,35 6,47! 11,41 17,38.5 23,38 29,40! 22,43 14,48! 19,53 27,55.5"
        " 32,56! 33,64 29,72 22,79 19,87 21,96! 62,96! 66,84 60,72 58,60 60,46 58,30 51,20"
    )
    ear = closed("42,20! 42,10 47,1! 54,8 57,16 55,26!")
    knob = closed("29,19! 28.5,12 32,8 36,11 36.5,18!")
    wing = closed(
        "40,96! 40,84 46,73 56,64 65,52 71,36 75,19 80,5! 84,13 84,24 82,34! 88,26 91,19! 94,28"
        " 92,38 88,47! 92,43 96,38! 97,48 95,56 89,63! 93,61 96,58! 95,68 91,75 85,80! 92,79!"
        " 88,87 80,93 70,96!"
    )
    return (
        ink(bust, ear, knob),
        *over(wing),
        cut(
            2.2,
            line("45,88 52,80 62,75 72,74 78,79"),
            line("54,94 58,88 66,84 74,86"),
            line("82,34 77,48 70,60"),
            line("88,47 82,58 75,66"),
            line("89,63 83,70 78,75"),
        ),
        paper(closed("30,28! 34,23.5 40,23 45,27.5! 40,31.5 34,31.5!")),
        ink(disc(37.5, 27.3, 2.7)),
        cut(
            2.2,
            line("26,21 24.5,29 29,40"),
            line("46.5,17 48,10"),
            line("52,34 49,42 50,50 54,52 56,47 53,45"),
            line("44,38 42,46 42,56 46,60 49,56 46.5,53"),
            line("35,44 37,52 37,60"),
            line("22,88 28,88 34,86"),
            line("27,79 32,79 37,76"),
            line("32,70.5 36,70 40,67"),
        ),
    )


def mermaid() -> Drawing:
    """A mermaid in profile with a mirror in her hand, her tail curling up behind."""
    hair = closed(
        "35,6 42,2.5 50,5 55,12 56,22 60,31 63,37 61.5,43 56.5,47! 56,43 53,43 47,40 45,30 45,21"
        " 41,16 33,13!"
    )
    body = closed(
        "40,24! 39.5,30 36.5,33.5 30,37 28,43 31,48 35,50 33,55 29,63 30,73 35,82 44,90 57,94 70,91"
        " 79,83 83,71 81,61! 75,66 71,74 64,78 57,75 53,68 52,59 53,50 55,41 51,33 46,30 45,22!"
    )
    face = closed(
        "34,8 32.5,12 32,14.5 28.5,18.5! 31,19.5 30.5,21.5 32,22.5 32,25.5 34.5,27.6"
        " 38,27.2 45,29! 48,18 44,8"
    )
    fluke = closed(
        "82,71! 76,67 67,63 62,55 63,45! 70,47 77,52 81,61! 83,51 89,43 97,39! 97,49 93,60 87,68!"
    )
    arm = limb("49,37,7.5 39,44,7 27,44,6 18,37,5.5 14,28,4.5 12,22,5")
    return (
        ink(body, face),
        *over(hair, gap=1.5),
        ink(fluke),
        *over(arm, gap=1.7),
        ink(disc(11, 13.5, 8)),
        paper(disc(11, 13.5, 4.6), disc(35.2, 16.6, 1.5)),
        cut(
            2,
            line("33,58 38,61 43,58 48,61 53,58"),
            line("31,67 36,71 41,67.5 46,71 52,67"),
            line("34,77 39,80 43,76 48,80 54,75.5"),
            line("42,86 47,88 50,83 55,86 58,82"),
            line("58,92 61,87.5 66,89 68,83.5 73,84.5 75,78"),
        ),
        cut(
            1.8,
            line("43,9 50,15 52,26 57,36 60,45"),
            line("68,53 73,58 78,64"),
            line("92,46 87,55"),
        ),
    )


def owl() -> Drawing:
    """The owl of Athena, body in profile and face turned to the viewer."""
    body = closed(
        "27,5! 36,9 47,8 58,9 67,5! 70,14 71,24 69,34 76,46 80,58 82,72 88,84 93,95! 78,92 68,84"
        " 60,88 50,88 39,84 31,74 27,61 26,48 28,36 24,26 24,15"
    )
    legs = limb("48,82,8 46,90,6 46,95,5") + limb("59,84,8 58,90,6 58,95,5")
    toes = closed("38,97! 40,93 47,91 54,97!") + closed("51,97! 53,93 59,91 66,97!")
    eyes = disc(37, 22, 9.6) + disc(57, 22, 9.6)
    beak = closed("47,24! 50.5,29 47,38! 43.5,29")
    drawing = (
        ink(body, legs, toes),
        paper(eyes),
        ink(disc(37.5, 22, 5.2), disc(56.5, 22, 5.2)),
        paper(disc(38.5, 20.4, 1.6), disc(57.5, 20.4, 1.6), beak),
        cut(
            2.4,
            line("32,42 38,46 47,47 56,46 62,42"),
            line("62,44 54,54 52,68 60,78 72,82"),
            line("64,56 64,66 71,74"),
            line("72,58 73,66 78,74"),
        ),
        paper(
            disc(35, 54, 1.7),
            disc(43, 56, 1.7),
            disc(34, 64, 1.7),
            disc(42, 66, 1.7),
            disc(40, 75, 1.7),
            disc(48, 77, 1.7),
        ),
    )
    return placed(drawing, dx=-7)


def dolphin_outline() -> str:
    """The outline of a dolphin leaping to the left, without its fin."""
    return closed(
        "4,62! 9,58 16,55 20,45 29,34 41,27 52,25! 56,16 66,11! 64,20 68,29! 78,36 84,47 86,60"
        " 85,68! 93,70 97,78 97,84! 89,80 82,80! 77,86 68,89 62,87! 66,79 74,71! 73,62 68,54"
        " 60,50 48,52 36,58 24,66 14,69 5,67!"
    )


def dolphin() -> Drawing:
    """A dolphin leaping to the left."""
    fin = closed("36,52! 46,50 48,60 44,71 36,77! 38,66")
    return (
        ink(dolphin_outline()),
        *over(fin, gap=1.8),
        paper(disc(26, 49, 2.4)),
        cut(2.4, line("5,64 14,63 21,59"), line("30,57 44,46 58,42 70,47 79,58")),
    )


BEASTS = {
    "minotaur": minotaur,
    "griffin": griffin,
    "mermaid": mermaid,
    "owl": owl,
    "dolphin": dolphin,
}
