"""What is a file by its form is a picture, or refused; it is never printed as words."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_help import DICE, piece_called, plan_of, words_of

from pnp.cli.reference import keys_of
from pnp.definition.model import GameFile
from pnp.definition.schema import Faults, Reader, Written, fields_of
from pnp.definition.source import node_of
from pnp.definition.values import is_file_name
from pnp.errors import Loc
from pnp.kinds import all_kinds
from pnp.kinds.contest import DieTruth

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
)


@pytest.mark.parametrize(
    "name",
    ["a.svg", "art/a.svg", "a.PNG", "art\\a.jpeg", "art/a", "./a", "Art/My fox.png", "a.webp"],
)
def test_forms_of_files(name: str) -> None:
    assert is_file_name(name)


@pytest.mark.parametrize("words", ["1/2", "AND/OR", "1.5", "St.", "see a.png", "owl", "N", "+1"])
def test_words_are_no_files(words: str) -> None:
    assert not is_file_name(words)


def test_a_face_of_a_die_is_a_picture(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "bull.svg").write_text(SVG)
    dice = DICE.replace("minotaur", "art/bull.svg")
    chart = "kind: odds\nof: dice\nsize: 99 x 60mm\n"
    labels = "kind: stickers\nof: dice\n"
    plan, problems = plan_of(tmp_path, dice=dice, wins=chart, labels=labels)
    assert problems == []
    beast, sticker = piece_called(plan, "beast"), piece_called(plan, "labels-beast")
    for face in (beast.front, sticker.front, piece_called(plan, "wins").front):
        assert any('r="3"' in stamp.layer.svg for stamp in face.stack)
        assert not [word for word in words_of(face) if "bull" in word.casefold()]
    assert isinstance(beast.truth, DieTruth) and beast.truth.contest.knows("art/bull.svg")


@pytest.mark.parametrize(
    ("name", "code"), [("art/a.svg", "ART002"), ("art/a", "ART003"), ("a.gif", "ART003")]
)
def test_a_picture_that_cannot_be_used_is_said_at_its_face(
    name: str, code: str, tmp_path: Path
) -> None:
    _, problems = plan_of(
        tmp_path, dice=f"kind: die\ndice:\n  a: {{faces: [1, {name}, 3, 4, 5, 6]}}\n"
    )
    assert [(p.code, p.loc and (p.loc.line, p.loc.col)) for p in problems] == [(code, (3, 18))]


def schemas(found: dict[type[Written], None], schema: type[Written]) -> dict[type[Written], None]:
    """A schema and all below it."""
    if schema not in found:
        found[schema] = None
        for key in keys_of(schema):
            if key.below:
                schemas(found, key.below)
    return found


def takes_files(reader: Reader) -> bool:
    """Whether a value may be, or hold, the name of a file."""
    name = "art/a.svg"
    for value in (name, [name] * 6, [[name]], {"1": name}, {"a": name}, {name: "a"}, {name: ["a"]}):
        faults = Faults()
        reader.read(node_of(value, Loc("x")), faults)
        if not faults.fatal:
            return True
    return False


def test_only_pictures_and_leaflets_are_written_as_files() -> None:
    found: dict[type[Written], None] = {}
    for schema in (GameFile, *(kind.schema for kind in all_kinds())):
        schemas(found, schema)
    taking = {
        (schema.__name__, name)
        for schema in found
        for name, field in fields_of(schema).items()
        if name not in ("back", "backs", "boxes")
        and field.reader.words != "mapping"
        and takes_files(field.reader)
    }
    drawn_as_text = {("MazeTile", "maze"), ("MazeTiles", "tiles"), ("CardEntry", "grid")}
    entries = {("Cards", "cards"), ("CellCards", "cards")}  # read one by one
    assert taking - drawn_as_text - entries == {
        ("Document", "leaflet"),
        ("Die", "faces"),
        ("Dice", "beats"),
        ("Dice", "blank"),
        ("Dice", "circle"),
        ("Card", "art"),
    }
    assert len(found) > 30
