"""`pnp explain`: every code has a manual, every kind a page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import ROOT, Result

from pnp.checks import all_checks
from pnp.codes import manuals

Run = Callable[..., Result]


def codes_in_source() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "pnp").rglob("*.py"):
        found |= set(re.findall(r"\"([A-Z]{2,5}\d{3})\"", path.read_text()))
    return found


def test_every_code_is_explained(run_cli: Run) -> None:
    assert codes_in_source() == set(manuals())
    listed = run_cli("explain").out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == sorted(manuals())
    assert all(len(line) > 20 for line in listed)


@pytest.mark.parametrize("code", sorted(manuals()))
def test_explain(run_cli: Run, code: str) -> None:
    done = run_cli("explain", code.lower())
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{code}: ")
    assert len(done.out.split()) > 10


def test_checks_say_more_than_their_name() -> None:
    for code, check in all_checks().items():
        assert "\n\n" in check.manual, code
        assert check.severity in ("error", "warning", "note")


@pytest.mark.parametrize(
    "word",
    [
        "kinds",
        "game",
        "maze-tile",
        "SYMBOLS",
        "box",
        "boxes",
        "document",
        "manifest",
        "distribution",
    ],
)
def test_the_command_tells_a_topic(run_cli: Run, word: str) -> None:
    done = run_cli("explain", word)
    assert done.code == 0 and len(done.out.splitlines()) > 4


@pytest.mark.parametrize(("word", "hint"), [("mazetile", "maze_tile"), ("PATH999", "PATH00")])
def test_a_wrong_word_gets_a_near_one(run_cli: Run, word: str, hint: str) -> None:
    done = run_cli("explain", word)
    assert done.code == 2 and hint in done.err


def test_slivers_are_told_of(run_cli: Callable[..., Result]) -> None:
    told = run_cli("explain", "bleed").out
    assert "leaves a\nsliver of the neighbour" in told and "--bleed 2mm --gap 4mm" in told
