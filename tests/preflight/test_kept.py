"""Pages that were proved are not read again, and nothing wrong hides behind that."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import Any

import pypdf
import pytest
from msgspec.structs import replace
from pypdf.generic import ArrayObject, NameObject
from tamper_help import Change, changed, codes, exchanged, moved, plan_of, sheets

from pnp.errors import Problem, Proof
from pnp.game.loader import bundled_games
from pnp.game.plan import AnyDocument, Plan, SheetDocument
from pnp.geometry.plane import Affine
from pnp.outputs.documents import export_document
from pnp.preflight import build
from pnp.preflight.build import prove_files
from pnp.preflight.kept import Kept, page_digests
from pnp.preflight.pixels import Book
from pnp.preflight.reading import ReadFile

Built = Sequence[tuple[AnyDocument, bytes]]


def built(plan: Plan) -> Built:
    return [(d, export_document(plan, d).data) for d in plan.documents]


@cache
def proved(name: str, **options: Any) -> tuple[Built, list[Proof], frozenset[str]]:
    """The documents of a game, what was proved of them, and the keys of their pages."""
    plan, kept = plan_of(name, **options), Kept()
    files = built(plan)
    problems, proofs = prove_files(plan, files, kept)
    assert [p for p in problems if p.severity == "error"] == []
    return files, proofs, frozenset(key for keys in kept.pages.values() for key in keys)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The pages that are read from now on, by document and number."""
    pages: list[tuple[str, int]] = []

    class Noted(ReadFile):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            pages.extend((self.name, n) for n, page in enumerate(self.pages) if page.read)

    monkeypatch.setattr(build, "ReadFile", Noted)
    return pages


def views(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    seen: list[int] = []
    view = Book.view
    monkeypatch.setattr(Book, "view", lambda self, *a: (seen.append(1), view(self, *a))[1])
    return seen


@pytest.mark.parametrize("name", bundled_games())
def test_known_pages_are_not_read_and_prove_the_same(
    name: str, read: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    files, proofs, known = proved(name)
    read.clear()
    looks, kept = views(monkeypatch), Kept(known)
    assert prove_files(plan_of(name), files, kept) == ([], proofs)
    assert read == [] and looks == []
    assert {key for keys in kept.pages.values() for key in keys} == known


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"sides": "fold"}, {"sides": "interleaved"}, {"bleed": 2.0}, {"single": True}]
)
def test_known_pages_prove_the_same_whatever_the_options(options: dict[str, Any]) -> None:
    files, proofs, known = proved("dedale", **options)
    plan = plan_of("dedale", **options)
    assert prove_files(plan, files, Kept(known)) == ([], proofs)


def again(change: Change, number: int) -> list[Problem]:
    """The problems of Labydo's tiles when a page of the file differs from the one proved before."""
    plan = plan_of("labydo")
    data = export_document(plan, changed(sheets(plan), change, number)).data
    kept = Kept(proved("labydo")[2])
    return prove_files(plan, [(sheets(plan), data)], kept)[0]


def test_only_a_page_with_other_bytes_is_read(read: list[tuple[str, int]]) -> None:
    proved("labydo")
    read.clear()
    found = again(moved(2, Affine.translation(0.3, 0)), 4)
    assert codes(found) == ["PDF003"]
    assert read == [("cartas_print_A4", 4)]


def test_faces_exchanged_on_one_page_are_seen() -> None:
    assert codes(again(exchanged(0, 1), 6)) == ["PDF005", "PDF005"]


def test_another_plan_for_the_same_bytes_is_looked_at(read: list[tuple[str, int]]) -> None:
    """The file is as it was proved, but the tiles of one sheet are to stand elsewhere."""
    files, _, known = proved("labydo")
    plan = plan_of("labydo")
    document = changed(sheets(plan), exchanged(0, 1), 3)
    read.clear()
    problems, _ = prove_files(plan, [(document, files[0][1])], Kept(known))
    assert codes(problems) == ["PDF005", "PDF005"]
    assert read == [("cartas_print_A4", 3)]


def test_backs_are_compared_though_all_pages_are_known(read: list[tuple[str, int]]) -> None:
    """The paper is turned over along the other edge than the backs were made for."""
    plan = plan_of("dedale")
    files, first = proved("dedale")[0], Kept()
    backs = next(d for d, _ in files if isinstance(d, SheetDocument) and d.side == "backs")
    turned = [(replace(backs, flip="short") if d is backs else d, data) for d, data in files]
    problems, _ = prove_files(plan, turned, first)
    assert set(codes(problems)) == {"PDF006"}
    read.clear()
    known = Kept({key for keys in first.pages.values() for key in keys})
    assert prove_files(plan, turned, known)[0] == problems
    assert read == []


def test_a_page_too_many_is_named_and_not_kept() -> None:
    files, _, known = proved("labydo")
    document, data = files[0]
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.add_page(writer.pages[0])
    kept = Kept(known)
    problems, _ = prove_files(plan_of("labydo"), [(document, saved(writer))], kept)
    assert codes(problems) == ["PDF002"]
    assert len(kept.pages[document.name]) == 8


def test_a_leaflet_with_a_page_less_is_read_again() -> None:
    """What stays is byte for byte as it was, but says that it is one of three."""
    files, _, known = proved("labydo")
    document, data = files[-1]
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    del writer.pages[2]
    problems, _ = prove_files(plan_of("labydo"), [(document, saved(writer))], Kept(known))
    assert codes(problems) == ["PDF002", "PDF002"]


# -- digests ---------------------------------------------------------------------------------------


def saved(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def digests(data: bytes) -> list[str]:
    return [digest for _, digest in page_digests(data)]


def test_digests_look_at_what_is_drawn_not_at_numbers() -> None:
    """The same pages with other object numbers, and in another order."""
    data = proved("labydo")[0][0][1]
    assert len(set(digests(data))) == 8
    found = []
    for step in (1, -1):
        writer = pypdf.PdfWriter()
        for page in [*pypdf.PdfReader(io.BytesIO(data)).pages][::step]:
            writer.add_page(page)
        found.append(digests(saved(writer))[::step])
    assert found[0] == found[1] and len(set(found[0])) == 8


def test_a_form_deep_below_counts_for_the_pages_that_draw_it() -> None:
    data = proved("labydo")[0][0][1]
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    before = digests(saved(writer))
    uses = [set(page["/Resources"]["/XObject"]) for page in writer.pages]  # type: ignore[index]
    name = sorted(uses[0])[-1]
    form = writer.pages[0]["/Resources"]["/XObject"][name].get_object()  # type: ignore[index]
    form.set_data(form.get_data() + b" ")
    after = digests(saved(writer))
    assert [a != b for a, b in zip(before, after, strict=True)] == [name in used for used in uses]


def test_layers_that_are_switched_off_count() -> None:
    plan = plan_of("labydo", cut_contour=True, only=("cartas_print",))
    data = export_document(plan, sheets(plan)).data
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    layers: Any = writer._root_object["/OCProperties"]
    before = digests(saved(writer))
    layers["/D"][NameObject("/OFF")] = ArrayObject([layers["/OCGs"][0]])
    assert not set(before) & set(digests(saved(writer)))


def test_a_page_of_a_file_that_others_wrote_on_is_read(read: list[tuple[str, int]]) -> None:
    """Nothing of a file is known that is not of just the form that we write."""
    files, proofs, known = proved("labydo")
    read.clear()
    again = [(document, data + b"\n") for document, data in files]
    assert prove_files(plan_of("labydo"), again, Kept(known)) == ([], proofs)
    assert read.count(("cartas_print_A4", 7)) == 1
    assert len(read) == sum(len(pypdf.PdfReader(io.BytesIO(data)).pages) for _, data in files)
