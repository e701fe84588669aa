"""The search finds what the verifier accepts, and its judge sees what the table sees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from dedale_help import certificates, kit, plan

from pnp.families.dedale.certificate import verify
from pnp.families.dedale.conditions import parse_condition
from pnp.families.dedale.judge import REACH, WIDTH, Judge
from pnp.families.dedale.prover import dealt
from pnp.families.dedale.search import _laid, _stamps, search
from pnp.families.dedale.table import CardTable, tiles_of


@pytest.mark.slow
@pytest.mark.parametrize(("labor", "players"), [("I", 1), ("II", 3), ("III", 6), ("IV", 2)])
def test_fresh_deals_are_solved(labor: str, players: int) -> None:
    deal = dealt(kit(), 100 + players)
    result = search(kit(), labor, players, deal)
    assert result.certificate is not None
    assert verify(result.certificate, kit()) is None
    assert result.certificate.deal == deal
    assert search(kit(), labor, players, deal) == result, "the same deal, the same answer"


def test_out_of_time_is_no_answer() -> None:
    result = search(kit(), "X", 4, dealt(kit(), 1), 9)
    assert result.certificate is None


def test_a_deal_is_the_deck_and_the_same_in_every_python() -> None:
    assert sorted(dealt(kit(), 5)) == sorted(kit().deck)
    assert dealt(kit(), 5) != dealt(kit(), 6)
    assert dealt(kit(), 3)[:4] == DEAL_3


DEAL_3 = ("card-11", "card-04", "card-21", "card-23")

CONDITIONS = (
    "tiles == {tiles}",
    "colours == {colours}",
    "colour(red) == {red}",
    "mark(theseus) == {theseus}",
    "maxzone == {largest}",
    "zones(size>=2) == {pairs}",
    "dcolours(size>=2) == {kinds}",
)


Laid = tuple[str, int, int, int]
"""A card, its turn in degrees, row and column."""


def both(laid: list[Laid]) -> tuple[CardTable, tuple[int, ...]]:
    """The same cards on the table and as planes."""
    table = CardTable()
    table.lay(tiles_of(kit().start, 0, -1, -1))
    first = next(_stamps("", kit().start))
    planes = tuple(plane << ((REACH - 1) * WIDTH + REACH - 1) for plane in first.planes)
    for id, rot, row, col in laid:
        stamp = next(s for s in _stamps(id, kit().cards[id]) if s.rot == rot)
        planes = _laid(planes, stamp, (row + REACH) * WIDTH + col + REACH)
        table.lay(tiles_of(kit().cards[id], rot // 90, row, col))
    return table, planes


def test_judge_and_table_measure_rooms_alike() -> None:
    """In the locked rooms of all certificates both count the same."""
    for one in certificates():
        table, planes = both([(m.card, m.rot, m.row, m.col) for m in one.moves])
        room = table.locked_room()
        assert room is not None and solved(planes, "tiles >= 0")
        sizes = [(colour, len(zone)) for colour, zone in room.zones]
        colours = [colour for colour, zone in room.zones for _ in zone]
        numbers = {
            "tiles": len(room.tiles),
            "colours": len(set(colours)),
            "red": colours.count("red"),
            "theseus": room.marks["theseus"],
            "largest": max((size for _, size in sizes), default=0),
            "pairs": sum(size >= 2 for _, size in sizes),
            "kinds": len({colour for colour, size in sizes if size >= 2}),
        }
        off = {name: number + 1 for name, number in numbers.items()}
        for text in CONDITIONS:
            assert solved(planes, text.format(**numbers)), text
            assert not solved(planes, text.format(**off)), text


def test_judge_and_table_agree_on_what_is_locked() -> None:
    """Random heaps of cards, and certificates with a card taken away."""
    lot, heaps = random.Random(7), []
    for one in certificates():
        laid = [(m.card, m.rot, m.row, m.col) for m in one.moves]
        heaps += [laid[:gone] + laid[gone + 1 :] for gone in range(len(laid))]
    for _ in range(200):
        heaps.append([
            (lot.choice(sorted(kit().cards)), 90 * lot.randrange(4), *lot.choice(CORNERS))
            for _ in range(lot.randrange(4, 9))
        ])  # fmt: skip
    verdicts = []
    for heap in heaps:
        table, planes = both(heap)
        verdicts.append(table.strictly_locked())
        assert solved(planes, "tiles >= 0") == verdicts[-1]
        assert not verdicts[-1] or table.locked_room() is not None, "strict implies locked"
    assert 10 < sum(verdicts) < len(verdicts) - 10


CORNERS = [(r, c) for r in range(-3, 2) for c in range(-3, 2) if r in (-3, 1) or c in (-3, 1)]
"""Where a card's top-left Tile may lie beside the Minotaur."""


def solved(planes: tuple[int, ...], text: str) -> bool:
    condition, _ = parse_condition(text, list(kit().colours.values()), ["ariadne", "theseus"])
    assert condition is not None
    return Judge(condition, kit()).score(planes) < 0


def test_the_verifier_shares_no_code_with_the_search() -> None:
    """Table and certificates import nothing of the search; the search takes only its types."""
    proofs = Path(__file__).parents[3] / "pnp" / "families" / "dedale"
    for name in ("table.py", "certificate.py"):
        text = (proofs / name).read_text(encoding="utf-8")
        assert "dedale.search" not in text and "dedale.judge" not in text
    for name in ("search.py", "judge.py"):
        text = (proofs / name).read_text(encoding="utf-8")
        assert "dedale.table" not in text
        assert "import verify" not in text


def test_the_kit_knows_its_labors() -> None:
    assert kit().labor("x") is kit().labor("10") is kit().labors["X"]
    assert kit().labor("XI") is kit().labor("0") is kit().labor("11") is None
    assert len(plan().pieces) == 36
