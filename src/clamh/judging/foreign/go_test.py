"""Go's text of `go test -bench`, and the same inside the lines of `go test -json`: repetitions (-count) of a benchmark
in a process.

Source: the Go benchmark data format (golang.org/design/14313-benchmark-format), and files of Go 1.26 (tests/foreign). A
repetition is read as a fork, although all share a process; every row has a warning about that. `name=value` in the name
of a sub-benchmark is a param.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

import msgspec

from clamh.judging.foreign.tool_results import (Fork, Measured, list_unknown_terms, make_fork, make_platform, make_run,
                                                number, parse_figure, readable, shorten_paths)
from clamh.model.results import Origin, Run, SkippedRecord

TOOL = "go test"
PLATFORM = "go-test"
ADVICE = "measure with `go test -bench . -count 10`, and give all that it prints"
REPETITIONS = ("its forks are repetitions in a single process: the interval does not include differences between "
               "processes")
UNKNOWN = list_unknown_terms(
    TOOL, threads="go test does not record how many goroutines a benchmark had",
    opi="go test does not record how many operations an iteration does",
    batch_size="go test does not record how many operations an iteration does",
    warmup="go test does not record how it warmed up", machine="go test does not record the machine",
    boot="go test does not record when the machine was started", forks="go test's repetitions share a process")
RESULT = re.compile(r"(Benchmark[^\s]*)[ \t]+(\d+)[ \t]+(\S+ \S.*)")
FAILED = re.compile(r"\s*--- FAIL: (Benchmark\S*)")
FAILED_PACKAGE = re.compile(r"FAIL\t(\S+)\t")
CONFIGURATION = re.compile(r"(goos|goarch|pkg|cpu): (.*)")
INDENT = "    "  # of what a benchmark logs
PROCESSORS = re.compile(r"(.*)-(\d+)$")


class _Line(msgspec.Struct):
    """A benchmark's line: the time of an operation in ns, None where it has none; or a failure."""

    package: str
    name: str
    ns: float | str | None = None
    failure: str = ""


def recognises(text: str) -> bool:
    """Whether the text is of this tool."""
    return bool(re.search(r"^(Benchmark\S*[ \t]+\d+[ \t]+\S+ \S+|\s*--- FAIL: Benchmark)", text,
                          re.MULTILINE)) or is_json(text)


def is_json(text: str) -> bool:
    """Whether the text is that of `go test -json`, by its first line."""
    first = text.partition("\n")[0]
    return first.startswith("{") and '"Action":"' in first and ('"Package":"' in first or '"ImportPath":"' in first)


def read(text: str, path: str) -> Run:
    """The text as a Run. Raises InputError where it has no benchmark."""
    text = "\n".join(_join_outputs(text)) if is_json(text) else text
    lines, facts, skipped = [], {}, []
    for item in _read_lines(text.split("\n")):
        if isinstance(item, _Line):
            lines.append(item)
        elif isinstance(item, SkippedRecord):
            skipped.append(item)
        else:
            facts.update([item])
    processors = _find_processors({line.name for line in lines if not line.failure})
    by_benchmark: dict[tuple[str, str, str], list[_Line]] = {}
    for line in lines:
        name, count = _split_processors(line.name) if processors else (line.name, "")
        by_benchmark.setdefault((line.package, name, count if len(processors) > 1 else ""), []).append(line)
    keys = shorten_paths((package, _split_params(name)[0]) for package, name, _ in by_benchmark)
    measured = [_to_measured(where, lines, keys) for where, lines in by_benchmark.items()
                if any(line.ns is not None or line.failure for line in lines)]
    skipped += [
        SkippedRecord(platform=PLATFORM, reason=f"{name} has no ns/op", hint="clamh reads only times")
        for (_, name, _), lines in by_benchmark.items() if all(line.ns is None and not line.failure for line in lines)
    ]
    flags = tuple(f"GOMAXPROCS={count or 1}" for count in processors) if len(processors) == 1 else ()
    platform = make_platform(PLATFORM, flags=flags)
    environment = {
        ours: facts[theirs] for ours, theirs in (("cpu", "cpu"), ("os", "goos"), ("architecture", "goarch"))
        if facts.get(theirs)
    }
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, skipped=skipped, platforms=(platform,),
                    environment=environment, advice=ADVICE)


def _join_outputs(text: str) -> Iterator[str]:
    """What each package printed, a package after the other; lines of several tests of a package do not mix."""
    outputs: dict[str, list[str]] = {}
    for line in text.split("\n"):
        try:
            event = json.loads(line) if line.startswith("{") else None
        except (ValueError, RecursionError):
            continue  # the last line of a test that was stopped
        if isinstance(event, dict) and isinstance(output := event.get("Output"), str):
            outputs.setdefault(str(event.get("Package") or event.get("ImportPath") or ""), []).append(output)
    return ("".join(parts) for parts in outputs.values())


def _read_lines(lines: list[str]) -> Iterator[_Line | SkippedRecord | tuple[str, str]]:
    """Results, failures, packages that failed without naming a benchmark, and facts of the machine."""
    package, logged, failed = "", "", False
    for number, line in enumerate(lines):
        if match := RESULT.match(line):
            values = match[3].split()
            times = [value for value, unit in zip(values[::2], values[1::2]) if unit == "ns/op"]
            yield _Line(package, match[1], parse_figure(times[0]) if times else None)
        elif match := FAILED.match(line):
            failed = True
            below = [*takewhile(lambda text: text.startswith(INDENT), lines[number + 1:])]
            reason = below[-1].strip() if below else logged  # -v prints the log before this line
            yield _Line(package, match[1], failure=f"it failed{f' ({reason})' if reason else ''}")
        elif match := CONFIGURATION.fullmatch(line):
            package, failed = (match[2], False) if match[1] == "pkg" else (package, failed)
            yield match[1], match[2]
        elif (match := FAILED_PACKAGE.match(line)) and not failed:
            yield SkippedRecord(platform=PLATFORM, reason=f"{match[1]} failed: its later benchmarks are missing",
                                failed=True, hint=f"run go test -bench . {match[1]}, fix what fails, and measure again")
        logged = line.strip() if line.startswith(INDENT) else ""


def _find_processors(names: Iterable[str]) -> set[str]:
    """The numbers after names that are GOMAXPROCS, "" for none: those that every benchmark has. Else they belong to the
    names.
    """
    counts: dict[str, set[str]] = {}
    for name in names:
        base, count = _split_processors(name)
        counts.setdefault(base, set()).add(count)
    sets = list(counts.values())
    return sets[0] if sets and all(each == sets[0] for each in sets) else set()


def _split_processors(name: str) -> tuple[str, str]:
    match = PROCESSORS.fullmatch(name)
    return (match[1], match[2]) if match else (name, "")


def _split_params(name: str) -> tuple[str, dict[str, str]]:
    """The name without `Benchmark` and its params."""
    first, *parts = name.split("/")
    params = {key: value for key, sign, value in (part.partition("=") for part in parts) if sign}
    return "/".join([first.removeprefix("Benchmark") or first, *(part for part in parts if "=" not in part)]), params


def _to_measured(where: tuple[str, str, str], lines: list[_Line], keys: dict[tuple[str, ...], str]) -> Measured:
    package, name, count = where
    short, params = _split_params(name)
    forks = [
        Fork((), failure=line.failure) if line.failure else make_fork([line.ns], float) for line in lines
        if line.failure or line.ns is not None
    ]
    return Measured(name=f"{package}.{short}" if package else short, key=keys[package, short], platform=PLATFORM,
                    mode="avgt", forks=forks, params=params | ({"GOMAXPROCS": count} if count else {}),
                    together=REPETITIONS,
                    time_unit=readable([number(line.ns) for line in lines if line.ns is not None]))
