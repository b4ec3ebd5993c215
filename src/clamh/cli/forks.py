"""clamh list --forks PATH: the cases of a run and the order of their forks, without measuring."""

from __future__ import annotations

import msgspec

from clamh.cli import arguments, show
from clamh.cli.announce import announcement, layout, shape
from clamh.cli.cpus import on_cpus
from clamh.cli.list import FORKS
from clamh.cli.progress import say
from clamh.model.cases import Case, Plan
from clamh.model.identity import as_spelled, fork_name, quoted
from clamh.model.options import Options
from clamh.report.units import counted, threads



def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.parser("list --forks", "Print what a run with these options would measure, in which order.")
    verb.add_argument(FORKS, action="store_true", help="the forks of a run instead of the benchmarks")
    arguments.add_paths(verb)
    arguments.add_selection(verb)
    arguments.add_measuring(verb)
    arguments.add_turns(verb)
    return verb


def main(argv: list[str]) -> int:
    """Build, describe, plan and print."""
    _, options = arguments.read(parser(), argv)

    from clamh import pipeline

    with on_cpus(options):
        print(text(pipeline.planned(options, show.warn, say, measured=False), options))
    return 0


def text(plan: Plan, options: Options = Options()) -> str:
    """Cases, then rounds, then the duration; cases whose forks do the same share one heading."""
    alike: dict[str, list[Case]] = {}
    for case in plan.cases:
        alike.setdefault(f"{counted(case.options.forks, 'fork')}, {shape(case)}", []).append(case)
    lines = [f"seed {plan.seed}", layout(plan)]
    for times, cases in alike.items():
        lines += ["", f"cases of {times}", *(f"  {case.case_id}  {describe_case(case)}" for case in cases)]
    if plan.warmups:
        lines += ["", "only warmed up", *(f"  {case.case_id}  {describe_case(case)}" for case in plan.warmups)]
    for turns in plan.rounds:
        fork = turns[0].fork
        lines += ["", f"round {fork + 1}" if fork >= 0 else f"warmup round {-fork}"]
        lines += [f"  {turn.case_id}  {fork_name(turn.fork)}" for turn in turns]
    lines += [skip.line for skip in plan.skipped]
    lines += [f"{warning.message}; {warning.hint}" for warning in plan.warnings.values()]
    lines += ["", announcement(msgspec.structs.replace(plan, skipped=(), warnings={}), options)]
    return show.printable_lines("\n".join(lines))


def describe_case(case: Case) -> str:
    """One case in one line: benchmark, params, platform, mode, and threads where there are several."""
    params = ", ".join(f"{name}={quoted(value)}" for name, value in case.params.items())
    name = as_spelled(case.key, case.benchmark, case.platform)
    cells = (f"{name}{f'({params})' if params else ''}", case.side, case.mode, threads(case.threads, case.members))
    return "  ".join(filter(None, cells))
