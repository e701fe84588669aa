"""Profiles of printers: kept, read back, refused with a place, applied to a build."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pypdf
import pypdfium2
import pytest
from conftest import Result
from PIL import ImageChops

from pnp.outputs.printers import FIELDS, config_path, load_printers, parse_shift
from pnp.units import POINTS_PER_INCH, mm_to_pt

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file, in a folder of the test."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "pnp" / "printers.toml"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


# -- the file --------------------------------------------------------------------------------------


def test_profiles_are_set_listed_and_removed(run_cli: Run, config: Path) -> None:
    assert run_cli("printer", "list").out == f"{config}: no printers\n"
    done = run_cli(
        "printer", "set", "office", "--dx", "0.4mm", "--dy", "−0.2mm", "--scale-x", "99.8%",
        "--scale-y", "100.1%", "--angle", "0.1", "--front-scale-x", "100.2%", "--flip", "short",
        "--margin", "5mm,4mm,12.5mm,4mm",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert run_cli("printer", "set", "a", "--angle", "-0.05").code == 0
    assert run_cli("printer", "set", "office", "--dx", "+0.5mm").code == 0
    data = json.loads(run_cli("printer", "list", "--format", "json").out)
    assert data == {
        "file": str(config),
        "printers": [
            {"name": "a", "angle": "-0.05"},
            {
                "name": "office",
                "dx": "0.5mm",
                "dy": "-0.2mm",
                "scale-x": "99.8%",
                "scale-y": "100.1%",
                "angle": "0.1",
                "front-scale-x": "100.2%",
                "margin": "5mm, 4mm, 12.5mm, 4mm",
                "flip": "short",
            },
        ],
    }
    found = load_printers()["office"]
    assert (found.drift.dx, found.drift.dy, found.flip) == (0.5, -0.2, "short")
    assert (found.drift.scale_x, found.drift.front_scale_x) == pytest.approx((0.998, 1.002))
    assert found.margins == (5, 4, 12.5, 4)
    assert run_cli("printer", "remove", "office").code == 0
    assert set(load_printers()) == {"a"}
    done = run_cli("printer", "remove", "office")
    assert done.code == 2 and "there is no printer 'office' (known: a)" in done.err


def test_the_order_of_setting_leaves_no_trace(run_cli: Run, config: Path) -> None:
    run_cli("printer", "set", "b", "--dy", "1mm", "--dx", "2mm")
    run_cli("printer", "set", "a", "--dx", "0")
    first = config.read_bytes()
    run_cli("printer", "remove", "b")
    run_cli("printer", "set", "b", "--dx", "2mm")
    run_cli("printer", "set", "b", "--dy", "1mm")
    assert config.read_bytes() == first
    assert [p.name for p in config.parent.iterdir()] == ["printers.toml"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["a b", "--dx", "1mm"], "'a b' is no name for a printer"),
        (["../x", "--dx", "1mm"], "'../x' is no name for a printer"),
        (["ö", "--dx", "1mm"], "is no name for a printer"),
        (["x"], "nothing to set for 'x'"),
        (["x", "--dx", "1"], "write '1mm' for millimetres"),
        (["x", "--dx", "11mm"], "-10 to 10 mm; is the flip right?"),
        (["x", "--scale-x", "99.8"], "write it as 99.8%"),
        (["x", "--scale-y", "90%"], "outside 95% to 105%"),
        (["x", "--scale-y", "nan%"], "is no scale"),
        (["x", "--angle", "3"], "more than 2 degrees"),
        (["x", "--angle", "inf"], "is no angle"),
        (["x", "--flip", "left"], "'left' is none of long, short"),
        (["x", "--corners", "0,0", "0,0", "0,0", "0"], "'0' is no pair"),
        (["x", "--corners", "0,0", "0,0", "0,0", "0,0", "--dx", "1mm"], "--corners computes --dx"),
        (["x", "--lengths", "170,250", "--front-scale-y", "99%"], "--lengths computes"),
        (["x", "--lengths", "200,250"], "the line across the page is 170 mm long, not 200"),
    ],
)
def test_usage(run_cli: Run, config: Path, args: list[str], says: str) -> None:
    done = run_cli("printer", "set", *args)
    assert done.code == 2
    assert says in done.err
    assert not config.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("[office]\ndx = 0.4mm\n", "2:9", "PRN001 the file is no TOML"),
        ('[office]\ndx = "0.4mm', "2:1:", "PRN001 the file is no TOML"),
        ("[a]\n[a]\n", "2:3:", "PRN001"),
        ("x = " + "[" * 5000, "1:", "PRN001"),
        (
            '[office]\ndx = "0.4mm"\n  scale-z = "1mm"\n',
            "3:3",
            "PRN002 a printer has no 'scale-z' (did you",
        ),
        ('[b]\nangle = 0.1\n[office]\nangle = "x"\n', "4:1", "PRN002 angle: 'x' is no angle"),
        ("[office]\ndx = 0.4\n", "2:1", "PRN002 dx: '0.4' has no unit"),
        ("[office]\nflip = true\n", "2:1", "PRN002 flip: 'flip' must be a text"),
        ("office = 3\n", "1:1", "PRN002 'office' is no table"),
        ('\n["a b"]\ndx = "1mm"\n', "2:1", "PRN002 'a b' is no name"),
        ('[office]\nmargin = "1mm,2mm"\n', "2:1", "PRN002 margin: '1mm,2mm' is no margin"),
        ('[office]\norientation = "up"\n', "2:1", "'up' is none of portrait, landscape"),
    ],
)
def test_a_broken_file_is_named_with_its_place_and_kept(
    run_cli: Run, config: Path, tiny_folder: Path, text: str, place: str, says: str
) -> None:
    write(config, text)
    for args in (
        ["printer", "list"],
        ["printer", "set", "x", "--dx", "1mm"],
        ["printer", "remove", "office"],
        ["build", tiny_folder, "--printer", "office"],
    ):
        done = run_cli(*args)
        assert done.code == 1
        assert done.err.startswith(f"{config}:{place}")
        assert says in done.err
    assert config.read_text() == text
    assert run_cli("build", tiny_folder).code == 0


def test_all_wrong_entries_are_told_at_once(run_cli: Run, config: Path) -> None:
    write(config, '[a]\ndx = "1"\n[b]\ndy = "2"\nfoo = 1\n')
    lines = run_cli("printer", "list").err.splitlines()
    assert [line.split(":")[1] for line in lines] == ["2", "4", "5"]


def test_a_file_that_is_no_text(run_cli: Run, config: Path) -> None:
    write(config, "")
    config.write_bytes(b"[a]\ndx = '\xff'\n")
    done = run_cli("printer", "list")
    assert done.code == 1 and "SRC003" in done.err
    config.unlink()
    config.mkdir()
    assert run_cli("printer", "list").code == 1


def test_the_folder_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, config: Path) -> None:
    from platformdirs.macos import MacOS
    from platformdirs.windows import Windows

    assert config_path() == config
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert config_path() == Path.home() / ".config" / "pnp" / "printers.toml"
    asked: list[object] = []
    monkeypatch.setattr(
        platformdirs, "user_config_path", lambda *a, **k: asked.append((a, k)) or Path("x")
    )
    config_path()
    ((args, named),) = asked  # type: ignore[misc]
    assert MacOS(*args, **named).user_config_dir.endswith("Library/Application Support/pnp")
    monkeypatch.setenv("APPDATA", "/roaming")
    assert Windows(*args, **named).roaming and not Windows(*args, **named).appauthor


def test_pluses_and_the_minus_of_typography() -> None:
    assert [parse_shift(text) for text in ("+0.4mm", "−0.4mm", "-.4mm")] == [0.4, -0.4, -0.4]
    assert all(field.help.endswith(".") for field in FIELDS.values())


# -- builds ----------------------------------------------------------------------------------------


def build(run_cli: Run, folder: Path, *args: object) -> dict[str, bytes]:
    done = run_cli("build", folder, "-o", "out", *args)
    assert done.code == 0, done.err
    files = {path.name: path.read_bytes() for path in Path("out", "tiny").glob("*.pdf")}
    for path in Path("out", "tiny").glob("*.pdf"):
        path.unlink()
    return files


FRONT, BACK = "cards_A4.pdf", "cards_back_A4.pdf"
PLACED = re.compile(rb"q ([-\d. ]+) cm /\S+ Do")
CLIPPED = re.compile(rb"q ([-\d. ]+) cm [-\d. ]+ re W n")


def places(pdf: bytes, how: re.Pattern[bytes] = PLACED) -> list[tuple[float, ...]]:
    """The matrices of what is placed on a page, in mm."""
    content = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    assert content is not None
    return [tuple(map(float, m.split())) for m in how.findall(content.get_data())]


def test_a_neutral_profile_changes_no_byte(run_cli: Run, tiny_folder: Path) -> None:
    run_cli("printer", "set", "zero", "--dx", "0", "--scale-x", "100%", "--angle", "0")
    plain = build(run_cli, tiny_folder)
    assert build(run_cli, tiny_folder, "--printer", "zero") == plain
    both = build(run_cli, tiny_folder, "--sides", "interleaved")
    assert build(run_cli, tiny_folder, "--sides", "interleaved", "--printer", "zero") == both


@pytest.mark.parametrize("flip", ["long", "short"])
def test_an_offset_moves_backs_only_and_by_itself(
    run_cli: Run, tiny_folder: Path, flip: str
) -> None:
    """B11: dx 1mm moves what is on the back pages by +1 mm as they are seen, text stays text."""
    run_cli("printer", "set", "one", "--dx", "1mm", "--dy", "-0.5mm")
    plain = build(run_cli, tiny_folder, "--flip", flip)
    moved = build(run_cli, tiny_folder, "--flip", flip, "--printer", "one")
    assert moved[FRONT] == plain[FRONT]
    before, after = places(plain[BACK]), places(moved[BACK])
    pieces = [m for m in before if (m[4], m[5]) != (0, 0)]
    assert pieces
    for one, other in zip(pieces, after[: len(pieces)], strict=True):
        assert other == pytest.approx((*one[:4], one[4] + 1, one[5] - 0.5), abs=1e-6)
    assert after[len(pieces) :] and set(after[len(pieces) :]) == {(1, 0, 0, 1, 1, -0.5)}
    texts = [
        pypdf.PdfReader(io.BytesIO(files[BACK])).pages[0].extract_text() for files in (plain, moved)
    ]
    assert sorted([*texts[0].split(), *["·", "printer", "one"]]) == sorted(texts[1].split())


def test_single_pages_are_not_corrected(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    """A shop's printer is not ours: the profile is refused rather than left out."""
    run_cli("printer", "set", "one", "--dx", "1mm")
    out = tmp_path / "single"
    done = run_cli("build", tiny_folder, "--sheets", "single", "--printer", "one", "-o", out)
    assert done.code == 2 and "--printer corrects sheets of paper" in done.err
    assert not out.exists()


def test_an_offset_as_pixels(run_cli: Run, tiny_folder: Path) -> None:
    run_cli("printer", "set", "one", "--dx", "1mm")
    pictures = []
    for args in ((), ("--printer", "one")):
        data = build(run_cli, tiny_folder, *args)[BACK]
        page = pypdfium2.PdfDocument(data)[0]
        pictures.append(page.render(scale=254 / POINTS_PER_INCH).to_pil().convert("L"))
    plain, moved = pictures
    inside = (150, 150, 1900, 2650)
    shifted = ImageChops.offset(plain, 10, 0).crop(inside)  # ten pixels are 1 mm
    assert (
        ImageChops.difference(moved.crop(inside), shifted)
        .point(lambda v: 255 * (v > 60))
        .histogram()[255]
        < 200
    )
    ruler = (0, 0, 90, 2970)
    assert ImageChops.difference(moved.crop(ruler), plain.crop(ruler)).getbbox() is None


def test_front_scale_and_the_fold(run_cli: Run, tiny_folder: Path) -> None:
    run_cli("printer", "set", "p", "--dx", "1mm", "--front-scale-x", "101%")
    plain = build(run_cli, tiny_folder, "--sides", "fold")
    scaled = build(run_cli, tiny_folder, "--sides", "fold", "--printer", "p")
    before, after = (places(files[FRONT], CLIPPED) for files in (plain, scaled))
    assert len(before) == 2
    for one, other in zip(before, after, strict=True):
        assert other[4] == pytest.approx(105 + 1.01 * (one[4] - 105), abs=1e-5)
        assert other[0] == pytest.approx(1.01 * one[0]) and other[5] == one[5]


def test_margins_and_flip_are_defaults(run_cli: Run, tiny_folder: Path) -> None:
    run_cli("printer", "set", "p", "--margin", "20mm,5mm,10mm,5mm", "--flip", "short")
    with_profile = build(run_cli, tiny_folder, "--printer", "p")
    wanted = ("--margin", "20mm,5mm,10mm,5mm", "--flip", "short")
    assert with_profile == build(run_cli, tiny_folder, *wanted)
    own = ("--margin", "6mm", "--flip", "long")
    assert build(run_cli, tiny_folder, "--printer", "p", *own) == build(run_cli, tiny_folder, *own)


def test_a_correction_past_the_margin_is_refused(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("printer", "set", "far", "--dx", "9mm").code == 0
    tiles = tiny_folder / "tiles.yaml"
    tiles.write_text(tiles.read_text().replace("18mm", "62mm"))
    done = run_cli("build", tiny_folder, "--printer", "far")
    assert done.code == 1
    assert "tiles.yaml:7:3: SHEET001 one, two measure 186 x 186 mm" in done.err
    assert "it fits uncorrected for far)" in done.err
    assert run_cli("build", tiny_folder).code == 0


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("marks", ["none", "corner"])
@pytest.mark.parametrize("drift", [("0.4mm", "-0.3mm"), ("-4mm", "3mm"), ("4mm", "-3mm")])
def test_pieces_keep_off_what_a_correction_moves_them_to(
    run_cli: Run, tiny_folder: Path, drift: tuple[str, str], marks: str, flip: str
) -> None:
    """In the corner of the sheet they stand nearest to the rulers, which are not corrected."""
    dx, dy = drift
    run_cli("printer", "set", "p", f"--dx={dx}", f"--dy={dy}", "--angle", "0.1", "--flip", flip)
    build(run_cli, tiny_folder, "--printer", "p", "--align", "top-left", "--marks", marks)


def test_a_profile_of_other_sheets_is_doubted(run_cli: Run, tiny_folder: Path) -> None:
    run_cli("printer", "set", "p", "--dx", "0.4mm", "--flip", "long")
    assert run_cli("build", tiny_folder, "--printer", "p").err == ""
    done = run_cli("build", tiny_folder, "--printer", "p", "--flip", "short")
    assert done.code == 0 and "PRN003 warning: cards_back_A4: it is turned over its" in done.err
    done = run_cli("build", tiny_folder, "--printer", "p", "--orientation", "landscape")
    assert "its sheets lie landscape" in done.err
    run_cli("printer", "set", "p", "--orientation", "landscape")
    done = run_cli("build", tiny_folder, "--printer", "p", "--orientation", "landscape")
    assert done.err == ""


def test_an_unknown_printer(run_cli: Run, tiny_folder: Path) -> None:
    done = run_cli("check", tiny_folder, "--printer", "x")
    assert done.code == 2 and "there are none yet" in done.err
    run_cli("printer", "set", "office", "--dx", "0.4mm")
    done = run_cli("build", tiny_folder, "--printer", "ofice")
    assert done.code == 2 and "did you mean 'office'?" in done.err


# -- the sheet -------------------------------------------------------------------------------------


def test_the_calibration_sheet(run_cli: Run) -> None:
    done = run_cli("calibrate", "-o", "c.pdf", "--paper", "letter", "--flip", "short")
    assert done.code == 0 and done.out == "c.pdf: 2 pages, for Letter, turned over the short edge\n"
    first = Path("c.pdf").read_bytes()
    front, back = pypdf.PdfReader("c.pdf").pages
    for page in (front, back):
        assert [float(v) for v in page.mediabox] == pytest.approx(
            [0, 0, mm_to_pt(215.9), mm_to_pt(279.4)], abs=1e-3
        )
    assert "They should be 170 and 230 mm long" in " ".join(front.extract_text().split())
    run_cli("calibrate", "-o", "c.pdf", "--paper", "letter", "--flip", "short")
    assert Path("c.pdf").read_bytes() == first
    done = run_cli("calibrate", "-o", "d.pdf", "--paper", "4x6in")
    assert done.code == 2 and "too small" in done.err and not Path("d.pdf").exists()


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_the_example_on_the_sheet_is_true(run_cli: Run, paper: str) -> None:
    """The command as printed gives the answer as printed."""
    run_cli("calibrate", "-o", "c.pdf", "--paper", paper)
    text = " ".join(pypdf.PdfReader("c.pdf").pages[1].extract_text().split())
    command = re.search(r"pnp (printer set .*?--flip long)", text)
    answer = re.search(r"answers (.*?)\.(?= 5| From)", text)
    assert command and answer, text
    done = run_cli(*command[1].replace("- -", "--").split())
    assert done.code == 0, done.err
    assert done.out == f"NAME: {answer[1]}, flip long\n"


def test_a_misread_corner_is_told(run_cli: Run) -> None:
    done = run_cli("printer", "set", "p", "--corners", "0.4,0", "0.4,0", "0.4,0", "-1.4,0")
    assert done.code == 0 and "the corners disagree by up to" in done.err
