"""Whether the threads of a case had the CPUs that they need: each one of its own, all of the time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clamh.cpu_list import parsed, written
from clamh.summary import Warning, warning


def doubts(threads: int, bound: bool, facts: Mapping[str, Any]) -> list[Warning | None]:
    """Those about so many threads on a machine of these facts (environment.py), as far as they are known."""
    return [_crowded(threads, facts), _rationed(threads, facts), _left_alone(bound, facts)]


def _crowded(threads: int, facts: Mapping[str, Any]) -> Warning | None:
    cpus = facts.get("cpus_allowed")
    if not isinstance(cpus, int) or not 1 <= cpus < threads:
        return None
    return warning("crowded", f"{threads} threads take turns on {cpus} CPU{'s' * (cpus != 1)}")


def _rationed(threads: int, facts: Mapping[str, Any]) -> Warning | None:
    quota = facts.get("cpu_quota")
    if not isinstance(quota, int | float) or not 0 < quota < threads:
        return None
    return warning("quota", f"the control group stops {threads} thread{'s' * (threads != 1)} in every period: its quota is "
                   f"the time of {quota:.3g} CPUs")


def _left_alone(bound: bool, facts: Mapping[str, Any]) -> Warning | None:
    try:
        apart = parsed(str(facts.get("cpus_isolated") or "")) & parsed(str(facts.get("cpu_list") or ""))
    except ValueError:  # an edited file
        return None
    if bound or not apart:
        return None
    return warning("isolated-cpus", f"CPU {written(apart)} is isolated, and the scheduler puts no thread there that is not bound to it")
