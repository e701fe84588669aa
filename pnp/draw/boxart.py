"""Art for the walls of boxes, trays and lids of any size: front, contents, side, bare plate. mm."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pnp.draw.ink import Ink
from pnp.draw.ornament import fit_key, key_frame, wave_band, wave_length, wave_pair
from pnp.draw.rosette import rosette
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.draw.text import fit_size, text_width, wrap
from pnp.errors import Problem
from pnp.fonts import find_font
from pnp.geometry import Affine, Point, Rect, Size
from pnp.model import Game, Theme

CLEAR = 3.0
"""Text keeps at least so far from folds and cuts."""
PADDING = 3.5
"""What is free between a frame and what stands in it."""
SMALLEST, LARGEST = 2.2, 4.2
"""Smallest text (6.2 pt), and the largest of the contents."""
ACCENT = 0.26
"""How far an accent reaches above a capital, in sizes of the text."""
TITLE_ROOM = 3.1
"""The least height in which a title can be read."""
RISE, LEAST_WAVES = 0.42, 4
"""Letters of a spine as a share of its width; how many waves are no scrap of ornament."""
WIDE, GUTTER, COLUMN = 1.3, 6.0, 40.0
"""So many times as wide as high, text stands in two columns: how far apart, and how wide at
least, mm."""
NARROW = 1.5
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


def draw_front(
    game: Game, ink: Ink, size: Size, *, notch: float = 0.0, facts: bool = False
) -> None:
    """A key frame, and in the middle of it the emblem with the title below it (or beside it).

    `notch` mm are left free at the top; `facts` adds players, age and minutes.
    """
    theme, small = game.file.theme, min(size)
    drop = max(notch - 0.02 * small, 0.0)
    inset, unit = max(CLEAR, 0.05 * small), min(0.1 * small, 9.0)
    framed = Rect(0, drop, size.width, size.height - drop)
    band = fit_key(framed.width, framed.height, unit, inset).band
    key = key_frame(framed.width, framed.height, unit, inset)
    ink.draw(key, theme.palette, Affine.translation(0, drop))
    inner = framed.inset(inset + band + max(PADDING, 0.04 * small))
    if inner.width > 2.2 * inner.height:
        _lying(game, ink, inner)
    else:
        _standing(game, ink, inner, _facts(game) if facts else "")


def _lying(game: Game, ink: Ink, inner: Rect) -> None:
    """The emblem and the title beside it, as one group in the middle."""
    theme, words = game.file.theme, game.file.title.upper()
    side = min(inner.height, 0.37 * inner.width)
    gap = 0.22 * side
    letters = _fit(game, ink, words, inner.width - side - gap, 0.62 * inner.height)
    width = side + gap + text_width(words, theme.fonts.title, 900, letters)
    left = inner.centre.x - width / 2
    _emblem(game, ink, Point(left, inner.centre.y - side / 2), side)
    base = inner.centre.y + _cap(theme, 900) * letters / 2
    _words(game, ink, words, Point((left + side + gap + left + width) / 2, base), letters)


def _standing(game: Game, ink: Ink, inner: Rect, facts: str) -> None:
    """The emblem, the title below it and the facts, as one group in the middle."""
    theme, words = game.file.theme, game.file.title.upper()
    letters = _fit(game, ink, words, inner.width, min(0.2 * inner.height, 0.3 * inner.width))
    cap = _cap(theme, 900) * letters
    gap = max(2.0, 0.08 * inner.height) + (ACCENT * letters if _accented(words) else 0.0)
    small, _ = fit_size(facts, theme.fonts.label, 500, inner.width, 0.5 * letters, SMALLEST)
    foot = 2.1 * small if facts else 0.0
    side = min(0.9 * inner.width, inner.height - gap - cap - foot)
    top = inner.y + (inner.height - side - gap - cap - foot) / 2
    _emblem(game, ink, Point(inner.centre.x - side / 2, top), side)
    base = top + side + gap + cap
    _words(game, ink, words, Point(inner.centre.x, base), letters)
    if facts:
        ink.text(
            facts,
            Point(inner.centre.x, base + foot - 0.2 * small),
            small,
            family=theme.fonts.label,
            weight=500,
            anchor="middle",
            fill=theme.palette.accent,
            where=game.file.loc,
        )


def _facts(game: Game) -> str:
    file = game.file
    parts = (
        f"{file.players} players" if file.players else "",
        f"age {file.age}" if file.age else "",
        f"{file.minutes} min" if file.minutes else "",
    )
    return " · ".join(filter(None, parts))


def _accented(words: str) -> bool:
    """Whether a capital carries a mark above it."""
    return any(unicodedata.combining(sign) == 230 for sign in unicodedata.normalize("NFD", words))


def _emblem(game: Game, ink: Ink, at: Point, side: float) -> None:
    """The emblem with its left top corner at a point; none where there is no room for one."""
    theme = game.file.theme
    if side <= 0:
        return
    ink.draw(
        symbol(theme.emblem), theme.palette, Affine.translation(*at) @ Affine.scaling(side / 100)
    )


def draw_title(game: Game, ink: Ink, size: Size) -> None:
    """The title alone, in the middle of a lid."""
    _title(game, ink, Rect(0, 0, *size).inset(min(CLEAR, 0.2 * size.height)))


def _title(game: Game, ink: Ink, room: Rect) -> None:
    """The game's title as large as its room allows, in the middle of it."""
    words = game.file.title.upper()
    letters = _fit(game, ink, words, 0.92 * room.width, 0.72 * room.height)
    rise = _cap(game.file.theme, 900) * letters / 2
    _words(game, ink, words, Point(room.centre.x, room.centre.y + rise), letters)


def _fit(game: Game, ink: Ink, words: str, width: float, most: float) -> float:
    """The title's size in a width, up to `most` mm; a problem of the pen if it does not fit."""
    file = game.file
    most = max(most, SMALLEST)
    letters, fitted = fit_size(words, file.theme.fonts.title, 900, width, most, SMALLEST)
    if not fitted:
        where = file.at.of("title")
        message = f"'{words}' does not fit the box"
        ink.problems.append(Problem("TEXT001", "error", message, where, "shorten the title"))
    return letters


def _words(
    game: Game, ink: Ink, words: str, at: Point, letters: float, turn: Affine | None = None
) -> None:
    """The title about a point on its baseline."""
    ink.text(
        words,
        at,
        letters,
        family=game.file.theme.fonts.title,
        weight=900,
        anchor="middle",
        fill=game.file.theme.palette.ink,
        where=game.file.at.of("title"),
        turn=turn,
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
        _draw_spine(game, ink, size)
        return
    palette, band = game.file.theme.palette, min(0.16 * size.height, 6.0)
    top = 2 * CLEAR + band
    room = Rect(0.1 * size.width, top, 0.8 * size.width, size.height - 2 * top)
    if room.height >= TITLE_ROOM:
        across, down = size.width - 2 * CLEAR, size.height - 2 * CLEAR
        ink.draw(wave_pair(CLEAR, CLEAR, across, down, band), palette, tint=palette.accent)
        _title(game, ink, _middle(room, min(room.height, 0.3 * size.height)))
    elif RISE * size.height >= SMALLEST:
        _title(game, ink, _middle(room, max(TITLE_ROOM, 0.4 * size.height - CLEAR)))


def _draw_spine(game: Game, ink: Ink, size: Size) -> None:
    """The title up the side, between waves at both ends of a broad one."""
    if RISE * size.width < SMALLEST:
        return
    theme, band = game.file.theme, min(0.22 * size.width, 6.0)
    if size.width - 2 * CLEAR < LEAST_WAVES * wave_length(band):
        band = 0.0
    else:
        across, down = size.width - 2 * CLEAR, size.height - 2 * CLEAR
        waves = wave_pair(CLEAR, CLEAR, across, down, band)
        ink.draw(waves, theme.palette, tint=theme.palette.accent)
    words, middle = game.file.title.upper(), Point(size.width / 2, size.height / 2)
    length = size.height - 2 * (2 * CLEAR + band)
    letters, fitted = fit_size(words, theme.fonts.title, 900, length, RISE * size.width, SMALLEST)
    if fitted:
        base = Point(middle.x, middle.y + _cap(theme, 900) * letters / 2)
        _words(game, ink, words, base, letters, Affine.rotation(-90, middle))


def _middle(room: Rect, height: float) -> Rect:
    return Rect(room.x, room.centre.y - height / 2, room.width, height)


def draw_contents(
    game: Game, lines: Sequence[str], ink: Ink, size: Size, *, notch: float = 0.0
) -> None:
    """Title, subtitle, what is inside, credits; as large as all of it fits; a rosette if it does.

    `notch` mm are left free at the top.
    """
    theme, file = game.file.theme, game.file
    margin = max(CLEAR + 0.2, 0.07 * min(size))
    room = Rect(0, 0, *size).inset(margin)
    if notch:
        room = Rect(room.x, notch + 2.0, room.width, room.bottom - notch - 2.0)
    head = min(0.13 * room.height, 0.14 * room.width, 8.0)
    letters, _ = fit_size(file.title, theme.fonts.title, 700, room.width, head, SMALLEST)
    ink.text(
        file.title,
        Point(room.x, room.y + 0.8 * letters),
        letters,
        family=theme.fonts.title,
        weight=700,
        fill=theme.palette.ink,
        where=file.at.of("title"),
    )
    band = 0.35 * head
    ink.draw(
        wave_band(room.x, room.y + letters + 1, room.width, band),
        theme.palette,
        tint=theme.palette.accent,
    )
    top = room.y + letters + band + 2.5
    end, fitted = _draw_blocks(game, lines, ink, Rect(room.x, top, room.width, room.bottom - top))
    if room.bottom - end > 0.34 * room.width:
        radius = min(0.25 * room.width, 0.42 * (room.bottom - end))
        ink.draw(rosette(room.centre.x, room.bottom - radius, radius, 8), theme.palette)
    if not fitted:
        message, where = "the text does not fit the back of the box", file.at.of("credits")
        hint = "shorten subtitle, credits or licence"
        ink.problems.append(Problem("TEXT001", "error", message, where, hint))


Blocks = Sequence[tuple[str, int]]
"""Paragraphs with their weights."""


def _draw_blocks(game: Game, lines: Sequence[str], ink: Ink, room: Rect) -> tuple[float, bool]:
    """Subtitle and contents, then credits, or beside them on a wide panel; where they end, and
    whether that is in the room."""
    file = game.file
    inside = [(file.subtitle or "", 400), *((line, 700) for line in lines)]
    credits = [*((credit, 400) for credit in file.credits), (file.licence or "", 400)]
    half = (room.width - GUTTER) / 2
    if room.width > WIDE * room.height and half >= COLUMN and any(words for words, _ in credits):
        left = Rect(room.x, room.y, half, room.height)
        two = ((inside, left), (credits, Rect(room.right - half, *left[1:])))
        text, fitted = _fit_text(game, two)
        if fitted:
            return _set_columns(game, two, text, ink), True
    one = ((inside + credits, room),)
    text, fitted = _fit_text(game, one)
    return _set_columns(game, one, text, ink), fitted


def _fit_text(game: Game, columns: Sequence[tuple[Blocks, Rect]]) -> tuple[float, bool]:
    """The size at which the longest column fits its room, and False if none does."""
    room = columns[0][1]
    text = max(min(LARGEST, 0.064 * room.width), SMALLEST)
    while _set_columns(game, columns, text, None) > room.bottom and text > SMALLEST:
        text = max(text - 0.1, SMALLEST)
    return text, _set_columns(game, columns, text, None) - 0.5 * text <= room.bottom + 1e-6


def _set_columns(
    game: Game, columns: Sequence[tuple[Blocks, Rect]], text: float, ink: Ink | None
) -> float:
    """Where the longest column ends; draws them when there is a pen."""
    return max(room.y + _set(game, blocks, text, room, ink) for blocks, room in columns)


def _set(game: Game, blocks: Blocks, text: float, room: Rect, ink: Ink | None) -> float:
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
