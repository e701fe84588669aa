"""Digests of pages change with whatever a viewer could use to draw them; else nothing is known."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf.errors import PyPdfError
from spans_help import digests, looks, objects, places, reached, small, written
from tamper_help import plan_of, sheets

from pnp.errors import PnpError
from pnp.outputs.documents import export_document
from pnp.preflight.kept import page_digests
from pnp.preflight.reading import ReadFile

Edit = Callable[[list[bytes]], None]


def place_of(bodies: list[bytes], words: bytes) -> int:
    (found,) = [place for place, body in enumerate(bodies) if words in body]
    return found


def after(edit: Edit) -> list[str]:
    bodies = objects(small())
    edit(bodies)
    return digests(written(bodies))


def replaced(inside: bytes, old: bytes, new: bytes) -> Edit:
    """Other words in the one object that has some."""

    def edit(bodies: list[bytes]) -> None:
        place = place_of(bodies, inside)
        assert old in bodies[place]
        bodies[place] = bodies[place].replace(old, new, 1)

    return edit


# -- every byte counts -----------------------------------------------------------------------------


def flips(byte: int) -> Iterator[int]:
    """Other bytes: one of the same sort, which is the worst, and one of another."""
    yield 48 + (byte - 47) % 10 if 48 <= byte < 58 else byte ^ 1
    yield byte ^ 0x20


def check_bytes(data: bytes, step: int) -> tuple[int, int]:
    """Flip bytes all over a file; how many flips changed or forbade digests, how many did not."""
    first, pages, starts = digests(data), reached(data), places(data)
    assert len(set(first)) == len(pages)
    felt = unfelt = 0
    for at in range(0, len(data), step):
        number = sum(start <= at for start in starts)
        for byte in flips(data[at]):
            found = digests(data[:at] + bytes([byte]) + data[at + 1 :])
            for one, digest, reach in zip(found, first, pages, strict=bool(found)):
                assert one != digest or number not in reach, (at, byte)
            felt, unfelt = felt + (found != first), unfelt + (found == first)
    return felt, unfelt


def test_every_byte_of_what_a_page_leads_to_counts_for_it() -> None:
    felt, unfelt = check_bytes(small(), 1)
    assert felt > 3 * unfelt > 0  # most that is not felt is words about the file


def test_bytes_of_fonts_and_records_count_as_they_should() -> None:
    plan = plan_of("labydo", cut_contour=True, only=("cartas_print",))
    felt, unfelt = check_bytes(export_document(plan, sheets(plan)).data, 503)
    assert felt > unfelt > 0


def test_no_byte_of_the_table_may_differ() -> None:
    data = small()
    start = data.rindex(b"xref\n0 ")
    for at in (
        *range(start, data.index(b"trailer", start)),
        *range(data.rindex(b"startxref"), len(data)),
    ):
        for byte in flips(data[at]):
            assert digests(data[:at] + bytes([byte]) + data[at + 1 :]) == [], at
    for at in range(data.index(b"/Root"), data.index(b">>\nstartxref")):
        assert digests(data[:at] + b"1" + data[at + 1 :]) in ([], digests(data))


def test_words_about_the_file_count_for_no_page() -> None:
    data = small()
    for old, new in (
        (b"somebody", b"someBody"),
        (b"(one)", b"(two)"),
        (b"<dc:title>", b"<dc:titel>"),
    ):
        assert old in data
        assert digests(data.replace(old, new, 1)) == digests(data)


def test_the_version_and_the_catalogue_count_for_all_pages() -> None:
    """For those that do not say where they belong as well."""
    bodies = objects(small())
    bodies = [re.sub(rb"/Parent \d+ 0 R(?= /Resources)", b"", body) for body in bodies]
    catalogue = place_of(bodies, b"/Type /Catalog")
    first, older = digests(written(bodies)), digests(written(bodies, header=b"%PDF-1.4\n%a\n"))
    bodies[catalogue] = bodies[catalogue].replace(b"/ON [", b"/OFF [")
    other = digests(written(bodies))
    assert len({*first, *older, *other}) == 9


def test_digests_are_the_same_whatever_the_numbers() -> None:
    bodies = objects(small())
    count = len(bodies)
    turned = [
        re.sub(rb"(\d+) 0 R", lambda m: b"%d 0 R" % (count + 1 - int(m[1])), head) + mark + rest
        for head, mark, rest in (body.partition(b"stream\n") for body in bodies)
    ]
    assert digests(written(turned[::-1])) == digests(written(bodies))
    assert len(set(digests(written(bodies)))) == 3


TOKEN = re.compile(rb"\(.*?\)|/?[\w.+-]+|<<|>>|[\[\]]|\s+", re.DOTALL)
INSERTED = [b"/Parent 1 0 R", b"(7 0 R)", b"<7 0>", b"%", b"/Rotate 90", b"7 0 R", b"[", b"null"]


@settings(deadline=None)
@given(st.data())
def test_files_with_equal_digests_hold_the_same(drawn: st.DataObject) -> None:
    """Words of objects taken away, doubled, exchanged and put in, in files that are else right."""
    bodies, numbers = objects(small()), dict(page_digests(written(objects(small()))))
    held = looks(small(), numbers)
    first = {digest: held[number] for number, digest in numbers.items()}
    for _ in range(drawn.draw(st.integers(1, 3))):
        place = drawn.draw(st.integers(0, len(bodies) - 1))
        head, mark, rest = bodies[place].partition(b"stream\n")
        words = TOKEN.findall(head) or [b" "]
        one, other = (drawn.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        change = drawn.draw(st.sampled_from(["drop", "exchange", "insert", "number", "body"]))
        if change == "drop":
            del words[one]
        elif change == "exchange":
            words[one], words[other] = words[other], words[one]
        elif change == "insert":
            words[one:one] = [b" ", drawn.draw(st.sampled_from(INSERTED)), b" "]
        elif change == "number":
            numbers = [n for n, word in enumerate(words) if word.isdigit()]
            if numbers:
                number = drawn.draw(st.integers(0, len(bodies) + 1))
                words[drawn.draw(st.sampled_from(numbers))] = b"%d" % number
        bodies[place] = b"".join(words) + mark + rest
        if change == "body":
            bodies[place] = bodies[drawn.draw(st.integers(0, len(bodies) - 1))]
    roots = [n for n, body in enumerate(bodies, 1) if b"/Type /Catalog" in body]
    data = written(bodies, roots[0] if roots else 1)
    found = page_digests(data)
    same = {number: digest for number, digest in found if digest in first}
    try:
        held = looks(data, same) if same else {}
    except PyPdfError:  # a page that is not known cannot be read
        assert len(same) < len(found)
        return
    for number, digest in same.items():
        assert held[number] == first[digest]


# -- files that are not as ours --------------------------------------------------------------------

PAGE, FORM, TREE = b"/Type /Page\n", b"/OC ", b"/Type /Pages"


def first_page(old: bytes, new: bytes) -> Edit:
    def edit(bodies: list[bytes]) -> None:
        place = next(n for n, body in enumerate(bodies) if PAGE in body)
        assert old in bodies[place]
        bodies[place] = bodies[place].replace(old, new, 1)

    return edit


def in_stream(bodies: list[bytes]) -> None:
    place = place_of(bodies, FORM)
    bodies[place] = bodies[place].replace(b"stream\n", b"stream\n1 0 obj\n<<>>\nendobj\n")


def length_elsewhere(bodies: list[bytes]) -> None:
    """The length of a stream in an object whose number is that length."""
    replaced(FORM, b"/Length 50", b"/Length 50 0 R")(bodies)
    bodies += [b"50\n"] * (50 - len(bodies))


@pytest.mark.parametrize(
    "edit",
    [
        first_page(b"/Rotate 0", b"/Rotate 0 /Lost 99 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Old 1 1 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Words (a 12 0 R)"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Words <1\n2 0 R>"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Words (\\) /Parent 1 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 % a comment\n"),
        first_page(b"/Rotate 0", b"/Rot#61te 90 /Rotate 0"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Name12 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Number -12 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Number 012 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Number 1.2 0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Spaced 1  0 R"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Spaced 1 0\nR"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Word 1 0 R2"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Word 1 0 Rx"),
        first_page(b"/Rotate 0", b"/Rotate 0\r"),
        first_page(b"/Type /Page\n", b"/Type /Pages\n"),
        first_page(b"/Rotate 0", b"/Rotate 0 /Kids [ ]"),
        replaced(TREE, TREE, b"/Type /Pages /MediaBox [ 0 0 9 9 ]"),
        replaced(TREE, b"/Count 3", b"/Count 2"),
        replaced(TREE, TREE, b"/Type /Pages /Rotate 90"),
        replaced(FORM, b"/Length ", b"/Length 1 /Length "),
        replaced(FORM, b"/Length ", b"/Length 1 0 R /Longer "),
        replaced(FORM, b"/Length ", b"/Length 9"),
        replaced(FORM, b"/Length ", b"/Longer "),
        replaced(FORM, b"endstream", b"endstream\n%"),
        in_stream,
        length_elsewhere,
        lambda bodies: bodies.__setitem__(0, b"<<\n/Linearized 1\n>>\n"),
    ],
)
def test_a_file_that_we_would_not_write_is_not_known(edit: Edit) -> None:
    assert len(set(after(lambda bodies: None))) == 3
    assert after(edit) == []


def test_a_page_that_leads_to_itself_is_not_known() -> None:
    bodies = objects(small())
    (page, _), *_ = page_digests(written(bodies))
    bodies[page - 1] = bodies[page - 1].replace(b"/Rotate 0", b"/Rotate 0 /Ring %d 0 R" % page)
    assert digests(written(bodies)) == []


def test_what_only_holds_a_page_is_none() -> None:
    bodies = objects(small())
    first_page(b"/Type /Page\n", b"/Type /Paper /Held <<\n/Type /Page\n>>\n")(bodies)
    data = written(bodies)
    assert len(digests(data)) == 3
    with pytest.raises(PnpError, match="a page is none"):
        ReadFile("x", data, None, lambda number, *_: number > 0)


def updated(data: bytes) -> bytes:
    """The file with another page size, added to its end as ISO 32000-1, 7.5.6 has it."""
    writer = pypdf.PdfWriter(io.BytesIO(data), incremental=True)
    writer.pages[0].mediabox.right = 9
    out = io.BytesIO()
    writer.write(out)
    assert out.getvalue().startswith(data)
    return out.getvalue()


def encrypted(data: bytes) -> bytes:
    writer, out = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


def elsewhere(data: bytes) -> bytes:
    """Two objects at one place: the table has the place of the second for the first as well."""
    at = data.index(b"f \n", data.rindex(b"xref\n0 ")) + 3
    return data[:at] + data[at + 20 : at + 40] + data[at + 20 :]


def apart(data: bytes) -> bytes:
    """Something between the last object and the table, which has moved."""
    start = data.rindex(b"xref\n0 ")
    found = data[:start] + b"% more\n" + data[start:]
    return found.replace(b"startxref\n%d" % start, b"startxref\n%d" % (start + 7))


def said_again(data: bytes) -> bytes:
    return data.replace(b"/Root ", b"/Root 1 0 R\n/Root ")


def streamed(data: bytes) -> bytes:
    """The table as a stream of its own, for which any object will do here."""
    return re.sub(rb"startxref\n\d+", b"startxref\n%d" % data.index(b"1 0 obj"), data)


@pytest.mark.parametrize(
    "spoil",
    [
        updated,
        encrypted,
        elsewhere,
        apart,
        said_again,
        streamed,
        lambda data: data + b"\n",
        lambda data: b"\n" + data,
        lambda data: data.replace(b"00000 n", b"00001 n", 1),
        lambda data: data.replace(b"00000 n", b"00000 f", 1),
        lambda data: data.replace(b"/Root", b"/Prev 9\n/Root"),
        lambda data: data.replace(b"/Size ", b"/Size 1"),
        lambda data: written(objects(data), header=b"%PDF-1.7\n%a\n%b\n"),
        lambda data: data.replace(b"/Root", b"/XRefStm 9\n/Root"),
        lambda data: data[:-200],
        lambda data: b"",
    ],
)
def test_a_file_of_another_form_is_read_in_full(spoil: Callable[[bytes], bytes]) -> None:
    data = spoil(small())
    assert data != small() and digests(data) == []
    try:
        pages = ReadFile("x", data, None, lambda *_: True).pages
    except PnpError:
        return
    assert len(pages) == 3 and all(page.read for page in pages)


# -- layers ----------------------------------------------------------------------------------------


def second_layer(shown: str, listed: bool = True) -> list[str]:
    """The digests of a file with two layers of the same words, of which one is switched off, and
    whose cut lies on either."""
    bodies = objects(small())
    group = place_of(bodies, b"/Type /OCG")
    bodies.append(bodies[group])
    one, other = b"%d 0 R" % (group + 1), b"%d 0 R" % len(bodies)
    root, form = place_of(bodies, b"/Type /Catalog"), place_of(bodies, b"/OC ")
    if listed:
        bodies[root] = bodies[root].replace(b"/OCGs [ " + one, b"/OCGs [ " + one + b" " + other)
    bodies[root] = bodies[root].replace(b"/D <<", b"/D <<\n/OFF [ " + one + b" ]")
    if shown == "other":
        bodies[form] = bodies[form].replace(b"/OC " + one, b"/OC " + other)
    return digests(written(bodies))


@pytest.mark.parametrize("listed", [True, False])
def test_layers_of_the_same_words_are_told_apart(listed: bool) -> None:
    one, other = second_layer("one", listed), second_layer("other", listed)
    assert one[:2] == other[:2] and one[2] != other[2]


def test_a_file_whose_pages_are_all_known_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pypdf, "PdfReader", None)
    pages = ReadFile("x", small(), None, lambda *_: True).pages
    assert [page.read for page in pages] == [False] * 3
