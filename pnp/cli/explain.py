"""`pnp explain`: what a code means."""

from __future__ import annotations

import click

import pnp.preflight  # noqa: F401 - registers its checks
from pnp.codes import manual_of, titles
from pnp.errors import near


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain a problem code: what, why, and what to do instead. Without CODE, list all."""
    if code is None:
        for name, title in titles().items():
            click.echo(f"{name}  {title}")
        return
    manual = manual_of(code.upper())
    if manual is None:
        raise click.UsageError(f"there is no code '{code}' ({near(code.upper(), titles())})")
    click.echo(f"{code.upper()}: {manual}")
