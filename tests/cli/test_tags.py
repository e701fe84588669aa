"""`pnp tags`, and names of games that could mean two."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

from pnp.game.loader import bundled_games

Run = Callable[..., Result]
TAGS = Path("output/tiny/.pnp/tags")


@pytest.fixture
def tagged(run_cli: Run, tiny_folder: Path) -> Path:
    """A game with two tags."""
    for name in ("first", "old"):
        assert run_cli("build", tiny_folder, "--tag", name, "--no-preflight").code == 0
    return tiny_folder


def test_tags_are_listed(run_cli: Run, tagged: Path) -> None:
    done = run_cli("tags", tagged)
    assert (done.code, done.err) == (0, "")
    day = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    size = (TAGS / "first.zip").stat().st_size / 1000
    wanted = rf"tiny: first, {day}, {size:.0f} kB \({TAGS}/first.zip\)\n"
    wanted += rf"tiny: old, {day}, {size:.0f} kB \({TAGS}/old.zip\)\n"
    assert re.fullmatch(wanted, done.out)
    data = json.loads(run_cli("tags", tagged, "--format", "json").out)["tags"]
    assert [(t["game"], t["tag"]) for t in data] == [("tiny", "first"), ("tiny", "old")]
    done = run_cli("tags", tagged, "--in", "elsewhere")
    assert (done.code, done.out) == (0, "there are no tags of tiny in elsewhere\n")


def test_a_tag_is_deleted(run_cli: Run, tagged: Path) -> None:
    for name, left in (("old", ["first.zip"]), ("first", [])):
        done = run_cli("tags", tagged, "--delete", name)
        assert (done.code, done.err) == (0, "")
        first, *others = done.out.splitlines()
        assert first == f"tiny: {name} deleted" and len(others) == len(left)
        assert sorted(path.name for path in TAGS.iterdir()) == left
    done = run_cli("tags", tagged, "--delete", "first")
    assert (done.code, done.out) == (2, "")
    assert done.err == "TAG002 tiny has no tag 'first' (there are no tags)\n"
    assert Path("output/tiny/cards_A4.pdf").exists()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("tiny", "--delete", "frist"), "TAG002 tiny has no tag 'frist' (did you mean 'first'?)"),
        (("tiny", "--delete", "../tags/first"), "write letters, digits, - and _"),
        (("--delete", "first"), "--delete needs one GAME"),
        (("tiny", "labydo", "--delete", "first"), "--delete needs one GAME"),
    ],
)
def test_nothing_else_is_deleted(
    run_cli: Run, tagged: Path, call: tuple[str, ...], says: str
) -> None:
    done = run_cli("tags", *call)
    assert done.code == 2 and says in done.err
    assert len(list(TAGS.iterdir())) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        ("list", "labydo"),
        ("check", "labydo"),
        ("face", "labydo", "lab-01", "-o", "a.svg"),
        ("diff", "labydo", "--since", "nothing"),
    ],
)
def test_a_bundled_game_that_hides_a_folder_is_noted(
    run_cli: Run, game_folder: Path, call: tuple[str, ...]
) -> None:
    """On the other stream, and only where there are two."""
    bundled = bundled_games()["labydo"]
    note = f"GAME004 note: 'labydo' is the bundled game in {bundled} (write ./labydo for the"
    assert run_cli(*call).err.count(note) == 1
    local = ("./labydo" if word == "labydo" else word for word in call)
    assert "GAME004" not in run_cli(*local).err
    shutil.rmtree(game_folder)
    game_folder.symlink_to(bundled)
    assert "GAME004" not in run_cli(*call).err
