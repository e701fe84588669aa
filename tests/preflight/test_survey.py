"""`pnp preflight` on PDFs of other programs, and on what is none."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from conftest import Result
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.fonts import find_font
from pnp.game.loader import bundled_games
from pnp.outputs.tagfile import Kept, tag_file
from pnp.pdf.attachment import attach
from pnp.pdf.pages import register
from pnp.record import Record

Run = Callable[..., Result]


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Two pages Letter with bleed, one A5; Helvetica, a hairline, small type, a coarse image."""
    path = tmp_path / "foreign.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792))
    for _ in range(2):
        canvas.setTrimBox((10, 10, 602, 782))
        canvas.setFont("Helvetica", 4)
        canvas.drawString(72, 72, "small")
        canvas.showPage()
    canvas.setPageSize((419.53, 595.28))
    canvas.setLineWidth(0.1)
    canvas.line(10, 10, 100, 100)
    image = ImageReader(Image.new("RGB", (100, 300), "#804020"))
    canvas.drawImage(image, 72, 72, 72, 72)
    canvas.showPage()
    canvas.save()
    return path


def test_an_archive_that_holds_pdfs_is_none(run_cli: Run, foreign: Path) -> None:
    """Readers look for a PDF's end, and find that of the last one."""
    archive = foreign.with_suffix(".zip")
    archive.write_bytes(tag_file({"foreign.pdf": Kept(foreign.read_bytes())}))
    done = run_cli("preflight", archive)
    assert done.code == 1
    assert (
        done.out
        == f"{archive}:1:1: PDF001 the file cannot be read as a PDF: it does not begin as one\n"
    )


def test_a_foreign_file(run_cli: Run, foreign: Path) -> None:
    done = run_cli("preflight", foreign)
    assert done.code == 1 and done.err == ""
    for says in (
        "3 pages",
        "pages 1–2: 215.9 x 279.4 mm; trimbox 208.84 x 272.34 mm at 3.53, 3.53",
        "page 3: 148 x 210 mm",
        "font Helvetica: not embedded",
        "lines from 0.035 mm",
        "type from 4.0 pt",
        "1 image, 100 to 100 ppi",
        "PDF007 the font Helvetica is not in the file",
        "PDF009 warning: ",
        "PDF010 warning: ",
        "PDF012 warning: 1 of 1 images have too few pixels (100 ppi is the least",
    ):
        assert says in done.out, says


def test_json(run_cli: Run, foreign: Path) -> None:
    done = run_cli("preflight", foreign, "--format", "json")
    assert done.code == 1
    (file,) = json.loads(done.out)["files"]
    assert [p["code"] for p in file["problems"]] == ["PDF007", "PDF009", "PDF010", "PDF012"]
    assert [(p["first"], p["last"]) for p in file["facts"]["pages"]] == [(1, 2), (3, 3)]
    assert file["facts"]["images"] == [{"ppi": 100.0}]
    assert file["facts"]["fonts"] == [{"name": "Helvetica", "embedded": False}]


def test_our_own_files_pass(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("build", tiny_folder, "-o", tiny_folder / "out").code == 0
    files = sorted((tiny_folder / "out" / "tiny").glob("*.pdf"))
    done = run_cli("preflight", *files, "--strict")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("embedded") >= 2 and "not embedded" not in done.out


def test_what_is_no_pdf(run_cli: Run, tmp_path: Path, foreign: Path) -> None:
    writer = pypdf.PdfWriter(clone_from=foreign)
    writer.encrypt("secret")
    locked = io.BytesIO()
    writer.write(locked)
    data = foreign.read_bytes()
    spoilt = {
        "empty": b"",
        "text": b"not a PDF",
        "short": data[: len(data) // 2],
        "head": b"%PDF-1.7\n",
        "locked": locked.getvalue(),
    }
    for name, content in spoilt.items():
        (tmp_path / name).write_bytes(content)
    done = run_cli("preflight", *(tmp_path / name for name in spoilt), tmp_path, tmp_path / "no")
    assert done.code == 1 and "Traceback" not in done.out + done.err
    lines = done.out.splitlines()
    assert [line.split()[1] for line in lines if "IO001" in line] == ["IO001"] * 2
    assert sum("PDF001" in line for line in lines) >= 4
    assert f"{tmp_path / 'locked'}:1:1: PDF001" in done.out


def test_fonts_of_one_name_must_all_be_in_the_file(run_cli: Run, tmp_path: Path) -> None:
    out = tmp_path / "twice.pdf"
    canvas = Canvas(str(out))
    for name in ("Alegreya Sans", "Helvetica"):
        font = register(find_font(name, 500)).fontName if name != "Helvetica" else name
        canvas.setFont(font, 12)
        canvas.drawString(72, 72, "words")
    canvas.save()
    named = re.sub(rb"/BaseFont /Helvetica\b", b"/BaseFont /AlegreyaSans-Medium", out.read_bytes())
    out.write_bytes(named)
    assert "font AlegreyaSans-Medium: not embedded" in run_cli("preflight", out).out


def test_usage(run_cli: Run) -> None:
    assert run_cli("preflight").code == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_games())
def test_what_builds_prove_passes(run_cli: Run, tmp_path: Path, name: str) -> None:
    """Pictures of leaflets show pieces at a smaller size, with their lines and type: neither place
    objects to that."""
    built = run_cli("build", name, "--format", "json")
    said = [p for p in json.loads(built.out)["problems"] if p["severity"] != "note"]
    files = sorted((tmp_path / "output" / name).glob("*.pdf"))
    done = run_cli("preflight", *files, "--strict", "--format", "json")
    told = json.loads(done.out)["files"]
    assert said == [problem for file in told for problem in file["problems"]] == []
    assert done.code == 0 and len(files) > 2
    assert [f["file"] for f in told if f["facts"]["leaflet"]] == [
        str(f) for f in files if f.stem in ("rules_A4", "regras_A4")
    ]


def test_words_of_a_leaflet_count(run_cli: Run, tmp_path: Path) -> None:
    """Only what stands in its pictures is let be."""
    canvas = Canvas(str(tmp_path / "tiny.pdf"))
    record = Record(
        schema_number=1,
        program="",
        game="g",
        title="",
        version="",
        document="d",
        stem="d",
        side="leaflet",
        paper="A4",
    )
    attach(canvas, lambda: record)
    canvas.setFont("Helvetica", 4)
    canvas.drawString(72, 72, "small")
    canvas.save()
    assert "type of 4.0 pt" in run_cli("preflight", tmp_path / "tiny.pdf").out


def chained(depth: int, show: str) -> bytes:
    """A PDF of one page with a chain of forms, each of which does `show` with the one before."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", "", ""]
    for n in range(depth):
        code = show if n else "0 0 9 9 re f"
        uses = f"/Resources<</XObject<</F {len(objects)} 0 R>>>>" if n else ""
        head = f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{uses}/Length {len(code)}>>"
        objects.append(f"{head}stream\n{code}\nendstream")
    uses = f"/Resources<</XObject<</F {len(objects)} 0 R>>>>"
    objects[2] = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R{uses}>>"
    objects[3] = "<</Length 5>>stream\n/F Do\nendstream"
    data, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, text in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(data)
        data += f"{number} 0 obj\n{text}\nendobj\n".encode()
    many = len(objects) + 1
    end = b"xref\n0 %d\n%btrailer\n<</Size %d/Root 1 0 R>>\n" % (many, table, many)
    return data + end + b"startxref\n%d\n%%%%EOF\n" % len(data)


@pytest.mark.parametrize(
    ("depth", "show", "code"),
    [(30, "/F Do /F Do", 1), (30, "/#46 Do /F Do", 1), (8, "/F Do /F Do", 0), (60, "/F Do", 0)],
)
def test_forms_that_hold_each_other_without_end_are_not_drawn(
    run_cli: Run, tmp_path: Path, depth: int, show: str, code: int
) -> None:
    path = tmp_path / "chain.pdf"
    path.write_bytes(chained(depth, show))
    done = run_cli("preflight", path)
    assert done.code == code
    assert ("PDF001" in done.err + done.out) == bool(code)
