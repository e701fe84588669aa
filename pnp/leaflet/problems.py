"""What is wrong with a leaflet: pictures that show nothing, characters that no font has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from pnp.draw.fonts import Font, near_family
from pnp.errors import Loc, Problem, sort_problems
from pnp.game.plan import Plan
from pnp.leaflet.blocks import (
    Heading,
    Leaflet,
    PictureRow,
    Role,
    TextTable,
    Words,
    font_of,
    runs_of,
)
from pnp.leaflet.pictures import find_art, remarks


def leaflet_problems(leaflet: Leaflet, plan: Plan) -> list[Problem]:
    """Pictures that name nothing or do not fit, and characters the theme's fonts cannot print."""
    arts, faults = find_art(leaflet, plan)
    problems = [*faults, *remarks(leaflet, arts)]
    theme = plan.game.file.theme.fonts
    missing: dict[Font, dict[Loc, str]] = {}
    for role, run in (*_styled(leaflet), *_game_runs(leaflet, plan)):
        try:
            font = font_of(theme, role, run.bold, run.italic)
        except KeyError:
            family = getattr(theme, role)
            problems.append(
                Problem(
                    "FONT002",
                    "error",
                    f"no font family '{family}'",
                    theme.at.of(role),
                    near_family(family),
                )
            )
            continue
        text = re.sub("[\t\n]", " ", run.text)
        for char in font.missing(text):
            place = replace(run.loc, col=run.loc.col + text.index(char))
            missing.setdefault(font, {})[place] = char
    for font, places in missing.items():
        lack, hint = font.lack("".join(places.values()))
        problems += [Problem("FONT001", "error", lack, place, hint) for place in places]
    return sort_problems(dict.fromkeys(problems))


def _styled(leaflet: Leaflet) -> Iterator[tuple[Role, Words]]:
    for block in leaflet.blocks:
        if isinstance(block, TextTable):
            yield from (("label", replace(run, bold=True)) for cell in block.head for run in cell)
            yield from (("label", run) for row in block.rows for cell in row for run in cell)
        elif isinstance(block, PictureRow):
            yield from (
                ("label", Words(p.caption, replace(p.loc, col=p.loc.col + 2), italic=True))
                for p in block.pictures
            )
        elif isinstance(block, Heading):
            yield from (("title", run) for run in block.text)
        else:
            yield from (("text", run) for run in runs_of(block))


def _game_runs(leaflet: Leaflet, plan: Plan) -> Iterator[tuple[Role, Words]]:
    """What the game's definition adds: to every page, and a title to a leaflet without one."""
    file = plan.game.file
    if not leaflet.title:
        yield "title", Words(file.title, file.at.of("title"))
    for key in ("title", "version", "licence"):
        if words := getattr(file, key):
            yield "label", Words(words, file.at.of(key))
