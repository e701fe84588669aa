"""Files of art: found inside the game folder only, and known by what they hold, not by their name.

Everything that may be wrong is an `ArtFault`, which becomes a problem where the art is asked for.
"""

from __future__ import annotations

import contextlib
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Literal

from pnp.characters import composed
from pnp.definition.model import Game
from pnp.errors import Loc, Problem
from pnp.limits import MOST_ART
from pnp.system import disk

MAX_PIXELS = 80_000_000
"""The most pixels of a picture; an A3 page at 600 ppi has 70 million."""

Form = Literal["png", "jpeg", "svg"]
ENDINGS: dict[str, Form] = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg"}
_FEW = 8
_ALIKE = 0.7
"""How like names must be, without their endings, that one is suggested for the other."""
_NAMES = {"png": "a PNG", "jpeg": "a JPEG", "svg": "an SVG"}
_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", "a PNG"),
    (b"\xff\xd8\xff", "a JPEG"),
    (b"GIF8", "a GIF"),
    (b"RIFF", "a WebP or other RIFF file"),
    (b"%PDF", "a PDF"),
    (b"\x1f\x8b", "compressed (gzip)"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a Photoshop file"),
    (b"BM", "a BMP"),
)


class ArtFault(Exception):
    """What is wrong with a file of art: a code, words that follow the file's name, and a hint.

    `others` are faults of the same file that were found with it.
    """

    def __init__(self, code: str, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.code, self.says, self.hint = code, says, hint
        self.others: list[ArtFault] = []

    def at(self, name: str, loc: Loc) -> Problem:
        """The problem, at the place that asks for the art."""
        return Problem(self.code, "error", f"'{name}' {self.says}", loc, self.hint)


def is_art(name: str) -> bool:
    """True if a name has an ending, as files have; names of built-in ornaments have none."""
    return PureWindowsPath(name).suffix != ""


def is_picture(name: str) -> bool:
    """True if a name ends as the files do that are read."""
    lowered = name.lower()
    return any(end in lowered for end in ENDINGS) and PureWindowsPath(lowered).suffix in ENDINGS


def find_file(game: Game, name: str) -> tuple[Path, str]:
    """The path of a file of art, and a remark where its name is written otherwise on the disk.

    Raises ArtFault (ART002) for what is not there or lies outside the game folder.
    """
    if game.files is not None:
        return game.files[name], ""
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        raise ArtFault("ART002", "is an absolute path", "name a file inside the game folder")
    if ".." in windows.parts or "\0" in name:
        raise ArtFault("ART002", "leaves the game folder", "put the file into it")
    if not is_picture(name):
        raise ArtFault("ART003", "is no kind of picture that is read", "use .svg, .png or .jpg")
    home = Path(game.path)
    try:
        path, remark = _spelt(home, windows.parts)
        if not path.resolve().is_relative_to(home.resolve()):
            raise ArtFault("ART002", "leaves the game folder through a link", "copy it there")
        if not path.is_file():
            raise ArtFault("ART002", "is no regular file")
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be followed"
        raise ArtFault("ART002", f"cannot be read: {reason}") from None
    return path, remark


def _spelt(home: Path, parts: tuple[str, ...]) -> tuple[Path, str]:
    """The path of a name, parts of which may differ in case, and a remark if they do. Accents may
    be written as one character or as two, as some systems do."""
    path, remark = home, ""
    for part in parts:
        if part.isascii() and (path / part).exists():
            path /= part
            continue
        known = [entry.name for entry in path.iterdir()] if path.is_dir() else []
        same = [name for name in known if composed(name) == part]
        alike = same or [name for name in known if composed(name).casefold() == part.casefold()]
        if len(same) > 1:
            raise ArtFault("ART002", "are two files that look alike", "rename one of them")
        if len(alike) != 1:
            hint = _near_picture(home, path, part, known)
            raise ArtFault("ART002", "is not in the game folder", hint)
        path /= alike[0]
        if not same:
            remark = path.relative_to(home).as_posix()
    return path, remark


def find_spelt(folder: Path, name: str) -> Path:
    """The file of a folder that is called so, its accents being one character or two; the path
    itself unless there is one."""
    with contextlib.suppress(ArtFault, OSError, ValueError):
        path, remark = _spelt(folder, PureWindowsPath(name).parts)
        return folder / name if remark else path
    return folder / name


def _near_picture(home: Path, folder: Path, part: str, known: list[str]) -> str:
    """A hint for a name that is none of the `known` ones: those alike, first those with the
    same ending, or all if they are few, as they are written in a definition."""
    import difflib

    pictures = sorted(n for n in known if is_picture(n) or (folder / n).is_dir())
    ending = PureWindowsPath(part).suffix.casefold()
    last = sorted(pictures, key=lambda n: n.casefold().endswith(ending))
    names = {PureWindowsPath(n).stem.casefold(): n for n in last}
    alike = difflib.get_close_matches(
        PureWindowsPath(part).stem.casefold(), names, n=1, cutoff=_ALIKE
    )
    if not alike and len(pictures) > _FEW:
        return f"there are {len(pictures)} pictures and folders"
    shown = [(folder / names[n]).relative_to(home).as_posix() for n in alike]
    if shown:
        return f"did you mean '{shown[0]}'?"
    every = [(folder / n).relative_to(home).as_posix() for n in pictures]
    return f"known: {', '.join(every)}" if every else ""


def read_file(path: Path, name: str) -> bytes:
    """The bytes of a file that is what its name says, PNG, JPEG or SVG. Raises ArtFault."""
    try:
        data = disk.read_file(path, MOST_ART)
    except disk.TooLarge as error:
        raise ArtFault("ART005", f"is {error.strerror}") from None
    except OSError as error:
        raise ArtFault("ART002", f"cannot be read: {error.strerror}") from None
    wanted = _NAMES[form_of(name)]
    found = what_is(data)
    if found != wanted:
        hint = "save it anew in the program that made it"
        endings = [ending for ending, form in ENDINGS.items() if _NAMES[form] == found]
        if endings:
            hint = f"rename it to {PureWindowsPath(name).stem}{endings[0]}"
        raise ArtFault("ART003", f"is {found}, not {wanted}", hint)
    return data


def form_of(name: str) -> Form:
    """What a name says that its file is."""
    return ENDINGS[PureWindowsPath(name).suffix.lower()]


def what_is(data: bytes) -> str:
    """What a file holds, by its first bytes."""
    if not data:
        return "empty"
    for sign, name in _SIGNS:
        if data.startswith(sign):
            return name
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip().lower()
    if b"<html" in head or head.startswith(b"<!doctype html"):
        return "HTML"
    if b"<svg" in head or head.startswith((b"<?xml", b"<!--", b"\xff\xfe<", b"\xfe\xff<")):
        return "an SVG"
    return "no picture"
