"""The cut contour read back: a spot colour in a layer that does not print, on the fronts only."""

from __future__ import annotations

import io
import math
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw as raw
import pytest
from PIL import Image

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.layout.contours import cuts_of
from pnp.outputs.documents import Output, export_document

DPI = 100


@cache
def built(cut_contour: bool) -> dict[str, Output]:
    plan = Plan(load(bundled_games()["the-labyrinth"])[0], Options(cut_contour=cut_contour))
    found = [d for d in plan.documents if isinstance(d, SheetDocument)]
    return {d.name: export_document(plan, d) for d in found}


def reader(name: str, cut_contour: bool = True) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(built(cut_contour)[name].data))


def contours(page: Any) -> list[Any]:
    """The forms of a page that use the spot colour."""
    forms = [ref.get_object() for ref in page["/Resources"]["/XObject"].values()]
    return [f for f in forms if "/CutContour" in f["/Resources"].get("/ColorSpace", {})]


def rendered(data: bytes, printing: bool) -> Image.Image:
    page = pypdfium2.PdfDocument(data)[0]
    width, height = (round(v / 72 * DPI) for v in page.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
    flags = raw.FPDF_ANNOT | (raw.FPDF_PRINTING if printing else 0)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    return bitmap.to_pil().convert("RGB").copy()


def magenta(image: Image.Image) -> int:
    width, height = image.size
    colours = (image.getpixel((x, y)) for x in range(width) for y in range(height))
    return sum(r > 190 and b > 140 and g < min(r, b) - 40 for r, g, b in colours)  # type: ignore[misc]


@pytest.mark.parametrize("name", ["tiles_A4", "box_A4"])
def test_the_spot_colour_and_its_layer(name: str) -> None:
    pdf = reader(name)
    properties = pdf.trailer["/Root"]["/OCProperties"]
    (group,) = properties["/OCGs"]
    assert group["/Name"] == "Cut" and group["/Type"] == "/OCG"
    assert group["/Usage"]["/Print"]["/PrintState"] == "/OFF"
    assert group["/Usage"]["/View"]["/ViewState"] == "/ON"
    events = {one["/Event"]: one["/Category"] for one in properties["/D"]["/AS"]}
    assert events == {"/Print": ["/Print"], "/View": ["/View"]}
    for page in pdf.pages:
        (form,) = contours(page)
        kind, colour, process, _ = form["/Resources"]["/ColorSpace"]["/CutContour"]
        assert (kind, colour, process) == ("/Separation", "/CutContour", "/DeviceCMYK")
        assert form["/OC"].get_object() == group.get_object()


def test_the_contour_lies_on_the_trims() -> None:
    plan = Plan(load(bundled_games()["the-labyrinth"])[0])
    document = next(d for d in plan.documents if d.name == "tiles_A4")
    assert isinstance(document, SheetDocument)
    for page, sheet in zip(reader("tiles_A4").pages, document.sheets, strict=True):
        (form,) = contours(page)
        code = form.get_data().decode()
        found = [tuple(map(float, p)) for p in re.findall(r"([-\d.]+) ([-\d.]+) [ml]", code)]
        wanted = [p for cut in cuts_of(sheet) for p in cut.points]
        assert [tuple(p) for p in wanted] == [pytest.approx(p, abs=1e-5) for p in found]
        assert code.startswith("/CutContour CS 1 SCN 0.1 w") and code.endswith("S")


@pytest.mark.slow
def test_it_is_seen_but_not_printed() -> None:
    data = built(True)["tiles_A4"].data
    assert magenta(rendered(data, printing=False)) > 100
    assert magenta(rendered(data, printing=True)) == 0
    plain = rendered(built(False)["tiles_A4"].data, printing=True)
    assert rendered(data, printing=True).tobytes() == plain.tobytes()


def test_backs_and_files_without_it() -> None:
    assert "/OCProperties" not in reader("backs_A4").trailer["/Root"]
    assert built(True)["backs_A4"].data == built(False)["backs_A4"].data
    assert "/OCProperties" not in reader("tiles_A4", False).trailer["/Root"]
    assert b"CutContour" not in built(False)["tiles_A4"].data


def test_the_same_bytes_again() -> None:
    first = built(True)["tiles_A4"].data
    built.cache_clear()
    assert built(True)["tiles_A4"].data == first


def test_arcs_of_round_corners(tmp_path: Path) -> None:
    """Points of the curves lie on circles of 3 mm about the centres of the corners."""
    folder = Path(shutil.copytree(bundled_games()["the-labyrinth"], tmp_path / "game"))
    written = folder / "labyrinths.yaml"
    written.write_text(written.read_text() + "corners: 3mm\n")
    plan = Plan(load(folder)[0], Options(cut_contour=True, gap=4.0))
    document = next(d for d in plan.documents if d.name == "tiles_A4")
    (form,) = contours(pypdf.PdfReader(io.BytesIO(export_document(plan, document).data)).pages[0])
    place = r"([-\d.]+) ([-\d.]+) "
    curves = re.findall(place + "[ml] " + 3 * place + "c", form.get_data().decode())
    assert isinstance(document, SheetDocument)
    trims = [p.trim.inset(3) for p in document.sheets[0].placements]
    assert len(curves) == 4 * len(trims)
    for curve in curves:
        a, b, c, d = (tuple(map(float, curve[i : i + 2])) for i in (0, 2, 4, 6))
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            u = 1 - t
            x, y = (
                u**3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t**3 * d[i]
                for i in (0, 1)
            )
            away = min(math.dist((x, y), corner) for trim in trims for corner in trim.corners)
            assert away == pytest.approx(3, abs=0.002)
            assert not any(trim.inset(-2).covers(Rect(x, y, 0, 0)) for trim in trims)
