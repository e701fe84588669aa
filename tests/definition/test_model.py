"""What people write, value by value: what it means, and the words of a refusal."""

from __future__ import annotations

import pytest

from pnp.definition.model import Document, GameFile, Manifest
from pnp.definition.schema import Written, fields_of, read
from pnp.definition.source import parse_tree
from pnp.families.labydo.maze_tile import MazeTiles
from pnp.kinds.sleeve import SlipCase
from pnp.kinds.standee import Standees


def problem_of(model: type[Written], text: str) -> tuple[str, str, str]:
    """Code, words and hint of the only problem of a text."""
    node, problems = parse_tree(text, "a.yaml")
    found = read(model, node, {"id": "a"} if "id" in fields_of(model) else None).problems
    (problem,) = problems + found
    return problem.code, problem.message, problem.hint


TILES = "kind: maze_tile\ncells: 3x6\ncell: 10mm\ntiles: {}\n"
NO_SIZE = "is not a size; write width x height, as 63 x 88mm"
GAME = "title: T\ndocuments: {a: {print: [b]}}\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "says", "hint"),
    [
        ("cells: 3x6", "cells: 3", "DEF003", "'3' is not a grid; write columns x rows, as 3x6", ""),
        ("cells: 3x6", "cells: 0x6", "DEF003", "1 to 100 columns", ""),
        ("cells: 3x6", "cells: 9999x9999", "DEF003", "1 to 100 columns", ""),
        ("cells: 3x6", "cells: -3x6", "DEF003", "is not a grid", ""),
        ("cells: 3x6", "cells: ٣x٦", "DEF003", "is not a grid", ""),
        ("cells: 3x6", "cells: [3, 6]", "DEF003", "a grid belongs here", ""),
        ("cells: 3x6", "cells:", "DEF004", "'cells' is empty", "write a value or remove the key"),
        ("cells: 3x6\n", "", "DEF003", "the key 'cells' is missing", ""),
        ("cell: 10mm", "cell: 10", "DEF003", "'10' has no unit; write '10mm'", ""),
        ("cell: 10mm", "cell: -10mm", "DEF003", "'-10mm' is too small", "at least 0.01"),
        ("cell: 10mm", "cell: 0", "DEF003", "'0' is too small", "at least 0.01"),
        ("cell: 10mm", "cell: 1e400px", "DEF003", "is not a length", ""),
        ("cell: 10mm", "cell: 9999999999mm", "DEF003", "far too long", ""),
        ("cell: 10mm", "cell: [10mm]", "DEF003", "a length belongs here", ""),
        (
            "tiles: {}",
            "tiles: {}\ntitle: [a]",
            "DEF003",
            "a text belongs here, not a list",
            'if it is a text, put it in quotes: "[a]"',
        ),
        ("tiles: {}", 'tiles: {}\ntitle: " "', "DEF003", "the text is empty", ""),
        (
            "tiles: {}",
            "tiles: {}\nid: ../x",
            "DEF003",
            "'../x' is not a name; use letters, digits, '-' and '_'",
            "",
        ),
        ("tiles: {}", "tiles: {}\nid: CON", "DEF003", "Windows keeps", ""),
        ("tiles: {}", "tiles: {}\nid: " + "x" * 65, "DEF003", "is not a name", ""),
        ("tiles: {}", "tiles: []", "DEF003", "a mapping (key: value) belongs here", ""),
        ("tiles: {}", "tiles: {é: x}", "DEF003", "'é' is not a name", ""),
        ("tiles: {}", "tiles: {}\nmarks: {ab: x}", "DEF003", "'ab' is not a cell's letter", ""),
        ("tiles: {}", "tiles: {}\nbakc: x", "DEF002", "unknown key 'bakc'", "did you mean 'back'?"),
    ],
)
def test_refusals_of_a_component(old: str, new: str, code: str, says: str, hint: str) -> None:
    assert old in TILES
    found = problem_of(MazeTiles, TILES.replace(old, new))
    assert (found[0], found[2]) == (code, hint)
    assert says in found[1]


@pytest.mark.parametrize(
    ("model", "text", "says", "hint"),
    [
        (Manifest, "rules: {a: -1}", "'-1' is too small", "at least 0"),
        (Manifest, "rules: {a: 1.5}", "'1.5' is not a whole number", ""),
        (Manifest, "rules: {a: two}", "'two' is not a whole number", ""),
        (Manifest, "rules: {a: 1_0}", "'1_0' is not a whole number", ""),
        (Manifest, "rules: {a: 07}", "'07' is not a whole number", ""),
        (Manifest, "rules: {a: 99999999999999999999}", "far too large", ""),
        (Manifest, "rules: {a: [1]}", "a whole number belongs here, not a list", ""),
        (Document, "print: [a]\nflip: lnog", "'lnog' is not known here", "did you mean 'long'?"),
        (Document, "print: [a]\nflip: x", "'x' is not known here", "known: long, short"),
        (Document, "print: a", "a list belongs here", "write [a]"),
        (Document, "print: {a: b}", "a list belongs here", ""),
        (Document, "print: []", "either 'print' (components) or 'leaflet'", ""),
        (Document, "print: [a]\nleaflet: r.md", "either 'print' (components) or 'leaflet'", ""),
        (Document, "print: [a]\ngap: -1mm", "'-1mm' is too small", "at least 0"),
        (Document, "print: [a]\nbacks: ../x", "use letters, digits, '-' and '_' and {paper}", ""),
        (Document, "print: [a]\nbacks: a{page}", "only {paper} may stand in braces", ""),
        (Document, "print: [a]\nbacks: " + "x" * 101, "is not a name", ""),
        (
            Document,
            "print: [~]",
            "a value is missing here",
            'write a value or remove the key; "~", in quotes, is a text',
        ),
        (
            GameFile,
            GAME + "theme: {palette: {ink: red}}",
            "'red' is not a colour; write #RRGGBB",
            "",
        ),
        (
            GameFile,
            GAME + "placement: {contact: connect, step: 101}",
            "'101' is too large",
            "at most 100",
        ),
        (GameFile, "title: T\ndocuments: {}", "too few entries: 0", "at least 1"),
        (Standees, "kind: standee\nfigures: {}\nsize: 15mm", "'15mm' is not a size", ""),
        (Standees, "kind: standee\nfigures: {}\nsize: [15, 30]", "a size belongs here", ""),
        (Standees, "kind: standee\nfigures: {}\nsize: 63 x", f"'63 x' {NO_SIZE}", ""),
        (Standees, "kind: standee\nfigures: {}\nsize: x 88mm", f"'x 88mm' {NO_SIZE}", ""),
        (Standees, "kind: standee\nfigures: {}\nsize: 63 x 88 inch", f"88 inch' {NO_SIZE}", ""),
        (Standees, "kind: standee\nfigures: {}\nsize: 63mm x 88", "'88' has no unit", ""),
        (SlipCase, "kind: sleeve\nsize: 12 x 6 x", "'12 x 6 x' is not a size; write width x d", ""),
        (SlipCase, "kind: sleeve\nsize: 1 x a x 6cm", "'1 x a x 6cm' is not a size", ""),
        (
            Standees,
            "kind: standee\nfigures: {}\nsize: 15x30",
            "'15x30' has no unit; write '15x30mm'",
            "",
        ),
    ],
)
def test_refusals_elsewhere(model: type[Written], text: str, says: str, hint: str) -> None:
    _, message, found_hint = problem_of(model, text)
    assert says in message
    assert found_hint == hint


@pytest.mark.parametrize("grid", ["3x6", "3X6", "3×6", " 3 x 6 "])
def test_grids(grid: str) -> None:
    node, _ = parse_tree(TILES.replace("3x6", f"'{grid}'"), "a.yaml")
    reading = read(MazeTiles, node, {"id": "a"})
    tiles, problems = reading.value, reading.problems
    assert problems == [] and isinstance(tiles, MazeTiles)
    assert (tiles.cells, tiles.size) == ((3, 6), (30, 60))


@pytest.mark.parametrize(
    ("size", "mm"),
    [
        ("15 x 30mm", (15, 30)),
        ("15mm x 30mm", (15, 30)),
        ("1.5cm×30mm", (15, 30)),
        ("1x2in", (25.4, 50.8)),
        ("300 x 600px@300dpi", (25.4, 50.8)),
        ("300px@300dpi x 50.8mm", (25.4, 50.8)),
    ],
)
def test_sizes(size: str, mm: tuple[float, float]) -> None:
    node, _ = parse_tree(f"kind: standee\nfigures: {{}}\nsize: {size}", "a.yaml")
    reading = read(Standees, node, {"id": "a"})
    standees, problems = reading.value, reading.problems
    assert problems == [] and isinstance(standees, Standees)
    assert standees.size == pytest.approx(mm)


def test_pixels_are_exact() -> None:
    node, _ = parse_tree(TILES.replace("10mm", "228px@300dpi"), "a.yaml")
    tiles = read(MazeTiles, node, {"id": "a"}).value
    assert isinstance(tiles, MazeTiles)
    assert tiles.size == pytest.approx((57.912, 115.824), abs=1e-9)


def test_objects_know_their_places_and_are_frozen() -> None:
    node, _ = parse_tree("title: T\ndocuments:\n  a:\n    print: [b, c]\n", "a.yaml")
    game = read(GameFile, node).value
    assert game is not None
    assert game.documents["a"].at.of("print", 1).col == 16
    assert game.at.of("documents", "a").line == 4
    assert game.at.key("documents").line == 2
    with pytest.raises(AttributeError, match="frozen"):
        game.title = "U"  # type: ignore[misc]


def test_line_breaks_in_a_text_are_blanks() -> None:
    node, _ = parse_tree('title: "A\\n  B\\tC "\ndocuments: {a: {print: [b]}}', "a.yaml")
    game = read(GameFile, node).value
    assert game is not None and game.title == "A B C"


def test_a_box_left_out_has_its_defaults() -> None:
    node, _ = parse_tree(GAME + "theme: {emblem: owl}", "a.yaml")
    game = read(GameFile, node).value
    assert game is not None
    assert (game.theme.palette.ink, game.theme.fonts.title) == ("#111111", "Cinzel")
