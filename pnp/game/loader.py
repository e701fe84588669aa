"""A game folder -> a Game, or every problem found in it.

`game.yaml` describes the game (its theme may stand in `theme.yaml`); every other `*.yaml` of the
folder, read in name order, is one component whose id is the file's name unless it says otherwise.
`boxes` in `game.yaml` are components too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.definition.model import Component, Fonts, Game, GameFile, Theme
from pnp.definition.schema import read
from pnp.definition.source import Node, Written, node_of, read_tree
from pnp.definition.unread import game_file_hint, unread_files
from pnp.draw.fonts import families, find_font, lacking, near_family
from pnp.draw.symbols import SYMBOLS, near_symbol
from pnp.errors import Loc, PnpError, Problem, is_text, near
from pnp.errors import plain as shown
from pnp.kinds import find_kind, kind_modules, near_kind
from pnp.system.resources import bundled

GAME_FILE = "game.yaml"
THEME_FILE = "theme.yaml"


class BrokenGame(PnpError):
    """A game whose `game.yaml` cannot be used; `rest` is the game without what is wrong in it."""

    def __init__(self, problems: Iterable[Problem], rest: Game) -> None:
        super().__init__(problems)
        self.rest = rest


def bundled_games() -> dict[str, Path]:
    """The games that come with pnp: name -> folder."""
    root = bundled("tiledefs")
    return {path.parent.name: path.parent for path in sorted(root.glob(f"*/{GAME_FILE}"))}


def load(folder: Path) -> tuple[Game, list[Problem]]:
    """Read a game as far as it can be read; the problems found come with it.

    A component that cannot be read is missing from the game and named in `game.broken`.
    Raises BrokenGame with all problems when `game.yaml` itself cannot be used.
    """
    problems: list[Problem] = []
    rest, file = _read_game_file(folder, problems)
    components: list[Component] = []
    rests: list[Component] = []
    broken: set[str] = set()

    def keep(id: str, component: Component | None) -> None:
        if component is None:
            broken.add(id)
        else:
            components.append(component)

    for path in sorted(folder.glob("*.yaml")):
        if path.name not in (GAME_FILE, THEME_FILE):
            id = _readable(path.stem, path, problems)
            keep(id, _read_component_file(path, id, problems, rests))
    problems += unread_files(folder)
    for id, node in _boxes(file or rest):
        keep(id, _read_component(node, id, problems, {"kind": "tuckbox"}, rests))
    known = file or rest
    id = known.id or _readable(folder.resolve().name, folder / GAME_FILE, problems)
    game = Game(id, str(folder), known, tuple(components), frozenset(broken), rests=tuple(rests))
    if file is None:
        raise BrokenGame(problems, game)
    _check_names(game, problems)
    return game, problems


def _readable(name: str, file: Path, problems: list[Problem]) -> str:
    """A name that becomes an id, its bytes that are no UTF-8 as escapes: SRC003 names the file."""
    if not is_text(name):
        what, hint = f"the name '{shown(name)}' is not UTF-8", "give it another name"
        problems.append(Problem("SRC003", "error", what, Loc(str(file)), hint))
    return shown(name)


def made(
    id: str,
    file: Written,
    components: Mapping[str, Written] | Mapping[str, Node],
    files: Mapping[str, Path] | None = None,
) -> tuple[Game, list[Problem]]:
    """A game without a folder, from what would stand in its files; ids to component files.

    `files` are the pictures that components may name. Raises PnpError when it cannot be used. The
    problems' places are those of nodes, else in no file.
    """
    problems: list[Problem] = []
    reading = read(GameFile, node_of(file, Loc(id)))
    problems += reading.problems
    if reading.value is None:
        raise PnpError(problems)
    game_file = _known_theme(reading.value, problems)
    read_in = [
        _read_component(
            written if isinstance(written, Node) else node_of(written, Loc(id)), name, problems, {}
        )
        for name, written in components.items()
    ]
    known = tuple(component for component in read_in if component is not None)
    broken = frozenset(components) - {component.id for component in known}
    game = Game(id, "", game_file, known, broken, files)
    _check_names(game, problems)
    return game, problems


def _read_game_file(folder: Path, problems: list[Problem]) -> tuple[GameFile, GameFile | None]:
    """What remains of `game.yaml` without its faults, and the file itself if it has none."""
    try:
        node, found = read_inside(folder / GAME_FILE)
    except PnpError as error:
        problems += error.problems
        return _rest_of(Node("map", Loc(str(folder / GAME_FILE)))), None
    problems += found
    _add_theme(folder, node, problems)
    reading = read(GameFile, node)
    problems += reading.problems
    rest = _known_theme(reading.rest or _rest_of(node), problems)
    return rest, rest if reading.value else None


def _rest_of(node: Node) -> GameFile:
    """A game file of which nothing can be used."""
    rest = read(GameFile, Node("map", node.loc)).rest
    assert rest is not None
    return rest


def _known_theme(file: GameFile, problems: list[Problem]) -> GameFile:
    """Font families and emblem must exist; the default stands in for one that does not."""
    theme = file.theme
    fonts: dict[str, str] = {}
    for role in ("title", "label", "text"):
        family = getattr(theme.fonts, role)
        if family not in families():
            message = f"no font family '{family}'"
            at = theme.fonts.at.of(role)
            problems.append(Problem("FONT002", "error", message, at, near_family(family)))
            fonts[role] = getattr(Fonts, role)
    change: dict[str, object] = {"fonts": theme.fonts.with_values(**fonts)}
    if theme.emblem not in SYMBOLS:
        message = f"there is no symbol '{theme.emblem}'"
        at = theme.at.of("emblem")
        problems.append(Problem("DEF007", "error", message, at, near_symbol(theme.emblem)))
        change["emblem"] = Theme.emblem
    file = file.with_values(theme=theme.with_values(**change))
    _check_glyphs(file, problems)
    return file


def _check_glyphs(file: GameFile, problems: list[Problem]) -> None:
    """Title and version stand on every sheet."""
    font = find_font(file.theme.fonts.label, 500)
    for key in ("title", "version"):
        if found := lacking(font, getattr(file, key), file.at.of(key)):
            problems.append(found)


def _add_theme(folder: Path, node: Node, problems: list[Problem]) -> None:
    """`theme.yaml`, where there is one, is the game's `theme`."""
    path = folder / THEME_FILE
    if not path.exists():
        return
    if "theme" in node.fields:
        problems.append(
            Problem(
                "DEF001",
                "error",
                f"the theme stands here and in {THEME_FILE}",
                node.keys["theme"],
                "keep one of them",
            )
        )
        return
    try:
        theme, found = read_inside(path)
    except PnpError as error:
        problems += error.problems
        return
    problems += found
    node.fields["theme"], node.keys["theme"] = theme, theme.loc


def _boxes(file: GameFile) -> list[tuple[str, Node]]:
    node = file.at.node.fields.get("boxes")
    return list(node.fields.items()) if node else []


def read_inside(path: Path) -> tuple[Node, list[Problem]]:
    """Read a file of a game folder. Raises PnpError, also for a link that leads out of it."""
    try:
        outside = not path.resolve().is_relative_to(path.parent.resolve())
    except (OSError, RuntimeError):  # a circle of links: reading it will say so
        outside = False
    if outside:
        message = "the file is a link that leaves the game folder"
        hint = "put the file itself there"
        raise PnpError(Problem("SRC001", "error", message, Loc(str(path)), hint))
    return read_tree(path)


def _read_component_file(
    path: Path, id: str, problems: list[Problem], rests: list[Component]
) -> Component | None:
    try:
        node, found = read_inside(path)
    except PnpError as error:
        problems += error.problems
        return None
    problems += found
    return _read_component(node, id, problems, {}, rests)


def _read_component(
    node: Node,
    id: str,
    problems: list[Problem],
    implied: dict[str, str],
    rests: list[Component] | None = None,
) -> Component | None:
    """None for a broken component; what remains of it is added to `rests`."""
    written = node.fields.get("kind") if node.kind == "map" else None
    name = written.text if written else implied.get("kind")
    if name is None:
        problems.append(
            Problem(
                "DEF005",
                "error",
                "the component says no kind",
                node.loc,
                f"kind: {' | '.join(kind_modules())}",
            )
        )
        return None
    if name not in kind_modules():
        loc = written.loc if written else node.loc
        problems.append(
            Problem("DEF005", "error", f"there is no kind '{name}'", loc, near_kind(name))
        )
        return None
    schema, given = find_kind(name).schema, {"id": id, **implied}
    reading = read(schema, node, given)
    problems += reading.problems
    if reading.value is None and reading.rest is not None and rests is not None:
        rests.append(reading.rest)
    return reading.value


def _check_names(game: Game, problems: list[Problem]) -> None:
    """Component ids are unique, documents print components that exist."""
    seen: dict[str, Component] = {}
    for component in game.components:
        other = seen.setdefault(component.id.casefold(), component)
        if other is not component:
            problems.append(
                Problem(
                    "DEF006",
                    "error",
                    f"two components are called '{component.id}'",
                    component.at.of("id"),
                    f"the other is in {other.loc}",
                )
            )
    known = [component.id for component in game.components]
    for document in game.file.documents.values():
        for i, name in enumerate(document.print):
            if name not in known and name not in game.broken:
                problems.append(
                    Problem(
                        "DEF009",
                        "error",
                        f"there is no component '{name}' to print",
                        document.at.of("print", i),
                        near(name, known),
                    )
                )


def find_game(name: str) -> Path:
    """The folder of a bundled game's name, of a game folder's path, or of a file in one.

    Raises PnpError (GAME001) for neither.
    """
    games = bundled_games()
    if name in games:
        return games[name]
    path, loc = Path(name), None
    if not name:
        message, hint = "the name of a game is empty", f"known: {', '.join(games)}; or . for here"
    elif path.is_dir():
        if (path / GAME_FILE).exists():
            return path
        message, hint, loc = f"the folder has no {GAME_FILE}", game_file_hint(path), Loc(name)
    elif path.is_file():
        home = _home_of(path)
        if home is not None:
            return home
        message, hint, loc = (
            f"the file is in no game: no {GAME_FILE} beside or above it",
            "",
            Loc(name),
        )
    elif path.name != name:
        message, hint = f"there is no file or folder '{name}'", ""
    else:
        message, hint = f"there is no game '{name}'", near(name, games)
        if not hint.startswith("did you mean"):
            hint = f"{hint}; or the path of a folder, or of a file in it"
    raise PnpError(Problem("GAME001", "error", message, loc, hint))


def _home_of(file: Path) -> Path | None:
    """The game folder that a file lies in, named from here if it is below here."""
    above = Path(os.path.abspath(file)).parents  # noqa: PTH100 - a link stays where it lies
    home = next((folder for folder in above if (folder / GAME_FILE).is_file()), None)
    here = Path.cwd()
    return home.relative_to(here) if home is not None and home.is_relative_to(here) else home
