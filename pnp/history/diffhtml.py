"""What changed as one HTML page that needs nothing else: pictures are inside."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterator, Sequence

from PIL import Image

from pnp.geometry.plane import Rect, Size
from pnp.history.comparison import DPI, Pair, Section
from pnp.pdf.png import png_bytes

PX_PER_MM = 4.2
LARGEST = 78.0
"""How large a picture is shown at most, mm."""

RIM = 1.1
"""Width of a frame's light rim, mm of the piece."""
_STYLE = """
body { margin: 2em auto; max-width: 76em; padding: 0 1.5em; background: #efebe4; color: #1d1b19;
       font: 16px/1.45 "Alegreya Sans", "Segoe UI", sans-serif; }
h1 { font-family: Cinzel, Georgia, serif; }
h2 { font-size: 1.1em; margin: 1.8em 0 .3em; border-bottom: 1px solid #b4532a; }
ul { margin: .3em 0 1em; padding-left: 1.2em; }
li { font-family: ui-monospace, Consolas, monospace; font-size: .85em; white-space: pre-wrap; }
.cards { display: flex; flex-wrap: wrap; gap: 1.6em; align-items: flex-end; }
figure { margin: 0; }
.pair { display: flex; gap: .6em; align-items: center; }
.pair svg { overflow: visible; background: #fff; box-shadow: 0 1px 4px #0005; }
.lost { display: grid; place-items: center; background: #ddd6ca; color: #333; font-size: .85em; }
figcaption { font-size: .85em; padding-top: .4em; max-width: 44em; }
.sides { display: block; color: #444; }
"""


def diff_html(title: str, lines: Sequence[str], sections: Sequence[Section]) -> str:
    """The page. Frames mark what differs, in blue on white; the paper there is tinted."""
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(title)}</h1>",
        *(f"<p>{html.escape(line)}</p>" for line in lines),
        *(part for section in sections for part in _section(section)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{html.escape(section.title)}</h2>"
    if section.lines:
        yield "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in section.lines) + "</ul>"
    yield '<div class="cards">'
    for card in section.cards:
        caption = f"<b>{html.escape(card.caption)}</b>"
        note = f'<span class="sides">{html.escape(card.note)}</span>'
        yield f'<figure><div class="pair">{"<span>→</span>".join(_pictures(card))}</div>'
        yield f"<figcaption>{caption}{note}</figcaption></figure>"
    yield "</div>"


def _pictures(card: Pair) -> Iterator[str]:
    sides = max(*card.size, *card.new_size, 1.0)
    scale = min(1.0, LARGEST / sides) * PX_PER_MM
    name = html.escape(card.caption, quote=True)
    if card.pair:
        yield _picture(card.before, card.size, card, scale, f"{name} before")
        yield _picture(card.after, card.new_size, card, scale, f"{name} after")
    else:
        size = card.size if card.after is None else card.new_size
        yield _picture(card.after or card.before, size, card, scale, name)


def _picture(image: Image.Image | None, size: Size, card: Pair, scale: float, name: str) -> str:
    width, height = size.width * scale, size.height * scale
    if image is None:
        words = html.escape(card.lost)
        return f'<div class="lost" style="width:{width:.0f}px;height:{height:.0f}px">{words}</div>'
    data = base64.b64encode(png_bytes(image, DPI)).decode("ascii")
    frames = "".join(map(_frame, card.frames))
    return (
        f'<svg role="img" aria-label="{name}" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {size.width:.3f} {size.height:.3f}">'
        f'<image width="{size.width:.3f}" height="{size.height:.3f}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>{frames}</svg>'
    )


def _frame(box: Rect) -> str:
    """A frame outside its box."""
    box = box.inset(-RIM / 2)
    at = (
        f'x="{box.x:.2f}" y="{box.y:.2f}" width="{box.width:.2f}" height="{box.height:.2f}" '
        'fill="none"'
    )
    rims = (("#fff", RIM), ("#0072B2", 0.6))
    return "".join(f'<rect {at} stroke="{c}" stroke-width="{width}"/>' for c, width in rims)
