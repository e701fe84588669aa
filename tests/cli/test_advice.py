"""What is said of a deck of images names files that were given and options that can be given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import file_of
from conftest import Result
from PIL import Image

Run = Callable[..., Result]
CARDS = ("sheets", "images", "--size", "63x88mm", "-o", "deck.pdf")


@pytest.fixture(autouse=True)
def images(tmp_path: Path) -> None:
    """Ten cards, and a back of other proportions."""
    (tmp_path / "images").mkdir()
    for i in range(1, 11):
        image = Image.new("RGB", (744, 1039), (20 * i, 90, 90))
        (tmp_path / "images" / f"c{i}.png").write_bytes(file_of(image))
    (tmp_path / "back.png").write_bytes(file_of(Image.new("RGB", (744, 1200), (9, 9, 90))))


def test_what_is_wrong_with_a_back_is_said_once(run_cli: Run) -> None:
    done = run_cli(*CARDS, "--backs", "back.png", "--bleed", "3mm")
    lines = done.err.splitlines()
    assert done.code == 0
    assert lines == [
        "back.png: ART009 warning: 'back.png' (10 cards) has other proportions than "
        "63 x 88 mm: 13 % of it are cut off (--fit cover, contain or stretch)",
        "images/c1.png: ART010 warning: 'c1.png', 'c2.png', 'c3.png' and 8 more have 0 mm of "
        "bleed, but 3 are wanted (--make-bleed extend, mirror or a colour)",
    ]


def test_pairs_with_the_same_fault_are_one_warning(run_cli: Run, tmp_path: Path) -> None:
    for i in range(1, 11):
        data = (tmp_path / "back.png").read_bytes()
        (tmp_path / "images" / f"c{i}-back.png").write_bytes(data)
    (line,) = run_cli(*CARDS, "--backs", "paired").err.splitlines()
    assert line.startswith(
        "images/c1-back.png: ART009 warning: 'c1-back.png', 'c2-back.png', 'c3-back.png' and 7 "
        "more have other proportions than 63 x 88 mm: up to 13 % of each are cut off (--fit "
    )


@pytest.mark.parametrize("title", ["Cards", "cards_A4", "'"])
def test_what_is_wrong_with_sheets_is_said_of_their_file(title: str, run_cli: Run) -> None:
    refused = run_cli(*CARDS, "--title", title, "--grid", "9x9", "--corners", "40mm")
    assert refused.err.splitlines() == [
        "deck.pdf: SHEET004 9x9 pieces overflow A4 by 378 x 516 mm (3x3 fits)",
        "deck.pdf: SHEET011 corners of 40 mm are more than half of 63 mm, the shorter side "
        "(31.5 mm at most)",
        "nothing was written",
    ]


def test_a_folder_called_as_a_component_keeps_its_name(run_cli: Run, tmp_path: Path) -> None:
    (tmp_path / "images").rename(tmp_path / "cards")
    (tmp_path / "cards" / "notes.txt").write_text("x")
    said = run_cli("sheets", "cards", *CARDS[2:]).err
    assert said == "cards:1:1: ART013 note: passed over what is no picture: notes.txt\n"


def test_drawings_that_become_pixels_name_the_option(run_cli: Run, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path d="M9 9h9v9z"/></svg>'
    (tmp_path / "fit: x.svg").write_text(svg)
    bleed = ("--bleed", "3mm", "--make-bleed", "mirror")
    said = run_cli("sheets", "fit: x.svg", *CARDS[2:], *bleed).err
    assert "'fit: x.svg' is printed as pixels" in said and "made by --make-bleed mirror" in said
