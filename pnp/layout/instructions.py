"""What a leaflet tells of printing backs: true for the sides and the flip that are asked for."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.layout.duplex import Flip

FLIP, BACKS = "flip", "backs"
"""Words in braces that leaflets may hold."""
_TURNED = "turn over on the **{edge}**"
_BACKS = {
    "separate": f"Print the fronts. Put the sheets back so that they {_TURNED} "
    "and print the backs.",
    "interleaved": f"Print on both sides of the paper, so that the sheets {_TURNED}.",
    "fold": "Fold every sheet along its dashed line, pictures outside, and glue it before you cut: "
    "nothing is printed on the other side.",
    "fronts": "Print the fronts on one side of the paper; there are no backs.",
    "backs": f"Print the backs on sheets that {_TURNED} and whose fronts are printed.",
}


def unwritten(sides: str, backs: Iterable[str]) -> frozenset[str]:
    """Which files of backs are not written: those whose backs stand with the fronts, or nowhere."""
    return frozenset(() if sides in ("separate", "backs") else backs)


def telling(sides: str, flips: Iterable[Flip]) -> dict[str, str]:
    """`{flip}`, the edge that sheets are turned over, and `{backs}`, sentences on how backs are
    printed. `flips` are those of the documents with backs: if they differ, footers name them."""
    edges = {f"{flip} edge" for flip in flips}
    edge = edges.pop() if len(edges) == 1 else "edge that their footers name"
    return {FLIP: edge, BACKS: _BACKS[sides].replace("{edge}", edge)}
