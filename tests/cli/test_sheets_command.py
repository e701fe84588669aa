"""`pnp sheets`: a folder of finished images becomes sheets that a game's sheets would be like."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from art_help import QUARTERS, file_of, near, quarters
from conftest import Result
from PIL import Image

from pnp.art.decks import find_images, pair_images
from pnp.pdf.png import page_image

Run = Callable[..., Result]
POKER = ("--size", "63x88mm", "-o", "deck.pdf")
CORNER = (*POKER, "--align", "top-left")


@pytest.fixture
def images(tmp_path: Path) -> Path:
    """c1 … c12, each of a tone of its own."""
    folder = tmp_path / "images"
    folder.mkdir()
    for i in range(1, 13):
        (folder / f"c{i}.png").write_bytes(file_of(Image.new("RGB", (744, 1039), tone(i))))
    return folder


def tone(i: int) -> tuple[int, int, int]:
    return 20 * i, 255 - 20 * i, 128


def tones(path: Path, count: int, *, behind: bool = False) -> list[list[int]]:
    """Which of the tones stand on each page's slots of 63 x 88 mm, row by row; 0 is another."""
    found = []
    data = path.read_bytes()
    for page in range(len(pypdf.PdfReader(path).pages)):
        image = page_image(data, 25.4, page).convert("RGB")
        columns = (42, 105, 168) if not behind else (168, 105, 42)
        slots = [image.getpixel((x, y)) for y in (60, 148, 236) for x in columns]
        found.append([next((i for i in range(1, count + 1) if near(tone(i), s)), 0) for s in slots])
    return found


def test_a_folder_is_laid_out_as_people_count(run_cli: Run, images: Path, tmp_path: Path) -> None:
    done = run_cli("sheets", images, *POKER)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("deck.pdf: 2 pages\n0 errors, 0 warnings, 0 notes; ")
    assert tones(tmp_path / "deck.pdf", 12) == [[*range(1, 10)], [0, 0, 0, 10, 11, 12, 0, 0, 0]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["deck.pdf", "images"]


def test_a_pattern_is_sorted_too_and_files_are_not(
    run_cli: Run, images: Path, tmp_path: Path
) -> None:
    assert run_cli("sheets", "images/c1*.png", "images/c3.png", "images/c2.png", *CORNER).code == 0
    assert tones(tmp_path / "deck.pdf", 12) == [[1, 10, 11, 12, 3, 2, 0, 0, 0]]
    assert run_cli("sheets", f"{images}/c[23].png", *CORNER).code == 0
    assert tones(tmp_path / "deck.pdf", 12) == [[2, 3, *[0] * 7]]


def test_count_and_options_of_sheets(run_cli: Run, images: Path, tmp_path: Path) -> None:
    more = ("--count", 4, "--grid", "2x2", "--paper", "Letter", "--marks", "none")
    done = run_cli("sheets", "images/c3.png", "images/c7.png", *more, *POKER)
    assert done.code == 0
    pages = pypdf.PdfReader(tmp_path / "deck.pdf").pages
    assert [tuple(map(float, page.mediabox[2:])) for page in pages] == [(612, 792)] * 2


@pytest.mark.slow
def test_one_back_for_all(run_cli: Run, images: Path, tmp_path: Path) -> None:
    """The back may lie in the folder: it is no card then."""
    (images / "c0.png").write_bytes(file_of(quarters(744, 1039)))
    done = run_cli("sheets", images, "--backs", images / "c0.png", *POKER)
    assert done.code == 0
    assert done.out.startswith("deck.pdf: 2 pages\ndeck_back.pdf: 2 pages\n")
    assert tones(tmp_path / "deck.pdf", 12)[1] == [0, 0, 0, 10, 11, 12, 0, 0, 0]
    page = page_image((tmp_path / "deck_back.pdf").read_bytes(), 50.8, 1).convert("RGB")
    found = [page.getpixel(at) for at in ((290, 266), (370, 266), (290, 346), (370, 346))]
    assert all(map(near, found, QUARTERS))
    assert near(page.getpixel((60, 100)), (255, 255, 255))


@pytest.mark.slow
def test_backs_paired_by_name(run_cli: Run, images: Path, tmp_path: Path) -> None:
    for i in range(1, 13):
        name = f"C{i}_Back.jpg" if i % 2 else f"c{i}-back.png"
        form = "JPEG" if i % 2 else "PNG"
        (images / name).write_bytes(file_of(Image.new("RGB", (744, 1039), tone(13 - i)), form))
    assert run_cli("sheets", images, "--backs", "paired", *POKER).code == 0
    assert tones(tmp_path / "deck.pdf", 12)[0] == [*range(1, 10)]
    backs = tones(tmp_path / "deck_back.pdf", 12, behind=True)
    assert backs == [[*range(12, 3, -1)], [0, 0, 0, 3, 2, 1, 0, 0, 0]]


@pytest.mark.slow
def test_backs_in_a_folder_of_their_own(run_cli: Run, images: Path, tmp_path: Path) -> None:
    (tmp_path / "backs").mkdir()
    for i in range(1, 13):
        data = file_of(Image.new("RGB", (744, 1039), tone(13 - i)))
        (tmp_path / "backs" / f"c{i}.png").write_bytes(data)
    assert run_cli("sheets", images, "--backs", "backs", *POKER).code == 0
    assert tones(tmp_path / "deck_back.pdf", 12, behind=True)[0] == [*range(12, 3, -1)]


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["fold", "interleaved", "backs"])
def test_sides(sides: str, run_cli: Run, images: Path, tmp_path: Path) -> None:
    backs = ("--backs", images / "c1.png", "--sides", sides)
    done = run_cli("sheets", images, *backs, *POKER)
    assert done.code == 0 and not (tmp_path / "deck_back.pdf").exists()
    assert "every" not in done.err


def test_missing_partners_are_all_named(run_cli: Run, images: Path, tmp_path: Path) -> None:
    for name in ("c1-back.png", "c1_back.png", "c99-back.png", "c2-back.png"):
        (images / name).write_bytes(file_of(quarters(744, 1039)))
    done = run_cli("sheets", images, "--backs", "paired", *POKER)
    assert done.code == 1 and "nothing was written" in done.err
    lines = done.err.splitlines()
    assert sum("ART014" in line for line in lines) == 12
    assert f"{images}/c3.png: ART014 'c3.png' has no back (call it c3-back.png)" in lines
    assert f"{images}/c99-back.png: ART014 'c99-back.png' is the back of no card" in lines
    assert any("backs of the same card" in line for line in lines)
    assert not (tmp_path / "deck.pdf").exists()


def test_broken_images_are_named_and_nothing_is_written(
    run_cli: Run, images: Path, tmp_path: Path
) -> None:
    (images / "c2.png").write_bytes(b"")
    (images / "c5.png").write_bytes(b"<html>")
    (tmp_path / "deck.pdf").write_bytes(b"before")
    done = run_cli("sheets", images, *POKER)
    assert done.code == 1
    assert done.err.splitlines()[:2] == [
        f"{images}/c2.png: ART003 'c2.png' is empty, not a PNG "
        "(save it anew in the program that made it)",
        f"{images}/c5.png: ART003 'c5.png' is HTML, not a PNG "
        "(save it anew in the program that made it)",
    ]
    assert (tmp_path / "deck.pdf").read_bytes() == b"before"


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["gone.png"], 1, "gone.png: ART002 there is no such file"),
        (["empty"], 1, "empty:1:1: ART002 there is no picture"),
        (["empty/*.png"], 1, "empty/*.png: ART002 there is no picture"),
        (["notes.txt"], 1, "notes.txt:1:1: ART003 'notes.txt' is no kind of picture"),
        (["images", "--backs", "gone.png"], 1, "gone.png: ART002 there is no such file"),
        (["images", "--make-bleed", "blur"], 2, "'blur' makes no bleed; write extend, mirror"),
        (["images", "--count", "0"], 2, "0 is not in the range"),
        (["images", "--count", "1.5"], 2, "'1.5' is not a valid integer"),
        (["images", "--size", "0x88mm"], 2, "an edge of a card measures 5 to 1000 mm"),
        (["images", "-o", "deck.png"], 2, "'deck.png' does not end in .pdf"),
        (["images", "--title", " "], 2, "the title is empty"),
        ([], 2, "Missing argument 'IMAGES...'"),
    ],
)
def test_mistakes(
    args: list[str], code: int, says: str, run_cli: Run, images: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    before = sorted(tmp_path.rglob("*"))
    done = run_cli("sheets", *POKER, *args)
    assert done.code == code and says in done.err
    assert sorted(tmp_path.rglob("*")) == before


def test_other_files_of_a_folder_are_passed_over_with_a_note(run_cli: Run, images: Path) -> None:
    for name in ("a.txt", "b.psd", "c.doc", "d.zip", ".DS_Store"):
        (images / name).write_text("x")
    done = run_cli("sheets", images, *POKER)
    assert done.code == 0
    assert "ART013 note: passed over what is no picture: a.txt, b.psd, c.doc, …" in done.err
    assert run_cli("sheets", images, "--strict", *POKER).code == 0


def test_a_link_out_of_the_folder_is_refused(run_cli: Run, images: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(file_of(quarters(744, 1039)))
    (images / "c0.png").symlink_to(tmp_path / "secret.png")
    done = run_cli("sheets", images, *POKER)
    assert done.code == 1 and "c0.png: ART002 the file is a link that leaves" in done.err


def test_names_of_all_kinds(run_cli: Run, tmp_path: Path) -> None:
    """Names that are no ids, the same name twice, a name of Windows: none is lost."""
    for name in ("a/Fuchs rot.png", "b/Fuchs rot.png", "a/Лиса.png", "a/con.png", "a/%.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        tint = (tone(1), tone(2))[name.startswith("b")]
        (tmp_path / name).write_bytes(file_of(Image.new("RGB", (744, 1039), tint)))
    assert run_cli("sheets", "a", "b", *CORNER).code == 0
    assert tones(tmp_path / "deck.pdf", 2) == [[1, 1, 1, 1, 2, 0, 0, 0, 0]]


def test_bleed_of_images(run_cli: Run, images: Path, tmp_path: Path) -> None:
    plain = ("sheets", "images/c3.png", "--gap", "6mm")
    assert run_cli(*plain, "--bleed", "3mm", *CORNER).code == 0
    said = run_cli(*plain, "--bleed", "3mm", "--strict", *CORNER)
    assert said.code == 1 and "ART010" in said.err
    for how in (("--includes-bleed", "3mm"), ("--make-bleed", "mirror")):
        size = (815, 1110) if how[0] == "--includes-bleed" else (744, 1039)
        (images / "c3.png").write_bytes(file_of(Image.new("RGB", size, tone(3))))
        done = run_cli(*plain, "--bleed", "3mm", *how, *CORNER)
        assert (done.code, done.err) == (0, "")
        page = page_image((tmp_path / "deck.pdf").read_bytes(), 25.4).convert("RGB")
        inside = [x for x in range(page.width) if near(page.getpixel((x, 60)), tone(3))]
        assert len(inside) in (69, 70)


def test_the_same_images_give_the_same_bytes(run_cli: Run, images: Path, tmp_path: Path) -> None:
    found = set()
    for _ in range(2):
        assert run_cli("sheets", images, *POKER).code == 0
        found.add((tmp_path / "deck.pdf").read_bytes())
    assert len(found) == 1


def test_finding_and_pairing_are_pure_lists(images: Path) -> None:
    found, problems = find_images([str(images)])
    assert [path.stem for path in found] == [f"c{i}" for i in range(1, 13)] and not problems
    deck, problems = pair_images([Path("x-back.png"), Path("x.png"), Path("b/Back.png")])
    assert deck == [(Path("x.png"), Path("x-back.png"))]
    assert [p.message for p in problems] == ["'Back.png' has no back"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_are_read(run_cli: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    for name in ("pipe.png", "zero.png"):
        done = run_cli("sheets", name, *POKER)
        assert done.code == 1
        assert done.err.startswith(f"{name}: ART002 it is no regular file")


def test_names_with_spaces_in_a_row(run_cli: Run, images: Path, tmp_path: Path) -> None:
    (images / "c1.png").rename(images / "c 1.png")
    (images / "c2.png").rename(images / "c  1.png")
    done = run_cli("sheets", images / "c 1.png", images / "c  1.png", *CORNER)
    assert (done.code, done.err) == (0, "")
    assert tones(tmp_path / "deck.pdf", 12)[0][:2] == [1, 2]


def test_arguments_that_cannot_be_used(run_cli: Run, images: Path) -> None:
    done = run_cli("sheets", "**c.png", *POKER)
    assert done.code == 1 and done.err.startswith("**c.png: ART002 ")
    done = run_cli("sheets", images, *POKER, "--title", "x" * 100_000)
    assert done.code == 2 and "at most 200" in done.err
    done = run_cli("sheets", images / "c1.png", *POKER, "--backs", images / "c1.png")
    assert done.code == 1 and "ART014 it is the back, and there is no other" in done.err
