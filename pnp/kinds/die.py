"""Dice to fold: a cube net with pips, figures or symbols on its six faces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from msgspec.structs import replace

from pnp.definition.model import Component, Theme
from pnp.definition.schema import Bounds, Written
from pnp.definition.values import (
    Colour,
    Copies,
    FileText,
    Id,
    PositiveLength,
    Table,
    Title,
    Whole,
    is_file_name,
    letter_of,
)
from pnp.draw.netface import PAD, Art, net_face, net_outline
from pnp.draw.symbols import SYMBOLS
from pnp.errors import Problem
from pnp.geometry.plane import Size
from pnp.kinds.base import Context, Expansion, Kind, entry_piece, printed_entries
from pnp.kinds.contest import Contest, DieLook, DieTruth
from pnp.kinds.dieface import BORDERED, OPEN, draw_ground, draw_value, misspelt_symbol
from pnp.nets.die import die
from pnp.piece import Face

Border = Literal["none", "rule", "double", "dots", "hatch", "wave", "teeth"]
Count = Annotated[Whole, Bounds(least=1, most=1000)]


class Die(Written):
    """A die has six faces: the n-th stands on the n-th side, opposite sides adding to seven.

    A face is a number from 1 to 6 (pips, a figure with `pips: false`), the name of a symbol (`pnp
    explain symbols`), a picture of the game folder (SVG, PNG, JPEG; a square is filled best),
    `blank`, or another number or short word, which is written.
    Colour (`ground`, `ink`), `border` and `letter` tell it from others; `strength` orders dice
    (1 is the weakest) and is shown as so many dots.
    """

    faces: Annotated[tuple[FileText, ...], Bounds(least=6, most=6)] = (
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
    )
    pips: bool | None = None
    title: Title | None = None
    copies: Copies = 1
    ground: Colour | None = None
    ink: Colour | None = None
    border: Border = "none"
    letter: Annotated[str, letter_of("A-Za-z")] | None = None
    strength: Annotated[Whole, Bounds(least=0, most=6)] = 0

    def look(self, dice: Dice, pictures: Mapping[str, Face]) -> DieLook:
        """What draws it; numbers are pips unless the die or else the component says no.

        Without a letter a character's silhouette takes its place.
        """
        pips = dice.pips if self.pips is None else self.pips
        shown = set(self.faces) & set(dice.contest.characters) & set(SYMBOLS)
        letter = self.letter or min(shown, default=None)
        own = tuple(pictures.items())
        return DieLook(self.ground, self.ink, self.border, letter, self.strength, pips, own)


class Dice(Component):
    """Dice of one size: `edge` is the finished cube's.

    `beats`, `blank`, `circle` and `deal` are for games in which a throw is won; checks and the
    kinds `odds` and `screen` read them. `beats` says which character (a face that is no number)
    beats which, `circle` which one wins when each is beaten by another; characters win over
    numbers, and faces named by `blank` over nothing. `deal` is how many dice each of so many
    players holds at most.
    """

    edge: PositiveLength = 18.0
    pips: bool = True
    dice: Table[Id, Die]
    beats: Table[FileText, FileText] = {}
    blank: tuple[FileText, ...] = ()
    circle: FileText | None = None
    deal: Table[Count, Count] = {}

    @property
    def contest(self) -> Contest:
        return Contest(tuple(self.beats.items()), self.blank, self.circle)


def expand(component: Dice, context: Context) -> Expansion:
    """One piece per die."""
    result = Expansion()
    net = die(component.edge)
    theme = context.game.file.theme
    for id, written in printed_entries(component, "dice", result):
        pictures, faults = _pictures(component, written, context, result)
        faults += [_no_symbol(written, n) for n, v in enumerate(written.faces) if _misspelt(v)]
        result.problems += faults
        if faults:
            result.unread += written.copies
            continue
        look = written.look(component, pictures)
        arts = face_arts(component, written, look, theme)
        result.pieces.append(
            entry_piece(
                component,
                "dice",
                id,
                net_face(net, {str(n): arts[n - 1] for n in range(1, 7)}, theme),
                outline=net_outline(net),
                truth=DieTruth(written.title or id, written.faces, component.contest, look),
                net=net,
                net_pad=PAD,
                tallies=tallies(id, written.faces),
            )
        )
    return result


def _misspelt(value: str) -> str | None:
    return None if is_file_name(value) else misspelt_symbol(value)


def _no_symbol(written: Die, n: int) -> Problem:
    """What is wrong with the n-th face, counted from 0: a word that nearly names a symbol."""
    hint = f"did you mean '{_misspelt(written.faces[n])}'? a word with a capital letter is "
    message, loc = f"there is no symbol '{written.faces[n]}'", written.at.of("faces", n)
    return Problem("DEF007", "error", message, loc, hint + "printed as it is")


def _pictures(
    component: Dice, written: Die, context: Context, result: Expansion
) -> tuple[dict[str, Face], list[Problem]]:
    """The pictures of faces that are files, and why others cannot be used; what is to be said of
    those that can goes to the result."""
    places = {name: n for n, name in enumerate(written.faces) if is_file_name(name)}
    found, faults = dict[str, Face](), list[Problem]()
    if places:
        from pnp.art.faces import Gallery, Wish

        side = (OPEN if written.border == "none" else BORDERED) * component.edge
        wish = Wish(Size(side, side), fit="contain", max_ppi=context.max_ppi)
        gallery = Gallery(context.game, context.allowance)
        for name, n in places.items():
            face, problems = gallery.face(name, wish, written.at.of("faces", n))
            found |= {name: face} if face else {}
            faults += problems
        result.problems += gallery.problems
    return found, faults


def face_arts(dice: Dice, written: Die, look: DieLook, theme: Theme) -> list[tuple[Art, Art]]:
    """For each face what to draw: the ground, then the value. Equal faces have equal arts.

    The letter stands on faces that other dice have too, not beside a character's silhouette.
    """
    where = written.at.of("faces")
    characters = dice.contest.characters
    lettered: Art = partial(draw_ground, look, theme)
    plain: Art = partial(draw_ground, replace(look, letter=None), theme)
    values: dict[str, Art] = {
        value: partial(draw_value, value, look, theme, where) for value in written.faces
    }
    return [(plain if value in characters else lettered, values[value]) for value in written.faces]


def tallies(id: str, faces: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """For the manifest: how many dice of this id, and how many faces of each kind they carry."""
    counts = {value: faces.count(value) for value in faces}
    return ((id, 1), *((value, n) for value, n in counts.items() if value != id))


KIND = Kind("die", Dice, expand)
