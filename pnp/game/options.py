"""What the user asks for beyond the definition: every option that shapes documents is one row.

The command line is made of these rows, and so are conflicts, footers, records and what a reprint
takes from them. A new option is a row and a field here, and the code where it takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import fields, replace

from pnp import limits
from pnp.game.inks import Inks
from pnp.geometry.plane import IDENTITY
from pnp.layout.bleed import widest_bleed
from pnp.layout.calibration import NEUTRAL
from pnp.layout.contours import cuts_of
from pnp.layout.imposition import Setting
from pnp.layout.marks import DEFAULT_MARKS, has_marks
from pnp.layout.paper import DEFAULT_MARGINS, PAPERS, find_paper, parse_margins
from pnp.piece import Piece
from pnp.units import format_mm

if TYPE_CHECKING:
    from pnp.game.plan import Plan, SheetDocument

Intent = Literal["none", "srgb"]
Group = Literal["sheets", "documents", "pieces"]
Values = Mapping[str, Any]
"""What was asked for, by the keys of rows; those that are missing are neutral."""
_LONGEST = 24
"""Characters of a selection of pieces that are shown."""


class Options(Setting, frozen=True):
    """What the user chose: how sheets are laid out, a selection of pieces (see `selection`) and
    of documents (`only`, by name or stem).

    `single`: one piece a page instead of sheets. `cut_contour`: a layer to cut. `ink`: colours as
    they are, spared, or grey. `intent`: the colour space that PDFs name. `max_ppi`: the most pixels
    per inch of pictures.
    """

    pieces: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    single: bool = False
    cut_contour: bool = False
    ink: Inks = "full"
    intent: Intent = "none"
    max_ppi: float | None = None


class Conflict(Struct, frozen=True):
    """An option is useless or, if it `breaks`, impossible when that of the key `beside` has such a
    value; true of its values `only`, or of all that are not neutral. In what is said of it {flags}
    are all options of which that is true, {are} is the verb."""

    beside: str
    when: Callable[[Any], bool]
    says: str
    only: tuple[Any, ...] = ()
    breaks: bool = False


class Row(Struct, frozen=True):
    """An option: `flag` as it is typed, what its value is `called` if not so, `help`, and its
    values: `choices` (`spellings` are others of them), whole numbers `within` a range, those that
    `parse` reads (metavar `word`, else the name), or a `switch`. `default` is the neutral one as it
    is typed. `examples` are typed values that tests combine with those of all other options.

    `group`: options of sheets are those of `check` as well. `pictures`: it changes what pieces look
    like. `footer` is what sheets say of it, in the order of `rank`. `record` is what the record of
    a document says, None if it makes no difference there; of `every` document, of all on `paper`,
    of `sheets`, or of those that are `laid` out on paper.
    """

    flag: str
    help: str
    record: Callable[[Plan, SheetDocument], str | None]
    called: str = ""
    choices: tuple[str, ...] = ()
    spellings: Mapping[str, str] = {}
    within: tuple[int, int] | None = None
    parse: Callable[[str], Any] | None = None
    word: str = ""
    switch: bool = False
    default: str | None = None
    examples: tuple[str, ...] = ()
    group: Group = "sheets"
    pictures: bool = False
    conflicts: tuple[Conflict, ...] = ()
    footer: Callable[[Options], str] | None = None
    rank: int = 0
    recorded: Literal["every", "paper", "sheets", "laid"] = "laid"

    @property
    def name(self) -> str:
        """What records call it."""
        return self.flag.removeprefix("--")

    @property
    def key(self) -> str:
        """What its value is called."""
        return self.called or self.name.replace("-", "_")

    @property
    def neutral(self) -> Any:
        """The value that asks for nothing."""
        if self.switch:
            return False
        return self.parse(self.default) if self.parse and self.default else self.default


def parse_grid(text: str) -> tuple[int, int]:
    """Columns and rows. Raises ValueError."""
    match = re.fullmatch(r"([1-9][0-9]{0,2})[xX×]([1-9][0-9]{0,2})", text.strip(), re.ASCII)
    if match is None:
        raise ValueError(f"'{text}' is no grid; write columns x rows, as 3x2")
    return int(match[1]), int(match[2])


def parse_colour(text: str) -> str:
    """A colour as #RRGGBB. Raises ValueError."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", text) is None:
        raise ValueError(f"'{text}' is no colour; write #RRGGBB, as #FF00FF")
    return text.upper()


# -- what goes with what ---------------------------------------------------------------------------


def _single(says: str, *only: str, breaks: bool = False) -> Conflict:
    return Conflict("sheets", lambda sheets: sheets == "single", says, only, breaks)


_IDLE = "{flags} {are} of sheets of paper, not of --sheets single"
_ON_PAPER = _single(_IDLE)
_OF_MARKS = Conflict(
    "mark_style",
    lambda style: style == "none",
    "{flags} {are} of crop marks, and there are none with --marks none",
)
_OF_FOLDS = Conflict(
    "sides",
    lambda sides: sides != "fold",
    "--fold-axis is the axis of --sides fold: add that, or leave it out",
)
_OF_BLEEDS = Conflict(
    "bleed",
    lambda bleed: bleed == 0,
    "--bleed-edge says where a bleed is, and --bleed 0 leaves none",
)
_NEEDS = "{} sheets of paper, not --sheets single"
_PACKED = "--pack looks for a layout of its own: leave out --grid"


def conflicts(values: Values) -> Iterator[tuple[Row, Conflict]]:
    """The options that contradict others, or can do nothing beside them."""
    asked = {row.key: values.get(row.key, row.neutral) for row in ROWS}
    for row in ROWS:
        for conflict in row.conflicts if asked[row.key] != row.neutral else ():
            meant = not conflict.only or asked[row.key] in conflict.only
            if meant and conflict.when(asked[conflict.beside]):
                yield row, conflict


def conflict_words(values: Values, *, idle: bool = True) -> str:
    """The first conflict in words, "" if all goes together; useless options only if `idle`."""
    found: dict[str, list[str]] = {}
    for row, conflict in conflicts(values):
        if idle or conflict.breaks:
            found.setdefault(conflict.says, []).append(row.flag)
    for says, flags in found.items():
        verb = "is an option" if len(flags) == 1 else "are options"
        return says.format(flags=", ".join(flags), are=verb)
    return ""


# -- what records say ------------------------------------------------------------------------------


def _lengths(*values: float) -> str:
    return ",".join(f"{format_mm(value)}mm" for value in values)


def _unless(usual: object, name: str) -> Callable[[Plan, SheetDocument], str | None]:
    """The option of a name, unless it is as usual."""

    def record(plan: Plan, document: SheetDocument) -> str | None:
        value = getattr(plan.options, name)
        return None if value == usual else str(value)

    return record


def _margin(plan: Plan, document: SheetDocument) -> str | None:
    margins = plan.options.paper.margins
    return None if margins == DEFAULT_MARGINS else _lengths(*margins)


def _sides(plan: Plan, document: SheetDocument) -> str | None:
    sides = plan.options.sides
    return sides if sides != "separate" and document.source.backs is not None else None


def _axis(plan: Plan, document: SheetDocument) -> str | None:
    folded = _sides(plan, document) == "fold"
    return (document.sheets[0].axis or "vertical") if folded else None


def _contour(plan: Plan, document: SheetDocument) -> str | None:
    return "yes" if plan.options.cut_contour and any(map(cuts_of, document.sheets)) else None


def _orientation(plan: Plan, document: SheetDocument) -> str | None:
    sizes = [sheet.paper.size for sheet in document.sheets]
    return "landscape" if any(size.width > size.height for size in sizes) else None


def _grid(plan: Plan, document: SheetDocument) -> str | None:
    return "x".join(map(str, plan.options.grid)) if plan.options.grid else None


def _gap(plan: Plan, document: SheetDocument) -> str | None:
    gap = plan.options.gap
    return None if gap is None or gap == document.source.gap else _lengths(gap)


def _selected(plan: Plan, document: SheetDocument) -> str | None:
    """The selection, if it changes which pieces are printed or how often."""
    whole = plan.pieces_in(document.source)
    asked = {piece.id: piece.copies for piece in plan.printed_pieces(document.source)}
    counted = any(plan.chosen.get(piece.id) is not None for piece in whole)
    if counted or any(asked.get(piece.id) != piece.copies for piece in whole):
        return ",".join(plan.options.pieces)
    return None


def _bleed(plan: Plan, document: SheetDocument) -> str | None:
    bleed, pieces = plan.options.bleed, plan.pieces_in(document.source)
    components = map(plan.game.component, {piece.component for piece in pieces})
    if bleed is None or all(getattr(c, "bleed", bleed) == bleed for c in components):
        return None
    return _lengths(bleed)


def _bleed_edge(plan: Plan, document: SheetDocument) -> str | None:
    edge = plan.options.bleed_edge
    return edge if edge != "all" and widest_bleed(plan.pieces_in(document.source)) else None


def _max_ppi(plan: Plan, document: SheetDocument) -> str | None:
    """The limit of pixels per inch, if it changes a picture."""
    most = plan.options.max_ppi
    if most is None:
        return None
    here, fine = plan.pieces_in(document.source), plan.fine.pieces_in(document.source)
    changed = any((a.front, a.back) != (b.front, b.back) for a, b in zip(here, fine, strict=True))
    return f"{most:g}" if changed else None


def _marked(document: SheetDocument) -> list[Piece]:
    """The pieces of a document, none if no crop marks go round them."""
    pieces = [placed.piece for sheet in document.sheets for placed in sheet.placements]
    return pieces if has_marks(pieces) else []


def _mark(name: str) -> Callable[[Plan, SheetDocument], str | None]:
    """What is asked of all crop marks, unless it is as usual."""

    def record(plan: Plan, document: SheetDocument) -> str | None:
        value = getattr(plan.options.crop, name)
        return value if value != getattr(DEFAULT_MARKS, name) and _marked(document) else None

    return record


def _mark_lengths(plan: Plan, document: SheetDocument) -> tuple[str | None, str | None]:
    """The length and the offset of crop marks, unless they begin and end as usual."""
    pieces, marks = _marked(document), plan.options.crop
    bleed = widest_bleed(pieces)
    start, end = marks.ends(bleed)
    usual = (start, end) == replace(marks, length=None, offset=None).ends(bleed)
    if not pieces or marks.style == "none" or usual:
        return None, None
    return _lengths(end - start), _lengths(start)


def _mark_sides(plan: Plan, document: SheetDocument) -> str | None:
    other = any(sheet.side != plan.options.crop.sides for sheet in document.sheets)
    return _mark("sides")(plan, document) if other else None


def _printer(plan: Plan, document: SheetDocument) -> str | None:
    printer = plan.options.printer
    if printer is None or all(sheet.correction == IDENTITY for sheet in document.sheets):
        return None
    numbers = ((f.name, getattr(printer.drift, f.name)) for f in fields(NEUTRAL))
    moved = [f"{name}={value:g}" for name, value in numbers if value != getattr(NEUTRAL, name)]
    return " ".join([printer.name, *moved])


# -- what footers say ------------------------------------------------------------------------------


def footer_words(options: Options) -> tuple[str, ...]:
    """The options that change how what is printed measures or looks, in a few words each, the
    most telling first.

    What everybody sees on the sheet is left out (paper, orientation, grid, marks, the flip), and
    what does not print: a cut contour, an output intent.
    """
    rows = sorted((row for row in ROWS if row.footer), key=lambda row: row.rank)
    return tuple(words for row in rows if row.footer and (words := row.footer(options)))


def _margin_words(options: Options) -> str:
    margins = options.paper.margins
    if margins == DEFAULT_MARGINS:
        return ""
    several = margins if len(set(margins)) > 1 else [margins.top]
    return f"margin {' '.join(map(format_mm, several))} mm"


def _printer_words(options: Options) -> str:
    printer = options.printer
    return f"printer {printer.name}" if printer is not None and printer.drift != NEUTRAL else ""


def _selection_words(options: Options) -> str:
    """The selection as it was written, if it is short and every font has its characters."""
    words = ",".join(options.pieces)
    plain = words.isascii() and words.isprintable() and len(words) <= _LONGEST
    return "" if not words else f"pieces {words}" if plain else "a selection of pieces"


def _length_words(name: str, length: float | None) -> str:
    return "" if length is None else f"{name} {format_mm(length)} mm"


# -- the rows --------------------------------------------------------------------------------------

# fmt: off
ROWS: tuple[Row, ...] = (
    Row("--sheets",
        "Sheets of paper, or a single piece a page with its bleed, for online print shops.",
        choices=("paper", "single"), default="paper", group="documents",
        footer=lambda options: "single pieces" if options.single else "", rank=1,
        record=lambda plan, _: "single" if plan.options.single else None, recorded="sheets"),
    Row("--paper", f"Paper: {', '.join(PAPERS)}, or a size as 200x300mm.",
        parse=find_paper, default="A4", examples=("Letter", "200x300mm", "a3"),
        conflicts=(_ON_PAPER,),
        record=lambda plan, _: None if plan.options.paper.name == "A4" else plan.options.paper.name,
        recorded="paper"),
    Row("--margin", "What the printer leaves blank: 5mm, or top,right,bottom,left.",
        parse=parse_margins, examples=("8mm", "4mm,12mm,9mm,6mm"), conflicts=(_ON_PAPER,),
        footer=_margin_words, rank=6, record=_margin),
    Row("--ink", "Colours as they are, lighter areas that save ink, or greys.",
        choices=("full", "low", "gray"), spellings={"grey": "gray"}, default="full",
        group="documents", pictures=True,
        footer=lambda options: f"ink {options.ink}" if options.ink != "full" else "", rank=2,
        record=_unless("full", "ink"), recorded="every"),
    Row("--output-intent",
        "Say that colours are sRGB, with its profile in the file. This is not PDF/X.",
        called="intent", choices=("none", "srgb"), default="none", group="documents",
        record=_unless("none", "intent"), recorded="every"),
    Row("--sides",
        "Two files; front, back, front, back; both across a fold line; or one side only.",
        choices=("separate", "interleaved", "fold", "fronts", "backs"), default="separate",
        conflicts=(_single(_NEEDS.format("--sides fold needs"), "fold", breaks=True),),
        footer=lambda options: "sides fold" if options.sides == "fold" else "", rank=9,
        record=_sides, recorded="sheets"),
    Row("--fold-axis", "How the fold line of --sides fold runs; by default what fits more.",
        called="axis", choices=("vertical", "horizontal"),
        conflicts=(_ON_PAPER, _OF_FOLDS),
        record=_axis, recorded="sheets"),
    Row("--flip", "The edge the paper is turned over; by default as the game says.",
        choices=("long", "short"),
        record=lambda _, document: document.flip if document.flip != document.source.flip else None,
        recorded="sheets"),
    Row("--cut-contour",
        "Add the cuts as a layer in the spot colour CutContour, which does not print.",
        switch=True, group="documents", record=_contour, recorded="sheets"),
    Row("--orientation", "How the paper lies; auto takes what needs fewer sheets.",
        choices=("portrait", "landscape", "auto"), default="portrait", conflicts=(_ON_PAPER,),
        record=_orientation),
    Row("--gap", "Room between pieces, as 2mm.",
        parse=limits.GAP.parse, examples=("0", "4mm"), conflicts=(_ON_PAPER,),
        footer=lambda options: _length_words("gap", options.gap), rank=5, record=_gap),
    Row("--align",
        "Where the pieces stand on the sheet; top-left leaves the rest of a short last sheet in "
        "one part.",
        choices=("center", "top-left"), default="center", conflicts=(_ON_PAPER,),
        record=_unless("center", "align")),
    Row("--grid", "Columns x rows of cards or tiles a sheet; refused if they do not fit.",
        parse=parse_grid, word="CxR", examples=("1x1", "2x1"),
        conflicts=(_ON_PAPER, Conflict("pack", bool, _PACKED, breaks=True)),
        record=_grid),
    Row("--pack", "Turn and shift pieces for fewer sheets, and on as few for fewer straight cuts.",
        switch=True,
        conflicts=(_single(_NEEDS.format("--pack needs"), breaks=True),
                   Conflict("grid", bool, _PACKED, breaks=True)),
        record=lambda plan, _: "yes" if plan.options.pack else None),
    Row("--pieces",
        "Only these pieces, as 7-9,lab-*: ids, else numbers in printing order (copies are one "
        "piece), patterns; X-0*2 is two copies of X-0. They are written to the folder "
        "GAME/selection.",
        word="LIST", examples=("1", "1*3,2", "*o*"), group="pieces", footer=_selection_words,
        rank=8, record=_selected, recorded="sheets"),
    Row("--bleed", "How far pictures go on beyond the cut, as 3mm; by default as the game says.",
        parse=limits.BLEED.parse, examples=("0", "3mm"), pictures=True,
        footer=lambda options: _length_words("bleed", options.bleed), rank=3, record=_bleed,
        recorded="sheets"),
    Row("--bleed-edge",
        "Bleed at all edges as far as gaps have room, or only where no piece is beside.",
        choices=("all", "outer"), default="all",
        conflicts=(_ON_PAPER, _OF_BLEEDS),
        footer=lambda options: "bleed outer" if options.bleed_edge == "outer" else "", rank=4,
        record=_bleed_edge),
    Row("--max-ppi",
        "Pictures get no more pixels per inch than this; smaller files for home printers.",
        within=(50, limits.MOST_DPI), examples=("50", "150"), group="documents", pictures=True,
        record=_max_ppi, recorded="sheets"),
    Row("--marks",
        "Crop marks: at the corners, hair lines there or along all edges, outer ones only.",
        called="mark_style", choices=("none", "corner", "cross", "full", "outer"), default="corner",
        conflicts=(_single(_IDLE, "cross", "full", "outer"),), record=_mark("style")),
    Row("--mark-length", "Length of crop marks; by default 2.5mm.",
        parse=limits.MARK_LENGTH.parse, word="length", examples=("1mm", "4mm"),
        conflicts=(_ON_PAPER, _OF_MARKS),
        record=lambda plan, document: _mark_lengths(plan, document)[0]),
    Row("--mark-offset", "From a piece to its corner or outer marks; by default 1mm, or the bleed.",
        parse=limits.MARK_OFFSET.parse, word="offset", examples=("0.5mm", "2mm"),
        conflicts=(_ON_PAPER, _OF_MARKS),
        record=lambda plan, document: _mark_lengths(plan, document)[1]),
    Row("--mark-colour", "Colour of crop marks, #RRGGBB.",
        parse=parse_colour, word="colour", default="#000000", examples=("#FF00FF",),
        conflicts=(_ON_PAPER, _OF_MARKS), record=_mark("colour")),
    Row("--mark-sides", "Which sides carry crop marks.",
        choices=("front", "back", "both"), default="both", conflicts=(_ON_PAPER, _OF_MARKS),
        record=_mark_sides),
    Row("--printer",
        "Correct the drift of this printer, and take its margins and flip; see pnp printer.",
        word="NAME", examples=("office",),
        conflicts=(_single(_NEEDS.format("--printer corrects"), breaks=True),),
        footer=_printer_words, rank=7, record=_printer),
)
# fmt: on
"""In the order in which the command line and records name them."""
BY_NAME = {row.name: row for row in ROWS}
PICTURES = frozenset(row.name for row in ROWS if row.pictures)
"""Names of options that change what pieces look like."""
LAYOUT = BY_NAME.keys() - PICTURES
"""Names of those that change no picture of a piece."""
