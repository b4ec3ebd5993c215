"""Do wrapper and runtime compile without a warning, in every standard and with every compiler, whatever the user's names?"""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from made_cpp import bound, made

from clamh.building.generate import generate
from clamh.languages.cpp.toolchain import OUTSIDE, RUNTIME

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror")
pytestmark = pytest.mark.language("cpp")


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrapper")
    written = generate(bound(HERE / "hostile_names.cpp"))
    for name, text in written.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / written.entry


def test_the_wrapper_of_hostile_names_is_free_of_warnings_in_every_standard(platform, wrapper: Path) -> None:
    def said(standard: str) -> str:
        command = [platform.executable, f"-std={standard}", "-O1", *STRICT, "-fsyntax-only", "-I", RUNTIME, "-I",
                   OUTSIDE, wrapper]
        process = subprocess.run([str(item) for item in command], capture_output=True, text=True, check=False)
        return process.stderr if process.returncode else ""

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(said, ("c++17", "gnu++17", "c++20", "c++2b"))) == [""] * 4


@pytest.mark.parametrize("standard", ["c++20", "c++2b"])
def test_the_worker_is_free_of_warnings_in_later_standards(platform, standard: str) -> None:
    process = subprocess.run([platform.executable, f"-std={standard}", *STRICT, "-fsyntax-only", str(RUNTIME / "main.cpp")],
                             capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_every_hostile_name_runs(tmp_path: Path) -> None:
    artifact = made(HERE / "hostile_names.cpp", tmp_path, *STRICT)
    for name in ("sort", "time", "clock", "main_loop", "timed", "loop", "measure", "fixture", "seven"):
        process = subprocess.run([artifact.path, "--solo", name, "-wi", "0", "-i", "1", "-r", "1ms"], capture_output=True, text=True,
                                 check=False)
        assert process.returncode == 0, process.stderr
