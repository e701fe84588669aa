"""Pictures with the same fault are one message: the first are named, at the place of the first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import deck_folder, file_of, quarters
from conftest import Result, found_problems

from pnp.art.remarks import Remark, remark_problems
from pnp.errors import Loc

DECK = "back: none\ncards:\n"
WIDE = file_of(quarters(651, 700))
FADED = '<rect width="9" height="9" opacity=".5"/>'
GRADED = (
    '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>'
    '<rect width="9" height="9" fill="url(#g)"/>'
)


def svg(body: str) -> bytes:
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    return f"{start}{body}</svg>".encode()


def deck(folder: Path, files: dict[str, bytes]) -> Path:
    """A card for each file, from line 5 of the component on."""
    cards = "".join(f"  c{i}: {name}\n" for i, name in enumerate(files, 1))
    game = deck_folder(folder, DECK + cards)
    for name, data in files.items():
        (game / name).write_bytes(data)
    return game


def test_forty_pictures_of_other_proportions_are_one_line(
    tmp_path: Path, run_cli: Callable[..., Result]
) -> None:
    wide = [file_of(quarters(width, 700)) for width in (526, 651)]
    folder = deck(tmp_path / "g", {f"x{i}.png": wide[i == 7] for i in range(1, 41)})
    (problem,) = found_problems(folder)
    assert (problem.code, problem.severity, problem.also) == ("ART009", "warning", ())
    assert problem.loc and (Path(problem.loc.file).name, problem.loc.line) == ("deck.yaml", 5)
    assert problem.message == (
        "'x1.png', 'x2.png', 'x3.png' and 37 more have other proportions than 63 x 88 mm: "
        "up to 23 % of each are cut off"
    )
    assert problem.hint == "fit: cover, contain or stretch"
    (told,) = json.loads(run_cli("check", folder, "--format", "json").out)["problems"]
    assert (told["message"], told["line"]) == (problem.message, 5)


def test_drawings_that_become_pixels_are_told_by_their_feature(tmp_path: Path) -> None:
    bodies = (FADED, GRADED, FADED, GRADED, GRADED)
    files = {f"x{i}.svg": svg(body) for i, body in enumerate(bodies, 1)}
    said = [
        (p.code, p.loc and p.loc.line, p.message) for p in found_problems(deck(tmp_path, files))
    ]
    faded, graded = sorted(said, key=lambda problem: str(problem[2]))
    assert faded[:2] == ("ART012", 5) and graded[:2] == ("ART012", 6)
    assert faded[2].startswith("'x1.svg' and 'x3.svg' are printed as pixels, for they have ")
    assert graded[2].startswith("'x2.svg', 'x4.svg' and 'x5.svg' are printed as pixels, for they")


def test_components_are_told_apart(tmp_path: Path) -> None:
    folder = deck(tmp_path / "g", dict.fromkeys(("x1.png", "x2.png", "y1.png", "y2.png"), WIDE))
    text = (folder / "deck.yaml").read_text()
    (folder / "deck.yaml").write_text(text.split("  c3")[0])
    (folder / "other.yaml").write_text(text.replace("x", "y").replace(" 63 y ", " 63 x "))
    found = [p for p in found_problems(folder) if p.code == "ART009"]
    assert [Path(p.loc.file).name for p in found if p.loc] == ["deck.yaml", "other.yaml"]
    names = [p.message.split(" have ")[0] for p in found]
    assert names == ["'x1.png' and 'x2.png'", "'y1.png' and 'y2.png'"]


def test_one_picture_on_many_cards_keeps_its_places(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", DECK + "  a: x.png\n  b: x.png\n", x_png=WIDE)
    (problem,) = found_problems(folder)
    assert problem.message.startswith("'x.png' has other proportions than 63 x 88 mm: 23 %")
    assert [loc and loc.line for loc in problem.places] == [5, 6]


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (2, "'a0' and 'a1' are"),
        (3, "'a0', 'a1' and 'a2' are"),
        (4, "'a0', 'a1', 'a2' and 1 more are"),
    ],
)
def test_names(count: int, names: str) -> None:
    remark = Remark("ART011", "note", "is called '{}'", "are called '{}'", "")
    said = [(f"a{i}", Loc("d.yaml", 9 - i), remark) for i in range(count)]
    (problem,) = remark_problems(said)
    assert problem.message == f"{names} called '{{}}'" and problem.loc == Loc("d.yaml", 9)
