"""clamh list --forks PATH: the cases of a run and the order of their forks, without measuring."""

from __future__ import annotations

import msgspec

from clamh.cli import arguments, show
from clamh.cli.announce_plan import describe_iterations, describe_layout, describe_plan
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.list import add_forks
from clamh.cli.progress import print_line
from clamh.model.cases import Case, Plan
from clamh.model.identity import fork_name, quote, spell_key
from clamh.model.options import Options
from clamh.report.units import format_count, format_threads



def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("list --forks",
                                      "Print what a run with these options would measure, in which order.")
    add_forks(verb, "")
    arguments.add_paths(verb)
    arguments.add_selection(verb)
    arguments.add_measuring(verb)
    arguments.add_turns(verb)
    return verb


def main(argv: list[str]) -> int:
    """Build, describe, plan and print."""
    _, options = arguments.parse_command_line(parser(), argv)

    from clamh import pipeline

    with bind_to_cpus(options):
        plan = pipeline.make_plan(options, show.warn, print_line, measured=False)
        if plan.contests:
            from clamh.cli.slice_lengths import apply_stored_slices

            plan = apply_stored_slices(plan, options)
        print(describe_forks(plan, options))
    return 0


def describe_forks(plan: Plan, options: Options = Options()) -> str:
    """Cases, then rounds, then the duration; cases whose forks do the same share one heading."""
    alike: dict[str, list[Case]] = {}
    for case in plan.cases:
        alike.setdefault(f"{format_count(case.options.forks, 'fork')}, {describe_iterations(case)}", []).append(case)
    lines = [f"seed {plan.seed}", describe_layout(plan)]
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
    lines += ["", describe_plan(msgspec.structs.replace(plan, skipped=(), warnings={}), options)]
    return show.escape_lines("\n".join(lines))


def describe_case(case: Case) -> str:
    """One case in one line: benchmark, params, platform, mode, and threads where there are several."""
    params = ", ".join(f"{name}={quote(value)}" for name, value in case.params.items())
    name = spell_key(case.key, case.benchmark, case.platform)
    cells = (f"{name}{f'({params})' if params else ''}", case.side, case.mode, format_threads(
        case.threads, case.members))
    return "  ".join(filter(None, cells))
