"""B43: every character of a definition is read back from the PDF, or an error names it."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
import pytest

from pnp.checks import run as run_checks
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.outputs.documents import export_document

WORDS = ("Žluťoučký", "Łódź", "Ærøskøbing", "Ωμέγα", "Straße", "café", "½ × 2 – “x”", "fi fl ffi")
GAME = "title: Words\ndocuments:\n  pad_{paper}:\n    print: [pad]\n"
PAD = "kind: scorepad\nsize: 150 x 150mm\nplayers: 1\ncolumns: [A]\nrows:\n{rows}"


def plan_with(folder: Path, *words: str) -> Plan:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    rows = "".join(f"- '{word}'\n" for word in words)
    (folder / "pad.yaml").write_text(PAD.format(rows=rows), encoding="utf-8")
    return Plan(load(folder)[0])


def test_words_of_many_languages_are_read_back(tmp_path: Path) -> None:
    plan = plan_with(tmp_path / "words", *WORDS)
    assert [p for p in run_checks(plan).problems if p.severity == "error"] == []
    data = export_document(plan, plan.documents[0]).data
    text = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert [word for word in WORDS if word not in text] == []


def test_every_letter_of_the_families_is_read_back(tmp_path: Path) -> None:
    letters = [chr(c) for c in range(0xC0, 0x17F) if c not in (0xD7, 0xF7, 0x149)]
    lines = ["".join(letters[i : i + 12]) for i in range(0, len(letters), 12)]
    plan = plan_with(tmp_path / "letters", *lines)
    data = export_document(plan, plan.documents[0]).data
    text = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert [line for line in lines if line not in text] == []


@pytest.mark.parametrize(
    ("word", "point"),
    [("🎲 die", "U+1F3B2"), ("שלום", "U+05D5"), ("日本", "U+65E5"), ("a\u202eb", "U+202E")],
)
def test_what_cannot_be_set_is_an_error_with_its_code_point(
    tmp_path: Path, word: str, point: str
) -> None:
    plan = plan_with(tmp_path / "own", word)
    (problem, *_) = [p for p in run_checks(plan).problems if p.code == "FONT001"]
    assert problem.severity == "error" and point in problem.message
    assert problem.loc is not None and problem.loc.line == 6
