"""Art for the walls of boxes, trays and lids of any size: front, contents, side, bare plate. mm."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.ink import Ink
from pnp.draw.ornament import key_frame, wave_band
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.draw.text import fit_size, wrap
from pnp.errors import Problem
from pnp.fonts import find_font
from pnp.geometry import Affine, Point, Rect, Size
from pnp.model import Game, Theme

CLEAR = 3.0
"""Text keeps at least so far from folds and cuts."""
SMALLEST = 2.2
"""Smallest text (6.2 pt)."""
TITLE_ROOM = 3.1
"""The least height in which a title can be read."""
NARROW = 1.8
"""A wall that is so many times as high as it is wide is read sideways."""


def emblem_problems(theme: Theme) -> list[Problem]:
    """The problem of a theme whose emblem is no symbol."""
    if theme.emblem in SYMBOLS:
        return []
    return [
        Problem(
            "DEF007",
            "error",
            f"there is no symbol '{theme.emblem}'",
            theme.at.of("emblem"),
            near_symbol(theme.emblem),
        )
    ]


def draw_front(game: Game, ink: Ink, size: Size) -> None:
    """A key frame, the emblem in it and the title below the emblem (beside it on a low wall)."""
    theme, small = game.file.theme, min(size)
    inset = max(CLEAR, 0.05 * small)
    unit = min(0.14 * small, 9.0)
    ink.draw(key_frame(size.width, size.height, unit, inset), theme.palette)
    inner = Rect(0, 0, *size).inset(inset + unit + 0.04 * small)
    if inner.width > 2.6 * inner.height:
        side = inner.height
        _emblem(game, ink, Point(inner.x, inner.y), side)
        gap = 0.18 * side
        _title(
            game, ink, Rect(inner.x + side + gap, inner.y, inner.width - side - gap, inner.height)
        )
        return
    side = min(0.7 * inner.height, inner.width)
    _emblem(game, ink, Point(size.width / 2 - side / 2, inner.y), side)
    _title(game, ink, Rect(inner.x, inner.y + side, inner.width, inner.height - side))


def _emblem(game: Game, ink: Ink, at: Point, side: float) -> None:
    theme = game.file.theme
    ink.draw(
        symbol(theme.emblem), theme.palette, Affine.translation(*at) @ Affine.scaling(side / 100)
    )


def _title(game: Game, ink: Ink, room: Rect) -> None:
    """The game's title as large as its room allows, in the middle of it."""
    theme, file = game.file.theme, game.file
    words = file.title.upper()
    letters, fitted = fit_size(
        words, theme.fonts.title, 900, 0.92 * room.width, 0.72 * room.height, SMALLEST
    )
    rise = _cap(theme, 900) * letters / 2
    ink.text(
        words,
        Point(room.centre.x, room.centre.y + rise),
        letters,
        family=theme.fonts.title,
        weight=900,
        anchor="middle",
        fill=theme.palette.ink,
        where=file.at.of("title"),
    )
    if not fitted:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                f"'{words}' does not fit the box",
                file.at.of("title"),
                "shorten the title",
            )
        )


def _cap(theme: Theme, weight: int) -> float:
    """Height of capitals of the title's family; an unknown family is reported by the pen."""
    try:
        return find_font(theme.fonts.title, weight).cap_height
    except KeyError:
        return 0.7


def draw_side(game: Game, ink: Ink, size: Size) -> None:
    """A side wall: the title between two bands of waves, alone on a low wall, upwards on a
    narrow one; nothing where it could not be read."""
    if size.height > NARROW * size.width:
        turned = Ink()
        draw_side(game, turned, Size(size.height, size.width))
        ink.problems += turned.problems
        ink.stamp(turned.layer(), Affine.translation(0, size.height) @ Affine.rotation(-90))
        return
    theme = game.file.theme
    band = min(0.16 * size.height, 6.0)
    top = 2 * CLEAR + band
    room = Rect(0.1 * size.width, top, 0.8 * size.width, size.height - 2 * top)
    if room.height >= TITLE_ROOM:
        for y in (CLEAR, size.height - CLEAR - band):
            waves = wave_band(CLEAR, y, size.width - 2 * CLEAR, band)
            ink.draw(waves, theme.palette, tint=theme.palette.accent)
        _title(game, ink, _middle(room, min(room.height, 0.3 * size.height)))
    elif size.height >= TITLE_ROOM + 2 * CLEAR:
        _title(game, ink, _middle(room, max(TITLE_ROOM, 0.4 * size.height - CLEAR)))


def _middle(room: Rect, height: float) -> Rect:
    return Rect(room.x, room.centre.y - height / 2, room.width, height)


def draw_contents(game: Game, lines: Sequence[str], ink: Ink, size: Size) -> None:
    """Title, subtitle, what is inside, credits; as large as all of it fits."""
    theme, file = game.file.theme, game.file
    margin = max(CLEAR + 1, 0.07 * min(size))
    room = Rect(0, 0, *size).inset(margin)
    head = min(0.16 * room.height, 8.0)
    letters, _ = fit_size(file.title, theme.fonts.title, 700, room.width, head, SMALLEST)
    ink.text(
        file.title,
        Point(room.x, room.y + 0.8 * letters),
        letters,
        family=theme.fonts.title,
        weight=700,
        fill=theme.palette.ink,
    )
    band = 0.35 * head
    ink.draw(
        wave_band(room.x, room.y + letters + 1, room.width, band),
        theme.palette,
        tint=theme.palette.accent,
    )
    top = room.y + letters + band + 2.5
    blocks = [
        (file.subtitle or "", 400),
        *((line, 700) for line in lines),
        *((credit, 400) for credit in file.credits),
        (file.licence or "", 400),
    ]
    text, fitted = 4.2, False
    while not fitted and text > SMALLEST:
        text = max(text - 0.2, SMALLEST)
        fitted = top + _set(game, blocks, text, room, None) <= room.bottom
    _set(game, blocks, text, Rect(room.x, top, room.width, 0), ink)
    if not fitted:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                "the text does not fit the back of the box",
                file.at.of("credits"),
                "shorten subtitle, credits or licence",
            )
        )


def _set(
    game: Game, blocks: Sequence[tuple[str, int]], text: float, room: Rect, ink: Ink | None
) -> float:
    """The height of the blocks at a size of text; draws them when there is a pen."""
    theme, y = game.file.theme, 0.0
    for words, weight in blocks:
        if not words:
            continue
        for line in wrap(words, theme.fonts.label, weight, text, room.width):
            if ink is not None:
                ink.text(
                    line,
                    Point(room.x, room.y + y + 0.8 * text),
                    text,
                    family=theme.fonts.label,
                    weight=weight,
                    fill=theme.palette.ink,
                    where=game.file.loc,
                )
            y += 1.2 * text
        y += 0.3 * text
    return y
