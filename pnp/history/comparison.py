"""Before and after as pictures: the printed one from its PDF, the present one drawn at its place.

Both fall on the same pixels, so that what differs can be found and marked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter

from pnp.errors import PnpError
from pnp.geometry.plane import Affine, Rect, Size
from pnp.history import Change, Changes, Why
from pnp.limits import PAPER_EDGE
from pnp.pdf.attachment import read_record
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.png import page_image
from pnp.piece import Face, Placed
from pnp.record import face_key
from pnp.record.model import PlacedRecord
from pnp.system.filed import Filed
from pnp.units import MM_PER_INCH, mm_to_px

DPI = 150.0
FAINT = (40, 12, 3)
"""How far, of 255, a pixel must lie outside all its neighbours of the other picture to differ; the
finer steps are for pictures that differ by no more."""
CELL = 1.5
"""Differences nearer than this, mm, are framed together."""
MOST_FRAMES, APART = 9, 2.0
"""So many frames at most, and so far apart, mm."""
AROUND = 1.2
"""How far a frame stands off what differs, mm."""
EDGE = 2
"""Pixels along the cut that do not count: neighbours on the sheet show in them."""
NO_SIZE = Size(0.0, 0.0)
TINT = (255, 196, 77)
LIGHT = 225
_HALO = 7


class Printing(Struct, frozen=True):
    """Where a face was printed: a page of a PDF."""

    pdf: Filed
    page: int
    paper: Size
    placed: PlacedRecord


Before = Mapping[str, Printing | Face]
"""Printed faces by their print keys: places in PDFs, or faces of an old plan."""


class Pair(Struct, frozen=True):
    """One side before and after, the pieces it stands for, and frames round what differs, in mm
    from the left top corner of the picture after. Sizes are in mm; a missing picture is None."""

    caption: str
    note: str
    before: Image.Image | None = None
    after: Image.Image | None = None
    size: Size = NO_SIZE
    new_size: Size = NO_SIZE
    frames: tuple[Rect, ...] = ()
    pair: bool = True
    lost: str = ""


class Section(Struct, frozen=True):
    """Pieces that changed for the same reasons."""

    title: str
    lines: tuple[str, ...]
    cards: tuple[Pair, ...]


def spots_of(files: Iterable[Filed]) -> dict[str, Printing]:
    """The faces that PDFs print, by the print keys that their records name."""
    found: dict[str, Printing] = {}
    for data in files:
        try:
            record = read_record(data, "the file")
        except PnpError:
            continue
        keys = {piece.id: {"front": piece.front, "back": piece.back} for piece in record.pieces}
        for page, sheet in enumerate(record.sheets):
            if not all(1 < side <= PAPER_EDGE.most for side in sheet.paper):
                continue
            for placed in sheet.placed:
                key = keys.get(placed.piece, {}).get(placed.side, "")
                if key:
                    found.setdefault(key, Printing(data, page, sheet.paper, placed))
    return found


# -- pictures --------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _page(pdf: Filed, page: int) -> Image.Image:
    return page_image(pdf, DPI, page)


def _box(area: Rect, whole: Image.Image, paper: Size) -> tuple[int, int, int, int]:
    across, down = whole.width / paper.width, whole.height / paper.height
    left, top = round(area.x * across), round(area.y * down)
    right, bottom = round(area.right * across), round(area.bottom * down)
    left, top = min(max(left, 0), whole.width - 1), min(max(top, 0), whole.height - 1)
    return (
        left,
        top,
        min(max(right, left + 1), whole.width),
        min(max(bottom, top + 1), whole.height),
    )


def _upright(image: Image.Image, turn: float) -> Image.Image:
    quarter = round(turn / 90) % 4
    return image.rotate(90 * quarter, expand=True) if quarter else image


def printed_picture(spot: Printing | Face) -> Image.Image:
    """The trim box of a face as it was printed, upright."""
    if isinstance(spot, Face):
        return face_picture(spot, None)
    whole = _page(spot.pdf, spot.page)
    return _upright(whole.crop(_box(spot.placed.box, whole, spot.paper)), spot.placed.turn)


def _kept_picture(spot: Printing | Face | None) -> Image.Image | None:
    """The picture of a printed face; None if its file does not hold what its record says."""
    try:
        return None if spot is None else printed_picture(spot)
    except (ValueError, IndexError, RuntimeError):  # too large, or no such page
        return None


def face_picture(face: Face, spot: Printing | Face | None) -> Image.Image:
    """The trim box of a face, drawn at the place of another if there is one of its size."""
    if isinstance(spot, Printing) and _fits(face, spot):
        box, turn = spot.placed.box, round(spot.placed.turn / 90) % 4 * 90
        turned = Affine.rotation(turn)
        corner = turned.apply_rect(Rect(0, 0, *face.size))
        at = Affine.translation(box.x - corner.x, box.y - corner.y) @ turned
        whole = page_image(write_pages((Page(spot.paper, (Placed(face, at),)),), Info("face")), DPI)
        return _upright(whole.crop(_box(box, whole, spot.paper)), turn)
    plain = Face(face.size, face.stack)
    page = Page(face.size, (Placed(plain, Affine()),))
    return page_image(write_pages((page,), Info("face")), DPI)


def _fits(face: Face, spot: Printing) -> bool:
    lying = round(spot.placed.turn / 90) % 2
    width, height = spot.placed.box.size
    size = Size(height, width) if lying else Size(width, height)
    return all(abs(a - b) < 0.5 for a, b in zip(size, face.size, strict=True))


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where a pixel lies outside the range of its neighbours in the other picture."""
    parts = []
    for a, b in ((one, other), (other, one)):
        low, high = a.filter(ImageFilter.MinFilter(3)), a.filter(ImageFilter.MaxFilter(3))
        parts += [ImageChops.subtract(b, high), ImageChops.subtract(low, b)]
    found = parts[0]
    for part in parts[1:]:
        found = ImageChops.lighter(found, part)
    red, green, blue = found.split()
    grey = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    most = max(grey.tobytes(), default=0)
    least = next((step for step in FAINT if most > step), FAINT[-1])
    return grey.point([255 * (value > least) for value in range(256)])


def marked(
    before: Image.Image, after: Image.Image, size: Size
) -> tuple[Image.Image, tuple[Rect, ...]]:
    """The picture after with frames, in mm, round what differs; there the paper is tinted, while
    colours stay as they are. Pictures of another size are not compared."""
    if max(abs(before.width - after.width), abs(before.height - after.height)) > 1:
        return after, ()
    common = (min(before.width, after.width), min(before.height, after.height))
    mask = difference(before.crop((0, 0, *common)), after.crop((0, 0, *common)))
    whole = Image.new("L", after.size)
    whole.paste(mask.crop((EDGE, EDGE, mask.width - EDGE, mask.height - EDGE)), (EDGE, EDGE))
    light = after.convert("L").point([255 * (value > LIGHT) for value in range(256)])
    halo = ImageChops.darker(whole.filter(ImageFilter.MaxFilter(_HALO)), light)
    tinted = ImageChops.multiply(after, Image.new("RGB", after.size, TINT))
    return Image.composite(tinted, after, halo), tuple(_frames(whole, size))


def _frames(mask: Image.Image, size: Size) -> list[Rect]:
    """Boxes round groups of white pixels, mm, those that all but touch as one; one box if there are
    many groups."""
    step = max(1, mm_to_px(CELL, DPI))
    cells = mask.reduce(step)
    lit = cells.tobytes()
    spots = {(i % cells.width, i // cells.width) for i, value in enumerate(lit) if value}
    groups = list(_groups(spots))
    if len(groups) > MOST_FRAMES:
        groups = [spots]
    found: list[Rect] = []
    for group in groups:
        box = _box_of(mask, group, step).inset(-AROUND)
        while over := [o for o in found if min(o.intersect(box.inset(-APART)).size) > 0]:
            found.remove(over[0])
            box = _around(box, over[0])
        found.append(box)
    return [box.intersect(Rect(0, 0, *size)) for box in found]


def _box_of(mask: Image.Image, cells: set[tuple[int, int]], step: int) -> Rect:
    """The box round the white pixels of cells, mm."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    left, top, right, bottom = min(xs), min(ys), max(xs) + 1, max(ys) + 1
    part = mask.crop((left * step, top * step, right * step, bottom * step))
    x, y, x2, y2 = part.getbbox() or (0, 0, *part.size)
    mm = MM_PER_INCH / DPI
    return Rect((left * step + x) * mm, (top * step + y) * mm, (x2 - x) * mm, (y2 - y) * mm)


def _around(one: Rect, other: Rect) -> Rect:
    """The box round two."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)


def _groups(spots: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """Cells that touch, or have one cell between them."""
    left = set(spots)
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            x, y = todo.pop()
            near = {(x + i, y + j) for i in range(-2, 3) for j in range(-2, 3)} & left
            left -= near
            group |= near
            todo += near
        yield group


# -- sections --------------------------------------------------------------------------------------

_TITLES = {
    "changed": "Changed",
    "added": "New",
    "removed": "Removed",
    "recounted": "Another number of copies",
}


def sections_of(changes: Changes, before: Before) -> list[Section]:
    """The changes by what became of them and why; what looks the same stands once."""
    groups: dict[tuple[str, tuple[Why, ...]], list[Change]] = {}
    for change in changes.all:
        whys = change.whys if change.sort in ("changed", "recounted") else ()
        groups.setdefault((change.sort, whys), []).append(change)
    return [
        Section(
            f"{_TITLES[sort]}: {names(ids_of(group))}",
            tuple(str(why) for why in whys),
            tuple(_cards(group, before)),
        )
        for (sort, whys), group in groups.items()
    ]


def ids_of(changes: Sequence[Change]) -> list[str]:
    """The ids of pieces, with old ones of those that were renamed."""
    return [c.id if c.old_id in ("", c.id) else f"{c.id} (was {c.old_id})" for c in changes]


def names(ids: Sequence[str]) -> str:
    """Ids as words: of many the first and the last, with their number."""
    if len(ids) <= 6:
        return ", ".join(ids)
    return f"{ids[0]} … {ids[-1]} ({len(ids)} pieces)"


PairKey = tuple[str, str | None, str | None, str]


def _cards(group: Sequence[Change], before: Before) -> Iterator[Pair]:
    alike: dict[PairKey, list[Change]] = {}
    for change in group:
        for side in shown_sides(change):
            old, new = keys_of(change, side)
            alike.setdefault((side, old, new, _count(change)), []).append(change)
    for (side, old, _, count), those in alike.items():
        face = face_of(those[0], side)
        note = side + (f", {count}" if count else "")
        yield _card(names(ids_of(those)), note, before, old, face, those[0])


def _count(change: Change) -> str:
    if change.old is not None and change.new is not None:
        same = change.old_copies == change.new_copies
        return "" if same else f"×{change.old_copies} → ×{change.new_copies}"
    count = max(change.old_copies, change.new_copies)
    return f"×{count}" if count > 1 else ""


def shown_sides(change: Change) -> tuple[str, ...]:
    """The sides worth a picture: those that changed, or the front."""
    if change.sort != "changed" or not {"front", "back"} & set(change.sides):
        return ("front",)
    return tuple(side for side in ("front", "back") if side in change.sides)


def keys_of(change: Change, side: str) -> tuple[str | None, str | None]:
    """The print keys of a side before and after."""
    old, face = change.old, face_of(change, side)
    key = None if old is None else old.front if side == "front" else old.back
    return key, face_key(face) if face else None


def face_of(change: Change, side: str) -> Face | None:
    if change.new is None:
        return None
    return change.new.front if side == "front" else change.new.back


def _card(
    caption: str, note: str, before: Before, key: str | None, face: Face | None, change: Change
) -> Pair:
    spot = before.get(key or "")
    old = _kept_picture(spot)
    new = face_picture(face, spot if old is not None else None) if face is not None else None
    size = change.old.size if change.old else NO_SIZE
    new_size = face.size if face else NO_SIZE
    frames: tuple[Rect, ...] = ()
    if old is not None and new is not None and change.sort == "changed":
        new, frames = marked(old, new, new_size)
        if not frames and "size" not in change.sides:
            note += "; too fine a difference to be shown"
    pair = change.sort == "changed"
    if change.sort == "recounted":
        old = None if new is not None else old
    lost = "no picture kept" if old is None and pair and change.old else ""
    return Pair(caption, note, old, new, size, new_size, frames, pair, lost)


def waste_cards(changes: Changes, before: Before, whole: Collection[str] = ()) -> Iterator[Pair]:
    """What of the printed pieces is to be thrown away: pictures with sheets and slots, but for
    those of documents that go as a `whole`."""
    for change in changes.thrown:
        fewer, where = change.waste_beside(whole)
        if fewer and change.old is not None:
            spot = before.get(change.old.front or change.old.back or "")
            old = _kept_picture(spot)
            count = f" ×{fewer}" if fewer > 1 else ""
            lost = "" if old is not None else "no picture kept"
            yield Pair(
                change.old.id + count, where, old, None, change.old.size, pair=False, lost=lost
            )
