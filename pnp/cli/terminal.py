"""What passes between the terminal and us: lines that can do nothing to it, names of files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from pnp.errors import plain


def tell(line: str = "", *, err: bool = False, stream: TextIO | None = None) -> None:
    """Print one line; line breaks and control characters in it are shown as escapes."""
    click.echo(plain(line), file=stream, err=err)


@contextmanager
def usage_errors() -> Iterator[None]:
    """A ValueError is what the user asked for wrongly: it becomes a UsageError."""
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) from None


class FilePath(click.Path):
    """A path that says something: an empty one would be the current folder."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if value == "":
            self.fail("the name is empty; for the current folder write .", param, ctx)
        return super().convert(value, param, ctx)
