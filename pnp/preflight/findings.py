"""What is found while files are proved: problems with the place of their document, and cases."""

from __future__ import annotations

from collections import Counter

from pnp.errors import Loc, Problem, Proof
from pnp.game.plan import AnyDocument

STATEMENTS = {
    "PDF002": "every page has the size of its paper",
    "PDF003": "every piece lies on its place and has its size",
    "PDF005": "every place shows the face of its piece",
    "PDF006": "every back lies behind its front",
}
"""What can be proved about the files of a build."""


class Findings:
    """Problems so far, how many cases each statement covers, and what documents hold by their
    names."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.cases: Counter[str] = Counter()
        self.held: dict[str, Counter[tuple[str, str]]] = {}

    def say(self, code: str, document: AnyDocument, says: str, loc: Loc | None = None) -> None:
        """A problem of a document, at a piece's place or at the document's own."""
        where = loc or document.source.loc
        self.problems.append(Problem(code, "error", f"{document.name}{says}", where))

    def add(self, other: Findings) -> None:
        """What was found elsewhere as well."""
        self.problems += other.problems
        self.cases += other.cases

    def has(self, *codes: str) -> bool:
        return any(problem.code in codes for problem in self.problems)

    def proofs(self) -> list[Proof]:
        return [
            Proof(code, words, self.cases[code], "refuted" if self.has(code) else "proved")
            for code, words in STATEMENTS.items()
            if self.cases[code]
        ]
