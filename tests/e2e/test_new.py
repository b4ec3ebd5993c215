"""Can what `clamh new` writes be measured as it is, with equal values and no warning of a compiler in any language?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.languages import language_of_file, languages
from clamh.model.identity import camel_case
from conformance.observe import SOURCES, TIMEOUT_S, default_platform, environment

pytestmark = [pytest.mark.language(language) for language in languages()]
SHORT = ("-f", "1", "-i", "1", "-wi", "1", "-r", "10ms", "-w", "10ms", "--no-lock")
# How each language's own compiler is asked for every warning; JMH's jars are there once a suite was built.
STRICT = {
    "c": ("-std=gnu17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"),
    "cpp": ("-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"),
    "java": ("-proc:none", "-Xlint:all", "-Werror", "-d", "classes", "-cp"),
    "javascript": ("--check",),
    "go": ("vet",),
    "python": ("-I", "-W", "error", "-c", "import pathlib, sys; compile(pathlib.Path(sys.argv[1]).read_text(), sys.argv[1], 'exec')"),
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

    found = {language: values(file, tmp_path, cache) for language, file in files.items()}
    assert len(next(iter(found.values()))) == 4
    assert len(set(found.values())) == 1, found


def values(file: Path, folder: Path, cache: Path) -> tuple[str, ...]:
    """A line per case with what one invocation of it returned."""
    platform = default_platform(language_of_file(file.name).id)
    process = subprocess.run([sys.executable, "-m", "conformance.invoke", file, platform], capture_output=True, text=True,
                             cwd=folder, check=False, timeout=TIMEOUT_S,
                             env={**environment(SOURCES, folder / "transcript"), "CLAMH_CACHE": str(cache)})
    assert process.returncode == 0, process.stdout + process.stderr
    lines = (line.split(" ", 2) for line in process.stdout.splitlines())
    return tuple(sorted(f"{text} {camel_case(name)} {rest}" for text, name, rest in lines))
