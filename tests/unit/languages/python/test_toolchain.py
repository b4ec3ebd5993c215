"""Which interpreters are taken, and what is said when there is none?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clamh.building.steps import capture
from clamh.languages.base import Captured
from clamh.languages.python import toolchain
from clamh.model.artifacts import Command, Platform


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, Callable]]:
    """programs(name=what it says): executables in a folder; returns PATH and what runs one. The driver's own is not there."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))

    def programs(**text: str):
        for name in text:
            (tmp_path / name).touch(0o755)
        return str(tmp_path), lambda argv: Captured(code=0, output=text[Path(argv[0]).name] + "\n")

    return programs


def test_interpreter_of_CLAMH_PYTHON_comes_first(programs) -> None:
    path, run = programs(**{"python3": "cpython 3.11.2 3.11.2 -", "python3.13": "cpython 3.13.5 3.13.5 t",
                            "pypy3": "pypy 3.9.16 7.3.11 -", "other": "cpython 3.9.25 3.9.25 -"})
    platforms, skipped = toolchain.find({"PATH": path, "CLAMH_PYTHON": "other -O"}, run)
    assert [(platform.id, platform.version, platform.flags) for platform in platforms] == [
        ("python/cpython-3.9", "3.9.25", ("-O",)), ("python/cpython-3.11", "3.11.2", ()), ("python/cpython-3.13t", "3.13.5", ()),
        ("python/pypy-3.9", "7.3.11", ())]
    assert skipped == []


def test_own_interpreter_comes_first_and_links_are_probed_once(programs, tmp_path: Path, monkeypatch) -> None:
    path, _ = programs(**{"python3": "", "python3.12": ""})
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3.12"))
    (tmp_path / "python3.11").symlink_to(tmp_path / "python3")
    texts: list[str] = []

    def run(argv: tuple[str, ...]) -> Captured:
        texts.append(Path(argv[0]).name)
        return Captured(code=0, output=f"cpython 3.{12 if '12' in Path(argv[0]).name else 11}.1 3.1.1 -\n")

    platforms, _ = toolchain.find({"PATH": path}, run)
    assert [platform.id for platform in platforms] == ["python/cpython-3.12", "python/cpython-3.11"] and sorted(texts) == ["python3", "python3.12"]


@pytest.mark.parametrize(("environ", "expected", "reason", "broken"), [
    ({}, {}, "no Python 3.9 or newer is on PATH", False),
    ({}, {"python3": "cpython 3.8.20 3.8.20 -"}, "it is Python 3.8, but CLAMH needs at least 3.9", True),
    ({"CLAMH_PYTHON": "nothing"}, {}, "cannot use CLAMH_PYTHON=nothing: there is no such program", True),
    ({"CLAMH_PYTHON": "old"}, {"old": "cpython 3.8.20 3.8.20 -"}, "it is Python 3.8, but CLAMH needs at least 3.9", True),
    ({"CLAMH_PYTHON": "old"}, {"old": "graalpy 3.11.7 24.2.0 -"}, "graalpy", True),
])
def test_what_cannot_be_used_is_a_skip_that_names_the_line_to_type(programs, environ, expected, reason, broken) -> None:
    path, run = programs(**expected)
    platforms, (skip,) = toolchain.find({"PATH": path, **environ}, run)
    assert platforms == [] and reason in skip.reason and "apt-get install -y python3" in skip.hint and skip.broken is broken


def test_program_of_clamh_toml_is_probed_with_its_flags(programs) -> None:
    path, run = programs(python3="cpython 3.11.2 3.11.2 -")
    item = toolchain.probe(f"{path}/python3", ("-OO",), {}, run)
    assert (item.id, item.flags, item.extra) == ("python/cpython-3.11", ("-OO",), ("-OO",))
    assert toolchain.probe("absent", (), {"PATH": path}, run) == "there is no such program"


def test_interpreter_that_is_replaced_in_place_is_another_platform(programs) -> None:
    path, run = programs(python3="cpython 3.11.2 3.11.2 -")
    before, same = (toolchain.probe(f"{path}/python3", (), {}, run) for _ in range(2))
    Path(path, "python3").write_text("another build of this version")
    assert before == same != toolchain.probe(f"{path}/python3", (), {}, run)


@pytest.mark.parametrize(("expected", "seed", "given"), [(None, 2**63 - 1, "4294967295"), (None, 0, "0"), ("7", 5, None)])
def test_a_fork_has_a_hash_seed_of_its_own_unless_the_user_gave_one(monkeypatch, expected, seed, given) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    if expected is not None:
        monkeypatch.setenv("PYTHONHASHSEED", expected)
    assert toolchain.with_layout_seed(Command(argv=("x",), env={"A": "b"}), seed).env == {
        "A": "b", **({"PYTHONHASHSEED": given} if given else {})}


@pytest.mark.parametrize(("head", "found"), [("", ["tabnanny.py"]), ("from .tabnanny import check\n", [])])
def test_modules_are_found_where_the_worker_finds_them(tmp_path: Path, head: str, found: list[str]) -> None:
    (tmp_path / "tabnanny.py").touch()
    (source := tmp_path / "bench.py").write_text(head + "import tabnanny\n")
    platform = Platform(id="python/cpython-3.11", language="python", executable=sys.executable, version="3.11")
    assert [Path(place).name for place in toolchain.find_imports(platform, [str(source)], str(tmp_path), capture)] == found
