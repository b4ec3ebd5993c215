"""Programs for b63.h: compiled as a user would, and started by hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from clamh.cli.include import HEADERS

PROGRAMS = Path(__file__).parent.parent / "docs" / "how-to" / "b63"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
# Time passes only where a program says so: in wait_ns() and, while another program has the CPU, in queue_ns(); and not in readings. These
# functions stand in for those of the C library.
FAKE_CLOCK = r"""
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static long long fake_ns = 1000000000, fake_queue_ns = 0;
#ifdef __cplusplus
extern "C"
#endif
int open(const char *path, int flags, ...) {
    char text[64];
    int ends[2];
    if (strcmp(path, "/proc/thread-self/schedstat") != 0) return openat(AT_FDCWD, path, flags);
    const int size = snprintf(text, sizeof text, "%lld %lld 1\n", fake_ns - fake_queue_ns, fake_queue_ns);
    if (pipe(ends) != 0 || write(ends[1], text, (size_t)size) != size) return -1;
    close(ends[1]);
    return ends[0];
}
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
static inline void queue_ns(long long ns) { fake_ns += ns; fake_queue_ns += ns; }
"""
# A CPU with two counters, each of which grows by 7 with every reading. With PARANOID only the program's own part may be counted, with
# FORBIDDEN nothing, as in a container.
FAKE_COUNTERS = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
enum { FIRST = 1000 };
static enum { CLOSED, OFF, COUNTING, IN_ERROR } events[256];
static int opened, counting;
static long long readings;
static void enable(int event) {
    events[event] = counting < 2 ? COUNTING : IN_ERROR;
    counting += events[event] == COUNTING;
}
long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    const struct perf_event_attr *const event = va_arg(arguments, const struct perf_event_attr *);
    va_end(arguments);
    if (number != SYS_perf_event_open) return 1;
#ifdef FORBIDDEN
    return errno = EPERM, -1;
#endif
#ifdef PARANOID
    if (!event->exclude_kernel) return errno = EACCES, -1;
#endif
    if (event->disabled) events[opened] = OFF;
    else enable(opened);
    return FIRST + opened++;
}
int ioctl(int descriptor, unsigned long request, ...) {
    if (request == PERF_EVENT_IOC_ENABLE && events[descriptor - FIRST] != COUNTING) enable(descriptor - FIRST);
    return 0;
}
ssize_t read(int descriptor, void *bytes, size_t size) {
    struct iovec part = {bytes, size};
    if (descriptor < FIRST) return readv(descriptor, &part, 1);
    if (events[descriptor - FIRST] == IN_ERROR) return 0;
    readings += 7;
    memcpy(bytes, &readings, sizeof readings);
    return sizeof readings;
}
int close(int descriptor) {
    if (descriptor < FIRST) return 0;
    counting -= events[descriptor - FIRST] == COUNTING;
    events[descriptor - FIRST] = CLOSED;
    return 0;
}
#include "b63.h"
#include "counters/perf_events.h"
B63_BENCHMARK(one, n) { B63_KEEP(n); }
int main(int argc, char **argv) { B63_RUN_WITH("lpe:cycles,lpe:instructions,lpe:branches", argc, argv); return 0; }
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
