"""`pnp explain`: what a code means, and what may be written where."""

from __future__ import annotations

import click

from pnp.codes import manual_of, titles
from pnp.errors import near
from pnp.reference import topics


@click.command("explain")
@click.argument("word", required=False)
def command(word: str | None) -> None:
    """Explain a problem code or what may be written in a definition.

    WORD is a code (PATH003), a kind of component (maze_tile), or a topic as game, documents,
    leaflet, symbols. Without it, list all.
    """
    told = topics()
    if word is None:
        for name, title in titles().items():
            click.echo(f"{name}  {title}")
        click.echo(f"\nAlso: {', '.join(told)}")
        return
    name = word.casefold().replace("-", "_")
    name = next((one for one in (name, f"{name}s", f"{name}es") if one in told), name)
    manual = manual_of(word.upper())
    if name in told:
        click.echo(told[name]())
    elif manual is not None:
        click.echo(f"{word.upper()}: {manual}")
    else:
        code = word[-1:].isdigit()
        what, known = ("code", list(titles())) if code else ("topic", list(told))
        if code:
            name = word.upper()
            family = name.rstrip("0123456789")
            known = [one for one in known if one.startswith(family)] or known
        raise click.UsageError(f"there is no {what} '{word}' ({near(name, known)})")
