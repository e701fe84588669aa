"""The record that a file carries: attached, read back, refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pypdf
import pytest
from art_help import deck_folder, file_of, quarters

from pnp.errors import PnpError
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.outputs.documents import export_document
from pnp.pdf.attachment import read_record
from pnp.record import make_record, read_json


def test_every_document_carries_its_record() -> None:
    plan = Plan(load(bundled_games()["labydo"])[0])
    for document in plan.documents:
        data = export_document(plan, document).data
        record = read_record(data, document.name)
        contents = record.contents
        assert record == make_record(plan, document, contents)
        assert bool(contents) == (record.side == "leaflet") == (not record.faces)
        reader = pypdf.PdfReader(io.BytesIO(data))
        root: Any = reader.trailer["/Root"]
        (file,) = root["/AF"]
        assert file.get_object()["/AFRelationship"] == "/Data"
        assert json.loads(reader.attachments["pnp-record.json"][0])["schema_number"] == 1


def test_a_leaflets_key_is_that_of_its_words_not_of_its_footers(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# Rules\n\nGo in. Come out.\n")
    game = "title: Tiny\nversion: '{}'\ndocuments: {{rules: {{leaflet: rules.md}}}}\n"

    def key(version: str) -> str:
        (tmp_path / "game.yaml").write_text(game.format(version))
        plan = Plan(load(tmp_path)[0])
        return read_record(export_document(plan, plan.documents[0]).data, "it").contents

    first = key("1")
    assert key("2.5") == first
    (tmp_path / "rules.md").write_text("# Rules\n\nGo in. Stay there.\n")
    assert key("1") != first


def test_a_leaflets_pictures_count_as_they_are_shown(tmp_path: Path) -> None:
    """Without bleed, and however their files are compressed."""

    def key(cards: str, art: bytes, **options: Any) -> str:
        text = f"back: a.png\nmake_bleed: mirror\n{cards}"
        folder = deck_folder(tmp_path / "deck", text, a_png=art, b_png=art)
        (folder / "rules.md").write_text(
            "# R\n\n![A](face:a?height=40mm) ![B](face:b?height=30mm)\n\n![A](face:a?height=20mm)\n"
        )
        game = (folder / "game.yaml").read_text() + "  rules_{paper}: {leaflet: rules.md}\n"
        (folder / "game.yaml").write_text(game)
        plan = Plan(load(folder)[0], Options(**options))
        return read_record(export_document(plan, plan.documents[-1]).data, "it").contents

    cards, art = "cards: {a: a.png, b: b.png}\n", quarters()
    first = key(cards, file_of(art))
    assert key(f"bleed: 3mm\n{cards}", file_of(art)) == first
    assert key(cards, file_of(art), bleed=2.0) == first
    assert key(cards, file_of(art.convert("RGBA"), compress_level=1)) == first
    art.putpixel((100, 100), (0, 0, 0))
    assert key(cards, file_of(art)) != first


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema_number": 2}',
        '{"schema_number": 1, "program": 3}',
        "{" * 2000,
    ],
)
def test_records_that_cannot_be_read(text: str) -> None:
    with pytest.raises(PnpError, match="REC001 it holds no record"):
        read_json(text, "it")


@pytest.mark.parametrize("change", ['"trim":[1e999,0,0,0]', '"trim":[0,0,0]', '"slot":0'])
def test_a_tampered_record_is_refused(tiny_folder: Path, change: str) -> None:
    plan = Plan(load(tiny_folder)[0])
    text = make_record(plan, plan.documents[0]).json_bytes().decode()
    assert read_json(text, "it").pieces
    name = change.partition(":")[0]
    start = text.index(name)
    end = text.index("]" if "trim" in name else ",", start) + ("trim" in name)
    with pytest.raises(PnpError, match="REC001"):
        read_json(text[:start] + change + text[end:], "it")


def test_files_without_a_record(tiny_folder: Path) -> None:
    with pytest.raises(PnpError, match="PDF001"):
        read_record(b"no PDF", "it")
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.write(out)
    with pytest.raises(PnpError, match="REC001"):
        read_record(out.getvalue(), "it")
