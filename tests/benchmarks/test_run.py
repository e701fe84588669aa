"""The runner on tiny jobs: its games are proved, its tables add up; no clock judges."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import games  # noqa: E402
import table  # noqa: E402
from jobs import Aim, Group  # noqa: E402
from timing import Failed, Runs, Subject, alternate  # noqa: E402

from pnp.checks import run as run_checks  # noqa: E402
from pnp.game.loader import load  # noqa: E402
from pnp.game.plan import Plan  # noqa: E402


def timed(seconds: float) -> Runs:
    """A command that was run, and took so long; its instructions were counted."""
    return Runs(["-"], None, [seconds, seconds, 9.0], [seconds / 2] * 3, [50.0], [seconds * 3])


def subject(name: str, start: float, slope: float, *counts: int) -> Subject:
    return Subject(name, {n: timed(start + slope * n) for n in counts})


@pytest.mark.parametrize("write", [games.write_numbered, games.write_mix])
@pytest.mark.parametrize("count", [37, 132])
def test_the_games_are_right_and_as_large_as_they_say(
    write: object, count: int, tmp_path: Path
) -> None:
    folder = write(tmp_path / "game", count)  # type: ignore[operator]
    game, problems = load(folder)
    plan = Plan(game)
    report = run_checks(plan, problems)
    assert [p for p in report.problems if p.severity == "error"] == []
    pieces = sum(piece.copies for piece in plan.pieces)
    assert pieces == games.pieces_of(folder)
    assert pieces == pytest.approx(count, abs=9)


def test_the_mix_is_that_of_the_game(tmp_path: Path) -> None:
    text = games.write_mix(tmp_path / "game", 132).joinpath("tiles.yaml").read_text()
    real = (BENCHMARKS.parent / "tiledefs" / "dedalos" / "labyrinth.yaml").read_text()
    rows = [line for line in real.split("counts:")[1].splitlines() if "[" in line]
    assert len(rows) == 5
    assert all(row in text for row in rows)


def test_every_turn_changes_one_tile_and_the_game_stays_right(tmp_path: Path) -> None:
    change = games.Changing(BENCHMARKS.parent / "tiledefs" / "labydo", tmp_path / "labydo")
    keys = []
    for _ in range(3):
        change()
        plan = Plan(load(change.folder)[0])
        assert [p for p in run_checks(plan, []).problems if p.severity == "error"] == []
        keys.append({piece.id: piece.front.key for piece in plan.pieces})
    assert [id for id in keys[0] if keys[0][id] != keys[1][id]] == ["lab-02"]
    assert keys[0] == keys[2]


def test_start_and_slope() -> None:
    one = subject("one", 0.7, 0.002, 10, 110)
    assert one.marginal() == pytest.approx(0.002)
    assert one.start() == pytest.approx(0.7)
    assert one.start("cpu") == pytest.approx(0.35)
    assert subject("two", 1, 1, 5).marginal() is None


def test_slopes_are_those_of_rounds_and_outvote_disturbed_runs() -> None:
    """The machine gets twice as slow with every round, and one run is disturbed."""
    runs = {
        n: Runs(["-"], None, [speed * (1 + 0.01 * n) for speed in (1, 2, 2)]) for n in (1, 5, 9)
    }
    one = Subject("one", runs)
    assert one.marginal() == pytest.approx(0.02)
    runs[9].wall[2] += 7.0
    assert one.marginal() == pytest.approx(0.02)
    assert one.bend() == pytest.approx(1.0)


def test_a_line_that_bends_is_seen() -> None:
    bent = Subject("bent", {n: timed((1 + n + n**2 / 20) / 10) for n in (1, 2, 5, 10)})
    assert 1.2 < bent.bend() < 1.6
    assert subject("straight", 1.0, 0.1, 1, 2, 5, 10).bend() == pytest.approx(1.0)


def test_ratios_are_judged_by_their_aims() -> None:
    ours, other = subject("ours", 1.0, 0.01, 10, 100, 200), subject("other", 0.5, 0.02, 10, 200)
    aims = [
        Aim("marginal", "ours", "other", 0.6),
        Aim("whole", "ours", "other", 0.5),
        Aim("linear", "ours", "ours", 1.2),
        Aim("above", "ours", "other"),
        Aim("rate", "ours", "ours"),
    ]
    text = table.tables([Group("J9", "", "tile", [ours, other], aims)], ["a note"], 3)
    lines = text.splitlines()
    assert "| J9 | ours | 200 | 3000 (3000–9000) | 1500 | 9.00 | 50 | 1000 | 10.00 |" in lines
    assert lines[-7:-2] == [
        "| J9 | ours : other | marginal time a tile | 0.50 | 0.50 | 0.50 | 0.6 | met |",
        "| J9 | ours : other | whole process | 0.67 | 0.67 | 0.67 | 0.5 | missed |",
        "| J9 | ours | slope of the upper half : of the lower | 1.00 | 1.00 | 1.00 | 1.2 | met |",
        "| J9 | ours : other | time above start-up | 0.62 | 0.62 | 0.62 |  |  |",
        "| J9 | ours | thousand tiles a second | 0.07 | 0.13 |  |  |  |",
    ]
    for runs in (*ours.runs.values(), *other.runs.values()):
        runs.count.clear()
    text = table.tables([Group("J9", "", "tile", [ours, other], aims[:1])], [], 3)
    assert "| J9 | ours : other | marginal time a tile | 0.50 | 0.50 | 0.6 | met |" in text
    assert "instructions" not in text
    assert lines[-1] == "- a note"


def test_the_readme_has_a_place_for_the_tables() -> None:
    text = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
    assert "| new |" in table.put_into(text, "| new |")
    again = table.put_into(table.put_into(text, "| new |"), "| newer |")
    assert "| new |" not in again
    with pytest.raises(ValueError, match="no '<!-- measured -->'"):
        table.put_into("nothing", "")


def test_rounds_alternate_and_failures_are_told(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def writes(word: str) -> Runs:
        code = f"open({str(log)!r}, 'a').write({word!r})"
        return Runs([sys.executable, "-S", "-c", code])

    one, two = writes("a"), writes("b")
    alternate([Subject("one", {1: one}), Subject("two", {1: two})], 2)
    assert log.read_text() == "ababab"
    assert len(one.wall) == len(two.cpu) == 2
    with pytest.raises(Failed):
        Runs([sys.executable, "-S", "-c", "raise SystemExit(3)"]).run(counted=False)


@pytest.mark.slow
def test_instructions_are_counted_the_same_each_time() -> None:
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        pytest.skip("there is no valgrind")
    one, more = (Runs([sys.executable, "-S", "-c", f"sum(range({n}))"]) for n in (10, 10**6))
    for runs in (one, one, more):
        runs.count_instructions(valgrind)
    assert one.count[0] == pytest.approx(one.count[1], rel=0.01)
    assert more.count[0] > one.count[0] + 0.005
    with pytest.raises(Failed):
        Runs([sys.executable, "-S", "-c", "raise SystemExit(3)"]).count_instructions(valgrind)


def test_the_command_runs_a_job_and_refuses_others() -> None:
    command = [sys.executable, str(BENCHMARKS / "run.py"), "-n", "1", "--no-peers", "--jobs"]
    done = subprocess.run([*command, "help"], capture_output=True, text=True, check=True)
    assert "| help | `pnp --help` |" in done.stdout
    assert subprocess.run([*command, "J99"], capture_output=True).returncode == 2


def test_time_above_the_start_is_that_of_the_same_round() -> None:
    """The machine gets slower from round to round; what is compared met the same."""
    speeds = (1, 2, 3)
    whole = {n: Runs(["-"], None, [speed * (1 + 0.01 * n) for speed in speeds]) for n in (8, 48)}
    part = Subject("part", {48: Runs(["-"], None, [speed * 1.12 for speed in speeds])})
    other = Subject("whole", whole)
    assert other.starts() == pytest.approx(speeds)
    assert table.measured(part, other, "above", "wall") == pytest.approx(0.25)


def test_groups_take_more_rounds_or_fewer() -> None:
    asked = [Group("J", "", "", [], [], times=times, most=9).rounds(4) for times in (1, 2, 4)]
    assert asked == [4, 8, 9]


def test_peak_memory_is_that_of_the_most_by_that_of_the_fewest() -> None:
    few, many = timed(1.0), timed(9.0)
    many.peak.append(125.0)
    assert table.measured(*[Subject("x", {10: few, 100: many})] * 2, "peak", "wall") == 2.5
