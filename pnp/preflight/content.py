"""What a page draws, read from its content stream: placed regions, loose marks, lines, type.

A region is what one clip or one form with a box of its own shows on the page: the place of a piece.
Its matrix is the product of all `cm` before it. Forms are read once each, in their own space.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, bounds
from pnp.preflight.drawn import Content, Drawn, Picture, Put, Region
from pnp.preflight.entries import entry, floats, follow, reference
from pnp.preflight.tokens import PLACE, Operand, operations, stamp_of

ENDLESS = 10_000.0
"""A clip of so many mm (or points) shows everything: it makes no region."""
ASCENT, DESCENT, ADVANCE = 0.8, 0.25, 0.5
"""Of type whose font says no more, as fractions of its size."""
_PAINT = {"S": "s", "s": "s", "f": "f", "F": "f", "f*": "f", "n": ""} | dict.fromkeys(
    ("B", "B*", "b", "b*"), "sf"
)
_INVISIBLE = 3
_PLAIN = {"q", "Q", "cm", "re", "W", "n", "Do", PLACE}
"""All that a page needs to put forms into boxes."""
_WORDS = {"q", "Q", "cm", "g", "rg", "BT", "Tf", "Tm", "Tj", "ET"}


class _State(Struct, frozen=True):
    ctm: Affine = IDENTITY
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    leading: float = 0.0
    mode: float = 0.0
    region: Region | None = None


class Forms:
    """The forms of one file, each read once, and the optional content that is not printed."""

    def __init__(self, hidden: frozenset[int] = frozenset()) -> None:
        self.hidden = hidden
        self.known: dict[int, Drawn] = {}
        self.shapes: dict[int, tuple[Affine, Rect]] = {}
        self._open: set[int] = set()

    def drawn(self, form: Any, resources: Any) -> Drawn:
        """What a form draws, in its own space; nothing if it contains itself."""
        key = id(form)
        if key not in self.known and key not in self._open:
            self._open.add(key)
            reader = Interpreter(self, entry(form, "/Resources", resources), IDENTITY)
            reader.run(form.get_data())
            self.known[key] = reader.whole
            reader.whole.words = reader.used <= _WORDS
            self._open.discard(key)
        return self.known.get(key, Drawn())

    def shape(self, form: Any) -> tuple[Affine, Rect]:
        """A form's own matrix, and its box in its own space."""
        key = id(form)
        if key not in self.shapes:
            values = floats(entry(form, "/BBox"), (0, 0, 0, 0))
            left, right = sorted(values[::2])
            low, high = sorted(values[1::2])
            own = Affine(*floats(entry(form, "/Matrix"), (1, 0, 0, 1, 0, 0)))
            own = IDENTITY if own == IDENTITY else own
            self.shapes[key] = own, Rect(left, low, right - left, high - low)
        return self.shapes[key]

    def is_hidden(self, group: Any) -> bool:
        return getattr(group, "idnum", None) in self.hidden


def read_content(code: bytes, resources: Any, base: Affine, forms: Forms) -> Content:
    """A page's content; `base` maps its space to mm from the top-left corner."""
    reader = Interpreter(forms, resources, base, seek=True)
    reader.run(code)
    plain = reader.used <= _PLAIN and not reader.mixed
    regions = tuple(reader.regions.values())
    return Content(regions, reader.loose, reader.whole, plain, tuple(reader.put))


class Interpreter:
    """Runs one content stream. Regions are sought on pages only, never within forms."""

    def __init__(self, forms: Forms, resources: Any, base: Affine, *, seek: bool = False) -> None:
        self.forms, self.resources, self.seek = forms, resources, seek
        self.state, self.saved = _State(base), list[_State]()
        self.paths: list[list[Point]] = []
        self.clips = False
        self.text = self.line = IDENTITY
        self.marked: list[bool] = []
        self.whole, self.loose = Drawn(), Drawn()
        self.regions: dict[int, Region] = {}
        self.put: list[tuple[Put, Drawn]] = []
        self.used: set[str] = set()
        self.mixed = False
        self._layers: dict[bytes, tuple[Put, Drawn] | None] = {}
        self._named: dict[str, tuple[Any, str | None]] = {}

    def run(self, code: bytes) -> None:
        for operator, operands in operations(code):
            self.used.add(operator)
            if operator in _PAINT:
                self._paint(_PAINT[operator])
                continue
            method = _OPERATORS.get(operator)
            if method is not None:
                method(self, operands)

    # -- where ink goes ------------------------------------------------------------------------

    def _put(self, drawn: Drawn, at: Affine, region: Region | None) -> None:
        """Ink on the page: it belongs to the region whose clip is in force, or is loose."""
        if self.marked and any(self.marked):
            return
        self.whole.add(drawn, at, quads=not self.seek)
        if region is not None:
            self.regions.setdefault(id(region), region).drawn.add(drawn, at, quads=False)
        elif self.seek:
            self.loose.add(drawn, at)

    def _enter(self, at: Affine, box: Rect) -> Region | None:
        """The region of a clip; None if it cuts nothing off."""
        if not self.seek or box.width > ENDLESS or box.height > ENDLESS:
            return self.state.region
        visible = at.apply_rect(box)
        outer = self.state.region
        return Region(at, box, visible.intersect(outer.visible) if outer else visible)

    # -- graphics state ------------------------------------------------------------------------

    def _save(self, _: Sequence[Operand]) -> None:
        self.saved.append(self.state)

    def _restore(self, _: Sequence[Operand]) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def _concat(self, operands: Sequence[Operand]) -> None:
        self._set(ctm=self.state.ctm @ Affine(*_numbers(operands, 6)))

    def _width(self, operands: Sequence[Operand]) -> None:
        self._set(width=_numbers(operands, 1)[0])

    def _graphics(self, operands: Sequence[Operand]) -> None:
        width = entry(self._resource("/ExtGState", operands), "/LW")
        if width is not None:
            self._set(width=float(width))

    def _set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _resource(self, kind: str, operands: Sequence[Operand]) -> Any:
        """A named resource, an empty one if the file does not have it."""
        named = entry(self.resources, kind)
        return entry(named, str(operands[-1]), {}) if operands else {}

    # -- paths ---------------------------------------------------------------------------------

    def _move(self, operands: Sequence[Operand]) -> None:
        self.paths.append([Point(*_numbers(operands, 2))])

    def _through(self, operands: Sequence[Operand]) -> None:
        """A line, or a curve: its control points enclose it."""
        values = [v for v in operands if isinstance(v, float)]
        if not self.paths:
            self.paths.append([])
        pairs = zip(values[::2], values[1::2], strict=False)
        self.paths[-1] += [Point(x, y) for x, y in pairs]

    def _rectangle(self, operands: Sequence[Operand]) -> None:
        x, y, width, height = _numbers(operands, 4)
        self.paths.append([Point(x, y), Point(x + width, y), Point(x + width, y + height)])

    def _clip(self, _: Sequence[Operand]) -> None:
        self.clips = True

    def _paint(self, how: str) -> None:
        paths = [bounds(path) for path in self.paths if path]
        if how and paths:
            thinnest = self.state.width if "s" in how else math.inf
            drawn = Drawn(thinnest, quads=[box.corners for box in paths])
            self._put(drawn, self.state.ctm, self.state.region)
        self.mixed |= len(paths) > 1 or (bool(paths) and not self.clips)
        if self.clips and paths:
            corners = [corner for box in paths for corner in box.corners]
            self._set(region=self._enter(self.state.ctm, bounds(corners)))
        self.paths, self.clips = [], False

    # -- text ----------------------------------------------------------------------------------

    def _begin(self, _: Sequence[Operand]) -> None:
        self.text = self.line = IDENTITY

    def _font(self, operands: Sequence[Operand]) -> None:
        font = self._resource("/Font", operands[:1])
        self._set(font=font or None, size=_numbers(operands, 1)[0])

    def _leading(self, operands: Sequence[Operand]) -> None:
        self._set(leading=_numbers(operands, 1)[0])

    def _mode(self, operands: Sequence[Operand]) -> None:
        self._set(mode=_numbers(operands, 1)[0])

    def _place(self, operands: Sequence[Operand]) -> None:
        self.text = self.line = Affine(*_numbers(operands, 6))

    def _next(self, operands: Sequence[Operand]) -> None:
        self.line = self.line @ Affine.translation(*_numbers(operands, 2))
        self.text = self.line

    def _next_leading(self, operands: Sequence[Operand]) -> None:
        self._leading([-_numbers(operands, 2)[1]])
        self._next(operands)

    def _new_line(self, _: Sequence[Operand]) -> None:
        self._next([0.0, -self.state.leading])

    def _show(self, operands: Sequence[Operand]) -> None:
        """Words, or an array of words and shifts in thousandths."""
        size, font = self.state.size, self.state.font
        parts = operands[-1] if operands and isinstance(operands[-1], list) else operands
        width = 0.0
        words = b""
        for part in parts:
            if isinstance(part, bytes):
                width += advance(font, part) * size
                words += part
            elif isinstance(part, float):
                width -= part / 1000 * size
        if words.strip() and self.state.mode != _INVISIBLE:
            box = Rect(min(0.0, width), -DESCENT * size, abs(width), (ASCENT + DESCENT) * size)
            named = {str(entry(font, "/BaseFont", "?")): font} if font is not None else {}
            drawn = Drawn(smallest=abs(size), quads=[box.corners], fonts=named)
            self._put(drawn, self.state.ctm @ self.text, self.state.region)
        self.text = self.text @ Affine.translation(width, 0.0)

    def _show_next(self, operands: Sequence[Operand]) -> None:
        self._new_line(operands)
        self._show(operands[-1:])

    # -- objects -------------------------------------------------------------------------------

    def _do(self, operands: Sequence[Operand]) -> None:
        self._show_object(str(operands[-1]) if operands else "", self.state.ctm)

    def _place_forms(self, operands: Sequence[Operand]) -> None:
        """A box with forms in it, as a piece is put on its place."""
        before, put = self.state, operands[-1]
        lines = [line for line in put if isinstance(line, bytes)] if isinstance(put, list) else []
        at = before.ctm @ Affine(*_numbers(operands[:6], 6))
        x, y, width, height = _numbers(operands[:-1], 4)
        region = self._enter(at, bounds([Point(x, y), Point(x + width, y + height)]))
        layers = [self._layer(line) for line in lines]
        if region is not None and all(layers):
            inner = Drawn()
            for layer in filter(None, layers):
                region.forms.append(layer[0])
                inner.add(layer[1], IDENTITY, quads=False)
            self._put(inner, at, region)
            return
        self._set(ctm=at, region=region)
        for line in lines:
            six, name = stamp_of(line)
            self._show_object(name, at @ Affine(*six))
        self.state = before

    def _layer(self, line: bytes) -> tuple[Put, Drawn] | None:
        """A form in the space of its place, without boxes; None if it has a box of its own."""
        if line not in self._layers:
            self._layers[line] = None
            six, name = stamp_of(line)
            form = self._resource("/XObject", [name])
            hidden = self.forms.is_hidden(reference(form, "/OC"))
            if entry(form, "/Subtype") == "/Form" and not hidden:
                own, box = self.forms.shape(form)
                if own is IDENTITY and max(box.size) > ENDLESS:
                    at, drawn = Affine(*six), Drawn()
                    drawn.add(self.forms.drawn(form, self.resources), at, quads=False)
                    self._layers[line] = (id(form), at), drawn
        return self._layers[line]

    def _show_object(self, name: str, ctm: Affine) -> None:
        if name not in self._named:
            found = self._resource("/XObject", [name])
            self._named[name] = found, entry(found, "/Subtype")
        found, kind = self._named[name]
        if kind == "/Image":
            self.mixed = True
            pixels = int(entry(found, "/Width", 0)), int(entry(found, "/Height", 0))
            self._put(Drawn(images=[Picture(pixels, IDENTITY)]), ctm, self.state.region)
        elif kind == "/Form" and not self.forms.is_hidden(reference(found, "/OC")):
            self._form(found, ctm)

    def _form(self, form: Any, ctm: Affine) -> None:
        own, box = self.forms.shape(form)
        at = ctm if own is IDENTITY else ctm @ own
        region, drawn = self._enter(at, box), self.forms.drawn(form, self.resources)
        self._put(drawn, at, region)
        if region is not None:
            inner = IDENTITY if at == region.at else region.at.inverse() @ at
            region.forms.append((id(form), inner))
        elif self.seek:
            self.put.append(((id(form), at), drawn))

    def _mark(self, operands: Sequence[Operand]) -> None:
        group = None
        if len(operands) == 2 and operands[0] == "/OC":
            group = reference(entry(self.resources, "/Properties"), str(operands[1]))
        self.marked.append(group is not None and self.forms.is_hidden(group))

    def _unmark(self, _: Sequence[Operand]) -> None:
        if self.marked:
            self.marked.pop()


_OPERATORS: Mapping[str, Callable[[Interpreter, Sequence[Operand]], None]] = {
    "q": Interpreter._save,
    "Q": Interpreter._restore,
    "cm": Interpreter._concat,
    "w": Interpreter._width,
    "gs": Interpreter._graphics,
    "m": Interpreter._move,
    "l": Interpreter._through,
    "c": Interpreter._through,
    "v": Interpreter._through,
    "y": Interpreter._through,
    "re": Interpreter._rectangle,
    "W": Interpreter._clip,
    "W*": Interpreter._clip,
    "BT": Interpreter._begin,
    "Tf": Interpreter._font,
    "TL": Interpreter._leading,
    "Tr": Interpreter._mode,
    "Tm": Interpreter._place,
    "Td": Interpreter._next,
    "TD": Interpreter._next_leading,
    "T*": Interpreter._new_line,
    "Tj": Interpreter._show,
    "TJ": Interpreter._show,
    "'": Interpreter._show_next,
    '"': Interpreter._show_next,
    "Do": Interpreter._do,
    PLACE: Interpreter._place_forms,
    "BMC": Interpreter._mark,
    "BDC": Interpreter._mark,
    "EMC": Interpreter._unmark,
}


def _numbers(operands: Sequence[Operand], count: int) -> list[float]:
    """The last so many numbers, filled up with zeros where the file has fewer."""
    found = [v for v in operands if isinstance(v, float)][-count:]
    return found + [0.0] * (count - len(found))


def advance(font: Any, words: bytes) -> float:
    """The advance of a string in a simple font, in em; a guess where the font gives no widths."""
    widths = entry(font, "/Widths")
    if not isinstance(widths, list):
        return ADVANCE * len(words)
    first = int(entry(font, "/FirstChar", 0))
    found = (
        float(follow(widths[c - first])) if 0 <= c - first < len(widths) else 500.0 for c in words
    )
    return sum(found) / 1000
