"""Every option and argument of every command with values that nobody means: a message, soon."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import click
import pytest
from conftest import TINY_GAME, TINY_TILES, Result, run_in_process

from pnp.cli import COMMANDS

STEPS = 6_000_000
"""Calls of functions that a command on a tiny game may take; a whole build takes a fifth of it."""
NUMBERS = ("0", "-1", "nan", "inf", "1e300", "1e-300", "9" * 10_000, "٣", "999x999", "1x1mm")
LENGTHS = ("105mm", "9999mm", "0.0000001mm", "1px@0.0000001dpi", "9" * 10_000 + "mm", "5mm,-1mm")
WORDS = ("", "\udcff", "a\0b", "x" * 300, "1,1", "{id}", "[", "%")
PATHS = ("", "\udcff", "a\0b", "x" * 300, "a/\ud800/b")
USUAL = {
    "list": ["tiny"],
    "check": ["tiny"],
    "build": ["tiny"],
    "watch": ["nothing"],
    "diff": ["tiny", "--since", "out"],
    "reprint": ["tiny", "--since", "out", "-o", "r.pdf"],
    "tags": ["tiny"],
    "sheets": ["a.svg", "--size", "63x88mm", "-o", "s.pdf"],
    "face": ["tiny", "one", "--dpi", "20", "-o", "f.png"],
    "board": ["tiny", "--dpi", "20", "-o", "b.png"],
    "box": ["--size", "63x88mm", "--count", "54", "-o", "x.pdf"],
    "gallery": ["tiny", "-o", "g.html"],
    "cutlines": ["tiny", "-o", "c.svg"],
    "simulate": ["tiny"],
    "prove": ["tiny", "--labor", "I", "--positions", "9"],
    "calibrate": ["-o", "k.pdf"],
    "printer set": ["p1"],
    "printer list": [],
    "printer remove": ["p1"],
    "preflight": ["out/tiny/cards_A4.pdf"],
    "explain": [],
}
"""Arguments with which a command does something."""


def commands() -> Iterator[tuple[str, click.Command]]:
    for name, (module, _) in COMMANDS.items():
        command = importlib.import_module(module).command
        below = command.commands if isinstance(command, click.Group) else {}
        yield from ((f"{name} {other}", one) for other, one in below.items())
        if not below:
            yield name, command


KNOWN = dict(commands())


class TooLong(BaseException):
    """A command that takes more steps than it may."""


def bounded(args: list[str]) -> Result:
    """Run a command; raises TooLong."""
    left = [STEPS]

    def count(frame: FrameType, event: str, arg: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            sys.setprofile(None)
            raise TooLong(args)

    sys.setprofile(count)
    try:
        return run_in_process(*args)
    finally:
        sys.setprofile(None)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a tiny game, what was built of it, and a picture."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "game.yaml").write_text(TINY_GAME)
    (tmp_path / "tiny" / "tiles.yaml").write_text(TINY_TILES)
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    assert run_in_process("build", "tiny", "-o", "out").code == 0
    return tmp_path


def values(parameter: click.Parameter) -> tuple[str, ...]:
    """What a parameter is tried with: all that its type may stumble over."""
    if isinstance(parameter.type, click.Path):
        return PATHS
    if parameter.name == "title":
        return WORDS
    return (*NUMBERS, *LENGTHS, *WORDS) if not isinstance(parameter.type, click.Choice) else WORDS


def calls_of(name: str) -> Iterator[list[str]]:
    usual = USUAL[name]
    for parameter in KNOWN[name].params:
        for value in values(parameter):
            if isinstance(parameter, click.Argument):
                if not value.startswith("-"):
                    yield [*name.split(), value, *usual[1:]]
            elif not parameter.is_flag:  # type: ignore[attr-defined]
                flag = max(parameter.opts, key=len)
                yield [*name.split(), *usual, flag, *[value] * parameter.nargs]


def test_the_table_is_complete() -> None:
    assert USUAL.keys() == KNOWN.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_a_message_and_no_more(name: str, place: Path) -> None:
    for args in calls_of(name):
        done = bounded(args)
        shown = [arg[:30] for arg in args]
        assert done.code in (0, 1, 2), (shown, done.err)
        assert "Traceback" not in done.err + done.out, shown
        assert "-" + "9" * 7 not in done.err and "room for -" not in done.err, (shown, done.err)


@pytest.mark.parametrize(
    "margin", ["95.1mm", "105mm", "148mm", "500mm", "5mm,95mm,5mm,96mm", "140mm,0,140mm,0"]
)
@pytest.mark.parametrize("name", ["check", "build", "reprint", "sheets", "cutlines", "box"])
def test_margins_leave_room(name: str, margin: str, place: Path) -> None:
    done = run_in_process(*name.split(), *USUAL[name], "--margin", margin)
    assert done.code == 2 and "of A4; 20 mm each way must be left" in done.err, done


@pytest.mark.parametrize(
    "options",
    [
        ["--margin", "94.9mm"],
        ["--margin", "50mm", "--paper", "A4"],
        ["--margin", "52.5mm"],  # uses up an A6, which is tried for a hint
        ["--mark-length", "50mm", "--mark-offset", "50mm"],
        ["--paper", "50x50mm", "--grid", "9x9"],
        ["--orientation", "auto", "--margin", "100mm,5mm,100mm,5mm"],
    ],
)
def test_little_room_is_told(options: list[str], place: Path) -> None:
    tiles = place / "tiny" / "tiles.yaml"
    tiles.write_text(tiles.read_text().replace("18mm", "40mm"))
    done = run_in_process("check", "tiny", *options)
    assert done.code == 1 and "SHEET001" in done.out
    assert ("room for -" not in done.out and "no room between the marks" in done.out) or (
        "has room for " in done.out
    )


def test_margins_of_a_printer(place: Path) -> None:
    assert run_in_process("printer", "set", "p", "--margin", "105mm").code == 0
    done = run_in_process("check", "tiny", "--printer", "p")
    assert done.code == 2 and "20 mm each way must be left" in done.err
    assert run_in_process("check", "tiny", "--printer", "p", "--paper", "A3").code == 0
    profiles = place / "config" / "pnp" / "printers.toml"
    for value in ("501mm", "1px@0.00001dpi", "-1mm", "nan", "1e9mm", "9" * 5000 + "mm"):
        profiles.write_text(f'[p]\nmargin = "{value}"\n')
        done = run_in_process("check", "tiny", "--printer", "p")
        assert (done.code, "printers.toml:2:1: PRN002 margin: " in done.err) == (1, True), done


def test_every_picture_that_is_too_large_is_told_at_once(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before one of them is drawn."""
    from pnp.pdf import png

    monkeypatch.setattr(png, "_images", None)
    done = run_in_process("face", "labydo", "*", "--dpi", "4800", "-o", "{id}.png")
    assert done.code == 2 and "Error: box at 4800 dpi is too large a picture" in done.err
    done = run_in_process("face", "labydo", "lab-*", "--dpi", "4800", "-o", "{id}.png")
    assert done.code == 2 and "40 pictures at 4800 dpi are too many; at most" in done.err
    for args in (["box", *USUAL["box"][:4], "-o", "x.png"], ["board", "labydo", "-o", "x.png"]):
        done = run_in_process(*args, "--dpi", "4800")
        assert done.code == 2 and "at 4800 dpi is too large a picture; at most" in done.err
    wanted = ["dedale", "--labor", "I", "--positions", "9", "--dpi", "4800", "-o", "x.png"]
    done = run_in_process("prove", *wanted)
    assert done.code == 2 and "a story of all cards at 4800 dpi is too large" in done.err
    monkeypatch.setattr(png, "MOST_PIXELS", 1_000_000)
    done = run_in_process("face", "labydo", "lab-*", "--dpi", "600", "-o", "{id}.png")
    says = "lab-01 … lab-40 at 600 dpi are too large pictures; at most"
    assert done.code == 2 and says in done.err
