"""Are artifacts that were built before measured together, each as what it is?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock", "-rf", "json", "-rff", "out.json")
pytestmark = [pytest.mark.language("cpp", "java"), pytest.mark.slow]


@pytest.fixture
def folder(clamh, tmp_path: Path) -> Path:
    sources = {"fac.cpp": "//@@Benchmark\nint add() { return 1; }\n",
               "Fac.java": "import org.openjdk.jmh.annotations.*;\npublic class Fac { @Benchmark public int add() { return 1; } }\n"}
    for name, text in sources.items():
        (tmp_path / name).write_text(text)
    assert clamh("build").returncode == 0
    for name in sources:
        (tmp_path / name).unlink()
    return tmp_path


def test_a_binary_and_a_jar_are_one_run_in_one_mode(clamh, folder: Path) -> None:
    done = clamh("run", *SHORT, "--artifact", "cpp:run_fac", "--artifact", "java:run_Fac.jar")
    assert done.returncode == 0, done.stderr
    rows = json.loads((folder / "out.json").read_text())
    assert [(row["clamh"]["platform"].split("/")[0], row["mode"], row["clamh"]["key"]) for row in rows] == [
        ("cpp", "avgt", "add"), ("java", "avgt", "add")]
    assert rows[1]["clamh"]["platform"] != "java"  # the JVM that runs the jar is named
    assert {path.name for path in folder.iterdir()} == {"run_fac", "run_Fac.jar", "out.json", ".clamh"}  # no compiler hints


def test_two_artifacts_of_one_platform_are_builds_called_by_their_files(clamh, folder: Path) -> None:
    shutil.copy2(folder / "run_fac", folder / "old fac")
    done = clamh("run", *SHORT, "--artifact", "cpp:run_fac", "--artifact", "cpp:old fac")
    assert done.returncode == 0, done.stderr
    assert " run_fac " in done.stdout and " old-fac " in done.stdout


def test_what_is_no_artifact_is_refused_with_all_that_is_wrong(clamh, folder: Path) -> None:
    done = clamh("run", *(word for text in ("cpp:nowhere", "cobol:run_fac", "cpp:run_fac", "cpp:./run_fac") for word in ("--artifact", text)))
    assert done.returncode == 2
    assert done.stderr.count("is not LANGUAGE:FILE") == 2 and "'./run_fac' is given twice" in done.stderr
    swapped = clamh("run", "--artifact", "java:run_fac", "--artifact", "cpp:run_Fac.jar")
    assert swapped.returncode == 2
    assert "run_fac on java/" in swapped.stderr and "run_Fac.jar on cpp does not list its benchmarks" in swapped.stderr
