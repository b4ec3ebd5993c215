"""The catalog of an artifact that speaks version 1 of the protocol, joined with the forecast of its sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from clamh.languages import Language
from clamh.model.cases import CatalogBenchmark
from clamh.model.identity import key_of
from clamh.model.sources import Location, Member, Unit
from clamh.running.catalog_parts import compiled, join_settings, keep_columns, make_param
from clamh.running.worker.version_1 import BenchmarkEntry, StateEntry


def join_1(events: Sequence[Any], unit: Unit | None, language: Language) -> Iterator[CatalogBenchmark]:
    """The benchmarks of the catalog; an artifact from elsewhere is completed by the sources where they are there."""
    states = [event for event in events if isinstance(event, StateEntry)]
    bound = {state.name: state for state in unit.states} if unit else {}
    forecast = {benchmark.name: benchmark for benchmark in unit.benchmarks} if unit else {}
    known_states = {state.name: state.forecast for state in states} | {name: state.forecast for name, state in bound.items()}
    params = {
        state.name: [
            msgspec.structs.replace(make_param(param, state.name, bound.get(state.name)),
                                    units=known_states[state.name].units.get(param.name, 0), same=known_states[state.name].same.get(param.name, ""))
            for param in state.params]
        for state in states
    }
    names = {param.name for several in params.values() for param in several}
    for entry in events:
        if not isinstance(entry, BenchmarkEntry):
            continue
        known = forecast.get(entry.name)
        own = known.forecast if known else entry.forecast
        used = [known_states[name] for name in entry.states if name in known_states]
        place = Location(path=entry.path, line=entry.line) if entry.path and entry.line else None
        yield CatalogBenchmark(
            name=entry.name,
            key=own.key or key_of(entry.name, language.id),
            settings=join_settings(entry.settings, known.settings if known else None, own.unset_mode),
            params=tuple(param for state in entry.states for param in params.get(state, ())),
            baseline=known.baseline if known else entry.baseline,
            location=known.location if known else place,
            launch=entry.launch,
            rows=tuple(rows for state in used if state.rows and (rows := keep_columns(state.rows, names)).params),
            counters={name: meaning for state in used for name, meaning in state.counters.items()},
            operations=own.operations,
            random=own.random,
            members=tuple(Member(name=member.name, threads=member.threads) for member in entry.members),
            **compiled(entry.launch, language),
        )
