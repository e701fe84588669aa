"""`pnp explain`: what a code, command, option, kind or key means, and what may be written where."""

from __future__ import annotations

from textwrap import fill

import click

from pnp.cli.codes import titles
from pnp.errors import near


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="[WORD]...", nargs=-1)
def command(words: tuple[str, ...]) -> None:
    """Explain a problem code or what may be written in a definition.

    WORD is a code (PATH003), a kind of component (maze_tile), a key of a definition (copies), a
    command (check), an option (--paper), or a topic as game, documents, symbols, exit. Without it,
    list all.
    """
    from pnp.cli.manual import names, told

    word = " ".join(words)
    if not words:
        for name, title in titles().items():
            click.echo(f"{name}  {title}")
        for what, known in names().items():
            if what != "Codes":
                click.echo(f"\n{what}:\n{_listed(known)}")
        return
    pages = list(told(word))
    if not pages:
        raise click.UsageError(f"nothing is called '{word}' ({_hint(word, names())})")
    click.echo("\n\n".join(pages))


def _listed(words: list[str]) -> str:
    """Words in lines, none of them broken."""
    joined = ", ".join(word.replace(" ", "\xa0") for word in words)
    indent = "  "
    lines = fill(
        joined, 98, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return lines.replace("\xa0", " ")


def _hint(word: str, names: dict[str, list[str]]) -> str:
    """The nearest word of all; of a code, those of its family."""
    if word[-1:].isdigit():
        family = word.upper().rstrip("0123456789")
        if codes := [code for code in names["Codes"] if code.startswith(family)]:
            return near(word, codes)
    every = names["Options"] if word.startswith("-") else [n for ns in names.values() for n in ns]
    hint = near(word if word.startswith("-") else word.replace("-", "_"), every)
    return hint if hint.startswith("did you mean") else "`pnp explain` lists all"
