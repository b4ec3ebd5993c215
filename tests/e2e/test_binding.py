"""Does a run with --bind have its measuring threads, and no others, on the CPUs that it says?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.machine.cpus import read_affinity, read_machine_cpus
from clamh.running.planning.affinity import binding

pytestmark = pytest.mark.language("cpp")
Clamh = Callable[..., "CompletedProcess[str]"]
SOURCE = """#include <cstdio>
#include <sched.h>
#include <thread>

static int cpus() {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
}

//@@State(Scope.Thread)
struct Where {
    std::thread other;
    //@@Setup
    void start() { other = std::thread([] { std::printf("made %d\\n", cpus()); }); }
    //@@Teardown(Level.Iteration)
    void tell() { std::printf("measuring %d on %d\\n", cpus(), sched_getcpu()); }
    //@@Teardown
    void end() { other.join(); }
};

//@@Benchmark
int work(Where &) { return 1; }
"""
QUICK = ("-f", "1", "-wi", "0", "-i", "2", "-r", "5ms", "--no-lock", "--results", "r.ndjson", "-v", "SILENT")


def measured(clamh: Clamh, folder: Path, *options: str) -> tuple[list[dict], str]:
    """The lines of the results file, and the report."""
    (folder / "where.cpp").write_text(SOURCE)
    process = clamh("run", "where.cpp", *QUICK, *options)
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in (folder / "r.ndjson").read_text().splitlines()], process.stdout


def test_measuring_threads_are_where_the_results_say(clamh: Clamh, tmp_path: Path) -> None:
    lines, report = measured(clamh, tmp_path, "--full", "--bind", "threads", "-t", "1,2")
    planned = {number: binding(read_machine_cpus(), number) for number in (1, 2)}
    cases = {line["case_id"]: line for line in lines if line["event"] == "case"}
    ends = {line["case_id"]: line for line in lines if line["event"] == "fork_end"}
    for start in (line for line in lines if line["event"] == "fork_start"):
        threads = cases[start["case_id"]]["threads"]
        assert tuple(start["binding"]["cpus"]) == tuple(cases[start["case_id"]]["binding"]["cpus"]) == planned[threads].cpus
        parts = [line.split() for line in (tmp_path / ends[start["case_id"]]["stdout"]).read_text().splitlines()]
        on = [int(line[-1]) for line in parts if line[0] == "measuring"]
        assert sorted(on) == sorted(2 * planned[threads].cpus)
        assert {line[1] for line in parts if line[0] == "measuring"} == {"1"}
    assert "Bound to CPUs: 1 thread to " in report
    assert lines[0]["environment"]["cpu_list"] and lines[0]["environment"]["cpus_allowed"] == len(read_affinity())


def test_a_whole_run_stays_on_the_cpus_that_it_was_given(clamh: Clamh, tmp_path: Path) -> None:
    last = max(read_affinity())
    lines, report = measured(clamh, tmp_path, "--cpus", str(last), "-t", "max")
    (end,) = [line for line in lines if line["event"] == "fork_end"]
    text = (tmp_path / end["stdout"]).read_text().splitlines()
    assert sorted(text) == ["made 1", *[f"measuring 1 on {last}"] * 2]
    assert (lines[0]["environment"]["cpu_list"], lines[0]["environment"]["cpus_allowed"]) == (str(last), 1)
    assert "Bound" not in report
