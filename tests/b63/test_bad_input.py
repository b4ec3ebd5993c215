"""Does every wrong flag, counter and program end in a clear message, and is nothing lost that was measured?"""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from made_b63 import FAKE_CLOCK, FAKE_COUNTERS, MAIN, compile_text, start
from made_locales import build_german_locale

pytestmark = [pytest.mark.language("c", "cpp")]

COUNTED = {"CLAMH_CLOCK": "counted:1000"}
PROGRAM = r"""
#include "b63.h"
#include "counters/perf_events.h"
static int64_t calls;
B63_COUNTER(calls) { return calls; }
B63_BENCHMARK(one, n) { calls += (int64_t)n; B63_KEEP(calls); }
""" + MAIN


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_text(PROGRAM, tmp_path_factory.mktemp("bad") / "program")


@pytest.mark.parametrize(("argv", "expected"), [
    (["-x"], "unknown flag '-x'"),
    (["--epochs", "3"], "unknown flag '--epochs'"),
    (["-e", "0"], "-e 0: it takes a number from 1 to 1000000, such as -e 30"),
    (["-e", "-3"], "-e -3: it takes a number"),
    (["-e", "many"], "-e many: it takes a number"),
    (["-e"], "-e has no value: it takes a number"),
    (["-t", "0"], "-t 0: it takes seconds from 0.000001 to 1000000, such as -t 0.5"),
    (["-t", "nan"], "-t nan: it takes seconds"),
    (["-d", "--"], "-d --: it takes one character, such as -d ';'"),
    (["-s", "99999999999999999999"], "-s 99999999999999999999: it takes an integer of 64 bits"),
    (["-c", ""], "-c : it takes names of counters"),
    (["-c", "time,"], "the list of counters 'time,' has an empty name; this program has the counters time, calls, lpe"),
    (["-c", "tim"], "unknown counter 'tim'; this program has the counters time, calls, lpe; include the header of any other counter"),
    (["-c", "calls:x"], "unknown counter 'calls:x'"),
    (["-c", "jemalloc_thread_allocated"], "unknown counter 'jemalloc_thread_allocated'"),
    (["now"], "unexpected argument 'now'"),
    (["-c", ",".join(["time"] * 17)], "more than 16 counters"),
])
def test_wrong_flag_is_a_clear_message(program: Path, argv: list[str], expected: str) -> None:
    ended = start(program, *argv, **COUNTED)
    assert (ended.code, ended.out) == (2, "") and expected in ended.err, ended
    if "unknown flag" in expected or "unexpected" in expected:
        assert "usage: " in ended.err and "  -t  time limit" in ended.err


@pytest.mark.parametrize("argv", [["-e2", "-i"], ["-ie", "2"], ["-ie2"]])
def test_flags_may_be_joined(program: Path, argv: list[str]) -> None:
    ended = start(program, *argv, **COUNTED)
    assert ended.code == 0 and len(ended.out.splitlines()) == 1


def test_delimiter_and_rate(program: Path) -> None:
    assert start(program, "-e", "1", "-d", ";", "-r", **COUNTED).out == "one;time;1;1000;1000.000000\n"


def test_decimal_comma_of_a_locale_is_neither_read_nor_written(tmp_path: Path) -> None:
    """The bodies keep the locale that the program has chosen."""
    german = {**build_german_locale(tmp_path), **COUNTED}
    text = r"""
#include <locale.h>
#include "b63.h"
static int has_comma(void) { return strcmp(localeconv()->decimal_point, ",") == 0; }
B63_BASELINE(one, n) { B63_KEEP(n); B63_ASSERT(has_comma()); }
B63_BENCHMARK(two, n) { B63_KEEP(n); b63_now_ns(); }
int main(int argc, char **argv) { return setlocale(LC_ALL, "") == NULL || !has_comma() ? 9 : b63_run("time", argc, argv); }
"""
    program = compile_text(text, tmp_path / "program")
    plain = start(program, "-t", "0.5", "-r", "-e", "2", **german)
    assert (plain.code, plain.out.splitlines()[:2]) == (0, ["one,time,1,1000,1000.000000", "two,time,1,2000,2000.000000"]), plain
    interactive = start(program, "-t", "0.5", "-i", "-e", "2", **german)
    assert interactive.out == f"{'one':30}{'time':20}: 1000.000\n{'two':30}{'time':20}:*2000.000 (+100.000%)\n"
    short = start(program, "-t", "0.0025", "-e", "9", **{**german, "CLAMH_CLOCK": "counted:1000000"})
    assert "one (time): 2 of 9 epochs fit into 0.0025 s; give a larger -t\n" in short.err


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_flag(program: Path, flag: str) -> None:
    ended = start(program, flag)
    assert ended.code == 0 and all(f"  -{flag}  " in ended.out for flag in "ircetds")


def test_wrong_clock_is_a_clear_message(program: Path) -> None:
    for text in ("counted:", "counted:0", "fast", "counted:-1", "counted:9x"):
        assert start(program, CLAMH_CLOCK=text).code == 2


def test_missing_event_is_named_with_those_that_work(program: Path) -> None:
    ended = start(program, "-e", "1", "-c", "time,lpe:LLC-prefetch-misses,lpe:nonsense,calls", **COUNTED)
    assert "lpe:nonsense: perf_events knows no 'nonsense'\nwhat works here: " in ended.err
    assert [epoch.counter for epoch in ended.epochs if not epoch.counter.startswith("lpe")] == ["time", "calls"]
    assert ended.code == 1  # the user named it
    default = start_default(program, "time,lpe:nonsense")
    assert default.code == 0 and "lpe:nonsense" in default.err and len(default.epochs) == 1
    many = [f"lpe:unknown{number}" for number in range(15)]
    ended = start(program, "-e", "1", "-c", f"time,{','.join(many)}", **COUNTED)
    assert re.findall(r"^(lpe:\w+): ", ended.err, re.MULTILINE) == many and ended.err.count("what works here: ") == 1


def start_default(program: Path, counters: str):
    text = PROGRAM.replace("B63_RUN(argc, argv)", f'B63_RUN_WITH("{counters}", argc, argv)')
    return start(compile_text(text, program.with_name("default")), "-e", "1", **COUNTED)


def test_each_event_has_the_counters_of_the_cpu_for_itself(tmp_path: Path) -> None:
    ended = start(compile_text(FAKE_COUNTERS, tmp_path / "program"), "-e", "2", **COUNTED)
    assert (ended.code, ended.err.count("\n")) == (0, 1), ended
    assert [epoch.counter for epoch in ended.epochs] == [f"lpe:{name}" for name in ("cycles", "instructions", "branches") for _ in range(2)]


def test_event_without_the_kernel_says_so(tmp_path: Path) -> None:
    ended = start(compile_text(FAKE_COUNTERS, tmp_path / "program", "-DPARANOID"), "-e", "1", "-c", "lpe:cycles", **COUNTED)
    line = "lpe:cycles counts without the kernel; to count there too, set /proc/sys/kernel/perf_event_paranoid to 1 or less\n"
    assert ended.code == 0 and ended.err.startswith(line) and [epoch.counter for epoch in ended.epochs] == ["lpe:cycles"]


def test_container_that_forbids_events_is_named(tmp_path: Path) -> None:
    ended = start(compile_text(FAKE_COUNTERS, tmp_path / "program", "-DFORBIDDEN"), "-e", "1", "-c", "lpe:cycles", **COUNTED)
    reason = "a container may forbid perf_event_open; else set /proc/sys/kernel/perf_event_paranoid to 1 or less"
    assert (ended.code, ended.out) == (1, "") and f"lpe:cycles: no permission: {reason}\nwhat works here: none\n" in ended.err, ended


def test_nothing_left_to_count_is_an_error(program: Path) -> None:
    ended = start_default(program, "lpe:nonsense")
    assert (ended.code, ended.out) == (1, "")


def test_two_baselines_are_an_error(tmp_path: Path) -> None:
    text = '#include "b63.h"\nB63_BASELINE(one, n) { B63_KEEP(n); }\nB63_BASELINE(two, n) { B63_KEEP(n); }\n' + MAIN
    ended = start(compile_text(text, tmp_path / "program"))
    assert (ended.code, ended.out) == (1, "")
    assert "two baselines: 'one' (" in ended.err and "program.c:3); make one of them a B63_BENCHMARK" in ended.err


def test_one_name_in_two_files_is_an_error(tmp_path: Path) -> None:
    from made_b63 import compile_program

    body = '#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }\n'
    (tmp_path / "a.c").write_text(body)
    (tmp_path / "b.c").write_text(body + MAIN)
    ended = start(compile_program([tmp_path / "a.c", tmp_path / "b.c"], tmp_path / "program"))
    assert ended.code == 1 and "two benchmarks have one name: 'one' (" in ended.err and "rename one of them" in ended.err


COUNTER = '#include "b63.h"\nB63_COUNTER(calls) { return 1; }\n'


@pytest.mark.parametrize(("header", "text", "message"), [
    (COUNTER, '#include "b63.h"\n\nB63_COUNTER(calls) { return 2; }\n', ""),  # of the same line, in another file
    (COUNTER, '#include "counter.h"\n\nB63_COUNTER(other) { return 2; }\n', None),  # a header that both include
    ("", '#include "b63.h"\nB63_COUNTER(time) { return 2; }\n', "a counter is called 'time' ("),
])
def test_two_counters_of_a_name_are_an_error(tmp_path: Path, header: str, text: str, message: str | None) -> None:
    from made_b63 import compile_program

    (tmp_path / "counter.h").write_text("#pragma once\n" + header)
    (tmp_path / "a.c").write_text('#include "../' + tmp_path.name + '/counter.h"\n#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }' + MAIN)
    (tmp_path / "b.c").write_text(text)
    ended = start(compile_program([tmp_path / "a.c", tmp_path / "b.c"], tmp_path / "program"), "-e", "1", **COUNTED)
    message = message if message != "" else f"two counters have one name: 'calls' ({tmp_path}/"
    assert (ended.code, message is None or message in ended.err) == (message is not None, True), ended


def test_counters_of_files_with_the_same_base_name_are_two(tmp_path: Path) -> None:
    from made_b63 import compile_program

    files = [tmp_path / folder / "bench.c" for folder in "ab"]
    for file, more in zip(files, ("", "B63_BENCHMARK(one, n) { B63_KEEP(n); }" + MAIN), strict=True):
        file.parent.mkdir()
        file.write_text(COUNTER + more)
    ended = start(compile_program(files, tmp_path / "program"), **COUNTED)
    assert ended.code == 1 and f"two counters have one name: 'calls' ({tmp_path}/" in ended.err


def test_no_benchmark_is_an_error(tmp_path: Path) -> None:
    ended = start(compile_text('#include "b63.h"\n' + MAIN, tmp_path / "program"))
    assert ended.code == 1 and "this program has no benchmarks" in ended.err


@pytest.mark.parametrize("mode", [[], ["-i"]])
def test_failed_benchmark_is_named_and_the_others_run(tmp_path: Path, mode: list[str]) -> None:
    text = r"""
#include "b63.h"
static int runs;
B63_BENCHMARK(good, n) { B63_KEEP(n); }
B63_BENCHMARK(bad, n) { B63_KEEP(n); B63_ASSERT(++runs < 4); B63_ASSERT(runs == 0 || runs > 0); }
B63_BENCHMARK(last, n) { B63_KEEP(n); }
""" + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-e", "5", *mode, **COUNTED)
    assert ended.code == 1
    assert "bad (time) failed: " in ended.err and "program.c:5: B63_ASSERT(++runs < 4) is false\n" in ended.err
    names = [line.split(",")[0].split()[0] for line in ended.out.splitlines()]
    assert names.count("good") == names.count("last") == (1 if mode else 5) and names.count("bad") == (1 if mode else 2)


def test_code_after_the_run_of_a_good_program_is_reached(tmp_path: Path) -> None:
    text = '#include "b63.h"\nB63_BENCHMARK(one, n) { B63_KEEP(n); }\nint main(int argc, char **argv) { B63_RUN(argc, argv); puts("after"); return 7; }\n'
    ended = start(compile_text(text, tmp_path / "program"), "-e", "1", **COUNTED)
    assert ended.code == 7 and ended.out.endswith("after\n")


def test_exception_is_a_failure(tmp_path: Path) -> None:
    text = ('#include "b63.h"\n#include <stdexcept>\nB63_BENCHMARK(bad, n) { B63_SUSPEND { if (n) throw std::runtime_error("oh no"); } }\n'
            "B63_BENCHMARK(worse, n) { if (n) throw 3; }\nB63_BENCHMARK(good, n) { B63_KEEP(n); }\n" + MAIN)
    ended = start(compile_text(text, tmp_path / "program", suffix=".cpp"), "-e", "1", **COUNTED)
    assert ended.code == 1 and "program.cpp:3: it threw an exception: oh no\n" in ended.err and "program.cpp:4: it threw an exception\n" in ended.err
    assert [epoch.name for epoch in ended.epochs] == ["good"]


def test_removed_loop_is_named_once(tmp_path: Path) -> None:
    text = ('#include "b63.h"\nB63_COUNTER(calls) { return 1; }\nB63_BENCHMARK(empty, n) { B63_KEEP(n); }\n'
            "B63_BENCHMARK(good, n) { wait_ns(10 * (long long)n); }\n" + MAIN)
    ended = start(compile_text(FAKE_CLOCK + text, tmp_path / "program"), "-e", "3", "-c", "time,calls")
    assert ended.code == 0 and len(ended.epochs) == 12
    assert ended.err.count(": its time does not grow with n: the compiler has removed the loop; give what it computes to B63_KEEP\n") == 1
    assert re.search(r"^empty: .*program\.c:\d+: its time", ended.err, re.MULTILINE)


def test_endless_benchmark_meets_a_deadline(tmp_path: Path) -> None:
    text = '#include "b63.h"\nB63_BENCHMARK(good, n) { B63_KEEP(n); }\nB63_BENCHMARK(endless, n) { while (n) B63_KEEP(n); }\n' + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-e", "2", "-t", "0.01")
    assert ended.code == 1 and [epoch.name for epoch in ended.epochs] == ["good", "good"]
    assert "endless (time) failed: " in ended.err and "it has not ended after 1 s; if it needs longer, give a larger -t" in ended.err


@pytest.mark.parametrize("seconds", ["0.01", "0.0001"])
def test_deadline_is_that_of_a_single_run(tmp_path: Path, seconds: str) -> None:
    """The search needs at least 6 runs of 0.3 s, and the deadline is 1 s, also where that is more than 100 times -t."""
    text = FAKE_CLOCK + '#include "b63.h"\nB63_BENCHMARK(sleeper, n) { usleep(300000); wait_ns(10 * (long long)n); }\n' + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-e", "1", "-t", seconds)
    assert ended.code == 0 and [epoch.rate for epoch in ended.epochs] == [10], ended


def test_deadline_is_over_while_a_slow_reader_blocks_the_output(tmp_path: Path) -> None:
    text = '#include "b63.h"\nB63_BENCHMARK(with_a_name_so_long_that_the_lines_fill_the_pipe, n) { B63_KEEP(n); }\n' + MAIN
    command = [compile_text(text, tmp_path / "program"), "-e", "3000", "-t", "0.005"]
    with subprocess.Popen(command, env={**os.environ, "CLAMH_CLOCK": "counted:1"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(2)  # two deadlines
        out, err = running.communicate(timeout=300)
    assert (running.returncode, len(out.splitlines())) == (0, 3000) and len(out) > 1 << 16, err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("mode", [[], ["-i"]])
def test_results_that_cannot_be_written_are_an_error(program: Path, mode: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program, "-e", "2", *mode], env={**os.environ, **COUNTED}, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and "results are missing: standard output cannot be written" in done.stderr, done


@pytest.mark.parametrize(("kind", "endless_run", "printed"), [
    ("BASELINE", 4, ["good", "endless", "last"]), ("BENCHMARK", 4, ["good", "endless"]),
    ("BASELINE", 1, []), ("BENCHMARK", 1, ["good"]),  # it ends not even in the search for n
])
def test_deadline_prints_the_rates_of_earlier_epochs(tmp_path: Path, kind: str, endless_run: int, printed: list[str]) -> None:
    text = f"""
#include "b63.h"
static int runs;
B63_{kind}(good, n) {{ B63_KEEP(n); }}
B63_BENCHMARK(endless, n) {{ B63_KEEP(n); if (++runs == {endless_run}) for (;;) B63_KEEP(n); }}
B63_BENCHMARK(last, n) {{ B63_KEEP(n); }}
""" + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-i", "-e", "5", "-t", "0.01", **COUNTED)
    assert ended.code == 1 and "endless (time) failed: " in ended.err
    assert ended.out == "".join(f"{name:30}{'time':20}: 1000.000\n" for name in printed)


def test_long_first_call_does_not_choose_the_iterations(tmp_path: Path) -> None:
    """It prepares what later calls only use, such as a static table."""
    text = FAKE_CLOCK + r'''
#include "b63.h"
static int is_prepared;
B63_BENCHMARK(lookup, n) {
    if (!is_prepared) wait_ns(50000000);
    is_prepared = 1;
    wait_ns(10 * (long long)n);
}
''' + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-e", "3", "-t", "0.1")
    assert {epoch.rate for epoch in ended.epochs} == {10} and ended.epochs[0].iterations > 100_000, ended


def test_time_limit_ends_a_slow_benchmark(tmp_path: Path) -> None:
    text = FAKE_CLOCK + '#include "b63.h"\nB63_BENCHMARK(slow, n) { wait_ns(400000000LL * (long long)n); }\n' + MAIN
    ended = start(compile_text(text, tmp_path / "program"), "-e", "30", "-t", "1")
    assert [epoch.iterations for epoch in ended.epochs] == [1, 1]
    assert "slow (time): 2 of 30 epochs fit into 1 s; give a larger -t\n" in ended.err
