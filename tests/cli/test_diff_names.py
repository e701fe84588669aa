"""How `pnp diff` names pieces: runs, other names, new and removed ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

from pnp.game.selection import runs_of

Run = Callable[..., Result]
Edit = Callable[..., None]


def test_runs_of_names_are_short(run_cli: Run, game_folder: Path, edit: Edit) -> None:
    assert run_cli("build", game_folder, "--only", "cartas_print", "--no-preflight").code == 0
    edit(game_folder / "labyrinth.yaml", "grid: 4px@300dpi", "grid: 5px@300dpi")
    told = run_cli("diff", game_folder, "--since", "output").out
    assert "    front changed: lab-01 … lab-40\n" in told


def numbered(folder: Path, shape: str = "bend", more: int = 9) -> Path:
    """A game of path tiles with a number on each, as T-0-9."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(
        "title: Canals\nplacement: {contact: at least one}\ndocuments: {tiles: {print: [canals]}}\n"
    )
    (folder / "canals.yaml").write_text(
        f"kind: path_tile\nback: none\nshapes: {{T: NES, {shape}: NE}}\n"
        f"counts: {{T: [{more}, 1], {shape}: [3]}}\nnumbered: true\n"
    )
    return folder


def test_other_names_are_one_sentence(run_cli: Run, tmp_path: Path) -> None:
    folder = numbered(tmp_path / "canals")
    assert run_cli("build", folder, "--no-preflight").code == 0
    told = run_cli("diff", numbered(folder, "elbow"), "--since", "output").out.splitlines()
    assert told[0] == (
        "bend-0-11 … bend-0-13 are now called elbow-0-11 … elbow-0-13: the same pictures, "
        "nothing to print"
    )
    assert len(told) == 2


def test_the_number_of_one_shape_explains_what_is_numbered_behind_it(
    run_cli: Run, tmp_path: Path
) -> None:
    """A piece has another number in its name; under the old one it looks as it did."""
    folder = numbered(tmp_path / "canals")
    assert run_cli("build", folder, "--no-preflight").code == 0
    told = run_cli("diff", numbered(folder, more=10), "--since", "output").out
    assert "counts.T.0: 9 -> 10" in told and "renamed from" in told
    assert "no value explains it" not in told


def test_a_new_and_a_removed_piece_are_a_line_each(
    run_cli: Run, tmp_path: Path, edit: Edit
) -> None:
    folder = numbered(tmp_path / "canals")
    assert run_cli("build", folder, "--no-preflight").code == 0
    edit(folder / "canals.yaml", "T: [9, 1]", "T: [8, 2]")
    told = run_cli("diff", folder, "--since", "output").out.splitlines()
    assert [line.rpartition(": ")[2] for line in told[:2]] == ["T-1-9 is new", "T-0-9 is gone"]
    assert len(told) == 3


@pytest.mark.parametrize(
    ("ids", "runs"),
    [
        (["a-8", "a-9", "a-10", "a-11"], ["a-8 … a-11"]),
        (["a-08", "a-09", "a-10"], ["a-08 … a-10"]),
        (["a-8", "a-9", "a-010"], ["a-8", "a-9", "a-010"]),
        (["a-1", "a-2", "b-3", "b-4", "b-5"], ["a-1", "a-2", "b-3 … b-5"]),
        (["a", "a1", "a2", "a2", "x" + "9" * 5000], ["a", "a1", "a2", "a2", "x" + "9" * 5000]),
        ([], []),
    ],
)
def test_names_that_count_up(ids: list[str], runs: list[str]) -> None:
    assert list(runs_of(ids)) == runs
