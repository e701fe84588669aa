"""Games of any size for the jobs that scale, and a copy of a bundled one to be changed."""

from __future__ import annotations

import shutil
from itertools import cycle
from pathlib import Path

GAME = """\
title: {title}
documents:
  tiles_{{paper}}:
    print: [tiles]
    backs: backs_{{paper}}
"""
TILES = """\
kind: path_tile
tile: 45mm
shapes: {{D: N, I: NS, L: NE, T: NES, X: NESW}}
passages: [X]
numbered: {numbered}
back: {back}
counts:
{counts}
"""
DEDALOS = {
    "D": (6, 2, 1, 0),
    "I": (20, 5, 2, 0),
    "L": (24, 7, 2, 0),
    "T": (24, 10, 5, 2),
    "X": (10, 6, 4, 2),
}
"""The 132 labyrinth tiles of Dedalo's by shape and stars."""


def write_numbered(folder: Path, count: int) -> Path:
    """A game of `count` tiles with a number each: twenty shapes and stars, one definition."""
    each, more = divmod(count, 20)
    counts = {
        shape: [each + (4 * row + stars < more) for stars in range(4)]
        for row, shape in enumerate(DEDALOS)
    }
    return _write(folder, "Numbered", counts, numbered="yes", back="none")


def write_mix(folder: Path, count: int) -> Path:
    """A game of about `count` tiles in Dedalo's mix, with backs and no numbers."""
    whole = sum(map(sum, DEDALOS.values()))
    counts = {
        shape: [max(1, round(n * count / whole)) if n else 0 for n in row]
        for shape, row in DEDALOS.items()
    }
    return _write(folder, "Mix", counts, numbered="no", back="labyrinth")


def _write(folder: Path, title: str, counts: dict[str, list[int]], **more: str) -> Path:
    folder.mkdir(parents=True)
    game = GAME.format(title=title)
    if more["back"] == "none":
        game = "".join(line for line in game.splitlines(True) if "backs" not in line)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    lines = "\n".join(f"  {shape}: {row}" for shape, row in counts.items())
    (folder / "tiles.yaml").write_text(TILES.format(counts=lines, **more), encoding="utf-8")
    return folder


def pieces_of(folder: Path) -> int:
    """How many tiles a written game has."""
    lines = (folder / "tiles.yaml").read_text(encoding="utf-8").split("counts:\n")[1].splitlines()
    return sum(int(n) for line in lines for n in line.split("[")[1].rstrip("]").split(","))


class Changing:
    """A copy of Labydo one of whose tiles is another at every call."""

    def __init__(self, labydo: Path, folder: Path) -> None:
        shutil.copytree(labydo, folder)
        self.folder, self._file = folder, folder / "labyrinth.yaml"
        text = self._file.read_text(encoding="utf-8")
        moved = text.replace("| .   T   . |", "| .   .   T |", 1)
        if text == moved:
            raise ValueError("no tile has a teleport in the middle of a row any more")
        self._texts = cycle((moved, text))

    def __call__(self) -> None:
        self._file.write_text(next(self._texts), encoding="utf-8")
