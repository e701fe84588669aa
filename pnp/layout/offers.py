"""What one or two other options would do: fewer sheets, or room for what does not fit.

Sheets are counted, not laid out: equal pieces by the slots of a sheet, mixed ones only where their
areas leave hope and they are few.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.grid import Area, fewest
from pnp.layout.imposition import Group, Setting, Way, gap_of, impose, ways
from pnp.layout.marks import Marks, MarkStyle
from pnp.layout.packs import FEW, most_slots
from pnp.layout.paper import DEFAULT_MARGINS, Margins

NARROW = Margins(3.0, 3.0, 3.0, 3.0)
"""What many home printers can do with."""


class Offer(Struct, frozen=True):
    """Options as on the command line, the setting with them, and what speaks against them."""

    words: str
    setting: Setting
    but: str = ""


class Saving(Struct, frozen=True):
    """An offer, the sheets that it takes, and how many equal pieces lie on one (0 if mixed)."""

    offer: Offer
    sheets: int
    slots: int


def find_savings(groups: Sequence[Group], setting: Setting, sheets: int) -> list[Saving]:
    """What takes fewer sheets than there are: the best single option, then two that take fewer
    still."""
    if setting.grid is not None or _bound(groups, setting) >= sheets:
        return []
    found: list[Saving] = []
    alike = all(len({piece.size for piece in group.pieces}) == 1 for group in groups)
    singles, pairs = offers(setting, max(gap_of(group, setting) for group in groups))
    for those in (singles, pairs) if alike else (singles,):
        counted = [(_count(groups, offer.setting), offer) for offer in those]
        savings = [Saving(offer, *count) for count, offer in counted if count is not None]
        best = min(savings, key=lambda one: one.sheets, default=None)
        if best is not None and best.sheets < (found[-1].sheets if found else sheets):
            found.append(best)
    return found


def find_remedy(
    group: Group, setting: Setting, fits: Callable[[Setting, Way], bool]
) -> Offer | None:
    """The first offer with a way of laying out that fits: one option, or else two."""
    for offer in chain(*offers(setting, gap_of(group, setting))):
        if any(fits(offer.setting, way) for way in ways(group, offer.setting)):
            return offer
    return None


def offers(setting: Setting, gap: float) -> tuple[list[Offer], list[Offer]]:
    """Single changes to a setting, those that cost nothing first, and two at once. None of them
    makes less room than there is; `gap` is that of the pieces, mm."""
    single = list(_changes(setting, gap))
    pairs = [
        Offer(f"{one} {other}", replace(setting, **new, **more), but or too)
        for (one, new, but), (other, more, too) in combinations(single, 2)
        if not new.keys() & more.keys()
    ]
    return [Offer(words, replace(setting, **new), but) for words, new, but in single], pairs


def _changes(setting: Setting, gap: float) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Options, what they change, and what speaks against them."""
    if setting.orientation != "auto":
        yield "--orientation auto", {"orientation": "auto"}, ""
    if setting.grid is None and not setting.pack:
        yield "--pack", {"pack": True}, ""
    styles: tuple[MarkStyle, ...] = ("cross", "none")
    marks = [Marks(style) for style in styles if setting.crop == Marks(setting.crop.style)]
    less = [m for m in marks if m.shortest.room(0.0) < setting.crop.shortest.room(0.0)]
    if less:
        yield f"--marks {less[0].style}", {"crop": less[0]}, ""
    if setting.paper.margins == DEFAULT_MARGINS and setting.printer is None:
        but = "not every printer prints so near to the edge: try one sheet"
        yield "--margin 3mm", {"paper": replace(setting.paper, margins=NARROW)}, but
    for crop in less[1:]:
        yield f"--marks {crop.style}", {"crop": crop}, ""
    if gap > 0:
        yield "--gap 0mm", {"gap": 0.0}, ""


def _bound(groups: Sequence[Group], setting: Setting) -> int:
    """Sheets that are needed whatever is offered: by the areas of the pieces."""
    wide = replace(setting, paper=replace(setting.paper, margins=NARROW), crop=Marks("none"))
    return sum(
        min(fewest(group.pieces, Area(way.area)) for way in ways(group, wide)) for group in groups
    )


def _count(groups: Sequence[Group], setting: Setting) -> tuple[int, int] | None:
    """The sheets of all groups, and the equal pieces on one; None if they are not counted."""
    counts = [_count_group(group, setting) for group in groups]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        return None
    return sum(sheets for sheets, _ in known), known[0][1] if len(known) == 1 else 0


def _count_group(group: Group, setting: Setting) -> tuple[int, int] | None:
    copies, sizes = sum(p.copies for p in group.pieces), {p.size for p in group.pieces}
    if len(sizes) == 1:
        (size,), gap = sizes, gap_of(group, setting)
        packed = setting.pack or group.outlined
        areas = (way.area.size for way in ways(group, setting))
        slots = max(most_slots(size, area, gap, packed) for area in areas)
        return (math.ceil(copies / slots), slots) if slots else None
    if copies > FEW:
        return None
    imposed = impose(group, setting)
    return None if imposed.misfits else (len(imposed.sheets), 0)
