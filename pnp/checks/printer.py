"""PRN: a printer's profile is used as it was measured."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.checks.sheet import sheets_of
from pnp.game.plan import Plan
from pnp.geometry.plane import IDENTITY


@check("PRN003", "warning")
def drift_is_that_of_these_sheets(plan: Plan) -> Iterator[Finding]:
    """A printer's profile is used on sheets that lie or turn otherwise than when it was measured.

    Why: paper runs through the printer the same way, but the page is turned on it. What moved to
    the right on a portrait page moves up or down on a landscape one, and what was measured with
    the paper turned over its long edge may point the other way over its short edge. The correction
    could then double the error.

    Instead: print a calibration sheet the way you will print the game (`pnp calibrate
    --orientation landscape --flip short`), and keep it as a second printer, say `office-landscape`.
    """
    printer = plan.options.printer
    if printer is None:
        return
    told: set[str] = set()
    for document, sheet in sheets_of(plan):
        if sheet.correction == IDENTITY or document.name in told:
            continue
        width, height = sheet.paper.size
        upright = "portrait" if width <= height else "landscape"
        wrong = []
        if upright != printer.orientation and width != height:
            wrong.append(f"its sheets lie {upright}")
        if sheet.side == "back" and printer.flip not in (None, document.flip):
            wrong.append(f"it is turned over its {document.flip} edge")
        if wrong:
            told.add(document.name)
            yield Finding(
                f"{document.name}: {' and '.join(wrong)}, but '{printer.name}' was measured "
                f"{printer.orientation}, {printer.flip or 'long'} edge",
                document.source.loc,
                "print a calibration sheet that way and keep it as another printer",
            )
