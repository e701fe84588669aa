"""Builds again: the same is not written, what is left over goes, what was torn is mended."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from again_help import BACK, BUILD, FRONT, MARKED, PLAIN, first_build, stands
from conftest import Result

from pnp.outputs.state import STATE, read_state
from pnp.outputs.tagfile import read_archive
from pnp.pdf.attachment import read_record

Run = Callable[..., Result]
Edit = Callable[..., None]


@pytest.fixture
def out(run_cli: Run, tiny_folder: Path) -> Path:
    return first_build(run_cli)


def count_making(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the documents that are made from now on."""
    import pnp.cli.building as build

    made, real = [], build.export_document

    def export(plan: Any, document: Any) -> Any:
        made.append(document.name)
        return real(plan, document)

    monkeypatch.setattr(build, "export_document", export)
    return made


# -- what is rebuilt -------------------------------------------------------------------------------


def test_nothing_changed(run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, state = stands(out), (out / STATE).stat().st_mtime_ns
    made = count_making(monkeypatch)
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert f"{FRONT}: 1 page, 5 straight cuts, unchanged\n" in done.out
    assert stands(out) == before and made == []
    assert (out / STATE).stat().st_mtime_ns == state
    pages = json.loads(run_cli(*BUILD, "--format", "json").out)["documents"]
    assert [page["rewritten"] for page in pages] == [False, False]
    assert len(pages[0]["pages"][0]["pieces"]) == 2


def test_one_tile_changed(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = stands(out), count_making(monkeypatch)
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    done = run_cli(*BUILD)
    assert done.out.endswith(
        "tiny: 1 of 3 faces changed (on 1 of 2 pieces), 1 of 2 documents rewritten\n"
    )
    after = stands(out)
    assert after[BACK] == before[BACK] and after[FRONT][0] != before[FRONT][0]
    assert made == ["cards_A4"]
    assert run_cli("build", "tiny", "-o", "fresh").code == 0
    assert {n: d for n, (d, _) in stands(Path("fresh/tiny")).items()} == {
        n: d for n, (d, _) in after.items()
    }


def test_a_back_rewrites_no_fronts(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = stands(out), count_making(monkeypatch)
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    done = run_cli(*BUILD)
    assert done.out.endswith(
        "tiny: 1 of 3 faces changed (on 2 of 2 pieces), 1 of 2 documents rewritten\n"
    )
    assert stands(out)[FRONT] == before[FRONT] and made == ["cards_back_A4"]


def test_one_tile_of_labydo(run_cli: Run, game_folder: Path, edit: Edit) -> None:
    run = ("build", game_folder, "-o", "out", "--no-preflight")
    assert "labydo: 55 faces, 5 documents written\n" in run_cli(*run).out
    before = stands(Path("out/labydo"))
    path = game_folder / "labyrinth.yaml"
    path.write_text(path.read_text().replace("| .   T   . |", "| T   .   . |", 1))
    done = run_cli(*run)
    said = "labydo: 1 of 55 faces changed (on 1 of 54 pieces), 1 of 5 documents rewritten\n"
    assert done.out.endswith(said)
    after = stands(Path("out/labydo"))
    assert [n for n in after if after[n] != before[n]] == ["cartas_print_A4.pdf"]


@pytest.mark.parametrize("text", ["# A comment.\n", "\n\n"])
def test_a_comment_rewrites_nothing(run_cli: Run, out: Path, tiny_folder: Path, text: str) -> None:
    before = stands(out)
    for name in ("game.yaml", "tiles.yaml"):
        path = tiny_folder / name
        path.write_text(text + path.read_text())
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert stands(out) == before


def test_a_new_version_changes_no_face(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny\n", "title: Tiny\nversion: '7'\n")
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 2 of 2 documents rewritten\n")


def test_a_document_with_another_name_changes_no_face(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "game.yaml", "cards_{paper}:", "deck_{paper}:")
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 1 of 2 documents rewritten\n")
    assert "removed" in done.out and not (out / FRONT).exists()


def test_another_program_makes_all_anew_and_writes_what_differs(
    run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.outputs import buildkey

    before, made = stands(out), count_making(monkeypatch)
    monkeypatch.setattr(buildkey, "program_key", lambda: "another")
    assert "0 of 2 documents rewritten" in run_cli(*BUILD).out
    assert made == ["cards_A4", "cards_back_A4"]
    assert stands(out) == before


def test_without_the_cache_all_is_made(
    run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = stands(out), count_making(monkeypatch)
    done = run_cli(*BUILD, "--no-cache")
    assert made == ["cards_A4", "cards_back_A4"] and "read back in" in done.out
    assert stands(out) == before


@pytest.mark.parametrize("harm", ["cut", "gone", "other"])
def test_a_document_that_was_harmed_is_made_again(run_cli: Run, out: Path, harm: str) -> None:
    before, path = stands(out), out / BACK
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:1000] if harm == "cut" else b"mine")
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 1 of 2 documents rewritten\n")
    after = stands(out)
    assert after[BACK][0] == before[BACK][0] and after[FRONT] == before[FRONT]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '{"schema_number": 2, "documents": {}}',
        '{"schema_number": 1, "documents": {"../x.pdf": {}}}',
        '{"documents": 3}',
        "\udcff",
        "[" * 50_000,
    ],
)
def test_a_state_that_is_none_is_ignored(run_cli: Run, out: Path, text: str) -> None:
    before = stands(out)
    (out / STATE).write_bytes(text.encode(errors="surrogateescape"))
    done = run_cli(*BUILD)
    assert (done.code, done.err) == (0, "")
    assert "tiny: 3 faces, 0 documents written\n" in done.out
    assert stands(out) == before
    assert set(read_state(out).documents) == {FRONT, BACK}


def test_what_was_not_read_back_is_read_back_by_the_next_build(
    run_cli: Run, tiny_folder: Path
) -> None:
    assert run_cli(*BUILD, "--no-preflight").code == 0
    assert "read back in" in run_cli(*BUILD).out
    assert "read back in" not in run_cli(*BUILD).out
    assert "read back in" not in run_cli(*BUILD, "--no-preflight").out


# -- what is left over -----------------------------------------------------------------------------


def test_a_document_that_is_no_longer_made_goes(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    done = run_cli(*BUILD)
    assert f"{BACK}: removed, it is made no longer\n" in done.out
    assert set(stands(out)) == set(read_state(out).documents) == {FRONT}


def test_backs_of_pieces_that_have_none_go(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "back: none\n")
    done = run_cli(*BUILD)
    assert done.code == 0, done.err
    assert set(stands(out)) == {FRONT}


def test_what_somebody_changed_stays(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    (out / BACK).write_bytes(b"mine")
    (out / "notes.pdf").write_bytes(b"mine too")
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    done = run_cli(*BUILD)
    assert f"{BACK}: made no longer, but changed by somebody; it stays\n" in done.out
    assert (out / BACK).read_bytes() == b"mine"
    assert (out / "notes.pdf").read_bytes() == b"mine too"
    assert set(read_state(out).documents) == {FRONT}


def test_nothing_is_said_of_files_that_were_not_there(run_cli: Run, out: Path) -> None:
    """A state may be another game's, or a document was removed by hand; a folder is no document."""
    state = json.loads((out / STATE).read_bytes())
    entry = {**state["documents"][FRONT], "stem": "gone"}
    state["documents"] |= {"gone_A4.pdf": entry, "held_A4.pdf": entry, "same_A4.pdf": entry}
    (out / STATE).write_text(json.dumps(state))
    (out / "held_A4.pdf").mkdir()
    (out / "same_A4.pdf").write_bytes((out / FRONT).read_bytes())
    done = run_cli(*BUILD)
    assert (done.code, done.err) == (0, "") and "gone_A4" not in done.out
    assert "held_A4.pdf: made no longer, but changed by somebody; it stays\n" in done.out
    assert "same_A4.pdf: removed, it is made no longer\n" in done.out
    assert set(read_state(out).documents) == {FRONT, BACK} and (out / "held_A4.pdf").is_dir()
    assert "A4.pdf: removed" not in run_cli(*BUILD).out


@pytest.mark.parametrize(
    "options",
    [
        ("--only", "cards"),
        ("--pieces", "one"),
        ("--sides", "fronts"),
        ("--sides", "interleaved"),
        ("--paper", "Letter"),
        ("--sheets", "single"),
    ],
)
def test_other_options_remove_nothing(run_cli: Run, out: Path, options: tuple[str, str]) -> None:
    before = stands(out)
    done = run_cli(*BUILD, *options)
    assert done.code == 0 and "removed" not in done.out
    assert set(before) <= set(stands(out))
    assert stands(out)[BACK] == before[BACK]


def test_a_selection_replaces_no_whole_document(run_cli: Run, out: Path) -> None:
    """It stands in a folder of its own: sheets and backs of the whole still belong together, and
    the next whole build has nothing to do."""
    before = stands(out)
    done = run_cli(*BUILD, "--pieces", "one")
    assert "tiny: 2 faces, 2 documents written\n" in done.out
    assert f"out/tiny/selection/{FRONT}: 1 page" in done.out
    assert stands(out) == before and len(stands(out / "selection")) == 2
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert "0 of 2 faces changed" in run_cli(*BUILD, "--pieces", "one").out
    assert run_cli("diff", "tiny", "--since", "out", "--exit-code").code == 0


def test_a_deleted_piece_leaves_no_page(run_cli: Run, out: Path, tiny_folder: Path) -> None:
    path = tiny_folder / "tiles.yaml"
    path.write_text(path.read_text().partition("  two: |")[0])
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 2 faces changed, 2 of 2 documents rewritten\n")
    record = read_record((out / FRONT).read_bytes(), FRONT)
    assert [piece.id for piece in record.pieces] == ["one"]
    assert [placed.piece for placed in record.sheets[0].placed] == ["one"]


# -- tags ------------------------------------------------------------------------------------------


TAG, OLD_TAG = Path(".pnp/tags/first.zip"), Path(".pnp/tags/first.json")


def test_a_tag_keeps_the_documents_of_a_build(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    done = run_cli(*BUILD, "--tag", "first")
    data = (out / TAG).read_bytes()
    assert done.code == 0 and f"out/tiny/{TAG}: kept, {len(data) / 1000:.0f} kB\n" in done.out
    kept = read_archive(out / TAG)
    assert {name: one.data for name, one in kept.items()} == {
        name: (out / name).read_bytes() for name in (FRONT, BACK)
    }
    state = read_state(out).documents
    assert {name: one.key for name, one in kept.items()} == {n: e.build for n, e in state.items()}
    assert run_cli(*BUILD, "--tag", "first").code == 0
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    before = stands(out)
    done = run_cli(*BUILD, "--tag", "first")
    assert done.code == 2
    assert done.err.startswith("TAG001 there is a tag 'first' of another state of tiny (")
    assert (out / TAG).read_bytes() == data and stands(out) == before
    assert run_cli(*BUILD, "--tag", "first", "--retag").code == 0
    assert (out / TAG).read_bytes() != data and stands(out) != before
    assert read_archive(out / TAG)[FRONT].data == (out / FRONT).read_bytes()


def test_a_folder_of_tags_that_is_a_link_is_refused(run_cli: Run, out: Path) -> None:
    elsewhere = out.parent / "elsewhere"
    elsewhere.mkdir()
    (out / ".pnp" / "tags").symlink_to(elsewhere)
    done = run_cli(*BUILD, "--tag", "first")
    assert done.code == 1 and ".pnp/tags: IO001 is a link; remove it" in done.err
    assert not any(elsewhere.iterdir())


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "nul", "a b", "x" * 65, "é"])
def test_names_of_tags(run_cli: Run, tiny_folder: Path, name: str) -> None:
    done = run_cli(*BUILD, "--tag", name)
    assert done.code == 2 and "'--tag'" in done.err
    assert not Path("out").exists()


def test_a_tag_is_of_a_whole_build(run_cli: Run, tiny_folder: Path) -> None:
    for option in (("--only", "cards"), ("--pieces", "one")):
        done = run_cli(*BUILD, "--tag", "part", *option)
        assert done.code == 2 and "leave out --only and --pieces" in done.err


def test_what_cannot_be_made_in_the_hidden_folder_is_named(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    before = stands(out)
    (out / ".pnp" / "new").write_text("mine")
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    done = run_cli(*BUILD)
    assert done.code == 1 and f"{Path('.pnp/new')}: IO001 file exists\n" in done.err
    assert stands(out) == before
