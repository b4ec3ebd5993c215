"""Suite + [defaults] of clamh.toml → Suite: the settings of benchmarks whose annotations omit them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from clamh.model.configuration import Configuration
from clamh.model.settings import merge_levels
from clamh.model.sources import Benchmark, Settings, Suite


def add_defaults(suite: Suite, configurations: Mapping[str, Configuration]) -> Suite:
    """The suite with the defaults of each unit's configuration, which is found by the path of the unit's source."""
    return Suite(units=tuple(
        msgspec.structs.replace(unit, defaults=defaults, benchmarks=tuple(
            _add_to_benchmark(benchmark, defaults) for benchmark in unit.benchmarks))
        for unit in suite.units for defaults in [configurations[unit.source.path].defaults]))


def _add_to_benchmark(benchmark: Benchmark, defaults: Settings) -> Benchmark:
    own = benchmark.settings
    annotations = {annotation.name for function in benchmark.functions for annotation in function.annotations}
    if "GroupThreads" in annotations:  # it sets what -tg sets, but a member has it and not the settings
        defaults = msgspec.structs.replace(defaults, thread_groups=None)
    added = [name for name, value in msgspec.structs.asdict(defaults).items()
             if value is not None and getattr(own, name) is None]
    return msgspec.structs.replace(benchmark, settings=merge_levels([own, defaults]), defaulted=tuple(added))
