"""`pnp diff` as promised: what it says, what it draws, how it exits."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from art_help import deck_folder, file_of, quarters
from conftest import Result
from PIL import Image

from pnp.record import NAME

Run = Callable[..., Result]
Edit = Callable[..., None]
OLD_WALL, NEW_WALL = "    | . | .   . |", "    | .   .   . |"


@pytest.fixture
def built(run_cli: Run, tiny_folder: Path) -> Path:
    done = run_cli("build", tiny_folder, "--tag", "first", "--no-preflight")
    assert done.code == 0, done.err
    return tiny_folder


def test_what_changed_and_why(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    edit(built / "tiles.yaml", "back: labrys", "back: labyrinth")
    done = run_cli("diff", built, "--since", "output")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{built}/tiles.yaml:4:7: back: labrys -> labyrinth — 2 pieces",
        "    back changed: one",
        "    front and back changed: two",
        f"{built}/tiles.yaml:17:5: tiles.two: '| . | .   . |' -> '| .   .   . |'",
        "    front and back changed: two",
        "tiny: 2 changed, of 2 pieces; 2 copies to print, 2 copies to throw away",
    ]


def test_nothing_changed(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "game.yaml", "title: Tiny\n", 'title: Tiny  # small\nversion: "2"\n')
    for word in ("output", "first"):
        done = run_cli("diff", built, "--since", word, "--exit-code")
        assert (done.code, done.err) == (0, "")
        assert "nothing changed since" in done.out


def test_corners_alone(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", "cell: 18mm\n", "cell: 18mm\ncorners: 3mm\n")
    done = run_cli("diff", built, "--since", "output", "--exit-code")
    assert done.code == 0
    assert done.out.splitlines() == [
        f"{built}/tiles.yaml:4:10: corners: (nothing) -> 3mm — 2 pieces",
        "    cut otherwise, nothing to print: one, two",
        "tiny: nothing changed since output; all 2 pieces look as they were printed; "
        "2 to be cut otherwise",
    ]
    data = json.loads(run_cli("diff", built, "--since", "output", "--format", "json").out)
    assert [c["piece"] for c in data["recut"]] == ["one", "two"] and data["changed"] == []


def test_exit_code(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("diff", built, "--since", "output").code == 0
    assert run_cli("diff", built, "--since", "output", "--exit-code").code == 1
    assert run_cli("diff", built, "--since", "nope", "--exit-code").code == 2


def test_exit_code_of_a_part(run_cli: Run, built: Path, edit: Edit) -> None:
    """Of PDFs 0 is said of what they hold; of a folder, of all pieces and of both sides."""
    (built / "rules.md").write_text("# Rules\n\nGo in.\n")
    edit(built / "game.yaml", "placement:", "  rules_{paper}: {leaflet: rules.md}\nplacement:")
    assert run_cli("build", built, "--no-preflight").code == 0
    assert run_cli("build", built, "-o", "part", "--pieces", "two", "--no-preflight").code == 0
    fronts, backs = "output/tiny/cards_A4.pdf", "output/tiny/cards_back_A4.pdf"
    Path("fronts").mkdir()
    shutil.copy(fronts, "fronts")
    shutil.copy("output/tiny/rules_A4.pdf", "fronts")
    since = ("diff", built, "--exit-code", "--since")
    assert run_cli(*since, "output").code == 0
    for word in ("part", "fronts"):
        assert run_cli(*since, word).code == 2, word
    for word in (fronts, backs, "part/tiny/selection/cards_A4.pdf"):
        done = run_cli(*since, word)
        assert done.code == 0 and "s only: the " in done.out, word
    assert "; 1 piece is not in part/" in done.out
    for pair in ((fronts, backs), (backs, fronts)):
        done = run_cli(*since, pair[0], "--since", pair[1])
        assert (done.code, done.out) == (
            0,
            f"tiny: nothing changed since {', '.join(pair)}; all 2 pieces look as they were "
            "printed\n",
        )
    done = run_cli(*since, "output/tiny/rules_A4.pdf")
    assert (done.code, done.out) == (
        0,
        "tiny: there are no pieces to compare in output/tiny/rules_A4.pdf; its leaflet reads as it "
        "was printed; 2 pieces are not in output/tiny/rules_A4.pdf\n",
    )
    (built / "rules.md").write_text("# Rules\n\nCome out.\n")
    assert run_cli(*since, "output/tiny/rules_A4.pdf").code == 1
    edit(built / "tiles.yaml", "back: labrys", "back: labyrinth")
    assert run_cli(*since, fronts).code == 0
    assert run_cli(*since, fronts, "--since", backs).code == 1


def test_trouble_is_no_difference(run_cli: Run, built: Path, edit: Edit) -> None:
    """With --exit-code, 1 is for differences only."""
    broken = Path("broken.pdf")
    broken.write_bytes(Path("output/tiny/cards_A4.pdf").read_bytes()[:2000])
    Path("broken").mkdir()
    broken.rename("broken/cards_A4.pdf")
    plain = pypdf.PdfWriter()
    plain.add_blank_page(100, 100)
    plain.write("plain.pdf")
    since = ("diff", built, "--since")
    cases: list[tuple[tuple[object, ...], str]] = [
        ((*since, "broken/cards_A4.pdf"), "PDF001"),
        ((*since, "broken"), "PDF001"),
        ((*since, "plain.pdf"), "REC001"),
        ((*since, "output", "-o", "plain.pdf/d.html"), "IO001"),
    ]
    for call, code in cases:
        assert run_cli(*call).code == 1
        done = run_cli(*call, "--exit-code")
        assert (done.code, done.out) == (2, "") and code in done.err
        assert len(done.err.splitlines()) == 1
    edit(built / "tiles.yaml", "cell: 18mm", "cell: broad")
    assert run_cli(*since, "output").code == 1
    done = run_cli(*since, "output", "--exit-code")
    assert done.code == 2 and "DEF003" in done.err


def test_json(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    edit(built / "tiles.yaml", "  one: |", "  eins: |")
    data = json.loads(run_cli("diff", built, "--since", "output", "--format", "json").out)
    assert (data["game"], data["since"], data["compared"]) == ("tiny", ["output"], 2)
    (change,) = data["changed"]
    assert change["piece"] == "two" and change["sides"] == ["front"]
    assert (change["print"], change["throw_away"]) == (1, 1)
    (why,) = change["why"]
    assert (why["path"], why["line"], why["column"]) == ("tiles.two", 17, 5)
    assert OLD_WALL.strip() in why["old"] and NEW_WALL.strip() in why["new"]
    place = {"document": "cards_A4", "sheet": 1, "slot": 2, "side": "front"}
    assert change["old_places"] == [place]
    assert [(c["old_piece"], c["piece"]) for c in data["renamed"]] == [("one", "eins")]
    assert data["added"] == data["removed"] == data["recounted"] == []


def test_pictures_are_drawn_as_they_were_printed(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("build", tiny_folder, "--bleed", "2mm", "--no-preflight").code == 0
    done = run_cli("diff", tiny_folder, "--since", "output")
    assert done.out.splitlines()[0] == "drawn as output was printed: --bleed 2mm"
    assert "nothing changed" in done.out
    done = run_cli("diff", tiny_folder, "--since", "output", "--bleed", "0mm")
    assert "--bleed: 2mm -> (nothing) — 2 pieces" in done.out


def test_inks_are_options_of_pictures(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("build", tiny_folder, "--ink", "gray", "--no-preflight").code == 0
    done = run_cli("diff", tiny_folder, "--since", "output")
    assert "drawn as output was printed: --ink gray\ntiny: nothing changed" in done.out
    done = run_cli("diff", tiny_folder, "--since", "output", "--ink", "full")
    assert "--ink: gray -> (nothing) — 2 pieces" in done.out


def test_a_changed_picture_is_the_reason(run_cli: Run, tmp_path: Path) -> None:
    cards = "back: back.png\ncards: {a: a.png, b: b.png}\n"
    plain, other = file_of(quarters()), file_of(quarters().rotate(180))
    folder = deck_folder(tmp_path / "deck", cards, a_png=plain, b_png=plain, back_png=plain)
    assert run_cli("build", folder, "-o", "out").code == 0
    (folder / "a.png").write_bytes(other)
    told = run_cli("diff", folder, "--since", "out").out
    assert f"{folder / 'a.png'}: the picture was changed\n    front changed: a\n" in told
    assert "1 changed, of 2 pieces" in told
    (folder / "back.png").write_bytes(other)
    told = run_cli("diff", folder, "--since", "out").out
    assert f"{folder / 'back.png'}: the picture was" in told and "2 changed, of 2 pieces" in told


def test_leaflets(run_cli: Run, built: Path, edit: Edit) -> None:
    (built / "rules.md").write_text("# Rules\n\nGo in.\n")
    edit(built / "game.yaml", "placement:", "  rules_{paper}: {leaflet: rules.md}\nplacement:")
    assert "the leaflet rules_A4 is new" in run_cli("diff", built, "--since", "output").out
    assert run_cli("build", built, "--no-preflight").code == 0
    assert run_cli("diff", built, "--since", "output", "--exit-code").code == 0
    (built / "rules.md").write_text("# Rules\n\nCome out.\n")
    done = run_cli("diff", built, "--since", "output", "--exit-code")
    assert done.code == 1 and "the leaflet rules_A4 changed" in done.out


def test_what_is_missing_in_a_part_is_said(run_cli: Run, built: Path) -> None:
    assert run_cli("build", built, "-o", "part", "--pieces", "two", "--no-preflight").code == 0
    done = run_cli("diff", built, "--since", "part")
    assert done.out == (
        "tiny: nothing changed since part; the 1 piece looks as it was printed; "
        "1 piece is not in part\n"
    )
    data = json.loads(run_cli("diff", built, "--since", "part", "--format", "json").out)
    assert (data["compared"], data["not_compared"]) == (1, 1)
    assert "not in" not in run_cli("diff", built, "--since", "output").out


def test_backs_alone_are_said_to_be(run_cli: Run, built: Path) -> None:
    told = run_cli("diff", built, "--since", "output/tiny/cards_back_A4.pdf").out
    fronts = "cards_back_A4 holds backs only: the fronts of its pieces are not compared"
    assert told.startswith(f"note: {fronts}\n")


def test_two_olds(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("build", built, "-o", "later", "--pieces", "two", "--no-preflight").code == 0
    assert "1 changed" in run_cli("diff", built, "--since", "output").out
    done = run_cli("diff", built, "--since", "output", "--since", "later")
    assert "nothing changed since output, later" in done.out


# -- pictures --------------------------------------------------------------------------------------


def blue(image: Image.Image) -> list[tuple[int, int]]:
    """The pixels of frames."""
    pixels = image.convert("RGB").load()
    assert pixels is not None
    near = [(x, y) for y in range(image.height) for x in range(image.width)]
    return [p for p in near if pixels[p] == (0, 114, 178)]


def test_png_shows_both_and_frames_what_differs(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("diff", built, "--since", "output", "-o", "d.png", "--width", "800")
    assert done.code == 0 and done.out.splitlines()[-1] == "d.png: 1 piece, before and after"
    image = Image.open("d.png")
    assert image.width == 800
    frames = blue(image)
    middle = (min(x for x, _ in frames) + max(x for x, _ in frames)) // 2
    left, right = [p for p in frames if p[0] < middle], [p for p in frames if p[0] > middle]
    assert left and right
    assert {y for _, y in left} == {y for _, y in right}


def test_pdf_says_why(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("diff", built, "--since", "output", "-o", "d.pdf").code == 0
    (page,) = pypdf.PdfReader("d.pdf").pages
    words = page.extract_text()
    assert "Changed: two" in words and "tiles.yaml:17:5: tiles.two" in words
    assert len(page.images) == 2
    assert maze_lines("d.pdf") == [OLD_WALL.strip(), NEW_WALL.strip()]
    first = Path("d.pdf").read_bytes()
    assert run_cli("diff", built, "--since", "output", "-o", "d.pdf").code == 0
    assert Path("d.pdf").read_bytes() == first


def maze_lines(path: str) -> list[str]:
    """The lines of a maze on the first page, blanks where no letter stands."""
    import pypdfium2

    text = pypdfium2.PdfDocument(path)[0].get_textpage()
    found: dict[int, dict[float, str]] = {}
    for n in range(text.count_chars()):
        left, bottom, right, _ = text.get_charbox(n, loose=True)
        if letter := text.get_text_range(n, 1).strip():
            found.setdefault(round(bottom), {})[(left + right) / 2] = letter
    step = 0.62 * 3.0 * 72 / 25.4
    lines = []
    for _, line in sorted(found.items(), reverse=True):
        places = {round((x - min(line)) / step): letter for x, letter in line.items()}
        if set(places.values()) == set("|."):
            lines.append("".join(places.get(n, " ") for n in range(max(places) + 1)))
    return lines


def test_few_pictures_are_larger(run_cli: Run, built: Path, edit: Edit) -> None:
    """A tile of 54 mm alone is shown 86 mm wide."""
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("diff", built, "--since", "output", "-o", "d.png").code == 0
    frames = blue(Image.open("d.png"))
    assert max(x for x, _ in frames) > 1600 * (12 + 86 + 7 + 20) / 210


def test_html_needs_nothing_else(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    edit(built / "game.yaml", "title: Tiny", 'title: "A <b> & B"')
    old = "output/tiny/cards_A4.pdf"
    assert run_cli("diff", built, "--since", old, "-o", "d.html").code == 0
    text = Path("d.html").read_text()
    assert "<h1>A &lt;b&gt; &amp; B 1: what changed</h1>" in text
    assert not re.search(r'(?:src|href)="(?!data:)', text)
    pictures = re.findall(r"data:image/png;base64,([^\"]+)", text)
    sizes = [Image.open(io.BytesIO(base64.b64decode(data))).size for data in pictures]
    assert len(sizes) == 2 and sizes[0] == sizes[1]
    assert text.count('stroke="#0072B2"') == 2


def pictures(path: str) -> list[bytes]:
    found = re.findall(r"data:image/png;base64,([^\"]+)", Path(path).read_text())
    return [base64.b64decode(data) for data in found]


def test_a_tag_shows_what_was_printed(run_cli: Run, built: Path, edit: Edit) -> None:
    """Also when the next build has overwritten it."""
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("diff", built, "--since", "output", "-o", "d.html").code == 0
    before = pictures("d.html")
    assert len(before) == 2
    assert run_cli("build", built, "--no-preflight").code == 0
    assert run_cli("diff", built, "--since", "first", "-o", "e.html").code == 0
    assert pictures("e.html") == before
    assert run_cli("reprint", built, "--since", "first", "-o", "again").code == 0
    (page,) = pypdf.PdfReader("again/throw-away.pdf").pages
    assert len(page.images) == 1 and "no picture kept" not in page.extract_text()


@pytest.mark.parametrize("name", ["d.jpg", "d"])
def test_other_endings(run_cli: Run, built: Path, name: str) -> None:
    done = run_cli("diff", built, "--since", "output", "-o", name)
    assert done.code == 2 and "does not end in .html, .pdf or .png" in done.err


def test_since_is_needed_and_games_with_errors_are_not_drawn(run_cli: Run, built: Path) -> None:
    assert run_cli("diff", built).code == 2
    (built / "tiles.yaml").write_text("kind: maze_tile\n")
    done = run_cli("diff", built, "--since", "output")
    assert done.code == 1 and "DEF" in done.err


def built_with(run_cli: Run, folder: Path, options: dict[str, str]) -> Path:
    """A document whose record says that it was built with other options."""
    assert run_cli("build", folder, "--no-preflight").code == 0
    file = folder.parent / "output" / "tiny" / "cards_A4.pdf"
    writer = pypdf.PdfWriter(clone_from=file)
    record = json.loads(pypdf.PdfReader(file).attachments[NAME][0])
    del writer.root_object["/Names"]
    writer.add_attachment(NAME, json.dumps(record | {"options": options}).encode())
    writer.write(file)
    return file


@pytest.mark.parametrize("wish", ["paper", "cuts"])
def test_records_of_packing_as_it_was_wished_for(
    run_cli: Run, tiny_folder: Path, edit: Edit, wish: str
) -> None:
    file = built_with(run_cli, tiny_folder, {"pack": wish})
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    done = run_cli("reprint", tiny_folder, "--since", file, "-o", "again")
    assert done.code == 0 and done.out.splitlines()[0].endswith("was printed: --pack"), done.err


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("printer", "", "there is no printer '' here"),
        ("sides", "no", "the record says --sides 'no'"),
    ],
)
def test_options_of_a_record_that_nobody_can_take(
    run_cli: Run, tiny_folder: Path, name: str, value: str, says: str
) -> None:
    file = built_with(run_cli, tiny_folder, {name: value})
    done = run_cli("diff", tiny_folder, "--since", file)
    assert done.code == (0 if name == "printer" else 1), done.err
    assert says in done.out + done.err


def test_half_a_file_is_said_in_one_line(run_cli: Run, built: Path) -> None:
    file = built.parent / "output" / "tiny" / "cards_A4.pdf"
    file.write_bytes(file.read_bytes()[:2000])
    done = run_cli("diff", built, "--since", file)
    assert done.code == 1 and len(done.err.splitlines()) == 1 and "PDF001" in done.err
