"""A title in one line, or in two of about the same length where it is too long for one. mm."""

from __future__ import annotations

from msgspec import Struct

from pnp.draw.fonts import find_font
from pnp.draw.ink import Ink
from pnp.draw.text import break_in_two, fit_size, text_width
from pnp.errors import Loc
from pnp.geometry.plane import Affine, Point

LEADING = 1.12
"""From a line to the next, in sizes: accents of capitals stay clear of the line above."""


class Headline(Struct, frozen=True):
    """A title as it fits a place: its lines, their size and the height of a capital, mm.

    `fitted` is False when not even two lines of the smallest size do.
    """

    lines: tuple[str, ...]
    letters: float
    cap: float
    family: str
    weight: int
    fitted: bool = True

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the last baseline, mm."""
        return self.cap + (len(self.lines) - 1) * LEADING * self.letters

    @property
    def width(self) -> float:
        """The longest line, mm."""
        return max(text_width(line, self.family, self.weight, self.letters) for line in self.lines)

    def draw(
        self,
        ink: Ink,
        at: Point,
        fill: str,
        where: Loc | None,
        *,
        anchor: str = "middle",
        turn: Affine | None = None,
    ) -> None:
        """Its lines, the last on the baseline through `at`."""
        for up, line in enumerate(reversed(self.lines)):
            ink.text(
                line,
                Point(at.x, at.y - up * LEADING * self.letters),
                self.letters,
                family=self.family,
                weight=self.weight,
                anchor=anchor,
                fill=fill,
                where=where,
                turn=turn,
            )


def fit_headline(
    words: str,
    family: str,
    weight: int,
    width: float,
    most: float,
    least: float,
    height: float,
) -> Headline:
    """The title in one line of up to `most` mm; if that would be smaller than `least`, in two.

    Both have `width` mm; two lines are at most `height` mm high.
    """
    rise = cap_height(family, weight)
    letters, fitted = fit_size(words, family, weight, width, most, least)
    halves = None if fitted else break_in_two(words, family, weight)
    if halves:
        longest = max(halves, key=lambda line: text_width(line, family, weight, 1.0))
        room = min(most, height / (rise + LEADING))
        smaller, fitted = fit_size(longest, family, weight, width, room, least)
        if fitted:
            return Headline(halves, smaller, rise * smaller, family, weight)
    return Headline((words,), letters, rise * letters, family, weight, fitted)


def cap_height(family: str, weight: int) -> float:
    """Height of a family's capitals in em; an unknown family is reported by the pen."""
    try:
        return find_font(family, weight).cap_height
    except KeyError:
        return 0.7
