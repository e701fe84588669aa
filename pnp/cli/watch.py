"""`pnp watch`: build again whenever a file of a game is saved."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.cli.build import build_options, check_only
from pnp.cli.building import open_building
from pnp.cli.options import failed, game_folder, options_of, plans_in
from pnp.cli.outcome import show_building
from pnp.cli.outputs import no_cache_option
from pnp.cli.report import show_problems
from pnp.cli.terminal import tell
from pnp.errors import PnpError, Problem, sort_problems
from pnp.game.options import Options
from pnp.system import scratch

READ = (".yaml", ".md", ".json", ".svg", ".png", ".jpg", ".jpeg")
"""Endings of the files a game is read from."""
STEP = 60
"""So often is looked for saved files, ms; editors that write twice are caught in one step."""
PAUSE = 0.2
"""So often is looked for a folder that is gone, s."""
_SHOWN = 8
"""Names of saved files that are told."""


@click.command("watch")
@click.argument("game")
@build_options
@no_cache_option()
def command(
    game: str,
    output: Path,
    only: tuple[str, ...],
    no_preflight: bool,
    **options: Any,
) -> int:
    """Build GAME, and again whenever one of its files is saved, until Ctrl-C.

    While the definition has errors, its files stay as they were last good. A folder that is gone,
    as while another version is checked out, is waited for.
    """
    choice = options_of(options, only)
    folder = game_folder(game)
    watch = _Watch(folder, choice, output, not no_preflight)
    before, here = stamps_in(folder, output), Path.cwd()
    watch.build()
    try:
        for changed in changes_in(folder, output, before):
            if changed is None:
                tell(f"{folder}: the folder is gone; waiting for it", err=True)
                continue
            with contextlib.suppress(OSError):  # the old place of who stands in the folder
                os.chdir(here)
            watch.build(changed)
    except KeyboardInterrupt:
        tell("no longer watching")
    return 0


Stamps = dict[str, tuple[int, int, int]]
"""When each file was last changed (ns), its length and number, by its name in the folder."""


def stamps_in(folder: Path, output: Path) -> Stamps:
    """The stamps of all files that a game may be read from.

    Hidden files, other endings and the folder of the output are not looked at.
    """
    found: Stamps = {}
    inside, home = folder.resolve(), output.resolve()
    for root, folders, names in os.walk(inside):
        here = Path(root)
        folders[:] = [name for name in folders if not name.startswith(".") and here / name != home]
        for path in (here / name for name in names if _counts(here / name, inside, home)):
            try:
                state = path.stat()
            except OSError:  # gone meanwhile, or a link to nothing: it has no stamp
                continue
            found[str(path.relative_to(inside))] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found


def _counts(path: Path, inside: Path, home: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(inside).parts)
    return path.suffix.lower() in READ and not hidden and not path.is_relative_to(home)


def changes_in(folder: Path, output: Path, before: Stamps) -> Iterator[list[str] | None]:
    """The names of files saved, made or removed in a game folder, those of one step together.

    `before` are the stamps taken before the game was read the first time: what was saved since, or
    while a caller was busy, comes first. None says that the folder is gone; what differs when there
    is one again comes next, if nothing an empty list.
    """
    folder, output, known, gone = folder.absolute(), output.absolute(), before, False
    while True:
        for told in _steps(folder, output):
            now = stamps_in(folder, output)
            saved = told | {name for name, _ in known.items() ^ now.items()}
            known = now
            if saved or gone:
                gone = False
                yield sorted(saved)
        if not gone and _number(folder) is None:
            gone = True
            yield None
        while _number(folder) is None:
            time.sleep(PAUSE)


def _steps(folder: Path, output: Path) -> Iterator[set[str]]:
    """The names that the system tells of in each step; ends when the folder is gone, or another
    one stands in its place."""
    from watchfiles import watch

    number = _number(folder)
    if number is None:
        return
    inside, home = folder.resolve(), output.resolve()
    waits = watch(
        inside,
        watch_filter=lambda _, name: _counts(Path(name), inside, home),
        step=STEP,
        yield_on_timeout=True,
        rust_timeout=500,
    )
    yield set()
    with contextlib.suppress(FileNotFoundError):  # it went while it was looked at
        for changes in waits:
            if _number(folder) != number:
                return
            yield {str(Path(name).relative_to(inside)) for _, name in changes}


def _number(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one of its name; None if there is none."""
    try:
        state = folder.stat()
    except OSError:
        return None
    return (state.st_dev, state.st_ino) if stat.S_ISDIR(state.st_mode) else None


class _Watch:
    """One game that is built again and again; `broken` says that the last try was refused."""

    def __init__(self, folder: Path, options: Options, output: Path, preflight: bool) -> None:
        self.folder, self.options, self.output = folder, options, output
        self.preflight, self.broken = preflight, False

    def build(self, changed: list[str] | None = None) -> None:
        """Build once and say what came of it; `changed` are the files that were saved."""
        start = time.perf_counter()
        if changed is not None:
            if self.broken and sys.stdout.isatty():
                click.clear()
            tell()
            more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
            names = ", ".join(changed[:_SHOWN]) or f"{self.folder} is there again"
            tell(f"{time.strftime('%H:%M:%S')} {names}{more}")
        try:
            reports = self._build()
        except PnpError as error:
            if changed is None and any(p.code.startswith("GAME") for p in error.problems):
                raise  # wrong options do not mend themselves
            reports = [Report(self.folder.name, tuple(sort_problems(error.problems)), ())]
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            problem = Problem("IO001", "error", f"{where}{(error.strerror or str(error)).lower()}")
            reports = [Report(self.folder.name, (problem,), ())]
        for report in reports:
            show_problems(report.problems, sys.stderr)
        mended, self.broken = self.broken and not reports, bool(reports)
        if reports:
            tell("nothing was written; the files stay as they were", err=True)
        elif mended:
            tell("mended: no errors")
        scratch.clear()
        tell(f"done in {time.perf_counter() - start:.2f} s; watching {self.folder}")

    def _build(self) -> list[Report]:
        """The reports of a refusal; none if all is in place."""
        plans, reports = plans_in([self.folder], self.options)
        if failed(reports, strict=False):
            return reports
        check_only(self.options.only, plans)
        building = open_building(plans, reports, self.output, preflight=self.preflight, cached=True)
        if not building.run():
            return building.reports
        show_building(building, brief=True)
        return []
