"""The reference is the schemas: every key is told, and what it says is what reading accepts."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Annotated

import pytest

from pnp.checks import run as run_checks
from pnp.cli.reference import SHARED, keys_of, topics
from pnp.definition.schema import Bounds, Written, fields_of
from pnp.definition.values import PositiveLength, Text, Whole
from pnp.draw.symbols import SYMBOLS
from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.kinds import all_kinds


class Inner(Written):
    """What stands inside."""

    size: PositiveLength = 3.5


class Outer(Written):
    """A schema."""

    name: Text
    many: tuple[Inner, ...] = ()
    count: Annotated[Whole, Bounds(least=1)] = 2
    inner: Inner


def test_a_key_tells_its_value_and_default() -> None:
    told = {key.name: (key.value, key.default, key.below) for key in keys_of(Outer)}
    assert told == {
        "name": ("text", "required", None),
        "many": ("list of: mapping", "", Inner),
        "count": ("whole number", "2", None),
        "inner": ("mapping", "", Inner),
    }
    assert [(key.value, key.default) for key in keys_of(Inner)] == [("length, as 12mm", "3.5mm")]


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_every_key_of_a_kind_is_told(kind) -> None:
    page = topics()[kind.name]()
    told = {line.split()[0] for line in page.splitlines() if line.startswith("  ")}
    assert set(fields_of(kind.schema)) <= told


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_keys_that_kinds_share_are_explained(kind) -> None:
    page = topics()[kind.name]()
    shared = {"corners": "corner\npunch", "bleed": "by `bleed` mm", "backs": "`backs` maps"}
    for key, says in shared.items():
        assert (says in page) == (key in fields_of(kind.schema)), key
    assert "What all kinds" not in page and "\n\n\n" not in page


def test_entries_read_one_by_one_are_told_too() -> None:
    page = topics()["maze_tile"]()
    assert "In tiles:" in page and "maze " in page.partition("In tiles:")[2]


def test_defaults_have_units() -> None:
    page = topics()["scorepad"]()
    assert "(256 x 186 mm)" in page
    assert "(18mm)" in topics()["die"]() and "(0mm)" in topics()["card"]()


def test_what_all_kinds_share_is_told_with_each() -> None:
    for kind in all_kinds():
        assert topics()[kind.name]().endswith(SHARED)


def test_tallies_are_called_as_they_are_told(tmp_path: Path) -> None:
    """The two examples, on tiles of which a fourth are crossings and a fourth have a star."""
    examples = re.findall(r"`(\{of: ways,[^`]*\})`", topics()["distribution"]())
    assert len(examples) == 2
    lines = "\n".join(f"  e{n}: {' '.join(each.split())}" for n, each in enumerate(examples))
    (tmp_path / "game.yaml").write_text(
        f"title: Ways\ndistribution:\n{lines}\ndocuments: {{all: {{print: [ways]}}}}\n"
    )
    (tmp_path / "ways.yaml").write_text(
        "kind: path_tile\nshapes: {T: NES, X: NESW}\ncounts: {T: [6], X: [0, 2]}\nback: none\n"
    )
    game, problems = load(tmp_path)
    assert problems == []
    told = {proof.code: proof.result for proof in run_checks(Plan(game)).proofs}
    assert told["DIST001"] == "proved"


def test_boxes_are_told_with_an_example_that_can_be_built(tmp_path: Path) -> None:
    page = topics()["boxes"]()
    example = page.partition("\n\n")[2].partition("\n\n")[0]
    (tmp_path / "game.yaml").write_text(f"title: Boxes\n{dedent(example)}\n")
    for id in ("cards", "tiles"):
        (tmp_path / f"{id}.yaml").write_text("kind: blanks\nsize: 63 x 88mm\ncopies: 20\n")
    game, problems = load(tmp_path)
    plan = Plan(game, Options())
    assert [*problems, *plan.problems] == []
    assert {piece.component for piece in plan.pieces_in(*game.file.documents.values())} == {
        "box",
        "tray",
    }
    kinds = {line.split()[0] for line in page.rpartition("one):\n\n")[2].splitlines()}
    assert kinds == {"tuckbox", "drawbox", "tray", "envelope", "sleeve"}


def test_lists_of_names() -> None:
    assert set(SYMBOLS) <= set(topics()["symbols"]().split())
    assert "labyrinth" in topics()["backs"]()
    assert all(kind.name in topics()["kinds"]() for kind in all_kinds())
