"""Mistakes in YAML are told at their place, whichever parser is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.definition.source import Node, parse_tree
from pnp.errors import PnpError, Problem

PREFIX = "not valid YAML: "


@pytest.fixture(params=["libyaml", "Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def refusal(text: str) -> Problem:
    with pytest.raises(PnpError) as caught:
        parse_tree(text, "f.yaml")
    (problem,) = caught.value.problems
    assert problem.code == "SRC004" and problem.message.startswith(PREFIX)
    return problem


@pytest.mark.parametrize(
    ("text", "where", "says", "hint"),
    [
        ("a: {b: 1}}\nc: 2\n", (1, 10), "this '}' closes nothing", "leave it out"),
        ("a: 1\n]\n", (2, 1), "this ']' closes nothing", "leave it out"),
        ("a: [x\nb: 1\n", (1, 4), "this '[' is not closed", "write ']'"),
        ("a: [x, # 1\nb: 1\n", (1, 4), "this '[' is not closed", "write ']'"),
        ("a: {b: #1A2b3C}\nc: 1\n", (1, 8), "a comment, and the '{'", 'write "#1A2b3C"'),
        ('a: {b: "x #1A2b3C", c: #445566}\nd: 1\n', (1, 24), "a comment", 'write "#445566"'),
        ("a:\n  b: [x,\n    #445566]\nd: 1\n", (3, 5), "and the '['", 'write "#445566"'),
        ("a: One: two\n", (1, 7), "a second ': ' in one line", "quotes"),
        ("a:\n  - One: two: three\n", (2, 13), "a second ': ' in one line", "quotes"),
        ("a: 1\n  b: 2\n", (2, 3), "has a value already", "the same column"),
        ("d:\n    p: 1\n   g: 2\n", (3, 4), "begins in another column", "the same column"),
        ("k: x\ntile:45mm\nb: 1\n", (2, 1), "no blank behind the ':'", "write tile: 45mm"),
        ("k: x\nnonsense\nb: 1\n", (2, 1), "a line without ': '", "write key: value"),
        ("a: @x\n", (1, 4), "a text cannot begin with @", "quotes"),
        ("a: *Light* it\n", (1, 4), "a text cannot begin with *", "quotes"),
        ("a: 'it's'\n", (1, 8), "behind the end of a value", "quotes"),
        ("b: 1\na: 'x\nc: 1\n", (2, 4), "this ' is not closed", "write another '"),
        ('a: {b: "x}\nc: 1\n', (1, 8), 'this " is not closed', 'write another "'),
        ("a: [1 2: 3: 4]\n", (1, 11), "',' or ']'", "need quotes"),
        ("\ta: 1\n", (1, 1), "a tab where only blanks may be", "use spaces"),
        ("a: {p: [x], b: b_{paper}}\n", (1, 18), "a '{' in a text", 'write "b_{paper}"'),
        ('a: {"foo"\n  : "bar"}\n', (2, 3), "on another line than its key", "on one line"),
        ("a: {b: 1\n  c: 2}\n", (2, 4), "a ',' is missing", "write one"),
        ("a: [it's, x\nb: y's\n", (1, 4), "this '[' is not closed", "write ']'"),
        ("a: - b\n", (1, 4), "a list begins in the middle of a line", "a line of its own"),
        (": b\n", (1, 1), "no key before this ':'", "write one"),
        ('"a\n b": c\n', (2, 4), "a key of several lines", "on one line"),
        ("a: b\n# c\n  d\n", (3, 3), "below a comment", "elsewhere"),
        ("a: > b\n  c\n", (1, 6), "something stands behind | or >", "on the line below"),
        ("a: ,x\n", (1, 4), "before this ','", "leave it out"),
    ],
)
def test_mistakes(text: str, where: tuple[int, int], says: str, hint: str) -> None:
    problem = refusal(text)
    assert problem.loc and (problem.loc.line, problem.loc.col) == where
    assert says in problem.message and hint in problem.hint
    assert bool(hint) == bool(problem.hint)


SUITE = yaml.safe_load((Path(__file__).parent / "yaml_suite.yaml").read_text(encoding="utf-8"))


def plain(node: Node) -> Any:
    if node.kind == "map":
        return {key: plain(value) for key, value in node.fields.items()}
    return node.text if node.kind == "scalar" else [plain(item) for item in node.items]


@pytest.mark.parametrize("case", SUITE, ids=lambda case: f"{case['id']} {case['name']}")
def test_the_yaml_test_suite(case: dict[str, Any]) -> None:
    """What it allows is read as it says or refused with a reason, what it forbids is refused."""
    if yaml.SafeLoader is loader():
        pytest.skip("the parser in Python words its faults otherwise")
    try:
        node, problems = parse_tree(case["yaml"], "f.yaml")
    except PnpError as error:
        problems = list(error.problems)
    if "read" in case:
        assert not problems and plain(node) == case["read"]
    else:
        first = problems[0]
        assert first.loc
        assert f"{first.loc.line}:{first.loc.col} {first.message}" == case["says"]


def loader() -> Any:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)
