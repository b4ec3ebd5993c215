"""Does suspended work cost the score nothing, however the block is left, and does its time belong to the time limit?

Time comes from a clock that only the programs move, so every figure is exact.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_b63 import FAKE_CLOCK, FAKE_COUNTERS, compile_text, start

pytestmark = [pytest.mark.language("c", "cpp")]

# Each body has 7 ns that count per iteration.
BODIES = {
    "plain": "wait_ns(7);",
    "suspended": "wait_ns(3); B63_SUSPEND { wait_ns(1000); } wait_ns(4);",
    "nested": "wait_ns(7); B63_SUSPEND { wait_ns(10); B63_SUSPEND { wait_ns(100); } B63_SUSPEND { wait_ns(50); } wait_ns(10); }",
    "broken_off": "B63_SUSPEND { wait_ns(10); if (n) break; wait_ns(1000000); } wait_ns(7);",
    "continued": "B63_SUSPEND { wait_ns(10); if (n) continue; wait_ns(1000000); } wait_ns(7);",
    "jumped": "B63_SUSPEND { wait_ns(10); B63_SUSPEND { wait_ns(5); goto out; } } out: wait_ns(7);",
    "returned": "suspend_and_return(n); wait_ns(7);",
}
HELPER = "static void suspend_and_return(uint64_t n) { B63_SUSPEND { wait_ns(10); if (n) return; } wait_ns(1000000); }\n"
THROWN = "try { B63_SUSPEND { wait_ns(10); B63_SUSPEND { throw 1; } } } catch (int) { wait_ns(70000); }"  # an exception takes a microsecond of real time


def make_text(bodies: dict[str, str]) -> str:
    benchmarks = "".join(f"B63_BENCHMARK({name}, n) {{ for (uint64_t i = 0; i < n; i++) {{ {body} }} }}\n" for name, body in bodies.items())
    return (f'{FAKE_CLOCK}#include "b63.h"\n{HELPER}{benchmarks}'
            'int main(int argc, char **argv) { b63_run("time", argc, argv); fprintf(stderr, "passed: %lld\\n", fake_ns - 1000000000); return 0; }\n')


@pytest.mark.parametrize("suffix", [".c", ".cpp"])
@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_suspended_time_costs_nothing(tmp_path: Path, suffix: str, level: str) -> None:
    bodies = BODIES | ({"thrown": THROWN} if suffix == ".cpp" else {})
    program = compile_text(make_text(bodies), tmp_path / "program", level, suffix=suffix)
    ended = start(program, "-e", "5", "-t", "0.01")
    assert {name: {epoch.rate for epoch in ended.of(name)} for name in bodies} == dict.fromkeys(bodies, {7}) | ({"thrown": {70_000}} if "thrown" in bodies else {})
    assert all(len(ended.of(name)) == 5 for name in bodies), ended


def test_suspended_time_belongs_to_the_limit(tmp_path: Path) -> None:
    """A benchmark that mostly suspends gets fewer iterations, and takes as long as another."""
    for name in ("plain", "suspended"):
        ended = start(compile_text(make_text({name: BODIES[name]}), tmp_path / name), "-e", "10", "-t", "0.2")
        passed_s = int(ended.err.rpartition("passed: ")[2]) / 1e9
        assert 0.15 <= passed_s <= 0.25, (name, passed_s)
        assert ended.epochs[0].iterations * (7 if name == "plain" else 1007) == pytest.approx(0.018e9, rel=0.15)


def test_long_preparation_leaves_time_for_what_is_counted(tmp_path: Path) -> None:
    text = make_text({}).replace("int main", "B63_BENCHMARK(prepared, n) { B63_SUSPEND { wait_ns(100000000); } wait_ns(50 * (long long)n); }\nint main")
    ended = start(compile_text(text, tmp_path / "program"), "-e", "30", "-t", "1")
    assert {epoch.rate for epoch in ended.epochs} == {50} and ended.epochs[0].iterations > 100_000
    assert 2 <= len(ended.epochs) < 30 and "epochs fit into 1 s; give a larger -t" in ended.err


def test_waiting_for_a_cpu_during_the_preparation_leaves_time_for_what_is_counted(tmp_path: Path) -> None:
    """Every call but the first waits in the queue for as long as it prepares: the preparation has not become longer with n."""
    body = "static int calls; B63_SUSPEND { wait_ns(20000000); if (calls++ > 0) queue_ns(20000000); } wait_ns(50 * (long long)n);"
    text = make_text({}).replace("int main", f"B63_BENCHMARK(prepared, n) {{ {body} }}\nint main")
    ended = start(compile_text(text, tmp_path / "program"), "-e", "30", "-t", "1")
    assert {epoch.rate for epoch in ended.epochs} == {50} and ended.epochs[0].iterations > 100_000


def test_counted_clock_takes_the_cost_of_suspending_off(tmp_path: Path) -> None:
    """Every reading moves this clock by a step; a suspension adds two readings, of which half are suspended."""
    text = '#include "b63.h"\n' + "".join(
        f"B63_BENCHMARK({name}, n) {{ {body} B63_KEEP(n); }}\n"
        for name, body in (("plain", ""), ("once", "B63_SUSPEND { }"), ("twice", "B63_SUSPEND { B63_SUSPEND { } } B63_SUSPEND { }"))
    ) + "int main(int argc, char **argv) { return B63_RUN(argc, argv); }\n"
    ended = start(compile_text(text, tmp_path / "program"), "-e", "2", CLAMH_CLOCK="counted:1000")
    assert {epoch.events for epoch in ended.epochs} == {1000}


def test_what_suspending_adds_to_an_event_is_taken_off(tmp_path: Path) -> None:
    """Every reading of these events counts 7, and a suspension reads them twice."""
    text = FAKE_COUNTERS.replace("B63_KEEP(n);", "for (uint64_t i = 0; i < 100 * n; i++) B63_SUSPEND { }")
    ended = start(compile_text(text, tmp_path / "program"), "-e", "2", "-c", "lpe:cycles", CLAMH_CLOCK="counted:1000")
    assert [epoch.events for epoch in ended.epochs] == [7, 7], ended


def test_two_clocks_stand_still_together(tmp_path: Path) -> None:
    """Custom counters and the time leave out the same stretch."""
    text = make_text({"both": "touch(); wait_ns(7); B63_SUSPEND { touch(); wait_ns(9); }"}).replace('b63_run("time"', 'b63_run("time,calls"')
    text = text.replace('#include "b63.h"\n', '#include "b63.h"\nstatic int64_t calls;\nB63_COUNTER(calls) { return calls; }\n'
                        "static void touch(void) { calls++; }\n")
    ended = start(compile_text(text, tmp_path / "program"), "-e", "3", "-t", "0.001")
    assert {epoch.rate for epoch in ended.of("both")} == {7} and {epoch.rate for epoch in ended.of("both", "calls")} == {1}


def test_longjmp_out_of_the_block_is_a_failure(tmp_path: Path) -> None:
    """No cleanup runs then, so counting would never resume, and the score would have the suspended time."""
    text = make_text({"plain": BODIES["plain"], "jumped_far": "if (!setjmp(place)) { B63_SUSPEND { longjmp(place, 1); } }"})
    text = text.replace('#include "b63.h"\n', '#include "b63.h"\n#include <setjmp.h>\nstatic jmp_buf place;\n')
    ended = start(compile_text(text, tmp_path / "program", "-Wno-clobbered"), "-e", "2", "-t", "0.001")
    assert "jumped_far (time) failed: " in ended.err and "it left B63_SUSPEND by longjmp" in ended.err
    assert {epoch.name for epoch in ended.epochs} == {"plain"}


def test_other_threads_cannot_suspend(tmp_path: Path) -> None:
    """Counting would stop in the benchmark's own thread, which goes on."""
    text = make_text({"plain": BODIES["plain"], "inside": "pthread_t thread; pthread_create(&thread, NULL, suspend, NULL); pthread_join(thread, NULL);",
                      "around": "wait_ns(7000000); B63_SUSPEND { pthread_t thread; pthread_create(&thread, NULL, wait_there, NULL); pthread_join(thread, NULL); }"})
    text = text.replace("static void suspend_and", "#include <pthread.h>\nstatic void *wait_there(void *nothing) { wait_ns(9); return nothing; }\n"
                        "static void *suspend(void *nothing) { B63_SUSPEND { wait_ns(9); } return nothing; }\nstatic void suspend_and")
    ended = start(compile_text(text, tmp_path / "program", "-pthread"), "-e", "2", "-t", "0.1")
    assert re.search(r"^inside \(time\) failed: .*program\.c:\d+: another thread used B63_SUSPEND", ended.err, re.MULTILINE), ended
    assert (ended.code, {epoch.name: epoch.rate for epoch in ended.epochs}) == (1, {"plain": 7, "around": 7_000_000})
