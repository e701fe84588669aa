"""Every command that writes files says which, a line a file or a run of files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

Run = Callable[..., Result]
BOX = ("box", "--size", "63x88mm", "--count", 60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "output", "says"),
    [
        (("face", "labydo", "lab-26"), "a.svg", "the front of lab-26"),
        (("face", "labydo", "lab-26", "--side", "back"), "a.svg", "the back of lab-26"),
        (("face", "labydo", "lab-26"), "{id}.svg", "1 front: lab-26"),
        (
            ("face", "labydo", "lab-0*,exit-1", "--side", "back"),
            "a/{id}.svg",
            "10 backs: lab-01 … lab-09, exit-1",
        ),
        (("board", "labydo", "--size", "3x3"), "a.svg", "9 tiles, 9 x 18 cells, 162 of 162"),
        (("gallery", "labydo"), "a.html", "55 faces of 56 pieces"),
        (("calibrate",), "a.pdf", "2 pages, for A4"),
        (BOX, "a.svg", "1 page"),
        (("prove", "dedale", "--labor", 2, "--players", 3, "--seed", 5), "a.svg", "every move, "),
        (("prove", "dedale", "--labor", 2, "--players", 3, "--seed", 5), "a.json", "the certi"),
    ],
)
def test_what_was_written_is_said(
    run_cli: Run, tmp_path: Path, args: tuple[object, ...], output: str, says: str
) -> None:
    done = run_cli(*args, "-o", output)
    assert (done.code, done.err) == (0, "")
    told = [line for line in done.out.splitlines() if line.startswith(f"{output}: ")]
    assert len(told) == 1 and told[0].startswith(f"{output}: {says}")
    assert list(tmp_path.rglob(f"*{Path(output).suffix}"))


def test_boxes_of_several_pages(run_cli: Run, tmp_path: Path) -> None:
    """A PDF has all pages; pictures are a page each."""
    style = ("--style", "drawbox")
    done = run_cli(*BOX, *style, "-o", "a.svg")
    pages = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert len(pages) > 1
    assert done.out.splitlines()[-len(pages) :] == [f"{page}: 1 page" for page in pages]
    done = run_cli(*BOX, *style, "-o", "a.pdf")
    assert done.out.splitlines()[-1] == f"a.pdf: {len(pages)} pages"


def test_pictures_of_differences(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("build", tiny_folder, "--no-preflight").code == 0
    same = run_cli("diff", tiny_folder, "--since", "output", "-o", "a.html")
    assert same.out.splitlines()[-1] == "a.html: 0 pieces, before and after"
    file = tiny_folder / "tiles.yaml"
    file.write_text(file.read_text().replace("| .   T   . |", "| .   .   . |"))
    changed = run_cli("diff", tiny_folder, "--since", "output", "-o", "a.html")
    assert changed.out.splitlines()[-1] == "a.html: 1 piece, before and after"
    silent = run_cli("diff", tiny_folder, "--since", "output", "-o", "b.html", "--format", "json")
    assert silent.out.startswith("{") and silent.out.rstrip().endswith("}")
