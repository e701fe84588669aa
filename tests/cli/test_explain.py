"""`pnp explain`: every code has a manual, every kind a page."""

from __future__ import annotations

import re
from collections.abc import Callable

import click
import pytest
from conftest import ROOT, Result

from pnp.checks import all_checks
from pnp.cli import COMMANDS, EXITS
from pnp.cli.codes import manuals
from pnp.cli.manual import ENVIRONMENT, commands, names
from pnp.definition.schema import fields_of
from pnp.kinds import all_kinds
from pnp.kinds.base import Kind

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


def told(run_cli: Run, word: str) -> str:
    done = run_cli("explain", *word.split())
    assert (done.code, done.err) == (0, ""), word
    return done.out


def test_everything_listed_is_explained(run_cli: Run) -> None:
    """Every topic, command, option and key; the list without a word is whole."""
    listed = run_cli("explain").out
    assert "…" not in listed.partition("Topics:")[2]
    for what, known in names().items():
        shelf = listed.partition(f"{what}:\n")[2].partition("\n\n")[0]
        if what != "Codes":
            assert [" ".join(word.split()) for word in shelf.split(",")] == known
            for word in known:
                assert len(told(run_cli, word).split()) > 3, word


def test_commands_and_their_options_are_those_of_the_command_line(run_cli: Run) -> None:
    listed = names()
    assert {*COMMANDS} | {"printer set", "printer list"} <= {*listed["Commands"]}
    for name, (command, _) in commands().items():
        assert told(run_cli, name).startswith(f"Usage: pnp {name}")
        flags = {flag for p in command.params if isinstance(p, click.Option) for flag in p.opts}
        assert flags <= {*listed["Options"]}, name


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_keys_of_kinds_are_listed(kind: Kind) -> None:
    assert set(fields_of(kind.schema)) <= {*names()["Keys"]}


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("exit", "1    errors were found"),
        ("check", "Usage: pnp check"),
        ("margins", "top 5 mm"),
        ("--margin", "top,right,bottom,left"),
        ("papers", "A5       148 x 210 mm"),
        ("marks", "--marks [none|corner"),
        ("flips", "game.yaml, in documents  long | short  (long)"),
        ("units", "1in  25.4 mm"),
        ("inks", "--ink [full|low|gray]"),
        ("printers", "Usage: pnp printer"),
        ("copies", "maze_tile, in tiles  whole number  (1)"),
        ("--bleed-edge", "option of check"),
        ("colours", "(#B4532A)"),
        ("ornaments", "labrys"),
        ("environment", "NO_COLOR"),
        ("file names", "theme.yaml"),
    ],
)
def test_words_that_people_ask_for(run_cli: Run, word: str, says: str) -> None:
    assert says in told(run_cli, word)


def test_help_names_the_exit_codes(run_cli: Run) -> None:
    for name in COMMANDS:
        said = " ".join(run_cli(name, "--help").out.split())
        assert "Exit codes: 0 fine, 1 problems, 2 usage" in said, name
    assert {code for code, _ in EXITS.items()} == {0, 1, 2, 3, 130}


def test_environment_variables_are_those_that_are_read() -> None:
    text = "".join(path.read_text() for path in (ROOT / "pnp").rglob("*.py"))
    read = set(re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)"', text))
    assert read and read <= {*ENVIRONMENT}


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("chekc", "'check'"),
        ("--papper", "'--paper'"),
        ("copeis", "'copies'"),
        ("zzzz", "lists all"),
    ],
)
def test_unknown_words_get_near_ones_of_all(run_cli: Run, word: str, hint: str) -> None:
    done = run_cli("explain", word)
    assert done.code == 2 and hint in done.err
