"""Pictures of the game folder on the backs of tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from art_help import QUARTERS, file_of, quarters
from conftest import found_problems

from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.outputs.documents import export_document
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face
from pnp.preflight.build import prove_files

GAME = "title: Own\ndocuments:\n  t_{paper}:\n    print: [t]\n    backs: back_{paper}\n"
TILES = {
    "path": "kind: path_tile\ntile: 40mm\nshapes: {I: NS, L: NE}\ncounts: {I: [2], L: [1]}\n",
    "maze": (
        "kind: maze_tile\ncells: 1x1\ncell: 40mm\ntiles:\n  a: |\n    +   +\n      .\n    +   +\n"
    ),
    "cells": (
        "kind: cell_card\ncells: 1x1\ncell: 40mm\ncolours: {r: {name: red, colour: '#D03A1C'}}\n"
        "cards:\n  a: |\n    +   +\n      r\n    +   +\n"
    ),
}


def game_of(folder: Path, tiles: str, more: str, **files: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "t.yaml").write_text(TILES[tiles] + more)
    for name, data in files.items():
        (folder / f"{name}.png").write_bytes(data)
    return folder


def plan_of(folder: Path, **options: Any) -> Plan:
    game, problems = load(folder)
    assert problems == []
    return Plan(game, Options(**options))


def corners(face: Face) -> list[tuple[int, ...]]:
    """The colours 4 mm from the corners of a face, as printed, at 10 pixels a mm."""
    picture = page_image(face_pdf(face, "back"), 254).convert("RGB")
    across, down = (side - 41 for side in picture.size)
    return [picture.getpixel(at) for at in ((40, 40), (across, 40), (40, down), (across, down))]  # type: ignore[misc]


@pytest.mark.parametrize("tiles", TILES)
def test_a_picture_is_on_the_back_of_every_tile(tiles: str, tmp_path: Path) -> None:
    picture = file_of(quarters(400, 400))
    plan = plan_of(game_of(tmp_path / "g", tiles, "back: b.png\n", b=picture))
    assert [p for p in found_problems(tmp_path / "g") if p.severity == "error"] == []
    for piece in plan.pieces:
        assert piece.back is not None
        assert piece.back.size == (40, 40)
        assert corners(piece.back) == list(QUARTERS)
    built = [(d, export_document(plan, d).data) for d in plan.documents]
    assert prove_files(plan, built)[0] == []


def test_pictures_and_ornaments_by_piece(tmp_path: Path) -> None:
    more = "back: labrys\nbacks: {b.png: [L-*], none: [I-1]}\n"
    plan = plan_of(game_of(tmp_path / "g", "path", more, b=file_of(quarters(400, 400))))
    backs = {piece.id: piece.back for piece in plan.pieces}
    assert backs["L-0"] is not None and corners(backs["L-0"]) == list(QUARTERS)
    assert backs["I-0"] is not None and corners(backs["I-0"]) != list(QUARTERS)


def test_bleed_is_the_pictures_own_or_made(tmp_path: Path) -> None:
    wide = file_of(quarters(460, 460))
    included = "back: b.png\nincludes_bleed: 3mm\n"
    for more in (included, "back: b.png\nmake_bleed: mirror\n"):
        plan = plan_of(game_of(tmp_path / "g", "path", more, b=wide), bleed=2.0)
        back = plan.pieces[0].back
        assert back is not None and (back.bleed, back.box.size) == (2.0, (44, 44))
    game_of(tmp_path / "g", "path", "back: b.png\n", b=wide)
    found = found_problems(tmp_path / "g", Options(bleed=2.0))
    assert [(p.code, p.severity) for p in found if p.code.startswith("ART")] == [
        ("ART010", "warning")
    ]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("back: gone.png\n", "t.yaml:5:7: ART002 'gone.png' is not in the game folder"),
        ("back: b.gif\n", "t.yaml:5:7: ART003 'b.gif' is no kind of picture that is read"),
        ("back: ../b.png\n", "t.yaml:5:7: ART002 '../b.png' leaves the game folder"),
        ("back: none\nbacks: {gone.png: [L-0]}\n", "t.yaml:6:19: ART002 'gone.png'"),
        ("back: labrus\n", "t.yaml:5:7: DEF007 there is no back 'labrus'"),
    ],
)
def test_a_back_that_cannot_be_made_is_one_error(more: str, says: str, tmp_path: Path) -> None:
    found = found_problems(game_of(tmp_path / "g", "path", more, b=file_of(quarters())))
    errors = [str(p) for p in found if p.severity == "error"]
    assert len(errors) == 1 and says in errors[0]


@pytest.mark.parametrize("tiles", TILES)
def test_a_lost_picture_is_one_error_for_all_tiles(tiles: str, tmp_path: Path) -> None:
    found = found_problems(game_of(tmp_path / "g", tiles, "back: gone.png\n"))
    assert [p.code for p in found if p.severity == "error"] == ["ART002"]
