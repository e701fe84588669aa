"""`pnp build` with every two values of its options together: no row fails, files are as asked for.

Each row is built into a folder of its own, read back (by the build, by `pnp preflight`, by pypdf),
and built again, which must write nothing. What contradicts itself is a usage error.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import click
import pypdf
import pytest
from art_help import file_of, quarters
from conftest import TINY_GAME, TINY_TILES, run_in_process
from pairs_help import Row, covering, is_excluded, pairs_of
from PIL import ImageOps

from pnp.cli.build import command
from pnp.cli.options import type_of
from pnp.game.options import ROWS as OPTIONS
from pnp.game.options import Row as Option
from pnp.game.options import conflicts
from pnp.units import pt_to_mm

GAMES = ("tiny", "deck", "mixed")


def values_of(row: Option) -> tuple[Any, ...]:
    """The typed values of an option, None or False for leaving it out."""
    if row.switch:
        return (False, True)
    left_out = () if row.choices and row.default is not None else (None,)
    return (*left_out, *row.choices, *row.examples)


AXES: dict[str, tuple[Any, ...]] = {
    "games": GAMES,
    "output": (None, "deep/er"),
    **{row.key: values_of(row) for row in OPTIONS},
    "only": (None, ("cards",), ("cards_back",), ("cards_{paper}", "CARDS_back")),
    "no_preflight": (False, True),
    "no_cache": (False, True),
    "jobs": (None, "1", "2"),
    "tag": (None, "first"),
    "retag": (False, True),
    "strict": (False, True),
    "form": ("text", "json"),
}
"""The values of each parameter; None and False leave the option out."""

CHOSEN: list[Row] = [
    *({"only": only} for only in AXES["only"] if only),
    *({"pieces": pieces} for pieces in AXES["pieces"] if pieces),
]
THERE = "GAME003 there is no document to write (with these options there are: "


def refused_pairs() -> Iterator[tuple[Row, str]]:
    """Two values that contradict each other as the options say, and what is said of them."""
    by_key = {row.key: row for row in OPTIONS}
    for row in OPTIONS:
        for conflict in row.conflicts:
            for own, other in product(AXES[row.key], AXES[conflict.beside]):
                pair = {row.key: own, conflict.beside: other}
                values = {
                    key: type_of(by_key[key])(typed)
                    for key, typed in pair.items()
                    if typed is not None
                }
                if (row, conflict) in conflicts(values):
                    yield pair, conflict.says.format(flags=row.flag, are="is an option")


CONTRADICTIONS: list[tuple[Row, str]] = [
    *refused_pairs(),
    *(({"tag": "first"} | chosen, "--tag keeps a whole build") for chosen in CHOSEN),
    *(({"retag": True} | other, "--retag replaces") for other in ({"tag": None}, *CHOSEN)),
    *(
        ({"axis": axis, "only": ("cards_back",)}, "--fold-axis is the axis of --sides fold")
        for axis in ("vertical", "horizontal")
    ),
    ({"only": ("cards",), "sides": "backs"}, f"{THERE}cards_back_A4)"),
    *(
        ({"only": ("cards_back",), "sides": sides}, f"{THERE}cards_A4)")
        for sides in ("interleaved", "fold", "fronts")
    ),
]
"""Pairs of values that are usage errors, and what is said of them."""

NO_ROOM: Row = {"grid": "2x1", "axis": "vertical"}
"""Two cards side by side do not fit beside an upright fold line."""

EXCLUDED = [*(pair for pair, _ in CONTRADICTIONS), NO_ROOM]
ROWS = covering(AXES, EXCLUDED)

CARDS = """\
kind: card
size: 63 x 88mm
back: back.png
make_bleed: mirror
cards:
  fox: fox.png
  owl: {art: owl.png, copies: 3, back: owl-back.png}
"""
MIXED_GAME = """\
title: Mixed
documents:
  cards_{paper}:
    print: [deck, chips]
    backs: cards_back_{paper}
    gap: 1mm
  figures_{paper}:
    print: [figures]
  rules_{paper}:
    leaflet: rules.md
"""
CHIPS = "kind: blanks\nsize: 40 x 40mm\ncopies: 5\nback: labrys\ncorners: 3mm\n"
FIGURES = """\
kind: standee
figures:
  hero: {symbol: pawn_runner, colour: "#0072B2", letter: A}
"""
PAPERS = {None: (210, 297), "Letter": (215.9, 279.4), "200x300mm": (200, 300), "a3": (297, 420)}
TRIMS = {
    "tiny": {"one": (54, 54), "two": (54, 54)},
    "deck": {"fox": (63, 88), "owl": (63, 88)},
    "mixed": {"fox": (63, 88), "owl": (63, 88), "chips": (40, 40)},
}
"""The pieces of `cards` by number, and their sizes in mm."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Three games and a printer that drifts."""
    folder = tmp_path_factory.mktemp("games")
    art = quarters(756, 1056)
    pictures = {
        "fox.png": art,
        "owl.png": ImageOps.mirror(art),
        "back.png": ImageOps.flip(art),
        "owl-back.png": ImageOps.invert(art),
    }
    texts = {
        "tiny": {"game.yaml": TINY_GAME, "tiles.yaml": TINY_TILES},
        "deck": {"game.yaml": TINY_GAME.replace("tiles", "deck"), "deck.yaml": CARDS},
        "mixed": {
            "game.yaml": MIXED_GAME,
            "deck.yaml": CARDS,
            "chips.yaml": CHIPS,
            "figures.yaml": FIGURES,
            "rules.md": "# Mixed\n\nLay all cards on the table.\n",
        },
    }
    for name, files in texts.items():
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text)
        if name != "tiny":
            for file, image in pictures.items():
                (folder / name / file).write_bytes(file_of(image))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        drift = ("--dx", "0.4mm", "--dy", "-0.3mm", "--angle", "0.1", "--scale-x", "99.8%")
        done = run_in_process("printer", "set", "office", *drift, "--margin", "6mm")
        assert done.code == 0, done.err
        yield folder


def words(row: Row, games: Path, **instead: Any) -> list[str]:
    """A row as it is typed."""
    typed = []
    for param in command.params:
        value = {**row, **instead}.get(param.name)
        if isinstance(param, click.Argument):
            typed.append(str(games / value))
        elif value is True:
            typed.append(param.opts[0])
        elif isinstance(value, tuple):
            paper = "single" if row["sheets"] == "single" else row["paper"] or "A4"
            for one in value:
                typed += [param.opts[0], one.replace("{paper}", paper)]
        elif value not in (None, False):
            typed += [param.opts[-1], value]
    return typed


def plain_row(**values: Any) -> Row:
    """The default values, but for some."""
    return (
        {axis: axes[0] for axis, axes in AXES.items()}
        | {"mark_style": "corner", "mark_sides": "both"}
        | values
    )


# -- the rows ----------------------------------------------------------------------------------


def test_every_option_and_every_choice_has_its_values() -> None:
    """A new option of `build`, or a new choice, fails here until it stands in the table."""
    assert {param.name for param in command.params} == AXES.keys()
    for param in command.params:
        if isinstance(param.type, click.Choice):
            assert set(param.type.choices) == {*AXES[param.name or ""]} - {None}, param.name
        if isinstance(param, click.Option) and param.is_flag:
            assert AXES[param.name or ""] == (False, True)


def test_every_two_values_meet() -> None:
    assert not any(is_excluded(row, EXCLUDED) for row in ROWS)
    for (one, i), (other, j) in pairs_of(AXES, EXCLUDED):
        a, b = AXES[one][i], AXES[other][j]
        assert any(row[one] == a and row[other] == b for row in ROWS), (one, a, other, b)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_a_row_is_built_as_asked_for(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: Row
) -> None:
    monkeypatch.chdir(tmp_path)
    if row["strict"] and row["printer"] and row["orientation"] != "portrait":
        assert_refused_if_across(row, games)
        row = row | {"strict": False}
    typed = words(row, games)
    done = run_in_process("build", *typed)
    said = f"pnp build {' '.join(typed)}\n{done.out}{done.err}"
    assert done.code == 0, said
    folder = tmp_path / (row["output"] or "output") / row["games"]
    folder = folder / "selection" if row["pieces"] else folder
    files = {path.name: path.read_bytes() for path in folder.glob("*.pdf")}
    assert files.keys() == names_of(row), said
    for name, data in files.items():
        assert_pages(pypdf.PdfReader(io.BytesIO(data)), name, row)
    read = run_in_process("preflight", *folder.glob("*.pdf"), "--format", "json")
    assert read.code == 0, (said, json.loads(read.out)["files"])

    again = run_in_process("build", *words(row, games, no_preflight=False))
    assert again.code == 0, f"{said}{again.out}{again.err}"
    if row["form"] == "json":
        assert not any(d["rewritten"] for d in json.loads(again.out)["documents"]), said
    else:
        assert f"0 of {len(files)} document" in again.out, said
    assert {path.name: path.read_bytes() for path in folder.glob("*.pdf")} == files


def assert_refused_if_across(row: Row, games: Path) -> None:
    """The printer was measured on upright sheets: a warning on others, and nothing is written."""
    done = run_in_process("build", *words(row, games))
    if done.code == 0:
        assert row["orientation"] == "auto" or row["sides"] in ("fronts", "fold")
    else:
        assert done.code == 1 and "PRN003" in done.out + done.err
        assert list(Path().iterdir()) == []


def names_of(row: Row) -> set[str]:
    """The files that a row asks for."""
    paper = "single" if row["sheets"] == "single" else row["paper"] or "A4"
    paper = "A3" if paper == "a3" else paper
    sides = {
        "fronts": ["cards"],
        "backs": ["cards_back"],
        "separate": ["cards", "cards_back"],
    }.get(row["sides"], ["cards"])
    if row["only"] == ("cards",) or row["only"] == ("cards_back",):
        sides = [side for side in sides if (side,) == row["only"]]
    if row["games"] == "mixed" and row["only"] is None:
        if row["sides"] != "backs" and row["pieces"] in (None, "*o*"):
            sides = [*sides, "figures"]
        if row["sheets"] == "paper" and row["pieces"] is None:
            sides = [*sides, "rules"]
    return {f"{side}_{paper}.pdf" for side in sides}


def assert_pages(reader: pypdf.PdfReader, name: str, row: Row) -> None:
    """All boxes of all pages; and the number of pages of single pieces."""
    sizes = [size_of(page.mediabox) for page in reader.pages]
    trims = [size_of(page.trimbox) for page in reader.pages]
    if row["sheets"] == "paper":
        width, height = PAPERS[row["paper"]]
        ways = {"portrait": [(width, height)], "landscape": [(height, width)]}
        allowed = ways.get(row["orientation"], [(width, height), (height, width)])
        if name.startswith("rules"):
            allowed = [(width, height)]
        assert trims == sizes and any(set(sizes) == {size} for size in allowed), (name, sizes)
    elif name.startswith("cards"):
        wanted = copies_of(row)
        if "back" not in name:
            both = 2 if row["sides"] == "interleaved" else 1
            assert len(trims) == both * sum(wanted.values())
        assert set(trims) == {TRIMS[row["games"]][id] for id in wanted}
        bleeding = {
            (w + 6, h + 6) if row["bleed"] == "3mm" and id != "chips" else (w, h)
            for id, (w, h) in TRIMS[row["games"]].items()
            if id in wanted
        }
        assert set(sizes) == bleeding


def copies_of(row: Row) -> dict[str, int]:
    """The pieces of `cards` that a row prints, and how many of each."""
    ids = list(TRIMS[row["games"]])
    declared = {"owl": 3, "chips": 5}
    return {
        None: {id: declared.get(id, 1) for id in ids},
        "1": {ids[0]: 1},
        "1*3,2": {ids[0]: 3, ids[1]: declared.get(ids[1], 1)},
        "*o*": {id: declared.get(id, 1) for id in ids if "o" in id},
    }[row["pieces"]]


def size_of(box: Any) -> tuple[float, float]:
    """mm."""
    return round(pt_to_mm(float(box.width)), 2), round(pt_to_mm(float(box.height)), 2)


# -- what is excluded ----------------------------------------------------------------------------


@pytest.mark.parametrize(("pair", "says"), CONTRADICTIONS)
def test_a_contradiction_is_a_usage_error(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: Row, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_in_process("build", *words(plain_row(**pair), games))
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert list(tmp_path.iterdir()) == []


def test_what_has_no_room_is_refused_with_its_place(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    row = plain_row(games="deck", sides="fold", **NO_ROOM)
    done = run_in_process("build", *words(row, games))
    assert (done.code, done.out) == (1, "")
    assert "game.yaml:4:5: SHEET004 " in done.err
    assert list(tmp_path.iterdir()) == []
