"""Programs for b63.h: compiled as a user would, and started by hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from clamh.cli.include import HEADERS

PROGRAMS = Path(__file__).parent.parent / "docs" / "how-to" / "b63"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
# Time passes only where a program says so: in wait_ns(), and not in readings. It stands in for the C library's function.
FAKE_CLOCK = r"""
#include <time.h>
static long long fake_ns = 1000000000;
#ifdef __cplusplus
extern "C" int clock_gettime(clockid_t clock, struct timespec *now) noexcept {
#else
extern int clock_gettime(int clock, struct timespec *now);
int clock_gettime(int clock, struct timespec *now) {
#endif
    (void)clock;
    now->tv_sec = (time_t)(fake_ns / 1000000000);
    now->tv_nsec = (long)(fake_ns % 1000000000);
    return 0;
}
static inline void wait_ns(long long ns) { fake_ns += ns; }
"""
MAIN = "\nint main(int argc, char **argv) { B63_RUN(argc, argv); return 0; }\n"


class Epoch(NamedTuple):
    """A line of the plain output."""

    name: str
    counter: str
    iterations: int
    events: int

    @property
    def rate(self) -> float:
        return self.events / self.iterations


class Ended(NamedTuple):
    """A program that has ended."""

    code: int
    out: str
    err: str

    @property
    def epochs(self) -> list[Epoch]:
        fields = [line.split(",") for line in self.out.splitlines()]
        return [Epoch(name, counter, int(iterations), int(events)) for name, counter, iterations, events in fields]

    def of(self, name: str, counter: str = "time") -> list[Epoch]:
        return [epoch for epoch in self.epochs if (epoch.name, epoch.counter) == (name, counter)]


def compile_program(sources: Path | list[Path], program: Path, *flags: str, compiler: str = "") -> Path:
    """Compiles and links a program with the header on the include path; warnings are errors if `flags` say so."""
    files = [sources] if isinstance(sources, Path) else sources
    compiler = compiler or ("cc" if all(file.suffix in (".c", ".o") for file in files) else "c++")
    done = subprocess.run([compiler, "-O3", f"-I{HEADERS}", *map(str, files), "-o", str(program), *flags], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    return program


def compile_text(text: str, program: Path, *flags: str, suffix: str = ".c", compiler: str = "") -> Path:
    """Compiles a program from its text."""
    source = program.with_suffix(suffix)
    source.write_text(text)
    return compile_program(source, program, *flags, compiler=compiler)


def start(program: Path, *argv: str, timeout_s: float = 300, **environ: str) -> Ended:
    """Runs a program by hand."""
    done = subprocess.run([program, *argv], capture_output=True, text=True, timeout=timeout_s, check=False, env={**os.environ, **environ})
    return Ended(done.returncode, done.stdout, done.stderr)
