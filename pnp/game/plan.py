"""The plan of a build: pieces and sheets, computed lazily and once; everything else reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Component, Document, Game, Theme
from pnp.errors import Loc, Problem
from pnp.game.expander import Expander
from pnp.game.inks import Tone
from pnp.game.options import Options as Options
from pnp.game.options import footer_words
from pnp.game.selection import select
from pnp.geometry.plane import IDENTITY
from pnp.kinds import Expansion
from pnp.layout.bleed import clip_bleeds
from pnp.layout.calibration import corrected
from pnp.layout.duplex import Flip, back_sheets, folded, interleaved
from pnp.layout.imposition import Group, Imposed, apart, impose
from pnp.layout.instructions import telling, unwritten
from pnp.layout.marks import behind_text, dress, has_marks
from pnp.layout.sheet import Sheet
from pnp.layout.singles import SINGLE, single_backs, single_fronts, single_pairs
from pnp.piece import Piece
from pnp.system.filenames import UNIQUE, clashes


class SheetDocument(Struct, frozen=True):
    """A document of sheets; `source` is its entry in the definition, `flip` how it is turned over.

    `side` says what it holds: "fronts", "backs", or "both" (interleaved, or across a fold).
    """

    name: str
    source: Document
    sheets: tuple[Sheet, ...]
    side: str
    flip: Flip


class LeafletDocument(Struct, frozen=True, eq=False):
    """A document set from a Markdown file of a game folder, read by `pnp.leaflet.reading`.

    `words` is what stands for words in braces, `left_out` are the files whose rows its tables lack.
    """

    name: str
    source: Document
    folder: str
    words: tuple[tuple[str, str], ...]
    left_out: frozenset[str]


AnyDocument = SheetDocument | LeafletDocument


class Plan:
    """A game with options, expanded and laid out on demand."""

    def __init__(self, game: Game, options: Options = Options()) -> None:  # noqa: B008
        self.game = game
        self.options: Options = options
        self._expander = Expander(game, options)

    @cached_property
    def fine(self) -> Plan:
        """The plan with all pixels of its pictures; itself if they are not limited."""
        if self.options.max_ppi is None:
            return self
        return Plan(self.game, replace(self.options, max_ppi=None))

    def relaid(self, options: Options, game: Game | None = None) -> Plan:
        """The same game with other options, and other documents if `game` has; pieces that look
        the same in both are drawn once."""
        other, own = Plan(game or self.game, options), self.options
        if (options.bleed, options.ink, options.max_ppi) == (own.bleed, own.ink, own.max_ppi):
            other._expander.share(self._expander)
        return other

    def share_allowance(self, other: Plan) -> None:
        """Spend on slow drawings of outside art what `other` may spend."""
        self._expander.allowance = other._expander.allowance

    # -- pieces --------------------------------------------------------------------------------

    @property
    def tone(self) -> Tone:
        """What the inks asked for make of a colour."""
        return self._expander.tone

    @property
    def needs(self) -> dict[str, dict[str, None]]:
        """Which components a component was made from, so far."""
        return self._expander.needs

    @cached_property
    def values_read(self) -> Mapping[str, AbstractSet[tuple[str, str]]]:
        """From which values each component is drawn: the files and names of the fields."""
        return self._expander.values_read()

    def expansion(self, component: Component) -> Expansion:
        """A component's pieces. Raises PnpError (DEF009) when components need each other."""
        return self._expander.expansion(component)

    def pieces_of(self, id: str) -> tuple[Piece, ...]:
        """The pieces of one component, none if it is broken. Raises KeyError for an unknown id."""
        return self._expander.pieces_of(id)

    def pieces_in(self, document: Document) -> list[Piece]:
        """The pieces a document prints; components that do not exist are left to the loader."""
        return [p for id in document.print if self.game.component(id) for p in self.pieces_of(id)]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces in printing order: as documents list them, unprinted components last."""
        known = [component.id for component in self.game.components]
        order = [id for doc in self.game.file.documents.values() for id in doc.print if id in known]
        order += known
        return tuple(p for id in dict.fromkeys(order) for p in self.pieces_of(id))

    @property
    def theme(self) -> Theme:
        """The game's theme, as words and fine lines are drawn in the inks asked for."""
        return self.tone.theme(self.game.file.theme)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What went wrong while expanding, drawing included, and in naming files."""
        return (*self._expander.problems, *self._clashing_names())

    def problems_of(self, component: Component) -> list[Problem]:
        """The same for one component."""
        return self.expansion(component).told

    @property
    def half_read(self) -> bool:
        """True if a component or piece of the definition could not be read."""
        found = map(self.expansion, self.game.components)
        return bool(self.game.broken) or any(expansion.unread for expansion in found)

    @cached_property
    def selected(self) -> frozenset[str]:
        """The ids that `--pieces` asks for (all without it).

        Raises PnpError (GAME002) for a part that matches nothing.
        """
        return frozenset(self.chosen)

    @cached_property
    def chosen(self) -> dict[str, int | None]:
        """The selected ids with the copies asked for, None for as many as are declared."""
        return select([piece.id for piece in self.pieces], self.options.pieces)

    def printed_pieces(self, document: Document) -> list[Piece]:
        """The selected pieces of a document, with the copies that are printed of each."""
        chosen = self.chosen
        found = [piece for piece in self.pieces_in(document) if piece.id in chosen]
        amounts = [chosen[piece.id] for piece in found]
        return [
            piece if copies is None else replace(piece, copies=copies)
            for piece, copies in zip(found, amounts, strict=True)
        ]

    # -- documents -------------------------------------------------------------------------------

    def document_name(self, stem: str) -> str:
        """A document's file name without ending: `{paper}` replaced."""
        return stem.replace("{paper}", self.paper_name)

    @property
    def paper_name(self) -> str:
        """What documents are printed on, as their names say it."""
        return SINGLE if self.options.single else self.options.paper.name

    @property
    def document_names(self) -> list[str]:
        """Every document of the definition, whatever is selected."""
        items = self.game.file.documents.items()
        return [self.document_name(s) for stem, d in items for s in (stem, d.backs) if s]

    def _clashing_names(self) -> Iterator[Problem]:
        """DEF006: documents that would be one file on this paper."""
        documents = self.game.file.documents
        places = []
        for stem, document in documents.items():
            places.append((stem, self.place_of(stem, document)))
            if document.backs:
                places.append((document.backs, document.at.of("backs")))
        named = ((self.document_name(stem), (stem, at)) for stem, at in places)
        for (stem, at), (first, other) in clashes(named):
            file = f"{self.document_name(first)}.pdf"
            says = f"two documents are one file, {file}: '{first}' (line {other.line}) and '{stem}'"
            yield Problem("DEF006", "error", says, at, UNIQUE)

    def place_of(self, stem: str, document: Document) -> Loc:
        """Where the name of a document is written; that of the document if it is implied."""
        written = self.game.file.at.node.fields.get("documents")
        return written.keys.get(stem, document.loc) if written else document.loc

    def names_of(self, stem: str) -> tuple[str, str]:
        """What `only` may call a document: its name, or that without the paper."""
        name = self.document_name(stem).casefold()
        return name, name.removesuffix(f"_{self.paper_name}".casefold())

    def asks_for(self, stem: str | None) -> bool:
        """Whether a file of the definition is to be made; all are without `only`."""
        asked = {bare(name) for name in self.options.only}
        return not asked or (stem is not None and not asked.isdisjoint(self.names_of(stem)))

    @cached_property
    def sources(self) -> dict[str, Document]:
        """The documents of the definition of which a file is asked for, by stem."""
        items = self.game.file.documents.items()
        return {s: d for s, d in items if self.asks_for(s) or self.asks_for(d.backs)}

    @cached_property
    def documents(self) -> tuple[AnyDocument, ...]:
        """All documents in the order of the definition, each fronts file before its backs file.

        With a selection, only documents that hold a selected piece, or are selected themselves.
        """
        found: list[AnyDocument] = []
        for stem, source in self.sources.items():
            if source.leaflet:
                if not self.options.pieces and not self.options.single:
                    found.append(self.leaflet_document(stem, source))
                continue
            found += self._sheet_documents(stem, source)
        return tuple(document for document in found if self.asks_for(document.name))

    @property
    def unwritten_backs(self) -> list[str]:
        """Files of backs that are asked for, and whose pieces have none."""
        return [
            self.document_name(source.backs)
            for source in self.sources.values()
            if source.backs and source.print and self.asks_for(source.backs)
            if self.options.sides in ("separate", "backs")
            if not any(piece.back for piece in self.printed_pieces(source))
        ]

    @cached_property
    def laid_out(self) -> dict[str, tuple[Imposed, ...]]:
        """The bare front sheets of each sheet document, by groups that stand apart."""
        found: dict[str, tuple[Imposed, ...]] = {}
        for stem, source in self.sources.items():
            if source.leaflet:
                continue
            pieces = self.printed_pieces(source)
            two_sided, flip = source.backs is not None, self._flip(source)
            groups = [
                Group(group, two_sided, flip, source.gap, has_marks(group))
                for group in (apart(pieces) if source.apart else [pieces])
            ]
            if self.options.single:
                found[stem] = tuple(
                    Imposed(group, single_fronts(group.pieces), ()) for group in groups
                )
            else:
                found[stem] = tuple(impose(group, self.options) for group in groups)
        return found

    def _flip(self, source: Document) -> Flip:
        return self.options.flip or source.flip

    def front_sheets(self, stem: str) -> list[Sheet]:
        """The bare front sheets of a document, numbered."""
        sheets = [sheet for imposed in self.laid_out[stem] for sheet in imposed.sheets]
        return [sheet.numbered(n, len(sheets)) for n, sheet in enumerate(sheets, 1)]

    def _sheet_documents(self, stem: str, source: Document) -> list[SheetDocument]:
        """A document's files, as `sides` asks for."""
        fronts, sides, flip = self.front_sheets(stem), self.options.sides, self._flip(source)
        if not fronts:
            return []
        if self.options.single:
            return self._single_documents(stem, source, fronts)
        if source.backs is None:
            return [] if sides == "backs" else [self._document(stem, source, fronts, "fronts")]
        if sides == "interleaved":
            return [self._document(stem, source, interleaved(fronts, flip), "both")]
        if sides == "fold":
            axis = fronts[0].axis or "vertical"
            return [self._document(stem, source, folded(fronts, axis), "both")]
        found = []
        if sides in ("separate", "fronts"):
            found.append(self._document(stem, source, fronts, "fronts"))
        backs = back_sheets(fronts, flip)
        if sides in ("separate", "backs") and backs:
            found.append(self._document(source.backs, source, backs, "backs"))
        return found

    def _single_documents(
        self, stem: str, source: Document, fronts: Sequence[Sheet]
    ) -> list[SheetDocument]:
        """The files of one piece a page; without marks, rulers and footers."""
        found, sides, backs = [], self.options.sides, source.backs
        if sides == "interleaved" and backs is not None:
            parts = [(stem, single_pairs(fronts), "both")]
        else:
            parts = [(stem, tuple(fronts), "fronts")] if sides != "backs" else []
            if backs is not None and sides != "fronts":
                parts.append((backs, single_backs(fronts), "backs"))
        for name, sheets, side in parts:
            if sheets:
                name = self.document_name(name)
                found.append(SheetDocument(name, source, sheets, side, self._flip(source)))
        return found

    def _document(
        self, stem: str, source: Document, sheets: Sequence[Sheet], side: str
    ) -> SheetDocument:
        name = self.document_name(stem)
        title = f"{self.game.file.title} {self.game.file.version} · {name}"
        dressed = []
        for bare in sheets:
            sheet = corrected(bare, self.options.printer)
            marks = has_marks([p.piece for p in sheet.placements])
            shown = clip_bleeds(sheet, self.options.bleed_edge)
            hints, style = self._hints(source, sheet), self.options.crop
            words = footer_words(self._telling(source, sheet))
            dressed.append(dress(shown, title, hints, marks, style, words))
        return SheetDocument(name, source, tuple(dressed), side, self._flip(source))

    def _telling(self, source: Document, sheet: Sheet) -> Options:
        """The options without those that ask for what the definition says, or leave a sheet be."""
        found = self.options
        own = {getattr(c, "bleed", found.bleed) for c in self.game.components}
        if own == {found.bleed}:
            found = replace(found, bleed=None)
        if not any(p.face.bleed for p in sheet.placements):
            found = replace(found, bleed_edge="all")
        if found.gap == source.gap:
            found = replace(found, gap=None)
        return found if sheet.correction != IDENTITY else replace(found, printer=None)

    def leaflet_document(self, stem: str, source: Document) -> LeafletDocument:
        """The document set from a Markdown file."""
        backed = [d for d in self.game.file.documents.values() if d.backs]
        words = telling(self.options.sides, map(self._flip, backed or [source]))
        words["paper"] = self.options.paper.name
        files = (f"{self.document_name(d.backs)}.pdf" for d in backed if d.backs)
        gone = unwritten(self.options.sides, files)
        return LeafletDocument(
            self.document_name(stem), source, str(self.game.path), tuple(words.items()), gone
        )

    def _hints(self, source: Document, sheet: Sheet) -> list[str]:
        """What to do with a sheet, for its footer."""
        flip = f"flip on the {self._flip(source)} edge"
        if source.backs is None or self.options.sides == "fronts":
            return ["one side only, no flip"]
        if sheet.side == "fold":
            return ["one side only: fold along the dashed line, glue, cut"]
        if self.options.sides == "interleaved":
            return [f"print on both sides, {flip}"]
        return [behind_text(sheet), flip] if sheet.side == "back" else [f"{flip} for the backs"]


def bare(name: str) -> str:
    """A document's name as `only` compares it: without ending and paper, in lower case."""
    return name.casefold().removesuffix(".pdf").removesuffix("_{paper}")
