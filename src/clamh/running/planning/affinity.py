"""Binds each measuring thread of a case to a CPU: one thread per core first, on one node, always the same CPUs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice

import msgspec

from clamh.machine.cpu_list import format_ranges, sort_cpus
from clamh.machine.cpus import Cpu, Machine
from clamh.model.advice import HINTS
from clamh.model.cases import Binding, Case, Catalog, Doubt, Plan
from clamh.model.diagnostics import Diagnostic, input_error

Core = tuple[Cpu, ...]


def bind_cases(plan: Plan, policy: str, machine: Machine) -> Plan:
    """The plan with CPU bindings of its cases, by one policy for all: `threads` or `auto`.

    `auto` binds all cases or none: their threads must fit the CPUs, and every platform must report thread ids. With
    `threads`, the cases of a platform that reports none stay unbound, and their rows say so. Raises InputError if
    `threads` can bind no case.
    """
    able = {case.platform: _reports_threads(plan.catalogs[case.artifact]) for case in plan.cases}
    unable = [platform for platform, can in able.items() if not can]
    most = max((case.threads for case in plan.cases), default=0)
    why = ""
    if not plan.cases:
        return plan
    if not machine.cpus:
        why = "this system cannot bind threads to CPUs"
    elif unable and (policy == "auto" or len(unable) == len(able)):
        why = f"{', '.join(unable)} cannot be bound: the worker reports no thread ids"
    elif policy == "auto" and most > len(machine.cpus):
        why = f"{most} threads do not fit on {len(machine.cpus)} CPU{'s' * (len(machine.cpus) != 1)}"
    if why and policy == "threads":
        raise input_error("binding", f"--bind threads: {why}", "delete --bind threads")
    if why:
        return msgspec.structs.replace(plan, binding=f"not bound (--bind auto): {why}")
    cases, warmups = ([case if case.platform in unable else
                       msgspec.structs.replace(case, binding=binding(machine, case.threads)) for case in group]
                      for group in (plan.cases, plan.warmups))
    doubts = [Doubt(platform=platform, warning=Diagnostic(code="not-bound", severity="warning", hint=HINTS["not-bound"],
                                                          message=f"--bind threads: {platform} cannot be bound"))
              for platform in unable]
    return msgspec.structs.replace(plan, cases=tuple(cases), warmups=tuple(warmups), doubts=(*plan.doubts, *doubts),
                                   binding="; ".join([_describe_bindings(cases),
                                                      *(f"not {platform}, which cannot be bound"
                                                        for platform in unable)]))


def bind_contests(plan: Plan, machine: Machine) -> Plan:
    """The plan with the sides of each contest bound to the same CPUs, if all can be bound and one CPU stays free."""
    able = {case.case_id: case for case in plan.cases
            if _reports_threads(plan.catalogs[case.artifact]) and case.threads < len(machine.cpus)}
    bound_ids = {case_id for contest in plan.contests if able.keys() >= set(contest) for case_id in contest}
    cases = [msgspec.structs.replace(case, binding=binding(machine, case.threads)) if case.case_id in bound_ids
             else case
             for case in plan.cases]
    return msgspec.structs.replace(plan, cases=tuple(cases), binding=f"in turns: {_describe_bindings(cases)}"
                                   if bound_ids else "")


def _reports_threads(catalog: Catalog) -> bool:
    return bool(catalog.capabilities.get("thread_ids"))


def _describe_bindings(cases: Iterable[Case]) -> str:
    """The CPUs and the memory nodes of each number of threads."""
    bindings = {case.threads: case.binding for case in cases if case.binding}
    parts = []
    for threads, bound_to in sorted(bindings.items()):
        memory = f", memory of node {format_ranges(bound_to.nodes)}" if bound_to.nodes else ""
        parts.append(f"{threads} thread{'s' * (threads > 1)} to {sort_cpus(bound_to.cpus)}{memory}")
    return f"bound to CPUs: {'; '.join(parts)}"


def binding(machine: Machine, threads: int) -> Binding:
    """The CPUs for so many threads. If there are more threads than CPUs, the CPUs are used again in the same order."""
    nodes = sorted({cpu.node for cpu in machine.cpus})
    cores = {node: _cores(cpu for cpu in machine.cpus if cpu.node == node) for node in nodes}
    wide = [node for node in nodes if len(cores[node]) >= threads]
    nodes.sort(key=lambda node: (-len(cores[node]), _rank(cores[node])))
    chosen = [core for node in nodes for core in cores[node]]
    if wide:
        chosen = cores[min(wide, key=lambda node: _rank(cores[node][:threads]))]
    deepest = max(map(len, chosen))
    turns = [core[depth] for depth in range(deepest) for core in chosen if depth < len(core)]
    used = list(islice(cycle(turns), threads))
    homes = {cpu.node for cpu in used}
    memory = machine.memory.get(homes.pop(), ()) if len(homes) == 1 else ()
    return Binding(cpus=tuple(cpu.number for cpu in used), nodes=memory)


def _cores(cpus: Iterable[Cpu]) -> list[Core]:
    """The cores, the best first. The CPUs of a core are in the same order."""
    by_core: dict[int, list[Cpu]] = {}
    for cpu in sorted(cpus, key=lambda cpu: (not cpu.isolated, cpu.number)):
        by_core.setdefault(cpu.core, []).append(cpu)
    return sorted(map(tuple, by_core.values()), key=lambda core: (_rank([core]), core[0].number))


def _rank(cores: Sequence[Core]) -> list[tuple[bool, int, bool]]:
    """Lower is better: isolated cores first, then fast ones; core 0 last, because it mostly serves devices."""
    return [(not core[0].isolated, -core[0].capacity, core[0].core == 0) for core in cores]
