"""Entries of a PDF's catalogue that ReportLab does not know of."""

from __future__ import annotations

from typing import Any


def enter(document: Any, name: str, value: Any) -> None:
    """Write an entry into the catalogue of a ReportLab document.

    ReportLab leaves out, without a word, what is not on its list; the entry is added to it.
    """
    catalogue = document.Catalog
    setattr(catalogue, name, value)
    catalogue.__NoDefault__ = [*catalogue.__NoDefault__, name]
