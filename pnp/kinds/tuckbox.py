"""The tuck box: as deep as the deck it holds is thick, with art on its outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from pydantic import Field

from pnp.draw.ink import Ink
from pnp.draw.netface import PAD, Art, face_size, net_face, net_outline
from pnp.draw.ornament import fit_key, key_frame, wave_band
from pnp.draw.rosette import rosette
from pnp.draw.symbols import symbol
from pnp.draw.text import fit_size, wrap
from pnp.errors import Problem, near
from pnp.geometry import Affine, Point, Rect, Size, bounds
from pnp.kinds.base import Context, Expansion, Kind, SleeveName
from pnp.model import Component, Game, GameFile, PositiveLength, Text
from pnp.nets.core import Net, Panel, Pose
from pnp.nets.split import split
from pnp.nets.tuckbox import tuck_box
from pnp.packing import deck_size
from pnp.piece import Piece

SMALLEST = 2.2
"""The smallest text, mm (6.2 pt)."""
FIRST_LINE = 0.1 / 0.058
"""From the band to the first baseline, in sizes of the text."""


class TuckBox(Component):
    """A box for the pieces of other components.

    Inner size: the largest held piece plus `clearance`; depth: the sum of copies times their
    thickness plus `slack`. `glue` is the width of the seam's flap. With a card `sleeve` width,
    height and every card grow as it says; `lock` cuts slits that hold the lid; `split` makes the
    box of two parts for a sheet that is too small for one.
    """

    holds: Annotated[tuple[Text, ...], Field(min_length=1)]
    clearance: PositiveLength = 1.0
    slack: PositiveLength = 1.6
    glue: PositiveLength = 13.0
    sleeve: SleeveName | None = None
    lock: bool = False
    split: bool = False


def expand(component: Component, context: Context) -> Expansion:
    """One box, or a problem when it would hold nothing that exists."""
    assert isinstance(component, TuckBox)
    result = Expansion()
    held: list[Piece] = []
    for i, id in enumerate(component.holds):
        try:
            held += context.pieces_of(id)
        except KeyError:
            known = [c.id for c in context.game.components if c.id != component.id]
            message, at = f"there is no component '{id}' to hold", component.at.of("holds", i)
            result.problems.append(Problem("DEF009", "error", message, at, near(id, known)))
    whole = not result.problems and not set(component.holds) & context.game.broken
    if not held and whole:
        message, at = f"{component.id} has nothing to hold: no piece", component.at.of("holds")
        result.problems.append(Problem("DEF009", "error", message, at))
    if result.problems or not held:
        result.unread = 1
        return result
    width, height, thickness = deck_size(held, component.sleeve)
    try:
        net = tuck_box(
            width + component.clearance,
            height + component.clearance,
            thickness + component.slack,
            glue=component.glue,
            lock=component.lock,
        )
    except ValueError as error:
        at = component.at.of("lock") if component.lock else component.loc
        result.problems.append(Problem("DEF003", "error", f"{component.id}: {error}", at))
        result.unread = 1
        return result
    result.pieces += _pieces(component, context, net, tuple(held))
    return result


def _pieces(
    component: TuckBox, context: Context, net: Net, held: tuple[Piece, ...]
) -> Iterator[Piece]:
    """The box, or its two parts: the first holds the deck."""
    theme, game = context.game.file.theme, context.game
    arts = _arts(game, net, contents(context, component))
    title = component.title or f"{game.file.title} box"
    halves = split(net, "right", Pose("back", "turned"), reach=component.glue)
    parts = halves if component.split else (net,)
    for i, part in enumerate(parts):
        name = ("front", "back")[i] if component.split else ""
        yield Piece(
            f"{component.id}-{name}" if name else component.id,
            component.id,
            component.part,
            f"{title}, {name}" if name else title,
            net_face(part, arts, theme, component.loc),
            None,
            component.loc,
            outline=net_outline(part),
            net=part,
            net_pad=PAD,
            joins=tuple(other for other in parts if other is not part),
            holds=() if i else held,
            sleeve=component.sleeve,
            parts=() if component.split else tuple(face_size(half) for half in halves),
        )


def contents(context: Context, box: TuckBox) -> list[str]:
    """What is printed on the back: each held component with its number of pieces."""
    lines = []
    for id in box.holds:
        component = context.game.component(id)
        count = sum(p.copies for p in context.pieces_of(id))
        name = component.title if component and component.title else id
        lines.append(f"{count} {name[:1].lower()}{name[1:]}")
    return lines


def _notch_depth(front: Panel) -> float:
    """How far the thumb notch reaches into the front panel; mm."""
    box = bounds(front.polygon)
    inner = [p.y for p in front.polygon if box.x + 1 < p.x < box.right - 1 and p.y < box.bottom - 1]
    return max(inner, default=box.y) - box.y


def _arts(game: Game, net: Net, lines: list[str]) -> dict[str, Art]:
    spine = partial(_draw_spine, game)
    return {
        "front": partial(_draw_front, game, _notch_depth(net["front"])),
        "back": partial(_draw_back, game, lines),
        "left": spine,
        "right": spine,
        "lid": partial(_draw_lid, game),
    }


def _draw_front(game: Game, notch: float, ink: Ink, size: Size) -> None:
    """A key frame below the thumb notch, the emblem large, the title under it."""
    theme, file = game.file.theme, game.file
    small = min(size)
    drop = notch - 0.02 * small
    unit, inset = 0.12 * small, 0.05 * small
    ink.draw(
        key_frame(size.width, size.height - drop, unit, inset),
        theme.palette,
        Affine.translation(0, drop),
    )
    band = inset + fit_key(size.width, size.height - drop, unit, inset).band
    side, top, most, y = _front_places(size, Rect(0, drop, size.width, size.height - drop), band)
    at = Affine.translation((size.width - side) / 2, top) @ Affine.scaling(side / 100)
    ink.draw(symbol(theme.emblem), theme.palette, at)
    words = file.title.upper()
    letters, fitted = fit_size(words, theme.fonts.title, 900, 0.48 * size.width, most, 2.5)
    ink.text(
        words,
        Point(size.width / 2, y),
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
    line = " · ".join(
        part
        for part in (
            f"{file.players} players" if file.players else "",
            f"age {file.age}" if file.age else "",
            f"{file.minutes} min" if file.minutes else "",
        )
        if part
    )
    if line:
        ink.text(
            line,
            Point(size.width / 2, y + 0.085 * size.width),
            0.046 * size.width,
            family=theme.fonts.label,
            weight=500,
            anchor="middle",
            fill=theme.palette.accent,
        )


def _front_places(size: Size, framed: Rect, band: float) -> tuple[float, float, float, float]:
    """Emblem's side and top, the title's largest size and its baseline, mm.

    On a tall panel the emblem is half as wide as it; on a squat one it takes what the frame leaves.
    """
    side = 0.5 * size.width
    top = 0.46 * size.height - side / 2
    y = top + side + (size.height - top - side - 0.16 * min(size)) * 0.5
    inner = framed.inset(band)
    if top >= inner.y and y + 0.1 * size.width <= inner.bottom:
        return side, top, 0.17 * size.width, y
    letters, gap = 0.2 * inner.height, 0.05 * inner.height
    y = inner.bottom - 0.115 * size.width
    top = inner.y + gap
    return min(y - 0.7 * letters - gap - top, side), top, letters, y


def _draw_back(game: Game, lines: list[str], ink: Ink, size: Size) -> None:
    """Contents and credits, wrapped, as large as fits, and kept clear of the edges."""
    theme, file = game.file.theme, game.file
    margin = 0.1 * size.width
    room = size.width - 2 * margin
    y = margin + 0.09 * size.width
    letters, _ = fit_size(file.title, theme.fonts.title, 700, room, 0.1 * size.width, 2.2)
    ink.text(
        file.title,
        Point(margin, y),
        letters,
        family=theme.fonts.title,
        weight=700,
        fill=theme.palette.ink,
    )
    ink.draw(
        wave_band(margin, y + 0.04 * size.width, room, 0.05 * size.width),
        theme.palette,
        tint=theme.palette.accent,
    )
    y += 0.09 * size.width
    text, set_lines, end = _set_back(
        file, theme.fonts.label, lines, size.width, size.height - margin - y
    )
    for words, weight, down in set_lines:
        ink.text(
            words,
            Point(margin, y + down),
            text,
            family=theme.fonts.label,
            weight=weight,
            fill=theme.palette.ink,
            where=file.loc,
        )
    y += end
    left = size.height - margin - y
    if left > 0.3 * size.width:
        radius = min(0.2 * size.width, 0.42 * left)
        ink.draw(rosette(size.width / 2, size.height - margin - radius, radius, 8), theme.palette)
    if y - 1.6 * text > size.height - 0.4 * margin:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                "the text does not fit the back of the box",
                file.at.of("credits"),
                "shorten subtitle, credits or licence",
            )
        )


def _set_back(
    file: GameFile, family: str, lines: list[str], width: float, height: float
) -> tuple[float, list[tuple[str, int, float]], float]:
    """The back's size of text (mm), lines (words, weight, baseline below the band), and end.

    The size is 5.8 % of the width, less where that is too high, and never under 2.2 mm (6.2 pt).
    """
    blocks = [
        (file.subtitle or "", 400),
        *((line, 500) for line in lines),
        *((credit, 400) for credit in file.credits),
        (file.licence or "", 400),
    ]
    text = 0.058 * width
    while True:
        found, y = [], FIRST_LINE * text
        for words, weight in blocks:
            for line in wrap(words, family, weight, text, 0.8 * width) if words else ():
                found.append((line, weight, y))
                y += 1.25 * text
            y += 0.35 * text if words else 0
        if text == SMALLEST or y - 1.6 * text <= height:
            return text, found, y
        text = max(text - 0.1, SMALLEST)


def _draw_spine(game: Game, ink: Ink, size: Size) -> None:
    """The title up the side, read from below, between two waves."""
    theme, words = game.file.theme, game.file.title.upper()
    letters, _ = fit_size(words, theme.fonts.title, 700, 0.6 * size.height, 0.42 * size.width, 2.0)
    middle = Point(size.width / 2, size.height / 2)
    ink.text(
        words,
        Point(middle.x, middle.y + 0.35 * letters),
        letters,
        family=theme.fonts.title,
        weight=700,
        anchor="middle",
        fill=theme.palette.ink,
        turn=Affine.rotation(-90, middle),
    )
    band = 0.22 * size.width
    for y in (0.06 * size.height, 0.94 * size.height - band):
        ink.draw(
            wave_band(0.14 * size.width, y, 0.72 * size.width, band),
            theme.palette,
            tint=theme.palette.accent,
        )


def _draw_lid(game: Game, ink: Ink, size: Size) -> None:
    theme, words = game.file.theme, game.file.title.upper()
    letters, _ = fit_size(words, theme.fonts.title, 700, 0.7 * size.width, 0.42 * size.height, 2.0)
    ink.text(
        words,
        Point(size.width / 2, size.height / 2 + 0.35 * letters),
        letters,
        family=theme.fonts.title,
        weight=700,
        anchor="middle",
        fill=theme.palette.ink,
    )


KIND = Kind("tuckbox", TuckBox, expand)
