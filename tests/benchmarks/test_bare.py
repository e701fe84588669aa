"""The benchmark's reference draws the same pages, and its imports are ours: the race is fair."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
DPI = 100
BUILD = ["build", "labydo", "--only", "cartas_print", "-o"]
MODULES = """
print("modules", *sorted(
    name for name, module in list(sys.modules.items())
    if "site-packages" in (getattr(module, "__file__", None) or "")
))
"""


def python(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def primitives() -> Any:
    return json.loads(python(str(BENCHMARKS / "primitives.py"), "labydo", "cartas_print"))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ours")
    python("-m", "pnp", *BUILD, str(folder))
    return folder / "labydo" / "cartas_print_A4.pdf"


@pytest.fixture
def bare(tmp_path: Path) -> Callable[[Any], Path]:
    def draw(data: Any) -> Path:
        source, target = tmp_path / "primitives.json", tmp_path / "bare.pdf"
        source.write_text(json.dumps(data), encoding="utf-8")
        python(str(BENCHMARKS / "bare.py"), str(source), str(target))
        return target

    return draw


def page(path: Path, number: int) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    try:
        return document[number - 1].render(scale=DPI / 72).to_pil().convert("L")
    finally:
        document.close()


def unlike(one: Path, other: Path, number: int) -> int:
    """How many pixels of a page differ by more than a twentieth of the range."""
    difference = ImageChops.difference(page(one, number), page(other, number))
    return sum(difference.histogram()[13:])


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 8])
def test_both_draw_the_same_page(
    number: int, ours: Path, bare: Callable[[Any], Path], primitives: Any
) -> None:
    assert len(primitives["pages"]) == 8
    assert unlike(ours, bare(primitives), number) == 0


@pytest.mark.slow
def test_one_missing_number_is_seen(
    ours: Path, bare: Callable[[Any], Path], primitives: Any
) -> None:
    less = copy.deepcopy(primitives)
    numbers = less["pages"][0]["faces"][0]["stamps"][1][0]
    gone = less["layers"][numbers].pop(0)
    assert gone["kind"] == "text"
    assert unlike(ours, bare(less), 1) > 0


def test_one_shifted_wall_is_seen(ours: Path, bare: Callable[[Any], Path], primitives: Any) -> None:
    other = copy.deepcopy(primitives)
    walls = other["pages"][7]["faces"][-1]["stamps"][-1][0]
    segment = other["layers"][walls][0]["segments"][1]
    segment[1] += 0.3
    assert unlike(ours, bare(other), 8) > 0


@pytest.mark.slow
def test_the_imports_are_those_of_the_build(tmp_path: Path, primitives: Any) -> None:
    source, target = tmp_path / "primitives.json", tmp_path / "bare.pdf"
    source.write_text(json.dumps(primitives), encoding="utf-8")
    run = f"import sys; from pnp.cli import run; run({[*BUILD, str(tmp_path)]!r})\n"
    draw = (
        f"import sys; sys.path.insert(0, {str(BENCHMARKS)!r}); import bare\n"
        f"bare.import_libraries(); bare.main({str(source)!r}, {str(target)!r})\n"
    )
    mine, reference = (
        set(python("-c", code + MODULES).split("modules ")[1].split()) for code in (run, draw)
    )
    assert {name.split(".")[0] for name in reference} == {name.split(".")[0] for name in mine}
    assert len(reference) == pytest.approx(len(mine), rel=0.05)
