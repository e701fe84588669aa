"""What was seen is not looked at again, and nothing wrong hides behind that."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from PIL import ImageChops
from tamper_help import codes, exchanged, plan_of, sheets

from pnp.errors import Problem, Proof
from pnp.game.loader import made
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Rect
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Sheet
from pnp.outputs.documents import export_document
from pnp.piece import Layer, Placed, Stamp
from pnp.preflight import looks
from pnp.preflight.build import prove_files
from pnp.preflight.pixels import Alone, Book, box_within, differ, pixels_of

Cover = Stamp(Layer('<rect x="70" y="60" width="20" height="20" fill="#FFFFFF"/>'))


@cache
def numbered() -> Plan:
    """Sixty tiles of one shape, each with its number, on three sheets."""
    tiles = {
        "kind": "path_tile",
        "shapes": {"T": "NES"},
        "counts": {"T": ["60"]},
        "numbered": "yes",
        "back": "none",
    }
    game, problems = made("t", {"title": "T", "documents": {"t": {"print": ["t"]}}}, {"t": tiles})
    assert problems == []
    return Plan(game)


def prove(plan: Plan, pages: dict[int, Sheet]) -> tuple[list[Problem], list[Proof]]:
    """What is found when some pages are others than planned."""
    document = sheets(plan)
    written = tuple(pages.get(n, sheet) for n, sheet in enumerate(document.sheets))
    data = export_document(plan, replace(document, sheets=written)).data
    return prove_files(plan, [(document, data)])


def test_every_place_is_proved_with_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[int] = []
    compared: list[int] = []
    view = Book.view
    monkeypatch.setattr(Book, "view", lambda self, *a: (views.append(1), view(self, *a))[1])
    monkeypatch.setattr(looks, "differ", lambda *a: (compared.append(1), differ(*a))[1])
    problems, proofs = prove(numbered(), {})
    assert problems == []
    assert {p.code: p.cases for p in proofs}["PDF005"] == 60
    assert 60 > len(compared) > 10  # the digits at their places, each once
    assert len(views) == 6  # three sheets, and what stands on them drawn alone


def test_faces_that_overlap_are_drawn_alone() -> None:
    """Faces on one page of `Alone` never show in each other's places."""
    one, other = (p.face for p in sheets(numbered()).sheets[0].placements[:2])
    size, whole = PAPERS["A4"].size, pixels_of(PAPERS["A4"].size, 96)
    near, aside = Affine.translation(20, 20), Affine.translation(25, 20 + one.size.height)
    placed = [Placed(one, near), Placed(other, aside), Placed(other, near), Placed(one, aside)]
    together = Alone(size)
    together.expect(placed)
    for wanted in placed:
        box = box_within(wanted.at.apply_rect(Rect(0, 0, *one.size)), size, whole)
        alone = Alone(size)
        alone.expect([wanted])
        pictures = [book.view(wanted, box, whole) for book in (together, alone)]
        assert pictures[0].getextrema()[0] < 100
        assert ImageChops.difference(*pictures).getextrema()[1] <= 2  # rounding


@pytest.mark.parametrize("page", [0, 1, 2])
def test_two_numbers_exchanged_are_seen_on_every_page(page: int) -> None:
    sheet = sheets(numbered()).sheets[page]
    problems, _ = prove(numbered(), {page: exchanged(3, 7)(sheet)})
    assert codes(problems) == ["PDF005", "PDF005"]


def test_a_digit_of_another_place_is_seen() -> None:
    """The same forms in another order: the tens' digit where the ones' belongs."""
    sheet = sheets(numbered()).sheets[1]
    placed = list(sheet.placements)
    face = placed[5].piece.front
    *stack, ones, tens = face.stack
    mixed = replace(face, stack=(*stack, replace(ones, at=tens.at), replace(tens, at=ones.at)))
    placed[5] = replace(placed[5], piece=replace(placed[5].piece, front=mixed))
    problems, _ = prove(numbered(), {1: replace(sheet, placements=tuple(placed))})
    assert codes(problems) == ["PDF005"]


def test_all_that_relied_on_a_wrong_look_are_named() -> None:
    """Every copy of a piece is wrong, not only the first, which was looked at."""
    plan = plan_of("dedalos")
    document = sheets(plan)
    faces = {p.piece.id: p.piece.front for s in document.sheets for p in s.placements}
    wrong = sum(p.piece.id == "I-0" for s in document.sheets for p in s.placements)

    def change(sheet: Sheet) -> Sheet:
        return replace(
            sheet,
            placements=tuple(
                replace(p, piece=replace(p.piece, front=faces["L-0"])) if p.piece.id == "I-0" else p
                for p in sheet.placements
            ),
        )

    problems, _ = prove(plan, {n: change(s) for n, s in enumerate(document.sheets)})
    assert codes(problems) == ["PDF005"] * wrong
    assert wrong == 20


def test_a_cover_on_a_later_page_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loose forms that are new on a page have all of its places looked at again."""
    from pnp.outputs import documents

    stamps = documents.furniture_layers

    def covered(sheet: Sheet, theme: object) -> tuple[Stamp, ...]:
        return (*stamps(sheet, theme), *(Cover,) * (sheet.number == 2))  # type: ignore[arg-type]

    monkeypatch.setattr(documents, "furniture_layers", covered)
    problems, _ = prove(numbered(), {})
    assert "PDF005" in codes(problems)
    assert {"sheet 2" in p.message for p in problems} == {True}
