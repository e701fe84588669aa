"""What is said of proofs, in numbers and nouns."""

from __future__ import annotations

import io

from pnp.checks import Report
from pnp.cli.report import proofs_and_cases, show_report
from pnp.errors import Problem, Proof


def test_one_case_and_many() -> None:
    one = Proof("DECK001", "the deck holds what the rules promise", 1, "proved")
    many = Proof("PATH001", "every space can be reached", 4000, "proved")
    stream = io.StringIO()
    show_report(Report("tiny", (), (one, many)), stream)
    first, second, _ = stream.getvalue().splitlines()
    assert first.endswith("promise (1 case)") and second.endswith("reached (4,000 cases)")
    assert proofs_and_cases(Report("tiny", (), (one,))) == "1 proof, 1 case"
    assert proofs_and_cases(Report("tiny", (), (one, many))) == "2 proofs, 4,001 cases"


def test_what_is_not_proved_because_of_an_error_is_one_line() -> None:
    left = [Proof(code, "it holds", 3, "unknown") for code in ("AAA001", "BBB002")]
    sure = Proof("CCC003", "it holds", 1, "proved")
    error = Problem("DEF003", "error", "no")
    stream = io.StringIO()
    show_report(Report("tiny", (error,), (left[0], sure, left[1])), stream)
    assert stream.getvalue().splitlines() == [
        "DEF003 no",
        "tiny: proved CCC003 it holds (1 case)",
        "tiny: unknown AAA001, BBB002: nothing is proved of what cannot be read yet",
        "tiny: 1 error, 0 warnings, 0 notes",
    ]
    for problems, proofs in (((), left), ((error,), left[:1])):
        stream = io.StringIO()
        show_report(Report("tiny", problems, tuple(proofs)), stream)
        assert stream.getvalue().count("it holds (3 cases)") == len(proofs)
