"""Folded things close, and a box that is too small for its deck is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.checks import run
from pnp.checks.registry import CHECKS, run_check
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.kinds.packing import deck_size
from pnp.nets.stand import inner_size

Find = Callable[[Path], list[Problem]]
Edit = Callable[..., None]


def labydo() -> Plan:
    return Plan(load(bundled_games()["labydo"])[0])


def test_every_net_of_labydo_closes_and_the_box_holds_the_deck() -> None:
    plan = labydo()
    proofs = {p.code: p for code in ("BOX001", "BOX002") for p in run_check(CHECKS[code], plan)[1]}
    assert {code: p.result for code, p in proofs.items()} == {
        "BOX001": "proved",
        "BOX002": "proved",
    }
    assert proofs["BOX002"].cases == 48


def test_the_depth_follows_count_and_paper(game_folder: Path) -> None:
    """48 tiles of 0.30 mm are 14.4 mm; of 0.50 mm, 24 mm."""
    depths = {}
    for thickness in ("0.30mm", "0.50mm"):
        for name in ("labyrinth", "entrance", "exit"):
            path = game_folder / f"{name}.yaml"
            text = path.read_text()
            old = next(line for line in text.split("\n") if line.startswith("thickness:"))
            path.write_text(text.replace(old, f"thickness: {thickness}"))
        plan = Plan(load(game_folder)[0])
        (box,) = plan.pieces_of("box")
        assert box.net
        depths[thickness] = inner_size(box.net, 0).y
        assert deck_size(box.holds)[2] == pytest.approx(48 * float(thickness[:4]))
        assert run(plan).count("error") == 0
    assert depths["0.50mm"] - depths["0.30mm"] == pytest.approx(9.6)


def test_copies_count(tiny_folder: Path, edit: Edit) -> None:
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write("boxes: {box: {holds: [tiles, dice]}}\n")
    (tiny_folder / "dice.yaml").write_text("kind: die\ndice: {d: {copies: 7}}\n")
    (box,) = Plan(load(tiny_folder)[0]).pieces_of("box")
    assert sum(p.copies for p in box.holds) == 9
    assert deck_size(box.holds)[2] == pytest.approx(9 * 0.3)


def altered(plan: Plan, **change: object) -> list[Problem]:
    pieces = tuple(
        replace(p, **change) if p.id == "box" else p  # type: ignore[arg-type]
        for p in plan.pieces
    )
    plan.__dict__["pieces"] = pieces
    return [p for code in ("BOX001", "BOX002") for p in run_check(CHECKS[code], plan)[0]]


def test_a_box_for_another_deck_is_refused() -> None:
    plan = labydo()
    held = plan.pieces_of("labyrinth")
    thick = tuple(replace(piece, copies=2) for piece in held)
    (problem,) = altered(plan, holds=thick)
    assert problem.code == "BOX002"
    assert "the pieces need 57.912 x 115.824 x 24 mm" in problem.message
    assert altered(labydo(), holds=held) == []


def test_bodies_among_flat_pieces_are_named(tiny_folder: Path, problems_of: Find) -> None:
    """A die is higher than a heap of two tiles; more slack would be room for two dice."""
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write("boxes: {box: {holds: [tiles, dice]}}\n")
    (tiny_folder / "dice.yaml").write_text("kind: die\ndice: {d1: {}, d2: {letter: A}}\n")
    (problem,) = [p for p in problems_of(tiny_folder) if p.code == "BOX002"]
    assert problem.hint == "a box of their own for d1, d2"


def test_a_net_whose_flaps_miss_is_refused() -> None:
    plan = labydo()
    (box,) = plan.pieces_of("box")
    assert box.net
    panels = list(box.net.panels)
    victim = next(i for i, panel in enumerate(panels) if panel.name == "back")
    shrunk = tuple(type(p)(p.x * 0.9, p.y) for p in panels[victim].polygon)
    panels[victim] = replace(panels[victim], polygon=shrunk)
    problems = altered(plan, net=replace(box.net, panels=tuple(panels)))
    assert "BOX001" in {p.code for p in problems}


def test_a_box_of_nothing(tiny_folder: Path, problems_of: Find, edit: Edit) -> None:
    edit(
        tiny_folder / "tiles.yaml",
        (tiny_folder / "tiles.yaml").read_text().split("tiles:")[1],
        " {}\n",
    )
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write("boxes: {box: {holds: [tiles]}}\n")
    assert {p.code for p in problems_of(tiny_folder)} == {"DECK008", "DEF009", "DEF011"}


@pytest.mark.parametrize("line", ["clearance: 300mm", "slack: 900mm"])
def test_a_box_larger_than_the_paper(
    tiny_folder: Path, problems_of: Find, edit: Edit, line: str
) -> None:
    edit(tiny_folder / "game.yaml", "    print: [tiles]", "    print: [tiles, box]")
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: none")
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write(f"boxes:\n  box:\n    holds: [tiles]\n    back: none\n    {line}\n")
    problems = problems_of(tiny_folder)
    assert [p.code for p in problems] == ["SHEET001"]
    assert "no paper up to A3" in problems[0].hint


@pytest.mark.parametrize("glue", ["0.01mm", "4mm", "900mm"])
def test_odd_glue_flaps_print(tiny_folder: Path, edit: Edit, glue: str) -> None:
    from pnp.outputs.documents import export_document

    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    edit(tiny_folder / "game.yaml", "    print: [tiles]", "    print: [box]")
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write(f"boxes: {{box: {{holds: [tiles], glue: {glue}}}}}\n")
    plan = Plan(load(tiny_folder)[0])
    assert run(plan).count("error") == 0
    (document,) = plan.documents
    assert export_document(plan, document).data.startswith(b"%PDF-1.7")
