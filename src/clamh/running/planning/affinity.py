"""Which CPU each measuring thread of a case is bound to: one thread per core first, on one node, always the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice

import msgspec

from clamh.machine.cpu_list import in_order, written
from clamh.machine.cpus import Cpu, Machine
from clamh.model.advice import ADVICE
from clamh.model.cases import Binding, Case, Catalog, Doubt, Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

Core = tuple[Cpu, ...]


def bound(plan: Plan, policy: str, machine: Machine) -> Plan:
    """The plan with the bindings of its cases: one policy for all of them, `threads` or `auto`.

    `auto` binds all cases or none: their threads must fit the CPUs, and every platform must tell its threads. With `threads`
    a platform that cannot is left free, which its rows say. Raises InputError where `threads` can bind nothing.
    """
    able = {case.platform: _tells_threads(plan.catalogs[case.artifact]) for case in plan.cases}
    unable = [platform for platform, can in able.items() if not can]
    most = max((case.threads for case in plan.cases), default=0)
    why = ""
    if not plan.cases:
        return plan
    if not machine.cpus:
        why = "this system cannot bind threads to CPUs"
    elif unable and (policy == "auto" or len(unable) == len(able)):
        why = f"{', '.join(unable)} cannot be bound: no thread ids are told"
    elif policy == "auto" and most > len(machine.cpus):
        why = f"{most} threads do not fit {len(machine.cpus)} CPU{'s' * (len(machine.cpus) != 1)}"
    if why and policy == "threads":
        raise InputError([Diagnostic(code="binding", message=f"--bind threads: {why}", hint="leave it out")])
    if why:
        return msgspec.structs.replace(plan, binding=f"not bound (--bind auto): {why}")
    cases, warmups = ([case if case.platform in unable else
                       msgspec.structs.replace(case, binding=binding(machine, case.threads)) for case in several]
                      for several in (plan.cases, plan.warmups))
    doubts = [Doubt(platform=platform, told=Diagnostic(code="not-bound", severity="warning", hint=ADVICE["not-bound"],
                                                       message=f"--bind threads: {platform} cannot be bound"))
              for platform in unable]
    return msgspec.structs.replace(plan, cases=tuple(cases), warmups=tuple(warmups), doubts=(*plan.doubts, *doubts),
                                   binding="; ".join([_in_words(cases), *(f"not {platform}, which cannot be" for platform in unable)]))


def together(plan: Plan, machine: Machine) -> Plan:
    """The plan with the sides of each contest bound to the same CPUs, where all of them can be and a CPU is left for the driver."""
    able = {case.case_id: case for case in plan.cases if _tells_threads(plan.catalogs[case.artifact]) and case.threads < len(machine.cpus)}
    mine = {case_id for several in plan.contests if able.keys() >= set(several) for case_id in several}
    cases = [msgspec.structs.replace(case, binding=binding(machine, case.threads)) if case.case_id in mine else case for case in plan.cases]
    return msgspec.structs.replace(plan, cases=tuple(cases), binding=f"in turns: {_in_words(cases)}" if mine else "")


def _tells_threads(catalog: Catalog) -> bool:
    return bool(catalog.hello.get("capabilities", {}).get("thread_ids"))


def _in_words(cases: Iterable[Case]) -> str:
    """What is bound to what, by number of threads."""
    found = {case.threads: case.binding for case in cases if case.binding}
    parts = []
    for threads, one in sorted(found.items()):
        memory = f", memory of node {written(one.nodes)}" if one.nodes else ""
        parts.append(f"{threads} thread{'s' * (threads > 1)} to {in_order(one.cpus)}{memory}")
    return f"bound to CPUs: {'; '.join(parts)}"


def binding(machine: Machine, threads: int) -> Binding:
    """The CPUs of so many threads; where there are more threads than CPUs, they are gone through again and again."""
    nodes = sorted({cpu.node for cpu in machine.cpus})
    cores = {node: _cores(cpu for cpu in machine.cpus if cpu.node == node) for node in nodes}
    wide = [node for node in nodes if len(cores[node]) >= threads]
    nodes.sort(key=lambda node: (-len(cores[node]), _worth(cores[node])))
    chosen = [core for node in nodes for core in cores[node]]
    if wide:
        chosen = cores[min(wide, key=lambda node: _worth(cores[node][:threads]))]
    deepest = max(map(len, chosen))
    turns = [core[depth] for depth in range(deepest) for core in chosen if depth < len(core)]
    used = list(islice(cycle(turns), threads))
    homes = {cpu.node for cpu in used}
    memory = machine.memory.get(homes.pop(), ()) if len(homes) == 1 else ()
    return Binding(cpus=tuple(cpu.number for cpu in used), nodes=memory)


def _cores(cpus: Iterable[Cpu]) -> list[Core]:
    """The cores, the best first, each with its CPUs, the best first."""
    found: dict[int, list[Cpu]] = {}
    for cpu in sorted(cpus, key=lambda one: (not one.isolated, one.number)):
        found.setdefault(cpu.core, []).append(cpu)
    return sorted(map(tuple, found.values()), key=lambda core: (_worth([core]), core[0].number))


def _worth(cores: Sequence[Core]) -> list[tuple[bool, int, bool]]:
    """Less is better: isolated ones, since nothing else runs there; then fast ones; that of CPU 0 last, which mostly serves devices."""
    return [(not core[0].isolated, -core[0].capacity, core[0].core == 0) for core in cores]
