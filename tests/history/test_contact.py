"""How large pictures are shown on pages of changes."""

from __future__ import annotations

import pytest
from conftest import ROOT

from pnp.game.loader import load
from pnp.geometry.plane import Size
from pnp.history.comparison import Pair
from pnp.history.contact import _laid


@pytest.mark.parametrize(
    ("side", "few", "pair", "shown"),
    [
        (54, False, True, 41),
        (54, True, True, 86),
        (20, True, True, 40),
        (20, True, False, 20),
        (200, False, True, 86),
        (120, False, True, 41),
    ],
)
def test_sizes_of_pictures(side: float, few: bool, pair: bool, shown: float) -> None:
    theme = load(ROOT / "tiledefs" / "labydo")[0].file.theme
    card = Pair("one", "front", size=Size(side, side), new_size=Size(side, side), pair=pair)
    assert _laid(card, theme, few).scale * side == pytest.approx(shown)
