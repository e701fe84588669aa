"""DIST: what the pieces add up to, means and shares, against what `distribution:` expects."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.definition.model import Expected
from pnp.errors import Proof, near
from pnp.game.plan import Plan
from pnp.piece import Piece


def tally(piece: Piece, word: str) -> int:
    """How often a piece carries something; 0 for what it does not know."""
    return sum(n for known, n in piece.tallies if known == word)


def measured(expected: Expected, pieces: tuple[Piece, ...]) -> tuple[float, int] | None:
    """The mean or share, and over how many pieces; None when there are none to look at."""
    seen = [p for p in pieces if all(tally(p, w) == n for w, n in expected.when.items())]
    many = sum(piece.copies for piece in seen)
    if not many:
        return None
    if expected.mean:
        return sum(tally(p, expected.mean) * p.copies for p in seen) / many, many
    hits = [p for p in seen if all(tally(p, w) == n for w, n in expected.share.items())]
    return sum(piece.copies for piece in hits) / many, many


def _written(value: float, share: bool) -> str:
    return f"{100 * value:.3g} %" if share else f"{value:.4g}"


def _check(plan: Plan, severity: str) -> Iterator[Finding | Proof]:
    code = "DIST001" if severity == "error" else "DIST002"
    cases = failures = 0
    for name, expected in plan.game.file.distribution.items():
        component = plan.game.component(expected.of)
        if expected.severity != severity or component is None:
            continue
        expansion = plan.expansion(component)
        found = measured(expected, tuple(expansion.pieces)) if not expansion.unread else None
        if found is None:
            continue
        value, many = found
        cases += many
        share = not expected.mean
        for bound, wrong, word in (
            (expected.least, value < (expected.least or 0) - 1e-9, "at least"),
            (expected.most, value > (expected.most or 0) + 1e-9, "at most"),
        ):
            if bound is not None and wrong:
                failures += 1
                yield Finding(
                    f"{name}: {_written(value, share)} of {many} {expected.of}, expected "
                    f"{word} {_written(bound, share)}",
                    expected.at.of("least" if word == "at least" else "most"),
                    f"change the counts in {component.loc.file}",
                )
    if cases and severity == "error":
        yield Proof(
            code, "means and shares are as expected", cases, "refuted" if failures else "proved"
        )


@check("DIST001")
def distribution_as_expected(plan: Plan) -> Iterator[Finding | Proof]:
    """A mean or share of the pieces lies outside what the game expects.

    What: `distribution:` in game.yaml holds named expectations about a component's pieces, copies
    counted: the `mean` of a tally, or the `share` of the pieces with given tallies, `least` and
    `most`; `when` looks at some of the pieces only.
    Why: one dead end more or less is harmless, but the sum of many small changes makes a labyrinth
    that closes up.
    Example: `dead-ends: {of: labyrinth, share: {openings: 1}, most: 8%}`
    Instead: change the counts, or the expectation in full view.
    """
    yield from _check(plan, "error")


@check("DIST002", "warning")
def distribution_as_advised(plan: Plan) -> Iterator[Finding | Proof]:
    """A mean or share lies outside what is advised.

    What: as DIST001, for expectations with `severity: warning`: where a game plays well rather
    than where it breaks.
    """
    yield from _check(plan, "warning")


@check("DIST003")
def distribution_names(plan: Plan) -> Iterator[Finding | Proof]:
    """An expectation is about a component or a tally that does not exist.

    Why: it would be kept by no pieces at all, and so by any.
    """
    for expected in plan.game.file.distribution.values():
        component = plan.game.component(expected.of)
        if component is None:
            if expected.of not in plan.game.broken:
                ids = [c.id for c in plan.game.components]
                yield Finding(
                    f"there is no component '{expected.of}'",
                    expected.at.of("of"),
                    near(expected.of, ids),
                )
            continue
        expansion = plan.expansion(component)
        if expansion.unread:
            continue
        known = sorted({word for piece in expansion.pieces for word, _ in piece.tallies})
        for field in ("when", "mean", "share"):
            words = [expected.mean] if field == "mean" else list(getattr(expected, field))
            for word in words:
                if word and word not in known:
                    yield Finding(
                        f"{expected.of} carries no '{word}'",
                        expected.at.of(field),
                        near(word, known) if known else "its pieces carry nothing",
                    )
        if measured(expected, tuple(expansion.pieces)) is None:
            yield Finding(
                f"no piece of {expected.of} is looked at", expected.at.of("when"), "widen `when`"
            )
