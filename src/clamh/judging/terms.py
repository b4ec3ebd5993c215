"""The terms on which two scores were compared (design section 9): a term that does not hold may explain the ratio."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from clamh.judging import flags, work
from clamh.judging.machine import find_tool
from clamh.judging.work_drift import find_drift, is_same_after_measuring
from clamh.machine.cpu_list import sort_cpus
from clamh.model.cases import Binding, describe_bounds
from clamh.model.identity import camel_case
from clamh.model.numbers import spell_number
from clamh.model.options import COMPILED, DEFAULTS
from clamh.model.results import CaseRecord, PlatformRecord, Run, UsedRecord, WorkRecord
from clamh.model.summary import Row, Term


class Facts(NamedTuple):
    """A run as terms read it: `case`, `work` and `used` by case_id, `platform` by its side and source."""

    run: Run
    case: dict[str, CaseRecord]
    platform: dict[tuple[str, str], PlatformRecord]
    work: dict[str, WorkRecord]
    used: dict[str, UsedRecord]


class Side(NamedTuple):
    """One of two scores that are compared: its name beside the other, its run, and its row."""

    name: str
    facts: Facts
    row: Row

    @property
    def case(self) -> CaseRecord:
        """The case of the row."""
        return self.facts.case[self.row.case_id]

    @property
    def platform(self) -> PlatformRecord | None:
        """The platform of the row, changed by the arguments of its case; None where the run does not describe it."""
        return flags.apply_case_flags(self.facts.platform.get((self.row.side, self.row.source)), self.case)

    @property
    def run(self) -> Run:
        """The run of the row."""
        return self.facts.run


def facts(run: Run) -> Facts:
    """The facts of the run, indexed."""
    return Facts(run=run, case={result.case.case_id: result.case for result in run.cases}, platform={
        (platform.side, platform.source): platform for platform in run.platforms
    }, work={record.case_id: record for record in run.works}, used={record.case_id: record for record in run.used})


def terms(a: Side, b: Side) -> tuple[Term, ...]:
    """A term per name, in the order of the design; `a` is the reference. A term that a file does not state holds None.
    """
    unknown = {name: why for side in (a, b) if side.run.origin for name, why in side.run.origin.unknown.items()}
    return tuple(
        _term(name, None, unknown[name]) if name in unknown else _term(name, *check(a, b))
        for name, check in CHECKS.items())


@lru_cache(10_000)  # thousands of ratios share few terms
def _term(name: str, holds: bool | None, message: str) -> Term:
    return Term(name=name, holds=holds, message=message)


def _environment(a: Side, b: Side) -> Finding:
    """The variables of the environment that affected building and running, as far as the files name them."""
    if a.run is b.run:
        return True, ""
    known = [[side.run.header.environment.get(name) for name in ("variables", "build_variables")] for side in (a, b)]
    if not all(isinstance(variables, dict) for of_side in known for variables in of_side):
        return None, "a file does not record its environment variables"
    variables_a, variables_b = ({**run, **build} for run, build in known)
    unequal = [
        name for name in dict.fromkeys((*variables_a, *variables_b)) if variables_a.get(name) != variables_b.get(name)
    ]
    return not unequal, ", ".join(f"{name} {variables_a.get(name, 'unset')} against {variables_b.get(name, 'unset')}"
                                  for name in unequal)


Finding = tuple[bool | None, str]


def _equal(a: Any, b: Any, describe: Callable[[Any], str] = str) -> Finding:
    return (True, "") if a == b else (False, f"{describe(a)} against {describe(b)}")


def _key(a: Side, b: Side) -> Finding:
    return (True, "") if a.row.key == b.row.key else (False, f"{b.row.benchmark} is compared with {a.row.benchmark}")


def _params(a: Side, b: Side) -> Finding:
    values = {name: [side.row.params.get(name, "none") for side in (a, b)] for name in {**a.row.params, **b.row.params}}
    # Two runs may spell a number differently (compare_runs.py).
    differences = [f"{name} = {of_a} against {of_b}" for name, (of_a, of_b) in values.items()
                   if spell_number(of_a) != spell_number(of_b)]
    return not differences, ", ".join(differences)


def _describe_binding(binding: Binding | None) -> str:
    return "not bound" if binding is None else f"bound to CPU{'s' * (len(binding.cpus) > 1)} {sort_cpus(binding.cpus)}"


def _layout(a: Side, b: Side) -> Finding:
    """Drawn for each fork, or always the same. One platform needs equally many code layouts too: all forks share what a
    single layout adds.
    """
    options_a, options_b = (side.case.options for side in (a, b))
    kinds = [f"{options.layout}{'' if options.layout_seed is None else f' with the seed {options.layout_seed}'}"
             for options in (options_a, options_b)]
    if kinds[0] != kinds[1] or a.row.platform != b.row.platform:
        return _equal(*kinds)
    return _equal(options_a.layouts, options_b.layouts, lambda count: f"{count} code layout{'s' * (count != 1)}")


def _opi(a: Side, b: Side) -> Finding:
    operations = [None if side.case.operations else side.case.options.operations_per_invocation for side in (a, b)]
    return _equal(*operations, lambda count: "as each invocation reports" if count is None else str(count))


def _threads(a: Side, b: Side) -> Finding:
    """The same number, and in a group the same number for each member, in whatever style its name is written."""
    def describe(row: Row) -> str:
        each = ", ".join(f"{member.threads} {camel_case(member.name)}" for member in row.members)
        return f"{row.threads} ({each})" if each else str(row.threads)

    return _equal(describe(a.row), describe(b.row))


def _batch_size(a: Side, b: Side) -> Finding:
    """Calls per operation, and the bounds of an iteration's calls if it has no time."""
    def describe(case: CaseRecord) -> str:
        bounds = case.options.bounds
        return f"{case.options.measurement_batch_size}{f', {describe_bounds(bounds)} an iteration' if bounds else ''}"

    return _equal(describe(a.case), describe(b.case))


def _warmup(a: Side, b: Side) -> Finding:
    """The same, or of sides in turns the default of each: there a side that is not steady gets no verdict."""
    if all(_is_default_in_turns(side) for side in (a, b)):
        return True, ""
    return _equal(*(_describe_warmup(side.case) for side in (a, b)))


def _is_default_in_turns(side: Side) -> bool:
    default = COMPILED if side.platform and side.platform.compiled else DEFAULTS
    usual = f"{default.warmup_iterations} × {DEFAULTS.warmup_time_ns / 1e6:.12g} ms"
    return bool(side.row.sets) and _describe_warmup(side.case) == usual


def _describe_warmup(case: CaseRecord) -> str:
    """How a fork warms up, in words."""
    options = case.options
    batch = f", batches of {options.warmup_batch_size}" if options.warmup_batch_size != 1 else ""
    if not options.warmup_iterations:
        own = "none"
    else:
        time_ns = options.warmup_time_ns
        each = f" × {time_ns / 1e6:.12g} ms" if time_ns else " iterations"  # single shots have no time setting
        own = f"{options.warmup_iterations}{each}{batch}"
    if rule := options.auto_warmup:
        own = (f"{f'{own}, then ' if options.warmup_iterations else ''}until steady within {100 * rule.tolerance:.4g} "
               f"% ({rule.max_ns / 1e9:g} s at most)")
    first = f"{options.warmup_forks} warmup forks, " if options.warmup_forks else ""
    if not case.warm:
        return first + own
    return f"{first}others of its source{f', then {own}' if case.warms_itself else ''}"


def _seed(a: Side, b: Side) -> Finding:
    return _equal(a.run.header.seed, b.run.header.seed)


def _data(a: Side, b: Side) -> Finding:
    """The data that CLAMH gives to benchmarks. The seed of the round makes it, so all that run in the round have the
    same.
    """
    equal = a.run.header.seed == b.run.header.seed
    return (True, "") if equal else (None, "Random gives different data for each seed")


def _value(a: Side, b: Side) -> Finding:
    """For two benchmarks it is not known which values must be equal: the term holds only where all are."""
    holds, message = work.compare_values(*((side.name, side.facts.work.get(side.row.case_id)) for side in (a, b)))
    if a.row.key == b.row.key and holds and not message and (drift := _describe_drift(a, b)):
        return None, drift
    if a.row.key == b.row.key or holds is not False:
        return holds, message
    return None, "different benchmarks may compute different values"


def _describe_drift(a: Side, b: Side) -> str:
    """Why equal work before measuring does not prove that the measured work is equal; "" where it does."""
    records = [side.facts.used.get(side.row.case_id) for side in (a, b)]
    drifted = [
        side.name for side, record in zip((a, b), records, strict=True)
        if record and find_drift(record, side.facts.work.get(side.row.case_id))
    ]
    if not drifted or None not in records and is_same_after_measuring(*records):
        return ""
    return f"work not checked: measuring changed what {' and '.join(drifted)} compute{'s' * (len(drifted) == 1)}"


def _optimisation(a: Side, b: Side) -> Finding:
    return _check_compiled(a, b, flags.compare_optimisation)


def _target(a: Side, b: Side) -> Finding:
    return _check_compiled(a, b, flags.compare_target)


def _check_compiled(a: Side, b: Side, describe: Callable[..., str]) -> Finding:
    platform_a, platform_b = a.platform, b.platform
    if platform_a is None or platform_b is None:
        return None, "the compiler flags are not recorded"
    difference = describe(platform_a, platform_b, (a.name, b.name))
    return not difference, difference


def _machine(a: Side, b: Side) -> Finding:
    if a.run.header.fingerprint == b.run.header.fingerprint:
        return True, ""
    names = [_describe_machine(side.run) for side in (a, b)]
    if names[0] != names[1]:
        hosts, cpus = ([side.run.header.environment.get(fact) for side in (a, b)] for fact in ("host", "cpu"))
        if hosts[0] == hosts[1] and hosts[0] and None in cpus:
            return None, f"{hosts[0]}: only one of the files records the CPU"
        return False, " against ".join(names)
    if find_tool(a.run) != find_tool(b.run):
        return True, ""
    boots = [side.run.header.environment.get("boot_id") for side in (a, b)]
    return (True, "") if boots[0] != boots[1] else (False, "a different kernel or CPU")


def _boot(a: Side, b: Side) -> Finding:
    if a.run.header.fingerprint == b.run.header.fingerprint:
        return True, ""
    if _machine(a, b)[0] is False and _describe_machine(a.run) != _describe_machine(b.run):
        return False, "of another machine"
    if find_tool(a.run) != find_tool(b.run):
        return None, f"{find_tool(a.run)} and {find_tool(b.run)} record it in different ways"
    boots = [side.run.header.environment.get("boot_id") for side in (a, b)]
    return (False, "the machine was restarted between the runs") if boots[0] != boots[1] else (True, "")


def _settings(a: Side, b: Side) -> Finding:
    """What `clamh doctor --tune` may change, as it was while each run measured. What a file does not state is not
    compared.
    """
    if a.run is b.run:
        return True, ""
    known = [_read_settings(side.run) for side in (a, b)]
    differences = [f"{name} {known[0][name]} against {known[1][name]}" for name in known[0]
                   if known[1].get(name, known[0][name]) != known[0][name]]
    return not differences, ", ".join(differences)


def _files(a: Side, b: Side) -> Finding:
    """Where programs wrote their temporary files."""
    return _equal(*("in memory (--tmpfs)" if side.run.header.environment.get("tmpfs") else "in TMPDIR"
                    for side in (a, b)))


def _read_settings(run: Run) -> dict[str, str]:
    environment = run.header.environment
    switches = {"turbo": environment.get("turbo"), "SMT": environment.get("smt")}
    settings = {name: str(fact) for name, fact in {"governor": environment.get("governor"),
                                                   "huge pages": environment.get("huge_pages")}.items() if fact}
    settings |= {name: "on" if fact else "off" for name, fact in switches.items() if isinstance(fact, bool)}
    changed = environment.get("tuned")
    moved = changed.get("interrupts") if isinstance(changed, dict) else None
    where = f"on {moved.get('is')}" if isinstance(moved, dict) else "in the system's default folder"
    return settings | ({"interrupts": where} if find_tool(run) == "CLAMH" else {})


def _describe_machine(run: Run) -> str:
    environment = run.header.environment
    return f"{environment.get('host') or 'unknown'} ({environment.get('cpu') or 'unknown'})"


def _forks(a: Side, b: Side) -> Finding:
    missing_forks = [
        f"{missing} of {side.row.forks_planned} of {side.name} {'does' if missing == 1 else 'do'} not count"
        for side in (a, b) if (missing := side.row.forks_planned - len(side.row.fork_means)) > 0
    ]
    return not missing_forks, ", ".join(missing_forks)


CHECKS: dict[str, Callable[[Side, Side], Finding]] = {
    "key": _key,
    "params": _params,
    "mode": lambda a, b: _equal(a.row.mode, b.row.mode),
    "threads": _threads,
    "binding": lambda a, b: _equal(a.row.binding, b.row.binding, _describe_binding),
    "layout": _layout,
    "opi": _opi,
    "batch size": _batch_size,
    "warmup": _warmup,
    "seed": _seed,
    "data": _data,
    "value": _value,
    "optimisation": _optimisation,
    "target": _target,
    "machine": _machine,
    "boot": _boot,
    "settings": _settings,
    "environment": _environment,
    "files": _files,
    "forks": _forks,
}
