"""Lines on the terminal: names and words from outside can do nothing to it."""

from __future__ import annotations

from typing import TextIO

import click

from pnp.errors import plain


def tell(line: str = "", *, err: bool = False, stream: TextIO | None = None) -> None:
    """Print one line; line breaks and control characters in it are shown as escapes."""
    click.echo(plain(line), file=stream, err=err)
