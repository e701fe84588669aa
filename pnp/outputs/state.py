"""What a game's output folder is known to hold: a small file beside the documents.

It says which documents were written, from what (their build keys), and what they print. It is only
believed as far as the documents on the disk have the hashes it names; a file that cannot be read,
or is none of ours, counts as none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, MsgspecError, Struct, json

from pnp.limits import MOST_STATE
from pnp.outputs.transaction import HIDDEN, file_digest
from pnp.system.disk import read_file

STATE = f"{HIDDEN}/state.json"

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
MaybeHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._{}-]{0,130}\.pdf\Z")]
Word = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=5000)]


class Entry(Struct, frozen=True):
    """A document as it was written: its build key, the hash of its bytes, its pages, the print
    keys of its faces, its stem in the definition, the options of the build (hashed), whether it was
    read back. `parts` are the hashes of what it
    was made from by the words for each, `side`, `look` and `shows` what it shows of its pieces (see
    `pnp.outputs.earlier`)."""

    build: Hash
    sha256: Hash
    pages: Annotated[int, Meta(ge=0, le=100_000)]
    faces: list[Word]
    stem: Word
    way: Hash
    proved: bool
    parts: dict[Long, Hash] = {}
    side: Word = ""
    look: dict[Word, Long] = {}
    shows: MaybeHash = ""


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """All documents of a game that are known, by file name, and the options of the last build as
    its documents have them (`Entry.way`)."""

    schema_number: Literal[1] = 1
    documents: dict[FileName, Entry] = {}
    last: MaybeHash = ""

    def holds(self, folder: Path, name: str, build: str, proved: bool) -> bool:
        """True if the document stands on the disk just as a build with this key would write it;
        `proved`: and it was read back."""
        entry = self.documents.get(name)
        return (
            entry is not None
            and entry.build == build
            and (entry.proved or not proved)
            and file_digest(folder / name) == entry.sha256
        )

    def changed(self, written: Mapping[str, Entry], removed: list[str], way: str) -> State:
        """The state after a build with these options wrote documents and removed others."""
        found = {name: one for name, one in self.documents.items() if name not in removed}
        return State(documents=dict(sorted((found | dict(written)).items())), last=way)

    def json_bytes(self) -> bytes:
        return json.format(json.encode(self), indent=1) + b"\n"


def read_state(folder: Path) -> State:
    """The state of a game's output folder, an empty one if there is none that can be read."""
    try:
        return json.decode(read_file(folder / STATE, MOST_STATE), type=State)
    except (OSError, MsgspecError, ValueError, RecursionError):
        return State()
