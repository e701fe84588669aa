"""Times whole processes against references, in alternated runs, and prints Markdown tables.

    python benchmarks/run.py [-n RUNS] [--jobs J1,J3] [--no-peers] [--count] [--write]

`--write` puts the tables into README.md. `make bench` does that with everything.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from jobs import JOBS, Workshop
from table import put_into, tables
from timing import Failed, alternate, count

README = Path(__file__).resolve().parent / "README.md"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times pnp against references.")
    parser.add_argument("-n", "--runs", type=int, default=7, help="counted runs of each command")
    parser.add_argument("--jobs", default=",".join(JOBS), help="which jobs: " + ", ".join(JOBS))
    parser.add_argument("--no-peers", action="store_true", help="nothing that must be installed")
    parser.add_argument("--count", action="store_true", help="instructions too, with valgrind")
    parser.add_argument("--scale", type=float, default=1.0, help="of the sizes of J2 and J3")
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    found = parser.parse_args()
    if found.runs < 1 or not 0 < found.scale <= 1:
        parser.error("at least one run, a scale of at most 1")
    if set(found.jobs.split(",")) - set(JOBS):
        parser.error(f"jobs are {', '.join(JOBS)}")
    return found


def main() -> None:
    told = arguments()
    valgrind = shutil.which("valgrind") or ""
    if told.count and not valgrind:
        raise SystemExit("valgrind is not installed, which --count needs")
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder), told.scale, not told.no_peers)
        groups = []
        for key in told.jobs.split(","):
            group = JOBS[key](shop)
            print(f"{key}: {group.title}", file=sys.stderr)
            try:
                alternate(group.subjects, group.rounds(told.runs))
                if told.count and not group.processes:
                    count(group.subjects, valgrind)
            except Failed as error:
                raise SystemExit(f"{key}: this command failed: {error}") from None
            groups.append(group)
    found = tables(groups, shop.notes, told.runs)
    print(found)
    if told.write:
        README.write_text(put_into(README.read_text(encoding="utf-8"), found), encoding="utf-8")


if __name__ == "__main__":
    main()
