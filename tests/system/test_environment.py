"""What the environment may say, and that nothing else in it counts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

Run = Callable[..., Result]


@pytest.mark.parametrize(
    "value", ["abc", "-1", "1e5", "1.5", "253402300800", "9" * 5000, "٣", "1 2"]
)
def test_a_bad_date(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    done = run_cli("build", tiny_folder)
    assert done.code == 2 and "SOURCE_DATE_EPOCH='" in done.err
    assert "0 to 253402300799; or unset it" in done.err
    assert not Path("output").exists()
    assert run_cli("--help").code == 0


def test_the_date_of_documents(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another date makes other documents, also where they stand already."""
    found = []
    for value in ("", "0", "86400", "253402300799", " 86400 "):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
        assert run_cli("build", tiny_folder, "-o", "out").code == 0
        found.append(Path("out/tiny/cards_A4.pdf").read_bytes())
    assert b"D:19700102" in found[2] and found[2] == found[4]
    assert len({*found}) == 4
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    run_cli("build", tiny_folder, "-o", "out")
    assert Path("out/tiny/cards_A4.pdf").read_bytes() == found[0]


@pytest.mark.slow
def test_settings_of_libraries_do_not_count(
    run_process: Callable[..., Result], tiny_folder: Path, tmp_path: Path
) -> None:
    env = {"RL_invariant": "abc", "RL_pageCompression": "0", "EVAL_DEBUG": "x"}
    assert run_process("build", tiny_folder, "-o", tmp_path / "a", env=env).code == 0
    assert run_process("build", tiny_folder, "-o", tmp_path / "b").code == 0
    one, two = (tmp_path / n / "tiny" / "cards_A4.pdf" for n in "ab")
    assert one.read_bytes() == two.read_bytes()


def test_what_is_set_for_libraries_stays_as_it_was(run_cli: Run) -> None:
    assert run_cli("list", "labydo").code == 0
    assert os.environ["PYDANTIC_DISABLE_PLUGINS"]
