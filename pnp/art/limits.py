"""What drawings may take: a hostile SVG is a few lines long and draws for hours."""

from __future__ import annotations

import time

from msgspec import Struct

MOST = 30.0
"""The longest that a drawing may take, s of processor time: five soft shadows on a card of
63 x 88 mm at 600 ppi take 9, one on an A4 page 15."""
SLOW = 3.0
"""Drawings that take longer, s, share `ALL`."""
ALL = 300.0
"""The longest that all slow drawings of a game may take together, s."""
WAIT = 4.0
"""So many times as long may pass by the clock: other programs run as well."""
MEMORY = 2_000_000_000
"""The most memory of a process that draws, bytes: five layers of 80 million pixels are 1.6 GB."""


class Allowance(Struct):
    """What is left, s, for the slow drawings of one game."""

    left: float = ALL

    @property
    def most(self) -> float:
        """How long the next drawing may take, s."""
        return min(MOST, max(SLOW, self.left))

    def spend(self, seconds: float) -> None:
        """Count a drawing that took so long."""
        if seconds > SLOW:
            self.left -= seconds


def seconds_spent() -> float:
    """Processor time of all processes that ended, s; by the clock where that is not counted."""
    try:
        import resource
    except ImportError:  # Windows
        return time.monotonic()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
