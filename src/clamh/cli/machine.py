"""The facts of a machine that matter to measurements, as a table: each fact, and a hint."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

BUSY = 0.5  # processes that run or wait, per CPU: above it other programs are at work
# kernel.perf_event_paranoid (Documentation/admin-guide/sysctl/kernel.rst); above 2 is a patch of Debian and Android.
COUNTERS = {-1: "everything is counted", 0: "everything but raw tracepoints is counted",
            1: "user and kernel code is counted", 2: "user code is counted"}


def format_table(facts: dict[str, Any], width: int) -> list[str]:
    """The lines of the table, from the facts of `read_environment`; unknown facts are left out."""
    rows = [(name, fact, hint) for name, fact, hint in _rows(facts) if fact]
    lines = []
    for name, fact, hint in rows:
        text = f"{fact}: {hint}" if hint else fact
        lines += textwrap.wrap(text, width, initial_indent=f"  {name:<9} ", subsequent_indent=" " * 12)
    return lines


def _rows(facts: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Name, fact, hint; an unknown fact is ""."""
    yield "CPU", ", ".join(filter(None, (facts.get("cpu"), facts.get("architecture")))), ""
    yield _describe_cpus(facts)
    yield from _describe_limits(facts)
    yield "system", ", ".join(filter(None, (facts.get("os"), facts.get("kernel")))), ""
    kind = facts.get("hypervisor") or ""
    yield "virtual", "yes" if kind == "unnamed" else kind, "other machines may take its CPUs, which widens intervals"
    governor = facts.get("governor") or ""
    steady = governor in ("", "performance")
    hint = "the clock speed follows the load; clamh doctor --tune sets performance for one run"
    yield "governor", governor, "" if steady else hint
    turbo = facts.get("turbo")
    turbo_hint = "the clock speed depends on heat and on what the other cores do"
    yield "turbo", {True: "on", False: "off"}.get(turbo, ""), turbo_hint if turbo else ""
    yield _describe_load(facts)
    aslr = {"0": "off", "1": "on", "2": "on"}.get(facts.get("aslr") or "", "")
    fixed = "addresses are the same in every fork, so their effect is never averaged out"
    yield "ASLR", aslr, fixed if aslr == "off" else ""
    paranoid = facts.get("perf_event_paranoid")
    if paranoid and paranoid.lstrip("-").isdigit():
        level = int(paranoid)
        counted = COUNTERS.get(max(level, -1), "counting needs root")
        yield "counters", f"perf_event_paranoid {level}", counted


def _describe_cpus(facts: dict[str, Any]) -> tuple[str, str, str]:
    cpus, allowed = facts.get("cpus"), facts.get("cpus_allowed")
    if not cpus:
        return "CPUs", "", ""
    shared = ", two share a core" if facts.get("smt") else ""
    if allowed and allowed < cpus:
        which = f" ({facts['cpu_list']})" if facts.get("cpu_list") else ""
        return "CPUs", f"{allowed} of {cpus} may be used{which}{shared}", ""
    single = "with only one CPU, other programs share it with the benchmark"
    return "CPUs", f"{cpus}{shared}", single if cpus == 1 else ""


def _describe_limits(facts: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What limits the use of the machine: a control group's quota, isolated CPUs, and memory nodes."""
    quota = facts.get("cpu_quota")
    yield "quota", f"the time of {quota:.3g} CPUs" if quota else "", "threads that use more are stopped in every period"
    isolated = facts.get("cpus_isolated")
    yield "isolated", f"CPUs {isolated}" if isolated else "", "to run on them: --cpus LIST --bind threads"
    nodes = facts.get("nodes") or []
    texts = ", ".join(f"{node['number']} (CPUs {node['cpus'] or 'none'}{'' if node['memory'] else ', no memory'})"
                      for node in nodes)
    yield "nodes", texts if len(
        nodes) > 1 else "", "memory of another node is slower: --bind threads stays on one node if possible"


def _describe_load(facts: dict[str, Any]) -> tuple[str, str, str]:
    load, cpus = facts.get("load"), facts.get("cpus") or 1
    if not load:
        return "load", "", ""
    busy = load[0] / cpus > BUSY
    hint = "other programs are running; end them, or expect noise" if busy else ""
    return "load", " ".join(f"{average:.2f}" for average in load), hint
