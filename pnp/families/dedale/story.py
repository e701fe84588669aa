"""A certificate as a picture: the table after every move, numbered, the new card framed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from pnp.draw.ink import Ink
from pnp.draw.text import fit_size
from pnp.families.dedale.board import CoverBoard, steps_of
from pnp.families.dedale.certificate import Certificate, Move
from pnp.families.dedale.kit import Kit
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Point, Size
from pnp.piece import Face, Layer, Placed, Stamp

COLUMNS = 4
CELL, CAPTION, GAP = 60.0, 9.0, 6.0
"""Extent of a small picture, height of its caption, room between pictures, mm."""
HEAD = 20.0


class Story(Struct, frozen=True, dict=True):
    """All small pictures of a certificate on one page of `size` mm."""

    boards: tuple[CoverBoard, ...]
    size: Size
    words: Layer

    @cached_property
    def faces(self) -> tuple[tuple[Face, Affine], ...]:
        found: list[tuple[Face, Affine]] = [(Face(self.size, (Stamp(self.words),)), Affine())]
        for number, board in enumerate(self.boards):
            at = _corner(number)
            scale = CELL / max(board.size)
            x = at.x + (CELL - board.size.width * scale) / 2
            y = at.y + (CELL - board.size.height * scale) / 2
            to_page = Affine.translation(x, y) @ Affine.scaling(scale)
            found += [(face, to_page @ place) for face, place in board.faces]
        return tuple(found)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The same, ready for a page."""
        return tuple(Placed(face, at) for face, at in self.faces)


def story_of(plan: Plan, kit: Kit, certificate: Certificate) -> Story:
    """The page of a certificate."""
    boards = steps_of(plan, kit, certificate)
    size = story_size(len(boards))
    return Story(tuple(boards), size, _words(plan, kit, certificate, size))


def story_size(count: int) -> Size:
    """The page of so many small pictures, mm."""
    rows, cols = -(-count // COLUMNS), min(COLUMNS, count)
    return Size(GAP + max(cols, 2) * (CELL + GAP), HEAD + rows * (CELL + CAPTION + GAP))


def _corner(number: int) -> Point:
    row, col = divmod(number, COLUMNS)
    return Point(GAP + col * (CELL + GAP), HEAD + row * (CELL + CAPTION + GAP) + CAPTION)


def _words(plan: Plan, kit: Kit, certificate: Certificate, size: Size) -> Layer:
    ink, theme, labor = Ink(), plan.game.file.theme, kit.labors[certificate.labor]
    many = certificate.players
    title = (
        f"{plan.game.file.title} · {labor.number} {labor.title} · "
        f"{many} player{'' if many == 1 else 's'}"
    )
    room = size.width - 2 * GAP
    letters, _ = fit_size(title, theme.fonts.title, 700, room, 6.0, 2.2)
    ink.text(
        title,
        Point(GAP, 9.0),
        letters,
        family=theme.fonts.title,
        weight=700,
        fill=theme.palette.accent,
    )
    demand = f"The Minotaur is locked into a room that {labor.demands}."
    letters, _ = fit_size(demand, theme.fonts.label, 400, room, 3.8, 2.2)
    ink.text(demand, Point(GAP, 15.5), letters, family=theme.fonts.label, fill=theme.palette.ink)
    for number, move in enumerate(certificate.moves):
        _caption(ink, plan, kit, number, move)
    return ink.layer()


def _caption(ink: Ink, plan: Plan, kit: Kit, number: int, move: Move) -> None:
    theme, at = plan.game.file.theme, _corner(number)
    ink.text(
        str(number + 1),
        Point(at.x, at.y - 1.6),
        6.0,
        family=theme.fonts.title,
        weight=900,
        fill=theme.palette.accent,
    )
    for line, words in enumerate(described(move, kit)):
        ink.text(
            words,
            Point(at.x + 9.0, at.y - 4.6 + 3.0 * line),
            2.8,
            family=theme.fonts.label,
            weight=500,
            fill=theme.palette.ink,
        )


def described(move: Move, kit: Kit) -> Sequence[str]:
    """A move in two short lines."""
    who = f"player {move.player + 1} lays {move.card}"
    turned = f", turned {move.rot}°" if move.rot else ""
    if move.indicated is None:
        why = "pile empty: anywhere"
    else:
        why = f"wanted: {kit.colours[move.indicated]}"
        if kit.is_hero(move.card):
            why += ", a hero goes anywhere"
    return f"{who}{turned}", why
