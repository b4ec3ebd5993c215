"""Artifact ─describe→ Catalog: what the artifact itself says it holds, joined with the forecast of its sources."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages import Language, languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog, CatalogBenchmark, CatalogParam, Rows
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, WorkerError
from clamh.model.folders import shorten_path
from clamh.model.identity import key_of
from clamh.model.sources import Benchmark, Location, Member, Settings, State, StateForecast, Unit
from clamh.running.worker import messages
from clamh.running.worker.folder import place_in_suite
from clamh.running.worker.process import Worker


def describe(artifact: Artifact, unit: Unit | None) -> Catalog:
    """Ask an artifact for its catalog; `unit` is its forecast, None for an artifact that was started directly.

    Raises InputError when the artifact does not answer, or when a language whose own list is the truth (not
    claims_plain) lists other benchmarks than the sources were read to have.
    """
    language = languages()[artifact.platform.language]
    began = time.monotonic()
    hello, states, entries = _ask(artifact, language)
    start_s = time.monotonic() - began
    if unit is None:
        artifact = _as_it_says(artifact, hello)
    forecast = {one.name: one for one in unit.benchmarks} if unit else {}
    listed = {entry.name for entry in entries}
    if unit and not language.claims_plain and listed != set(forecast):
        raise InputError(_disagreement(artifact, listed, forecast))
    bound = {state.name: state for state in unit.states} if unit else {}
    # An artifact from elsewhere, which knows none of this, is completed by the sources where they are there.
    said = {state.name: state.forecast for state in states} | {name: state.forecast for name, state in bound.items()}
    params = {
        state.name: [_param(state, one, bound.get(state.name), said[state.name]) for one in state.params]
        for state in states
    }
    return Catalog(
        artifact=artifact,
        hello=msgspec.to_builtins(hello),
        start_s=start_s,
        benchmarks=tuple(_benchmark(entry, forecast.get(entry.name), params, said, language) for entry in entries),
        missing=tuple(name for name in forecast if name not in listed),
    )


def _ask(
    artifact: Artifact, language: Language
) -> tuple[messages.Hello, list[messages.StateEntry], list[messages.BenchmarkEntry]]:
    states: list[messages.StateEntry] = []
    entries: list[messages.BenchmarkEntry] = []
    with tempfile.TemporaryDirectory(prefix="clamh-") as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        try:
            with Worker(place_in_suite(language.toolchain.describe_command(artifact), artifact), out, err) as worker:
                deadline = time.monotonic() + language.startup_timeout_s
                worker.send(messages.encode("describe"), deadline)
                hello = messages.decode(worker.receive(deadline))
                if isinstance(hello, messages.Failed):
                    raise WorkerError(hello.reason, hello.message, where=hello.where)
                if not isinstance(hello, messages.Hello):
                    raise WorkerError("protocol", f"`describe` was answered by {hello!r}")
                while not isinstance(event := messages.decode(worker.receive(deadline)), messages.Described):
                    if isinstance(event, messages.StateEntry):
                        states.append(event)
                    elif isinstance(event, messages.BenchmarkEntry):
                        entries.append(event)
                    else:
                        raise WorkerError("protocol", f"a catalog with {event!r} in it")
                if (event.benchmarks, event.states) != (len(entries), len(states)):
                    raise WorkerError("protocol", "a catalog that is shorter than it says")
                worker.send(messages.encode("exit"), deadline)
        except WorkerError as error:
            printed = (out.read_text("utf-8", "replace") if out.exists() else "") + (
                err.read_text("utf-8", "replace") if err.exists() else "")
            raise InputError([_unanswered(artifact, error, printed)]) from None
    return hello, states, entries


def _as_it_says(artifact: Artifact, hello: messages.Hello) -> Artifact:
    """An artifact that was started directly, completed by what its worker knows about itself."""
    platform = msgspec.structs.replace(
        artifact.platform, id=hello.platform, version=hello.toolchain.version, flags=hello.toolchain.flags,
        runtime=hello.runtime)
    digest = hashlib.sha256(Path(artifact.path).read_bytes()).hexdigest()
    return msgspec.structs.replace(artifact, platform=platform, sha256=digest, sources=hello.sources)


def _param(
    state: messages.StateEntry, one: messages.ParamEntry, bound: State | None, said: StateForecast
) -> CatalogParam:
    """A param of the catalog, at the forecast's place."""
    known = next((param for param in bound.params if param.name == one.name), None) if bound else None
    return CatalogParam(
        name=one.name,
        state=state.name,
        type=one.type,
        values=one.values,
        minimum=one.minimum,
        maximum=one.maximum,
        constants=one.constants,
        location=known.location if known else None,
        units=said.units.get(one.name, 0),
        same=said.same.get(one.name, ""),
    )


def _benchmark(
    entry: messages.BenchmarkEntry,
    known: Benchmark | None,
    params: dict[str, list[CatalogParam]],
    said: dict[str, StateForecast],
    language: Language,
) -> CatalogBenchmark:
    """A benchmark of the catalog; rows and counters are those of the states that it uses."""
    states = [said[name] for name in entry.states if name in said]
    place = Location(path=entry.path, line=entry.line) if entry.path and entry.line else None
    own = known.forecast if known else entry.forecast
    return CatalogBenchmark(
        name=entry.name,
        key=own.key or key_of(entry.name, language.id),
        settings=_settings(entry.settings, known.settings if known else None, own.unset_mode),
        params=tuple(param for state in entry.states for param in params.get(state, ())),
        baseline=known.baseline if known else entry.baseline,
        location=known.location if known else place,
        launch=entry.launch,
        rows=tuple(rows for one in states if one.rows and (rows := _rows(one, params)).params),
        counters={name: meaning for one in states for name, meaning in one.counters.items()},
        operations=own.operations,
        random=own.random,
        members=tuple(Member(name=one.name, threads=one.threads) for one in entry.members),
        **_compiled(entry.launch, language),
    )


def _compiled(launch: Any, language: Language) -> dict[str, str]:
    """How a case of this benchmark is compiled, where that is not said by its platform alone."""
    own = None if launch is None else language.toolchain.compiled(launch)
    return {} if own is None else dict(zip(("optimisation", "target"), own, strict=True))


def _rows(said: StateForecast, params: dict[str, list[CatalogParam]]) -> Rows:
    """The ParamRows of a state, without the columns of params that are not compiled in."""
    there = {one.name for several in params.values() for one in several}
    kept = [at for at, name in enumerate(said.rows[0]) if name in there]
    names, *values = (tuple(row[at] for at in kept) for row in said.rows)
    return Rows(params=names, values=tuple(dict.fromkeys(values)))


def _settings(said: Settings, forecast: Settings | None, unset_mode: bool) -> Settings:
    """The artifact's settings, completed by the forecast's.

    JMH's list cannot tell an unset mode from Throughput, so the mode comes from the forecast; () there means that only
    the host's compiler could read it, and then the list is believed.
    """
    if forecast is None:
        return msgspec.structs.replace(said, modes=None) if unset_mode else said
    both = {**msgspec.structs.asdict(forecast)}
    both.update({name: value for name, value in msgspec.structs.asdict(said).items() if value is not None})
    both["modes"] = said.modes if forecast.modes == () else forecast.modes
    return Settings(**both)


def _unanswered(artifact: Artifact, error: WorkerError, printed: str) -> Diagnostic:
    tail = "\n".join(printed.strip().splitlines()[-10:])
    built = os.path.abspath(artifact.source) != artifact.path  # else the user named it
    failed = error.reason == "benchmark"  # its code ran, and says so
    return Diagnostic(
        code="no-catalog",
        message=f"{shorten_path(artifact.source)} on {artifact.platform.id} does not say what is in it: {error.detail if failed else error}"
        + (f"\n{tail}" if tail else ""),
        hint="this runs before any benchmark, when the file is loaded" if failed else
        "code that runs before any benchmark (static initialisers, a module's top level) may be what fails; "
        f"otherwise {'delete its folder ' + shorten_path(os.path.dirname(artifact.path)) if built else 'name an artifact that `clamh build` made'}",
        location=Location(path=artifact.source, line=1),
    )


def _disagreement(artifact: Artifact, listed: set[str], forecast: dict[str, Benchmark]) -> list[Diagnostic]:
    problems = [
        Diagnostic(code="not-listed", message=f"'{name}' was read as a benchmark, but {artifact.platform.id} lists "
                   f"none of that name (it lists {', '.join(sorted(listed)) or 'none'})",
                   hint="check its annotation's import and its class", location=forecast[name].location)
        for name in forecast if name not in listed
    ]
    problems += [
        Diagnostic(code="not-forecast", message=f"{artifact.platform.id} lists the benchmark '{name}', which was not "
                   f"found in {shorten_path(artifact.source)} (found: {', '.join(sorted(forecast)) or 'none'})",
                   hint="give it the annotation in this source itself", location=Location(path=artifact.source, line=1))
        for name in sorted(listed - set(forecast))
    ]
    return problems
