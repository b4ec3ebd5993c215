"""Does the main job work as a user meets it: sources in, one table out, results kept?"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Clamh = Callable[..., "CompletedProcess[str]"]
# No number is compared here, so nothing waits for whoever else measures on this machine.
QUICK = ("-f", "3", "-i", "2", "-wi", "1", "-r", "20ms", "-w", "20ms", "--no-lock")
pytestmark = pytest.mark.language("cpp")


@pytest.mark.language("java")
def test_one_suite_in_two_languages_gives_one_table(clamh: Clamh, fac_tests: Path, tmp_path: Path) -> None:
    sources = [shutil.copy(fac_tests / name, tmp_path) for name in ("factorial.cpp", "Factorial.java")]
    process = clamh("run", *sources, *QUICK, "--only", "Recursive", "-p", "number=20,25", "--full", "-rf", "json", "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    for word in ("factorialRecursive", "cpp/", "java/", "±95", "verdicts are on differences of more than 1 %", "number"):
        assert word in process.stdout
    entries = json.loads((tmp_path / "out.json").read_text())
    assert sorted(entry["params"]["platform"].partition("/")[0] for entry in entries) == ["cpp", "cpp", "java", "java"]
    assert {entry["params"]["number"] for entry in entries} == {"20", "25"}
    again = clamh("report", "--full", ".clamh/runs/latest")
    assert again.returncode == 0
    assert again.stdout == process.stdout
    sentences = " ".join(process.stdout.rpartition("\n\n")[2].split())
    for number in ("20", "25"):  # who wins is for no test to say
        assert re.search(rf"factorialRecursive\({number}\): (C\+\+|Java) (is [\d.]+|and)", sentences)
    itself = clamh("compare", ".clamh/runs/latest", ".clamh/runs/../runs/latest")
    assert itself.returncode == 2 and "have the same measurements" in itself.stderr and not itself.stdout
    written = (tmp_path / ".clamh/runs/latest").read_text()
    (tmp_path / "again.ndjson").write_text(re.sub(r'"pid":\d+', '"pid":1', written))  # other processes, for all that is known
    both = clamh("compare", ".clamh/runs/latest", "again.ndjson")
    assert both.returncode == 0
    assert "the machine's state, toolchains, options and sources are the same" in both.stdout
    assert re.search(r"factorialRecursive\(25\) in C\+\+: B and A(: undecided| are the same)", " ".join(both.stdout.split()))


def test_a_failing_benchmark_is_a_row_and_exit_1_and_the_others_are_measured(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "two.cpp").write_text(
        "#include <stdexcept>\n//@@Benchmark\nvoid bad() { throw std::runtime_error(\"no such luck\"); }\n"
        "//@@Benchmark\nint good() { return 1; }\n")
    process = clamh("run", "two.cpp", *QUICK)
    assert process.returncode == 1
    assert "no such luck" in process.stdout
    assert "good" in process.stdout


def test_quick_builds_only_the_selection(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "broken.cpp").write_text("//@@Benchmark\nint broken() { return no_such_thing; }\n")
    (tmp_path / "one.cpp").write_text("//@@Fork(9)\n//@@Benchmark\nint one() { return 1; }\n//@@Benchmark\nint slow() { return 2; }\n")
    process = clamh("run", "--quick", "-r", "10ms", "-w", "10ms", "--only", "one", env={"NO_COLOR": "1"})
    assert process.returncode == 0, process.stderr
    lines = process.stderr.splitlines()
    assert re.match(r"building one\.cpp for cpp/\S+$", lines[0])
    assert re.match(r"1 benchmark, 1 case on cpp/", lines[1]) and lines[2] == "3 forks, each 3 × 10 ms warmup, then 3 × 10 ms"
    assert lines[3].startswith("mode is average time, since the sources set none") and lines[4].startswith("about ")
    newest = os.readlink(tmp_path / ".clamh/runs/latest")
    assert lines[-1] == f"results: .clamh/runs/{newest} (clamh report shows them again)"
    forks = [line for line in lines if re.match(r"\[[123]/3\] one avgt cpp/\S+ fork [123]: [0-9.]+ ns/op, (±[0-9.]+ % so far, )?(done|\S+ s left)$", line)]
    assert len(forks) == 3
    records = [json.loads(line) for line in (tmp_path / ".clamh/runs/latest").read_text().splitlines()]
    (case,) = [record for record in records if record["event"] == "case"]
    assert (case["benchmark"], case["options"]["forks"], case["options"]["measurement_iterations"]) == ("one", 3, 3)
    assert case["options"]["measurement_time_ns"] == 10_000_000


def test_a_dry_run_tries_every_selected_case_once_and_measures_nothing(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "some.cpp").write_text(
        "#include <stdexcept>\n#include <string>\n//@@State(Scope.Thread)\nstruct Text {\n    //@@Param({\"a\", \"b\"})\n"
        "    std::string text;\n    //@@Setup\n    void twice() { text += text; }\n};\n"
        "//@@Benchmark\nstd::string twice(Text &state) { return state.text; }\n"
        "//@@Benchmark\nint slow(Text &state) { return 1; }\n"
        "//@@Benchmark\nint unlucky() {\n    throw std::runtime_error(\"no luck\");\n}\n")
    process = clamh("run", "--dry", "-e", "slow")
    assert process.returncode == 1, process.stderr
    lines = [re.sub(r" cpp/\S+ +", " ", line) for line in process.stdout.splitlines()]
    assert lines == ["twice(text=a) avgt s:aa", "twice(text=b) avgt s:bb",
                     "unlucky avgt FAILED: the benchmark failed in unlucky: no luck (some.cpp:15)"]
    assert "3 cases tried, 1 failed; nothing was measured" in process.stderr
    assert not (tmp_path / ".clamh/runs").exists()


@pytest.mark.language("java")
def test_jvm_arguments_reach_the_jvm_and_are_recorded(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "Told.java").write_text(
        "import org.openjdk.jmh.annotations.*;\npublic class Told {\n"
        "    @Benchmark @Fork(value = 1, jvmArgsPrepend = \"-Da=1\") public long told() {\n"
        "        if (!\"1x y\".equals(System.getProperty(\"a\") + System.getProperty(\"b\"))) throw new IllegalStateException();\n"
        "        if (Runtime.getRuntime().maxMemory() > 200L << 20) throw new IllegalStateException();\n"
        "        return 1;\n    }\n}\n")
    process = clamh("run", "Told.java", "-i", "1", "-wi", "0", "-r", "10ms", "-jvmArgsAppend", '-Xmx64m "-Db=x y"')
    assert process.returncode == 0, process.stdout + process.stderr
    records = [json.loads(line) for line in (tmp_path / ".clamh/runs/latest").read_text().splitlines()]
    (case,) = [record for record in records if record["event"] == "case"]
    assert case["options"]["language"] == {"jvmArgsPrepend": ["-Da=1"], "jvmArgsAppend": ["-Xmx64m", "-Db=x y"]}


def test_extra_verbosity_prints_every_iteration_as_the_guide_does(clamh: Clamh, fac_tests: Path) -> None:
    process = clamh("run", fac_tests / "factorial.cpp", *QUICK, "-p", "number=25", "-v", "EXTRA")
    assert process.returncode == 0, process.stderr
    assert "warmup iteration 1: " in process.stdout
    assert "iteration 2: " in process.stdout
    assert "(99.9%)" in process.stdout


def test_the_artifact_runs_by_itself(clamh: Clamh, tmp_path: Path, fac_tests: Path) -> None:
    source = tmp_path / "factorial.cpp"
    source.write_bytes((fac_tests / "factorial.cpp").read_bytes())
    assert clamh("build", "factorial.cpp").returncode == 0
    artifact = tmp_path / "run_factorial"
    solo = subprocess.run([artifact, "--solo", "factorialRecursive", "-p", "number=25", "-i", "3", "-r", "10ms", "-w", "10ms"],
                          capture_output=True, text=True, check=False, env={"PATH": "/nonexistent"})
    assert solo.returncode == 0, solo.stderr
    assert "iteration 3: " in solo.stdout
    bin_folder = Path(sys.executable).parent
    driven = subprocess.run([artifact, "-i", "2", "-f", "2", "-wi", "1", "-bm", "ss", "-bs", "10", "-wf", "1"], cwd=tmp_path,
                            capture_output=True, text=True, check=False,
                            env={**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"})
    assert driven.returncode == 0, driven.stderr
    assert "factorialIterative" in driven.stdout
    cases = [json.loads(line) for line in (tmp_path / ".clamh/runs/latest").read_text().splitlines() if '"event":"case"' in line]
    assert {(case["mode"], case["options"]["measurement_batch_size"], case["options"]["warmup_forks"]) for case in cases} == {("ss", 10, 1)}
    homeless = subprocess.run([artifact, "-l"], capture_output=True, text=True, check=False, env={"PATH": "/nonexistent"})
    assert homeless.returncode == 0 and "factorialIterative" in homeless.stdout  # it knows the clamh that built it


def test_artifact_alone_has_the_rows_of_its_source(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "copy.js").write_text("""
//@@State(Scope.Benchmark)
//@@ParamRows({"size, name", "4, a", "8, b"})
class Input {
    //@@Param
    size = 0;
    //@@Param
    name = "";
}
//@@State(Scope.Thread)
//@@AuxCounters(unit = "B", scale = 1024)
class Traffic { bytes = 0; }
//@@Benchmark(name = "copying")
function copy(input, traffic) { traffic.bytes += input.size; return input.name; }
""", encoding="utf-8")
    assert clamh("build", "copy.js").returncode == 0
    listed = clamh("run", "--artifact", "javascript:run_copy.js", "-lp").stdout
    assert listed == clamh("run", "copy.js", "-lp").stdout and '"size,name" = {4,a, 8,b}' in listed
    process = subprocess.run([tmp_path / "run_copy.js", "-f", "1", "-wi", "0", "-i", "1", "-r", "5ms", "-rf", "json", "--no-lock"],
                             cwd=tmp_path, capture_output=True, text=True, check=False,
                             env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"})
    assert process.returncode == 0, process.stderr
    document = json.loads((tmp_path / "jmh-result.json").read_text())
    assert [(item["params"], item["clamh"]["key"]) for item in document] == [
        ({"name": name, "size": size}, "copying") for size, name in (("4", "a"), ("8", "b"))]
    assert {item["secondaryMetrics"]["bytes"]["scoreUnit"] for item in document} == {"ns/B"}


@pytest.mark.parametrize(("number", "ignored"), [
    (signal.SIGINT, ()), (signal.SIGTERM, ()), (signal.SIGHUP, ()),
    (signal.SIGTERM, (signal.SIGINT, signal.SIGHUP)),  # `nohup clamh run … &` in a script
])
def test_signal_keeps_and_reports_results_and_exits_130(
    tmp_path: Path, cache: Path, fac_tests: Path, number: signal.Signals,
    ignored: tuple[signal.Signals, ...]
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clamh.cli.main", "run", fac_tests / "factorial.cpp", "-f", "50", "-i", "20", "-wi", "0",
         "-r", "20ms", "--results", "kept.ndjson", "--no-lock"],
        cwd=tmp_path, env={**os.environ, "CLAMH_CACHE": str(cache)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: [signal.signal(item, signal.SIG_IGN) for item in ignored])
    results = tmp_path / "kept.ndjson"
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and (not results.exists() or results.read_text().count('"iteration"') < 30):
        time.sleep(0.05)
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "factorial" in out
    assert "kept.ndjson" in err
    assert results.read_text().count('"iteration"') >= 30
    assert '"interrupted"' in results.read_text().splitlines()[-1]
    worker = re.findall(r'"pid":(\d+),"layout', results.read_text())[-1]
    assert not Path(f"/proc/{worker}").exists()


def test_foe_stops_at_the_first_failure_and_o_takes_what_would_be_printed(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "two.cpp").write_text(
        "#include <stdexcept>\n//@@Benchmark\nvoid bad() { throw std::runtime_error(\"no such luck\"); }\n"
        "//@@Benchmark\nint good() { return 1; }\n")
    process = clamh("run", "two.cpp", "-f", "20", *QUICK[2:], "-bm", "ss", "-foe", "true", "-o", "log.txt", "-trendfile", "t.tsv")
    assert process.returncode == 1
    assert process.stdout == ""
    log = (tmp_path / "log.txt").read_text()
    assert "no such luck" in log and "the run stopped at its first failure" in " ".join(log.split()).replace("The", "the")
    assert (tmp_path / "t.tsv").read_text().startswith("# clamh trend")
    records = [json.loads(line) for line in (tmp_path / ".clamh/runs/latest").read_text().splitlines()]
    assert records[-1]["status"] == "stopped"
    assert sum(record["event"] == "fork_end" for record in records) < 10
    refused = clamh("run", "--resume")
    assert refused.returncode == 2 and "-foe true" in refused.stderr


def test_ctrl_c_before_the_first_result_hides_no_earlier_run(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    assert clamh("run", "one.cpp", *QUICK).returncode == 0
    newest = os.readlink(tmp_path / ".clamh/runs/latest")
    process = subprocess.Popen([sys.executable, "-m", "clamh.cli.main", "run", "one.cpp", "-wi", "1", "-w", "100s", "--no-lock"],
                               cwd=tmp_path, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and len(list((tmp_path / ".clamh/runs").glob("*.ndjson"))) < 2:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "")
    assert "interrupted: nothing was measured" in err
    assert os.readlink(tmp_path / ".clamh/runs/latest") == newest


def test_lists_are_jmhs_and_measure_nothing(clamh: Clamh, fac_tests: Path, tmp_path: Path) -> None:
    named = clamh("run", fac_tests / "factorial.cpp", "--only", "Recursive", "-lp", "-p", "number=3,4")
    assert named.returncode == 0, named.stderr
    assert re.fullmatch(r'Benchmarks:\n\S*factorialRecursive\n  param "number" = \{3, 4\}\n', named.stdout)
    assert clamh("run", fac_tests / "factorial.cpp", "--only", "Recursive", "-l").stdout.splitlines()[1:] == [
        named.stdout.splitlines()[1]]
    assert clamh("run", "-lrf").stdout == "Available formats: text, csv, scsv, json, latex, md, junit, bencher, github-benchmark\n"
    assert "context switches" in clamh("run", "-lprof").stdout
    assert not (tmp_path / ".clamh").exists()
