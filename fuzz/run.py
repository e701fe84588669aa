"""Fuzzes one target with libFuzzer: `python fuzz/run.py TARGET [SECONDS]`; `make fuzz` takes all.

Every input has 20 s and 1 GB; one that fails is written to `fuzz/found/TARGET-…`. Copy it to
`tests/fixtures/fuzz/TARGET/` when the bug is mended: the tests replay what stands there.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pnp"]):
    from targets import TARGETS

HERE = Path(__file__).parent
ROOT = HERE.parent
KEPT = ROOT / "tests" / "fixtures" / "fuzz"
REAL = [ROOT / "tests" / "fixtures" / "components", *sorted((ROOT / "tiledefs").iterdir())]
"""Real definitions, for the targets that read such files: what is spoilt goes deeper than noise."""


def main() -> None:
    name, seconds = sys.argv[1], (sys.argv[2:] or ["60"])[0]
    found = HERE / "found"
    corpus = HERE / "corpus" / name
    for folder in (found, corpus, KEPT / name):
        folder.mkdir(parents=True, exist_ok=True)
    limits = ["-timeout=20", "-rss_limit_mb=1024", "-max_len=20000", f"-max_total_time={seconds}"]
    places = [f"-artifact_prefix={found}/{name}-", str(corpus), str(KEPT / name)]
    if name in ("yaml", "component", "game", "leaflet"):
        places += map(str, REAL)
    atheris.Setup([sys.argv[0], *limits, *places], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
