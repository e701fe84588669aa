"""Two engines, one picture: PDFium draws the face's PDF, resvg the face's SVG."""

from __future__ import annotations

import io

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from pnp.draw.ink import face_svg
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.system.resources import bundled

DPI = 254


def by_resvg(svg: str, size: tuple[int, int]) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=DPI,
        background="#ffffff",
        font_dirs=[str(bundled("fonts"))],
        skip_system_fonts=True,
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB").resize(size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "id", "side"),
    [
        ("labydo", "lab-26", "front"),
        ("labydo", "lab-26", "back"),
        ("labydo", "ent-1", "front"),
        ("labydo", "exit-2", "front"),
        ("labydo", "pawn-2", "front"),
        ("labydo", "die", "front"),
        ("labydo", "box", "front"),
        ("dedalos", "X-3", "front"),
        ("dedalos", "entrance", "front"),
        ("dedalos", "red-minotaur", "front"),
        ("dedalos", "D-0", "back"),
        ("dedalos", "bag-body", "front"),
    ],
)
def test_pdf_and_svg_show_the_same(game: str, id: str, side: str) -> None:
    plan = Plan(load(bundled_games()[game])[0])
    piece = next(p for p in plan.pieces if p.id == id)
    face = piece.front if side == "front" else piece.back
    assert face is not None
    one = page_image(face_pdf(face, id), DPI).convert("RGB")
    two = by_resvg(face_svg(face), one.size)
    # Edges differ by a pixel of antialiasing: a two-pixel blur must make them agree.
    soft = [picture.convert("L").filter(ImageFilter.BoxBlur(2)) for picture in (one, two)]
    difference = ImageChops.difference(*soft).tobytes()
    assert sum(d > 100 for d in difference) < 0.0005 * len(difference)
    assert sum(difference) / len(difference) < 2.5
