"""clamh gate --confirm: measures both builds, in turns, for what two results files leave undecided or show as slower.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from msgspec.structs import replace

from clamh.cli import arguments, run, two_builds
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import unwind_on_signal
from clamh.cli.progress import print_line
from clamh.cli.sides import Sides
from clamh.cli.sides_of_files import sides_of_files
from clamh.model.cases import Plan
from clamh.model.decisions import Gate
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import relate_path
from clamh.model.options import Options
from clamh.model.results import Run
from clamh.report.units import format_count
from clamh.running.builds import keep_cases

OF_RUN = ("clamh", "run")


def confirm(
    files_gate: Gate, base: Run, new: Run, named_builds: tuple[str, str], options: Options, command: Sequence[str],
    report: Callable[[Gate], int]
) -> int:
    """The exit code of the report. The suspects of the gate are measured again in both builds; without suspects the
    gate stays as it is.

    `named_builds` are the builds that the user named, "" for those that the files record. Raises InputError where a
    build or its options are unknown, before anything is measured.
    """
    from clamh.judging.builds import identify_row
    from clamh.judging.judge_gate import confirm_gate, select_suspects

    rows = {identify_row(decision.pair.b): decision for decision in select_suspects(files_gate)}
    if not rows:
        return report(files_gate)
    measuring = _measuring_options(new, options, files_gate)
    with (bind_to_cpus(measuring), unwind_on_signal(),
          sides_of_files(base, new, named_builds, measuring) as (sides, unproven)):
        print_line(
            f"{len(rows)} of {format_count(len(files_gate.decisions), 'row')} undecided or slower: measuring both "
            "builds"
        )
        return two_builds.print_failures(
            sides,
            lambda: report(confirm_gate(files_gate, _measure_rows(sides, unproven, rows.keys(), measuring, command))))


def _measure_rows(sides: Sides, unproven: Mapping[str, Run], rows: Collection[Hashable], options: Options,
                  command: Sequence[str]) -> Gate:
    """The gate of a live measurement of these rows. Raises InputError where none of them is in both builds."""
    from clamh.judging.judge_gate import judge_gate

    planned = two_builds.plan_builds(sides, options, sides[1].label)
    plan = keep_cases(planned.plan, rows)
    if not plan.cases:
        raise InputError([
            Diagnostic(code="nothing-judged",
                       message="--confirm: the benchmarks to measure again are not in both builds", hint="type "
                       "`clamh list` in both to see which they have, or leave out --confirm")
        ])
    _check_artifacts(plan, unproven)
    measured = two_builds.measure_builds(planned._replace(plan=plan, alone=()), sides, options, ["gate", *command])
    two_builds.print_results(measured, sides)
    return judge_gate(measured.comparison)


def _check_artifacts(plan: Plan, unproven: Mapping[str, Run]) -> None:
    """Raises InputError where a built artifact is not the one that a run measured."""
    for artifact in (plan.catalogs[place].artifact for place in sorted({case.artifact for case in plan.cases})):
        if measured := unproven.get(artifact.build):
            source = relate_path(artifact.source, plan.root)
            if artifact.sha256 not in {platform.artifact_sha256 for platform in measured.platforms
                                       if (platform.id, platform.source) == (artifact.platform.id, source)}:
                raise _unknown(
                    f"the artifact that {source} gives on {artifact.platform.id} now is not the artifact that "
                    f"{measured.path} measured")


def _measuring_options(new: Run, options: Options, files_gate: Gate) -> Options:
    """The options with which NEW was measured, as far as they concern single rows. Raises InputError."""
    comparison = files_gate.comparison
    if new.origin:
        raise _unknown(f"{new.origin.tool} measured {new.path}; CLAMH cannot repeat that")
    if new.header.command[:2] != OF_RUN:
        raise _unknown(f"{new.path} does not record which `clamh run` measured it")
    try:
        args, run_options = arguments.parse_command_line(run.parser(), list(new.header.command[2:]), new.header.folder)
    except InputError as error:
        raise _unknown(f"this version cannot repeat the command of {new.path}: {error}") from None
    if args.artifact:
        raise _unknown(f"{new.path} measured built artifacts; their sources are not known")
    from clamh.cli.gate import add_sets_while_undecided

    return replace(add_sets_while_undecided(replace(run_options, precision=None)), live=True, lock=options.lock,
                   confidence=comparison.confidence, delta=comparison.delta, estimator=comparison.estimator,
                   budget_ns=None, seed=None, replayed=False, baseline="", results="", resume=None, result_format="",
                   result_file="", trend_file="", output="", verbosity=options.verbosity)


def _unknown(message: str) -> InputError:
    return InputError([
        Diagnostic(code="unknown-build", message=f"--confirm: {message}",
                   hint="measure both builds: clamh gate --base REVISION")
    ])
