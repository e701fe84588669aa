"""Selections of pieces with copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

from pnp.errors import PnpError
from pnp.game.loader import load
from pnp.game.plan import Options, Plan, SheetDocument


def printed(folder: Path, *pieces: str, single: bool = False) -> Counter[str]:
    """How often each piece stands on the fronts of all documents."""
    plan = Plan(load(folder)[0], Options(pieces=pieces, single=single))
    sheets = [s for d in plan.documents if isinstance(d, SheetDocument) for s in d.sheets]
    return Counter(p.piece.id for s in sheets for p in s.placements if p.side == "front")


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        (("one",), {"one": 1}),
        (("one*3",), {"one": 3}),
        (("ONE*2", "two*1"), {"one": 2, "two": 1}),
        (("2*4",), {"two": 4}),
        (("1-2*2",), {"one": 2, "two": 2}),
        (("1-2", "two*5"), {"one": 1, "two": 5}),
        (("t*", "one*2"), {"one": 2, "two": 1}),
    ],
)
def test_copies(tiny_folder: Path, pieces: tuple[str, ...], found: dict[str, int]) -> None:
    assert printed(tiny_folder, *pieces) == found
    assert printed(tiny_folder, *pieces, single=True) == found


def test_a_star_in_a_pattern_stays_one(game_folder: Path) -> None:
    """`lab-*7` are the tiles whose ids end so: `lab-` is the id of nothing."""
    assert set(printed(game_folder, "lab-*7")) == {"lab-07", "lab-17", "lab-27", "lab-37"}
    assert printed(game_folder, "lab-07*1", "die*5") == {"lab-07": 1, "die": 5}


@pytest.mark.parametrize("part", ["one*0", "one*-1", "one*1001", "none*2", "*0", "9*2", "2-1*2"])
def test_what_is_no_number_of_copies(tiny_folder: Path, part: str) -> None:
    with pytest.raises(PnpError, match="GAME002"):
        printed(tiny_folder, part)


def test_a_build_with_copies_is_proved(run_cli: Callable[..., Result], tiny_folder: Path) -> None:
    done = run_cli("build", tiny_folder, "--pieces", "two*3", "-o", tiny_folder / "out")
    assert (done.code, done.err) == (0, "")
