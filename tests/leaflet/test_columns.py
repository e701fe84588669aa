"""Columns of leaflets: stretched down to the foot within bounds; headings stay with their text."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from leaflet_help import plan_for
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer

from pnp.errors import Loc
from pnp.game.inks import Tone
from pnp.leaflet.blocks import Heading, Words
from pnp.leaflet.columns import STRETCH, Column
from pnp.leaflet.flowables import HeadingRule, LeafletStyles


class Box(Flowable):  # type: ignore[misc]
    """A flowable of some height that tells where it is drawn: its upper and lower edge, points."""

    def __init__(self, height: float, before: float, after: float, drawn: list[Any]) -> None:
        super().__init__()
        self.tall, self.drawn = height, drawn
        self.spaceBefore, self.spaceAfter = before, after

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, self.tall

    def drawOn(self, canvas: Any, x: float, y: float, _sW: float = 0.0) -> None:
        self.drawn.append((y + self.tall, y))


def drawn(sizes: Sequence[tuple[float, float, float]], foot: float) -> list[tuple[float, float]]:
    """Edges of boxes (height, room before, room after) in a column of 300 pt that ends at 0."""
    column, found = Column(0, 0, 100, 300, 0, 0, 0, 0), []
    canvas = Canvas(io.BytesIO())
    for size in sizes:
        assert column.add(Box(*size, found), canvas)
    assert found == [], "nothing is drawn before the column is full"
    column.draw(canvas, foot)
    return found


def test_gaps_are_stretched_in_proportion_down_to_the_foot() -> None:
    """Gaps of 10 and 30 pt; 120 pt are filled, 20 are left."""
    assert drawn([(100, 5, 10), (80, 4, 30), (60, 8, 50)], 0) == [
        (300, 200), (185, 105), (60, 0),
    ]  # fmt: skip


def test_what_takes_no_room_is_no_gap() -> None:
    """A spacer keeps the room after the first box from counting for the second: 10 + 20 pt."""
    column, found = Column(0, 0, 100, 300, 0, 0, 0, 0), []
    canvas = Canvas(io.BytesIO())
    for part in (Box(100, 0, 10, found), Spacer(0, 0), Box(155, 20, 0, found)):
        assert column.add(part, canvas)
    column.draw(canvas, 0)
    assert found == [(300, 200), (155, 0)]


def test_no_gap_grows_by_more_than_three_quarters() -> None:
    upper, lower = drawn([(100, 0, 20), (80, 0, 0)], 0)
    assert upper == (300, 200)
    assert lower[0] == pytest.approx(200 - 20 * (1 + STRETCH))


def test_what_ends_below_or_stands_alone_is_left_as_it_is() -> None:
    assert drawn([(100, 0, 20), (80, 0, 0)], 150) == [(300, 200), (180, 100)]
    assert drawn([(100, 0, 20)], 0) == [(300, 200)]
    assert drawn([], 0) == []


def test_a_heading_stays_with_its_text() -> None:
    look = LeafletStyles(plan_for().theme, 10.0, Tone())
    heading = HeadingRule(
        Heading(2, (Words("Section", Loc("a.md", 1, 1)),), Loc("a.md", 1, 1)), look
    )
    found: list[tuple[float, float]] = []
    column, canvas = Column(0, 0, 100, 300, 0, 0, 0, 0), Canvas(io.BytesIO())
    box = Box(150, 3, 10, found)
    canvas.forms = None
    for part in (box, heading, Box(60, 0, 5, found)):
        assert column.add(part, canvas)
    natural = [one.y for one in column.held]
    column.draw(canvas, 0)
    text = found[1]
    down = natural[2] - text[1]
    assert 0 < down <= STRETCH * max(10, heading.getSpaceBefore()) + 1e-6
    assert natural[1] - text[0] == pytest.approx(heading.getSpaceAfter() + down)
