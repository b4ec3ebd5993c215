"""One scenario in one language, through the whole pipeline as a user starts it, and what came out as lines."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from clamh.building.build import find_platforms
from clamh.languages import languages
from clamh.model.results import DECODER, CaseRecord, ForkEnd, IterationRecord, Record
from conformance import transcript
from conformance.description import DescriptionError
from conformance.scenarios import HERE, Scenario, allowed, expected
from conformance.written import find_source

ROOT = HERE.parent
SOURCES = ROOT / "src"
CACHE = ROOT / ".clamh" / "conformance"
# 1 ms per reading: an iteration of 10 ms is ten samples of one invocation. JMH has no fake clock and ignores it.
READING_NS = 1_000_000
CLOCK = f"counted:{READING_NS}"
ALWAYS = {"-f": "1", "-w": "10ms", "-r": "10ms"}
TIMEOUT_S = 900  # of one run; it takes seconds, on a busy machine a minute, on a slow one that is busy several
OURS = "conformance."
# What a worker is asked for instead of a run: by which module, and with which further words.
MODULES = {"invoke": ("invoke",), "calls": ("invoke", "3"), "slice": ("slices",), "used": ("used",)}
RAISED = ("setup", "teardown", "benchmark")


class Observed(NamedTuple):
    """What came out: lines to compare, the exit code, and what was printed, for a person to read."""

    lines: list[str]
    exit_code: int
    said: str


# How `clamh ARGV` is run, or a module of ours if ARGV begins with its name: the package's folder, ARGV, the working
# folder and the environment; output of both streams as one.
Start = Callable[[Path, Sequence[str], Path, Mapping[str, str]], "subprocess.CompletedProcess[bytes]"]


def started(sources: Path, argv: Sequence[str], folder: Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    """`clamh ARGV` in a process of its own, as a user starts it."""
    words = argv if argv[0].startswith(OURS) else ["clamh.cli", *argv]
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False,
    )


def difference(scenario: Scenario, language: str, sources: Path = SOURCES, platform: str = "", start: Start = started) -> str:
    """The first line that differs from what is expected, "" when none does.

    `sources` is the folder that holds the package `clamh` to be tested; a mutated copy is one. `platform` is one of the
    language's, by default the one that conformance runs on. `start` is how its command line is run.
    """
    try:
        wanted = expected(scenario, language)
        observed = observe(scenario, language, sources, platform, start)
    except (FileNotFoundError, DescriptionError) as error:
        return str(error)
    return first_difference(wanted, observed)


def first_difference(wanted: list[str], observed: Observed) -> str:
    """The first line that differs, with what the run printed; "" when none does."""
    for number, (text, other) in enumerate(zip_longest(wanted, observed.lines, fillvalue="nothing more"), 1):
        if text != other:
            return f"line {number}: expected {text!r}, found {other!r}\n{observed.said}"
    return ""


def observe(scenario: Scenario, language: str, sources: Path, platform: str = "", start: Start = started) -> Observed:
    """Runs a scenario in one language, in a folder and with workers of its own."""
    on = platform or default_platform(language)
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        return _observe(scenario, find_source(scenario.name, language), on, Path(folder), sources, start)


@cache
def default_platform(language: str) -> str:
    """The platform that conformance runs on, one per language: where several are chosen, the first."""
    there, missing = find_platforms(language, os.environ)
    if not there:
        raise RuntimeError("; ".join(f"{skip.reason}: {skip.hint}" for skip in missing))
    return there[0].id


def platforms(patterns: Sequence[str]) -> list[str]:
    """The platforms of this machine that the patterns mean, as those of `clamh run --platform`."""
    there = [platform.id for language in languages() for platform in find_platforms(language, os.environ)[0]]
    return [text for text in there if any(pattern == "all" or fnmatchcase(text, pattern) for pattern in patterns)]


def _observe(scenario: Scenario, file: Path, platform: str, folder: Path, sources: Path, start: Start) -> Observed:
    written, results = folder / "transcript", folder / "results.ndjson"
    written.touch()
    environ = environment(sources, written)
    try:
        if scenario.way == "run":
            process = start(sources, ["run", str(file), "--platform", platform, *options(scenario), "--no-lock",
                                      "--results", str(results)], folder, environ)
        else:
            module, *more = MODULES[scenario.way]
            process = start(sources, [f"{OURS}{module}", str(file), platform, *more], folder, environ)
    except subprocess.TimeoutExpired as error:  # its build or a worker: what it printed and wrote tells how far it came
        text = _quoted((error.stdout or b"").decode("utf-8", "backslashreplace") + written.read_text("utf-8", "backslashreplace"))
        return Observed([f"not done after {TIMEOUT_S:g} s"], -signal.SIGKILL, text)
    output = process.stdout.decode("utf-8", "backslashreplace")
    raw = written.read_text(encoding="utf-8", errors="backslashreplace")
    found = transcript.processes(raw, counted=scenario.counted)
    if platform.split("/")[0] in {no_teardown.language for no_teardown in allowed().no_teardown_after_failure}:
        found = [transcript.until_failure(item) if transcript.threaded(item) else item for item in found]
    lines = transcript.written(found)
    if scenario.way == "run":
        lines += rows(results, scenario)
    else:
        lines += sorted(line for line in output.splitlines() if line.startswith("value "))
        lines += [line for line in output.splitlines() if line.startswith("slice ")]
    lines.append(f"exit code {process.returncode}")
    return Observed(lines, process.returncode, _quoted(output))


def _quoted(output: str) -> str:
    """The last lines, set off."""
    return "\n".join(f"    | {line}" for line in output.splitlines()[-25:])


def options(scenario: Scenario) -> list[str]:
    """The options of a run, the scenario's own in the place of ours: JMH takes none twice."""
    ours = [word for option, value in ALWAYS.items() if option not in scenario.options for word in (option, value)]
    return [*ours, *scenario.options]


def environment(sources: Path, written: Path) -> dict[str, str]:
    """The environment of a run: which `clamh`, the fake clock, where the transcript and what is built go."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(sources), str(ROOT))),
        "CLAMH_CACHE": str(CACHE),
        "CLAMH_CLOCK": CLOCK,
        "CLAMH_TRANSCRIPT": str(written),
    }


def rows(results: Path, scenario: Scenario) -> list[str]:
    """One line per fork that a results file speaks of, sorted: forks run in seeded random order."""
    records = [DECODER.decode(line) for line in results.read_bytes().splitlines()] if results.exists() else []
    cases = {record.case_id: record for record in records if isinstance(record, CaseRecord)}
    return sorted(_row(cases[end.case_id], end, records, results.parent, scenario)
                  for end in records if isinstance(end, ForkEnd))


def _row(case: CaseRecord, end: ForkEnd, records: list[Record], folder: Path, scenario: Scenario) -> str:
    own = [r for r in records if isinstance(r, IterationRecord) and (r.case_id, r.fork) == (end.case_id, end.fork)]
    phases = [iteration_record.phase for iteration_record in own]
    params = "".join(f" {name}={value}" for name, value in sorted(case.params.items()))
    how = end.status
    if end.status != "ok":
        how += f", {end.reason}"
        # The message and the full name are the language's own: what the user wrote must be in them.
        if end.reason in RAISED:
            how += f" at {last_name(end.where)}: {'out of paper' if 'out of paper' in end.message else end.message}"
        if end.reason == "exited":
            how += f" with code {end.exit_code}"
        if end.reason == "killed":
            how += f" by signal {end.signal}"
    kept = [(folder / path).read_bytes() for path in (end.stdout, end.stderr) if path]
    printed = b"".join(kept).decode("utf-8", "backslashreplace")
    lost = "".join(f", lost its output {text!r}" for text in scenario.printed if text not in printed)
    says = "".join(f", {FACTS[fact](case, own)}" for fact in scenario.facts)
    return (f"row {last_name(case.benchmark)}{params}: {'warmup fork: ' * (end.fork < 0)}{how}{lost}, "
            f"{phases.count('warmup')} warmup + {phases.count('measurement')} measurement{says}")


def _mode(case: CaseRecord, own: list[IterationRecord]) -> str:
    return f"mode {case.mode}"


def _operations(case: CaseRecord, own: list[IterationRecord]) -> str:
    return " ".join(["operations", *(f"{thread.operations:g}" for iteration_record in own for thread in iteration_record.threads)])


def _histogram(case: CaseRecord, own: list[IterationRecord]) -> str:
    """Whether there is a histogram and it holds everything that was timed, and nothing else."""
    threads = [thread for iteration_record in own for thread in iteration_record.threads]
    if not any(thread.histogram for thread in threads):
        return "no histogram"
    whole = all(sum(thread.histogram[1::2]) == thread.timings > 0 for thread in threads)
    return f"histogram {'whole' if whole else 'of other times than were taken'}"


def _counters(case: CaseRecord, own: list[IterationRecord]) -> str:
    found = [_named(thread.counters, lambda value: f"={value:g}") for iteration_record in own for thread in iteration_record.threads]
    return f"counters {', '.join(found)}"


def _rates(case: CaseRecord, own: list[IterationRecord]) -> str:
    """Counters by operation: both are counted over the same calls, so what each call adds comes out, whatever the clock."""
    found = [_named(thread.counters, lambda value, thread=thread: f" is {value / thread.operations:.6g} of each operation")
             for iteration_record in own for thread in iteration_record.threads]
    return f"counters {', '.join(found)}"


def _named(counters: dict[str, float], text: Callable[[float], str]) -> str:
    """By the last identifier; where public names begin with a capital, it is written without."""
    names = {name: last_name(name) for name in sorted(counters)}
    return " ".join(f"{short[:1].lower()}{short[1:]}{text(counters[name])}" for name, short in names.items()) or "none"


def _threads(case: CaseRecord, own: list[IterationRecord]) -> str:
    """How many threads the last iteration had; in groups, of each the first word of its member, which all naming styles share."""
    threads = own[-1].threads if own else ()
    members = [re.findall("[a-z]+", thread.member)[0] for thread in threads if thread.member]
    return f"{len(threads)} threads" + ":" * bool(case.members) + "".join(f" {member}" for member in members)


def _times(case: CaseRecord, own: list[IterationRecord]) -> str:
    """The measured and the suspended readings of the fake clock in each iteration."""
    threads = [thread for iteration_record in own for thread in iteration_record.threads]
    return " ".join(["times", *(f"{thread.elapsed_ns // READING_NS}+{thread.suspended_ns // READING_NS}" for thread in threads)])


def _allocated(case: CaseRecord, own: list[IterationRecord]) -> str:
    """What each operation allocated in the measured iterations, to 100 KiB: some runtimes count a little of their own."""
    name = "gc.alloc.rate.norm"
    found = [(record.counts[name][0], sum(thread.operations for thread in record.threads))
             for record in own if record.phase == "measurement"]
    return " ".join(["allocated", *(f"{round(count / operations / 102_400) * 100} KiB" for count, operations in found)])


FACTS: dict[str, Callable[[CaseRecord, list[IterationRecord]], str]] = {
    "mode": _mode, "operations": _operations, "histogram": _histogram, "counters": _counters, "rates": _rates,
    "threads": _threads, "times": _times, "allocated": _allocated,
}


def last_name(full: str) -> str:
    """The last identifier of a full name in any language's spelling: `a::B::f`, `a.B.f`, `a/b.js#f`."""
    return (re.findall(r"\w+", full) or [""])[-1]
