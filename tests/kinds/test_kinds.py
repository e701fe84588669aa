"""The table of kinds and their files are one."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from pnp import kinds
from pnp.kinds import KINDS, all_kinds, find_kind, kind_modules


def test_every_kind_of_a_file_stands_in_the_table() -> None:
    files = [module.name for module in pkgutil.iter_modules(kinds.__path__)]
    made = [name for name in files if hasattr(importlib.import_module(f"pnp.kinds.{name}"), "KIND")]
    assert made == sorted(KINDS)
    assert [kind.name for kind in all_kinds()] == [*kind_modules()]
    assert kind_modules().keys() > {*KINDS}


@pytest.mark.parametrize("name", ["base", "cards", ""])
def test_what_is_no_kind_is_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        find_kind(name)
