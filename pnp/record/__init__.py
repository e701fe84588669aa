"""What a document says of itself: which pieces it prints, where, what they look like and why.

Every PDF carries its record as an attached JSON file. `model` is its shape, also for records that
come from elsewhere; `keys` are the print keys; `sources` is what was read to make the pieces;
`options` are those that are not neutral; `making` puts them together.
"""

from __future__ import annotations

from pnp.record.keys import face_key, piece_key
from pnp.record.making import make_record
from pnp.record.model import NAME, SCHEMA, Record, read_json

__all__ = [
    "NAME",
    "SCHEMA",
    "Record",
    "face_key",
    "make_record",
    "piece_key",
    "read_json",
]
