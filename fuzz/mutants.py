"""Game folders spoilt in one place: `python fuzz/mutants.py [HOW MANY [SEED]]`.

Every value of every definition is left out, doubled, renamed, and replaced by values of each other
type, by names of other components, and by what other keys hold. Whatever comes out may be refused,
at a place in a file, but nothing else: reading, checking and laying out raise no other error.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pnp.cli.options import plans_in
from pnp.definition.source import Node, read_tree
from pnp.errors import PnpError, Problem
from pnp.game.plan import Options
from pnp.kinds import kind_modules

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "tests" / "fixtures" / "kit", *sorted((ROOT / "tiledefs").iterdir())]
FEW = 4
"""Of a longer list or table of entries that are alike only the first and the last are spoilt."""
VALUES: list[Any] = [None, "", "0", "-1", "1", "2", "99", "100000000", "1.5", "nope", "none"]
VALUES += ["0mm", "0.01mm", "12mm", "900mm", "1x1", "3x6", "100x1", "1 x 1mm", "90 x 60mm"]
VALUES += ["1 x 1 x 1mm", "90 x 60 x 40mm", "#1A2B3C", "art/a.svg", "{paper}", "*", "true"]
VALUES += ["blank", "Ä", "a\nb", "x" * 300, "+---+\n| . |\n+---+", [], {}, ["1"], [[]]]
VALUES += [{"a": "1"}, {"1": "2"}]

Path_ = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A tree of a file, what was done to it, and the file's name."""

    file: str
    what: str
    tree: Any


def trees_of(folder: Path) -> dict[str, Any]:
    """The definitions of a game folder as plain texts, lists and tables."""
    return {path.name: _plain(read_tree(path)[0]) for path in sorted(folder.glob("*.yaml"))}


def _plain(node: Node) -> Any:
    if node.kind == "map":
        return {key: _plain(value) for key, value in node.fields.items()}
    return [_plain(item) for item in node.items] if node.kind == "list" else node.text


def _places(tree: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The paths of a tree that are spoilt, its root among them."""
    yield path
    if not isinstance(tree, list | dict):
        return
    steps: list[Any] = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    alike = isinstance(tree, list) or not any(isinstance(tree[step], str) for step in steps)
    for step in [steps[0], steps[-1]] if alike and len(steps) > FEW else steps:
        yield from _places(tree[step], (*path, step))


def _with(tree: Any, path: Path_, change: Any) -> Any:
    """The tree with the container of a path's last step as `change` makes it of a copy."""
    copy: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    if len(path) == 1:
        return change(copy, path[0])
    copy[path[0]] = _with(copy[path[0]], path[1:], change)
    return copy


def _deleted(holder: Any, step: Any) -> Any:
    del holder[step]
    return holder


def _doubled(holder: Any, step: Any) -> Any:
    if isinstance(holder, list):
        return [*holder, holder[step]]
    return {**holder, f"{step}-2": holder[step]}


def _renamed(holder: Any, step: Any) -> Any:
    if isinstance(holder, list):
        return holder[::-1]
    return {("nope" if key == step else key): value for key, value in holder.items()}


def _put(value: Any) -> Any:
    def change(holder: Any, step: Any) -> Any:
        holder[step] = value
        return holder

    return change


def mutants(folder: Path) -> Iterator[Mutant]:
    """Every way of spoiling a game folder in one place."""
    trees = trees_of(folder)
    names = [Path(file).stem for file in trees]
    for file, tree in trees.items():
        spots = list(_places(tree))
        held = {json.dumps(_at(tree, path)): _at(tree, path) for path in spots if path}
        others = [value for value in held.values() if value not in VALUES]
        chance = random.Random(file)
        for path in filter(None, spots):
            for change in (_deleted, _doubled, _renamed):
                yield Mutant(file, f"{path} {change.__name__}", _with(tree, path, change))
            own = _at(tree, path)
            new = [
                *VALUES,
                *names,
                *chance.sample(others, min(FEW, len(others))),
                [own],
                {"a": own},
            ]
            new += kind_modules() if path[-1] == "kind" else []
            for value in new:
                if value != own:
                    says = f"{path} = {json.dumps(value, ensure_ascii=False)}"
                    yield Mutant(file, says, _with(tree, path, _put(value)))
        for other, stranger in trees.items():
            yield Mutant(file, f"is {other}", stranger)


def _at(tree: Any, path: Path_) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def judge(folder: Path, mutant: Mutant) -> list[str]:
    """What is wrong with how a copy of the folder, so spoilt, is read; nothing if all is well."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(shutil.copytree(folder, Path(place) / folder.name))
        text = json.dumps(mutant.tree, indent=1, ensure_ascii=False)
        (copy / mutant.file).write_text(text, encoding="utf-8")
        try:
            found = _problems(copy)
        except Exception:
            return [traceback.format_exc()]
        return [f"without a place: {one}" for one in found if not _has_place(one, copy)]


def _problems(folder: Path) -> list[Problem]:
    """All that is said of a game when it is checked and laid out."""
    try:
        plans, reports = plans_in([folder], Options())
        broken = any(report.count("error") for report in reports)
        for plan in plans if not broken else ():
            assert plan.documents
    except PnpError as error:
        return list(error.problems)
    return [problem for report in reports for problem in report.problems]


def _has_place(problem: Problem, folder: Path) -> bool:
    """Whether a problem names a line that exists in a file of the folder."""
    if problem.loc is None:
        return False
    file = Path(problem.loc.file)
    return file.is_relative_to(folder) and problem.loc.line <= len(file.read_bytes().splitlines())


def main() -> None:
    every = [(folder, one) for folder in FOLDERS for one in mutants(folder)]
    count, seed = map(int, [*sys.argv[1:], *[str(len(every)), "0"][len(sys.argv) - 1 :]])
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    found = 0
    for folder, mutant in chosen:
        for fault in judge(folder, mutant):
            found += 1
            print(f"{folder.name}/{mutant.file}: {mutant.what[:200]}\n{fault}", flush=True)
    print(f"{len(chosen)} of {len(every)} mutants, {found} faults")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
