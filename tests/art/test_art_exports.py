"""One card as drawing programs write it: all of them print the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from art_help import near
from corpus import differing, drawn

from pnp.art.svg import read_svg

FOLDER = Path(__file__).parents[1] / "fixtures" / "exports"
SIZE = (252, 352)


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.svg")))
def test_files_of_drawing_programs_print_what_they_show(name: str) -> None:
    """The plain card has a colour at half strength, so all of them are pixels."""
    how, image = drawn(read_svg((FOLDER / f"{name}.svg").read_bytes()), SIZE)
    wanted = drawn(read_svg((FOLDER / "plain.svg").read_bytes()), SIZE)[1]
    assert (how, differing(image, wanted)) == ("pixels", 0)
    assert near(image.getpixel((5, 5)), (0, 114, 178), 1)


@pytest.mark.parametrize("name", ["drawio", "illustrator", "web"])
def test_without_what_is_transparent_they_stay_vectors(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text()
    for clear in ('fill-opacity="0.5"', "opacity:0.5;", "/ 50%", ".st2{clip-path"):
        text = text.replace(clear, ".st2{x" if clear.startswith(".") else "")
    assert drawn(read_svg(text.encode()), SIZE)[0] == "vectors"
