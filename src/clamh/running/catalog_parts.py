"""Parts of a catalog that combine the artifact's answer with the forecast of its sources."""

from __future__ import annotations

from typing import Any

import msgspec

from clamh.languages import Language
from clamh.model.cases import CatalogParam, Rows
from clamh.model.catalog import ParamEntry
from clamh.model.sources import Benchmark, Settings, State


def make_param(entry: ParamEntry, state: str, bound: State | None) -> CatalogParam:
    """A param of the catalog, at the forecast's place."""
    known = next((param for param in bound.params if param.name == entry.name), None) if bound else None
    return CatalogParam(
        name=entry.name,
        state=state,
        type=entry.type,
        values=entry.values,
        minimum=entry.minimum,
        maximum=entry.maximum,
        constants=entry.constants,
        location=known.location if known else None,
        units=entry.units,
        same=entry.same,
    )


def compiled(launch: Any, language: Language) -> dict[str, str]:
    """`optimisation` and `target` of a benchmark's cases, if they differ from those of its platform."""
    own = None if launch is None else language.toolchain.case_optimisation(launch)
    return {} if own is None else dict(zip(("optimisation", "target"), own, strict=True))


def keep_columns(rows: tuple[tuple[str, ...], ...], row_names: tuple[str, ...], params: set[str]) -> Rows:
    """The ParamRows of a state, without the columns of params that are not compiled in; of equal rows the first."""
    kept = [place for place, name in enumerate(rows[0]) if name in params]
    header, *values = (tuple(row[place] for place in kept) for row in rows)
    first = {row: place for place, row in reversed(list(enumerate(values)))}
    return Rows(params=header, values=tuple(dict.fromkeys(values)),
                names=tuple(row_names[first[row]] for row in dict.fromkeys(values)) if row_names else ())


def join_settings(listed: Settings, benchmark: Benchmark) -> Settings:
    """The artifact's settings, completed by the forecast's.

    The mode of annotations in the sources counts before that of the list. The list's mode counts if the forecast has
    none, has () because only the host's compiler can read it, or has that of clamh.toml.
    """
    forecast = benchmark.settings
    both = {**msgspec.structs.asdict(forecast)}
    both.update({name: value for name, value in msgspec.structs.asdict(listed).items() if value is not None})
    if forecast.modes and "modes" not in benchmark.defaulted:
        both["modes"] = forecast.modes
    return Settings(**both)
