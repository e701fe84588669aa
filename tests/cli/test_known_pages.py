"""Builds after a change read only those pages back that are new."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Result

from pnp.outputs.state import STATE, read_state
from pnp.preflight import build

Run = Callable[..., Result]
ONLY = ("--only", "cartas_print")
OUT = Path("out/labydo")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers, from 0, of the pages that are read back from now on."""
    pages: list[int] = []
    real = build.ReadFile

    class Noted(real):  # type: ignore[misc, valid-type]
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            pages.extend(n for n, page in enumerate(self.pages) if page.read)

    monkeypatch.setattr(build, "ReadFile", Noted)
    return pages


def proofs_of(done: Result) -> str:
    found = re.search(r"\d+ proofs, [\d,]+ cases", done.out)
    assert found, done.out
    return found[0]


def change_a_tile(folder: Path) -> None:
    """A tile of the first sheet gets its T elsewhere."""
    path = folder / "labyrinth.yaml"
    text = path.read_text()
    path.write_text(text.replace("| .   T   . |", "| T   .   . |", 1))
    assert path.read_text() != text


def test_one_tile_changed(run_cli: Run, game_folder: Path, read: list[int]) -> None:
    run = ("build", game_folder, "-o", "out", *ONLY)
    first = run_cli(*run)
    assert (first.code, read) == (0, [*range(8)])
    change_a_tile(game_folder)
    read.clear()
    done = run_cli(*run)
    assert done.out.endswith(
        "labydo: 1 of 48 faces changed (on 1 of 48 pieces), 1 of 1 document rewritten\n"
    )
    assert read == [0]
    assert proofs_of(done) == proofs_of(first)
    fresh = run_cli("build", game_folder, "-o", "fresh", *ONLY)
    assert proofs_of(fresh) == proofs_of(first)
    name = "labydo/cartas_print_A4.pdf"
    assert Path("fresh", name).read_bytes() == Path("out", name).read_bytes()
    assert read_state(Path("fresh/labydo")) == read_state(OUT)


def test_without_the_cache_all_pages_are_read(
    run_cli: Run, game_folder: Path, read: list[int]
) -> None:
    run = ("build", game_folder, "-o", "out", *ONLY)
    run_cli(*run)
    read.clear()
    run_cli(*run, "--no-cache")
    assert read == [*range(8)]


def test_pages_that_were_not_read_back_are_not_known(
    run_cli: Run, game_folder: Path, read: list[int]
) -> None:
    run = ("build", game_folder, "-o", "out", *ONLY)
    run_cli(*run, "--no-preflight")
    assert read == []
    run_cli(*run)
    assert read == [*range(8)]


def test_what_was_refused_is_not_known(
    run_cli: Run, game_folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build whose files prove wrong leaves the state as it was."""
    run = ("build", game_folder, "-o", "out", *ONLY)
    run_cli(*run)
    before = (OUT / STATE).read_bytes()
    change_a_tile(game_folder)
    with monkeypatch.context() as patch:
        patch.setattr(build, "CONDITION", "none")
        assert run_cli(*run, "--output-intent", "srgb").code == 1
    assert (OUT / STATE).read_bytes() == before


@pytest.mark.parametrize("harm", ["keys", "nonsense"])
def test_a_spoilt_state_makes_pages_be_read(
    run_cli: Run, game_folder: Path, read: list[int], harm: str
) -> None:
    run = ("build", game_folder, "-o", "out", *ONLY)
    run_cli(*run)
    state = json.loads((OUT / STATE).read_text())
    (entry,) = state["documents"].values()
    entry["known"] = ["0" * 64] * 8 if harm == "keys" else ["../../x", 7, None]
    (OUT / STATE).write_text(json.dumps(state))
    change_a_tile(game_folder)
    read.clear()
    assert run_cli(*run).code == 0
    assert read == [*range(8)]
