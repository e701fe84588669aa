"""What `--since` names: files, folders, tags and revisions, and what is said of anything else."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from conftest import Result
from finding_help import changed, found, run_git
from msgspec.structs import replace

from pnp.errors import PnpError
from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.history import compare, finding
from pnp.history.finding import leaflet_keys, together
from pnp.outputs.tagfile import Kept, tag_file
from pnp.pdf.attachment import read_record
from pnp.record import NAME

Run = Callable[..., Result]
Edit = Callable[..., None]
OLD_WALL, NEW_WALL = "    | . | .   . |", "    | .   .   . |"


@pytest.fixture
def built(run_cli: Run, tiny_folder: Path) -> Path:
    """The output folder of a tagged build."""
    done = run_cli("build", tiny_folder, "--tag", "first", "--no-preflight")
    assert done.code == 0, done.err
    return tiny_folder.parent / "output"


@pytest.mark.slow
@pytest.mark.parametrize(
    "word",
    [
        "output",
        "./output/",
        "output/tiny",
        "output/tiny/cards_A4.pdf",
        "first",
        "tag:first",
        "output/tiny/.pnp/tags/first.zip",
    ],
)
def test_builds(built: Path, tiny_folder: Path, edit: Edit, word: str) -> None:
    assert changed(found(word, tiny_folder), tiny_folder) == []
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert changed(found(word, tiny_folder), tiny_folder) == ["two"]


def test_pdfs_one_after_another_are_one_build(
    built: Path, tiny_folder: Path, edit: Edit, run_cli: Run
) -> None:
    """In whatever order; later backs stand for earlier ones, another state of fronts is another
    build that wins."""

    def what(*words: str) -> dict[str, tuple[str, ...]]:
        held = together(found(word, tiny_folder) for word in words)
        changes = compare(held, Plan(load(tiny_folder)[0], Options()), {})
        assert changes.is_sure
        return {change.id: change.sides for change in changes.all}

    fronts, backs = "output/tiny/cards_A4.pdf", "output/tiny/cards_back_A4.pdf"
    assert what(fronts, backs) == what(backs, fronts) == {}
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    both = {"one": ("back",), "two": ("front", "back")}
    assert what(fronts, backs) == what(backs, fronts) == what("first") == both
    assert run_cli("build", tiny_folder, "-o", "new", "--no-preflight").code == 0
    new_fronts, new_backs = (name.replace("output", "new") for name in (fronts, backs))
    assert what(fronts, backs, new_backs) == what("first", new_backs) == {"two": ("front",)}
    assert what(fronts, backs, new_fronts, new_backs) == {}


def test_a_tag_by_its_path_is_that_tag(built: Path, tiny_folder: Path) -> None:
    """Also under another name: an archive that ends in a PDF is none."""
    path = Path("output/tiny/.pnp/tags/first.zip")
    shutil.copy(path, "kept.pdf")
    for word in (str(path), "kept.pdf"):
        old = found(word, tiny_folder)
        assert old.complete and old.name == word
        assert sorted(old.files) == ["cards_A4", "cards_back_A4"]
    Path("other.pdf").write_bytes(b"PK\x03\x04" + bytes(90))
    with pytest.raises(PnpError, match=r"REC001 other\.pdf is no tag that can be read"):
        found("other.pdf", tiny_folder)


def test_what_does_not_begin_as_a_pdf_is_none(built: Path, tiny_folder: Path) -> None:
    data = Path("output/tiny/cards_A4.pdf").read_bytes()
    Path("late.pdf").write_bytes(b"GIF89a" + data)
    with pytest.raises(
        PnpError, match=r"PDF001 late\.pdf cannot be read as a PDF: it does not begin"
    ):
        found("late.pdf", tiny_folder)
    Path("blank.pdf").write_bytes(b"\xef\xbb\xbf\r\n" + data)
    assert found("blank.pdf", tiny_folder).records


def test_a_file_behind_a_pdf_is_not_taken_for_it(built: Path, tiny_folder: Path) -> None:
    """Neither another PDF nor a tag that holds some."""
    data = Path("output/tiny/cards_A4.pdf").read_bytes()
    for other in ("cards_back_A4.pdf", ".pnp/tags/first.zip"):
        Path("two.pdf").write_bytes(data + Path(f"output/tiny/{other}").read_bytes())
        with pytest.raises(PnpError, match=r"PDF001 two\.pdf .* another file behind it"):
            found("two.pdf", tiny_folder)
    Path("two.pdf").write_bytes(data + b"\n\n")
    assert found("two.pdf", tiny_folder).records


def test_of_two_papers_in_a_folder_the_last_build_counts(
    run_cli: Run, tiny_folder: Path, edit: Edit
) -> None:
    build = ("build", tiny_folder, "--no-preflight", "--paper")
    assert run_cli(*build, "A4").code == run_cli(*build, "Letter").code == 0
    old = found("output", tiny_folder)
    assert changed(old, tiny_folder) == [] and not old.notes  # they agree: both are named
    assert {record.paper for record in old.records} == {"A4", "Letter"}
    text = (tiny_folder / "tiles.yaml").read_text()
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli(*build, "Letter", "--only", "cards").code == 0
    old = found("output", tiny_folder)
    assert [r.document for r in old.records] == ["cards_Letter", "cards_back_Letter"]
    says = "output holds documents of several builds: those of the last one count"
    assert old.notes == (f"{says}, not cards_A4 and 1 more",)
    assert changed(old, tiny_folder) == []
    (tiny_folder / "tiles.yaml").write_text(text)
    assert changed(old, tiny_folder) == ["two"]
    assert run_cli(*build, "A4").code == 0  # it stands, and is the last one nevertheless
    assert changed(found("output", tiny_folder), tiny_folder) == []
    Path("output/tiny/.pnp/state.json").unlink()
    with pytest.raises(PnpError, match=r"OLD002 .* \(name the PDFs .* once more"):
        assert found("output", tiny_folder).held


def test_a_tag_elsewhere(built: Path, tiny_folder: Path) -> None:
    built.rename(built.parent / "prints")
    assert found("first", tiny_folder, "prints").complete
    with pytest.raises(PnpError, match="OLD001 'first' is no PDF, no folder, no tag of tiny"):
        found("first", tiny_folder)


def test_unknown_words_name_what_was_tried(built: Path, tiny_folder: Path) -> None:
    for word in ("nope", "tag:nope", "tag:../tags/first", "no/where.pdf"):
        with pytest.raises(PnpError) as caught:
            found(word, tiny_folder)
        (problem,) = caught.value.problems
        assert problem.code == "OLD001" and f"'{word}' is no PDF, no folder" in problem.message
        assert problem.hint == "tags there: first; or give --in FOLDER"


def test_a_word_with_two_meanings(built: Path, tiny_folder: Path) -> None:
    Path("first").mkdir()
    with pytest.raises(
        PnpError, match=r"OLD002 'first' is a folder and a tag .*write \./first, tag"
    ):
        found("first", tiny_folder)
    assert found("tag:first", tiny_folder).name == "tag first"
    with pytest.raises(PnpError, match="OLD001 neither first nor first/tiny holds a PDF"):
        found("./first", tiny_folder)


def test_another_game(built: Path, tiny_folder: Path) -> None:
    other = Path(shutil.copytree(tiny_folder, tiny_folder.parent / "other"))
    for word in ("output/tiny", "output/tiny/cards_A4.pdf"):
        with pytest.raises(PnpError, match=r"OLD003 .* is of the game 'tiny', not of 'other'"):
            found(word, other)


def tag_of(built: Path, **files: bytes) -> None:
    kept = {f"{name}.pdf": Kept(data) for name, data in files.items()}
    (built / "tiny/.pnp/tags/forged.zip").write_bytes(tag_file(kept))


def test_forged_tags(built: Path, tiny_folder: Path, run_cli: Run, edit: Edit) -> None:
    """Broken PDFs, PDFs of another game or without a record, one document in two states."""
    other = Path(shutil.copytree(tiny_folder, tiny_folder.parent / "other"))
    assert run_cli("build", other, "--no-preflight").code == 0
    edit(other / "game.yaml", "title: Tiny", "title: Tiny\nid: tiny")
    edit(other / "tiles.yaml", OLD_WALL, NEW_WALL)
    assert run_cli("build", other, "-o", "two", "--no-preflight").code == 0
    fine = (built / "tiny" / "cards_A4.pdf").read_bytes()
    cases: list[tuple[dict[str, bytes], str]] = [
        ({"a": fine[:900]}, "PDF001 .*forged.zip: a.pdf cannot be read"),
        ({"a": b""}, "PDF001"),
        ({"a": (built / "other/cards_A4.pdf").read_bytes()}, "OLD003 tag forged is of the game"),
        ({"a": fine, "b": Path("two/tiny/cards_A4.pdf").read_bytes()}, "OLD002 .*two|different"),
    ]
    for files, says in cases:
        tag_of(built, **files)
        with pytest.raises(PnpError, match=says):
            _ = found("forged", tiny_folder).held
    tag_of(built, a=fine)
    assert changed(found("forged", tiny_folder), tiny_folder) == ["one", "two"]  # without backs
    (built / "tiny/.pnp/tags/forged.zip").unlink()
    (built / "tiny/.pnp/tags/forged.zip").symlink_to(built / "tiny/.pnp/tags/first.zip")
    with pytest.raises(PnpError, match=r"OLD001 .*no tag of tiny"):
        found("forged", tiny_folder)


def test_giants_are_not_read(built: Path, tiny_folder: Path) -> None:
    with (built / "tiny" / "cards_A4.pdf").open("r+b") as file:
        file.truncate(11_000_000_000)
    for word in (built, built / "tiny" / "cards_A4.pdf"):
        with pytest.raises(PnpError, match=r"PDF001 .*A4.pdf is too large: 11000 MB"):
            found(word, tiny_folder)


def test_leaflets_made_from_the_same_are_not_set_again(
    built: Path, tiny_folder: Path, run_cli: Run, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Setting one takes longer than everything else together."""
    edit(tiny_folder / "game.yaml", "placement:", "  r_{paper}: {leaflet: r.md}\nplacement:")
    (tiny_folder / "r.md").write_text("# Rules\n\nGo in.\n")
    words = ["output", "tag:first"]
    assert run_cli("build", tiny_folder, "--tag", "first", "--retag", "--no-preflight").code == 0
    if shutil.which("git"):
        run_git(tiny_folder, "init", "-q", ".")
        run_git(tiny_folder, "add", ".")
        run_git(tiny_folder, "commit", "-q", "-m", "first")
        words.append("git:HEAD")
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    real, made = finding.export_document, []

    def export(*args: Any) -> Any:
        made.append(args)
        return real(*args)

    monkeypatch.setattr(finding, "export_document", export)
    for text, count in (("# Rules\n\nGo in.\n", 0), ("# Rules\n\nGo out.\n", 1)):
        (tiny_folder / "r.md").write_text(text)
        for word in words:
            made.clear()
            old, plan = found(word, tiny_folder), Plan(load(tiny_folder)[0], Options())
            keys = leaflet_keys(plan, old.held.leaflets, [old])
            assert (keys == old.held.leaflets) is (count == 0)
            assert len(made) == count * (2 if "git" in word else 1)


def test_broken_files(built: Path, tiny_folder: Path) -> None:
    path = built / "tiny" / "cards_A4.pdf"
    path.write_bytes(path.read_bytes()[:900])
    for word in ("output", path):
        with pytest.raises(
            PnpError, match=r"PDF001 output/tiny/cards_A4.pdf|PDF001 .*cards_A4.pdf"
        ):
            found(word, tiny_folder)


def rewritten(path: Path, record: bytes | None) -> None:
    """The same pages, with another record or with none."""
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    for page in pypdf.PdfReader(path).pages:
        writer.add_page(page)
    if record is not None:
        writer.add_attachment("pnp-record.json", record)
    writer.write(out)
    path.write_bytes(out.getvalue())


def test_a_record_of_a_newer_program(built: Path, tiny_folder: Path) -> None:
    path = built / "tiny" / "cards_A4.pdf"
    record = json.loads(pypdf.PdfReader(path).attachments["pnp-record.json"][0])
    rewritten(path, json.dumps({**record, "schema_number": 2}).encode())
    for word in ("output", path):
        with pytest.raises(
            PnpError, match=r"REC001 .*cards_A4.pdf holds no record that this version"
        ):
            found(word, tiny_folder)


def test_foreign_files_in_a_folder_are_left_out(built: Path, tiny_folder: Path) -> None:
    path = built / "tiny" / "mine.pdf"
    shutil.copy(built / "tiny" / "cards_A4.pdf", path)
    rewritten(path, None)
    old = found("output", tiny_folder)
    assert old.notes == ("output/tiny/mine.pdf carries no record; it is left out",)
    assert changed(old, tiny_folder) == []
    with pytest.raises(PnpError, match="REC001"):
        found(path, tiny_folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_of_a_folder_are_read(built: Path, tiny_folder: Path) -> None:
    os.mkfifo(built / "tiny" / "pipe.pdf")
    (built / "tiny" / "folder.pdf").mkdir()
    assert changed(found(built, tiny_folder), tiny_folder) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"margin": "105mm,105mm,105mm,105mm"},
        {"margin": "104.9mm"},
        {"margin": "1px@0.000001dpi"},
        {"gap": "9999mm"},
        {"bleed": "-1mm"},
        {"paper": "1x1mm"},
        {"paper": "50x50mm", "margin": "20mm"},
        {"grid": "0x0"},
        {"grid": "2x2", "pack": "cuts"},
        {"mark-length": "nan"},
        {"max-ppi": "9" * 5000},
        {"orientation": "upside down"},
        {"sheets": "single", "sides": "fold"},
    ],
    ids=lambda options: " ".join(options),
)
def test_forged_options(
    built: Path, tiny_folder: Path, run_cli: Run, options: dict[str, str]
) -> None:
    """What a record says is bounded as what is typed, and named as the record's."""
    record = read_record((built / "tiny/cards_A4.pdf").read_bytes(), "x")
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment(NAME, replace(record, options=options).json_bytes())
    writer.write("forged.pdf")
    for args in (["diff", tiny_folder], ["reprint", tiny_folder, "-o", "r.pdf"]):
        done = run_cli(*args, "--since", "forged.pdf")
        assert done.code == 1 and "REC001" in done.err and "record" in done.err, done
        assert not Path("r.pdf").exists()
