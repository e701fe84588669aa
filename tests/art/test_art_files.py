"""Files of art: only those of the game folder, known by what they hold (B38, B39)."""

from __future__ import annotations

import os
import struct
import unicodedata
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import deck_folder, file_of, picture, plan_of, quarters
from conftest import Result, found_problems

from pnp.limits import MOST_ART
from pnp.pdf.attachment import read_record

Run = Callable[..., Result]
CARD = "back: none\ncards:\n  fox: {art: FILE, copies: 2}\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path d="M0 0h9v9z"/></svg>'


def said(folder: Path) -> tuple[str, int, int, str, str]:
    """Code, line, column, words and hint of the only error."""
    (problem,) = [p for p in found_problems(folder) if p.severity == "error"]
    assert problem.loc and Path(problem.loc.file).name == "deck.yaml"
    return problem.code, problem.loc.line, problem.loc.col, problem.message, problem.hint


def bomb(width: int, height: int) -> bytes:
    """A PNG whose header promises more pixels than anybody has memory for."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n\0\0\0\r" + head + struct.pack(">I", zlib.crc32(head)) + b"\0\0\0\0IDAT"
    )


def jpeg_bomb() -> bytes:
    data = file_of(quarters(), "JPEG")
    return data.replace(struct.pack(">HH", 440, 315), struct.pack(">HH", 65_000, 65_000), 1)


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png",
        "art/../../secret.png",
        "..\\\\secret.png",
        "/etc/passwd.png",
        "C:/secret.png",
        "C:secret.png",
        "\\\\\\\\host\\\\share\\\\x.png",
        "file:///etc/x.png",
        "http://example.org/x.png",
    ],
)
def test_nothing_outside_the_folder_is_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(file_of(quarters()))
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", f'"{name}"'))
    code, line, column, _, _ = said(folder)
    assert (code, line, column) == ("ART002", 5, 14)


@pytest.mark.parametrize("back", [False, True])
def test_links_that_leave_the_folder_are_refused(back: bool, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(file_of(quarters()))
    text = "back: link.png\ncards: {fox: own.png}\n" if back else CARD.replace("FILE", "link.png")
    folder = deck_folder(tmp_path / "game", text, own_png=file_of(quarters()))
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    code, line, _, says, _ = said(folder)
    assert (code, line) == ("ART002", 3 if back else 5)
    assert says == "'link.png' leaves the game folder through a link"
    (folder / "link.png").unlink()
    (folder / "link.png").symlink_to(folder / "own.png")
    assert not [p for p in found_problems(folder) if p.severity == "error"]


def test_a_folder_that_leads_out_and_circles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.png").write_bytes(file_of(quarters()))
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", "art/x.png"))
    (folder / "art").symlink_to(tmp_path / "out")
    assert said(folder)[0] == "ART002"
    (folder / "art").unlink()
    (folder / "art").mkdir()
    (folder / "art" / "x.png").symlink_to("x.png")
    assert said(folder)[0] == "ART002"


def test_a_name_is_suggested_as_it_is_to_be_written(tmp_path: Path) -> None:
    """With its folder, and only if it is like the other without the ending."""
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", "art/missing.png"))
    (folder / "art").mkdir()
    for name in ("squid.png", "crab.svg", "squid.jpg", "squid.svg"):
        (folder / "art" / name).write_bytes(b"")
    hints = {"missing": "known: art/crab.svg, art/squid.jpg, art/squid.png, art/squid.svg"}
    hints |= {"squit": "did you mean 'art/squid.png'?", "crab": "did you mean 'art/crab.svg'?"}
    for name, hint in hints.items():
        text = "kind: card\nsize: 63 x 88mm\n" + CARD.replace("FILE", f"art/{name}.png")
        (folder / "deck.yaml").write_text(text)
        assert said(folder)[4] == hint
    for i in range(9):
        (folder / "art" / f"x{i}.png").write_bytes(b"")
    (folder / "deck.yaml").write_text(text.replace("crab.png", "missing.png"))
    assert said(folder)[4] == "there are 13 pictures and folders"


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", "fox.png"))
    (folder / "foxy.png").write_bytes(file_of(quarters()))
    assert said(folder)[3:] == ("'fox.png' is not in the game folder", "did you mean 'foxy.png'?")
    (folder / "fox.png").mkdir()
    assert said(folder)[3] == "'fox.png' is no regular file"
    (folder / "fox.png").rmdir()
    os.mkfifo(folder / "fox.png")
    assert said(folder)[3] == "'fox.png' is no regular file"


@pytest.mark.parametrize(
    ("name", "data", "code", "says", "hint"),
    [
        ("x.png", b"", "ART003", "'x.png' is empty, not a PNG", "save it anew"),
        ("x.svg", b"", "ART003", "'x.svg' is empty, not an SVG", "save it anew"),
        ("x.png", b"<!DOCTYPE html><p>404", "ART003", "'x.png' is HTML, not a PNG", ""),
        ("x.svg", b"<html><body>no</body></html>", "ART003", "is HTML, not an SVG", ""),
        ("x.svg", file_of(quarters()), "ART003", "is a PNG, not an SVG", "rename it to x.png"),
        ("x.jpg", file_of(quarters()), "ART003", "is a PNG, not a JPEG", "rename it to x.png"),
        ("x.png", SVG, "ART003", "is an SVG, not a PNG", "rename it to x.svg"),
        ("x.png", file_of(quarters(), "JPEG"), "ART003", "a JPEG, not a PNG", "to x.jpg"),
        ("x.png", file_of(quarters(), "GIF"), "ART003", "is a GIF, not a PNG", ""),
        ("x.svg", b"\x1f\x8b\x08\0", "ART003", "compressed (gzip), not an SVG", ""),
        ("x.gif", file_of(quarters(), "GIF"), "ART003", "is no kind of picture", "use .svg"),
        ("x.png", file_of(quarters())[:400], "ART004", "'x.png' is broken: ", "save it again"),
        ("x.png", file_of(quarters())[:20], "ART004", "'x.png' is broken: ", "save it again"),
        ("x.jpg", file_of(quarters(), "JPEG")[:900], "ART004", "is broken: ", "save it again"),
        ("x.jpg", b"\xff\xd8\xff\xe0", "ART004", "'x.jpg' is broken", ""),
        ("x.svg", SVG[:-9], "ART004", "is broken: it ends too early (its line 1)", "export"),
        ("x.svg", SVG[:-6], "ART004", "is broken: it ends too early (its line 1)", "export"),
        ("x.svg", SVG.replace(b"/>", b">"), "ART004", "mismatched tag (its line 1)", "export"),
        ("x.png", bomb(20_000, 20_000), "ART005", "pixels: 20000 x 20000", "80 million"),
        ("x.jpg", jpeg_bomb(), "ART005", "has too many pixels", "80 million"),
        ("x.png", bomb(2**31 - 1, 2**31 - 1), "ART005", "has too many pixels", "80 million"),
    ],
)
def test_wrong_and_broken_files_are_named_where_they_are_asked_for(
    name: str, data: bytes, code: str, says: str, hint: str, tmp_path: Path
) -> None:
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", name))
    (folder / name).write_bytes(data)
    found = said(folder)
    assert found[:3] == (code, 5, 14)
    assert says in found[3] and hint in found[4]


def test_damaged_pixels_are_found(tmp_path: Path) -> None:
    data = bytearray(file_of(quarters()))
    data[data.index(b"IDAT") + 12] ^= 0xFF
    folder = deck_folder(tmp_path / "g", CARD.replace("FILE", "x.png"), x_png=bytes(data))
    assert said(folder)[0] == "ART004"


def test_too_large_a_file_is_not_read(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "game", CARD.replace("FILE", "x.png"))
    with (folder / "x.png").open("wb") as file:
        file.truncate(MOST_ART + 1)
    assert said(folder)[0] == "ART005"


def test_every_wrong_file_is_named_at_once(tmp_path: Path) -> None:
    text = "back: gone.png\ncards:\n  a: a.png\n  b: b.png\n  c: {art: a.png}\n"
    folder = deck_folder(tmp_path / "game", text, b_png=b"")
    found = [p for p in found_problems(folder) if p.code.startswith("ART")]
    assert [(p.code, [loc.line for loc in p.places if loc]) for p in found] == [
        ("ART002", [3]),
        ("ART002", [5, 7]),
        ("ART003", [6]),
    ]


def test_names_are_relative_to_the_game_wherever_it_is_built_from(
    run_cli: Run, tmp_path: Path
) -> None:
    """B39: another folder, parts parted by \\, other case: the same print, the game's own file."""
    data = {}
    for i, name in enumerate(("art/Fox.png", "art\\Fox.png", "ART/fox.PNG")):
        folder = deck_folder(tmp_path / str(i) / "game", CARD.replace("FILE", name))
        (folder / "art").mkdir()
        (folder / "art" / "Fox.png").write_bytes(file_of(quarters()))
        (tmp_path / "art").mkdir(exist_ok=True)  # a file of the same name beside the program
        (tmp_path / "art" / "Fox.png").write_bytes(b"")
        done = run_cli("build", f"{i}/game", "-o", f"out{i}")
        assert done.code == 0
        assert ("ART011" in done.err) == (i == 2)
        pdf = (tmp_path / f"out{i}" / "game" / "cards_A4.pdf").read_bytes()
        record = read_record(pdf, "cards_A4.pdf")  # which says how the name is written
        data[i] = [piece.key for piece in record.pieces], record.sheets
    assert data[0] == data[1] == data[2]


def test_two_files_that_differ_in_case_are_two(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "game", "back: none\ncards: {a: a.png, b: A.png}\n")
    (folder / "a.png").write_bytes(file_of(quarters()))
    (folder / "A.png").write_bytes(file_of(quarters().rotate(180)))
    one, two = (picture(piece.front) for piece in plan_of(folder).pieces)
    assert one.tobytes() != two.tobytes()


@pytest.mark.parametrize("disk", ["NFC", "NFD"])
@pytest.mark.parametrize("text", ["NFC", "NFD"])
def test_accents_of_a_name_may_be_written_either_way(text: str, disk: str, tmp_path: Path) -> None:
    name = unicodedata.normalize(text, "café.png")
    folder = deck_folder(tmp_path, CARD.replace("FILE", f'"{name}"'))
    (folder / unicodedata.normalize(disk, "café.png")).write_bytes(file_of(quarters()))
    assert [p for p in found_problems(folder) if p.code in ("ART002", "ART011")] == []
    other = unicodedata.normalize("NFC" if disk == "NFD" else "NFD", "café.png")
    (folder / other).write_bytes(file_of(quarters()))
    assert said(folder)[3] == "'café.png' are two files that look alike"
