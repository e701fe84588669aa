"""What `--since` names: a PDF, a folder of PDFs, the tag of a build, or a git revision.

`finding` says which of them a word means and reads it, `revision` is git.
"""

from __future__ import annotations

from pnp.since.finding import Old, find_old, leaflet_keys, leaflets_of, together

__all__ = ["Old", "find_old", "leaflet_keys", "leaflets_of", "together"]
