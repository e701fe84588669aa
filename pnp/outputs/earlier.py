"""Files of earlier builds: whether they show the pieces of a game as they are now, and why a file
is written again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from pnp.errors import PnpError
from pnp.game.inks import Inks
from pnp.game.options import PICTURES, Options
from pnp.game.plan import Plan
from pnp.limits import BLEED, MOST_DPI, MOST_TEXT
from pnp.outputs.buildkey import LAYOUT, OPTIONS, PROGRAM, THEME
from pnp.outputs.state import Entry
from pnp.record import Record
from pnp.record.keys import face_key, piece_key
from pnp.record.sources import leaves
from pnp.system.disk import read_file
from pnp.units import parse_length

LOOK = PICTURES | {"pieces"}
"""Recorded options that say which pieces a document shows, and how they look. All others say where
they lie."""


_SHOWN = 4
"""So many reasons are named."""


def look_of(record: Record) -> dict[str, str]:
    """The recorded options of a document's look that are not neutral."""
    return {name: text for name, text in record.options.items() if name in LOOK}


def shows_key(plan: Plan, stem: str, side: str, look: Mapping[str, str] | None = None) -> str:
    """A hash of what a document of the definition shows, wherever its pieces lie, with another look
    than the plan's if one is given; "" if that cannot be known."""
    shown = _shown(plan, stem, side, look)
    return hashlib.sha256("\0".join(sorted(shown)).encode()).hexdigest() if shown else ""


def is_as_recorded(plan: Plan, record: Record) -> bool:
    """True if a document of sheets would show now what its record says; equal pages of backs are
    there once, with the pieces of the first."""
    shown = _shown(plan, record.stem, record.side, look_of(record))
    known = {_head(record.title, record.version, record.stem, record.side)}
    known |= {f"{p.id} {p.key} {p.copies}" for p in record.pieces}
    if record.side != "backs":
        return known == shown.keys()
    there = sum(sheet.times * len(sheet.placed) for sheet in record.sheets)
    return known <= shown.keys() and there == sum(shown.values())


def _shown(plan: Plan, stem: str, side: str, look: Mapping[str, str] | None) -> Mapping[str, int]:
    """What a document shows, line by line, with copies: its pieces, or what a leaflet may speak of.
    Nothing if there is no such document or no such look."""
    items = plan.game.file.documents.items()
    source = next((d for name, d in items if stem in (name, d.backs)), None)
    options = plan.options if look is None else _with_look(plan.options, look)
    if source is None or options is None:
        return {}
    head = _head(plan.game.file.title, plan.game.file.version, stem, side)
    try:
        if source.leaflet:
            return dict.fromkeys([head, *_leaflet_lines(plan, source.leaflet)], 0)
        pieces = (plan if options == plan.options else plan.relaid(options)).printed_pieces(source)
    except (PnpError, OSError):
        return {}
    found = {head: 0}
    for piece in pieces:
        front = "" if side == "backs" else face_key(piece.front)
        back = face_key(piece.back) if piece.back and side != "fronts" else ""
        if front or back:
            found[f"{piece.id} {piece_key(piece, front, back)} {piece.copies}"] = piece.copies
    return found


def _head(*words: str) -> str:
    return " · ".join(word[:200] for word in words)


def _leaflet_lines(plan: Plan, file: str) -> list[str]:
    game = plan.game
    text = read_file(Path(game.path) / file, MOST_TEXT).decode("utf-8", "replace")
    found = [text, repr(game.file.theme)]
    for component in game.components if "](" in text else ():  # it has pictures
        found += (f"{component.id} {path} {text}" for path, text in leaves(component.at.node))
    return found


def _with_look(options: Options, look: Mapping[str, str]) -> Options | None:
    """Options with a recorded look; None for one that no build has."""
    try:
        bleed = parse_length(look["bleed"]) if "bleed" in look else None
        most = float(look["max-ppi"]) if "max-ppi" in look else None
    except ValueError:
        return None
    ink = next((ink for ink in get_args(Inks) if ink == look.get("ink", "full")), None)
    if ink is None or not BLEED.allows(bleed or 0) or not 50 <= (most or 50) <= MOST_DPI:
        return None
    pieces = tuple(filter(None, look.get("pieces", "").split(",")))
    return replace(options, bleed=bleed, ink=ink, max_ppi=most, pieces=pieces)


def reason(old: Entry | None, new: Entry, found: str) -> str:
    """Why a document is written, in words; `found` is the hash of what lies in its place."""
    if old is None:
        return "new"
    parts = dict.fromkeys((*new.parts, *old.parts))
    words = [w for w in parts if old.parts.get(w) != new.parts.get(w)]
    words = [w for w in words if w not in (LAYOUT, THEME, PROGRAM)] or words
    if OPTIONS in words:  # they decide which values a file names
        words = [w for w in words if "." not in w]
    if found != old.sha256:
        words.insert(0, "its file was changed" if found else "its file was gone")
    faces = len(set(new.faces) - set(old.faces))
    if new.faces:
        many = f"{len(new.faces)} face{'' if len(new.faces) == 1 else 's'}"
        words.insert(0, f"{faces} of {many} changed" if faces else "no face changed")
    return f"rewritten: {', '.join([*words[:_SHOWN], *['…'] * (len(words) > _SHOWN)])}"
