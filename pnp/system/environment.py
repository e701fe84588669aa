"""What is read of the environment: the only module that looks at it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection

DATE = "SOURCE_DATE_EPOCH"
"""The date of documents, s since 1970 (reproducible-builds.org), which libraries read."""
LATEST = 253_402_300_799
"""The last second of the year 9999: dates in PDFs have four figures for a year."""
_SETTINGS = ("RL_", "EZDXF_", "EVAL_DEBUG")
"""Settings of libraries: they would change what is printed, or stop them."""


def prepare() -> None:
    """Make the environment one that no library stumbles over, or draws otherwise in.

    Raises ValueError, worded for people, for a variable with a value that it cannot have.
    """
    for name in [name for name in os.environ if name.startswith(_SETTINGS)]:
        del os.environ[name]
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # it looks for some everywhere
    value = date()
    if value and not (re.fullmatch("[0-9]{1,12}", value) and int(value) <= LATEST):
        raise ValueError(
            f"the environment says {DATE}='{value}': seconds since 1970 belong there, "
            f"0 to {LATEST}; or unset it"
        )


def date() -> str:
    """The date that documents bear, s since 1970, "" for the usual one."""
    return os.environ.get(DATE, "").strip()


def wants_colour() -> bool:
    """Unless NO_COLOR is set (https://no-color.org)."""
    return not os.environ.get("NO_COLOR")


def copied_without(names: Collection[str]) -> dict[str, str]:
    """The environment for another program, without some variables."""
    return {name: value for name, value in os.environ.items() if name not in names}
