"""Hostile pictures: no more time and memory than is said, for one and for all of a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from art_help import deck_folder, file_of
from conftest import ROOT, found_problems
from PIL import Image

from pnp.art import limits
from pnp.art.files import ArtFault
from pnp.art.limits import Allowance
from pnp.art.raster import Pixels, grow
from pnp.art.render import render
from pnp.art.svg import read_svg

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
SLOW = (
    '<filter id="f"><feTurbulence numOctaves="1000000" seed="{}"/></filter>'
    '<rect width="63" height="88" filter="url(#f)"/>'
)


def svg(body: str) -> bytes:
    return f"{HEAD}{body}</svg>".encode()


@LINUX
@pytest.mark.parametrize("elements", [4, 200])
def test_memory_of_drawings_is_limited(elements: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few elements are enough: 20 layers of 64 MB, which would not be drawn in our own process."""
    body = '<g opacity=".9">' * 20 + '<rect width="63" height="88"/>' * elements + "</g>" * 20
    monkeypatch.setattr("pnp.art.render.MEMORY", 600_000_000)
    with pytest.raises(ArtFault, match=r"more than 0\.6 GB of memory to draw") as found:
        render(read_svg(svg(body)), 4000, 4000, "#FFFFFF")
    assert found.value.code == "ART005" and "--max-ppi" in found.value.hint
    assert render(read_svg(svg(body)), 400, 400, "#FFFFFF").width == 400


@LINUX
def test_a_process_that_the_system_ends_is_a_fault_of_the_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    monkeypatch.setattr("pnp.art.render._APART", script)
    with pytest.raises(ArtFault, match="of memory to draw"):
        render(read_svg(svg(SLOW)), 63, 88, "#FFFFFF")


@pytest.mark.slow
def test_the_slow_drawings_of_a_game_share_their_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST", 0.4)
    monkeypatch.setattr(limits, "SLOW", 0.09)
    monkeypatch.setattr("pnp.game.expander.Allowance", lambda: Allowance(0.5))
    cards = "back: none\ncards: {a: a.svg, b: b.svg, c: c.svg}\n"
    art = {f"{name}_svg": svg(SLOW.format(name)) for name in "abc"}
    said = [
        p
        for p in found_problems(deck_folder(tmp_path / "g", cards, **art))
        if p.severity == "error"
    ]
    assert [p.code for p in said] == ["ART005"] * 3
    assert "slow drawings before it" not in said[0].message
    assert "0.09 seconds to draw, and the slow drawings before it" in said[2].message


def test_quick_drawings_cost_nothing_of_it() -> None:
    allowance = Allowance()
    for _ in range(10_000):
        allowance.spend(limits.SLOW)
    assert allowance.most == limits.MOST
    allowance.spend(limits.ALL - 10)
    assert allowance.most == 10
    allowance.spend(11)
    assert allowance.most == limits.SLOW


def test_bleed_makes_no_picture_of_billions() -> None:
    with pytest.raises(ArtFault, match="too many pixels: 40010 x 40010 with its bleed"):
        grow(Pixels(Image.new("L", (10, 10)), photo=False), 20_000, 20_000, "extend")


MEASURE = """
import resource, sys
from pathlib import Path
from pnp.art.raster import bitmap_of, decode, grow
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = peak()
pixels = decode(Path(sys.argv[1]).read_bytes(), "#FFFFFF")
if sys.argv[2] == "grow":
    pixels = grow(pixels, 10, 10, "mirror")
bitmap_of(pixels)
print((peak() - before) / (pixels.width * pixels.height))
"""


@pytest.mark.slow
@LINUX
@pytest.mark.parametrize(
    ("mode", "change", "most"),
    [("RGBA", "none", 9.2), ("RGB", "grow", 9.2), ("RGB", "none", 4.6), ("I;16", "none", 4.2)],
)
def test_reading_takes_few_bytes_a_pixel(
    mode: str, change: str, most: float, tmp_path: Path
) -> None:
    """Pillow holds four bytes of a colour picture; a changed one beside it, and no third."""
    image = Image.new(mode, (5000, 5000), (90, 60, 30, 99)[: len(mode)] if "R" in mode else 999)
    (tmp_path / "big.png").write_bytes(file_of(image, compress_level=1))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(tmp_path / "big.png"), change],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(done.stdout) < most
