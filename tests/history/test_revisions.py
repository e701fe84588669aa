"""Revisions of git that `--since` names, and repositories that are not trusted."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from finding_help import changed, found, run_git

from pnp.errors import PnpError
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.history import compare
from pnp.history.revision import check_out, is_revision

Edit = Callable[..., None]
git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
OLD_WALL, NEW_WALL = "    | . | .   . |", "    | .   .   . |"


@pytest.fixture
def repository(tiny_folder: Path) -> Path:
    """The game in a repository, committed."""
    run_git(tiny_folder.parent, "init", "-q", ".")
    run_git(tiny_folder.parent, "add", "tiny")
    run_git(tiny_folder.parent, "commit", "-q", "-m", "first")
    return tiny_folder


@git
@pytest.mark.parametrize("word", ["HEAD", "git:HEAD", "first", "git:first~0"])
def test_a_revision(repository: Path, edit: Edit, word: str) -> None:
    run_git(repository, "tag", "first")
    edit(repository / "tiles.yaml", OLD_WALL, NEW_WALL)
    run_git(repository, "commit", "-q", "-a", "-m", "second")
    edit(repository / "tiles.yaml", "back: labrys", "back: labyrinth")
    old = found(word, repository)
    assert old.complete and old.plan is not None
    assert changed(old, repository) == ["one", "two"]
    sides = {c.id: c.sides for c in compare(old.held, Plan(load(repository)[0]), {}).changed}
    first = "first" in word
    assert sides == {"one": ("back",), "two": ("front", "back") if first else ("back",)}


@git
def test_only_plain_files_inside_are_taken(repository: Path, tmp_path: Path) -> None:
    (repository / "link.yaml").symlink_to("/etc/hostname")
    (repository / "notes").mkdir()
    (repository / "notes" / "a b.txt").write_text("kept")
    run_git(repository, "add", ".")
    run_git(repository, "commit", "-q", "-m", "more")
    target = tmp_path / "target"
    check_out(repository, "HEAD", target)
    names = sorted(p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file())
    assert names == ["game.yaml", "notes/a b.txt", "tiles.yaml"]


@git
def test_revisions_that_cannot_be_read(repository: Path, edit: Edit) -> None:
    for word, says in (
        ("git:nope", "git knows no nope"),
        ("git:--help", "'--help' is no revision"),
    ):
        with pytest.raises(PnpError, match=f"OLD004 .*{says}"):
            found(word, repository)
    later = Path(shutil.copytree(repository, repository.parent / "later"))
    with pytest.raises(PnpError, match=r"OLD004 .*revision HEAD has no folder later"):
        found("git:HEAD", later)
    edit(repository / "tiles.yaml", "cell: 18mm", "cell: broad")
    run_git(repository, "commit", "-q", "-a", "-m", "broken")
    edit(repository / "tiles.yaml", "cell: broad", "cell: 18mm")
    with pytest.raises(
        PnpError, match=r"OLD004 .*the game of HEAD cannot be drawn: HEAD:tiny/tiles"
    ):
        found("git:HEAD", repository)


def test_no_git_and_no_repository(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("git"):
        with pytest.raises(PnpError, match="OLD004"):
            found("git:HEAD", tiny_folder)
    monkeypatch.setenv("PATH", str(tiny_folder))
    assert not is_revision(tiny_folder, "HEAD")
    with pytest.raises(PnpError, match=r"OLD004 .*no git on this machine"):
        found("git:HEAD", tiny_folder)


@git
def test_a_repository_starts_no_program(tmp_path: Path, tiny_folder: Path) -> None:
    """Git would fetch a missing object, and run what the repository's settings name for that."""
    home = tiny_folder.parent

    def run(*args: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
        done = subprocess.run(["git", *who, *args], cwd=home, capture_output=True, check=True)
        return done.stdout.decode().strip()

    run("init", "-q")
    run("add", tiny_folder.name)
    run("commit", "-qm", "first")
    blob = run("rev-parse", f"HEAD:{tiny_folder.name}/game.yaml")
    (home / ".git/objects" / blob[:2] / blob[2:]).unlink()
    trap = home / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{home}/sprung'\n")
    trap.chmod(0o755)
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(home),
        "remote.origin.uploadpack": str(trap),
    }.items():
        run("config", name, value)
    with pytest.raises(PnpError, match="OLD004 files of revision HEAD are not in this clone"):
        found("HEAD", tiny_folder)
    assert not (home / "sprung").exists()


def cloned(home: Path, *how: str) -> Path:
    """A clone of a repository of two revisions: the game in it, whose latest files are there."""
    run_git(home, "config", "uploadpack.allowFilter", "true")
    run_git(home, "clone", "-q", *how, f"file://{home}", str(home / "clone"))
    return home / "clone" / "tiny"


@git
def test_a_partial_clone(repository: Path, edit: Edit) -> None:
    """Nothing is fetched; the command of the hint does."""
    edit(repository / "tiles.yaml", OLD_WALL, NEW_WALL)
    run_git(repository, "commit", "-q", "-a", "-m", "second")
    clone = cloned(repository.parent, "--filter=blob:none")
    assert changed(found("HEAD", clone), clone) == []
    for word in ("HEAD~1", "git:HEAD~1"):
        with pytest.raises(PnpError) as caught:
            found(word, clone)
        (problem,) = caught.value.problems
        assert problem.code == "OLD004" and "HEAD~1 are not in this clone" in problem.message
    command = problem.hint.removeprefix("fetch them: ")
    subprocess.run(shlex.split(command), check=True, capture_output=True)
    assert changed(found("HEAD~1", clone), clone) == ["two"]


@git
def test_a_shallow_clone(repository: Path) -> None:
    run_git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    clone = cloned(repository.parent, "--depth", "1")
    for word, code in (("HEAD~1", "OLD001"), ("git:HEAD~1", "OLD004")):
        with pytest.raises(PnpError) as caught:
            found(word, clone)
        (problem,) = caught.value.problems
        assert problem.code == code
        assert problem.hint.endswith("the clone is shallow: git fetch --unshallow")


@git
def test_the_repository_is_that_of_the_folder(
    tmp_path: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a hook, which names another by variables."""
    subprocess.run(["git", "init", "-q"], cwd=tiny_folder, check=True)
    subprocess.run(["git", "add", "."], cwd=tiny_folder, check=True)
    who = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
    subprocess.run(["git", *who, "commit", "-qm", "first"], cwd=tiny_folder, check=True)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    assert changed(found("HEAD", tiny_folder), tiny_folder) == []


@git
def test_what_git_says_is_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where git cannot look for a revision: its own words and its advice."""
    with pytest.raises(PnpError, match=r"OLD001 .*and no git revision of"):
        found("nope", repository)
    with monkeypatch.context() as patch:
        patch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        for word, code in (("HEAD", "OLD001"), ("git:HEAD", "OLD004")):
            with pytest.raises(PnpError, match=f"{code} .*detected dubious ownership") as caught:
                found(word, repository)
            assert "git config --global --add safe.directory" in caught.value.problems[0].hint
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "")
        with pytest.raises(PnpError, match=r"OLD001 .*nor a revision: there is no git on this"):
            found("HEAD", repository)
    objects = repository.parent / ".git" / "objects"
    shutil.rmtree(objects)
    objects.mkdir()
    with pytest.raises(PnpError, match=r"OLD001 .*nor a revision: HEAD is no commit, or one that"):
        found("HEAD", repository)
    shutil.rmtree(objects.parent)
    with pytest.raises(PnpError, match=r"OLD001 .*nor a revision: fatal: not a git repository"):
        found("HEAD", repository)
