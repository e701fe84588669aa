"""Values as people write them: lengths, sizes, grids, counts, names, colours, as types of schemas.

Every text becomes a number, a pair or a checked name here; what it may not be is a ValueError in
words for the person who wrote it.
"""

from __future__ import annotations

import re
from typing import Annotated

from pnp.characters import composed
from pnp.definition.schema import Bounds, Value
from pnp.limits import MOST_CELLS, MOST_COPIES, MOST_TITLE, MOST_WORDS, WRITTEN
from pnp.units import is_length, parse_length


def _pair(value: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*", value, re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a grid; write columns x rows, as 3x6")
    cols, rows = int(match[1]), int(match[2])
    if not (1 <= cols <= MOST_CELLS and 1 <= rows <= MOST_CELLS):
        raise ValueError(f"'{value}': a grid has 1 to {MOST_CELLS} columns and rows")
    return cols, rows


def parse_size(value: str) -> tuple[float, float]:
    """Width and height in mm of "63 x 88mm". Raises ValueError."""
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


def _size(value: str) -> tuple[float, float]:
    width, height = parse_size(value)
    return WRITTEN.check(width, value), WRITTEN.check(height, value)


def _whole(value: str) -> int:
    if re.fullmatch(r"-?(0|[1-9][0-9]*)", value) is None:
        raise ValueError(f"'{value}' is not a whole number")
    if len(value) > 9:
        raise ValueError(f"'{value[:12]}…' is far too large a number")
    return int(value)


def _box(value: str) -> tuple[float, ...]:
    parts = [part.strip() for part in re.split("[xX×]", value)]
    unit = re.search(r"[a-zA-Z]+$", parts[-1])
    bare = unit.group() if unit else ""
    parts = [p + bare if re.fullmatch(r"[\d.]+", p) else p for p in parts]
    if len(parts) != 3 or not all(map(is_length, parts)):
        raise ValueError(f"'{value}' is not a size; write width x depth x height, as 12 x 6 x 4cm")
    return tuple(map(WRITTEN.parse, parts))


def _share(value: str) -> float:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)\s*(%?)", value, re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a number; write 2.5 or 12%")
    return float(match[1]) / (100 if match[2] else 1)


def _one_line(value: str) -> str:
    text = re.sub(r"[ \t\r\n]+", " ", value).strip()
    if not text:
        raise ValueError("the text is empty")
    return _within(text, MOST_WORDS)


def _within(text: str, most: int) -> str:
    if len(text) > most:
        raise ValueError(f"a text of {len(text):,} characters", f"at most {most}")
    return text


def _text(value: str) -> str:
    return _no_picture(_one_line(value))


def _title(value: str) -> str:
    return _within(_text(value), MOST_TITLE)


_ENDING = re.compile(
    r"(?i)(\S+|.*[/\\].*)\.(svgz?|png|jpe?g|gif|webp|bmp|tiff?|pdf|eps|psd|avif|heic)"
)


def is_picture_name(text: str) -> bool:
    """Whether a text has the form of a picture file's name: a known ending, no blanks or a path."""
    return _ENDING.fullmatch(text) is not None


def is_file_name(text: str) -> bool:
    """The same, or of any path: a slash beside small letters (`1/2` and `AND/OR` are none)."""
    return is_picture_name(text) or bool(re.search(r"[/\\]", text) and re.search("[a-z]", text))


def _no_picture(value: str) -> str:
    if is_picture_name(value):
        raise ValueError(
            f"'{value}' is the name of a file, and none belongs here; pictures of your own are "
            "for cards, backs and faces of dice"
        )
    return value


def parse_title(text: str) -> str:
    """A title given on the command line. Raises ValueError."""
    title = re.sub(r"[ \t\r\n]+", " ", composed(text)).strip()
    if not title:
        raise ValueError("the title is empty")
    if re.search("[\ud800-\udfff]", title):
        raise ValueError("the title is not UTF-8")
    if len(title) > MOST_TITLE:
        raise ValueError(f"a title of {len(title):,} characters; at most {MOST_TITLE}")
    return title


def safe_name(value: str) -> str:
    """Names become files: not those that Windows keeps for devices."""
    if re.fullmatch(r"(?i)con|prn|aux|nul|com[0-9]|lpt[0-9]", value):
        raise ValueError(f"'{value}' is a name that Windows keeps for itself")
    return value


def parse_id(value: str) -> str:
    """An id. Raises ValueError."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", value) is None:
        raise ValueError(f"'{value[:80]}' is not a name; use letters, digits, '-' and '_'")
    return safe_name(value)


def _file_stem(value: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_{}-]{0,99}", value) is None:
        allowed = "letters, digits, '-' and '_' and {paper}"
        raise ValueError(f"'{value[:80]}' is not a name; use {allowed}")
    if set("{}") & set(value.replace("{paper}", "")):
        raise ValueError(f"'{value}': only {{paper}} may stand in braces")
    return safe_name(value)


def _colour(value: str) -> str:
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", value) is None:
        raise ValueError(f"'{value}' is not a colour; write #RRGGBB")
    return value


def letter_of(letters: str) -> Value:
    """One of `letters`, given as a range of a regular expression as "A-Z"."""

    def parse(value: str) -> str:
        if re.fullmatch(f"[{letters}]", value) is None:
            first, last = letters[0], letters[-1]
            raise ValueError(f"'{value}' is not a cell's letter; use one of {first} to {last}")
        return value

    return Value("letter", parse)


Table = dict
"""A mapping whose keys the author chooses."""

_WRITTEN = Bounds(least=WRITTEN.least, most=WRITTEN.most)
_LENGTH = Value("length, as 12mm", parse_length, 20.0)
PositiveLength = Annotated[float, _LENGTH, _WRITTEN]
NaturalLength = Annotated[float, _LENGTH, Bounds(least=0, most=WRITTEN.most)]
GridSize = Annotated[tuple[int, int], Value("grid, as 3x6", _pair, (2, 2))]
SizeMm = Annotated[tuple[float, float], Value("size, as 63 x 88mm", _size, (60.0, 60.0))]
BoxSize = Annotated[
    tuple[float, float, float], Value("size, as 12 x 6 x 4cm", _box, (60.0, 60.0, 60.0))
]
Whole = Annotated[int, Value("whole number", _whole, 1)]
Share = Annotated[float, Value("number or part, as 12%", _share)]
FileText = Annotated[str, Value("text", _one_line, "?")]
"""A text in one line that may be the name of a file."""
Text = Annotated[str, Value("text", _text, "?")]
"""A text in one line that is printed, or a name; never that of a file."""
Title = Annotated[str, Value("text", _title, "?")]
"""The same, short enough to be a heading."""
Cell = Annotated[str, Value("text", _no_picture)]
"""The same, also of nothing."""
Id = Annotated[str, Value("name", parse_id)]
Colour = Annotated[str, Value("colour, as #1A2B3C", _colour)]
Copies = Annotated[
    int, Value("whole number", _whole, 1, blank=1), Bounds(least=0, most=MOST_COPIES)
]
FileStem = Annotated[str, Value("file name", _file_stem)]
