"""Plans of the bundled games, and files made from sheets that somebody tampered with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from pnp.definition.model import Game
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Affine
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Placement, Sheet
from pnp.outputs.documents import export_document
from pnp.preflight.build import prove_files

Change = Callable[[Sheet], Sheet]


@cache
def game(name: str) -> Game:
    return load(bundled_games()[name])[0]


@cache
def plan_of(name: str, paper: str = "A4", **options: Any) -> Plan:
    return Plan(game(name), Options(PAPERS[paper], **options))


def sheets(plan: Plan, index: int = 0) -> SheetDocument:
    document = plan.documents[index]
    assert isinstance(document, SheetDocument)
    return document


def changed(document: SheetDocument, change: Change, number: int = 0) -> SheetDocument:
    """The document with one of its sheets changed."""
    pages = list(document.sheets)
    pages[number] = change(pages[number])
    return replace(document, sheets=tuple(pages))


def tampered(name: str, change: Change, index: int = 0, number: int = 0, **options: Any) -> Any:
    """The problems when the exporter gets another sheet than the plan has."""
    plan = plan_of(name, **options)
    document = sheets(plan, index)
    data = export_document(plan, changed(document, change, number)).data
    return prove_files(plan, [(document, data)])[0]


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def moved(index: int, by: Affine) -> Change:
    """One piece of a sheet moved, in its own coordinates."""

    def change(sheet: Sheet) -> Sheet:
        placed = list(sheet.placements)
        placed[index] = replace(placed[index], at=placed[index].at @ by)
        return replace(sheet, placements=tuple(placed))

    return change


def exchanged(one: int, other: int) -> Change:
    """Two pieces in each other's places."""

    def change(sheet: Sheet) -> Sheet:
        placed = list(sheet.placements)
        a, b = placed[one], placed[other]
        placed[one], placed[other] = replace(b, at=a.at), replace(a, at=b.at)
        return replace(sheet, placements=tuple(placed))

    return change


def with_placements(make: Callable[[tuple[Placement, ...]], tuple[Placement, ...]]) -> Change:
    return lambda sheet: replace(sheet, placements=make(sheet.placements))
