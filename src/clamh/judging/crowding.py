"""Whether each thread of a case had a CPU of its own, all of the time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clamh.machine.cpu_list import format_ranges, parse_ranges
from clamh.model.cases import Binding
from clamh.model.summary import Warning, make_warning


def find_warnings(threads: int, binding: Binding | None, facts: Mapping[str, Any]) -> list[Warning | None]:
    """The warnings about this number of threads on a machine with these facts (environment.py), as far as they are
    known.
    """
    return [
        warn_of_too_few_cpus(threads, binding, facts),
        _warn_of_quota(threads, facts),
        _warn_of_isolated_cpus(binding, facts)
    ]


def warn_of_too_few_cpus(threads: int, binding: Binding | None, facts: Mapping[str, Any]) -> Warning | None:
    """More threads than CPUs: the CPUs that they are bound to, else those of the run."""
    cpus = len(set(binding.cpus)) if binding else facts.get("cpus_allowed")
    if not isinstance(cpus, int) or not 1 <= cpus < threads:
        return None
    return make_warning("more-threads-than-cpus",
                        f"{threads} threads share {cpus} CPU{'s' * (cpus != 1)}, so the score includes waiting")


def _warn_of_quota(threads: int, facts: Mapping[str, Any]) -> Warning | None:
    quota = facts.get("cpu_quota")
    if not isinstance(quota, int | float) or not 0 < quota < threads:
        return None
    return make_warning(
        "quota", f"the control group stops {threads} thread{'s' * (threads != 1)} in every period: its quota is "
        f"the time of {quota:.3g} CPUs")


def _warn_of_isolated_cpus(binding: Binding | None, facts: Mapping[str, Any]) -> Warning | None:
    try:
        isolated = parse_ranges(str(facts.get("cpus_isolated") or "")) & parse_ranges(str(facts.get("cpu_list") or ""))
    except ValueError:  # an edited file
        return None
    if binding or not isolated:
        return None
    return make_warning(
        "isolated-cpus",
        f"CPU {format_ranges(isolated)} is isolated: the scheduler runs only threads there that are bound to it")
