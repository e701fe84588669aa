"""LEAF: the leaflets' text and the pictures it asks for."""

from __future__ import annotations
