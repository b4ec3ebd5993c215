"""Does mutation find a law that does not hold, say how to try it again, and find nothing in ours?"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.laws import laws
from fuzz.seeds import seeds

ROOT = Path(__file__).parents[2]
# A worker's messages that hold a 7 break the law; read by Python before anything else is imported.
BROKEN = """
import fuzz.laws
def message(data):
    assert b"7" not in data, "a seven"
fuzz.laws.message = message
"""
NO_ATHERIS = "raise ImportError('as on a machine without its wheel')"


def fuzz(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """`python -m fuzz` in `folder`, whose modules come before all others."""
    return subprocess.run([sys.executable, "-m", "fuzz", *argv], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"})


@pytest.mark.parametrize("law", laws())
def test_a_law_holds_for_what_mutation_begins_with(law: str) -> None:
    assert len(begin := seeds(law)) >= 3
    for seed in begin:
        laws()[law](seed)


@pytest.mark.slow
def test_several_laws_are_tried_one_after_the_other(tmp_path: Path) -> None:
    """`make fuzz` tries all of them, for longer: as many at a time as there are CPUs."""
    names = ("results", "messages", "arguments")
    process = fuzz(tmp_path, *names, "--seconds", "3")
    assert process.returncode == 0, process.stdout + process.stderr
    assert sorted(line.split(":")[0] for line in process.stdout.splitlines()) == sorted(names)


@pytest.mark.slow
@pytest.mark.parametrize("modules", [{}, {"atheris.py": NO_ATHERIS}], ids=["as installed", "without atheris"])
def test_what_breaks_a_law_is_printed_with_the_way_to_try_it_again(tmp_path: Path, modules: dict[str, str]) -> None:
    for name, text in {"sitecustomize.py": BROKEN, **modules}.items():
        (tmp_path / name).write_text(text)
    process = fuzz(tmp_path, "messages", "--seconds", "300")
    assert process.returncode == 1
    assert "messages: BROKEN" in process.stdout and "a seven" in process.stdout
    (replay,) = [line.removeprefix("replay: ") for line in process.stdout.splitlines() if line.startswith("replay: ")]
    again = fuzz(tmp_path, *shlex.split(replay)[3:])
    assert again.returncode == 1 and "a seven" in again.stderr


def test_a_law_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    process = fuzz(tmp_path, "gravity")
    assert process.returncode == 2 and "gravity" in process.stderr
