"""Definitions spoilt in one place are refused at a place or read; never a failure of ours."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from conftest import ROOT, found_problems

from pnp.kinds import all_kinds

sys.path.insert(0, str(ROOT / "fuzz"))
from mutants import FOLDERS, Mutant, judge, mutants, trees_of

KIT = FOLDERS[0]
SAMPLE = 10
"""Mutants of each folder that are tried here; `python fuzz/mutants.py` tries all."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_spoilt_games_are_refused_or_read(folder: Path) -> None:
    every = list(mutants(folder))
    assert len(every) > 1000
    for mutant in random.Random(folder.name).sample(every, SAMPLE):
        assert judge(folder, mutant) == [], f"{mutant.file}: {mutant.what}"


@pytest.mark.parametrize(
    ("file", "path", "value"),
    [
        ("dice.yaml", ("blank",), []),
        ("dice.yaml", ("circle",), "nope"),
        ("dice.yaml", ("dice", "die-a", "faces"), ["N", "E", "S", "W", "1", "2"]),
        ("game.yaml", ("placement", "step"), "2"),
        ("game.yaml", ("documents", "mazes_{paper}", "print"), ["lands"]),
    ],
)
def test_what_failed_once_is_refused_or_read(
    file: str, path: tuple[str, ...], value: object
) -> None:
    tree = trees_of(KIT)[file]
    holder = tree
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    assert judge(KIT, Mutant(file, str(path), tree)) == []


def test_the_kit_is_sound_and_has_every_kind() -> None:
    assert [p for p in found_problems(KIT) if p.severity == "error"] == []
    trees = trees_of(KIT)
    boxes = trees["game.yaml"]["boxes"].values()
    written = {tree.get("kind") for tree in (*trees.values(), *boxes)} - {None}
    assert written == {kind.name for kind in all_kinds()}
