"""Markdown text -> the blocks of a leaflet, each with its place; read with markdown-it.

Positions inside a line are noted by wrapping markdown-it's inline rules. What a leaflet does not
know is LEAF002, a picture that is written wrongly LEAF001; both name the place.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.characters import composed
from pnp.errors import Loc, Problem, near
from pnp.leaflet.blocks import (
    Align,
    Block,
    Heading,
    Listing,
    Paragraph,
    Picture,
    PictureRow,
    Text,
    TextTable,
    Words,
)
from pnp.units import parse_length

_PLACED = {
    "image": "image",
    "html_inline": "html_inline",
    "backticks": "code_inline",
    "link": "link_open",
    "autolink": "link_open",
}
"""Inline rules whose tokens get their place: rule -> token."""

_FOREIGN = {
    "html_block": ("HTML", "write it in Markdown"),
    "html_inline": ("HTML", "write it in Markdown"),
    "fence": ("a block of code", "write a paragraph or a table"),
    "code_block": ("a block of code", "indent by less than four blanks"),
    "code_inline": ("code between backticks", "write it in bold or italic"),
    "blockquote": ("a quotation", "write a paragraph"),
    "hr": ("a horizontal rule", "headings part the text"),
    "link": ("a link", "paper has no links: write the address as text"),
}
_PARAMS = {
    "face": ("height", "side", "words"),
    "symbol": ("height",),
    "board": ("height", "seed", "words"),
}
_SOURCE = re.compile(r"(?P<kind>[^:?/]*):(?P<name>[^?]*)(?:\?(?P<params>.*))?")
_WORD = re.compile(r"(\{[A-Za-z_]+\})")
_BRACE = "\ufdd0"
"""A brace that was written with a backslash, which begins no word: no character of any text."""


def parse(
    text: str, file: str, words: Mapping[str, str], left_out: Collection[str] = ()
) -> tuple[tuple[Block, ...], list[Problem]]:
    """The blocks of a text, and what is wrong with it. Table rows that begin with a cell of
    `left_out` are none."""
    reader = _Reader(text := text.replace(_BRACE, "\ufffd"), file, words, left_out)
    return tuple(reader.blocks(SyntaxTreeNode(_markdown().parse(text)).children)), reader.problems


def _markdown() -> MarkdownIt:
    """CommonMark with tables. Reference definitions are text: they would vanish otherwise."""
    markdown = MarkdownIt("commonmark").enable("table").disable("reference")
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]
    rules = {rule.name: rule.fn for rule in markdown.inline.ruler.__rules__}
    for name, token in _PLACED.items():
        markdown.inline.ruler.at(name, _placed(rules[name], token))
    core = {rule.name: rule.fn for rule in markdown.core.ruler.__rules__}
    markdown.core.ruler.at("text_join", _told_apart(core["text_join"]))
    return markdown


def _told_apart(rule: Callable[[Any], None]) -> Callable[[Any], None]:
    """The rule that joins escaped characters with the text, which keeps braces recognizable."""

    def wrapped(state: Any) -> None:
        tokens = [token for block in state.tokens for token in block.children or ()]
        for token in (*tokens, *(inner for one in tokens for inner in one.children or ())):
            if token.type == "text_special" and token.content == "{":
                token.content = _BRACE
        rule(state)

    return wrapped


def _placed(rule: Callable[[Any, bool], bool], token: str) -> Callable[[Any, bool], bool]:
    """The rule, noting in its token's meta where in the inline text it began."""

    def wrapped(state: Any, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        found = rule(state, silent)
        if found and not silent:
            made: list[Token] = state.tokens[count:]
            for one in made:
                if one.type == token:
                    one.meta.setdefault("pos", start)
                    break
        return found

    return wrapped


class _Words(NamedTuple):
    """An inline text: the rows of its lines in the file and where they begin in them."""

    content: str
    row: int
    columns: tuple[int, ...]

    def place(self, offset: int) -> tuple[int, int]:
        """Row and column, from 0, of a character."""
        before = self.content[:offset]
        line = before.count("\n")
        return self.row + line, self.columns[line] + offset - (before.rfind("\n") + 1)


class _Reader:
    """Turns markdown-it's tree into blocks; gathers problems."""

    def __init__(
        self, text: str, file: str, words: Mapping[str, str], left_out: Collection[str]
    ) -> None:
        self.lines = re.split(r"\r\n?|\n", text)
        self.file = file
        self.words = words
        self.left_out = left_out
        self.problems: list[Problem] = []

    # -- places ------------------------------------------------------------------------------------

    def loc(self, node: SyntaxTreeNode) -> Loc:
        """The first character of a block."""
        row = node.map[0] if node.map else 0
        line = self.lines[row] if row < len(self.lines) else ""
        return Loc(self.file, row + 1, len(line) - len(line.lstrip()) + 1)

    def _words(self, inline: SyntaxTreeNode, row: int, cell_from: int | None = None) -> _Words:
        columns = []
        for i, part in enumerate(inline.content.split("\n")):
            line = self.lines[row + i] if row + i < len(self.lines) else ""
            start = line.rfind(part) if cell_from is None else line.find(part, cell_from)
            columns.append(start if start >= 0 else cell_from or 0)
        return _Words(inline.content, row, tuple(columns))

    def _at(self, words: _Words, node: SyntaxTreeNode) -> Loc:
        token = node.nester_tokens.opening if node.nester_tokens else node.token
        row, col = words.place(token.meta.get("pos", 0) if token else 0)
        return Loc(self.file, row + 1, col + 1)

    def _refuse(self, what: str, loc: Loc, hint: str) -> None:
        message = f"a leaflet cannot hold {what}"
        self.problems.append(Problem("LEAF002", "error", message, loc, hint))

    # -- blocks ------------------------------------------------------------------------------------

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        for node in nodes:
            if node.type == "heading":
                if heading := self._heading(node):
                    yield heading
            elif node.type == "paragraph":
                yield from self._paragraph(node)
            elif node.type in ("bullet_list", "ordered_list"):
                yield self._listing(node, 1)
            elif node.type == "table":
                yield self._table(node)
            else:
                self._foreign(node)

    def _foreign(self, node: SyntaxTreeNode) -> None:
        what, hint = _FOREIGN.get(node.type, (f"'{node.type}'", "write a paragraph"))
        self._refuse(what, self.loc(node), hint)

    def _heading(self, node: SyntaxTreeNode) -> Heading | None:
        level, loc = int(node.tag[1:]), self.loc(node)
        text = self._text(node)
        if level > 3:
            self._refuse(f"a heading of level {level}", loc, "levels 1 to 3 (#, ##, ###)")
            return None
        return Heading(level, text, loc)

    def _paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        inline = node.children[0]
        kinds = {c.type for c in inline.children if c.type != "text" or c.content.strip()}
        if "image" in kinds and kinds <= {"image", "softbreak", "hardbreak"}:
            words = self._words(inline, self._row(node))
            images = [child for child in inline.children if child.type == "image"]
            found = [self._picture(image, self._at(words, image)) for image in images]
            if pictures := tuple(picture for picture in found if picture):
                yield PictureRow(pictures, self.loc(node))
        else:
            yield Paragraph(self._text(node), self.loc(node))

    def _listing(self, node: SyntaxTreeNode, depth: int) -> Listing:
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        if depth == 3:
            self._refuse("lists nested twice", self.loc(node), "one list inside another at most")
        items = tuple(tuple(self._item(item, depth)) for item in node.children)
        return Listing(items, start, self.loc(node))

    def _item(self, item: SyntaxTreeNode, depth: int) -> Iterator[Paragraph | Listing]:
        for node in item.children:
            if node.type == "paragraph":
                yield Paragraph(self._text(node), self.loc(node))
            elif node.type in ("bullet_list", "ordered_list"):
                yield self._listing(node, depth + 1)
            elif node.type in _FOREIGN:
                self._foreign(node)
            else:
                self._refuse(f"a {node.type} in a list", self.loc(node), "put it after the list")

    def _table(self, node: SyntaxTreeNode) -> TextTable:
        lines = [row for part in node.children for row in part.children]
        aligns = tuple(map(_align, lines[0].children))
        rows = [self._cells(line, len(aligns)) for line in lines]
        kept = tuple(row for row in rows[1:] if _said(row[0]) not in self.left_out)
        return TextTable(rows[0], kept, aligns, self.loc(node))

    def _cells(self, line: SyntaxTreeNode, columns: int) -> tuple[Text, ...]:
        row = self._row(line)
        raw, cells, start = self.lines[row], [], 0
        written = re.split(r"(?<!\\)\|", raw.strip().removeprefix("|"))
        if len(written) - (not written[-1].strip()) > columns:
            self._refuse(
                f"a row of more cells than the table's head ({columns})",
                self.loc(line),
                r"write \| for a bar in a cell",
            )
        for cell in line.children:
            words = self._words(cell.children[0], row, start)
            start = words.columns[0] + len(words.content)
            cells.append(self._runs(cell.children[0], words))
        return tuple(cells)

    # -- words -------------------------------------------------------------------------------------

    def _row(self, node: SyntaxTreeNode) -> int:
        return node.map[0] if node.map else 0

    def _text(self, node: SyntaxTreeNode) -> Text:
        inline = node.children[0]
        return self._runs(inline, self._words(inline, self._row(node)))

    def _runs(self, inline: SyntaxTreeNode, words: _Words) -> Text:
        cursor = 0
        runs: list[Words] = []

        def walk(nodes: Sequence[SyntaxTreeNode], bold: bool, italic: bool) -> None:
            nonlocal cursor
            for node in nodes:
                if node.type == "text":
                    found = words.content.find(node.content, cursor)
                    cursor = found if found >= 0 else cursor
                    runs.extend(self._filled(node.content, words.place(cursor), bold, italic))
                    cursor = min(cursor + len(node.content), len(words.content))
                elif node.type in ("softbreak", "hardbreak"):
                    row, col = words.place(cursor)
                    space = " " if node.type == "softbreak" else "\n"
                    runs.append(Words(space, Loc(self.file, row + 1, col + 1), bold, italic))
                    cursor = words.content.find("\n", cursor) + 1 or cursor
                elif node.type == "strong":
                    walk(node.children, True, italic)
                elif node.type == "em":
                    walk(node.children, bold, True)
                elif node.type == "link" and node.info == "auto":
                    walk(node.children, bold, italic)
                elif node.type == "image":
                    self._refuse(
                        "a picture inside a text",
                        self._at(words, node),
                        "put pictures into a paragraph of their own",
                    )
                else:
                    what, hint = _FOREIGN.get(node.type, (f"'{node.type}'", "write plain text"))
                    self._refuse(what, self._at(words, node), hint)

        walk(inline.children, False, False)
        return tuple(runs)

    def _filled(
        self, text: str, place: tuple[int, int], bold: bool, italic: bool
    ) -> Iterator[Words]:
        """The text as runs, one for each word that is filled in, so that places stay true."""
        row, col = place
        for part in filter(None, _WORD.split(text)):
            loc = Loc(self.file, row + 1, col + 1)
            filled = self._word(part, loc) if _WORD.fullmatch(part) else part
            strong = filled.split("**") if filled is not part else [part.replace(_BRACE, "{")]
            for i, words in enumerate(map(composed, strong)):
                if words:
                    yield Words(words, loc, bold != bool(i % 2), italic)
            col += len(part)

    def _word(self, part: str, loc: Loc) -> str:
        """What a word in braces becomes; `**` in it stands round what is bold."""
        if part[1:-1] not in self.words:
            known = [f"{{{word}}}" for word in self.words]
            says = f"nothing is filled in for {part}; it is printed as it stands"
            hint = f"{near(part, known)}; \\{part} if that is meant"
            self.problems.append(Problem("LEAF007", "warning", says, loc, hint))
        return self.words.get(part[1:-1], part)

    # -- pictures ----------------------------------------------------------------------------------

    def _picture(self, node: SyntaxTreeNode, loc: Loc) -> Picture | None:
        source = str(node.attrs.get("src", ""))
        if node.attrs.get("title"):
            self._refuse("a title of a picture", loc, "the words in brackets are the caption")
            return None
        if any(child.type not in ("text", "softbreak") for child in node.children):
            self._refuse("a caption in bold, italic or code", loc, "write plain text")
            return None
        match = _SOURCE.fullmatch(source)
        if match is None or match["name"].startswith("//") or match["kind"] in ("data", "file"):
            self._refuse(
                f"the picture file '{source}'",
                loc,
                "pictures show the game: face:PIECE, symbol:NAME or board:3x2",
            )
            return None
        try:
            params = _params(match["kind"], match["params"] or "")
            height = _height(params.pop("height", None))
            name = _name(match["kind"], match["name"])
        except ValueError as error:
            message, _, hint = str(error).partition("|")
            self.problems.append(Problem("LEAF001", "error", message, loc, hint))
            return None
        words = "".join(c.content if c.type == "text" else " " for c in node.children)
        runs = self._filled(words, (loc.line - 1, loc.col + len("![") - 1), False, False)
        return Picture(match["kind"], name, height, (*params.items(),), _said(tuple(runs)), loc)


def _said(text: Text) -> str:
    return "".join(run.text for run in text)


def _align(cell: SyntaxTreeNode) -> Align:
    style = str(cell.attrs.get("style", ""))
    return "right" if "right" in style else "center" if "center" in style else "left"


def _params(kind: str, written: str) -> dict[str, str]:
    """The parameters of a picture. Raises ValueError("message|hint") as the functions below."""
    if kind not in _PARAMS:
        raise ValueError(f"'{kind}' is no kind of picture|{_near(kind, _PARAMS)}")
    params: dict[str, str] = {}
    for part in filter(None, written.split("&")):
        key, _, value = part.partition("=")
        if key not in _PARAMS[kind]:
            raise ValueError(f"'{key}' says nothing about a {kind}|{_near(key, _PARAMS[kind])}")
        if key in params:
            raise ValueError(f"'{key}' stands twice|")
        params[key] = value
    if params.get("side", "front") not in ("front", "back"):
        raise ValueError(f"'{params['side']}' is no side|side=front or side=back")
    if params.get("words", "all") not in ("all", "readable"):
        raise ValueError(f"words={params['words']} is nothing|words=readable or words=all")
    if not re.fullmatch(r"\d{1,18}", params.get("seed", "0"), re.ASCII):
        raise ValueError(f"'{params['seed']}' is no seed|a whole number")
    return params


def _height(written: str | None) -> float:
    if written is None:
        raise ValueError("the picture has no height|as ?height=45mm")
    try:
        height = parse_length(written)
    except ValueError as error:
        raise ValueError(f"height: {error}|as ?height=45mm") from None
    if height <= 0:
        raise ValueError(f"height: a picture cannot be {written} high|as ?height=45mm")
    return height


def _name(kind: str, written: str) -> str:
    if not written:
        raise ValueError(f"the {kind} has no name|as {kind}:NAME?height=45mm")
    if kind == "board":
        size = re.fullmatch(r"([1-9]\d?)[x×]([1-9]\d?)", written, re.ASCII)
        if size is None:
            raise ValueError(f"'{written}' is no size of a board|columns x rows, as board:3x2")
        return f"{size[1]}x{size[2]}"
    return written


def _near(name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
