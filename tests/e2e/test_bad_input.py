"""Does wrong input give a message of a few lines that names file and line, cause and hint, and exit code 2?"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import in_process
import pytest

Clamh = Callable[..., "CompletedProcess[str]"]

pytestmark = pytest.mark.language("cpp")
STATE = """//@@State(Scope.Benchmark)
struct Input {
    //@@Param({VALUES})
    int number;
};
"""
BENCHMARK = "//@@Benchmark\nint add(const Input &input) { return input.number + 1; }\n"
GOOD = STATE.replace("VALUES", '"1"') + BENCHMARK
QUICK = ("-f", "1", "-i", "1", "-wi", "0", "-r", "1ms", "--no-lock")


def refused(process: CompletedProcess[str], *words: str) -> None:
    """Exit 2, a few lines on standard error with all the words, nothing measured, no traceback."""
    assert process.returncode == 2, process.stderr
    assert "Traceback" not in process.stderr
    assert 0 < len(process.stderr.strip().splitlines()) <= 12, process.stderr
    for word in words:
        assert word in process.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("int x;\n", ["bad.cpp", "no benchmark", "//@@Benchmark"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmrk\n") + BENCHMARK.replace("add", "sub"), ["bad.cpp:6:", "Benchmrk", "Benchmark"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmark(speed = 3)\n"), ["bad.cpp:6:", "speed"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmark\n//@@Warmup(iterations = \"many\")\n"), ["bad.cpp:7:", "iterations"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmark\n//@@BenchmarkMode(Mode.Fast)\n"), ["bad.cpp:7:", "Fast"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmark\n//@@OutputTimeUnit(TimeUnit.EONS)\n"), ["bad.cpp:7:", "EONS"]),
        (GOOD.replace("@@Benchmark\n", "@@Benchmark\n//@@AutoWarmup(tolerance = 0)\n"), ["bad.cpp:7:", "tolerance is 0", "tolerance = 0.01"]),
        (STATE.replace("VALUES", '"1", "one"') + BENCHMARK, ["bad.cpp:4:", "one", "integer"]),
        (GOOD.replace("input.number + 1", "input.nmber + 1"), ["bad.cpp:7:", "nmber"]),
    ],
    ids=["no-benchmark", "unknown-annotation", "unknown-argument", "wrong-argument", "unknown-constant", "wrong-unit",
         "wrong-share", "param-value", "compile-error"],
)
def test_a_wrong_source_is_located(clamh: Clamh, tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "bad.cpp").write_text(text)
    refused(clamh("run", "bad.cpp", *QUICK), *words)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nowhere.cpp"], ["nowhere.cpp"]),
        (["good.cpp", "-p", "nmber=3"], ["nmber", "number"]),
        (["good.cpp", "-p", "number=three"], ["number", "three", "integer"]),
        (["good.cpp", "-r", "5eons"], ["-r", "eons", "ms"]),
        (["good.cpp", "-i", "0"], ["-i", "at least 1"]),
        (["good.cpp", "-f", "0"], ["0 would measure inside the driver", "-f 1", "--solo"]),
        (["good.cpp", "-bm", "s"], ["-bm", "could be sample or ss"]),
        (["good.cpp", "-wmb", "nothing"], ["-wmb 'nothing'", "clamh list"]),
        (["good.cpp", "--results", "good.cpp/all.ndjson"], ["good.cpp/all.ndjson"]),
        (["good.cpp", "-rff", "good.cpp/out.json"], ["good.cpp/out.json"]),
        (["good.cpp", "--platform", "cpp/msvc"], ["cpp/msvc", "platforms of this machine"]),
        (["good.cpp", "--cpus", "0,4097"], ["--cpus: there is no CPU 4097", "this process may use"]),
        (["good.cpp", "--frobnicate"], ["--frobnicate", "-h"]),
    ],
    ids=lambda value: " ".join(value[-2:]) if value and str(value[0]).endswith("cpp") else "",
)
def test_a_wrong_command_line_is_explained(clamh: Clamh, tmp_path: Path, argv: list[str], words: list[str]) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    refused(clamh("run", *QUICK, *argv) if "-r" not in argv and "-i" not in argv else clamh("run", *argv), *words)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> str:
    """The text of the results file of a run, for tests that each spoil a copy of it in another way."""
    folder = tmp_path_factory.mktemp("results")
    (folder / "good.cpp").write_text(GOOD)
    process = in_process.clamh(("run", "good.cpp", *QUICK, "--results", "run.ndjson"), folder, {**os.environ, "CLAMH_CACHE": str(cache)})
    assert process.returncode == 0, process.stderr
    return (folder / "run.ndjson").read_text()


@pytest.mark.parametrize(
    ("edit", "argv", "words"),
    [
        (lambda text: text.replace('"mode":"avgt"', '"mode":"weird"'), (), ["weird", "avgt"]),
        (lambda text: text.replace('"time_unit":"ns"', '"time_unit":"eon"'), (), ["eon", "ns"]),
        (lambda text: text.replace('"forks":1', '"forks":"x"'), (), ["old.ndjson:3:", "forks"]),
        (lambda text: re.sub('"schema_version":[0-9]+', '"schema_version":99', text), (), ["old.ndjson:1:", "99"]),
        (lambda text: "", (), ["old.ndjson is empty", "measure again"]),
        (lambda text: text, ("-rff", "good.cpp/out.json"), ["good.cpp/out.json"]),
        (lambda text: text, ("old.ndjson", "old.ndjson"), ["got 3 results files, but reports one", "clamh compare A B"]),
        (lambda text: text, ("--confidence", "nan"), ["--confidence"]),
    ],
    ids=["mode", "unit", "field", "version", "empty", "rff", "three", "confidence"],
)
def test_wrong_results_file_is_explained_briefly(
    clamh: Clamh, tmp_path: Path, results: str, edit: Callable[[str], str], argv: tuple[str, ...], words: list[str]
) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    (tmp_path / "old.ndjson").write_text(edit(results))
    process = clamh("report", "old.ndjson", *argv)
    refused(process, *words)
    assert max(map(len, process.stderr.splitlines())) < 200


def test_several_problems_are_reported_at_once(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "bad.cpp").write_text(GOOD.replace("@@Benchmark\n", "@@Benchmark(speed = 3)\n//@@Bencmark\n"))
    (tmp_path / "worse.cpp").write_text(STATE.replace("//@@Param({VALUES})", "//@@Parm") + BENCHMARK)
    process = clamh("run", "bad.cpp", "worse.cpp")
    assert process.returncode == 2
    for place in ("bad.cpp:6:", "bad.cpp:7:", "worse.cpp:3:"):
        assert place in process.stderr


def test_missing_compiler_skips_folders_and_fails_named_files(
    clamh: Clamh, tmp_path: Path
) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    nothing = tmp_path / "bin"
    nothing.mkdir()
    bare = {"PATH": str(nothing), "CPP": "", "CXX": "", "JAVA_HOME": ""}
    (tmp_path / "Good.java").write_text(
        "import org.openjdk.jmh.annotations.*;\npublic class Good { @Benchmark public int f() { return 1; } }\n")
    refused(clamh("run", "good.cpp", *QUICK, env=bare), "apt-get install g++")
    refused(clamh("run", "Good.java", *QUICK, env=bare), "java", "apt-get install openjdk-17-jdk-headless")
    process = clamh("run", ".", *QUICK, env=bare)
    assert process.returncode == 0, process.stderr
    assert "skipped" in process.stdout + process.stderr
    assert "apt-get install g++" in process.stdout + process.stderr
    tried = clamh("run", ".", "--dry", env=bare)
    assert (tried.returncode, "apt-get install g++" in tried.stderr, "nothing to measure" in tried.stderr) == (0, True, True)
    refused(clamh("run", ".", "--strict", *QUICK, env=bare), "apt-get install g++")


def test_names_with_spaces_quotes_and_shell_words_are_only_names(clamh: Clamh, tmp_path: Path) -> None:
    folder = tmp_path / "a b; touch pwned '$(touch pwned)'"
    folder.mkdir()
    (folder / 'gö"od?.cpp').write_text(GOOD)
    process = clamh("run", folder, *QUICK)
    assert process.returncode == 0, process.stderr
    assert not list(tmp_path.rglob("pwned"))
    assert set(os.listdir(folder)) == {'gö"od?.cpp', ".clamh"}


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """mounted(options): a folder that is a file system of its own."""
    folder = tmp_path / "mounted"
    folder.mkdir()

    def mount(options: str) -> Path:
        process = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True)
        if process.returncode:
            pytest.skip(f"needs the right to mount: {process.stderr.decode().strip()}")
        return folder

    yield mount
    subprocess.run(["umount", folder], capture_output=True)


def test_a_report_that_finds_no_room_leads_to_the_results(clamh: Clamh, tmp_path: Path, mounted) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    full = mounted("size=4k") / "out.json"
    process = clamh("run", "good.cpp", *QUICK, "-rff", full, env={})  # a stream with no room is a process's own
    assert process.returncode == 1 and "out.json" in process.stderr and "No space left" in process.stderr
    assert "clamh report .clamh/runs/" in process.stderr and "add" in process.stdout


# Beside the 12k of the annotation parser's tables too small for our files, for any of the compiler's, and for all of them.
@pytest.mark.parametrize("size", ["20k", "28k", "312k"])
def test_a_full_disk_under_the_cache_names_its_folder_and_what_to_do(clamh: Clamh, tmp_path: Path, mounted, size: str) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    cache = mounted(f"size={size}")
    process = clamh("run", "good.cpp", *QUICK, env={"CLAMH_CACHE": str(cache)})
    assert process.returncode == 2, process.stderr  # with the words of the compiler, of which there may be many
    (error,) = (line for line in process.stderr.splitlines() if "no space left" in line)
    assert error.startswith("error: ") and str(cache / "shared") in error
    assert "hint: free some space there, or set CLAMH_CACHE (TMPDIR for temporary files) to a folder with more space" in process.stderr.splitlines()[-1]


def test_when_the_results_folder_fills_up_what_was_measured_is_reported(
    clamh: Clamh, tmp_path: Path, mounted
) -> None:
    (tmp_path / "good.cpp").write_text(GOOD)
    results = mounted("size=24k") / "r.ndjson"
    process = clamh("run", "good.cpp", "-f", "50", "-i", "20", "-wi", "0", "-r", "1ms", "--results", results, env={})
    assert process.returncode == 1, process.stderr
    assert "No space left on device" in process.stderr and f"clamh report {results}" in process.stderr
    assert re.search(r"add +1 +.* ns", process.stdout) and "the run was interrupted" in " ".join(process.stdout.split())


def test_a_folder_that_may_not_be_written_to_is_no_bug_of_ours(clamh: Clamh, tmp_path: Path, mounted) -> None:
    folder = mounted("size=64k")
    (folder / "good.cpp").write_text(GOOD)
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    refused(clamh("run", "good.cpp", *QUICK, cwd=folder, env={"CLAMH_CACHE": ""}), ".clamh", "Read-only", "CLAMH_CACHE")
