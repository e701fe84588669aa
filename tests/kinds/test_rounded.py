"""`corners` of a component is what its pieces are cut with, whatever the kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdf
import pytest
from art_help import deck_folder, file_of, plan_of, quarters
from conftest import Result

from pnp.definition.model import Component, Game
from pnp.definition.schema import fields_of
from pnp.game.loader import bundled_games, load
from pnp.kinds import Context, all_kinds, find_kind
from pnp.kinds.base import Cornered

CARDS = "back: none\ncorners: 3mm\ncards: {fox: x.png, owl: {art: x.png, copies: 3}}\n"
BLANKS = "kind: blanks\nsize: 63x88mm\nback: none\n"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = deck_folder(tmp_path / "g", CARDS)
    (folder / "x.png").write_bytes(file_of(quarters(630, 880)))
    return folder


def specimens(deck: Path) -> Iterator[tuple[Game, Component]]:
    (deck / "blank.yaml").write_text(BLANKS)
    for folder in (deck, *bundled_games().values()):
        game = load(folder)[0]
        yield from ((game, component) for component in game.components)


def test_every_kind_with_corners_gives_them_to_its_pieces(deck: Path) -> None:
    seen = set()
    for game, component in specimens(deck):
        if not isinstance(component, Cornered) or component.kind in seen:
            continue
        for radius in (0.0, 2.5):
            round_ = component.with_values(corners=radius)
            context = Context(game, lambda _: ())
            pieces = find_kind(component.kind).expand(round_, context).pieces
            assert pieces and {piece.corners for piece in pieces} == {radius}, component.kind
        seen.add(component.kind)
    assert seen == {kind.name for kind in all_kinds() if "corners" in fields_of(kind.schema)}


def test_cards_are_cut_round(deck: Path, run_cli: Callable[..., Result], tmp_path: Path) -> None:
    """Apart, each card is one contour; edge to edge, straight cuts are shared and arcs are left."""
    assert {piece.corners for piece in plan_of(deck).pieces} == {3.0}
    assert run_cli("cutlines", deck, "--gap", "3mm", "-o", "apart.svg").code == 0
    apart = _paths(tmp_path / "apart.svg")
    assert len(apart) == 4 and all(d.count("A3 3 ") == 4 and d.endswith("Z") for d in apart)
    assert run_cli("cutlines", deck, "--gap", "0", "--grid", "2x2", "-o", "shut.svg").code == 0
    arcs = [d for d in _paths(tmp_path / "shut.svg") if "A" in d]
    lines = [d for d in _paths(tmp_path / "shut.svg") if "A" not in d]
    assert len(arcs) == 16 and len(lines) == 6
    single = ("--cut-contour", "--sheets", "single", "--no-preflight", "-o", "out")
    assert run_cli("build", deck, *single).code == 0
    (file,) = (tmp_path / "out").rglob("*.pdf")
    contours = [
        form.get_object().get_data()
        for page in pypdf.PdfReader(file).pages
        for form in page["/Resources"]["/XObject"].values()  # type: ignore[index]
        if b"/CutContour" in form.get_object().get_data()
    ]
    assert contours and all(data.count(b" c ") == 4 for data in contours)


def _paths(file: Path) -> list[str]:
    return re.findall(r' d="([^"]+)"', file.read_text())
