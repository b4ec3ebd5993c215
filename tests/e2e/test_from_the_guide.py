"""Is what docs/from-the-guide.md says of the guides' commands, files, options, messages and annotations so?

Each row that says "works" is tried as it is written. A command that says "type X" is tried as X, a file that "is" or "is called" X is looked for
as X, and what "is missing" must be missing.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import tracked
from warm_clamh import link_environment, start_server
from warm_javac import SHORT_LIVED

from clamh.languages import languages
from clamh.model.options import MODES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "from-the-guide.md").read_text(encoding="utf-8")
SHORT = " -- -f 1 -wi 1 -w 1ms -i 1 -r 1ms --no-lock --only Recursive"
OTHERS = ("works", "type ", "is called ", "is made by ", "is missing", "is JMH's own and not needed", "is `", "is optional", "is written ", "has another default")
# Files of a reader's own.
MINE = {
    "MyBenchmark.java": ("Factorial.java", "Factorial", "MyBenchmark"), "Benchmark2.java": ("Factorial.java", "Factorial", "Benchmark2"),
    "Benchmark3.java": ("Factorial.java", "Factorial", "Benchmark3"), "my_benchmark.cpp": ("factorial.cpp", "", ""),
}
PORTED = """#include <cstdio>
#include "clamh.h"
//@@State(Scope.Benchmark)
typedef struct { int num_threads; long total_brots; } MyState_t;
//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
void ComputeMandelImageState(MyState_t &state) { state.total_brots = state.num_threads; }
//@@Setup(Level.Invocation)
void Setup(MyState_t &state) { state.num_threads = Threads.MAX; }
//@@TearDown(Level.Invocation)
void Teardown(MyState_t &state, Blackhole &bh) { bh.consume(state.total_brots); printf("Teardown\\n"); fflush(stdout); }
#ifndef CLAMH
int main() { return 0; }
#endif
"""
POM = (ROOT / "src/clamh/languages/java/pom.xml").read_text().replace("<packaging>pom</packaging>", "").replace(
    "<dependencies>", "<properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>"
    "</properties><dependencies>", 1)


def rows(heading: str) -> list[tuple[str, str]]:
    """The first and the last cell of each row of a section's table."""
    section = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    lines = next(text for text in section if text.startswith(f"{heading}\n")).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")][1:]
    assert cells and all(len(row) == 3 for row in cells), heading
    return [(row[0], row[2]) for row in cells]


def spans(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.fixture
def address() -> Iterator[Path]:
    """Of the process that runs `clamh`, see warm_clamh.py."""
    with tempfile.TemporaryDirectory(prefix="clamh-") as folder:
        environ = {**os.environ, "JAVA_TOOL_OPTIONS": SHORT_LIVED}
        with start_server(address := Path(folder, "socket"), environ) as server:
            yield address
            server.stdin.close()


@pytest.fixture
def checkout(tmp_path: Path, address: Path) -> Path:
    """A copy of what is tracked, with the files of a reader's own in the guide's first suite."""
    home = tmp_path / "clamh"
    for name in tracked():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, home / name)
    (home / "lath-cpp").symlink_to("clamh-cpp")
    link_environment(home / ".venv", address)
    suite = home / "benchmarks" / "fac_tests"
    for name, (source, before, after) in MINE.items():
        text = (suite / source).read_text()
        (suite / name).write_text(text.replace(f"class {before}", f"class {after}") if before else text)
    for name in ("NeededClass", "MyUtilities"):
        (suite / f"{name}.java").write_text(f"class {name} {{}}\n")
    (suite / "PortedSampleBrot.cpp").write_text(PORTED)
    project = home / "benchmarks" / "private" / "jmh" / "bm_project"
    project.mkdir(parents=True)
    (project / "pom.xml").write_text(POM)
    sbatch = tmp_path / "bin" / "sbatch"
    sbatch.parent.mkdir()
    sbatch.write_text('#!/bin/sh\nexec >>"$SUBMITTED"; for last; do :; done; echo "$last"\n')
    sbatch.chmod(0o755)
    return home


def typed(command: str, there: str) -> str:
    """What is typed for a row of the commands, "" where nothing is."""
    if there.startswith("is "):
        return ""
    line = command if there.startswith("works") else spans(there)[0]
    if line == "make":
        return "make -n >/dev/null"
    if re.search("exec_all.sh [-–r]", line):
        if "run_slurm" not in line and not line.endswith("-h"):
            line, redirect, file = line.partition(" > ")
            line += f"{SHORT if '-cpp=' in line else ''}{redirect}{file}"
    if line.startswith("./run_factorial"):
        line += SHORT.removeprefix(" --")
    return line


@pytest.mark.slow
@pytest.mark.language("cpp", "java")
@pytest.mark.usefixtures("short_lived_jvms")
def test_every_command_that_works_runs(checkout: Path, tmp_path: Path, cache: Path) -> None:
    lines = [typed(spans(command)[0], there) for command, there in rows("Commands")]
    script = "\n".join(f"echo '+' {shlex.quote(line)} >&2\n{line}" for line in lines if line).replace("<path_to_clamh_directory>", shlex.quote(str(checkout)))
    submitted = tmp_path / "submitted"
    environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(tmp_path / "state"), "SUBMITTED": str(submitted),
               "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    # LATH's positional arguments have no place for options of a run, so its runs are shortened by the source.
    for name in ("factorial.cpp", "Factorial.java"):
        shorten(checkout / "benchmarks" / "fac_tests" / name)
    process = subprocess.run(["bash", "-c", f"set -e\n{script}"], cwd=tmp_path, capture_output=True, text=True, timeout=1700, check=False, env=environ)
    assert process.returncode == 0, f"{process.stderr[-3000:]}\n{process.stdout[-1500:]}"
    assert sorted(submitted.read_text().splitlines()) == sorted(
        f"batch_results1_{queue}/run_my_benchmark_test_rep{number}" for queue in ("x86_q", "foo_q") for number in (1, 2, 3))
    suite = checkout / "benchmarks" / "fac_tests"
    for name, there in rows("Files and folders"):
        if there.startswith(("is made by `clamh_", "are made by")):
            assert not [file for file in spans(name) if not (suite / file).is_file()], name
    printed = f"{(suite / 'run1.out').read_text()}{process.stdout}"
    for name, there in rows("Messages"):
        for message in spans(name if there.startswith("works") else ""):
            pattern = re.sub(r"\d+\\\.\d{4}", r"\\S+", re.escape(message))  # a score
            assert re.search(pattern, printed), message


def shorten(source: Path) -> None:
    """One short iteration for each benchmark of a source."""
    mark = "//@@" if source.suffix == ".cpp" else "@org.openjdk.jmh.annotations."
    line = "{0}Warmup(iterations = 0)\n{0}Fork(1)\n{0}Measurement(iterations = 1, time = 1, timeUnit = TimeUnit.MILLISECONDS)\n".format(mark)
    benchmark = "//@@Benchmark\n" if source.suffix == ".cpp" else "@Benchmark\n"
    source.write_text(source.read_text().replace(benchmark, f"{line}{benchmark}"))


def test_every_row_says_whether_it_works() -> None:
    headings = [line.removeprefix("## ") for line in TEXT.splitlines() if line.startswith("## ")]
    assert len(headings) == 7
    for heading in headings:
        for name, there in rows(heading):
            assert there.startswith((*OTHERS, "are made by ")), f"{heading}: {name}: {there}"


@pytest.mark.parametrize("heading", ["Files and folders", "Suites"])
def test_every_file_that_is_named_is_there(heading: str) -> None:
    for name, there in rows(heading):
        if there.startswith("works") or there.startswith(("is `", "is called")):
            for path in spans(name if there.startswith("works") else there)[:1]:
                assert (ROOT / path).exists(), path
        if there == "is missing":
            assert not (ROOT / spans(name)[0]).exists(), f"{name} is there now: say that it works"


def test_every_option_is_one_of_run(clamh) -> None:
    shown = clamh("run", "--help-all").stdout
    for name, there in rows("Options of a built benchmark"):
        assert there.startswith("works") and re.search(rf"(^|\s){spans(name)[0].split()[0]}\b", shown, re.MULTILINE), name
    for unit in re.findall(r"units `([^`]+)`", TEXT)[0].split():
        assert clamh("list", "--forks", ROOT / "benchmarks" / "fac_tests" / "factorial.py", "-r", f"7{unit}", "-f", "1").returncode == 0, unit


def test_every_annotation_is_there_in_every_language() -> None:
    annotations = rows("Annotations")
    names = spans(annotations[0][0])
    assert len(names) == 10
    for language in languages().values():
        assert all(map(language.has_annotation, names)), language.id
        assert {level.partition(".")[2] for level in spans(annotations[3][0])} <= {*language.levels, "Invocation"}, language.id
    modes = {mode.partition(".")[2] for name, _ in annotations for mode in spans(name) if mode.startswith("Mode.")}
    assert modes == {"AverageTime", "SampleTime", "SingleShotTime", "Throughput"} and modes <= set(MODES)


def test_every_page_that_a_promise_names_is_there() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        path, _, anchor = target.partition("#")
        page = ROOT / "docs" / path
        assert page.is_file(), target
        headings = re.findall(r"^#+ `?(.+?)`?$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert not anchor or anchor in [heading.lower().replace(" ", "-") for heading in headings], target
