"""Artifact ─describe→ Catalog: what the artifact reports about itself, joined with the forecast of its sources."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages import Language, languages
from clamh.languages.programs.libraries import UNLISTED, find_library
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog, CatalogBenchmark, Plan
from clamh.model.catalog import BenchmarkEntry, Entries, FixtureEntry, StateEntry
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, WorkerError
from clamh.model.folders import shorten_path
from clamh.model.identity import assign_keys, make_key
from clamh.model.opening import find_opening
from clamh.model.settings import merge_levels
from clamh.model.sources import Benchmark, CounterMeaning, Location, Member, Settings, Unit
from clamh.running.catalog_parts import compiled, join_settings, keep_columns, make_param
from clamh.running.worker import messages
from clamh.running.worker.folder import place_in_suite
from clamh.running.worker.process import Worker


def describe(artifact: Artifact, unit: Unit | None) -> Catalog:
    """Asks an artifact for its catalog. `unit` is its forecast; None for an artifact that was started directly.

    Raises InputError when the artifact does not answer. For a language whose own list decides (not claims_plain),
    raises it also when that list differs from the benchmarks in the sources.
    """
    language = languages()[artifact.platform.language]
    began = time.monotonic()
    hello, events = _ask(artifact, language)
    start_s = time.monotonic() - began
    if unit is None:
        artifact = _complete_artifact(artifact, hello)
    listed = {event.name for event in events if isinstance(event, BenchmarkEntry)}
    forecast = {benchmark.name: benchmark for benchmark in unit.benchmarks} if unit else {}
    if unit and not language.claims_plain and listed != set(forecast):
        raise InputError(_disagreement(artifact, listed, forecast))
    return Catalog(
        artifact=artifact,
        hello=msgspec.to_builtins(hello),
        start_s=start_s,
        benchmarks=tuple(_join(events, unit, language)),
        missing=tuple(name for name in forecast if name not in listed),
        missing_hint=UNLISTED.get(find_library(unit), "") if unit else "",
    )


def _ask(artifact: Artifact, language: Language) -> tuple[messages.Hello, list[Any]]:
    """The answer to `describe`: `hello`, then the events of the catalog."""
    with tempfile.TemporaryDirectory(prefix="clamh-") as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        try:
            with Worker(place_in_suite(language.toolchain.describe_command(artifact), artifact), out, err) as worker:
                deadline = time.monotonic() + language.startup_timeout_s
                worker.send(messages.encode("describe"), deadline)
                answer = _read_catalog(worker, deadline)
                worker.send(messages.encode("exit"), deadline)
                return answer
        except WorkerError as error:
            printed = (out.read_text("utf-8", "replace") if out.exists() else "") + (
                err.read_text("utf-8", "replace") if err.exists() else "")
            raise InputError([_no_catalog(artifact, error, printed)]) from None


def _read_catalog(worker: Worker, deadline: float) -> tuple[messages.Hello, list[Any]]:
    hello = messages.decode(worker.receive(deadline))
    if isinstance(hello, messages.Failed):
        raise WorkerError(hello.reason, hello.message, where=hello.where)
    if not isinstance(hello, messages.Hello):
        raise WorkerError("protocol", f"the answer to `describe` begins with {hello!r} instead of `hello`")
    events: list[Any] = []
    while not isinstance(event := messages.decode(worker.receive(deadline)), messages.Described):
        if not isinstance(event, StateEntry | FixtureEntry | BenchmarkEntry):
            raise WorkerError("protocol", f"the catalog contains {event!r}, which does not belong in it")
        events.append(event)
    counts = {StateEntry: event.states, FixtureEntry: event.fixtures, BenchmarkEntry: event.benchmarks}
    if any(sum(isinstance(entry, kind) for entry in events) != count for kind, count in counts.items()):
        raise WorkerError("protocol", "the catalog has another number of entries than its last line states")
    _check_numbers(events)
    return hello, events


def _check_numbers(events: Sequence[Any]) -> None:
    """Refuses a catalog with two entries of a number, or with an unknown state. Gaps between numbers are allowed."""
    numbers = [(type(entry), entry.number) for entry in events]
    states = {entry.number for entry in events if isinstance(entry, StateEntry)}
    functions = [function for entry in events if isinstance(entry, BenchmarkEntry) for function in entry.functions]
    callers = (*functions, *(entry for entry in events if isinstance(entry, FixtureEntry)))
    used = {number for caller in callers for number in caller.states}
    if len(set(numbers)) != len(numbers):
        raise WorkerError("protocol", "the catalog has two entries with the same number")
    if used - states:
        raise WorkerError("protocol", f"the catalog uses state {min(used - states)}, but does not contain it")


def _join(events: Sequence[Any], unit: Unit | None, language: Language) -> Iterator[CatalogBenchmark]:
    """The benchmarks of the catalog, joined with the forecast, which has more facts than JMH's list."""
    catalog = Entries(states=tuple(event for event in events if isinstance(event, StateEntry)),
                      fixtures=tuple(event for event in events if isinstance(event, FixtureEntry)),
                      benchmarks=tuple(event for event in events if isinstance(event, BenchmarkEntry)))
    bound = {state.name: state for state in unit.states} if unit else {}
    forecast = {benchmark.name: benchmark for benchmark in unit.benchmarks} if unit else {}
    keys = _choose_keys(catalog.benchmarks, forecast, language)
    defaults = unit.defaults if unit else Settings()
    for entry in catalog.benchmarks:
        known = forecast.get(entry.name)
        opening = find_opening(entry, catalog)
        states = [state for state in catalog.states if set(opening.params) & {param.name for param in state.params}
                  or set(opening.counters.values()) & {counter.name for counter in state.counters}]
        params = {
            param.name: make_param(param, state.name, bound.get(state.name)) for state in states
            for param in state.params
        }
        place = Location(path=entry.path, line=entry.line)
        yield CatalogBenchmark(
            name=entry.name,
            key=keys[entry.name],
            settings=(join_settings(entry.settings, known) if known
                      else merge_levels([entry.settings, defaults])),
            defaulted=known.defaulted if known else tuple(
                name for name in Settings.__struct_fields__
                if getattr(defaults, name) is not None and getattr(entry.settings, name) is None),
            params=tuple(params[name] for name in opening.params),
            baseline=known.baseline if known else entry.baseline,
            location=known.location if known else place,
            launch=entry.launch,
            rows=tuple(rows for state in states
                       if state.rows and (rows := keep_columns(state.rows, state.row_names, set(params))).params),
            counters={
                counter.name: CounterMeaning(type=counter.type, unit=counter.unit, scale=counter.scale)
                for state in states for counter in state.counters
            },
            operations=any("Operations" in function.injected for function in entry.functions),
            random="Random" in opening.injected,
            members=tuple(Member(name=function.name, threads=function.threads)
                          for function in entry.functions) if entry.group else (),
            opening=opening,
            **compiled(entry.launch, language),
        )


def check_programs(plan: Plan) -> list[Diagnostic]:
    """The problems of benchmarks whose own annotation starts another program than their platform's, as Fork may in some
    languages: warnings, or errors if several platforms of the language would all measure that program.
    """
    platforms: dict[str, set[str]] = {}
    for catalog in plan.catalogs:
        platforms.setdefault(catalog.artifact.platform.language, set()).add(catalog.artifact.platform.id)
    problems = []
    for number, name in dict.fromkeys((case.artifact, case.benchmark) for case in plan.cases if case.launch):
        artifact = plan.catalogs[number].artifact
        platform = artifact.platform
        benchmark = next(benchmark for benchmark in plan.catalogs[number].benchmarks if benchmark.name == name)
        program = languages()[platform.language].toolchain.run_command(artifact, benchmark.launch).argv[0]
        if _locate(program) != _locate(platform.executable):
            problems.append(Diagnostic(
                code="other-program", severity="error" if len(platforms[platform.language]) > 1 else "warning",
                message=f"{name} starts {program}, but its rows are named after {platform.id}, which is "
                f"{platform.executable}", location=benchmark.location,
                hint="delete the program from the annotation; choose it with -jvm, or as `program` of a "
                "[platform.\"…\"] in clamh.toml"))
    return list(dict.fromkeys(problems))


def _locate(program: str) -> str:
    return os.path.realpath(shutil.which(program) or program)


def _choose_keys(entries: Sequence[BenchmarkEntry], forecast: Mapping[str, Benchmark],
                 language: Language) -> dict[str, str]:
    """By name, the key of the forecast or the artifact; else a key from the name, widened if others have it too."""
    known = {entry.name: forecast[entry.name].key if entry.name in forecast else entry.key for entry in entries}
    assigned = assign_keys([(name, key or None) for name, key in known.items()], language.id)
    return {name: key or unique or make_key(name, language.id)
            for (name, key), unique in zip(known.items(), assigned, strict=True)}


def _complete_artifact(artifact: Artifact, hello: messages.Hello) -> Artifact:
    """An artifact that was started directly, completed by what its worker reports about itself."""
    platform = msgspec.structs.replace(
        artifact.platform, id=hello.platform, version=hello.toolchain.version, flags=hello.toolchain.flags,
        runtime=hello.runtime)
    digest = hashlib.sha256(Path(artifact.path).read_bytes()).hexdigest()
    return msgspec.structs.replace(artifact, platform=platform, sha256=digest, sources=hello.sources)


def _no_catalog(artifact: Artifact, error: WorkerError, printed: str) -> Diagnostic:
    tail = "\n".join(printed.strip().splitlines()[-10:])
    built = os.path.abspath(artifact.source) != artifact.path  # otherwise the user named the artifact
    failed = error.reason == "benchmark"  # the user's code ran and failed
    unlinked = built and "error while loading shared libraries" in printed
    remedy = (f"delete its folder {shorten_path(os.path.dirname(artifact.path))}" if built
              else "name an artifact that `clamh build` made")
    return Diagnostic(
        code="no-catalog",
        message=f"{shorten_path(artifact.source)} on {artifact.platform.id} does not list its benchmarks: "
        f"{error.detail if failed else error}" + (f"\n{tail}" if tail else ""),
        hint="this code runs when the program starts, before any benchmark" if failed else
        "name the library's folder in LD_LIBRARY_PATH or in flags of clamh.toml: -Wl,-rpath,FOLDER" if unlinked else
        "check that its disk allows programs (the mount option noexec forbids them; CLAMH_CACHE names another folder) "
        f"and the limits of this shell (ulimit -a); otherwise {remedy}" if error.reason == "start" else
        "check code that runs before any benchmark (static initialisers, a module's top level); "
        f"if there is none, {remedy}",
        location=Location(path=artifact.source, line=1),
    )


def _disagreement(artifact: Artifact, listed: set[str], forecast: dict[str, Benchmark]) -> list[Diagnostic]:
    problems = [
        Diagnostic(code="not-listed", message=f"the sources have a benchmark '{name}', but {artifact.platform.id} does "
                   f"not list it (it lists: {', '.join(sorted(listed)) or 'none'})",
                   hint="check the import of its annotation, and its class", location=forecast[name].location)
        for name in forecast if name not in listed
    ]
    problems += [
        Diagnostic(code="not-forecast", message=f"{artifact.platform.id} lists the benchmark '{name}', but "
                   f"{shorten_path(artifact.source)} does not contain it "
                   f"(it contains: {', '.join(sorted(forecast)) or 'none'})",
                   hint="write the @Benchmark annotation in this source",
                   location=Location(path=artifact.source, line=1))
        for name in sorted(listed - set(forecast))
    ]
    return problems
