"""What was seen of a file, so that nothing is looked at twice: forms in their places.

A place shows its face if the file puts forms into it that were seen to draw the same layers by the
same matrices: our sheets do nothing but put forms into boxes.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.piece import Face
from pnp.preflight.drawn import Content, Put
from pnp.preflight.places import Match

Part = tuple[str, Put | tuple[Put, ...]]
"""A layer in its place, by its key, and the form that draws it; or a face and all its forms."""


class Seen:
    """Parts of faces that looked right, and loose forms of pages that were looked at."""

    def __init__(self, parts: Iterable[Part] = (), loose: Iterable[Put] = ()) -> None:
        self._parts: set[Part] = set(parts)
        self._loose: set[Put] = set(loose)

    def copy(self) -> Seen:
        return Seen(self._parts, self._loose)

    def covers(self, match: Match) -> bool:
        """True if everything the place shows was seen."""
        return self._parts.issuperset(parts_of(match))

    def add(self, match: Match) -> None:
        self._parts.update(parts_of(match))

    def covers_loose(self, content: Content) -> bool:
        """True if all that lies outside the pieces was seen at its place, words excepted: the
        boxes round them are checked."""
        return all(drawn.words or put in self._loose for put, drawn in content.forms)

    def add_loose(self, content: Content) -> None:
        self._loose.update(put for put, _ in content.forms)


def parts_of(match: Match) -> Iterable[Part]:
    """The layers of a face with the forms that draw them, one by one where they are as many."""
    face: Face = match.placement.face
    forms = match.region.forms
    if len(forms) == len(face.stack):
        return zip((stamp.key for stamp in face.stack), forms, strict=True)
    return ((face.key, tuple(forms)),)
