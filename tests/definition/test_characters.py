"""One form for each character, in whatever form it is written; what is drawn wrongly is refused."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from conftest import Result

from pnp.characters import composed, undrawable
from pnp.definition.source import node_of, parse_tree
from pnp.draw.fonts import find_font, lacking
from pnp.errors import Loc
from pnp.leaflet.blocks import Paragraph
from pnp.leaflet.reading import read_leaflet

Run = Callable[..., Result]
ACUTE = "Cafe\u0301"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (ACUTE, "Café"),
        ("e\u034f\u0301", "é"),
        ("Z\u030c A\u030a \u212b \u2126", "Ž Å Å Ω"),
        ("a\u00adb\u200bc\u200dd\ufe0fe\ufefff\u2060g\u200eh\u2066i\u2069", "abcdefghi"),
        ("1\u202fmm 2\u2007mm", "1\u00a0mm 2\u00a0mm"),
        ("a\u2009b\u3000c\u2003d", "a b c d"),
        ("a\u2028b\u2029c\u0085d", "a\nb\nc\nd"),
        ("ﬁ ½ —", "ﬁ ½ —"),
    ],
)
def test_texts_are_composed_wherever_they_enter(written: str, read: str, tmp_path: Path) -> None:
    assert composed(written) == read == composed(read)
    assert node_of({"a": written}, Loc("f")).fields["a"].text == read
    escaped = "".join(f"\\U{ord(char):08X}" for char in written)
    node, problems = parse_tree(f'"{escaped}": "{escaped}"\n', "f.yaml")
    assert not problems and node.fields[read].text == read
    (tmp_path / "r.md").write_text("x" + written, encoding="utf-8")
    leaflet, problems = read_leaflet(tmp_path, "r.md", {})
    assert leaflet and not problems
    (block,) = leaflet.blocks
    assert isinstance(block, Paragraph)
    assert "".join(run.text for run in block.text) == "x" + read


@pytest.mark.parametrize(
    ("char", "why"),
    [
        ("\u0301", "mark"),
        ("\u0488", "mark"),
        ("א", "right to left"),
        ("ع", "right to left"),
        ("\u202e", "invisible"),
        ("\u200f", "invisible"),
        ("\u00ad", "invisible"),
        ("\ufe0f", "invisible"),
        ("क", "script"),
        ("ก", "script"),
        ("ᄀ", "script"),
        ("\x1b", "control"),
        ("\ud800", "half"),
        *((char, "") for char in "é ß Ω ა 漢 カ 가 ½ ﬁ ♜ \u00a0"),
    ],
)
def test_characters_that_no_font_draws_rightly(char: str, why: str) -> None:
    assert why in undrawable(char) and bool(why) == bool(undrawable(char))


def test_a_font_with_a_glyph_is_not_enough() -> None:
    named = find_font("Alegreya")
    assert ord("\u0301") in named._glyphs
    found = lacking(named, "x\u0302", Loc("g.yaml", 1, 8))
    assert found and found.code == "FONT001" and str(found.loc) == "g.yaml:1:8"
    assert "'x\u0302'" in found.message and "U+0302 combining circumflex" in found.message
    assert named.name in found.message and "another family" not in found.hint
    other = lacking(named, "日")
    assert other and "no glyph for U+65E5 '日'" in other.message and "family" in other.hint
    assert lacking(named, "Žluťoučký Łódź Ω") is None


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_box_prints_accents_on_their_letters(run_cli: Run, tmp_path: Path, form: str) -> None:
    args = ["--size", "63x88mm", "--count", "54", "-o", str(tmp_path / "b.pdf"), "--title"]
    done = run_cli("box", *args, unicodedata.normalize(form, "Café"))
    assert done.code == 0
    reader = pypdf.PdfReader(io.BytesIO((tmp_path / "b.pdf").read_bytes()))
    assert "Café" in reader.pages[0].extract_text() and "CAFÉ" in reader.pages[0].extract_text()
    assert reader.metadata and "Café" in str(reader.metadata.title)


@pytest.mark.parametrize("title", ["x\u0302", "שלום", "\u202eabc", "a\x01b", "日本"])
def test_a_box_refuses_what_it_cannot_print(run_cli: Run, tmp_path: Path, title: str) -> None:
    path = tmp_path / "b.pdf"
    done = run_cli("box", "--size", "63x88mm", "--count", "54", "-o", str(path), "--title", title)
    assert done.code == 1 and "FONT001" in done.err and "U+" in done.err and not path.exists()
