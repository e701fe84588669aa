"""Backs for all, by piece, by group, and none; a piece without a declared back (B12)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from conftest import found_problems
from PIL import ImageChops

from pnp.draw.ornament import fit_key
from pnp.draw.textboxes import text_boxes
from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Rect
from pnp.outputs.documents import export_document
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.preflight.build import prove_files

Edit = Callable[..., None]

PATHS = """\
kind: path_tile
{back}
shapes: {{straight: NS, corner: NE}}
counts: {{straight: [2], corner: [3, 1]}}
tiles:
  gate: {{sides: N}}
  way-out: {{sides: NESW}}
"""
GAME = "title: Own\ndocuments:\n  tiles_{paper}:\n    print: [ways]\n    backs: backs_{paper}\n"


def plan_of(folder: Path, back: str, options: Options = Options()) -> Plan:  # noqa: B008
    write(folder, back)
    game, problems = load(folder)
    assert problems == []
    return Plan(game, options)


def write(folder: Path, back: str) -> None:
    (folder / "game.yaml").write_text(GAME)
    (folder / "ways.yaml").write_text(PATHS.format(back=back))


def says(folder: Path, back: str) -> list[str]:
    write(folder, back)
    return [str(problem).rpartition("/")[2] for problem in found_problems(folder)]


def keys(plan: Plan) -> dict[str, str | None]:
    return {piece.id: piece.back.key if piece.back else None for piece in plan.pieces}


def test_by_piece_by_group_and_none(tmp_path: Path) -> None:
    labrys = set(keys(plan_of(tmp_path, "back: labrys")).values())
    labyrinth = set(keys(plan_of(tmp_path, "back: labyrinth")).values())
    assert len(labrys | labyrinth) == 2
    found = keys(
        plan_of(tmp_path, "back: labrys\nbacks: {labyrinth: [CORNER*, gate], none: [way-out]}")
    )
    assert found.pop("way-out") is None
    for id, key in found.items():
        assert {key} == (labyrinth if id == "gate" or id.startswith("corner") else labrys), id


@pytest.mark.parametrize("sides", ["separate", "interleaved", "fold"])
def test_they_lie_behind_their_fronts(tmp_path: Path, sides: str) -> None:
    backs = "back: none\nbacks: {labyrinth: [corner*], labrys: [straight*]}"
    plan = plan_of(tmp_path, backs, Options(sides=sides))  # type: ignore[arg-type]
    built = [(d, export_document(plan, d).data) for d in plan.documents]
    problems, proofs = prove_files(plan, built)
    assert problems == []
    assert {p.code: p.cases for p in proofs}["PDF006"] == 6


def test_a_piece_without_a_declared_back_is_named(tmp_path: Path) -> None:
    assert says(tmp_path, "backs: {labrys: [straight*, corner*, gate]}") == [
        "ways.yaml:2:1: BACK002 way-out has no back, though others have "
        "(name it in backs, or say back: none for all others)"
    ]
    assert says(tmp_path, "backs: {labrys: [straight*, corner*, gate], none: [way*]}") == []


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        (
            "back: none\nbacks: {labrys: [gaet]}",
            "ways.yaml:3:18: BACK003 no piece matches 'gaet' (did you mean 'gate'?)",
        ),
        (
            "back: none\nbacks: {labrys: [gate], labyrinth: [g*]}",
            "ways.yaml:3:37: BACK003 gate has two backs, labrys and labyrinth (name it once)",
        ),
        (
            "back: none\nbacks: {labris: [gate]}",
            "ways.yaml:3:17: DEF007 there is no back 'labris' (did you mean 'labrys'?)",
        ),
        ("backs: [labrys]", "ways.yaml:2:8: DEF003"),
    ],
)
def test_mistakes_have_places(tmp_path: Path, back: str, expected: str) -> None:
    (problem,) = says(tmp_path, back)
    assert problem.startswith(expected)


def test_what_cannot_be_read_is_not_called_unknown(tiny_folder: Path, edit: Edit) -> None:
    """The name of a tile whose maze is broken is no misspelt one."""
    tiles = tiny_folder / "tiles.yaml"
    text = tiles.read_text()
    id = next(piece.id for piece in Plan(load(tiny_folder)[0]).pieces)
    tiles.write_text(f"backs: {{labrys: [{id}]}}\n" + text.replace("|", "!", 1))
    assert "BACK003" not in {problem.code for problem in found_problems(tiny_folder)}


def test_cards_that_show_a_colour_and_cards_that_do_not(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("ways", "cards"))
    wall, row = "      +---+---+\n", "      | r   r |\n"
    card = f"    grid: |\n{wall}{row}      +   +   +\n{row}{wall}"
    text = (
        'kind: cell_card\ncells: 2x2\ncell: 30mm\ncolours: {r: {name: red, colour: "#D55E00"}}\n'
        "back: labrys\nbacks: {cell: [one], none: [three]}\ncards:\n"
        f"  one:\n{card}    back: r\n  two:\n{card}  three:\n{card}"
    )
    (folder / "cards.yaml").write_text(text)
    assert {p.code for p in found_problems(folder) if p.severity == "error"} == {"DECK004"}  # alike
    one, two, three = Plan(load(folder)[0]).pieces
    assert one.back and two.back and one.back.key != two.back.key and three.back is None
    (folder / "cards.yaml").write_text(text.replace("    back: r\n", ""))
    assert "one has no back" in [p.message for p in found_problems(folder)]


@pytest.mark.parametrize(
    ("title", "tile", "lines", "turns"),
    [
        ("Harbor", 40, ["HARBOR"], 4),
        ("Harbor Nights", 50, ["HARBOR NIGHTS"], 4),
        ("Harbor Nights", 44, ["HARBOR NIGHTS"], 2),
        ("Harbor Nights", 40, ["NIGHTS", "HARBOR"], 2),
        ("Nights of Old Rotterdam", 63, ["ROTTERDAM", "NIGHTS OF OLD"], 2),
        ("Harbor Nights", 30, [], 0),
        ("Incomprehensibilities", 40, [], 0),
    ],
)
def test_a_long_title_stands_in_two_lines_or_is_left_out(
    title: str, tile: int, lines: list[str], turns: int, tmp_path: Path
) -> None:
    text = f"kind: path_tile\ntile: {tile}mm\nback: labyrinth\ntiles: {{one: {{sides: NS}}}}\n"
    text += "corridor: 8mm\nwall: 2mm\n"
    (tmp_path / "game.yaml").write_text(GAME.replace("Own", title))
    (tmp_path / "ways.yaml").write_text(text)
    plan = Plan(load(tmp_path)[0])
    (piece,) = plan.pieces
    assert piece.back is not None
    boxes = list(text_boxes(piece.back))
    assert [box.words for box in boxes] == lines * turns
    for (_, one), (_, other) in combinations(boxes, 2):
        assert not one.overlaps(other)
    inner = Rect(0, 0, tile, tile).inset(0.06 * tile + fit_key(tile, tile, 0.11 * tile).band)
    assert all(inner.covers(box) for _, box in boxes)
    image = page_image(face_pdf(piece.back, "back"), 150, grey=True)
    turned = ImageChops.difference(image, image.rotate(180))
    assert sum(turned.histogram()[96:]) < 0.01 * image.width * image.height
    notes = [(p.code, p.severity, Path(p.loc.file).name, p.loc.line) for p in plan.problems]
    assert notes == ([] if lines else [("TEXT003", "note", "ways.yaml", 3)])
