"""Whatever is wrong with a game, a message with its place, never a traceback, never half a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TINY_GAME, TINY_TILES, Result
from input_help import build, refused

Run = Callable[..., Result]
Edit = Callable[..., None]

# -- the definitions, by changing one thing in a game that builds ----------------------------------


def test_the_game_that_is_spoilt_below_is_sound(run_cli: Run, tiny_folder: Path) -> None:
    done = build(run_cli, tiny_folder)
    assert (done.code, done.err) == (0, "")


CASES = [
    # id, file, old, new, code, line, words
    ("unknown key", "tiles", "cell: 18mm", "cell: 18mm\nwal: 1mm", "DEF002", 4, "mean 'wall'?"),
    ("unknown key in game", "game", "title: Tiny", "title: T\nauthor: me", "DEF002", 2, "'author'"),
    ("unknown key in document", "game", "backs:", "bcks:", "DEF002", 5, "'backs'"),
    ("wrong type: list", "game", "title: Tiny", "title: [a]", "DEF003", 1, "not a list"),
    ("wrong type: mapping", "tiles", "cell: 18mm", "cell: {mm: 18}", "DEF003", 3, "length"),
    (
        "wrong type: text for a list",
        "game",
        "print: [tiles]",
        "print: tiles",
        "DEF003",
        4,
        "a list",
    ),
    ("wrong type: no unit", "tiles", "cell: 18mm", "cell: 18", "DEF003", 3, "write '18mm'"),
    ("duplicate key", "tiles", "cell: 18mm", "cell: 18mm\ncell: 19mm", "DEF001", 4, "twice"),
    ("duplicate id", "tiles", "  two: |", "  one: |", "DEF001", 15, "'one' stands twice"),
    ("id in another case", "tiles", "  two: |", "  ONE: |", "DECK003", 15, "'one'"),
    ("empty key", "tiles", "cell: 18mm", "cell:", "DEF004", 3, "'cell' is empty"),
    ("empty optional key", "game", "title: Tiny", "title: T\nplayers:", "DEF004", 2, "'players'"),
    (
        "empty tiles",
        "tiles",
        TINY_TILES[TINY_TILES.index("tiles:") :],
        "tiles:\n",
        "DEF004",
        6,
        "'tiles' is empty",
    ),
    (
        "empty document",
        "game",
        "    print: [tiles]\n    backs: cards_back_{paper}\n",
        "",
        "DEF004",
        3,
        "is empty",
    ),
    ("no documents", "game", TINY_GAME[12:], "documents: {}\n", "DEF003", 2, "at least 1"),
    ("nothing to print", "game", "print: [tiles]", "print: []", "DEF003", 4, "either 'print'"),
    ("unknown component", "game", "print: [tiles]", "print: [tyles]", "DEF009", 4, "'tiles'"),
    ("unknown kind", "tiles", "kind: maze_tile", "kind: maze", "DEF005", 1, "'maze_tile'"),
    ("unknown symbol", "tiles", "T: teleport", "T: teleprot", "DEF007", 5, "'teleport'"),
    ("unknown flip", "game", "    print", "    flip: lang\n    print", "DEF003", 4, "'long'"),
    ("negative gap", "game", "    print", "    gap: -1mm\n    print", "DEF003", 4, "too small"),
    ("huge number", "tiles", "cell: 18mm", "cell: 1e400px", "DEF003", 3, "not a length"),
    ("huge length", "tiles", "cell: 18mm", "cell: 999999999mm", "DEF003", 3, "far too long"),
    ("zero dpi", "tiles", "cell: 18mm", "cell: 1px@0dpi", "DEF003", 3, "0 dpi"),
    ("huge grid", "tiles", "cells: 3x3", "cells: 9999x9999", "DEF003", 2, "1 to 100"),
    ("no grid", "tiles", "cells: 3x3", "cells: 0x3", "DEF003", 2, "1 to 100"),
    ("wall over all", "tiles", "cell: 18mm", "cell: 18mm\nwall: 20mm", "DEF003", 4, "thinner"),
    (
        "colour by name",
        "game",
        "title: Tiny",
        "title: T\ntheme: {palette: {ink: red}}",
        "DEF003",
        2,
        "#RRGGBB",
    ),
    (
        "unknown font",
        "game",
        "title: Tiny",
        "title: T\ntheme: {fonts: {label: Arial}}",
        "FONT002",
        2,
        "'Arial'",
    ),
    (
        "unknown emblem",
        "game",
        "title: Tiny",
        "title: T\ntheme: {emblem: owel}",
        "DEF007",
        2,
        "'owl'",
    ),
    (
        "leaflet outside",
        "game",
        "documents:",
        "documents:\n  r: {leaflet: ../../etc/passwd}",
        "LEAF003",
        3,
        "leaves the game folder",
    ),
    (
        "leaflet missing",
        "game",
        "documents:",
        "documents:\n  r: {leaflet: r.md}",
        "LEAF003",
        3,
        "no such file",
    ),
    (
        "leaflet of another kind",
        "game",
        "documents:",
        "documents:\n  r: {leaflet: tiles.yaml}",
        "LEAF003",
        3,
        "no Markdown file",
    ),
    ("id that is a path", "game", "title: Tiny", "title: T\nid: ../x", "DEF003", 2, "not a name"),
    ("id of a device", "game", "title: Tiny", "title: T\nid: con", "DEF003", 2, "Windows"),
    ("document that is a path", "game", "cards_{paper}:", "../cards:", "DEF003", 3, "'../cards'"),
    (
        "two documents of one name",
        "game",
        "cards_back_{paper}",
        "CARDS_{paper}",
        "DEF006",
        5,
        "two documents",
    ),
    (
        "box of itself",
        "game",
        "documents:",
        "boxes: {b: {holds: [b]}}\ndocuments:",
        "DEF009",
        2,
        "b -> b",
    ),
    (
        "box of nobody",
        "game",
        "documents:",
        "boxes: {b: {holds: [no]}}\ndocuments:",
        "DEF009",
        2,
        "'no' to hold",
    ),
    (
        "key that is a list",
        "tiles",
        "cell: 18mm",
        "cell: 18mm\n[a]: b",
        "SRC006",
        4,
        "not a list",
    ),
    ("control character", "game", "title: Tiny", 'title: "T\\0iny"', "SRC004", 1, "U+0000"),
    ("no YAML", "game", "title: Tiny", "title: Tiny: T", "SRC004", 1, "not valid YAML"),
    ("tab as indentation", "tiles", "tiles:\n  one", "tiles:\n\tone", "SRC004", 7, "use spaces"),
    ("alias of nobody", "tiles", "cell: 18mm", "cell: *size", "SRC004", 3, "*size"),
    (
        "code in a tag",
        "tiles",
        "cell: 18mm",
        "cell: !!python/name:os.system 18mm",
        "SRC006",
        3,
        "tag",
    ),
    (
        "ragged maze",
        "tiles",
        "    | .   .   . |\n    +   +---+   +\n      .   .   .\n    +   +---+",
        "    | .   .   . |  x\n    +   +---+   +\n      .   .   .\n    +   +---+",
        "DEF008",
        9,
        "longer than 13",
    ),
    ("unknown letter", "tiles", ".   T   .", ".   Q   .", "DEF008", 13, "letter 'Q'"),
    ("tab in a maze", "tiles", ".   T   .", ".  \tT   .", "DEF008", 13, "a tab"),
    (
        "maze of another size",
        "tiles",
        "    +---+   +---+\n  two: |",
        "    +---+   +---+\n      .   .   .\n  two: |",
        "DEF008",
        15,
        "8 lines, not 7",
    ),
    (
        "manifest",
        "game",
        "documents:",
        "manifest: {rules: {tiles: 3}}\ndocuments:",
        "DECK001",
        2,
        "1 too few",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line", "words"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_one_thing_wrong(
    run_cli: Run,
    tiny_folder: Path,
    edit: Edit,
    file: str,
    old: str,
    new: str,
    code: str,
    line: int,
    words: str,
) -> None:
    edit(tiny_folder / f"{file}.yaml", old, new)
    refused(run_cli, tiny_folder, code, f"{file}.yaml", line, words)


@pytest.mark.parametrize(
    ("copies", "words"),
    [
        ("-1", "'-1' is too small (at least 0)"),
        ("1.5", "'1.5' is not a whole number"),
        ("two", "'two' is not a whole number"),
        ("1001", "'1001' is too large (at most 1000)"),
        ("1_0", "is not a whole number"),
        ("[2]", "a whole number belongs here"),
        ("1e400", "is not a whole number"),
        ("9" * 40, "far too large"),
    ],
)
def test_counts(run_cli: Run, tiny_folder: Path, edit: Edit, copies: str, words: str) -> None:
    edit(
        tiny_folder / "tiles.yaml", "  two: |", f"  three: {{copies: {copies}, maze: x}}\n  two: |"
    )
    refused(run_cli, tiny_folder, "DEF003", "tiles.yaml", 15, words)


def test_no_copies_are_a_note_and_no_print(run_cli: Run, tiny_folder: Path) -> None:
    path = tiny_folder / "tiles.yaml"
    text = path.read_text()
    two = text[text.index("  two: |\n") :].replace("  two: |\n", "").replace("    ", "      ")
    path.write_text(text[: text.index("  two: |")] + "  two:\n    copies: 0\n    maze: |\n" + two)
    done = build(run_cli, tiny_folder, "--format", "json")
    assert done.code == 0
    assert '"two"' not in done.out
    assert "DECK005" in done.out
    assert ":16:13: DECK005 note: two has 0 copies" in run_cli("check", tiny_folder).out


@pytest.mark.parametrize(("cell", "says"), [("80mm", "it fits A3"), ("400mm", "no paper up to A3")])
def test_a_tile_larger_than_the_paper(
    run_cli: Run, tiny_folder: Path, edit: Edit, cell: str, says: str
) -> None:
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", f"cell: {cell}")
    done = build(run_cli, tiny_folder)
    side = 3 * int(cell.removesuffix("mm"))
    assert done.code == 1
    assert (
        f"tiles.yaml:7:3: SHEET001 one, two measure {side} x {side} mm, but A4 has room for "
        f"189 x 276 mm between the marks ({says}"
    ) in done.err


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "SRC005"),
        ("# nothing\n", "SRC005"),
        ("---\n...\n", "SRC005"),
        ("- a\n- b\n", "SRC005"),
        ("just words\n", "SRC005"),
        ("a: 1\n---\nb: 2\n", "SRC005"),
    ],
)
@pytest.mark.parametrize("file", ["game.yaml", "tiles.yaml"])
def test_files_that_hold_no_mapping(
    run_cli: Run, tiny_folder: Path, file: str, text: str, code: str
) -> None:
    (tiny_folder / file).write_text(text)
    refused(run_cli, tiny_folder, code, file, 2 if "---\nb" in text else 1)


def test_missing_files(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "tiles.yaml").unlink()
    refused(run_cli, tiny_folder, "DEF009", "game.yaml", 4)
    (tiny_folder / "game.yaml").unlink()
    done = build(run_cli, tiny_folder)
    assert (done.code, "GAME001" in done.err, "no game.yaml" in done.err) == (2, True, True)


@pytest.mark.parametrize("file", ["game.yaml", "tiles.yaml"])
def test_directories_and_links_in_the_place_of_files(
    run_cli: Run, tiny_folder: Path, file: str
) -> None:
    path = tiny_folder / file
    path.unlink()
    path.mkdir()
    refused(run_cli, tiny_folder, "SRC001", file, 1, "directory")
    path.rmdir()
    path.symlink_to(file)
    done = build(run_cli, tiny_folder)
    assert done.code in (1, 2)
    path.unlink()
    path.symlink_to("/dev/zero")
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert "leaves the game folder" in done.err


def test_a_misspelt_game(run_cli: Run, tmp_path: Path) -> None:
    for name in ("labido", "Labydo", "LABYDO"):
        done = run_cli("build", name, "-o", tmp_path / "out")
        assert (done.code, done.out) == (2, "")
        assert done.err == f"GAME001 there is no game '{name}' (did you mean 'labydo'?)\n"
    for command in (["build"], ["watch"], ["diff", "--since", "x"], ["check"]):
        done = run_cli(command[0], "mygame", *command[1:])
        assert done.code == 2 and done.err.startswith("GAME001 there is no game 'mygame' (known: ")
        assert done.err.endswith("the-labyrinth; or the path of a folder, or of a file in it)\n")
    assert not (tmp_path / "out").exists()
