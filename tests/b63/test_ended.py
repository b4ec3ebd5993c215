"""A body that ends the program by a signal or exit(): is it named, and is nothing lost that was measured?"""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from made_b63 import HEADERS, MAIN, compile_text, start

pytestmark = [pytest.mark.language("c")]

COUNTED = {"CLAMH_CLOCK": "counted:1000"}
LINES = f"{'good':30}{'time':20}: 1000.000\n{'wrong':30}{'time':20}: 1000.000\n"


def compile_end(program: Path, end: str, main: str = MAIN) -> Path:
    """The second benchmark ends the program in its second epoch; the first run of each is the search for n."""
    return compile_text(f'''
#include <unistd.h>
#include <sys/wait.h>
#include "b63.h"
static int runs;
B63_BASELINE(good, n) {{ B63_KEEP(n); }}
B63_BENCHMARK(wrong, n) {{
    B63_KEEP(n);
    if (++runs == 3) {{ {end} }}
}}
{main}''', program)


@pytest.mark.parametrize(("end", "code", "reason"), [
    ("abort();", -signal.SIGABRT, "signal 6 ended the program"),
    ("raise(SIGSEGV);", -signal.SIGSEGV, "signal 11 ended the program"),
    ("raise(SIGINT);", -signal.SIGINT, "signal 2 ended the program"),
    ("exit(0);", 1, "exit() ended the program"),
])
def test_end_of_the_program_is_named(tmp_path: Path, end: str, code: int, reason: str) -> None:
    program = compile_end(tmp_path / "program", end)
    ended = start(program, "-i", "-e", "5", **COUNTED)
    assert (ended.code, ended.out) == (code, LINES), ended
    assert ended.err.endswith(f"wrong (time) failed: {program}.c:7: {reason}\n"), ended
    assert len(start(program, "-e", "5", **COUNTED).epochs) == 2


def test_child_of_a_body_may_end_as_it_likes(tmp_path: Path) -> None:
    end = ("int status; pid_t child = fork(); if (child == 0) exit(3); waitpid(child, &status, 0); B63_ASSERT(WEXITSTATUS(status) == 3);"
           "child = fork(); if (child == 0) for (;;) pause(); kill(child, SIGTERM); waitpid(child, &status, 0); B63_ASSERT(WTERMSIG(status) == SIGTERM);")
    ended = start(compile_end(tmp_path / "program", end), "-i", "-e", "5", **COUNTED)
    assert (ended.code, ended.out, ended.err.count("\n")) == (0, LINES, 1), ended


def test_child_that_returns_from_a_body_measures_nothing(tmp_path: Path) -> None:
    program = compile_end(tmp_path / "program", "} if (fork() == 0) return; else { wait(NULL);")
    ended = start(program, "-e", "3", **COUNTED)
    assert (ended.code, len(ended.epochs)) == (0, 6), ended
    message = f"wrong: {program}.c:7: a child of fork() returned from the body and was ended there; end it with _exit()"
    assert set(ended.err.splitlines()[1:]) == {message}, ended


@pytest.mark.parametrize(("statements", "code"), [
    ("signal(SIGABRT, own); b63_run(counters, argc, argv);", 7),  # main handles the signal itself
    ("runs = -9; b63_run(counters, argc, argv); raise(SIGABRT);", -signal.SIGABRT),  # after the measurement
])
def test_signals_of_main_are_its_own(tmp_path: Path, statements: str, code: int) -> None:
    main = ("static void own(int number) { _exit(number + 1); }\n"
            f"int main(int argc, char **argv) {{ const char *counters = \"time\"; if (argc < 0) own(0); {statements} return 0; }}")
    ended = start(compile_end(tmp_path / "program", "abort();", main), "-e", "5", **COUNTED)
    assert ended.code == code and "ended the program" not in ended.err, ended


def test_sanitizer_keeps_its_own_report(tmp_path: Path) -> None:
    program = tmp_path / "program"
    compile_end(program, "*(volatile int *)0 = 1;")
    subprocess.run(["cc", "-fsanitize=address", f"-I{HEADERS}", f"{program}.c", "-o", program], check=True)
    assert "AddressSanitizer: SEGV on unknown address 0x000000000000" in start(program, "-e", "5", **COUNTED).err


def test_cleanup_of_a_counter_is_no_benchmarks(tmp_path: Path) -> None:
    counter = "B63_COUNTER(mine, make, end, NULL) { (void)impl; return runs; }"
    own = f'static void *make(const char *name) {{ (void)name; return &runs; }}\nstatic void end(void *impl) {{ (void)impl; abort(); }}\n{counter}\n'
    main = 'int main(int argc, char **argv) { b63_run("mine", argc, argv); return 0; }'
    ended = start(compile_end(tmp_path / "program", "", own + main), "-i", "-e", "5")
    assert ended.code == -signal.SIGABRT and "failed" not in ended.err and ended.err.endswith("signal 6 ended the program\n"), ended
