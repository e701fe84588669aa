"""What leaflets say of backs is what the sheets need."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import TINY_GAME, TINY_TILES, found_problems

from pnp.game.loader import bundled_games, load
from pnp.game.options import Options
from pnp.game.plan import LeafletDocument, Plan
from pnp.layout.instructions import telling
from pnp.leaflet.blocks import Paragraph, PictureRow
from pnp.leaflet.markdown import parse
from pnp.leaflet.reading import leaflet_of

TOLD = {
    "separate": "turn over on the {} edge and print the backs",
    "interleaved": "Print on both sides of the paper, so that the sheets turn over on the {} edge",
    "fold": "Fold every sheet along its dashed line",
    "fronts": "on one side of the paper; there are no backs",
    "backs": "Print the backs on sheets that turn over on the {} edge",
}


def text_of(plan: Plan) -> str:
    """The words of a game's leaflet in their order."""
    (document,) = [d for d in plan.documents if isinstance(d, LeafletDocument)]
    leaflet, problems = leaflet_of(document)
    assert leaflet and not problems
    return repr(leaflet)


@pytest.mark.slow
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("sides", TOLD)
@pytest.mark.parametrize("name", sorted({*bundled_games()} - {"mino-dice"}))  # it has no backs
def test_bundled_leaflets(name: str, sides: str, flip: str) -> None:
    game, _ = load(bundled_games()[name])
    words = text_of(Plan(game, Options(sides=sides, flip=flip)))
    for part in TOLD[sides].format(flip).split(f"{flip} edge"):
        assert part in words
    assert (f"text='{flip} edge'" in words) == ("{}" in TOLD[sides])
    others = [text for key, text in TOLD.items() if key != sides]
    assert not any(text.partition("{}")[0] in words for text in others if "{" not in text)
    assert f"text='{'long' if flip == 'short' else 'short'} edge'" not in words


def tiny(folder: Path, game: str, text: str) -> Path:
    (folder / "game.yaml").write_text(
        game.replace("documents:", "documents:\n  rules:\n    leaflet: rules.md")
    )
    (folder / "tiles.yaml").write_text(TINY_TILES)
    (folder / "rules.md").write_text(text)
    return folder


def test_the_flip_is_that_of_the_documents_unless_one_is_asked_for(tmp_path: Path) -> None:
    turned = TINY_GAME.replace("    backs:", "    flip: short\n    backs:")
    folder = tiny(tmp_path, turned, "# T\n\nOn the *{flip}*.\n")
    assert "text='short edge'" in text_of(Plan(load(folder)[0]))
    assert "text='long edge'" in text_of(Plan(load(folder)[0], Options(flip="long")))


def test_documents_that_differ() -> None:
    assert telling("separate", ["long", "short"])["flip"] == "edge that their footers name"


def test_an_unknown_word_is_a_problem_with_its_place(tmp_path: Path) -> None:
    folder = tiny(tmp_path, TINY_GAME, "# T\n\nTurn over on the\n- **{flips}**, {no_word}.\n")
    found = [p for p in found_problems(folder) if "LEAF" in p.code]
    assert [(p.loc.line, p.loc.col) for p in found if p.loc] == [(4, 5), (4, 16)]
    assert found[0].message == "nothing is filled in for {flips}; it is printed as it stands"
    assert found[0].hint == "did you mean '{flip}'?; \\{flips} if that is meant"
    assert "{backs}" in found[1].hint


def test_an_unknown_word_in_a_caption_has_its_place(tmp_path: Path) -> None:
    text = "# T\n\nWords.\n\n![A {cap} on](symbol:star?height=9mm)\n"
    found = [p for p in found_problems(tiny(tmp_path, TINY_GAME, text)) if p.code == "LEAF007"]
    assert [(p.loc.line, p.loc.col) for p in found if p.loc] == [(5, 5)]


def test_braces_with_a_backslash_are_no_words() -> None:
    text = r"""Write \{id\}, \{paper} or &#123;x&#125; for {paper}, {} and {1}: \*.

![a \{paper} of {paper}](symbol:star?height=9mm)"""
    blocks, problems = parse(text, "rules.md", {"paper": "A4"})
    assert problems == []
    words, row = blocks
    assert isinstance(words, Paragraph) and isinstance(row, PictureRow)
    said = "".join(run.text for run in words.text)
    assert said == "Write {id}, {paper} or {x} for A4, {} and {1}: *."
    assert row.pictures[0].caption == "a {paper} of A4"
