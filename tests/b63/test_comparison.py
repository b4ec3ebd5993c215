"""Are epochs of a benchmark and its baseline measured in turns, and is the star there exactly when the 99 % interval excludes zero?"""

from __future__ import annotations

import math
import os
import pty
import random
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from made_b63 import FAKE_CLOCK, MAIN, compile_text, start
from scipy import stats

pytestmark = [pytest.mark.language("c")]

ORDERED = FAKE_CLOCK + '#include "b63.h"\n' + "".join(
    f"B63_{kind}({name}, n) {{ wait_ns({cost} * (long long)n); }}\n"
    for kind, name, cost in (("BENCHMARK", "before", 8), ("BASELINE", "base", 10), ("BENCHMARK", "after", 12))) + MAIN
PAIRS = r"""
#include "b63.h"
int main(void) {
    struct b63_score score;
    double difference;
    for (uint64_t freedom = 1; freedom <= 400; freedom++) printf("%.12g\n", b63_student(freedom));
    memset(&score, 0, sizeof score);
    while (scanf("%lf", &difference) == 1) {
        if (difference > 1e100) {
            printf("%d\n", b63_differs(&score));
            memset(&score, 0, sizeof score);
        } else {
            b63_add_pair(&score, difference);
        }
    }
    return 0;
}
"""
# Each epoch costs what is read from standard input, in fake time.
SYNTHETIC = FAKE_CLOCK + r"""
#include "b63.h"
#include <stdio.h>
static long long next(void) { long long ns = 0; return scanf("%lld", &ns) == 1 ? ns : 0; }
B63_BASELINE(base, n) { wait_ns(next() * (long long)n); }
B63_BENCHMARK(same, n) { wait_ns(next() * (long long)n); }
""" + MAIN


def test_epochs_of_benchmark_and_baseline_interleave(tmp_path: Path) -> None:
    ended = start(compile_text(ORDERED, tmp_path / "program"), "-e", "4", "-t", "0.001")
    there, back = ["before", "base", "after"], ["after", "base", "before"]
    assert [epoch.name for epoch in ended.epochs] == there + back + there + back
    assert {epoch.name: epoch.rate for epoch in ended.epochs} == {"before": 8, "base": 10, "after": 12}


def test_benchmarks_without_baseline_run_one_after_the_other(tmp_path: Path) -> None:
    ended = start(compile_text(ORDERED.replace("BASELINE", "BENCHMARK"), tmp_path / "program"), "-e", "2", "-t", "0.001")
    assert [epoch.name for epoch in ended.epochs] == ["before", "before", "base", "base", "after", "after"]


def test_interactive_lines_are_in_the_order_of_the_source(tmp_path: Path) -> None:
    out = start(compile_text(ORDERED, tmp_path / "program"), "-i", "-e", "4", "-t", "0.001").out
    assert out == ("before                        time                :* 8.000 (-20.000%)\n"
                   "base                          time                : 10.000\n"
                   "after                         time                :*12.000 (+20.000%)\n")


def print_on_terminal(program: Path, **environ: str) -> str:
    """What the program prints with -i on a terminal."""
    ours, theirs = pty.openpty()
    subprocess.run([program, "-i", "-e", "4", "-t", "0.001"], stdout=theirs, stderr=subprocess.DEVNULL, check=True, timeout=300,
                   env={**os.environ, "NO_COLOR": "", "TERM": "xterm", **environ})
    os.close(theirs)
    printed = b""
    with open(ours, "rb", buffering=0) as terminal, suppress(OSError):  # Linux reports EIO at the end
        while piece := terminal.read(10_000):  # the system hands it over piece by piece
            printed += piece
    return printed.decode()


def test_colour_only_on_a_terminal(tmp_path: Path) -> None:
    program = compile_text(ORDERED, tmp_path / "program")
    shown = print_on_terminal(program)
    assert "\033[32m 8.000 (-20.000%)\033[0m" in shown and "\033[31m12.000 (+20.000%)\033[0m" in shown and ": 10.000" in shown
    for environ in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert ":* 8.000 (-20.000%)" in print_on_terminal(program, **environ)
    assert "\033" not in start(program, "-i", "-e", "4", "-t", "0.001").out


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_text(PAIRS, tmp_path_factory.mktemp("pairs") / "pairs")


def ask(pairs: Path, series: list[list[float]]) -> tuple[list[float], list[bool]]:
    """The quantiles, and for each series of differences whether it has a star."""
    text = "".join("".join(f"{value!r}\n" for value in differences) + "1e200\n" for differences in series)
    lines = subprocess.run([pairs], input=text, capture_output=True, text=True, check=True).stdout.split()
    return [float(line) for line in lines[:400]], [line == "1" for line in lines[400:]]


def test_quantiles_are_those_of_student(pairs: Path) -> None:
    quantiles, _ = ask(pairs, [])
    assert quantiles == pytest.approx([stats.t.ppf(0.995, freedom) for freedom in range(1, 401)], rel=1e-6)


def test_star_is_where_the_interval_excludes_zero(pairs: Path) -> None:
    draw = random.Random(5)
    series = [[draw.gauss(mean, 1) for _ in range(draw.randint(2, 40))] for mean in [0.0, 0.3, 0.6, 1.0, -1.0] for _ in range(60)]
    series += [[0.5, 0.5], [0.0, 0.0], [1.0], []]

    def excludes(values: list[float]) -> bool:
        if len(values) < 2:
            return False
        mean = math.fsum(values) / len(values)
        half = stats.t.ppf(0.995, len(values) - 1) * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
        return abs(mean) > half

    assert ask(pairs, series)[1] == [excludes(values) for values in series]
    assert 50 < sum(map(excludes, series)) < 250


def test_equal_benchmarks_have_no_star_in_95_of_100_runs(tmp_path: Path) -> None:
    """The whole program on synthetic epochs: noise of 5 %, the same for both sides."""
    program = compile_text(SYNTHETIC, tmp_path / "program")
    stars = 0
    for seed in range(100):
        draw = random.Random(seed)
        costs = "".join(f"{round(draw.gauss(10_000, 500))}\n" for _ in range(400))
        ended = subprocess.run([program, "-i", "-e", "30", "-t", "0.03", "-s", str(seed)], input=costs, capture_output=True, text=True, check=True, timeout=300)
        base, same = ended.stdout.splitlines()
        stars += ":*" in same
    assert stars <= 5


def test_different_benchmarks_have_a_star(tmp_path: Path) -> None:
    program = compile_text(SYNTHETIC.replace("(same, n) { wait_ns(next()", "(same, n) { wait_ns((1000 + next())"), tmp_path / "program")
    draw = random.Random(1)
    costs = "".join(f"{round(draw.gauss(10_000, 500))}\n" for _ in range(400))
    ended = subprocess.run([program, "-i", "-e", "30", "-t", "0.03"], input=costs, capture_output=True, text=True, check=True, timeout=300)
    assert ":*" in ended.stdout.splitlines()[1] and "(+" in ended.stdout


def test_seed_follows_the_documented_sequence(tmp_path: Path) -> None:
    text = r"""
#include "b63.h"
static int64_t seeds[8], count;
B63_BENCHMARK(drawing, n) { B63_KEEP(n); if (count < 8) seeds[count++] = b63_seed; }
int main(int argc, char **argv) {
    b63_run("time", argc, argv);
    for (int at = 0; at < count; at++) fprintf(stderr, "drawn %lld\n", (long long)seeds[at]);
    return 0;
}
"""
    err = start(compile_text(text, tmp_path / "program"), "-s", "42", "-e", "3", CLAMH_CLOCK="counted:1000").err
    drawn = [int(line.split()[1]) for line in err.splitlines() if line.startswith("drawn")]
    assert drawn[-3:] == [42, 5660585827, 762910283313635432] and drawn[0] == 42


def test_page_faults_are_exact(tmp_path: Path) -> None:
    text = r"""
#define _GNU_SOURCE
#include <sys/mman.h>
#include "b63.h"
#include "counters/perf_events.h"
B63_BENCHMARK(touch, n) {
    for (uint64_t i = 0; i < n; i++) {
        volatile char *pages = NULL;
        B63_SUSPEND { pages = (volatile char *)mmap(NULL, 10 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
        for (int page = 0; page < 10; page++) pages[page * 4096] = 1;
        B63_SUSPEND { munmap((void *)(uintptr_t)pages, 10 * 4096); }
    }
}
int main(int argc, char **argv) { B63_RUN_WITH("lpe:page-faults,lpe:minor-faults", argc, argv); return 0; }
"""
    ended = start(compile_text(text, tmp_path / "program"), "-e", "3", "-t", "0.05")
    if "what works here: none" in ended.err:
        pytest.skip("this machine has no events")
    assert ended.code == 0 and {epoch.rate for epoch in ended.epochs} == {10}, ended


def test_page_faults_of_other_threads_count(tmp_path: Path) -> None:
    text = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include "b63.h"
#include "counters/perf_events.h"
static void *touch(void *pages) {
    for (int page = 0; page < 100; page++) ((volatile char *)pages)[page * 4096] = 1;
    return NULL;
}
B63_BENCHMARK(elsewhere, n) {
    for (uint64_t i = 0; i < n; i++) {
        void *pages = mmap(NULL, 100 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        pthread_t thread;
        B63_ASSERT(pthread_create(&thread, NULL, touch, pages) == 0 && pthread_join(thread, NULL) == 0);
        munmap(pages, 100 * 4096);
    }
}
int main(int argc, char **argv) { B63_RUN_WITH("lpe:page-faults", argc, argv); return 0; }
"""
    ended = start(compile_text(text, tmp_path / "program", "-pthread"), "-e", "3", "-t", "0.05")
    if "what works here: none" in ended.err:
        pytest.skip("this machine has no events")
    assert ended.code == 0 and all(100 <= epoch.rate < 120 for epoch in ended.epochs), ended
