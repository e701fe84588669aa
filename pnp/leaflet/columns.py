"""Columns of a leaflet whose last lines stand at the foot: their gaps are stretched a little."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct
from reportlab.platypus import Flowable, Frame, Spacer

from pnp.leaflet.flowables import HeadingRule

STRETCH = 0.75
"""What is added at most to a gap, as a share of it."""


class _Held(Struct, frozen=True):
    """What stands in a column: its lower left corner, the free width beside it, and the gap above
    it that may be stretched, points."""

    flowable: Flowable
    x: float
    y: float
    spare: float
    gap: float


class Column(Frame):  # type: ignore[misc]
    """A frame that holds what it is given until it is full, and is drawn then."""

    def _reset(self) -> None:
        super()._reset()
        self.held: list[_Held] = []

    def add(self, flowable: Flowable, canvas: Any, trySplit: int = 0) -> int:
        flowable.drawOn = partial(self._hold, flowable)
        try:
            return int(super().add(flowable, canvas, trySplit))
        finally:
            del flowable.drawOn

    def _hold(self, flowable: Flowable, _: Any, x: float, y: float, _sW: float = 0.0) -> None:
        """Called before the frame moves on: `_y` is what was left above."""
        if isinstance(flowable, Spacer):
            return
        gap = 0.0
        if self.held and not isinstance(self.held[-1].flowable, HeadingRule):  # stays with its text
            before = max(flowable.getSpaceBefore() - self._prevASpace, 0.0)
            gap = self.held[-1].y - self._y + before
        self.held.append(_Held(flowable, x, y, _sW, gap))

    @property
    def end(self) -> float:
        """Where what is held ends, points above the foot of the page."""
        return self.held[-1].y if self.held else float(self._y2)

    def draw(self, canvas: Any, foot: float) -> None:
        """Draw what is held, moved apart so that it ends at `foot`, points, or above it."""
        gaps = sum(one.gap for one in self.held)
        share = max(0.0, min((self.end - foot) / gaps, STRETCH)) if gaps else 0.0
        down = 0.0
        for one in self.held:
            down += share * one.gap
            one.flowable.drawOn(canvas, one.x, one.y - down, _sW=one.spare)
