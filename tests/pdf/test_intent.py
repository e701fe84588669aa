"""The output intent read back, its profile used, and what it does not claim."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pytest
from conftest import Result
from PIL import Image, ImageCms

from pnp.game.loader import bundled_games, load
from pnp.game.options import Options
from pnp.game.plan import Plan
from pnp.outputs.documents import export_document
from pnp.pdf import metadata
from pnp.preflight.build import prove_files
from pnp.system.resources import bundled

Run = Callable[..., Result]
PROFILE = bundled("profiles") / "sRGB.icc"


@cache
def plan_of(name: str, intent: str = "srgb", **options: Any) -> Plan:
    return Plan(load(bundled_games()[name])[0], Options(intent=intent, **options))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"cut_contour": True}, {"single": True}])
def test_every_file_names_srgb_once(options: dict[str, Any]) -> None:
    plan = plan_of("the-labyrinth", **options)
    for document in plan.documents:
        data = export_document(plan, document).data
        root: Any = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]
        (intent,) = root["/OutputIntents"]
        assert intent["/Type"] == "/OutputIntent" and intent["/S"] == "/GTS_PDFA1"
        assert intent["/OutputConditionIdentifier"] == "sRGB IEC61966-2.1"
        stream = intent["/DestOutputProfile"]
        assert stream["/N"] == 3 and stream.get_data() == PROFILE.read_bytes()
        contour = bool(options.get("cut_contour")) and hasattr(document, "sheets")
        assert not contour or "/OCProperties" in root or "back" in document.name
        assert data == export_document(plan, document).data


def test_no_standard_is_claimed() -> None:
    plan = plan_of("the-labyrinth")
    for document in plan.documents:
        reader = pypdf.PdfReader(io.BytesIO(export_document(plan, document).data))
        assert not [key for key in reader.metadata or {} if "PDFX" in key]
        packet = reader.trailer["/Root"]["/Metadata"].get_data()  # type: ignore[index]
        assert b"pdfaid" not in packet and b"pdfx" not in packet


def test_without_it_nothing_is_named() -> None:
    plan = plan_of("the-labyrinth", "none")
    for document in plan.documents:
        root = pypdf.PdfReader(io.BytesIO(export_document(plan, document).data)).trailer["/Root"]
        assert "/OutputIntents" not in root  # type: ignore[operator]


def test_the_profile_is_srgb() -> None:
    """It maps colours to themselves, seen from Little CMS's own sRGB; header as PDF 1.7 wants."""
    data = PROFILE.read_bytes()
    size, version = struct.unpack(">I4xI", data[:12])
    assert size == len(data) and version == 0x04200000
    assert data[12:24] == b"mntrRGB XYZ " and data[36:40] == b"acsp"
    pixels = bytes(v for r in range(0, 256, 51) for g in range(0, 256, 51) for v in (r, g, 99))
    image = Image.frombytes("RGB", (6, 6), pixels)
    own = ImageCms.ImageCmsProfile(str(PROFILE))
    there = ImageCms.profileToProfile(image, own, ImageCms.createProfile("sRGB"))
    assert there is not None
    assert max(abs(a - b) for a, b in zip(there.tobytes(), pixels, strict=True)) <= 1


def test_a_file_without_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("the-labyrinth")
    monkeypatch.setattr(metadata, "name_srgb", lambda document: None)
    document = plan.documents[0]
    data = export_document(plan, document).data
    monkeypatch.undo()
    problems, _ = prove_files(plan, [(document, data)])
    assert [problem.code for problem in problems] == ["PDF013"]


def test_preflight_names_it(run_cli: Run, tmp_path: Path) -> None:
    args = ("build", "labydo", "--only", "extras", "--output-intent", "srgb", "-o", tmp_path)
    assert run_cli(*args).code == 0
    done = run_cli("preflight", tmp_path / "labydo" / "extras_A4.pdf")
    assert "output intent sRGB IEC61966-2.1" in done.out
