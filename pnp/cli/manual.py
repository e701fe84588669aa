"""Everything that `pnp explain` can tell, by the word that asks for it.

Commands and options are told by click, keys and kinds by the schemas, codes by their checks: what
one of them gains can be asked for at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from textwrap import fill

import click

from pnp.cli import COMMANDS, EXITS, cli
from pnp.cli.codes import manuals, titles
from pnp.cli.reference import palette_page, places_of_keys, topics
from pnp.game.loader import GAME_FILE, THEME_FILE
from pnp.layout.paper import DEFAULT_MARGINS, PAPERS
from pnp.units import UNITS, format_mm

ENVIRONMENT = {
    "NO_COLOR": "set to anything: no colours on terminals (https://no-color.org)",
    "SOURCE_DATE_EPOCH": "seconds since 1970: the date that PDFs bear (reproducible-builds.org)",
    "_PNP_COMPLETE": "bash_source, zsh_source or fish_source: print the completion for a shell",
    "XDG_CONFIG_HOME": "where profiles of printers are kept; `pnp printer list` names the file",
}
"""The environment variables that are looked at."""

FILES = f"""\
File names.

  {GAME_FILE:<16} the game: title, documents, boxes (pnp explain game)
  {THEME_FILE:<16} its palette, fonts and emblem, unless `theme:` in {GAME_FILE} has them
  *.yaml           one component each, called as the file is (pnp explain kinds)
  *.md             leaflets that `documents` name (pnp explain leaflet)
  *.svg *.png *.jpg   pictures, in the game folder or below it
  NAME_{{paper}}.pdf  what `build` writes for the document `NAME_{{paper}}`

Names of documents and components have letters, digits, - and _. {{paper}} becomes the paper's name;
between braces or brackets of YAML quote it: {{"cards_{{paper}}": {{print: [cards]}}}}."""


def _exits() -> str:
    rows = [f"  {code:<4} {says}" for code, (_, says) in EXITS.items()]
    return "\n".join(["Exit codes of all commands:", "", *rows])


def _environment() -> str:
    rows = [f"  {name:<18} {says}" for name, says in ENVIRONMENT.items()]
    return "\n".join(["Environment variables:", "", *rows])


def _units() -> str:
    rows = [f"  1{unit:<3} {format_mm(size)} mm" for unit, size in UNITS.items()]
    rows += ["  300px@300dpi, pixels at a resolution: 25.4 mm"]
    return "\n".join(["Units of lengths; a number without one is refused, but 0:", "", *rows])


def _papers() -> str:
    rows = [f"  {paper.name:<8} {paper.size}" for paper in PAPERS.values()]
    return "\n".join(["Papers, for --paper; also a size as 200x300mm:", "", *rows])


def _margins() -> str:
    sides = ", ".join(f"{side} {mm:g} mm" for side, mm in DEFAULT_MARGINS._asdict().items())
    return (
        f"Margins: what the printer leaves blank along each edge ({sides}).\n"
        "Nothing is printed there. --margin says other ones, a printer's profile remembers them."
    )


@functools.cache
def commands() -> dict[str, tuple[click.Command, click.Context]]:
    """Every command by its name, those of groups as "printer set"."""
    top = click.Context(cli, info_name="pnp", **cli.context_settings)
    found = {}
    for name in COMMANDS:
        command = cli.get_command(top, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=top)
        found[name] = command, context
        for below, one in getattr(command, "commands", {}).items():
            found[f"{name} {below}"] = one, click.Context(one, info_name=below, parent=context)
    return found


@functools.cache
def options() -> dict[str, dict[tuple[str, str], list[str]]]:
    """For each option, as --paper, what helps say of it, and the commands whose helps say so."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for name, (command, context) in commands().items():
        for param in command.get_params(context):
            record = param.get_help_record(context)
            if isinstance(param, click.Option) and record:
                for flag in param.opts:
                    found.setdefault(flag, {}).setdefault(record, []).append(name)
    return found


def _option_page(flag: str) -> str:
    parts = []
    for (written, says), names in options()[flag].items():
        which = ", ".join(names) if len(names) < len(commands()) else "every command"
        indented = fill(says, 98, initial_indent="  ", subsequent_indent="  ")
        parts.append(f"{written}  (option of {which})\n{indented}")
    return "\n\n".join(parts)


def _key_page(name: str) -> str:
    rows = places_of_keys()[name]
    wide = max(len(place) for place, _ in rows)
    lines = [f"  {place:<{wide}}  {says}".rstrip() for place, says in rows]
    return "\n".join([f"{name}: a key of definitions", "", *lines])


def pages() -> dict[str, Callable[[], str]]:
    """The topics that are no code, command, option or key."""
    return {
        **topics(),
        "exit": _exits,
        "environment": _environment,
        "files": lambda: FILES,
        "units": _units,
        "papers": _papers,
        "margins": _margins,
        "colours": palette_page,
        "ornaments": topics()["backs"],
    }


def names() -> dict[str, list[str]]:
    """All words that can be asked for, by what they are."""
    return {
        "Codes": list(titles()),
        "Topics": list(pages()),
        "Commands": list(commands()),
        "Options": list(options()),
        "Keys": list(places_of_keys()),
    }


ALSO = {"file_names": "files"}
"""Other words for topics."""


def told(word: str) -> Iterator[str]:
    """All that is known of a word, in whatever number and case; nothing if it is unknown."""
    if word.upper() in manuals():
        yield f"{word.upper()}: {manuals()[word.upper()]}"
        return
    bare = " ".join(word.casefold().lstrip("-").split())
    flat = bare.replace("-", "_").replace(" ", "_")
    flat = ALSO.get(flat, flat)
    shelves: list[tuple[dict[str, str], Callable[[str], str]]] = [
        ({name: name for name in pages()}, lambda name: pages()[name]()),
        ({name.replace(" ", "_"): name for name in commands()}, _help),
        ({flag.lstrip("-").replace("-", "_"): flag for flag in options()}, _option_page),
        ({name: name for name in places_of_keys()}, _key_page),
    ]
    if word.startswith("-"):
        shelves = shelves[2:3]
    known = {name for shelf, _ in shelves for name in shelf}
    forms = (flat, f"{flat}s", f"{flat}es", flat.removesuffix("s"), flat.removesuffix("es"))
    found = next((form for form in forms if form in known), None)
    for shelf, page in shelves if found else ():
        if found in shelf:
            yield page(shelf[found])


def _help(name: str) -> str:
    command, context = commands()[name]
    return command.get_help(context)
