"""Tags as files: what is kept comes back, and nothing of a forged one is believed."""

from __future__ import annotations

import io
import os
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.errors import PnpError
from pnp.outputs import tagfile
from pnp.outputs.tagfile import Kept, find_tag, read_archive, tag_file, tags_in

DOCUMENTS = {"b_A4.pdf": Kept(b"%PDF b", "0" * 64), "a_A4.pdf": Kept(b"%PDF a")}


def archive(*entries: tuple[str, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packed) as file:
        for name, data in entries:
            file.writestr(name, data)
    return out.getvalue()


def early(data: bytes) -> bytes:
    """An archive that says of itself that it began before the file does."""
    place = int.from_bytes(data[-6:-2], "little") + 6
    return data[:-6] + place.to_bytes(4, "little") + data[-2:]


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    data = tag_file(DOCUMENTS)
    assert data == tag_file(dict(DOCUMENTS))
    (tmp_path / "t.zip").write_bytes(data)
    found = read_archive(tmp_path / "t.zip")
    assert list(found.items()) == list(DOCUMENTS.items())
    assert zipfile.ZipFile(tmp_path / "t.zip").testzip() is None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a zip file"),
        (b"%PDF-1.7", "not a zip file"),
        (tag_file(DOCUMENTS)[:-30], "not a zip file"),
        (tag_file(DOCUMENTS).replace(b"%PDF b", b"%PDF c"), "Bad CRC-32"),
        (archive(), "other files than PDFs"),
        (archive(("../a.pdf", b"x")), "other files than PDFs"),
        (archive(("a.pdf", b"x"), ("run.sh", b"x")), "other files than PDFs"),
        (archive(*[(f"{n}.pdf", b"") for n in range(1001)]), "too large"),
        (archive(("a.pdf", bytes(2_000_000))), "too large"),
        (archive(("a.pdf", b"x")).replace(b"a.pdf\xab", b"a.pdf\xff"), "Error -3"),
        (archive(("a.pdf", b"x"), packed=zipfile.ZIP_LZMA), "packed in a way of its own"),
        (early(archive(("a.pdf", b"x"))), ""),
    ],
)
def test_forged_archives(
    tmp_path: Path, data: bytes, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tagfile, "MOST_PDF", 1_000_000)
    path = tmp_path / "t.zip"
    path.write_bytes(data)
    with pytest.raises(PnpError, match=f"REC001 .*t.zip is no tag that can be read.*{says}"):
        read_archive(path)


def test_a_giant_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagfile, "MOST_PDF", 1_000_000)
    path = tmp_path / "t.zip"
    with path.open("wb") as file:
        file.truncate(2 * tagfile.MOST_PDF + 1)
    with pytest.raises(PnpError, match=r"REC001 .*too large"):
        read_archive(path)


def test_too_much_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagfile, "MOST_PDF", 11)
    with pytest.raises(PnpError, match=r"TAG003 .*2 documents"):
        tag_file(DOCUMENTS)


def link(folder: Path) -> None:
    (folder / "elsewhere.zip").write_bytes(tag_file(DOCUMENTS))
    (folder / ".pnp" / "tags" / "t.zip").symlink_to(folder / "elsewhere.zip")


def linked_folder(folder: Path) -> None:
    (folder / ".pnp" / "tags").rename(folder / "elsewhere")
    (folder / "elsewhere" / "t.zip").write_bytes(tag_file(DOCUMENTS))
    (folder / ".pnp" / "tags").symlink_to(folder / "elsewhere")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / ".pnp" / "tags" / "t.zip")


def folder_in_its_place(folder: Path) -> None:
    (folder / ".pnp" / "tags" / "t.zip").mkdir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("put", [link, linked_folder, pipe, folder_in_its_place])
def test_only_plain_files_are_tags(tmp_path: Path, put: Callable[[Path], None]) -> None:
    (tmp_path / ".pnp" / "tags").mkdir(parents=True)
    put(tmp_path)
    assert tags_in(tmp_path) == {} and find_tag(tmp_path, "t") is None


def test_tags_by_their_names(tmp_path: Path) -> None:
    tags = tmp_path / ".pnp" / "tags"
    tags.mkdir(parents=True)
    for name in ("b.zip", "a.json", "c.txt", "d e.zip", ".zip"):
        (tags / name).write_bytes(b"")
    assert tags_in(tmp_path) == {"b": tags / "b.zip"}
    for name in ("../tags/a", "", "a.json", "x" * 65):
        assert find_tag(tmp_path, name) is None


@pytest.mark.slow
def test_what_an_entry_says_of_its_size_is_the_most_that_is_unpacked(tmp_path: Path) -> None:
    """300 MB of noughts that claim to be 100 bytes."""
    path, size = tmp_path / "bomb.zip", 300_000_000
    data = archive(("a_A4.pdf", bytes(size)))
    crc = zlib.crc32(bytes(100)).to_bytes(4, "little")
    false = data.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    path.write_bytes(false.replace(zlib.crc32(bytes(size)).to_bytes(4, "little"), crc))
    del data, false
    tracemalloc.start()
    assert read_archive(path) == {"a_A4.pdf": Kept(bytes(100))}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30_000_000
