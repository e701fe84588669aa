"""Pictures that no other picture looks like, games of cards made of them, and sheets as pixels."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face, Piece

GAME = """\
title: Own Art
documents:
  cards_{paper}:
    print: [deck]
    backs: cards_back_{paper}
"""
QUARTERS = ((255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 0))
"""Top left, top right, bottom left, bottom right."""


def quarters(width: int = 315, height: int = 440) -> Image.Image:
    """Four colours: neither a turn nor a mirror leaves the picture as it is."""
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for i, colour in enumerate(QUARTERS):
        x, y = i % 2 * (width // 2), i // 2 * (height // 2)
        draw.rectangle((x, y, x + width, y + height), fill=colour)
    return image


def file_of(image: Image.Image, form: str = "PNG", **more: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


def deck_folder(folder: Path, text: str, **files: bytes) -> Path:
    """A game of one component, `deck`, of cards 63 x 88 mm; `a_png=` is the file a.png."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "deck.yaml").write_text(f"kind: card\nsize: 63 x 88mm\n{text}")
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    return folder


def plan_of(folder: Path, **options: Any) -> Plan:
    """The plan of a game that loads without problems."""
    game, problems = load(folder)
    assert problems == []
    return Plan(game, Options(**options))


def only_piece(plan: Plan) -> Piece:
    (piece,) = plan.pieces
    return piece


def picture(face: Face, dpi: float = 50.8) -> Image.Image:
    """A face with its bleed as it prints: two pixels a millimetre unless told otherwise."""
    return page_image(face_pdf(face, "face"), dpi).convert("RGB")


def near(one: Any, other: Any, most: int = 12) -> bool:
    """True if two colours are alike."""
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def corners(image: Image.Image, inset: int = 8) -> list[Any]:
    """The pixels near the four corners, in the order of `QUARTERS`."""
    right, bottom = image.width - 1 - inset, image.height - 1 - inset
    return [
        image.getpixel(at)
        for at in ((inset, inset), (right, inset), (inset, bottom), (right, bottom))
    ]
