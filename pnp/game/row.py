"""What the program knows of an option, and how values are read that nothing else reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from pnp.game.options import Options
    from pnp.game.plan import Plan, SheetDocument

Group = Literal["sheets", "documents", "pieces"]
Values = Mapping[str, Any]
"""What was asked for, by the keys of rows; those that are missing are neutral."""


class Conflict(Struct, frozen=True):
    """An option is useless or, if it `breaks`, impossible when that of the key `beside` has such a
    value; true of its values `only`, or of all that are not neutral. In what is said of it {flags}
    are all options of which that is true, {are} is the verb."""

    beside: str
    when: Callable[[Any], bool]
    says: str
    only: tuple[Any, ...] = ()
    breaks: bool = False


def _nothing(plan: Plan, document: Any) -> None:
    return None


class Row(Struct, frozen=True, kw_only=True):
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
    record: Callable[[Plan, SheetDocument], str | None] = _nothing
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
