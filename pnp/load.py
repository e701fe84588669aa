"""A game folder -> a Game, or every problem found in it.

`game.yaml` describes the game; every other `*.yaml` of the folder, read in name order, is one
component whose id is the file's name unless it says otherwise. `boxes` in `game.yaml` are
components too.
"""

from __future__ import annotations

import difflib
from pathlib import Path

from pnp.errors import Loc, PnpError, Problem
from pnp.kinds import BY_NAME
from pnp.model import Component, Game, GameFile, read
from pnp.resources import bundled
from pnp.source import Node, read_tree

GAME_FILE = "game.yaml"


def bundled_games() -> dict[str, Path]:
    """The games that come with pnp: name -> folder."""
    root = bundled("tiledefs")
    return {path.parent.name: path.parent for path in sorted(root.glob(f"*/{GAME_FILE}"))}


def load(folder: Path) -> tuple[Game, list[Problem]]:
    """Read a game. Problems that leave a usable game come back with it.

    Raises PnpError with all problems when the game cannot be used.
    """
    problems: list[Problem] = []
    file = _read_game_file(folder, problems)
    components: list[Component] = []
    for path in sorted(folder.glob("*.yaml")):
        if path.name != GAME_FILE:
            components += _read_component_file(path, problems)
    if file is not None:
        for id, node in _boxes(file):
            components += _read_component(node, id, problems, {"kind": "tuckbox"})
        _check_names(file, components, problems)
    if file is None or any(p.severity == "error" for p in problems):
        raise PnpError(problems)
    return Game(file.id or folder.resolve().name, str(folder), file, tuple(components)), problems


def _read_game_file(folder: Path, problems: list[Problem]) -> GameFile | None:
    try:
        node, found = read_tree(folder / GAME_FILE)
    except PnpError as error:
        problems += error.problems
        return None
    problems += found
    file, found = read(GameFile, node)
    problems += found
    return file


def _boxes(file: GameFile) -> list[tuple[str, Node]]:
    node = file.at.node.fields.get("boxes")
    return list(node.fields.items()) if node else []


def _read_component_file(path: Path, problems: list[Problem]) -> list[Component]:
    try:
        node, found = read_tree(path)
    except PnpError as error:
        problems += error.problems
        return []
    problems += found
    return _read_component(node, path.stem, problems, {})


def _read_component(node: Node, id: str, problems: list[Problem], implied: dict[str, str]
                    ) -> list[Component]:
    written = node.fields.get("kind") if node.kind == "map" else None
    name = written.text if written else implied.get("kind")
    if name is None:
        problems.append(Problem("DEF005", "error", "the component says no kind", node.loc,
                                f"kind: {' | '.join(BY_NAME)}"))
        return []
    if name not in BY_NAME:
        near = difflib.get_close_matches(name, BY_NAME, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(BY_NAME)}"
        loc = written.loc if written else node.loc
        problems.append(Problem("DEF005", "error", f"there is no kind '{name}'", loc, hint))
        return []
    component, found = read(BY_NAME[name].schema, node, {"id": id, **implied})
    problems += found
    return [component] if component else []


def _check_names(file: GameFile, components: list[Component], problems: list[Problem]) -> None:
    """Component ids are unique and documents name components that exist."""
    seen: dict[str, Component] = {}
    for component in components:
        other = seen.setdefault(component.id.casefold(), component)
        if other is not component:
            problems.append(Problem("DEF006", "error", f"two components are called '{component.id}'",
                                    component.at.of("id"), f"the other is in {other.loc}"))
    known = [component.id for component in components]
    for stem, document in file.documents.items():
        for i, name in enumerate(document.print):
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
                problems.append(Problem("DEF009", "error", f"there is no component '{name}' to print",
                                        file.at.of("documents", stem, "print", i), hint))


def find_game(name: str) -> Path:
    """The folder of a bundled game's name or of a path. Raises PnpError (GAME001) for neither."""
    games = bundled_games()
    if name in games:
        return games[name]
    folder = Path(name)
    if folder.is_dir():
        if (folder / GAME_FILE).exists():
            return folder
        raise PnpError(Problem("GAME001", "error", f"the folder has no {GAME_FILE}", Loc(name)))
    if folder.name == GAME_FILE and folder.is_file():
        return folder.parent
    near = difflib.get_close_matches(name, games, n=1, cutoff=0.5)
    hint = f"did you mean '{near[0]}'?" if near else f"bundled: {', '.join(games)}"
    raise PnpError(Problem("GAME001", "error", f"there is no game '{name}'", None, hint))
