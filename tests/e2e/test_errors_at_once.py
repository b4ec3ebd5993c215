"""Does one command report what is wrong in every language, and can the others be measured meanwhile?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SOURCES = {
    "wrong.cpp": '//@@Benchmark\nint add() { return "x"; }\n',
    "wrong.rs": '//@@Benchmark\nfn add() -> i32 { "x" }\n',
    "wrong.zig": '//@@Benchmark\nfn add() i32 { return "x"; }\n',
    "wrong.py": "import nosuch\n#@@Benchmark\ndef add(): return 1\n",
    "right.js": "//@@Benchmark\nfunction add() { return 1; }\n",
}
SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")
pytestmark = [pytest.mark.language("cpp", "rust", "zig", "python", "javascript"), pytest.mark.slow]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_errors_of_all_languages_come_in_one_report(clamh, folder: Path) -> None:
    for verb in (("run", *SHORT), ("run", "--keep-going", *SHORT, "-e", "nothing", "--only", "add", "wrong.cpp", "wrong.rs", "wrong.zig", "wrong.py")):
        done = clamh(*verb)
        assert done.returncode == 2, done.stderr
        for place in ("wrong.cpp:2:20: error:", "wrong.rs:2:19", "wrong.zig:2:23: error:", "wrong.py:1:1: error:"):
            assert done.stderr.count(place) == 1, (place, done.stderr)


def test_with_keep_going_whatever_builds_is_measured(clamh, folder: Path) -> None:
    done = clamh("run", "--keep-going", *SHORT, "-rf", "json", "-rff", "out.json")
    assert done.returncode == 1
    assert "wrong.cpp:2:20: error:" in done.stderr and "wrong.rs:2:19" in done.stderr
    assert "Failed  cpp/g++" in done.stdout and "cannot build wrong.py" in " ".join(done.stdout.split())
    report = json.loads((folder / "out.json").read_text())
    assert len(report) == 1 and report[0]["clamh"]["platform"].startswith("javascript/")
    assert clamh("report").returncode == 1
    assert clamh("run", "--dry", "--keep-going").returncode == 1


def test_build_publishes_what_builds(clamh, folder: Path) -> None:
    assert clamh("build").returncode == 2
    assert not list(folder.glob("run_*"))
    done = clamh("build", "--keep-going")
    assert done.returncode == 1 and "wrong.rs:2:19" in done.stderr
    assert {path.name for path in folder.glob("run_*")} == {"run_right.js", "run_wrong.pyz"}
