"""Dice to fold: every face is the one that is written, told from the other dice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dice_help import DICE, piece_called, plan_of, sizes_of_text, words_of

from pnp.kinds.contest import DieTruth
from pnp.kinds.dieface import BORDERS, PIPS
from pnp.nets.core import fold
from pnp.nets.die import OPPOSITE
from pnp.piece import Stamp


def panel_stamps(plan_piece, name: str) -> list[Stamp]:  # type: ignore[no-untyped-def]
    """What is stamped onto one panel of the net."""
    frame = plan_piece.net[name].frame
    pad = plan_piece.net_pad
    return [
        s
        for s in plan_piece.front.stack
        if (round(s.at.e - pad, 4), round(s.at.f - pad, 4))
        == (round(frame.e, 4), round(frame.f, 4))
    ]


def test_faces_stand_on_their_sides(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE)
    assert problems == []
    plain = piece_called(plan, "plain")
    assert isinstance(plain.truth, DieTruth)
    assert plain.truth.faces == ("1", "2", "3", "4", "5", "9")
    for side, value in enumerate(plain.truth.faces, 1):
        words = [
            w for s in panel_stamps(plain, str(side)) for w in re.findall(r">(\w)<", s.layer.svg)
        ]
        assert words == ["p", value]
    placed = fold(plain.net) if plain.net else {}
    for one, other in OPPOSITE.items():
        a, b = placed[one].normal, placed[other].normal
        assert a.dot(b) == pytest.approx(-1)


def test_six_and_nine_are_underlined_others_are_not(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE)
    for id, underlined in (("beast", {"6"}), ("plain", {"9"})):
        piece = piece_called(plan, id)
        values = {s.layer.svg for s in piece.front.stack if re.search(r">\d</text>", s.layer.svg)}
        found = {re.search(r">(\d)<", svg)[1] for svg in values if "<line" in svg}  # type: ignore[index]
        assert found == underlined


def test_what_all_faces_have_in_common_is_one_layer(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE)
    plain, beast = piece_called(plan, "plain"), piece_called(plan, "beast")
    assert len(plain.front.stack) == 13  # six grounds, six values, the net's lines
    assert len({s.layer.key for s in plain.front.stack}) == 8
    assert len({s.layer.key for s in beast.front.stack}) == 2 + 5 + 1  # lettered or not


def test_a_character_stands_without_letter_a_flag_with_it(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE)
    beast = piece_called(plan, "beast")
    lettered = [
        side for side in "123456" if any(">M<" in s.layer.svg for s in panel_stamps(beast, side))
    ]
    assert lettered == ["4", "5", "6"]


def test_strength_is_shown_as_dots(tmp_path: Path) -> None:
    counts = set()
    for strength in (1, 4):
        plan, _ = plan_of(tmp_path, dice=DICE.replace("strength: 3", f"strength: {strength}"))
        ground = panel_stamps(piece_called(plan, "plain"), "1")[0].layer.svg
        counts.add((strength, ground.count("<circle")))
    assert counts == {(1, 1), (4, 4)}


@pytest.mark.parametrize("value", PIPS)
def test_pips_are_the_default(value: str, tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice="kind: die\ndice:\n  d: {}\n")
    assert problems == []
    stamps = panel_stamps(piece_called(plan, "d"), value)
    assert [s.layer.svg.count("<circle") for s in stamps] == [int(value)]


def test_borders_differ_in_form_not_in_colour() -> None:
    from pnp.draw.ink import Ink

    drawn = set()
    for name in BORDERS:
        ink = Ink()
        BORDERS[name](ink, 20.0, "#000000")
        drawn.add(ink.layer().svg)
    assert len(drawn) == len(BORDERS)


def test_tallies_count_dice_and_faces(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE)
    assert dict(piece_called(plan, "beast").tallies) == {
        "beast": 1,
        "minotaur": 2,
        "griffin": 1,
        "flag": 1,
        "1": 1,
        "6": 1,
    }


def test_text_can_be_read(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE)
    for piece in plan.pieces:
        assert min(sizes_of_text(piece.front)) >= 2.1
    assert "glue" in words_of(piece_called(plan, "plain").front)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("[1, 2, 3, 4, 5, 9]", "[1, 2, 3, 4, 5]", "DEF003", 14),
        ("border: wave", "border: waves", "DEF003", 14),
        ("letter: p", "letter: pp", "DEF003", 14),
        ("strength: 3", "strength: 9", "DEF003", 14),
        ("letter: M", "leter: M", "DEF002", 13),
        ("[1, 2, 3, 4, 5, 9]", "[1, 2, 3, 4, 5, Wolfgangamadeus]", "TEXT001", 14),
        ("copies: 2", "copies: 0", "DECK005", 10),
    ],
)
def test_mistakes_have_a_place(old: str, new: str, code: str, line: int, tmp_path: Path) -> None:
    assert DICE.count(old) == 1
    _, problems = plan_of(tmp_path, dice=DICE.replace(old, new))
    assert (code, line) in {(p.code, p.loc.line if p.loc else 0) for p in problems}, problems
