"""`pnp preflight`: what PDF files say of themselves."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.cli.options import format_option, strict_option
from pnp.cli.report import problems_json, show_json, show_problems
from pnp.cli.terminal import FilePath, tell
from pnp.errors import Loc, PnpError, Problem
from pnp.preflight.reading import ReadFile
from pnp.preflight.survey import Survey, is_leaflet, judge, survey


@click.command("preflight")
@click.argument(
    "files", metavar="FILE.pdf...", nargs=-1, required=True, type=FilePath(path_type=Path)
)
@strict_option
@format_option
def command(files: tuple[Path, ...], strict: bool, form: str) -> int:
    """Read PDF files back: sizes, boxes, fonts, lines, type, resolution of images.

    For files of any program. What `pnp build` writes is proved against its plan as it is built; in
    its leaflets, lines and type of pictures do not count, for they are pieces at a smaller size.
    """
    read = [_read(path) for path in files]
    if form == "json":
        show_json({"files": [_json(*one) for one in zip(files, read, strict=True)]})
    else:
        for path, (facts, problems) in zip(files, read, strict=True):
            for line in _lines(facts) if facts else ():
                tell(f"{path}: {line}")
            show_problems(problems, sys.stdout)
    wrong = ("error", "warning") if strict else ("error",)
    return int(any(problem.severity in wrong for _, found in read for problem in found))


Read = tuple[Survey | None, list[Problem]]


def _read(path: Path) -> Read:
    try:
        file = ReadFile("the file", path, Loc(str(path)))
        facts = survey(file, leaflet=is_leaflet(path))
    except PnpError as error:
        return None, list(error.problems)
    except OSError as error:
        says = f"cannot be read: {(error.strerror or str(error)).lower()}"
        return None, [Problem("IO001", "error", says, Loc(str(path)))]
    return facts, judge(facts, str(path))


def _lines(facts: Survey) -> Iterator[str]:
    yield f"PDF {facts.version}, {facts.count} page{'' if facts.count == 1 else 's'}"
    for run in facts.pages:
        which = f"page {run.first}" if run.first == run.last else f"pages {run.first}–{run.last}"
        boxes = (f"; {n} {box.size} at {box.x:.2f}, {box.y:.2f}" for n, box in run.boxes)
        yield f"{which}: {run.size}{''.join(boxes)}"
    for name, embedded in facts.fonts:
        yield f"font {name}: {'embedded' if embedded else 'not embedded'}"
    for intent in facts.intents:
        yield f"output intent {intent}"
    where = ", pictures of the leaflet apart" if facts.leaflet else ""
    if facts.thinnest < math.inf:
        yield f"lines from {facts.thinnest:.3f} mm{where}"
    if facts.smallest < math.inf:
        yield f"type from {facts.smallest:.1f} pt{where}"
    if facts.resolutions:
        low, high, count = min(facts.resolutions), max(facts.resolutions), len(facts.resolutions)
        yield f"{count} image{'' if count == 1 else 's'}, {low:.0f} to {high:.0f} ppi"


def _json(path: Path, read: Read) -> dict[str, Any]:
    facts, problems = read
    return {
        "file": str(path),
        "facts": _facts_json(facts) if facts else None,
        "problems": problems_json([Report("", tuple(problems), ())]),
    }


def _facts_json(facts: Survey) -> dict[str, Any]:
    return {
        "version": facts.version,
        "pages": [
            {
                "first": run.first,
                "last": run.last,
                "width": round(run.size.width, 3),
                "height": round(run.size.height, 3),
                "boxes": {name: list(box) for name, box in run.boxes},
            }
            for run in facts.pages
        ],
        "fonts": [{"name": name, "embedded": embedded} for name, embedded in facts.fonts],
        "intents": list(facts.intents),
        "leaflet": facts.leaflet,
        "thinnest": _finite(facts.thinnest),
        "smallest": _finite(facts.smallest),
        "images": [{"ppi": _finite(ppi)} for ppi in facts.resolutions],
    }


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return round(value, 4) if value < math.inf else None
