"""Whatever is wrong with a game, a message with its place, never a traceback, never half a file."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TINY_GAME, TINY_TILES, Result

Run = Callable[..., Result]
Edit = Callable[..., None]
PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<col>\d+): (?P<code>[A-Z]{2,5}\d{3}) \S", re.M)


def build(run: Run, folder: Path, *extra: object) -> Result:
    """Build beside an earlier file, which must stay whole unless the build succeeds."""
    old = folder.parent / "out" / "tiny" / "cards_A4.pdf"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_bytes(b"earlier")
    done = run("build", folder, "-o", folder.parent / "out", *extra)
    left = sorted(p.name for p in (folder.parent / "out").rglob("*") if p.is_file())
    if done.code:
        assert old.read_bytes() == b"earlier"
        assert left == ["cards_A4.pdf"]
    else:
        assert left == ["cards_A4.pdf", "cards_back_A4.pdf", "state.json"]
        assert old.read_bytes().startswith(b"%PDF-1.7")
    assert "Traceback" not in done.out + done.err
    return done


def refused(run: Run, folder: Path, code: str, file: str, line: int, *says: str) -> Result:
    """The build is refused with exactly one message, at a place, and the check says the same."""
    done = build(run, folder)
    assert done.code == 1, done
    found = [m.groupdict() for m in PLACE.finditer(done.err)]
    assert [(f["code"], Path(f["file"]).name, int(f["line"])) for f in found] == [
        (code, file, line)
    ], done.err
    assert all(word in done.err for word in says), done.err
    assert done.err.rstrip().endswith("nothing was written")
    checked = run("check", folder)
    assert (checked.code, checked.err) == (1, "")
    assert PLACE.findall(checked.out) == PLACE.findall(done.err)
    return done


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
    ("key that is a list", "tiles", "cell: 18mm", "cell: 18mm\n[a]: b", "SRC006", 4, "plain word"),
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
        f"tiles.yaml:7:3: SHEET001 one measures {side}.00 x {side}.00 mm, but A4 has room for "
        f"189.00 x 276.00 mm between the marks ({says}"
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
    assert not (tmp_path / "out").exists()


# -- bytes -----------------------------------------------------------------------------------------


def bomb() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 25)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize("file", ["game.yaml", "tiles.yaml"])
@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (bomb(), "SRC006", "aliases"),
        (b"x: |\n" + b" y\n" * 17_000_000, "SRC002", "51 MB"),
        ("# Dédale\n".encode("latin-1"), "SRC003", "0xE9"),
        ("a: b".encode("utf-16"), "SRC003", "not UTF-8"),
        (b"\ta: b\n", "SRC004", "use spaces"),
        (b"a: b\x00\n", "SRC004", "U+0000"),
        (b"[" * 100_000, "SRC004", ""),
        (b"a: " + b"{b: " * 60, "SRC006", "levels"),
    ],
    ids=["bomb", "50MB", "latin-1", "utf-16", "tab", "nul", "deep", "nested"],
)
def test_bytes_that_are_refused(
    run_cli: Run, tiny_folder: Path, file: str, data: bytes, code: str, says: str
) -> None:
    (tiny_folder / file).write_bytes(data)
    found = build(run_cli, tiny_folder)
    places = [m.groupdict() for m in PLACE.finditer(found.err)]
    assert found.code == 1
    assert [(p["code"], Path(p["file"]).name) for p in places] == [(code, file)]
    assert says in found.err


@pytest.mark.parametrize(
    "change",
    [
        lambda text: ("\ufeff" + text).encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
        lambda text: text.replace(" |\n", " |   \n").encode(),
        lambda text: re.sub(r"(?m)(?<=\+)$", "   ", text).encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: (text + "\n\n# the end\n...\n").encode(),
    ],
    ids=["BOM", "CRLF", "CR", "BOM+CRLF", "blanks after |", "blanks after +", "no end", "end mark"],
)
def test_harmless_bytes_change_nothing(
    run_cli: Run, tiny_folder: Path, change: Callable[[str], bytes]
) -> None:
    assert build(run_cli, tiny_folder).code == 0
    out = tiny_folder.parent / "out" / "tiny"
    before = {path.name: path.read_bytes() for path in out.glob("*.pdf")}
    for name in ("game.yaml", "tiles.yaml"):
        path = tiny_folder / name
        path.write_bytes(change(path.read_text()))
    done = build(run_cli, tiny_folder)
    assert (done.code, done.err) == (0, "")
    assert {path.name: path.read_bytes() for path in out.glob("*.pdf")} == before


# -- output ----------------------------------------------------------------------------------------


def test_a_file_in_the_place_of_the_folder(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path / "file", tmp_path / "file" / "below"):
        done = run_cli("build", tiny_folder, "-o", target)
        assert done.code == 1
        assert f"{target}/tiny: IO001 " in done.err
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("name", ["cards_A4.pdf", "cards_back_A4.pdf"])
def test_a_directory_in_the_place_of_a_file(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, name: str
) -> None:
    blocked = tmp_path / "out" / "tiny" / name
    blocked.mkdir(parents=True)
    done = run_cli("build", tiny_folder, "-o", tmp_path / "out")
    assert done.code == 1
    assert done.err == f"{blocked}: IO001 is a directory\n"
    assert sorted(p.name for p in blocked.parent.iterdir()) == [".pnp", name]
    assert list((blocked.parent / ".pnp").iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    out.chmod(0o500)
    done = run_cli("build", tiny_folder, "-o", out)
    out.chmod(0o700)
    assert done.code == 1
    assert "IO001 permission denied" in done.err
    assert list(out.iterdir()) == []


def test_a_folder_that_refuses(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a read-only folder does, also for root: the second new file cannot be made."""
    from pnp.export import transaction

    real = transaction._write

    def second_fails(path: Path, data: bytes) -> None:
        if path.name == "1":
            raise PermissionError(13, "Permission denied")
        real(path, data)

    monkeypatch.setattr(transaction, "_write", second_fails)
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert re.search(r"tiny/cards_back_A4\.pdf: IO001 permission denied", done.err)


def test_a_full_disk(run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert "cards_A4.pdf: IO001 no space left on device" in done.err


def test_what_is_written_can_be_read_by_others(
    run_cli: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    assert run_cli("build", tiny_folder, "-o", tmp_path / "out").code == 0
    mode = stat.S_IMODE((tmp_path / "out" / "tiny" / "cards_A4.pdf").stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    assert mode == 0o666 & ~mask


# -- odd but fine ----------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Žluťoučký kůň", "Łódź", "W" * 300, "no", "1.10", "a\\nb"])
def test_odd_titles_of_games_without_backs(
    run_cli: Run, tiny_folder: Path, edit: Edit, title: str
) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", f'title: "{title}"')
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "")
    assert run_cli("build", tiny_folder, "-o", tiny_folder / "out").code == 0


@pytest.mark.parametrize("title", ["Maze 🎲", "שלום", "迷路"])
def test_titles_no_font_can_print(run_cli: Run, tiny_folder: Path, edit: Edit, title: str) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", f"title: {title}")
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert "game.yaml:1:8: FONT001" in done.err
    assert f"U+{ord(title[-1]):04X}" in done.err


def test_a_thousand_copies(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    edit(
        tiny_folder / "tiles.yaml",
        "  two: |",
        '  three: {copies: 1000, maze: "'
        + r"+---+   +---+\n| .   .   . |\n+   +   +   +\n  .   .   .\n+   +   +   +\n"
        + r"| .   .   . |\n+---+   +---+"
        + '"}\n  two: |',
    )
    done = build(run_cli, tiny_folder)
    assert done.code == 0
    assert re.search(r"cards_A4\.pdf: \d\d pages", done.out)


def test_components_that_are_not_games(run_cli: Run, tiny_folder: Path) -> None:
    for name in ("x y.yaml", "con.yaml", "é.yaml"):
        (tiny_folder / name).write_text(TINY_TILES)
        done = refused(run_cli, tiny_folder, "DEF003", name, 1)
        assert Path(name).stem in done.err
        (tiny_folder / name).unlink()
