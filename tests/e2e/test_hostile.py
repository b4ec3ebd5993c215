"""Do builds, workers and report files leave alone what a name, a value or a folder says, and keep it as it was written?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import in_process
import pytest
from made_hostile import COMMANDS, SOURCES

from clamh.cli import arguments
from clamh.judging.results_file import read_results
from clamh.languages import languages

FOLDER = "-x $(touch canary) `touch canary`;touch canary; \"a' & <script> %s ü\\n\n"
STEM = "-$(touch canary);'\"ü %"
VALUE = f"{''.join(COMMANDS)}\\\"'<script>%s%41 ü階 \\n"
# Node.js imports no file on whose path a backslash stands, and says so.
CANNOT = {"javascript": "\\"}
SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")


@pytest.fixture
def folder(language: str, tmp_path: Path, cache: Path) -> Path:
    """A folder with a name of the worst; what builds share stays in the session's cache."""
    shared = cache / "shared"
    shared.mkdir(parents=True, exist_ok=True)
    (tmp_path / "clamh").symlink_to(shared)
    path = tmp_path / FOLDER.replace(CANNOT.get(language, "\0"), "")
    path.mkdir()
    return path


def environ(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "CLAMH_CACHE"}
    return {**kept, "XDG_CACHE_HOME": str(folder.parent), "NO_COLOR": "1", "PYTHONUTF8": "1"}


def clamh(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """The command line in `folder`, where it also builds."""
    return subprocess.run(
        [sys.executable, "-m", "clamh.cli.main", *argv], cwd=folder, capture_output=True, text=True, timeout=900, check=False,
        env=environ(folder))


@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
@pytest.mark.parametrize("language", [pytest.param(language, marks=pytest.mark.language(language)) for language in languages()])
def test_nothing_that_the_user_wrote_is_run_but_the_benchmark(folder: Path, language: str) -> None:
    result, fixed = SOURCES[language]
    name = fixed or f"{STEM}{languages()[language].extensions[0]}"
    (folder / name).write_text(result(f"the $(touch canary) name `touch canary` {STEM}", VALUE), encoding="utf-8")
    for verb in ("list", "generate", "plan", "build"):
        process = in_process.clamh((verb,), folder, environ(folder))
        assert process.returncode == 0, process.stdout + process.stderr
    process = clamh(folder, "run", *SHORT, "--", name)
    assert process.returncode == 0, process.stdout + process.stderr
    for format in arguments.RESULT_FORMATS:
        process = in_process.clamh(("report", "-rf", format, "-rff", f"-$(touch canary).{format}"), folder, environ(folder))
        assert process.returncode == 0, process.stderr
    assert not list(folder.parent.rglob("canary"))
    (case,) = read_results(folder / ".clamh" / "runs" / "latest").cases
    assert case.case.params == {"text": VALUE}
    (entry,) = json.loads((folder / "-$(touch canary).json").read_text(encoding="utf-8"))
    assert entry["params"]["text"] == VALUE


def test_a_name_that_looks_like_an_option_is_an_operand_after_two_dashes(tmp_path: Path) -> None:
    for name in ("-e.py", "other.py"):  # without the dashes' protection -e.py excludes .py
        (tmp_path / name).write_text(SOURCES["python"][0]("name", VALUE), encoding="utf-8")
    process = in_process.clamh(("list", "--", "-e.py"), tmp_path, environ(tmp_path))
    assert process.returncode == 0, process.stderr
    assert "-e.py:" in process.stdout and "other.py:" not in process.stdout
