"""The user's printers: profiles in a TOML file of the configuration folder.

The file belongs to the user, who may write it by hand; what `save` writes is in order of names and
fields, so that equal profiles are equal files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from pnp.definition.source import read_text
from pnp.errors import Loc, PnpError, Problem, near
from pnp.layout.calibration import NEUTRAL, Drift, Printer
from pnp.layout.duplex import Flip
from pnp.layout.paper import Lying, Margins, parse_margins
from pnp.limits import SHIFT
from pnp.system.files import write_files

MOST_SCALE, MOST_ANGLE = 0.05, 2.0
"""Limits: share, degrees. More than that is another fault, a wrong flip for instance."""
HEADER = "# Printers of pnp, written by `pnp printer set`; comments are not kept.\n"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", re.ASCII)
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"


def parse_name(text: str) -> str:
    """The name of a printer. Raises ValueError, worded for the person who wrote it."""
    if _NAME.fullmatch(text) is None:
        raise ValueError(
            f"'{text}' is no name for a printer; use up to 40 letters, digits, - and _"
        )
    return text


def parse_shift(text: str) -> float:
    """A signed length in mm, as 0.4mm or −0.2mm. Raises ValueError."""
    return SHIFT.parse(_signed(text))


def parse_scale(text: str) -> float:
    """A factor written as 99.8%. Raises ValueError."""
    match = re.fullmatch(rf"({_NUMBER})\s*%", _signed(text), re.ASCII)
    if match is None:
        raise ValueError(f"'{text}' is no scale; write it as 99.8%")
    factor = float(match[1]) / 100
    if abs(factor - 1) > MOST_SCALE + 1e-9:
        raise ValueError(f"a scale of {text} lies outside 95% to 105%")
    return factor


def parse_angle(text: str) -> float:
    """Degrees, clockwise, as 0.1 or -0.05. Raises ValueError."""
    match = re.fullmatch(rf"({_NUMBER})\s*(?:°|deg)?", _signed(text), re.ASCII)
    if match is None:
        raise ValueError(f"'{text}' is no angle; write degrees, as 0.1")
    angle = float(match[1])
    if abs(angle) > MOST_ANGLE:
        raise ValueError(f"an angle of {text} is more than {MOST_ANGLE:g} degrees")
    return angle


def _signed(text: str) -> str:
    """A number with a minus sign of typography, or a plus, as parsers know it."""
    return text.strip().replace("−", "-").removeprefix("+")


def _choice(words: tuple[str, ...]) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' is none of {', '.join(words)}")
        return text

    return parse


def _decimal(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _margins_text(margins: Margins) -> str:
    return ", ".join(f"{_decimal(m)}mm" for m in margins)


class Setting(Struct, frozen=True):
    """One entry of a profile: how it is read, how it is written, what it is for."""

    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    help: str


def _shift(what: str) -> Setting:
    return Setting(parse_shift, lambda v: f"{_decimal(v)}mm", what)


def _scale(what: str) -> Setting:
    return Setting(parse_scale, lambda v: f"{_decimal(100 * v)}%", what)


FIELDS: dict[str, Setting] = {
    "dx": _shift("Moves backs to the right, as 0.4mm; negative to the left."),
    "dy": _shift("Moves backs down, as -0.2mm; negative is up."),
    "scale-x": _scale("Scales backs across, beside the front, as 99.8%."),
    "scale-y": _scale("Scales backs down the page, as 100.1%."),
    "angle": Setting(parse_angle, _decimal, "Turns backs clockwise, in degrees, as 0.1."),
    "front-scale-x": _scale("Scales both sides across, as 100.2%."),
    "front-scale-y": _scale("Scales both sides down the page."),
    "margin": Setting(
        parse_margins, _margins_text, "What it leaves blank: 5mm, or top,right,bottom,left."
    ),
    "flip": Setting(_choice(get_args(Flip)), str, "The edge that paper is turned over."),
    "orientation": Setting(
        _choice(get_args(Lying)), str, "How sheets lay when it was measured (portrait)."
    ),
}
_DRIFT = tuple(field.name for field in fields(Drift))
_NAMES = {"margin": "margins"}


def config_path() -> Path:
    """Where profiles are kept: the folder that the system has for it."""
    import platformdirs

    return platformdirs.user_config_path("pnp", appauthor=False, roaming=True) / "printers.toml"


def load_printers(path: Path | None = None) -> dict[str, Printer]:
    """All profiles by name; none if there is no file.

    Raises PnpError: PRN001 for a file that is no TOML, PRN002 for each wrong entry.
    """
    path = path or config_path()
    if not path.exists():
        return {}
    text = read_text(path)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PnpError(_no_toml(path, text, error)) from None
    problems: list[Problem] = []
    found = {}
    for name, table in tables.items():
        found[name] = _printer(name, table, Places(path, text), problems)
    if problems:
        raise PnpError(problems)
    return dict(sorted(found.items()))


def _no_toml(path: Path, text: str, error: Exception) -> Problem:
    words = str(error) if isinstance(error, ValueError) else "nested too deeply"
    match = re.search(r"\s*\(at line (\d+), column (\d+)\)", words)
    if match:
        loc = Loc(str(path), int(match[1]), int(match[2]))
        words = words[: match.start()]
    else:
        loc = Loc(str(path), text.count("\n") + 1 if "end of document" in words else 1, 1)
        words = words.replace(" (at end of document)", "")
    hint = "mend it, or remove it and set the printers again"
    return Problem(
        "PRN001", "error", f"the file is no TOML: {words[:1].lower()}{words[1:]}", loc, hint
    )


class Places(Struct, frozen=True):
    """Where entries stand in a TOML file; tomllib does not tell."""

    path: Path
    text: str

    def of(self, name: str, key: str | None = None) -> Loc:
        """The place of a table or of a key in it; of its name if it is written another way."""
        header = re.compile(rf"\s*\[\s*[\"']?{re.escape(name)}[\"']?\s*\]")
        entry = re.compile(rf"\s*[\"']?{re.escape(key or '')}[\"']?\s*=")
        inside, best = False, Loc(str(self.path), 1, 1)
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.lstrip().startswith("["):
                inside = header.match(line) is not None
            here = Loc(str(self.path), number, len(line) - len(line.lstrip()) + 1)
            if key is not None and inside and entry.match(line):
                return here
            if best.line == 1 and (
                inside or re.match(rf"[\"']?{re.escape(name)}\b", line.lstrip())
            ):
                best = here
        return best


def _printer(name: str, table: object, places: Places, problems: list[Problem]) -> Printer:
    """A profile from its table; what is wrong joins the problems."""
    printer = Printer(name)

    def complain(message: str, key: str | None = None, hint: str = "") -> None:
        problems.append(Problem("PRN002", "error", message, places.of(name, key), hint))

    try:
        parse_name(name)
    except ValueError as error:
        complain(str(error))
    if not isinstance(table, dict):
        complain(f"'{name}' is no table; write [{name}] above the printer's entries")
        return printer
    for key, value in table.items():
        if key not in FIELDS:
            complain(f"a printer has no '{key}'", key, near(key, FIELDS))
            continue
        try:
            if isinstance(value, bool) or not isinstance(value, str | int | float):
                raise ValueError(f"'{key}' must be a text, as '{key} = \"…\"'")
            printer = with_field(printer, key, FIELDS[key].parse(str(value)))
        except ValueError as error:
            complain(f"{key}: {error}", key)
    return printer


def with_field(printer: Printer, key: str, value: Any) -> Printer:
    """The profile with one entry changed."""
    name = key.replace("-", "_")
    if name in _DRIFT:
        return replace(printer, drift=replace(printer.drift, **{name: value}))
    return replace(printer, **{_NAMES.get(name, name): value})


def entries(printer: Printer) -> dict[str, str]:
    """What a profile says, as texts, without what is neutral."""
    found = {}
    for key, field in FIELDS.items():
        name = key.replace("-", "_")
        value: Any
        if name in _DRIFT:
            value, neutral = getattr(printer.drift, name), getattr(NEUTRAL, name)
        else:
            name = _NAMES.get(name, name)
            value, neutral = getattr(printer, name), getattr(Printer(""), name)
        if value is None:
            continue
        text = field.write(value)
        if neutral is None or text != field.write(neutral):
            found[key] = text
    return found


def save_printers(printers: Mapping[str, Printer], path: Path | None = None) -> None:
    """Write all profiles at once; the old file stays whole until the new one is ready."""
    parts = [HEADER]
    for name, printer in sorted(printers.items()):
        lines = [f"[{name}]"]
        lines += [f'{key} = "{text}"' for key, text in entries(printer).items()]
        parts.append("\n".join(lines) + "\n")
    write_files({path or config_path(): "\n".join(parts).encode()})
