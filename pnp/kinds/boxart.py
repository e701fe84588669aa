"""Art for the walls of boxes, trays and lids of any size: front, contents, side, bare plate. mm."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Game, Theme
from pnp.draw.back import MOTIFS
from pnp.draw.headline import Headline, fit_headline
from pnp.draw.ink import Ink
from pnp.draw.ornament import fit_key, key_frame, wave_band, wave_length, wave_pair
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.draw.text import fit_size, text_width, wrap
from pnp.errors import Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.packing import Inside

CLEAR = 3.0
"""Text keeps at least so far from folds and cuts."""
PADDING = 3.5
"""What is free between a frame and what stands in it."""
NEARER = 1.5
"""What is free at least between a frame and words that would not fit otherwise."""
SMALLEST, LARGEST = 2.2, 4.2
"""Smallest text (6.2 pt), and the largest of the contents."""
ACCENT = 0.26
"""How far an accent reaches above a capital, in sizes of the text."""
LEAST_EMBLEM = 5.0
"""A smaller emblem above a title would be a speck, mm."""
TITLE_ROOM = 3.1
"""The least height in which a title is as large as the smallest text, and so may stand."""
RISE, LEAST_WAVES = 0.42, 4
"""Letters of a spine as a share of its width; how many waves are no scrap of ornament."""
DOT, LINE = " · ", 1.2
"""Between the facts of a line; from a line of them to the next, in sizes."""
WIDE, GUTTER, COLUMN = 1.3, 6.0, 40.0
"""So many times as wide as high, text stands in two columns: how far apart, and how wide at
least, mm."""
BARE = 0.6
"""A panel of which text leaves more than this blank has a larger picture, in the middle."""
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
        _standing(game, ink, inner, facts)


def _lying(game: Game, ink: Ink, inner: Rect) -> None:
    """The emblem and the title beside it, as one group in the middle; the title alone where it
    does not fit otherwise."""
    side = min(inner.height, 0.37 * inner.width)
    gap = 0.22 * side
    title = _fit(game, inner.width - side - gap, 0.62 * inner.height, 0.9 * inner.height)
    if not title.fitted:
        side = gap = 0.0
        title = _fit(game, inner.width, 0.62 * inner.height, 0.9 * inner.height)
        _complain(game, ink, title)
    width = side + gap + title.width
    left = inner.centre.x - width / 2
    if side:
        _emblem(game, ink, Point(left, inner.centre.y - side / 2), side)
    base = inner.centre.y + title.height / 2
    _words(game, ink, title, Point((left + side + gap + left + width) / 2, base))


def _standing(game: Game, ink: Ink, inner: Rect, with_facts: bool) -> None:
    """The emblem, the title below it and the facts, as one group in the middle; without the emblem,
    and with a larger title, where it would be a speck."""
    words, most = game.file.title.upper(), min(0.2 * inner.height, 0.3 * inner.width)
    title = _fit(game, inner.width, most, 0.45 * inner.height)
    facts = _fit_facts(game, inner.width, title) if with_facts else _Facts()
    gap = max(2.0, 0.08 * inner.height) + (ACCENT * title.letters if _accented(words) else 0.0)
    side = min(0.9 * inner.width, inner.height - gap - title.height - facts.height)
    if side < LEAST_EMBLEM:
        tall = inner.height + 2 * (PADDING - NEARER)
        title = _fit(game, inner.width, 1.5 * most, tall - facts.height)
        facts = _fit_facts(game, inner.width, title) if with_facts else facts
        side = gap = 0.0
    if not title.fitted and facts.lines:
        title = _fit(game, inner.width, 1.5 * most, inner.height)
        facts = replace(facts, fitted=not title.fitted)
    _complain(game, ink, title)
    top = inner.y + (inner.height - side - gap - title.height - facts.height) / 2
    if side:
        _emblem(game, ink, Point(inner.centre.x - side / 2, top), side)
    base = top + side + gap + title.height
    _words(game, ink, title, Point(inner.centre.x, base))
    _draw_facts(game, ink, facts, Point(inner.centre.x, base))


class _Facts(Struct, frozen=True):
    """Players, age and minutes in as few lines as they fit, all of one size, mm."""

    lines: tuple[str, ...] = ()
    size: float = 0.0
    fitted: bool = True

    @property
    def height(self) -> float:
        """From the last baseline of the title to below the last line, mm."""
        return (2.1 + LINE * (len(self.lines) - 1)) * self.size if self.lines else 0.0


def _fit_facts(game: Game, width: float, title: Headline) -> _Facts:
    """The facts in one line of up to half the title's size, else broken between them; in the
    smallest size they may be a little wider than the title."""
    facts, family = _facts(game), game.file.theme.fonts.label
    if not facts:
        return _Facts()
    size, _ = fit_size(DOT.join(facts), family, 500, width, 0.5 * title.letters, SMALLEST)
    room, lines = width + 2 * (PADDING - NEARER), list(facts[:1])
    for fact in facts[1:]:
        longer = lines[-1] + DOT + fact
        if text_width(longer, family, 500, size) > room:
            lines.append(fact)
        else:
            lines[-1] = longer
    fitted = all(text_width(line, family, 500, size) <= room for line in lines)
    return _Facts(tuple(lines), size, fitted)


def _draw_facts(game: Game, ink: Ink, facts: _Facts, at: Point) -> None:
    """The facts below the middle of the title's last baseline."""
    theme, loc = game.file.theme, game.file.loc
    if not facts.fitted:
        message = f"'{DOT.join(facts.lines)}' does not fit the front of the box"
        key = max(
            ("players", "age", "minutes"), key=lambda name: len(getattr(game.file, name) or "")
        )
        hint = "shorten players, age or minutes"
        ink.problems.append(Problem("TEXT001", "error", message, game.file.at.of(key), hint))
    for down, line in enumerate(facts.lines):
        ink.text(
            line,
            Point(at.x, at.y + (1.9 + LINE * down) * facts.size),
            facts.size,
            family=theme.fonts.label,
            weight=500,
            anchor="middle",
            fill=theme.palette.accent,
            where=loc,
        )


def _facts(game: Game) -> tuple[str, ...]:
    file = game.file
    parts = (
        f"{file.players} players" if file.players else "",
        f"age {file.age}" if file.age else "",
        f"{file.minutes} min" if file.minutes else "",
    )
    return tuple(filter(None, parts))


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
    """The title alone, in the middle of a lid; nothing where it could not be read."""
    room = Rect(0, 0, *size).inset(min(CLEAR, 0.2 * size.height))
    if room.height >= TITLE_ROOM:
        _title(game, ink, room, room.height)


def _title(game: Game, ink: Ink, room: Rect, height: float) -> None:
    """The game's title in the middle of a room that has so much `height` for two lines.

    It is left out where it does not fit: it stands on the front.
    """
    title = _fit(game, 0.92 * room.width, 0.72 * room.height, height)
    if title.fitted:
        _words(game, ink, title, Point(room.centre.x, room.centre.y + title.height / 2))


def _fit(game: Game, width: float, most: float, height: float) -> Headline:
    """The title in a width, in letters of up to `most` mm; two lines are at most `height` high."""
    words, family = game.file.title.upper(), game.file.theme.fonts.title
    return fit_headline(words, family, 900, width, max(most, SMALLEST), SMALLEST, height)


def _complain(game: Game, ink: Ink, title: Headline) -> None:
    """The problem of a panel without room for its title."""
    if not title.fitted:
        message, where = f"'{game.file.title}' does not fit the box", game.file.at.of("title")
        ink.problems.append(Problem("TEXT001", "error", message, where, "shorten the title"))


def _words(game: Game, ink: Ink, title: Headline, at: Point, turn: Affine | None = None) -> None:
    """The title about a point on its last baseline."""
    title.draw(ink, at, game.file.theme.palette.ink, game.file.at.of("title"), turn=turn)


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
        _title(game, ink, _middle(room, min(room.height, 0.3 * size.height)), room.height)
    elif RISE * size.height >= SMALLEST:
        low = _middle(room, max(TITLE_ROOM, 0.4 * size.height - CLEAR))
        _title(game, ink, low, size.height - CLEAR)


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
    middle, length = Point(size.width / 2, size.height / 2), size.height - 2 * (2 * CLEAR + band)
    title = _fit(game, length, RISE * size.width, size.width - CLEAR)
    if title.fitted:
        base = Point(middle.x, middle.y + title.height / 2)
        _words(game, ink, title, base, Affine.rotation(-90, middle))


def _middle(room: Rect, height: float) -> Rect:
    return Rect(room.x, room.centre.y - height / 2, room.width, height)


def draw_contents(game: Game, inside: Inside, ink: Ink, size: Size, *, notch: float = 0.0) -> None:
    """Title, subtitle, what is inside, credits; as large as all of it fits; a picture if it does.

    `notch` mm are left free at the top.
    """
    theme, file = game.file.theme, game.file
    margin = max(CLEAR + 0.2, 0.07 * min(size))
    room = Rect(0, 0, *size).inset(margin)
    if notch:
        room = Rect(room.x, notch + 2.0, room.width, room.bottom - notch - 2.0)
    head = min(0.13 * room.height, 0.14 * room.width, 8.0)
    most, family = max(head, SMALLEST), theme.fonts.title
    title = fit_headline(file.title, family, 700, room.width, most, SMALLEST, 0.3 * room.height)
    _complain(game, ink, title)
    more = title.height - title.cap
    base = Point(room.x, room.y + 0.8 * title.letters + more)
    title.draw(ink, base, theme.palette.ink, file.at.of("title"), anchor="start")
    band, top = 0.35 * head, room.y + title.letters + more
    waves = wave_band(room.x, top + 1, room.width, band)
    ink.draw(waves, theme.palette, tint=theme.palette.accent)
    top += band + 2.5
    below = Rect(room.x, top, room.width, room.bottom - top)
    end, fitted = _draw_blocks(game, inside.lines, ink, below)
    free = Rect(room.x, end, room.width, room.bottom - end)
    if free.height > BARE * below.height:
        foot = wave_band(room.x, room.bottom - band, room.width, band)
        ink.draw(foot, theme.palette, tint=theme.palette.accent)
        free = free._replace(height=free.height - band)
        radius = min(0.36 * free.width, 0.4 * free.height)
        _draw_motif(game, inside, ink, free.centre, radius)
    elif free.height > 0.34 * free.width:
        radius = min(0.25 * free.width, 0.42 * free.height)
        middle = Point(free.centre.x, free.bottom - radius)
        _draw_motif(game, inside, ink, middle, radius)
    if not fitted:
        panel, where = f"{size.width:.0f} x {size.height:.0f} mm", file.at.of("credits")
        message = f"the text does not fit the back of the box, {panel}"
        hint = "shorten subtitle, credits or licence"
        ink.problems.append(Problem("TEXT001", "error", message, where, hint))


def _draw_motif(game: Game, inside: Inside, ink: Ink, middle: Point, radius: float) -> None:
    """The ornament that is on the backs of what is inside, else the theme's emblem: of a labrys a
    whole wheel."""
    theme = game.file.theme
    wheel = ("labrys",) if theme.emblem == "labrys" else ()
    for name in (*inside.backs, *wheel):
        if name in MOTIFS:
            ink.draw(MOTIFS[name](*middle, radius), theme.palette)
            return
    _emblem(game, ink, Point(middle.x - radius, middle.y - radius), 2 * radius)


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
