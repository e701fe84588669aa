"""The order of modules that ARCHITECTURE.md documents, and the house rules a parser can see."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "pnp").rglob("*.py"))


def order() -> list[str]:
    """The first column of the table of modules, from the top."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    table = text[text.index("| room |") : text.index("A **new game**")]
    rows = re.findall(r"(?m)^\| (`[^|]+) \|", table)
    return [name.rstrip("/") for row in rows for name in re.findall(r"`([\w/]+)`", row)]


ORDER = order()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def name_of(path: Path) -> str:
    """The module or package right below `pnp`."""
    return path.relative_to(ROOT / "pnp").with_suffix("").parts[0]


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The imported modules, and whether the import runs as soon as the module is read."""
    at_once = {id(node) for node in tree(path).body}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: a relative import"
            names = [node.module]
            if node.module == "pnp":
                names = [f"pnp.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield name, id(node) in at_once


def test_the_documented_order_is_complete() -> None:
    modules = {name_of(path) for path in FILES} - {"__init__", "__main__"}
    assert sorted(ORDER) == sorted(modules)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_order(path: Path) -> None:
    own = name_of(path)
    if own in ("__init__", "__main__"):
        return
    for name, _ in imports(path):
        if name.split(".")[0] != "pnp" or name in ("pnp", "pnp.__version__"):
            continue
        other = name.split(".")[1]
        if other == own:
            continue
        assert ORDER.index(other) < ORDER.index(own), (
            f"{own} imports {other}, which stands below it"
        )


def users_of(library: str) -> set[str]:
    return {
        str(path.relative_to(ROOT / "pnp"))
        for path in FILES
        for name, _ in imports(path)
        if name.split(".")[0] == library
    }


@pytest.mark.parametrize(
    ("library", "users"),
    [
        ("svgwrite", {"draw/ink.py"}),
        ("click", None),
        ("yaml", {"definition/source.py"}),
        ("reportlab", None),
        ("markdown_it", {"leaflet/markdown.py"}),
        ("ezdxf", {"pdf/cutfile.py"}),
        ("resvg_py", {"art/render.py"}),
    ],
)
def test_libraries_have_one_user(library: str, users: set[str] | None) -> None:
    found = users_of(library)
    assert found
    if users is not None:
        assert found == users
    folder = {
        "click": ("cli/",),
        "reportlab": ("pdf/", "leaflet/"),
    }.get(library)
    assert folder is None or all(user.startswith(folder) for user in found)


def test_heavy_libraries_are_not_read_for_help() -> None:
    """`pnp --help` imports click and nothing heavy; commands import theirs when called."""
    for path in (
        ROOT / "pnp" / "__init__.py",
        ROOT / "pnp" / "cli" / "__init__.py",
        ROOT / "pnp" / "__main__.py",
    ):
        heavy = [
            name
            for name, at_once in imports(path)
            if at_once
            and name.split(".")[0]
            in ("pydantic", "reportlab", "svgwrite", "yaml", "PIL", "fontTools", "markdown_it")
        ]
        own = [
            name
            for name, at_once in imports(path)
            if at_once and name.startswith("pnp.") and name not in ("pnp.__version__", "pnp.cli")
        ]
        assert heavy == own == []


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_command_line_prints_or_exits(path: Path) -> None:
    if name_of(path) not in ("cli", "__main__"):
        words = {
            "print",
            "exit",
            "quit",
            "sys.exit",
            "os._exit",
            "click.echo",
            "input",
            "breakpoint",
        }
        assert not words & set(calls(path))
        assert "SystemExit" not in {n.id for n in ast.walk(tree(path)) if isinstance(n, ast.Name)}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_and_functions_stay_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 600
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 60, node.name


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_inches_and_points_have_one_home(path: Path) -> None:
    found = {
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    }
    if name_of(path) == "units":
        return
    assert not found & {25.4, 72 / 25.4, 25.4 / 72, 1 / 25.4, 2.8346, 2.83465}
    if path.parent.name != "symbols":  # pictures are full of coordinates
        assert 72 not in found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_say_what_they_are(path: Path) -> None:
    if path.read_text().strip():
        assert ast.get_docstring(tree(path))


def words_of(path: Path) -> set[object]:
    return {node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)}


def test_a_kind_is_known_only_to_its_file() -> None:
    """No `if kind == …` elsewhere; the loader's default for boxes is the one exception."""
    from pnp.kinds import kind_modules

    allowed = {"game": {"tuckbox"}}
    for path in FILES:
        if name_of(path) not in ("kinds", "families", "nets", "draw"):
            known = {*kind_modules()} & words_of(path) - {"landscape"}  # also how paper lies
            assert not known - allowed.get(name_of(path), set()), path


def test_games_and_families_are_known_only_to_their_folders() -> None:
    from pnp.family import GROUP, families
    from pnp.game.loader import bundled_games

    for path in FILES:
        if name_of(path) != "families":
            words = words_of(path)
            assert not {*bundled_games(), *families()} & words, path
            named = {w for w in words if isinstance(w, str) and w.startswith(GROUP)}
            assert named <= {GROUP}, path


def test_every_fixture_file_is_used() -> None:
    for folder in ("components", "games"):
        assert list((ROOT / "tests" / "fixtures" / folder).glob("*.yaml"))
    assert not list((ROOT / "tests" / "fixtures").glob("*.yaml"))


OPENED = {
    ("art/raster.py", "Image.open"),
    ("art/render.py", "Image.open"),
    ("cli/__init__.py", "open"),  # nowhere
    ("cli/building.py", "shelf.open"),
    ("system/disk.py", "os.open"),
    ("game/inks.py", "Image.open"),
    ("system/locks.py", "os.open"),
    ("outputs/tagfile.py", "archive.open"),
    ("draw/symbols.py", "(_FOLDER / f'{name}.svg').read_text"),  # ours
    ("outputs/transaction.py", "path.open"),  # to write
    ("history/revision.py", "file.open"),  # to write
}
"""What is called `open`: pictures are bytes, and the others are explained."""


def test_files_are_opened_in_one_place() -> None:
    found = {
        (str(path.relative_to(ROOT / "pnp")), call)
        for path in FILES
        for call in calls(path)
        if re.search(r"(^|\.)(open|read_bytes)$|\.read_text$", call)
    }
    assert found == OPENED


def test_libraries_are_given_bytes() -> None:
    """No library opens a file that its caller did not look at."""
    library = re.compile(r"PdfReader|PdfDocument|ZipFile|Image\.open|tomllib\.load$|json\.load$")
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and library.search(ast.unparse(node.func)):
                given = ast.unparse(node.args[0])
                assert given in ("pdf", "self._pdf", "file", "out") or given.startswith(
                    "io.BytesIO("
                ), path


def test_the_environment_is_read_in_one_place() -> None:
    words = re.compile(r"\b(environb?|getenv|putenv)\b")
    users = [path.name for path in FILES if words.search(path.read_text())]
    assert users == ["environment.py"]
