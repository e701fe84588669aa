"""Labydo with single tiles replaced, in memory: what a changed file would give, but fast."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from pnp.checks import all_checks
from pnp.checks.registry import run_check
from pnp.definition.model import Game
from pnp.errors import Problem, Proof
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.notation import parse_maze
from pnp.geometry.topology import Maze
from pnp.piece import Piece


@cache
def labydo() -> Game:
    return load(bundled_games()["labydo"])[0]


@cache
def pieces() -> tuple[Piece, ...]:
    return Plan(labydo()).pieces


def tile(id: str) -> Maze:
    maze = next(piece.maze for piece in pieces() if piece.id == id)
    assert maze is not None
    return maze


def drawn(text: str) -> Maze:
    """A maze of 3 x 6 cells from its drawing."""
    maze, slips = parse_maze(text.strip("\n"), 3, 6, "TBSE")
    assert maze is not None, slips
    return maze


def changed(mazes: Mapping[str, Maze]) -> Plan:
    plan = Plan(labydo())
    plan.__dict__["pieces"] = tuple(
        replace(piece, truth=mazes[piece.id]) if piece.id in mazes else piece for piece in pieces()
    )
    return plan


def found(plan: Plan, *codes: str) -> tuple[list[Problem], list[Proof]]:
    problems: list[Problem] = []
    proofs: list[Proof] = []
    for code in codes:
        some, proved = run_check(all_checks()[code], plan)
        problems, proofs = problems + some, proofs + proved
    return problems, proofs


def toggled(maze: Maze, cell: int, side: str) -> Maze:
    """One wall put up or taken away; cells count from 0."""
    x, y = maze.place(cell)
    across, down = [list(row) for row in maze.across], [list(row) for row in maze.down]
    if side in "NS":
        row = y + (side == "S")
        across[row][x] = not across[row][x]
    else:
        column = x + (side == "E")
        down[y][column] = not down[y][column]
    return replace(maze, across=tuple(map(tuple, across)), down=tuple(map(tuple, down)))


def marked(maze: Maze, **cells: int) -> Maze:
    """Only these marks: letter=cell."""
    marks = [""] * (maze.cols * maze.rows)
    for letter, cell in cells.items():
        marks[cell] = letter
    return replace(maze, marks=tuple(marks))


HALL = drawn("""
+---+   +---+
| .   .   . |
+   +   +   +
  .   .   .
+   +   +   +
| .   .   . |
+   +   +   +
| .   .   . |
+   +   +   +
  .   .   .
+   +   +   +
| .   .   . |
+---+   +---+
""")
SNAKE = drawn("""
+---+   +---+
| .   .   . |
+   +---+---+
  .   .   .
+---+---+   +
| .   .   . |
+   +---+---+
| .   .   . |
+---+---+   +
  .   .   .
+   +---+---+
| .   .   . |
+---+   +---+
""")
COMB = drawn("""
+---+   +---+
| . | . | . |
+   +   +   +
  .   .   .
+---+   +---+
| .   .   . |
+---+   +---+
| .   .   . |
+---+   +---+
  .   .   .
+   +   +   +
| . | . | . |
+---+   +---+
""")
