"""What is fuzzed: readers that get bytes from outside. Each may refuse; none may fail otherwise.

A target takes any bytes and gives nothing back. Raises whatever a reader raises beyond a located
refusal, which is a bug. `run.py` feeds them with libFuzzer, the tests with kept and random inputs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from pnp.checks import run as run_checks
from pnp.definition.source import parse_tree
from pnp.errors import PnpError
from pnp.families.dedale.conditions import parse_condition
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.notation import format_maze, parse_maze
from pnp.outputs.printers import load_printers
from pnp.pdf.pages import face_pdf
from pnp.units import parse_length

GAME = """\
title: Fuzz
documents:
  all_{paper}:
    print: [part]
    backs: back_{paper}
"""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def yaml(data: bytes) -> None:
    _refusable(lambda: parse_tree(_text(data), "fuzz.yaml"))


def maze(data: bytes) -> None:
    """The first byte gives the size; what is read is written and read again alike."""
    size = data[0] if data else 0
    cols, rows = 1 + size % 6, 1 + size // 6 % 6
    found, slips = parse_maze(_text(data[1:]), cols, rows, "TM")
    assert (found is None) == bool(slips)
    if found is not None:
        assert parse_maze(format_maze(found), cols, rows, "TM") == (found, [])


def condition(data: bytes) -> None:
    found, slips = parse_condition(_text(data), ("red", "blue"), ("theseus",))
    assert (found is None) == bool(slips)


def length(data: bytes) -> None:
    try:
        parse_length(_text(data))
    except ValueError:
        return


def printers(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "printers.toml"
        path.write_bytes(data)
        _refusable(lambda: load_printers(path))


def component(data: bytes) -> None:
    """A component file in a folder of its own: read, drawn, laid out, checked."""
    _check_folder({"game.yaml": GAME.encode(), "part.yaml": data})


def game(data: bytes) -> None:
    """A `game.yaml` over the tiles of Labydo."""
    tiles = bundled_games()["labydo"] / "exit.yaml"
    _check_folder({"game.yaml": data, "exit.yaml": tiles.read_bytes()})


def leaflet(data: bytes) -> None:
    text = GAME.replace("documents:", "documents:\n  rules: {leaflet: rules.md}")
    tiles = bundled_games()["labydo"] / "exit.yaml"
    _check_folder({"game.yaml": text.encode(), "part.yaml": tiles.read_bytes(), "rules.md": data})


def art(data: bytes) -> None:
    """A file of art under every ending: fitted to a card, which is drawn."""
    cards = (
        "kind: card\nsize: 20 x 30mm\nback: none\n"
        "bleed: 2mm\nmake_bleed: mirror\ncards: {a: art.%s}\n"
    )
    for ending in ("png", "jpg", "svg"):
        files = {"game.yaml": GAME.encode(), "part.yaml": (cards % ending).encode()}
        with tempfile.TemporaryDirectory() as place:
            for name, content in (files | {f"art.{ending}": data}).items():
                (Path(place) / name).write_bytes(content)
            for bleed in (0.0, 2.0):
                plan = Plan(load(Path(place))[0], Options(bleed=bleed))
                assert plan.pieces or plan.problems
                for piece in plan.pieces:
                    assert face_pdf(piece.front, "art").startswith(b"%PDF")


def _check_folder(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as place:
        for name, content in files.items():
            (Path(place) / name).write_bytes(content)
        _refusable(lambda: run_checks(Plan(load(Path(place))[0])))


def _refusable(step: Callable[[], object]) -> None:
    try:
        step()
    except PnpError as refusal:
        assert refusal.problems


TARGETS: dict[str, Callable[[bytes], None]] = {
    "yaml": yaml,
    "maze": maze,
    "condition": condition,
    "length": length,
    "printers": printers,
    "component": component,
    "game": game,
    "leaflet": leaflet,
    "art": art,
}

if __name__ == "__main__":
    print(*TARGETS, sep="\n")
