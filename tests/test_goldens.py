"""Canonical SVG of one specimen per kind, compared as text.

Run with `PNP_UPDATE_GOLDENS=1` to write them anew; then look at them before committing.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.draw.ink import face_svg
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan

FOLDER = Path(__file__).parent / "goldens"
UPDATE = os.environ.get("PNP_UPDATE_GOLDENS") == "1"
SPECIMENS = {
    "maze_tile-front": ("labydo", "lab-26", "front"),
    "maze_tile-back": ("labydo", "lab-26", "back"),
    "maze_tile-entrance": ("labydo", "ent-1", "front"),
    "standee": ("labydo", "pawn-1", "front"),
    "die": ("labydo", "die", "front"),
    "die-character": ("mino-dice", "die-minotaur", "front"),
    "stickers": ("mino-dice", "stickers-die-azure", "front"),
    "screen": ("mino-dice", "screen-owl", "front"),
    "scorepad": ("mino-dice", "scorepad", "front"),
    "tray": ("mino-dice", "tray", "front"),
    "lid": ("mino-dice", "tray-lid", "front"),
    "drawbox-body": ("mino-dice", "drawbox-body", "front"),
    "drawbox-cover": ("mino-dice", "drawbox-cover", "front"),
    "odds": ("mino-dice", "wins", "front"),
    "path_tile-front": ("dedalos", "X-3", "front"),
    "path_tile-plaza": ("dedalos", "entrance", "front"),
    "path_tile-back": ("dedalos", "D-0", "back"),
    "tuckbox": ("labydo", "box", "front"),
    "cell_card-front": ("dedale", "card-09", "front"),
    "cell_card-back": ("dedale", "card-09", "back"),
    "labor": ("dedale", "labor-5", "front"),
    "landscape-square": ("the-labyrinth", "square", "front"),
    "landscape-round": ("the-labyrinth", "round", "front"),
    "landscape-back": ("the-labyrinth", "square", "back"),
    "envelope": ("the-labyrinth", "envelope", "front"),
}


def canonical(svg: str) -> str:
    """One element a line, so that differences read well."""
    return svg.replace("><", ">\n<")


@pytest.mark.parametrize("name", SPECIMENS)
def test_specimen_is_its_golden(name: str) -> None:
    game, id, side = SPECIMENS[name]
    plan = Plan(load(bundled_games()[game])[0])
    piece = next(p for p in plan.pieces if p.id == id)
    face = piece.front if side == "front" else piece.back
    assert face is not None
    svg = canonical(face_svg(face))
    path = FOLDER / f"{name}.svg"
    if UPDATE:
        path.write_text(svg, encoding="utf-8")
    assert svg == path.read_text(encoding="utf-8"), f"{name} is drawn differently"


def test_no_golden_is_orphaned() -> None:
    assert {p.stem for p in FOLDER.iterdir()} == set(SPECIMENS)


def test_the_update_switch_is_off() -> None:
    assert not (UPDATE and os.environ.get("CI")), "goldens are not updated by machines"
