"""Drawings of resvg's own tests, as far as they were once printed wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import LEAST, compared, drawings, known_differences

FOLDER = Path(__file__).parents[1] / "fixtures" / "resvg"
KNOWN = known_differences(FOLDER / "differences.txt")
REFUSED = {
    "masking/clipPath/circle-shorthand.svg": "ART015 has clip-path: circle()",
    "painting/stroke-linejoin/arcs.svg": "ART015 has 'arcs'",
    "structure/svg/mixed-namespaces.svg": "ART006 ART007 refers to",
}


@pytest.mark.slow
@pytest.mark.parametrize("path", list(drawings(FOLDER, "")), ids=lambda path: path.stem)
def test_drawings_are_right_or_refused(path: Path) -> None:
    name = path.relative_to(FOLDER).as_posix()
    how, unlike, why, _ = compared(path)
    if name in REFUSED:
        assert how == "REFUSED" and why.startswith(REFUSED[name])
    else:
        assert how in ("vectors", "pixels")
        assert (unlike > LEAST) == (name in KNOWN)
