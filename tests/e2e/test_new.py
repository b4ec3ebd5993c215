"""Can what `clamh new` writes be measured as it is, with equal values and no warning of a compiler in any language?"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.languages import languages

pytestmark = [*(pytest.mark.language(language) for language in languages()),
              pytest.mark.usefixtures("quick_rustc", "quick_zig")]
SHORT = ("-f", "1", "-i", "1", "-wi", "1", "-r", "10ms", "-w", "10ms", "--no-lock")
# How each language's own compiler is asked for every warning; JMH's jars are there once a suite was built.
STRICT = {
    "c": ("-std=gnu17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"),
    "cpp": ("-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"),
    "java": ("-proc:none", "-Xlint:all", "-Werror", "-d", "classes", "-cp"),
    "javascript": ("--check",),
    "go": ("vet",),
    "python": ("-I", "-W", "error", "-c", "import pathlib, sys; compile(pathlib.Path(sys.argv[1]).read_text(), sys.argv[1], 'exec')"),
    "zig": ("fmt", "--check", "--ast-check"),
    "rust": ("--edition=2021", "--crate-type=lib", "-Dwarnings", "-Adead_code", "--emit=metadata"),
}


def test_a_new_suite_is_measured(clamh, tmp_path: Path, cache: Path) -> None:  # noqa: ANN001
    assert clamh("new", "my-suite").returncode == 0
    assert clamh("check", "--strict", "my-suite").stdout == ""
    done = clamh("run", "my-suite", *SHORT, "-p", "size=100", "-t", "2", "-rf", "json", "-rff", "out.json")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "out.json").read_text())
    names = [row["benchmark"].split(".")[-1].split("::")[-1].replace("_", "").lower() for row in rows]  # in each language's style
    measured = [(row["clamh"]["platform"].split("/")[0], name) for row, name in zip(rows, names, strict=True)]
    assert sorted(measured) == sorted((language, key) for language in languages() for key in ("sum", "sumbyfours"))

    files = {language.id: next((tmp_path / "my-suite").glob(f"*{Path(language.new_file).suffix}")) for language in languages().values()}
    for language, file in files.items():
        platform = find_platforms(language, os.environ)[0][0]
        jars = (cache / "shared").glob("jmh-*/lib/jmh-core-*.jar")
        path = [str(next(jars))] if language == "java" else []
        argv = [platform.facts.get("javac", platform.executable), *STRICT[language], *path, file]
        process = subprocess.run(argv, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert (process.returncode, process.stdout + process.stderr) == (0, "")

    checked = clamh("check", "--values", "my-suite")
    compared = re.findall(r"^same work +\S+\(size=\d+\): (.*): returned ", checked.stdout, re.MULTILINE)
    assert checked.returncode == 0 and len(compared) == 4, checked.stdout
    assert all({platform.partition("/")[0] for platform in line.split(", ")} == set(languages()) for line in compared)
