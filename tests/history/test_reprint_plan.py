"""The plan of a reprint: the fewest sheets, names of its own, and amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from changes_help import held, plan_of, since
from conftest import TINY_TILES

from pnp.game.plan import Plan, SheetDocument
from pnp.history import Changes, reprint_plan

Edit = Callable[..., None]


def sheets(plan: Plan) -> dict[str, int]:
    return {d.name: len(d.sheets) for d in plan.documents if isinstance(d, SheetDocument)}


def fronts(plan: Plan) -> Counter[str]:
    found = [s for d in plan.documents if isinstance(d, SheetDocument) for s in d.sheets]
    return Counter(p.piece.id for s in found for p in s.placements if p.side == "front")


def changed(folder: Path, edit: Edit, **edits: tuple[str, str]) -> tuple[Plan, Changes]:
    before = held(folder)
    for name, (old, new) in edits.items():
        edit(folder / f"{name}.yaml", old, new)
    return plan_of(folder), since(before, folder)


def test_nothing_is_no_plan(tiny_folder: Path, edit: Edit) -> None:
    assert reprint_plan(*changed(tiny_folder, edit)) is None
    less = changed(tiny_folder, edit, tiles=("  two: |\n", "  two:\n   copies: 0\n   maze: |\n"))
    assert less[1].removed and reprint_plan(*less) is None


def test_only_what_is_missing_is_printed(tiny_folder: Path, edit: Edit) -> None:
    more = ("  two: |\n", "  two:\n   copies: 3\n   maze: |\n")
    plan = reprint_plan(*changed(tiny_folder, edit, tiles=more))
    assert plan is not None
    assert fronts(plan) == {"two": 2}
    assert sheets(plan) == {"reprint_A4": 1, "reprint_back_A4": 1}
    assert plan.options.pieces == ("two*2",)


def test_components_of_one_size_share_sheets(game_folder: Path, edit: Edit) -> None:
    """Two tiles of two components and a figure: one sheet on both sides, one on one side."""
    found = changed(
        game_folder,
        edit,
        entrance=("back: labrys", "back: labyrinth"),
        exit=("back: labrys", "back: labyrinth"),
        pawns=('"#0072B2"', '"#0072B3"'),
    )
    plan = reprint_plan(*found)
    assert plan is not None
    assert sheets(plan) == {"reprint-1_A4": 2, "reprint_back-1_A4": 2, "reprint-2_A4": 1}
    assert fronts(plan) == dict.fromkeys(
        [f"{name}-{n}" for name in ("ent", "exit") for n in range(1, 5)] + ["pawn-2"], 1
    )


def test_sizes_share_sheets_only_where_that_saves_one(tiny_folder: Path, edit: Edit) -> None:
    """A tile of 54 mm and one of 30 mm stand on one sheet; 12 and 12 of them need no other."""
    small = (tiny_folder / "tiles.yaml").read_text().replace("18mm", "10mm")
    game = ("print: [tiles]", "print: [tiles, small]")
    (tiny_folder / "small.yaml").write_text(small.replace("one:", "s1:").replace("two:", "s2:"))
    before = held(tiny_folder)
    edit(tiny_folder / "game.yaml", *game)
    plan = reprint_plan(plan_of(tiny_folder), since(before, tiny_folder))
    assert plan is not None and sheets(plan) == {"reprint_A4": 1, "reprint_back_A4": 1}
    for name in ("tiles", "small"):
        edit(tiny_folder / f"{name}.yaml", "back: labrys", "back: labyrinth")
    both = reprint_plan(plan_of(tiny_folder), since(before, tiny_folder))
    assert both is not None and sheets(both) == {"reprint_A4": 1, "reprint_back_A4": 1}
    assert fronts(both) == {"one": 1, "two": 1, "s1": 1, "s2": 1}


def test_names_that_a_game_uses_are_left_to_it(tiny_folder: Path, edit: Edit) -> None:
    edit(tiny_folder / "game.yaml", "cards_{paper}:", "reprint_{paper}:")
    edit(tiny_folder / "game.yaml", "cards_back_{paper}", "reprint_back_{paper}")
    plan = reprint_plan(*changed(tiny_folder, edit, tiles=("labrys", "labyrinth")))
    assert plan is not None
    assert sheets(plan) == {"reprint-x_A4": 1, "reprint_back-x_A4": 1}


def test_a_reprint_of_pieces_called_by_numbers(tiny_folder: Path, edit: Edit) -> None:
    tiles = TINY_TILES.replace("  one:", "  2:").replace("  two:", "  1:")
    (tiny_folder / "tiles.yaml").write_text(tiles)
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    plan = plan_of(tiny_folder)
    again = reprint_plan(plan, since(before, tiny_folder))
    assert again is not None and fronts(again) == {"1": 1}
