"""What checks say of a deck of images, as the command line has it: its files and its options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pnp.art.decks import Deck
from pnp.errors import Loc, Problem

_KEYS = re.compile(r"\b(make_bleed|includes_bleed|fit): ")
"""Keys of a definition that are options of the same name."""


class Advice(Struct, frozen=True):
    """How a `deck` was written down as a definition: what its `files` are called there, and which
    file each of its documents becomes."""

    deck: Deck
    files: Mapping[str, Path]
    documents: Mapping[str, Path]

    def of(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems, each at an image or a file that is written, each cause once."""
        cards = Counter(path for pair in self.deck for path in set(pair) if path)
        places = {str(path) for path in cards}
        return list(dict.fromkeys(self._said(p, cards, places) for p in problems))

    def _said(self, problem: Problem, cards: Mapping[Path, int], places: set[str]) -> Problem:
        problem = replace(problem, hint=_options(problem.hint))
        name = self._named(problem.message)
        if name is not None:
            path, words = self.files[name], problem.message[len(name) + 2 :]
            many = f" ({cards[path]} cards)" if cards[path] > 1 else ""
            message = f"'{name}'{many}{_options(words)}"
            return replace(problem, message=message, loc=Loc(str(path)), also=())
        if problem.loc is None or problem.loc.file in places:
            return problem
        for name, path in self.documents.items():
            words = problem.message.removeprefix(name)
            if words != problem.message:
                return replace(problem, message=words.lstrip(":, "), loc=Loc(str(path)), also=())
        return replace(problem, loc=Loc(str(next(iter(self.documents.values())))), also=())

    def _named(self, message: str) -> str | None:
        """The picture that a message begins with, as the definition calls it."""
        ends = (match.start() for match in re.finditer("'", message) if message[0] == "'")
        return next((message[1:end] for end in ends if message[1:end] in self.files), None)


def _options(words: str) -> str:
    return _KEYS.sub(lambda key: f"--{key[1].replace('_', '-')} ", words)
