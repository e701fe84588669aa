"""What the documents show works: the worked example, the commands, the pictures."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from art_help import file_of, quarters
from conftest import Result
from PIL import Image

from pnp.checks import run as run_checks
from pnp.cli import COMMANDS, cli
from pnp.cli.options import type_of
from pnp.game.loader import load
from pnp.game.options import BY_NAME, ROWS
from pnp.game.plan import Options, Plan

ROOT = Path(__file__).parents[1]
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The game of CONTRIBUTING.md, as written there."""
    write_files("CONTRIBUTING.md", tmp_path)
    return tmp_path / "mygame"


def write_files(document: str, home: Path) -> None:
    """The files that a document shows, as written there."""
    for name, body in FILE.findall((ROOT / document).read_text(encoding="utf-8")):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")


def errors(folder: Path) -> list[str]:
    game, problems = load(folder)
    report = run_checks(Plan(game), problems)
    return [p.code for p in report.problems if p.severity == "error"]


def test_the_worked_example_is_refused_as_the_text_says(example: Path) -> None:
    assert errors(example) == ["PATH003"]


def test_the_worked_example_is_proved_once_the_wall_is_open(example: Path) -> None:
    rooms = example / "rooms.yaml"
    text = rooms.read_text(encoding="utf-8")
    rooms.write_text(text.replace("T |", "T  ").replace("+---+", "+   +"), encoding="utf-8")
    assert errors(example) == []


def test_the_deck_of_pictures_works(example: Path) -> None:
    folder = example.parent / "mydeck"
    (folder / "art").mkdir()
    (folder / "art" / "owl.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><circle r="9"/></svg>'
    )
    for name in ("fox.png", "back.png"):
        (folder / name).write_bytes(file_of(quarters(744, 1039)))
    assert errors(folder) == []
    pieces = Plan(load(folder)[0], Options(bleed=3.0)).pieces
    assert [(p.id, p.copies, p.back is None) for p in pieces] == [
        ("fox", 1, False),
        ("owl", 3, False),
        ("map", 1, True),
    ]
    assert {piece.front.bleed for piece in pieces} == {3.0}


@pytest.mark.slow
def test_the_card_game_is_built(tmp_path: Path, run_cli: Callable[..., Result]) -> None:
    """docs/card-game.md, with nothing to remark, and every command that it shows."""
    write_files("docs/card-game.md", tmp_path)
    done = run_cli("build", "harbor", "-o", "out", "--strict")
    assert (done.code, done.err) == (0, "")
    assert sorted(p.stem for p in Path("out/harbor").glob("*.pdf")) == [
        "box_A4",
        "cards_A4",
        "cards_back_A4",
        "extras_A4",
        "rules_A4",
    ]
    text = (ROOT / "docs/card-game.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    pnp (.*?)\s*(?:#.*)?$", text, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        done = run_cli(*shlex.split(command))
        assert (done.code, done.err) == (0, ""), command
    with Image.open("faces/gull.png") as picture:
        assert [round(side / 300 * 25.4, 1) for side in picture.size] == [69.0, 94.0]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_links_and_pictures_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)", text)
    missing = [t for t in targets if not t.startswith("http") and not (ROOT / t).exists()]
    assert not missing


def test_commands_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    used = set(re.findall(r"^    pnp (\w+)", text, re.MULTILINE))
    assert used and used <= set(COMMANDS)


def test_options_in_the_docs_exist() -> None:
    """Every `--option` that README and docs name is one of a command, all that shape documents are
    named, and their choices are as there."""
    context, known = click.Context(cli), set[str]()
    for name in COMMANDS:
        command = cli.get_command(context, name)
        inner = command.commands.values() if isinstance(command, click.Group) else ()
        known |= {opt for one in (command, *inner) if one for p in one.params for opt in p.opts}
    files = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    used = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    assert used <= known | {"--help", "--version"}
    assert {row.flag for row in ROWS} <= used
    for flag, value in re.findall(r"`(--[a-z-]+) ([^` ]+)`", text):
        row = BY_NAME.get(flag.removeprefix("--"))
        for one in value.split("|") if row is not None and row.choices else ():
            assert type_of(row)(one)


def test_every_module_of_the_architecture_exists() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \|", text, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([\w/]+)`", row)]
    assert len(names) > 20
    for name in names:
        path = ROOT / "pnp" / name
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
