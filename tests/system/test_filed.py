"""Large files pass through the disk: the same bytes as in memory, and one picture at a time."""

from __future__ import annotations

import random
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import deck_folder, file_of, plan_of, quarters
from conftest import Result
from PIL import Image

from pnp.outputs.documents import export_document
from pnp.outputs.tagfile import Kept, read_archive, tag_file
from pnp.pdf.attachment import has_record, read_record
from pnp.pdf.bitmaps import image_object
from pnp.preflight.build import prove_files
from pnp.preflight.reading import ReadFile
from pnp.preflight.survey import survey
from pnp.system import filed, scratch
from pnp.system.filed import Draft, digest_of, size_of

COUNT, WIDTH, HEIGHT = 12, 500, 698
PICTURE = 3 * WIDTH * HEIGHT
"""Bytes of a picture's pixels, of which noise saves nothing."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is larger than 1 kB counts as large."""
    monkeypatch.setattr(filed, "SMALL", 1_000)


def deck(folder: Path) -> Path:
    cards = "back: none\ncards: {a: a.png, b: b.jpg}\n"
    picture = quarters()
    return deck_folder(folder, cards, a_png=file_of(picture), b_jpg=file_of(picture, "JPEG"))


def test_a_large_document_is_a_file_of_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(deck(tmp_path / "deck"))
    (document,) = plan.documents
    held = export_document(plan, document).data
    assert isinstance(held, bytes)
    monkeypatch.setattr(filed, "SMALL", 1_000)
    path = export_document(plan, document).data
    assert isinstance(path, Path) and path.read_bytes() == held
    assert digest_of(path) == digest_of(held) and size_of(path) == size_of(held)
    assert read_record(path, "it") == read_record(held, "it") and has_record(path)
    one, other = ReadFile("it", path), ReadFile("it", held)
    assert [p.size for p in one.pages] == [p.size for p in other.pages]
    assert survey(one) == survey(other) and survey(one).resolutions
    assert prove_files(plan, [(document, path)])[0] == []


@pytest.mark.parametrize("cut", [0, 3, 400, -30])
def test_what_is_no_pdf_is_said_of_files_as_of_bytes(tmp_path: Path, small: None, cut: int) -> None:
    from pnp.errors import PnpError

    plan = plan_of(deck(tmp_path / "deck"))
    whole = export_document(plan, plan.documents[0]).data
    assert isinstance(whole, Path)
    data = whole.read_bytes()[:cut]
    path = tmp_path / "cut.pdf"
    path.write_bytes(data)
    said = []
    for form in (path, data):
        with pytest.raises(PnpError) as found:
            read_record(form, "it")
        said.append(found.value.problems[0].code)
    assert said == ["PDF001", "PDF001"]


def test_another_file_behind_a_pdf_is_found_at_any_distance(tmp_path: Path) -> None:
    from pnp.errors import PnpError

    plan = plan_of(deck(tmp_path / "deck"))
    data = export_document(plan, plan.documents[0]).data
    assert isinstance(data, bytes)
    assert read_record(b"\n" + data, "it") == read_record(data, "it")
    assert read_record(data + b" " * 500, "it") == read_record(data, "it")
    with pytest.raises(PnpError, match="is there another file behind it"):
        read_record(data + bytes(5_000) + b"startxref\n7\n%%EOF", "it")


def test_drafts_grow_out_of_memory_in_the_middle(small: None) -> None:
    draft = Draft()
    draft.write(b"a" * 900)
    draft.seek(800)
    draft.write(b"b" * 250)
    assert draft.tell() == 1050
    draft.seek(0)
    draft.write(b"c" * 100)
    path = draft.filed()
    assert isinstance(path, Path)
    assert path.read_bytes() == b"c" * 100 + b"a" * 700 + b"b" * 250


def test_tags_are_the_same_through_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "b.pdf"
    large.write_bytes(b"%PDF" + random.Random(1).randbytes(5_000))
    documents = {"a.pdf": Kept(b"%PDF a"), "b.pdf": Kept(large, "0" * 64)}
    held = tag_file(documents)
    monkeypatch.setattr(filed, "SMALL", 1_000)
    path = tag_file(documents)
    assert isinstance(held, bytes) and isinstance(path, Path) and path.read_bytes() == held
    found = read_archive(path)
    assert found["a.pdf"] == documents["a.pdf"] and found["b.pdf"].key == "0" * 64
    assert isinstance(found["b.pdf"].data, Path)
    assert digest_of(found["b.pdf"].data) == digest_of(large)


def test_a_tag_that_unpacks_to_far_more_is_refused(tmp_path: Path) -> None:
    from pnp.errors import PnpError
    from pnp.outputs import tagfile

    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pdf", b"%PDF" + bytes(200_000))
    assert size_of(read_archive(path)["a.pdf"].data) == 200_004
    tagfile_most, tagfile.MOST_PACKED = tagfile.MOST_PACKED, 100_000
    try:
        with pytest.raises(PnpError, match="too large"):
            read_archive(path)
    finally:
        tagfile.MOST_PACKED = tagfile_most


def test_whole_commands_through_the_disk(
    tmp_path: Path, run_cli: Callable[..., Result], small: None
) -> None:
    deck(tmp_path / "deck")
    for jobs in ("1", "2"):
        made = run_cli("build", "deck", "-o", "out", "--tag", f"t{jobs}", "--jobs", jobs)
        assert made.code == 0, made.err
    pdf = tmp_path / "out" / "deck" / "cards_A4.pdf"
    for since in (str(pdf), "out", "t1"):
        same = run_cli("diff", "deck", "--since", since, "--in", "out", "--exit-code")
        assert same.code == 0, same
    (tmp_path / "deck" / "a.png").write_bytes(file_of(quarters(300, 419)))
    changed = run_cli("diff", "deck", "--since", "t1", "--in", "out", "-o", "d.html")
    assert changed.code == 0 and (tmp_path / "d.html").exists()
    again = run_cli("reprint", "deck", "--since", "t1", "--in", "out", "-o", "again")
    assert again.code == 0 and "reprint" in again.out
    twice = run_cli("reprint", "deck", "--since", "t1", "--in", "out", "-o", "again")
    assert twice.code == 0
    assert "1 page" in run_cli("preflight", pdf).out
    other = run_cli("build", "deck", "-o", "out", "--tag", "t1")
    assert other.code == 2 and "TAG001" in other.err
    scratch.clear()


def test_pictures_pass_through_one_at_a_time(tmp_path: Path) -> None:
    """Of what is held at a time when a document is made and read back: bytes, not seconds."""
    lot = random.Random(5)
    files = {
        f"c{n}_png": file_of(
            Image.frombytes("RGB", (WIDTH, HEIGHT), lot.randbytes(PICTURE)), compress_level=1
        )
        for n in range(COUNT)
    }
    cards = ", ".join(f"c{n}: c{n}.png" for n in range(COUNT))
    folder = deck_folder(tmp_path / "deck", f"back: none\ncards: {{{cards}}}\n", **files)
    del files
    tracemalloc.start()
    try:
        plan = plan_of(folder)
        (document,) = plan.documents
        assert len(plan.pieces) == COUNT
        bitmaps = [b for p in plan.pieces for s in p.front.stack for b in s.layer.bitmaps]
        assert len(bitmaps) == COUNT
        tracemalloc.reset_peak()
        held = tracemalloc.get_traced_memory()[0]
        old, filed.SMALL = filed.SMALL, 1_000
        try:
            data = export_document(plan, document).data
            ReadFile("it", data)
        finally:
            filed.SMALL = old
        peak = tracemalloc.get_traced_memory()[1] - held
    finally:
        tracemalloc.stop()
    assert size_of(data) > COUNT * PICTURE * 0.9
    assert peak < 8 * PICTURE, f"{peak:,} bytes"


def test_an_image_keeps_nothing_of_what_it_wrote(tmp_path: Path) -> None:
    plan = plan_of(deck(tmp_path / "deck"))
    for piece in plan.pieces:
        (bitmap,) = piece.front.stack[0].layer.bitmaps
        image = image_object(bitmap)
        assert not image.content
