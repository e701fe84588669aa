"""What `--pieces` means."""

from __future__ import annotations

import pytest

from pnp.errors import PnpError
from pnp.game.selection import select

IDS = ("3", "one", "1-3", "Fox", "fox", "lab-1")


@pytest.mark.parametrize(
    ("part", "meant"),
    [
        ("1-3", {"1-3": None}),
        ("3", {"3": None}),
        ("3*2", {"3": 2}),
        ("1-3*2", {"1-3": 2}),
        ("2", {"one": None}),
        ("2-3", {"one": None, "1-3": None}),
        ("1-2*4", {"3": 4, "one": 4}),
        ("fox", {"fox": None}),
        ("Fox*1", {"Fox": 1}),
        ("FOX", {"Fox": None, "fox": None}),
        ("LAB-1", {"lab-1": None}),
        ("f*", {"Fox": None, "fox": None}),
    ],
)
def test_an_id_goes_before_numbers_and_these_before_patterns(
    part: str, meant: dict[str, int | None]
) -> None:
    assert select(IDS, [part]) == meant


@pytest.mark.parametrize("part", ["7", "3-1", "0", "lab", "two*"])
def test_what_means_nothing(part: str) -> None:
    with pytest.raises(PnpError, match="GAME002"):
        select(IDS, [part])
