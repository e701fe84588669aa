"""Small games written into a folder, and what their faces show."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.errors import Problem
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.piece import Face, Piece

DICE = """\
kind: die
edge: 20mm
pips: false
beats: {minotaur: griffin}
blank: [flag]
dice:
  beast:
    title: Beast
    faces: [minotaur, minotaur, griffin, flag, 1, 6]
    copies: 2
    ground: "#F4D9C8"
    border: double
    letter: M
  plain: {title: Plain, faces: [1, 2, 3, 4, 5, 9], border: wave, letter: p, strength: 3}
"""


def plan_of(folder: Path, *, title: str = "Own", **files: str) -> tuple[Plan, list[Problem]]:
    """A game of these component files, each also a document of its own; and all its problems."""
    documents = "".join(f"  {name}_{{paper}}: {{print: [{name}]}}\n" for name in files)
    (folder / "game.yaml").write_text(
        f"title: {title}\ntheme: {{emblem: owl}}\ndocuments:\n{documents}"
    )
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    game, problems = load(folder)
    plan = Plan(game)
    return plan, [*problems, *plan.problems]


def piece_called(plan: Plan, id: str) -> Piece:
    return next(piece for piece in plan.pieces if piece.id == id)


def words_of(face: Face) -> list[str]:
    """Every text of a face, layer by layer, in the order of stamping."""
    return [
        word for stamp in face.stack for word in re.findall(r"<text[^>]*>([^<]*)<", stamp.layer.svg)
    ]


def sizes_of_text(face: Face) -> list[float]:
    """Sizes in mm as printed, enlargements of groups and stamps included."""
    found = []
    for stamp in face.stack:
        scale = [abs(stamp.at.a * stamp.at.d - stamp.at.b * stamp.at.c) ** 0.5]
        for tag in re.findall(r"<g[^>]*>|</g>|<text[^>]*>", stamp.layer.svg):
            if tag.startswith("<text"):
                size = re.search(r'font-size="([\d.]+)"', tag)
                assert size
                found.append(float(size[1]) * scale[-1])
            elif tag == "</g>":
                scale.pop()
            else:
                matrix = re.search(r"matrix\(([-\d.]+)", tag)
                scale.append(scale[-1] * (float(matrix[1]) if matrix else 1.0))
    return found
