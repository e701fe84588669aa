"""Mazes as text: `+` at the corners, `---` and `|` for walls, a letter per cell. Exact both ways.

    +---+   +
    | .   T
    +   +---+

A maze of 2 x 1 cells: line 2 holds the cells, each in the middle of three characters; `.` is a
plain cell, a letter is a mark. Where a cell carries something more, a second letter follows the
first at once: ` bA`. Blanks at the end of a line may be missing, nothing else may.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from pnp.geometry.topology import Maze


class Letters(NamedTuple):
    """What may stand in a cell: one of `first` or a `dot`, then a blank or one of `second`."""

    first: str
    second: str = ""
    dot: bool = True


class Slip(NamedTuple):
    """What is wrong at a row and column (from 0) of the text."""

    row: int
    column: int
    message: str
    hint: str = ""


def parse_maze(
    text: str, cols: int, rows: int, letters: str | Letters
) -> tuple[Maze | None, list[Slip]]:
    """Read a maze of known size whose marks may be any of `letters`; all slips at once."""
    known = Letters(letters) if isinstance(letters, str) else letters
    lines = text.rstrip("\n").split("\n")
    padded, slips = _fitted(lines, cols, rows, known)
    if slips:
        drawn = ceil((max(map(len, map(str.rstrip, lines))) - 1) / 4), (len(lines) - 1) // 2
        if len(slips) > 1 and min(drawn) > 0 and not _fitted(lines, *drawn, known)[1]:
            size = f"{drawn[0]}x{drawn[1]}"
            message = f"a maze of '{size}' cells, not {cols}x{rows}"
            return None, [Slip(0, 0, message, f"cells: {size} is what is drawn")]
        return None, sorted(slips)
    across = tuple(
        tuple(padded[2 * y][4 * x + 1] == "-" for x in range(cols)) for y in range(rows + 1)
    )
    down = tuple(
        tuple(padded[2 * y + 1][4 * x] == "|" for x in range(cols + 1)) for y in range(rows)
    )
    marks = tuple(
        padded[2 * y + 1][4 * x + 2 : 4 * x + 4].strip(". ")
        for y in range(rows)
        for x in range(cols)
    )
    numbers = tuple(str(n + 1) for n in range(cols * rows))
    return Maze(cols, rows, across, down, marks, numbers), []


def format_maze(maze: Maze, shown: dict[int, str] | None = None) -> str:
    """Write a maze as text; `shown` replaces the letter of single cells."""
    extra = shown or {}
    lines = []
    for y in range(maze.rows + 1):
        lines.append("+" + "+".join("---" if wall else "   " for wall in maze.across[y]) + "+")
        if y == maze.rows:
            break
        line = ""
        for x in range(maze.cols):
            cell = maze.cell(x, y)
            letter = extra.get(cell, maze.marks[cell] or ".")
            line += ("|" if maze.down[y][x] else " ") + f" {letter}".ljust(3)
        lines.append(line + ("|" if maze.down[y][maze.cols] else " "))
    return "\n".join(line.rstrip() for line in lines)


def _fitted(lines: list[str], cols: int, rows: int, known: Letters) -> tuple[list[str], list[Slip]]:
    """The lines of a maze of a size, all equally long, and what is wrong in them."""
    width, height = 4 * cols + 1, 2 * rows + 1
    slips = _size_slips(lines, width, height)
    padded = [line.ljust(width)[:width] for line in lines[:height]]
    for row, line in enumerate(padded):
        slips += _line_slips(row, line, known)
    return padded, slips


def _size_slips(lines: list[str], width: int, height: int) -> list[Slip]:
    slips = []
    if len(lines) < height:
        slips.append(
            Slip(
                len(lines) - 1,
                0,
                f"the maze has {len(lines)} lines, not {height}",
                f"{(height - 1) // 2} rows of cells take {height} lines",
            )
        )
    if len(lines) > height:
        slips.append(Slip(height, 0, f"the maze has {len(lines)} lines, not {height}"))
    for row, line in enumerate(lines[:height]):
        if len(line.rstrip(" ")) > width:
            slips.append(Slip(row, width, f"the line is longer than {width} characters"))
    return slips


def _line_slips(row: int, line: str, letters: Letters) -> list[Slip]:
    slips = []
    for column, char in enumerate(line):
        place = column % 4
        if row % 2 == 0:
            slips += _slip(row, column, char, "+" if place == 0 else "- ")
        elif place == 2:
            slips += _first_slip(row, column, char, letters)
        elif place == 3 and letters.second:
            slips += _second_slip(row, column, char, letters)
        else:
            slips += _slip(row, column, char, "| " if place == 0 else " ")
    if row % 2 == 0:
        for column in range(1, len(line) - 1, 4):
            piece = line[column : column + 3]
            if piece not in ("---", "   ") and not set(piece) - set("- "):
                hint = "a wall is '---', an opening is three blanks"
                slips.append(Slip(row, column, f"a half-drawn wall '{piece}'", hint))
    return slips


def _slip(row: int, column: int, char: str, wanted: str) -> list[Slip]:
    if char in wanted:
        return []
    if wanted == " ":
        name = "a tab" if char == "\t" else f"'{char}'"
        message = f"{name} where only a blank may stand"
        return [Slip(row, column, message, "a cell is a blank, a letter, a blank")]
    shown = " or ".join(map(_named, wanted))
    return [Slip(row, column, f"{_named(char)} where {shown} belongs")]


def _first_slip(row: int, column: int, char: str, letters: Letters) -> list[Slip]:
    if char in letters.first or (letters.dot and char == "."):
        return []
    known = " ".join(letters.first)
    if char == " ":
        hint = "write '.' for a plain cell" if letters.dot else f"write one of {known}"
        return [Slip(row, column, "a cell without a letter", hint)]
    hint = f"one of {known}" if known else "write '.'"
    if letters.dot:
        hint = f"'.' or {hint}" if known else hint
        hint += f", or declare it: marks: {{{char}: …}}" if char.isalpha() else ""
    return [Slip(row, column, f"unknown cell letter {_named(char)}", hint)]


def _second_slip(row: int, column: int, char: str, letters: Letters) -> list[Slip]:
    if char in " " + letters.second:
        return []
    hint = f"a blank or one of {' '.join(letters.second)}"
    return [Slip(row, column, f"unknown second letter {_named(char)}", hint)]


def _named(char: str) -> str:
    return {"\t": "a tab", " ": "a blank"}.get(char, f"'{char}'")
