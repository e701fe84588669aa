"""Cell cards: what is written is what is drawn, and mistakes have places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dedale_help import copy_to, plan

from pnp.draw.patterns import PATTERNS, mix
from pnp.draw.symbols import SYMBOLS
from pnp.families.dedale.cells import CellCard
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.piece import Face

OWN = """\
kind: cell_card
cells: 2x1
cell: 30mm
back: none
colours:
  k: {name: coal, colour: "#333333"}
  s: {name: snow, colour: "#EEEEEE", pattern: dot}
cards:
  one: |
    +---+   +
      k | s
    +   +---+
  two:
    copies: 3
    grid: |
      +   +   +
        s   s
      +   +   +
"""


def own(folder: Path, text: str = OWN) -> tuple[Plan, list[str]]:
    (folder / "game.yaml").write_text("title: Own\ndocuments:\n  all:\n    print: [cards]\n")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    game, loading = load(folder)
    made = Plan(game)
    return made, [str(p).split(": ", 1)[0].split("/")[-1] + " " + p.message
                  for p in (*loading, *made.problems)]  # fmt: skip


def truth(id: str) -> CellCard:
    found = next(p.truth for p in plan().pieces if p.id == id)
    assert isinstance(found, CellCard)
    return found


def walls_drawn(face: Face) -> set[tuple[float, float, float, float]]:
    """The straight lines of the topmost layer, mm."""
    found = set()
    for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", face.stack[-1].layer.svg):
        a, b, e = float(x), float(y), float(end)
        found.add((a, b, e, b) if way == "H" else (a, b, a, e))
    return found


@pytest.mark.parametrize("piece", [p for p in plan().pieces if isinstance(p.truth, CellCard)],
                         ids=lambda p: p.id)  # fmt: skip
def test_every_wall_of_the_truth_is_drawn_and_no_other(piece) -> None:
    maze = piece.truth.maze
    assert walls_drawn(piece.front) == {(21.0 * r.x0, 21.0 * r.y0, 21.0 * r.x1, 21.0 * r.y1)
                                        for r in maze.runs}  # fmt: skip
    assert tuple(piece.size) == (63.0, 63.0)


def test_fields_lie_below_seams_marks_and_walls() -> None:
    face = next(p.front for p in plan().pieces if p.id == "card-09")
    fields, marks = face.stack[:9], face.stack[10:-1]
    assert [round(stamp.at.e) for stamp in fields] == [0, 21, 42] * 3
    assert len(marks) == 1 and (marks[0].at.e, marks[0].at.f) == (21.0, 21.0)
    cells = truth("card-09").cells()
    layers = {cell.letter: stamp.layer.key for cell, stamp in zip(cells, fields, strict=True)}
    assert set(layers) == {"r", "b"} and len(set(layers.values())) == 2


def test_colours_share_their_layers() -> None:
    fields = {s.layer.key for p in plan().pieces if isinstance(p.truth, CellCard)
              for s in p.front.stack[:9]}  # fmt: skip
    assert len(fields) == 5, "four colours and the Minotaur"


def test_colours_differ_without_colour() -> None:
    layers = [next(s.layer.svg for s in p.back.stack[1:2]) for p in plan().pieces
              if p.back and p.id in ("card-01", "card-02", "card-03", "card-08")]  # fmt: skip
    shapes = {re.sub(r"#[0-9A-F]{6}", "", svg) for svg in layers}
    assert len(shapes) == 4


def test_backs_show_one_cell_each() -> None:
    backs = {p.id: p.back for p in plan().pieces if isinstance(p.truth, CellCard)}
    assert len({face.key for face in backs.values() if face}) == 5
    for id, face in backs.items():
        assert face is not None
        if id == "minotaur":
            continue
        name = truth(id).legend.colour(truth(id).back).upper()
        texts = re.findall(r">([A-Z]+)</text>", "".join(s.layer.svg for s in face.stack))
        assert texts == [name, name], "upright and upside down"


def test_an_own_game_needs_no_python(tmp_path: Path) -> None:
    made, problems = own(tmp_path)
    assert problems == []
    one, two = made.pieces
    assert (tuple(one.size), one.back, two.copies) == ((60.0, 30.0), None, 3)
    assert dict(one.tallies) == {"coal": 1, "snow": 1, "coal-backs": 0, "snow-backs": 0}
    assert one.grid is not None and format_maze(one.grid).startswith("+---+   +")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  k | s", "  q | s", "cards.yaml:11:7 unknown cell letter 'q'"),
        ("  k | s", "  kA| s", "cards.yaml:11:8 'A' where only a blank may stand"),
        ("pattern: dot", "pattern: dots", "cards.yaml:7:47 there is no pattern 'dots'"),
        ("{name: coal, colour: \"#333333\"}", "{name: coal}",
         "cards.yaml:6:6 'coal' needs a colour or a symbol, and not both"),
        ("{name: coal, colour: \"#333333\"}", "{name: coal, symbol: bul}",
         "cards.yaml:6:27 there is no symbol 'bul'"),
        ("back: none", "back: cell", "cards.yaml:9:8 one has no back"),
        ("copies: 3", "copies: 3\n    back: k", "cards.yaml:15:11 two names a colour for its back, "
         "which is not 'cell'"),
        ("cells: 2x1", "cells: 2x1\nlike: others", "cards.yaml:3:7 there are no "
         "cell cards 'others'"),
        ("copies: 3", "copies: 0", "cards.yaml:14:13 two has 0 copies and is left out"),
    ],
)  # fmt: skip
def test_mistakes_have_places(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in OWN
    _, problems = own(tmp_path, OWN.replace(old, new, 1))
    assert says in problems, problems


def test_colours_of_another_component(tmp_path: Path) -> None:
    folder = copy_to(tmp_path)
    path = folder / "labyrinth.yaml"
    path.write_text(path.read_text().replace("name: red", "name: crimson"))
    game, _ = load(folder)
    pieces = {p.id: p for p in Plan(game).pieces}
    assert dict(pieces["minotaur"].tallies)["crimson"] == 2


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_stay_inside_their_square(name: str) -> None:
    """Also where strokes are as wide as they are drawn (butt caps reach nothing sideways)."""
    for shape in PATTERNS[name](10.0):
        numbers = [
            float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"A[^ ]+ 0 0 1", "", shape.d))
        ]
        assert min(numbers) >= -1e-6 and max(numbers) <= 10.0 + 1e-6


def test_mixing_colours() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#D03A1C", "#FFFFFF", 0.0) == "#D03A1C"
    assert set(SYMBOLS) >= {"spool", "sword", "minotaur"}
