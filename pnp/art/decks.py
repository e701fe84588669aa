"""Finished card images on the disk: sorted as people count, and paired with their backs by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.art.files import is_picture
from pnp.characters import composed
from pnp.errors import Loc, Problem

_BACK = re.compile(r"(.+)[-_ ]back", re.IGNORECASE | re.DOTALL)
"""How the back of NAME is called: NAME-back, NAME_back or "NAME back"."""
_SHOWN = 3


def find_images(named: Sequence[str]) -> tuple[list[Path], list[Problem]]:
    """The pictures of files, folders and patterns. Files stay in the order given; what a folder or
    pattern holds is sorted as people count, and what is no picture there is passed over."""
    found: list[Path] = []
    problems: list[Problem] = []
    for name in named:
        path = Path(name)
        if path.is_dir():
            inside = [entry for entry in path.iterdir() if not entry.name.startswith(".")]
            found += _pictures(name, inside, problems, path)
        elif path.exists() or not set("*?[") & set(name):
            found += _file(path, problems)
        else:
            root = Path(path.anchor)
            try:
                inside = list(root.glob(str(path.relative_to(root))))
            except ValueError as error:  # a pattern that pathlib does not take
                problems.append(Problem("ART002", "error", str(error), Loc(name)))
                continue
            found += _pictures(name, inside, problems, None)
    return found, problems


def _file(path: Path, problems: list[Problem]) -> Iterator[Path]:
    if not path.exists():
        problems.append(Problem("ART002", "error", "there is no such file", Loc(str(path))))
    elif not path.is_file():
        problems.append(Problem("ART002", "error", "it is no regular file", Loc(str(path))))
    elif not is_picture(path.name):
        says, hint = "is no kind of picture that is read", "use .svg, .png or .jpg"
        problems.append(Problem("ART003", "error", f"'{path.name}' {says}", Loc(str(path)), hint))
    else:
        yield path


def _pictures(
    name: str, entries: list[Path], problems: list[Problem], folder: Path | None
) -> Iterator[Path]:
    """The pictures among entries, with a note about the others."""
    pictures = sorted((e for e in entries if is_picture(e.name) and e.is_file()), key=_as_counted)
    others = sorted(e.name for e in entries if e.is_file() and not is_picture(e.name))
    if others:
        more = ", …" if len(others) > _SHOWN else ""
        says = f"passed over what is no picture: {', '.join(others[:_SHOWN])}{more}"
        problems.append(Problem("ART013", "note", says, Loc(name)))
    if not pictures:
        says = "there is no picture (.png, .jpg, .svg)"
        problems.append(Problem("ART002", "error", says, Loc(name)))
    for picture in pictures:
        if folder and not picture.resolve().is_relative_to(folder.resolve()):
            says, hint = "the file is a link that leaves the folder", "copy it there, or name it"
            problems.append(Problem("ART002", "error", says, Loc(str(picture)), hint))
        else:
            yield picture


def _as_counted(path: Path) -> tuple[list[tuple[int, str]], str]:
    """fox2 comes before fox10."""
    parts = re.split(r"(\d+)", path.stem.casefold())
    return [(int(p), "") if p.isdecimal() else (-1, p) for p in parts], path.name


Deck = list[tuple[Path, Path | None]]
"""Fronts with their backs."""


def pair_images(
    images: Sequence[Path], backs: Sequence[Path] | None = None
) -> tuple[Deck, list[Problem]]:
    """Fronts and their backs by name: `fox.png` has `fox-back.png`, `fox_back.jpg` or the like.

    `backs` are pictures that stand apart, called as the fronts are or with -back. A picture without
    its partner is a problem.
    """
    problems: list[Problem] = []
    fronts = [image for image in images if backs is not None or not _BACK.fullmatch(image.stem)]
    known: dict[str, Path] = {}
    for back in [image for image in images if image not in fronts] if backs is None else backs:
        match = _BACK.fullmatch(back.stem)
        name = composed(match[1] if match else back.stem).casefold()
        other = known.setdefault(name, back)
        if other is not back:
            says = f"it and '{other.name}' are backs of the same card"
            problems.append(Problem("ART014", "error", says, Loc(str(back))))
    deck: Deck = []
    left = set(known)
    for front in fronts:
        name = composed(front.stem).casefold()
        left.discard(name)
        if name in known:
            deck.append((front, known[name]))
            continue
        hint = f"call it {front.stem}-back{front.suffix}"
        says = f"'{front.name}' has no back"
        problems.append(Problem("ART014", "error", says, Loc(str(front)), hint))
    for name in sorted(left):
        says = f"'{known[name].name}' is the back of no card"
        problems.append(Problem("ART014", "error", says, Loc(str(known[name]))))
    return deck, problems
