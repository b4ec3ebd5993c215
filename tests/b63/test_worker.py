"""Does a program that CLAMH starts speak the worker protocol, as far as it goes?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from made_b63 import FAKE_CLOCK, FAKE_COUNTERS, MAIN, compile_program, compile_text
from made_commands import SCHEMA, encode_command

pytestmark = [pytest.mark.language("c", "cpp")]

VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
TEXT = FAKE_CLOCK + r"""
#include "b63.h"
#include "counters/perf_events.h"
static int64_t calls, other = 5;
B63_COUNTER(calls) { return calls; }
B63_COUNTER(other) { return other; }
B63_BENCHMARK(one, n) { for (uint64_t i = 0; i < n; i++) { wait_ns(10); calls += 2; B63_SUSPEND { wait_ns(90); calls += 5; } } }
B63_BASELINE(base, n) { wait_ns(10 * (long long)n); other += 3 * (int64_t)n; }
B63_BENCHMARK(seeded, n) { wait_ns(n > 0 ? b63_seed * (int64_t)n : 0); }
B63_BENCHMARK(bad, n) { wait_ns((int64_t)n); B63_ASSERT(n < 3); }
B63_BENCHMARK(empty, n) { B63_KEEP(n); }
int main(int argc, char **argv) { B63_RUN_WITH("time,calls,lpe:nonsense,other", argc, argv); return 0; }
"""
OPEN = ("mode=avgt", "threads=1", "waits=0", "batch=1", "wbatch=1", "opi=1", "seed=7", "layout=static", "gc=false", "forks=1", "wforks=0",
        "wi=0", "w=0", "i=1", "r=0", "to=1", "tu=ns", "step=trial:0:0:", "p=0:%20%", "unknown=1")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_text(TEXT, tmp_path_factory.mktemp("worker") / "program")


def talk(program: Path, *commands: tuple[object, ...] | bytes, **environ: str) -> tuple[list[dict[str, Any]], int]:
    """The events of a worker that gets these commands, and its exit code."""
    lines = b"".join(command if isinstance(command, bytes) else encode_command(*command) for command in commands)
    # The real descriptors: 3 and 4.
    starter = "import os, sys; os.dup2(0, 3); os.dup2(1, 4); os.execv(sys.argv[1], sys.argv[1:2])"
    done = subprocess.run([sys.executable, "-c", starter, program], input=lines, capture_output=True, timeout=300, check=False,
                          env={"PATH": "/usr/bin:/bin", "CLAMH_IN": "3", "CLAMH_OUT": "4", **environ})
    events = [json.loads(line) for line in done.stdout.splitlines()]
    for event in events:
        for error in VALIDATOR.iter_errors(event):
            raise AssertionError(f"{error.message} in {event}")
    return events, done.returncode


def open_case(benchmark: int, *more: str) -> tuple[object, ...]:
    return "open", "c1", f"benchmark={benchmark}", *more, *OPEN


def test_describe_lists_benchmarks_and_counters(program: Path) -> None:
    events, code = talk(program, ("describe",), ("exit",))
    assert code == 0 and [event["event"] for event in events] == ["hello", "state", *["benchmark"] * 5, "described", "bye"]
    hello, state, *benchmarks = events[:7]
    assert hello["capabilities"]["commands"] == ["describe", "open", "iterate", "slice", "close", "exit"]
    assert hello["capabilities"]["modes"] == ["avgt"] and hello["capabilities"]["max_threads"] == 1
    assert hello["language"] == "c" and hello["toolchain"]["optimised"]
    assert [(counter["name"], counter["type"]) for counter in state["counters"]] == [("calls", "PER_OPERATION"), ("other", "PER_OPERATION")]
    assert [(entry["name"], entry.get("baseline"), entry["line"] - benchmarks[0]["line"]) for entry in benchmarks] == [
        ("one", None, 0), ("base", "reference", 1), ("seeded", None, 2), ("bad", None, 3), ("empty", None, 4)]
    assert all(entry["path"].endswith("program.c") for entry in benchmarks)


def test_iteration_has_samples_for_the_requested_time(program: Path) -> None:
    events, _ = talk(program, open_case(1), ("iterate", "c1", "warmup", 40_000_000, 0, 1, 0), ("close", "c1"), ("exit",))
    opened, samples, iteration, closed, bye = events
    thread = iteration["threads"][0]
    assert thread["sample_invocations"] * len(samples["sample_ns"]) == thread["operations"] < thread["all_operations"]
    assert sum(samples["sample_ns"]) == thread["elapsed_ns"] == 10 * thread["operations"]
    assert 40_000_000 <= thread["elapsed_ns"] < 45_000_000 and 35 <= len(samples["sample_ns"]) <= 50
    assert thread["first_ns"] == 10 and "suspensions" not in thread and "aux" not in thread
    (problem,) = opened["not_counted"]
    assert problem.startswith("lpe:nonsense: perf_events knows no 'nonsense'")
    assert (closed["event"], bye["event"]) == ("closed", "bye")


def test_slice_times_exactly_the_requested_invocations(program: Path) -> None:
    events, _ = talk(program, open_case(1, "opi=3"), ("slice", "c1", "measurement", 100, 250, 2, 0), ("slice", "c1", "measurement", 0, 250, 0, 2),
                     ("close", "c1"), ("exit",))
    first, second = (event["threads"][0] for event in events[1:3])
    assert (first["operations"], first["elapsed_ns"], first["all_operations"], first["first_ns"]) == (250, 2500, 351, 10)
    assert (second["operations"], second["elapsed_ns"], second["all_operations"]) == (250, 2500, 250) and "first_ns" not in second


def test_operations_per_invocation_multiply(program: Path) -> None:
    commands = [field if field != "opi=1" else "opi=4" for field in open_case(1)]
    events, _ = talk(program, tuple(commands), ("slice", "c1", "measurement", 0, 250, 2, 2), ("exit",))
    assert events[1]["threads"][0]["operations"] == 1000


def test_suspended_time_is_reported_apart(program: Path) -> None:
    events, _ = talk(program, open_case(0), ("slice", "c1", "measurement", 0, 50, 2, 0), ("iterate", "c1", "warmup", 10_000_000, 0, 0, 1), ("exit",))
    thread = events[1]["threads"][0]
    assert (thread["elapsed_ns"], thread["suspended_ns"], thread["suspensions"]) == (500, 4500, 50) and "waited_ns" not in thread
    assert events[0]["suspend_cost_ns"] == 0  # this clock stands still while it is read
    thread = events[3]["threads"][0]
    assert 10 * thread["operations"] == thread["elapsed_ns"] and thread["elapsed_ns"] + thread["suspended_ns"] == pytest.approx(10_000_000, rel=0.1)


def test_counters_belong_to_the_timed_part(program: Path) -> None:
    events, _ = talk(program, open_case(0, "counters=1,0"), ("slice", "c1", "measurement", 30, 50, 2, 2), ("close", "c1"),
                     open_case(1, "counters=0,1"), ("slice", "c1", "measurement", 30, 50, 2, 2), ("exit",))
    assert events[1]["threads"][0]["aux"] == [0, 100] and events[4]["threads"][0]["aux"] == [0, 150]


def test_event_that_does_not_fit_beside_the_others_is_not_counted(tmp_path: Path) -> None:
    opened = open_case(0, "counters=0,1,2")
    events, _ = talk(compile_text(FAKE_COUNTERS, tmp_path / "program"), opened, ("slice", "c1", "measurement", 0, 5, 2, 2), ("close", "c1"), opened,
                     ("exit",))
    assert events[0]["not_counted"] == events[3]["not_counted"] == ["lpe:branches: the CPU has too few free counters for this event: other events or programs use them"]
    assert events[1]["threads"][0]["aux"] == [21, 7, None]


def test_what_suspending_adds_to_an_event_is_taken_off(tmp_path: Path) -> None:
    """The first event also counts the readings of the second."""
    text = FAKE_COUNTERS.replace("B63_KEEP(n);", "for (uint64_t i = 0; i < n; i++) B63_SUSPEND { }")
    events, _ = talk(compile_text(text, tmp_path / "program"), open_case(0, "counters=0,1"), ("slice", "c1", "measurement", 0, 50, 2, 2), ("exit",))
    assert events[1]["threads"][0]["aux"] == [21, 7]


def test_event_that_fails_later_does_not_cost_the_score(tmp_path: Path) -> None:
    text = FAKE_COUNTERS.replace("B63_KEEP(n);", "if (n == 6) events[0] = IN_ERROR; B63_KEEP(n);")
    events, _ = talk(compile_text(text, tmp_path / "program"), open_case(0, "counters=0,1"), *(
        ("slice", "c1", "measurement", 0, count, 0, 0) for count in (5, 6, 5)), ("exit",))
    assert [event["threads"][0]["aux"] for event in events[1:4]] == [[21, 7], [None, None], [None, None]]
    assert [event["threads"][0]["operations"] for event in events[1:4]] == [5, 6, 5]


def test_event_without_the_kernel_has_another_name(tmp_path: Path) -> None:
    events, _ = talk(compile_text(FAKE_COUNTERS, tmp_path / "program", "-DPARANOID"), ("describe",), ("exit",))
    assert [counter["name"] for counter in events[1]["counters"]] == ["lpe:cycles:u", "lpe:instructions:u", "lpe:branches:u"]


def test_all_operations_include_the_search_for_n(tmp_path: Path) -> None:
    """Counters that the driver reads around a command are divided by them."""
    text = FAKE_CLOCK + r"""
#include "b63.h"
static int64_t total, shown;
B63_COUNTER(shown) { return shown; }
B63_BENCHMARK(work, n) { wait_ns(10 * (long long)n); total += (int64_t)n; }
B63_BENCHMARK(show, n) { B63_KEEP(n); shown += total; }
int main(int argc, char **argv) { B63_RUN_WITH("shown", argc, argv); return 0; }
"""
    show = (open_case(1, "counters=0"), ("slice", "c1", "measurement", 0, 1, 0, 2), ("close", "c1"))
    events, _ = talk(compile_text(text, tmp_path / "program"),
                     open_case(0), ("iterate", "c1", "warmup", 4_000_000, 0, 1, 0), ("close", "c1"), *show,
                     open_case(0), ("iterate", "c1", "measurement", 4_000_000, 0, 0, 1), ("close", "c1"), *show, ("exit",))
    (first,), (shown,), (second,), (shown_at_last,) = (event["threads"] for event in events if event["event"] in ("iteration", "slice"))
    assert first["all_operations"] == shown["aux"][0] and second["all_operations"] == shown_at_last["aux"][0] - shown["aux"][0]


def test_seed_of_the_case_reaches_the_body(program: Path) -> None:
    events, _ = talk(program, open_case(2), ("slice", "c1", "measurement", 0, 10, 2, 2), ("exit",))
    assert events[1]["threads"][0]["elapsed_ns"] == 70


def test_failure_names_file_and_line_and_closes_the_case(program: Path) -> None:
    events, code = talk(program, open_case(3), ("slice", "c1", "measurement", 0, 3, 2, 0), ("close", "c1"), open_case(1), ("exit",))
    failed = events[1]
    assert (failed["reason"], failed["case"], failed["where"]) == ("benchmark", "c1", "bad")
    assert failed["message"].endswith(f"program.c:{TEXT[:TEXT.index('B63_ASSERT')].count(chr(10)) + 1}: B63_ASSERT(n < 3) is false")
    assert events[2]["reason"] == "malformed" and events[3]["event"] == "opened" and code == 0


def test_body_without_a_loop_is_a_failure(program: Path) -> None:
    events, _ = talk(program, open_case(4), ("iterate", "c1", "warmup", 1_000_000, 0, 1, 1), ("exit",))
    assert "its time does not grow with n" in events[1]["message"] and "B63_KEEP" in events[1]["message"]


def test_counted_clock_makes_transcripts_exact(program: Path) -> None:
    events, _ = talk(program, open_case(1), ("iterate", "c1", "warmup", 4000, 0, 1, 0), ("exit",), CLAMH_CLOCK="counted:1000")
    assert events[1]["sample_ns"] == [1000] * len(events[1]["sample_ns"]) and events[2]["threads"][0]["sample_invocations"] == 1


@pytest.mark.parametrize("command", [
    ("iterate", "c1", "warmup", 1, 1, 1, 0), ("iterate", "c1", "warmup", 0, 0, 1, 0), ("iterate", "c2", "warmup", 1, 0, 1, 0),
    ("iterate", "c1", "warmup", -1, 0, 1, 0), ("iterate", "c1"), ("slice", "c1", "warmup", 1, 0, 1, 0), ("close",), ("close", "c2"), b"close\tc%zz\n",
    ("open", "c3", "benchmark=9", *OPEN), ("open", "c3", "benchmark=0", "counters=7", *OPEN), ("open", "x" * 65, "benchmark=0", *OPEN), ("open", "c1"),
    b"open\tc9\tbenchmark\n", b"\t" * 300 + b"\n",
])
def test_malformed_command_leaves_the_case_open(program: Path, command: Any) -> None:
    events, code = talk(program, open_case(1), command, ("close", "c1"), ("exit",))
    assert [event["event"] for event in events] == ["opened", "failed", "closed", "bye"] and code == 0
    assert (events[1]["reason"], events[1]["message"]) == ("malformed", "malformed command")


@pytest.mark.parametrize("command", [
    ("invoke", "c1", 1), ("samples", "c1", 1, 1), ("dance",), ("open", "c1", "benchmark=0", "mode=thrpt"), ("open", "c1", "benchmark=0", "threads=2"),
    b"x" * 70_000 + b"\n",
])
def test_what_it_cannot_do_is_unsupported(program: Path, command: Any) -> None:
    events, _ = talk(program, command, open_case(1), ("exit",))
    assert (events[0]["reason"], events[1]["event"]) == ("unsupported", "opened")


def test_end_of_the_pipe_ends_the_worker(program: Path) -> None:
    assert talk(program, open_case(1))[1] == 0


def test_program_that_a_benchmark_starts_is_no_worker(tmp_path: Path) -> None:
    """The pipes are closed in it, so it would end at once."""
    text = '#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); B63_ASSERT(getenv("CLAMH_IN") == NULL && getenv("CLAMH_OUT") == NULL); }\n' + MAIN
    events, _ = talk(compile_text(text, tmp_path / "program"), open_case(0), ("slice", "c1", "measurement", 0, 10, 2, 2), ("exit",))
    assert [event["event"] for event in events] == ["opened", "slice", "bye"]


def test_wrong_clock_is_refused(program: Path) -> None:
    events, code = talk(program, ("exit",), CLAMH_CLOCK="fast")
    assert code == 2 and (events[0]["reason"], events[0]["where"]) == ("malformed", "CLAMH_CLOCK")


@pytest.mark.parametrize(("text", "where", "message"), [
    ('#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }\nint main(void) { return 0; }\n', "main",
     "main ended before it reached B63_RUN; call B63_RUN(argc, argv) in main"),
    ('#include "b63.h"\nB63_BASELINE(one, n) { B63_KEEP(n); }\nB63_BASELINE(two, n) { B63_KEEP(n); }\n' + MAIN, "two", "two baselines: 'one' ("),
    ('#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }\nint main(int argc, char **argv) { return B63_RUN_WITH("time,x", argc, argv); }\n',
     "B63_RUN_WITH", "unknown counter 'x'"),
])
def test_wrong_program_says_so(tmp_path: Path, text: str, where: str, message: str) -> None:
    events, _ = talk(compile_text(text, tmp_path / "program"), ("describe",), ("exit",))
    assert (events[0]["event"], events[0]["where"]) == ("failed", where) and message in events[0]["message"] and len(events) == 1


def test_hashes_of_many_sources_reach_the_driver(tmp_path: Path) -> None:
    sources = {f"part_{number}.c": f"{number:064x}" for number in range(2000)}
    (tmp_path / "one.c").write_text('#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }\n' + MAIN)
    (tmp_path / "artifact.c").write_text("#include <b63/artifact.h>\nstruct b63_artifact b63_artifact = {0, 0, 0, 0, 0, "
                                         f"{json.dumps(json.dumps(sources))}, 0}};\n")
    events, _ = talk(compile_program([tmp_path / "one.c", tmp_path / "artifact.c"], tmp_path / "program"), ("describe",), ("exit",))
    assert events[0]["sources"] == sources and events[0]["toolchain"]["flags"] == []


def test_names_outside_ascii_and_utf8_reach_the_driver(tmp_path: Path) -> None:
    folder = tmp_path / "Größe \"\\ \udcff"
    folder.mkdir()
    text = '#include "b63.h"\nB63_BENCHMARK(größe, n) { B63_KEEP(n); }\n' + MAIN
    events, _ = talk(compile_text(text, folder / "program"), ("describe",), ("exit",))
    (benchmark,) = [event for event in events if event["event"] == "benchmark"]
    assert benchmark["name"] == "größe" and benchmark["path"].endswith('Größe "\\ \udcff/program.c')
