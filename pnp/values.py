"""Values as people write them: lengths, sizes, grids, counts, names, colours, as types of schemas.

Every text becomes a number, a pair or a checked name here; what it may not be is a ValueError in
words for the person who wrote it.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from pnp.characters import composed
from pnp.units import is_length, parse_length

MAX_COPIES = 1000
MAX_CELLS = 100
MAX_TITLE, MAX_TEXT = 200, 2000
"""Characters of a title, and of any other line of words."""


def _length(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a length belongs here, as 12mm")
    return parse_length(value)


def _pair(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a grid belongs here: columns x rows, as 3x6")
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*", value, re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a grid; write columns x rows, as 3x6")
    cols, rows = int(match[1]), int(match[2])
    if not (1 <= cols <= MAX_CELLS and 1 <= rows <= MAX_CELLS):
        raise ValueError(f"'{value}': a grid has 1 to {MAX_CELLS} columns and rows")
    return cols, rows


def parse_size(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a size belongs here: width x height, as 63 x 88mm")
    left, *rest = (side.strip() for side in re.split(r"(?<![pP])[xX×]", value, maxsplit=1))
    right = rest[0] if rest else ""
    unit = re.search(r"[a-zA-Z@]+.*$", right)
    bare = [re.fullmatch(r"[\d.]+", side) for side in (left, right)]
    if bare[0] and bare[1]:
        raise ValueError(f"'{value}' has no unit; write '{left}x{right}mm' for millimetres")
    if unit and bare[0]:
        left += unit.group()
    if not (is_length(left) and is_length(right)):
        raise ValueError(f"'{value}' is not a size; write width x height, as 63 x 88mm")
    return parse_length(left), parse_length(right)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        if re.fullmatch(r"-?(0|[1-9][0-9]*)", value) is None:
            raise ValueError(f"'{value}' is not a whole number")
        if len(value) > 9:
            raise ValueError(f"'{value[:12]}…' is far too large a number")
    return value


def _box(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a size belongs here: width x depth x height, as 120 x 60 x 40mm")
    parts = [part.strip() for part in re.split("[xX×]", value)]
    if len(parts) != 3:
        raise ValueError(f"'{value}' is not a size; write width x depth x height, as 12 x 6 x 4cm")
    unit = re.search(r"[a-zA-Z]+$", parts[-1])
    bare = unit.group() if unit else ""
    parts = [p + bare if re.fullmatch(r"[\d.]+", p) else p for p in parts]
    if not all(map(is_length, parts)):
        raise ValueError(f"'{value}' is not a size; write width x depth x height, as 12 x 6 x 4cm")
    return tuple(map(parse_length, parts))


def _share(value: Any) -> Any:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)\s*(%?)", str(value), re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a number; write 2.5 or 12%")
    return float(match[1]) / (100 if match[2] else 1)


def _one_line(value: Any) -> Any:
    return re.sub(r"[ \t\r\n]+", " ", value) if isinstance(value, str) else value


def parse_title(text: str) -> str:
    """A title given on the command line. Raises ValueError."""
    title = str(_one_line(composed(text))).strip()
    if not title:
        raise ValueError("the title is empty")
    if re.search("[\ud800-\udfff]", title):
        raise ValueError("the title is not UTF-8")
    if len(title) > MAX_TITLE:
        raise ValueError(f"a title of {len(title):,} characters; at most {MAX_TITLE}")
    return title


def safe_name(value: str) -> str:
    """Names become files: not those that Windows keeps for devices."""
    if re.fullmatch(r"(?i)con|prn|aux|nul|com[0-9]|lpt[0-9]", value):
        raise ValueError(f"'{value}' is a name that Windows keeps for itself")
    return value


def _only_paper(value: str) -> str:
    if set("{}") & set(value.replace("{paper}", "")):
        raise ValueError(f"'{value}': only {{paper}} may stand in braces")
    return safe_name(value)


def _without_place(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if key != "__at__"}
    return value


K = TypeVar("K")
V = TypeVar("V")
Table = Annotated[dict[K, V], BeforeValidator(_without_place)]
"""A mapping whose keys the author chooses."""

PositiveLength = Annotated[float, BeforeValidator(_length), Field(gt=0)]
GridSize = Annotated[tuple[int, int], BeforeValidator(_pair)]
SizeMm = Annotated[tuple[float, float], BeforeValidator(parse_size)]
Side = Annotated[float, Field(gt=0)]
BoxSize = Annotated[tuple[Side, Side, Side], BeforeValidator(_box)]
NaturalLength = Annotated[float, BeforeValidator(_length), Field(ge=0)]
Whole = Annotated[int, BeforeValidator(_whole)]
Share = Annotated[float, BeforeValidator(_share)]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT),
    BeforeValidator(_one_line),
]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TITLE),
    BeforeValidator(_one_line),
]
Id = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"),
    AfterValidator(safe_name),
]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
Copies = Annotated[Whole, Field(ge=0, le=MAX_COPIES)]
FileStem = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_{}-]{0,99}$"),
    AfterValidator(_only_paper),
]
