"""Outside art is drawn once; what is kept of it is believed only as far as it is whole."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from art_help import deck_folder, file_of, plan_of, quarters
from conftest import Result

from pnp.art import faces, raster, store
from pnp.art.store import Store, use_store
from pnp.errors import PnpError
from pnp.game import inks as tone
from pnp.outputs.documents import export_document
from pnp.piece import Bitmap, InMemory, hash_of
from pnp.system import program
from pnp.system.filed import Filed

Cli = Callable[..., Result]
WORDS = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<rect width="63" height="88" fill="#EEE"/>
<text x="5" y="20" font-size="9" font-family="Alegreya">Fox</text></svg>"""
CARDS = "back: none\ncards: {a: a.svg, b: b.png, c: c.png}\n"


class Counter:
    """How often pictures were drawn and decoded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps: list[str] = []
        for module, name in ((faces, "render"), (raster, "decode")):
            self._count(monkeypatch, module, name)

    def _count(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        real = getattr(module, name)

        def counted(*args: Any) -> Any:
            self.steps.append(name)
            return real(*args)

        monkeypatch.setattr(module, name, counted)

    def taken(self) -> list[str]:
        """The steps since the last question."""
        found, self.steps = sorted(self.steps), []
        return found


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    return Counter(monkeypatch)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A drawing that becomes pixels, a picture kept as it is, one that is few pixels and cut."""
    small = file_of(quarters(60, 60))
    return deck_folder(
        tmp_path / "deck", CARDS, a_svg=WORDS, b_png=file_of(quarters()), c_png=small
    )


EVERY = ["decode", "decode", "render"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [
        ("check", "deck"),
        ("build", "deck", "-o", "out"),
        ("cutlines", "deck", "-o", "cuts.svg"),
        ("list", "deck"),
        ("face", "deck", "a", "-o", "a.svg"),
        ("gallery", "deck", "-o", "all.html"),
    ],
    ids=lambda args: str(args[0]),
)
def test_a_second_command_draws_nothing_and_says_the_same(
    deck: Path, run_cli: Cli, counter: Counter, args: tuple[str, ...]
) -> None:
    first = run_cli(*args)
    assert first.code == 0 and counter.taken() == EVERY
    again = run_cli(*args)
    assert again.code == 0 and counter.taken() == []
    if args[0] == "check":
        assert again == first and "ART008" in first.out and "ART012" in first.out
    assert run_cli(*args, "--no-cache").code == 0
    assert counter.taken() == EVERY


def test_a_build_is_the_same_whatever_was_kept(deck: Path, run_cli: Cli) -> None:
    def built(name: str, *more: str) -> bytes:
        assert run_cli("build", "deck", "-o", name, *more).code == 0
        return Path(name, "deck", "cards_A4.pdf").read_bytes()

    assert built("cold") == built("warm") == built("anew", "--no-cache")


def test_other_inks_are_mixed_once(
    deck: Path, run_cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed: list[Bitmap] = []
    real = tone._mapped

    def counted(bitmap: Bitmap, inks: tone.Inks) -> Bitmap:
        mixed.append(bitmap)
        return real(bitmap, inks)

    monkeypatch.setattr(tone, "_mapped", counted)
    for _ in range(2):
        assert run_cli("face", "deck", "b", "--ink", "gray", "-o", "b.svg").code == 0
    assert len(mixed) == 3


def test_another_wish_file_or_program_is_drawn_anew(
    deck: Path, run_cli: Cli, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_cli("check", "deck")
    counter.taken()
    run_cli("face", "deck", "b", "--bleed", "3mm", "-o", "b.svg")
    assert counter.taken() == EVERY
    (deck / "b.png").write_bytes((deck / "c.png").read_bytes())  # known under another name
    run_cli("check", "deck")
    assert counter.taken() == []
    (deck / "c.png").write_bytes(file_of(quarters(62, 62)))
    run_cli("check", "deck")
    assert counter.taken() == ["decode"]
    monkeypatch.setattr(store, "program_key", lambda: f"{program.program_key()} and more")
    run_cli("check", "deck")
    assert counter.taken() == EVERY


def test_refusals_are_not_kept(deck: Path, run_cli: Cli, counter: Counter) -> None:
    (deck / "b.png").write_bytes(file_of(quarters())[:300])
    for _ in range(2):
        assert "ART004" in run_cli("check", "deck").out
    assert counter.taken() == sorted([*EVERY, "decode"])


def printed(deck: Path) -> Filed:
    plan = plan_of(deck)
    (document,) = plan.documents
    return export_document(plan, document).data


def flip(place: int) -> Callable[[Path, bytes], None]:
    def change(path: Path, data: bytes) -> None:
        at = place % len(data)
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])

    return change


def cut(size: int) -> Callable[[Path, bytes], object]:
    return lambda path, data: path.write_bytes(data[:size])


def as_folder(path: Path, _: bytes) -> None:
    path.unlink()
    path.mkdir()


def as_pipe(path: Path, _: bytes) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoil",
    [flip(0), flip(20), flip(41), flip(44), flip(90), flip(-1)]
    + [cut(0), cut(10), cut(50), cut(200), cut(-30), as_folder]
    + ([as_pipe] if hasattr(os, "mkfifo") else []),
)
def test_what_is_broken_is_made_again(
    deck: Path, own_store: Path, spoil: Callable[[Path, bytes], object]
) -> None:
    right = printed(deck)
    for path in own_store.iterdir():
        spoil(path, path.read_bytes())
    assert printed(deck) == right


def test_what_is_kept_for_one_thing_counts_for_no_other(deck: Path, own_store: Path) -> None:
    right = printed(deck)
    paths = sorted(own_store.iterdir())
    kept = [path.read_bytes() for path in paths]
    for path, data in zip(paths, [*kept[1:], kept[0]], strict=True):
        path.write_bytes(data)
    assert printed(deck) == right


def test_what_is_gone_meanwhile_is_made_again_and_never_otherwise(
    deck: Path, own_store: Path
) -> None:
    plan = plan_of(deck)
    right = export_document(plan, plan.documents[0]).data
    plan = plan_of(deck)
    assert len(plan.pieces) == 3
    for path in own_store.iterdir():
        path.unlink()
    assert export_document(plan, plan.documents[0]).data == right
    for name in ("a.svg", "b.png"):
        plan, kept = plan_of(deck), (deck / name).read_bytes()
        assert len(plan.pieces) == 3
        for path in own_store.iterdir():
            path.unlink()
        (deck / name).write_bytes(kept.replace(b"Fox", b"Owl") if name == "a.svg" else kept[:99])
        with pytest.raises(PnpError, match="was changed while it was being printed"):
            export_document(plan, plan.documents[0])
        (deck / name).write_bytes(kept)


def refuse(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "no space left on device")


def test_a_disk_that_takes_nothing_is_no_fault(
    deck: Path, run_cli: Cli, own_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run_cli("check", "deck")
    for path in own_store.iterdir():
        path.unlink()
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    assert run_cli("check", "deck") == first
    monkeypatch.setattr(store, "scratch_folder", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert run_cli("check", "deck") == first
    assert run_cli("check", "deck", "--no-cache") == first
    assert list(own_store.iterdir()) == []


def test_no_cache_leaves_nothing_behind(deck: Path, run_cli: Cli, own_store: Path) -> None:
    assert run_cli("build", "deck", "-o", "out", "--no-cache").code == 0
    assert not list(own_store.glob("*"))


def thing(data: bytes) -> Bitmap:
    return Bitmap(hash_of(data), "png", (1, 1), 1, InMemory(data))


def test_the_folder_is_bounded_and_the_oldest_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 100_000)
    folder = tmp_path / "kept"
    (folder / "other").mkdir(parents=True)
    (folder / "notes.txt").write_bytes(bytes(90_000))  # none of ours

    def names() -> set[str]:
        return {p.name for p in folder.iterdir() if len(p.name) == 64}

    old = Store(folder)
    made: list[str] = []
    for n in range(60):
        before = names()
        data = bytes([n]) * 5_000
        make = partial(thing, data)
        got = old.kept([data], Bitmap, make, make)
        assert got.data == data
        (name,) = names() - before
        made.append(name)
        os.utime(folder / name, (n, n))
        assert sum(p.stat().st_size for p in folder.iterdir() if p.name in names()) <= 100_000
    assert made[-1] in names() and made[0] not in names()
    assert [name for name in made if name in names()] == made[-len(names()) :]
    assert (folder / "notes.txt").exists()
    big = bytes(30_000)
    before = names()
    assert old.kept([big], Bitmap, lambda: thing(big), lambda: thing(big)).data == big
    assert names() == before, "more than a fifth of all"


def test_what_is_used_is_not_old(tmp_path: Path) -> None:
    kept, data = Store(tmp_path), b"x" * 99
    kept.kept([data], Bitmap, lambda: thing(data), lambda: thing(data))
    (path,) = tmp_path.iterdir()
    os.utime(path, (1, 1))
    kept.kept([data], Bitmap, lambda: pytest.fail("made again"), lambda: thing(data))
    assert path.stat().st_mtime > 1


def test_many_may_keep_the_same_at_once(tmp_path: Path) -> None:
    gate, found = threading.Barrier(8), []

    def work() -> None:
        gate.wait()
        for n in range(40):
            data = bytes([n]) * 3_000
            make = partial(thing, data)
            one = Store(tmp_path).kept([data], Bitmap, make, make)
            found.append(one.data == data)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 320
    assert len(list(tmp_path.iterdir())) == 40


def test_the_store_follows_the_choice(own_store: Path) -> None:
    assert store.store().folder == own_store
    use_store(cached=False)
    assert store.store().folder != own_store
