"""`--format json` prints one JSON document whatever happens, in every command that has it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
from conftest import Result

from pnp.cli import COMMANDS, run

Run = Callable[..., Result]


def with_format(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The commands that know --format, as they are written."""
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from with_format(inner, (*words, name))
    elif any(parameter.name == "form" for parameter in command.params):
        yield words


FORMATTED = [
    words
    for name, (module, _) in COMMANDS.items()
    for words in with_format(importlib.import_module(module).command, (name,))
]


def failure(done: Result) -> dict[str, Any]:
    """The one problem of a failure that is told as JSON and in no other way."""
    assert done.err.strip() == ""  # click ends the line that Ctrl-C stands in
    (problem,) = json.loads(done.out)["problems"]
    assert problem["severity"] == "error" and problem["message"]
    return problem  # type: ignore[no-any-return]


def test_commands_that_know_the_option_are_found() -> None:
    found = {" ".join(words) for words in FORMATTED}
    assert found >= {"check", "build", "list", "diff", "printer list"}


@pytest.mark.parametrize("words", FORMATTED, ids=" ".join)
@pytest.mark.parametrize("form", [["--format", "json"], ["--format=json"]])
def test_a_usage_error(run_cli: Run, words: tuple[str, ...], form: list[str]) -> None:
    done = run_cli(*words, "--nosuch", *form)
    assert (done.code, failure(done)["code"]) == (2, "USE001")


FAILURES = [
    (KeyboardInterrupt(), 130, "IO003"),
    (click.Abort(), 130, "IO003"),
    (MemoryError(), 1, "IO001"),
    (OSError(28, "No space left on device", "cards_A4.pdf"), 1, "IO001"),
    (RuntimeError("a bug"), 3, "BUG001"),
]


@pytest.mark.parametrize("words", FORMATTED, ids=" ".join)
@pytest.mark.parametrize(("error", "code", "name"), FAILURES, ids=lambda value: repr(value))
def test_whatever_is_raised(
    run_cli: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    error: BaseException,
    code: int,
    name: str,
) -> None:
    def fail(self: click.Command, ctx: click.Context) -> None:
        raise error

    monkeypatch.setattr(click.Command, "invoke", fail)
    given = {"diff": ["labydo", "--since", "x"], "simulate": ["labydo"]}
    given |= {"reprint": [*given["diff"], "-o", "new"], "preflight": ["a.pdf"]}
    given["sheets"] = ["a.png", "--size", "63x88mm", "-o", "a.pdf"]
    done = run_cli(*words, *given.get(words[0], []), "--format", "json")
    problem = failure(done)
    assert (done.code, problem["code"]) == (code, name)
    if isinstance(error, OSError):
        assert (problem["file"], problem["message"]) == ("cards_A4.pdf", "no space left on device")


@pytest.mark.parametrize("command", ["check", "build", "list", "tags", "simulate"])
@pytest.mark.parametrize("game", ["labido", "./nosuch", "nosuch/tiles.yaml", "", "."])
def test_a_game_that_does_not_exist(run_cli: Run, command: str, game: str) -> None:
    done = run_cli(command, game, "--format", "json")
    assert (done.code, failure(done)["code"]) == (2, "GAME001")


@pytest.mark.parametrize(
    ("args", "form"),
    [
        (["check", "--format", "text", "--nosuch"], "text"),
        (["check", "--format", "json", "--format", "text", "--nosuch"], "text"),
        (["check", "--format", "text", "--format", "json", "--nosuch"], "json"),
        (["check", "--nosuch", "--", "--format", "json"], "text"),
        (["chek", "--format", "json"], "json"),
    ],
)
def test_the_last_format_counts(run_cli: Run, args: list[str], form: str) -> None:
    done = run_cli(*args)
    assert done.code == 2
    if form == "json":
        failure(done)
    else:
        assert done.out == "" and done.err


def test_a_bug_that_can_be_written_nowhere_is_told_whole(
    run_cli: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    monkeypatch.setattr(click.Command, "invoke", lambda self, ctx: 1 / 0)
    assert run(["list", "--format", "json"]) == 3
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert "ZeroDivisionError" in problem["picture"]


def test_files_name_their_games_each_of_which_is_checked_once(
    run_cli: Run, tiny_folder: Any, game_folder: Any
) -> None:
    """As a hook before a commit passes them."""
    names = ["tiny/tiles.yaml", "tiny/game.yaml", "labydo/rules.md", "./labydo", "labydo/dice.yaml"]
    done = run_cli("check", *names, "--format", "json")
    assert (done.code, done.err) == (0, "")
    codes = [(p["game"], p["code"]) for p in json.loads(done.out)["proofs"]]
    assert len(codes) == len(set(codes)) > 10
    assert {game for game, _ in codes} == {"tiny", "labydo"}


@pytest.mark.parametrize(
    "args",
    [
        ["list", "tiny/tiles.yaml"],
        ["build", "tiny/game.yaml"],
        ["face", "tiny/tiles.yaml", "one", "-o", "a.svg"],
        ["gallery", "tiny/tiles.yaml", "-o", "a.html"],
        ["cutlines", "tiny/tiles.yaml", "-o", "a.svg"],
    ],
    ids=lambda args: args[0],
)
def test_a_file_stands_for_its_game(run_cli: Run, tiny_folder: Any, args: list[str]) -> None:
    done = run_cli(*args)
    assert (done.code, done.err) == (0, "")
