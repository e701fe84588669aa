"""The rules of the table played by lot, and the command that plays."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.errors import PnpError
from pnp.families.dedalos import play as dedalos_play
from pnp.families.dedalos.play import MEANING, simulate
from pnp.families.dedalos.table import Build, Item, Labyrinth, LaidTile, Player, kit_of, turns_of
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan

N, E, S, W = 1, 2, 4, 8


def plan_of(folder: Path | None = None) -> Plan:
    return Plan(load(folder or bundled_games()["dedalos"])[0])


def table(tiles: dict[tuple[int, int], LaidTile], *places: tuple[int, int]) -> Labyrinth:
    whole = {(0, 0): LaidTile("entrance", 15), **tiles}
    return Labyrinth(whole, [], [Player(place) for place in places], random.Random("1"))


def test_turns() -> None:
    assert turns_of(N) == (1, 2, 4, 8)
    assert turns_of(N | S) == (5, 10)
    assert turns_of(15) == (15,)


def test_tiles_join_where_openings_meet() -> None:
    t = table({(1, 0): LaidTile("labyrinth", W | E), (2, 0): LaidTile("labyrinth", N | S)})
    assert [p for _, p in t.near((0, 0))] == [(1, 0)]
    assert t.steps_from([(0, 0)]) == {(0, 0): 0, (1, 0): 1}
    assert [there for _, _, there in t.ends()] == [(0, -1), (0, 1), (-1, 0), (2, -1), (2, 1)]
    assert t.meets((0, 1), N) and not t.meets((0, 1), S) and not t.meets((3, 0), W)


def test_exits_end_ways_and_blocked_ones_are_not_entered() -> None:
    line = {(x, 0): LaidTile("labyrinth", W | E) for x in (1, 3)} | {(2, 0): LaidTile("exit", 15)}
    t = table(line)
    assert (3, 0) not in t.steps_from([(0, 0)]), "nobody walks through an exit"
    assert not t.meets((2, 1), N), "nothing is continued from an exit"
    assert t.open_exits() == [(2, 0)]
    t.blocked.add((2, 0))
    assert t.steps_from([(0, 0)]).keys() == {(0, 0), (1, 0)} and not t.open_exits()


def test_only_more_stars_cover_an_empty_tile() -> None:
    t = table({(1, 0): LaidTile("labyrinth", W, 1)}, (0, 0))
    assert t.may_cover(Item("labyrinth", 15, 2), (1, 0))
    assert not t.may_cover(Item("labyrinth", 15, 1), (1, 0))
    assert not t.may_cover(Item("labyrinth", 15, 3), (0, 0)), "the entrance is never covered"
    t.players[0].place = (1, 0)
    assert not t.may_cover(Item("labyrinth", 15, 2), (1, 0))


def test_nobody_is_trapped() -> None:
    """Three ways of the entrance are shut; a dead end on the fourth would trap the tribute."""
    dead = {
        (0, -1): LaidTile("labyrinth", S),
        (1, 0): LaidTile("labyrinth", W),
        (0, 1): LaidTile("labyrinth", N),
    }
    t = table(dead, (0, 0))
    assert t.free((0, 0))
    assert not t.build(Build(Item("labyrinth", N), (-1, 0), E))
    assert (-1, 0) not in t.tiles
    assert t.build(Build(Item("labyrinth", N | S), (-1, 0), E | W))
    assert not table(dead | {(-1, 0): LaidTile("labyrinth", E)}).route_possible()


def test_the_kit_is_that_of_the_leaflet() -> None:
    for players, exits, in_bag in ((3, 2, 143), (4, 3, 143), (5, 4, 144), (6, 4, 144)):
        kit = kit_of(plan_of(), players)
        assert (len(kit.exits), len(kit.bag)) == (exits, in_bag)
        assert sum(item.kind == "collapse" for item in kit.bag) == exits // 2
        assert sum(item.red for item in kit.bag) == 4
        assert all(abs(x) + abs(y) == 6 for (x, y), _ in kit.exits)
    assert {place for place, _ in kit_of(plan_of(), 3).exits} == {(0, -6), (0, 6)}


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, again, other = (simulate(plan_of(), 4, None, seed) for seed in (1, 1, 2))
    assert one == again != other
    assert set(one) == set(MEANING)
    for share in ("escaped", "closed", "no_route", "unplaceable"):
        assert 0 <= one[share] <= 1
    assert 1 <= one["openings"] <= 4 and one["tiles"] <= 132


def test_dead_ends_close_labyrinths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure sees what it is for: a set of dead ends closes up, ours does not."""
    monkeypatch.setattr(dedalos_play, "MOST_TURNS", 40)
    folder = Path(shutil.copytree(bundled_games()["dedalos"], tmp_path / "heavy"))
    text = (folder / "labyrinth.yaml").read_text()
    for old, new in (
        ("D: [6, 2, 1, 0]", "D: [90, 2, 1, 0]"),
        ("X: [10, 6", "X: [0, 6"),
        ("T: [24, 10", "T: [0, 10"),
        ("L: [24", "L: [10"),
        ("I: [20", "I: [10"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "labyrinth.yaml").write_text(text)
    ours, heavy = simulate(plan_of(), 6, 4, 1), simulate(plan_of(folder), 6, 4, 1)
    assert heavy["ends_per_tile"] < 0 < ours["ends_per_tile"]
    assert heavy["openings"] < ours["openings"] - 0.5
    assert heavy["escaped"] < ours["escaped"]


def test_players_without_a_setup_are_refused() -> None:
    with pytest.raises(PnpError, match="no set-up for 2 players"):
        simulate(plan_of(), 1, 2, 1)


def test_the_command_says_that_nothing_is_proved(run_cli: Callable[..., Any]) -> None:
    done = run_cli("simulate", "dedalos", "--games", 2, "--players", 3, "--seed", 5)
    assert done.code == 0
    assert done.out.startswith("dedalos: 2 games of 3 players, seed 5; measured, not proved")
    assert "assumed:" in done.out and "mean openings" in done.out


def test_the_command_as_json(run_cli: Callable[..., Any]) -> None:
    data = json.loads(run_cli("simulate", "dedalos", "--games", 2, "--format", "json").out)
    assert (data["game"], data["games"], data["players"], data["seed"]) == ("dedalos", 2, 4, 1)
    assert set(data["measured"]) == set(MEANING) and data["assumptions"]


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("labydo",), 2, "only games with rules: dedalos"),
        (
            ("dedalos", "--players", 7),
            1,
            "SIM001 there is no set-up for 7 players (set-ups: 3, 4, 5",
        ),
        (("dedalos", "--games", 0), 2, "--games"),
        (("dedalo",), 2, "did you mean 'dedalos'?"),
    ],
)
def test_what_cannot_be_played(
    run_cli: Callable[..., Any], args: tuple[object, ...], code: int, says: str
) -> None:
    done = run_cli("simulate", *args)
    assert done.code == code and says in done.err
