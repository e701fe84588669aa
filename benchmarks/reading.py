"""The least that any check needs: every YAML file of some games read by PyYAML, and nothing done.

    python benchmarks/reading.py GAME_FOLDER …

With libyaml where PyYAML has it.
"""

import sys
from pathlib import Path

import yaml


def main(folders):
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for folder in map(Path, folders):
        for path in sorted(folder.rglob("*.yaml")):
            with path.open(encoding="utf-8") as file:
                yaml.load(file, loader)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(sys.argv[1:])
