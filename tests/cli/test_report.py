"""What is said of proofs, in numbers and nouns."""

from __future__ import annotations

import io

from pnp.checks import Report
from pnp.cli.report import proofs_and_cases, show_report
from pnp.errors import Proof


def test_one_case_and_many() -> None:
    one = Proof("DECK001", "the deck holds what the rules promise", 1, "proved")
    many = Proof("PATH001", "every space can be reached", 4000, "proved")
    stream = io.StringIO()
    show_report(Report("tiny", (), (one, many)), stream)
    first, second, _ = stream.getvalue().splitlines()
    assert first.endswith("promise (1 case)") and second.endswith("reached (4,000 cases)")
    assert proofs_and_cases(Report("tiny", (), (one,))) == "1 proof, 1 case"
    assert proofs_and_cases(Report("tiny", (), (one, many))) == "2 proofs, 4,001 cases"
