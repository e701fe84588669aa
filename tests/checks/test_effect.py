"""What is declared and changes nothing is named, where it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

from pnp.errors import Problem
from pnp.game.loader import bundled_games
from pnp.game.plan import Options

Run = Callable[..., Result]
Edit = Callable[..., None]
Find = Callable[..., list[Problem]]
CODES = ("DEF011", "DEF012", "BACK002", "BACK005", "DECK010")
CARDS = "kind: card\nsize: 30 x 30mm\n{}cards:\n  fox: {{art: a.svg{}}}\n  owl: {{art: a.svg{}}}\n"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'


def said(problems: list[Problem]) -> list[tuple[str, str, int, str]]:
    """Codes, files, lines and messages of what changes nothing."""
    return [
        (p.code, Path(p.loc.file).name, p.loc.line, p.message)
        for p in problems
        if p.code in CODES and p.loc
    ]


@pytest.mark.parametrize("name", bundled_games())
def test_games_that_come_along_write_nothing_for_nothing(name: str, problems_of: Find) -> None:
    assert said(problems_of(bundled_games()[name])) == []


@pytest.mark.parametrize("sides", ["separate", "interleaved", "fold", "backs"])
def test_backs_that_no_document_prints(
    tiny_folder: Path, edit: Edit, problems_of: Find, sides: str
) -> None:
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    (problem,) = [
        p
        for p in problems_of(tiny_folder, Options(sides=sides))  # type: ignore[arg-type]
        if p.code.startswith("BACK")
    ]
    assert str(problem) == (
        f"{tiny_folder}/game.yaml:4:13: BACK005 warning: 'tiles' has backs, but cards_A4 prints "
        'none (write `backs: "cards_back_{paper}"` in the document, or `back: none` in tiles)'
    )


def test_fronts_alone_may_be_meant(tiny_folder: Path, edit: Edit, problems_of: Find) -> None:
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    assert said(problems_of(tiny_folder, Options(sides="fronts"))) == []


@pytest.mark.parametrize("backs", ["labrys: [one]", "labrys: [one], none: [two]"])
def test_the_back_of_one_piece_is_enough(
    tiny_folder: Path, edit: Edit, problems_of: Find, backs: str
) -> None:
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    edit(tiny_folder / "tiles.yaml", "back: labrys", f"back: none\nbacks: {{{backs}}}")
    assert ("BACK005", "game.yaml", 4) in [one[:3] for one in said(problems_of(tiny_folder))]


def test_a_deck_in_two_documents_is_printed_without_backs_in_one(
    tiny_folder: Path, edit: Edit, problems_of: Find
) -> None:
    edit(tiny_folder / "game.yaml", "placement:", "  more: {print: [tiles]}\nplacement:")
    assert [one[:3] for one in said(problems_of(tiny_folder))] == [("BACK005", "game.yaml", 6)]


def test_a_file_of_backs_that_is_not_written_is_named(
    tiny_folder: Path, edit: Edit, problems_of: Find, run_cli: Run
) -> None:
    """No error and no warning: `back: none` is said."""
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: none")
    assert said(problems_of(tiny_folder)) == []
    done = run_cli("build", tiny_folder, "-o", "out")
    says = "out/tiny/cards_back_A4.pdf: not written, no piece of its document has a back\n"
    assert done.code == 0 and says in done.out
    assert "not written" not in run_cli("build", tiny_folder, "--sides", "fronts").out


@pytest.mark.parametrize(
    ("back", "fox", "owl", "code"),
    [
        ("", ", back: none", ", back: none", None),  # all of them say it
        ("", "", "", "BACK002"),  # none of them says anything
        ("", ", back: labrys", "", "BACK002"),
        ("back: labrys\n", ", back: none", ", back: labyrinth", "DEF011"),
        ("back: labrys\n", ", back: none", "", None),
    ],
)
def test_backs_of_cards(
    tiny_folder: Path, problems_of: Find, back: str, fox: str, owl: str, code: str | None
) -> None:
    (tiny_folder / "a.svg").write_text(SQUARE)
    (tiny_folder / "tiles.yaml").write_text(CARDS.format(back, fox, owl))
    assert [one[0] for one in said(problems_of(tiny_folder))] == ([code] if code else [])


CASES = {
    "flip without backs": (
        "game.yaml",
        "    backs: cards_back_{paper}\n",
        "    flip: short\n",
        ("DEF011", "game.yaml", 5, "'flip' of the document 'cards_{paper}' changes nothing: "
         "the document has no backs"),
    ),
    "apart": (
        "game.yaml",
        "    print: [tiles]\n",
        "    print: [tiles]\n    apart: true\n",
        ("DEF011", "game.yaml", 5, "'apart' of the document 'cards_{paper}' changes nothing: "
         "it prints one component"),
    ),
    "title": (
        "game.yaml",
        "    print: [tiles]\n",
        "    print: [tiles]\n    title: Cards\n",
        ("DEF011", "game.yaml", 5, "'title' of the document 'cards_{paper}' changes nothing: "
         "titles stand in the game and in components"),
    ),
    "mark": (
        "tiles.yaml",
        "marks: {T: teleport}",
        "marks:\n  T: teleport\n  B: owl",
        ("DEF011", "tiles.yaml", 7, "no piece of 'tiles' carries the mark 'B'"),
    ),
    "back of all": (
        "tiles.yaml",
        "back: labrys\n",
        "back: labrys\nbacks: {labyrinth: [one], none: [two]}\n",
        ("DEF011", "tiles.yaml", 4, "'back' of 'tiles' changes nothing: each piece has one of its "
         "own"),
    ),
    "box": (
        "game.yaml",
        "placement:",
        "  box: {print: [bag]}\nboxes:\n  bag: {kind: drawbox, size: 60 x 60 x 60mm, "
        "hand: 40 x 30mm}\nplacement:",
        ("DEF011", "game.yaml", 8, "nothing is put into 'bag'"),
    ),
    "colour": (
        "game.yaml",
        "title: Tiny\n",
        'title: Tiny\ntheme:\n  ink_low: {"#ABCDEF": "#FFFFFF"}\n',
        ("DEF012", "game.yaml", 3, "nothing is printed in '#ABCDEF' (ink_low)"),
    ),
    "component": (
        "game.yaml",
        "title: Tiny\n",
        "title: Tiny\nboxes: {box: {holds: [tiles]}}\n",
        ("DECK010", "game.yaml", 2, "box is printed in no document"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_changes_nothing(tiny_folder: Path, edit: Edit, problems_of: Find, name: str) -> None:
    file, old, new, wanted = CASES[name]
    edit(tiny_folder / file, old, new)
    assert wanted in said(problems_of(tiny_folder))


@pytest.mark.parametrize("key", ["backs: b", "flip: short", "gap: 3mm", "apart: true"])
def test_a_leaflet_has_no_sheets(
    tiny_folder: Path, edit: Edit, problems_of: Find, key: str
) -> None:
    (tiny_folder / "rules.md").write_text("# Tiny\n\nWords.\n")
    text = f"documents:\n  rules:\n    leaflet: rules.md\n    {key}\n"
    edit(tiny_folder / "game.yaml", "documents:\n", text)
    name = key.partition(":")[0]
    says = f"'{name}' of the document 'rules' changes nothing: a leaflet has no pieces"
    assert ("DEF011", "game.yaml", 5, says) in said(problems_of(tiny_folder))


def test_a_back_of_what_has_none(tiny_folder: Path, problems_of: Find) -> None:
    figures = "kind: standee\nback: labrys\nfigures:\n  hero: {symbol: owl, colour: '#0072B2'}\n"
    (tiny_folder / "tiles.yaml").write_text(figures)
    says = "'back' of 'tiles' changes nothing: its pieces have no backs"
    assert ("DEF011", "tiles.yaml", 2, says) in said(problems_of(tiny_folder))
