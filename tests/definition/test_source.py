"""YAML text as a tree that knows its places, and every kind of text that is no such thing."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.source import Node, parse_tree, read_text, read_tree
from pnp.errors import Loc, PnpError, Problem
from pnp.limits import MOST_TEXT


def tree(text: str) -> Node:
    node, problems = parse_tree(text, "a.yaml")
    assert not problems
    return node


def refusal(text: str) -> Problem:
    with pytest.raises(PnpError) as caught:
        parse_tree(text, "a.yaml")
    (problem,) = caught.value.problems
    return problem


def place(problem: Problem) -> tuple[int, int]:
    assert problem.loc
    return problem.loc.line, problem.loc.col


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "yes",
        "true",
        "1.10",
        "007",
        "1e3",
        "2024-01-01",
        "0x1F",
        "=",
        "1_000",
        "12:30:45",
        "NaN",
        "é",
    ],
)
def test_scalars_stay_text(text: str) -> None:
    assert tree(f"a: {text}").fields["a"].text == text


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_empty_values(text: str) -> None:
    assert tree(f"a: {text}\nb: x").fields["a"].empty


@pytest.mark.parametrize("text", ['""', "''", '"null"', "'~'"])
def test_quoted_values_are_never_empty(text: str) -> None:
    assert tree(f"a: {text}").fields["a"].text is not None


def test_every_value_and_key_knows_its_place() -> None:
    node = tree("a: 1\nbé:\n  - x\n  - {c: y,   d: z}\n")
    assert node.fields["a"].loc == Loc("a.yaml", 1, 4)
    assert node.keys["bé"] == Loc("a.yaml", 2, 1)
    second = node.fields["bé"].items[1]
    assert second.fields["d"].loc == Loc("a.yaml", 4, 17)
    assert second.keys["d"] == Loc("a.yaml", 4, 14)
    assert node.find(("bé", 1, "d")).text == "z"
    assert node.find(("bé", 1, "nothing", "below")) is second


@pytest.mark.parametrize("header", ["|", "|-", "|+", "|2", "|  # drawn by hand"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_places_inside_a_block(header: str, newline: str) -> None:
    text = newline.join(["a:", f"  b: {header}", "    xyz", "     uvw", ""])
    node = tree(text).fields["a"].fields["b"]
    assert node.text is not None
    row, column = 1, node.text.split("\n")[1].index("u")
    assert node.at(row, column) == Loc("a.yaml", 4, 6)
    assert node.at(0, node.text.index("x")) == Loc("a.yaml", 3, 5)


def test_places_outside_blocks_are_those_of_the_value() -> None:
    node = tree('a: "x y"').fields["a"]
    assert node.at(3, 2) == node.loc == Loc("a.yaml", 1, 4)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(newline: str) -> None:
    node = tree("a: 1\nb: |\n  x\n  y\nc: 2\n".replace("\n", newline))
    assert [n.text for n in node.fields.values()] == ["1", "x\ny\n", "2"]
    assert node.keys["c"].line == 5


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "where", "says"),
    [
        ("", "SRC005", (1, 1), "empty"),
        ("# a comment\n", "SRC005", (1, 1), "empty"),
        ("---\n", "SRC005", (1, 1), "empty"),
        ("\n- a\n- b\n", "SRC005", (2, 1), "a list"),
        ("word", "SRC005", (1, 1), "a single value"),
        ("a: 1\n---\nb: 2\n", "SRC005", (2, 1), "second YAML document"),
        ("a: b: c\n", "SRC004", (1, 5), "not valid YAML"),
        ("a:\n\tb: 1\n", "SRC004", (2, 1), "not valid YAML"),
        ("a: 'x\n", "SRC004", (1, 4), "this ' is not closed"),
        ("a: [1, 2\n", "SRC004", (1, 4), "this '[' is not closed"),
        ("kind: [\nback: x\n\nb:\n  c: 1\n", "SRC004", (1, 7), "this '[' is not closed"),
        ("a:\n  b: [{c: 1\n  d: [2]\n", "SRC004", (2, 7), "this '{' is not closed"),
        ("a: [1 2: 3: 4]\n", "SRC004", (1, 11), "not valid YAML"),
        ("a: 1\nb: x\x07y\n", "SRC004", (2, 5), "U+0007"),
        ("a: *nobody\n", "SRC004", (1, 4), "*nobody has no anchor"),
        ("a: &x {b: *x}\n", "SRC004", (1, 11), "*x has no anchor"),
        ("%YAML 3.0\n---\na: 1\n", "SRC004", (1, 1), "not valid YAML"),
    ],
)
def test_refusals(text: str, code: str, where: tuple[int, int], says: str) -> None:
    problem = refusal(text)
    assert (problem.code, place(problem)) == (code, where)
    assert says in problem.message


def test_tabs_get_a_hint() -> None:
    assert "use spaces" in refusal("a:\n\tb: 1\n").hint


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("a: 1\nb: 2\na: 3\n", "DEF001", (3, 1)),
        ("a:\n  x: 1\n  x: 1\n", "DEF001", (3, 3)),
        ("a: !!python/object/apply:os.system [ls]\n", "SRC006", (1, 4)),
        ("a: !!binary eA==\n", "SRC006", (1, 4)),
        ("[1, 2]: x\n", "SRC006", (1, 1)),
        ("? \n: x\n", "SRC006", (1, 2)),
        ('a: "x"# y\n', "SRC004", (1, 7)),
        ("a: [x]#y\n", "SRC004", (1, 7)),
        ("a: |# y\n  x\n", "SRC004", (1, 5)),
        ("a: &b:c x\n", "SRC006", (1, 4)),
        ("k: {?a: x}\n", "SRC006", (1, 6)),
        ("{a: b}: x\n", "SRC006", (1, 1)),
        ('a: "x\\0y"\n', "SRC004", (1, 4)),
        ('a: "x\\ey"\n', "SRC004", (1, 4)),
    ],
)
def test_problems_that_do_not_stop_the_reading(
    text: str, code: str, where: tuple[int, int]
) -> None:
    node, problems = parse_tree(text + "z: last\n", "a.yaml")
    assert [(p.code, place(p)) for p in problems] == [(code, where)]
    assert node.fields["z"].text == "last"


def test_a_duplicate_key_keeps_the_first_value_and_names_it() -> None:
    node, (problem,) = parse_tree("a: 1\na: 2\n", "a.yaml")
    assert node.fields["a"].text == "1"
    assert "line 1" in problem.hint


@pytest.mark.parametrize("depth", [60, 100_000])
@pytest.mark.parametrize("bracket", ["[", "{a: "])
def test_deep_nesting(depth: int, bracket: str) -> None:
    assert refusal("a: " + bracket * depth).code in ("SRC006", "SRC004")


def test_an_alias_bomb_is_refused_before_it_explodes() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    problem = refusal("\n".join(lines))
    assert (problem.code, "aliases" in problem.message) == ("SRC006", True)


def test_harmless_aliases_work() -> None:
    node = tree("a: &x {b: 1}\nc: *x\n")
    assert node.fields["c"].fields["b"].text == "1"


@given(st.one_of(st.text(max_size=60), st.text("ab:-[]{}&*!|>'\"#%@ \t\n", max_size=60)))
def test_reading_never_fails_otherwise(text: str) -> None:
    """Whatever stands there, it is a tree or a problem with a place inside the text."""
    lines = len(re.split("\r\n|[\r\n\x85\u2028\u2029]", text))
    try:
        _, problems = parse_tree(text, "a.yaml")
    except PnpError as error:
        problems = list(error.problems)
    for problem in problems:
        assert problem.loc and 1 <= problem.loc.line <= lines + 1 and problem.loc.col >= 1


# -- files -----------------------------------------------------------------------------------------


def fault(path: Path) -> Problem:
    with pytest.raises(PnpError) as caught:
        read_tree(path)
    (problem,) = caught.value.problems
    assert problem.loc and problem.loc.file == str(path)
    return problem


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: é\n".encode())
    node, _ = read_tree(path)
    assert (node.fields["a"].text, node.keys["a"].col) == ("é", 1)


def test_missing_directory_and_loop(tmp_path: Path) -> None:
    assert "no such file" in fault(tmp_path / "nothing.yaml").message
    (tmp_path / "folder.yaml").mkdir()
    assert "directory" in fault(tmp_path / "folder.yaml").message.lower()
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    assert fault(tmp_path / "loop.yaml").code == "SRC001"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert fault(tmp_path / "pipe.yaml").code == "SRC001"


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    problem = fault(path)
    assert problem.code == "SRC002"
    assert "50 MB" in problem.message
    path.write_bytes(b"a: b\n" + b"#" * (MOST_TEXT - 5))
    assert read_tree(path)[0].fields["a"].text == "b"


@pytest.mark.parametrize(
    ("data", "where", "byte"),
    [
        ("a: 1\nb: caf\xe9\n".encode("latin-1"), (2, 7), "0xE9"),
        (b"\xff\xfea\x00:\x00", (1, 1), "0xFF"),
        (b"a: \xc3", (1, 4), "0xC3"),
    ],
)
def test_not_utf8(tmp_path: Path, data: bytes, where: tuple[int, int], byte: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    problem = fault(path)
    assert (problem.code, place(problem)) == ("SRC003", where)
    assert byte in problem.message


def test_the_column_of_a_bad_byte_counts_characters(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: 1\né: ".encode() + b"\xe9")
    assert place(fault(path)) == (2, 4)


def test_text_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_bytes("# Ñ\r\n".encode())
    assert read_text(path) == "# Ñ\r\n"


@pytest.mark.parametrize("word", ["null", "true", "no", "1", "1.5", "~", "Null"])
def test_every_word_may_be_a_key_and_nothing_is_no_value(word: str) -> None:
    node, problems = parse_tree(f"{word}: x\nk: [{word}]\n", "a.yaml")
    assert not problems and node.fields[word].text == "x"
    item = node.fields["k"].items[0]
    assert item.text == (None if word in ("null", "~", "Null") else word)
    assert item.void == ("" if item.text else word)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "where", "says", "hint"),
    [
        ("a: 1\nb: " + "x" * 7_000_000, (2, 4), "a value of 7,000,000 characters", "100,000"),
        ("k" * 201 + ": 1\n", (1, 1), "a key of 201 characters", "at most 200"),
        ("a: [" + "0, " * 500_001 + "]\n", (1, 4), "more than 500,000 values", "split the file"),
        ("a: b\x85c: d\n", (1, 5), "ends no line in most programs: U+0085", "leave it out"),
    ],
)
def test_what_is_too_long_is_refused_at_its_place(
    text: str, where: tuple[int, int], says: str, hint: str
) -> None:
    with pytest.raises(PnpError) as caught:
        parse_tree(text, "a.yaml")
    (problem,) = caught.value.problems
    assert place(problem) == where and says in problem.message and hint in problem.hint
