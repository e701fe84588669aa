"""What tests of Dédale share: the kit, its certificates, and folders to be changed."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from pnp.families.dedale.certificate import Certificate, all_certificates
from pnp.families.dedale.kit import Kit, kit_of
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan

FOLDER = bundled_games()["dedale"]


@cache
def plan() -> Plan:
    game, problems = load(FOLDER)
    assert problems == []
    return Plan(game, Options())


@cache
def kit() -> Kit:
    found = kit_of(plan())
    assert found is not None
    return found


@cache
def certificates() -> tuple[Certificate, ...]:
    found, problems = all_certificates(plan())
    assert problems == []
    return tuple(found)


def copy_to(folder: Path) -> Path:
    """The game in a folder of its own."""
    return Path(shutil.copytree(FOLDER, folder / "dedale"))
