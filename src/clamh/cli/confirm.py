"""clamh gate --confirm: measures both builds, in turns, for what two results files leave undecided or show as slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from clamh.building.variables import recorded_variables
from clamh.cli import arguments, run, two_builds
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import unwind_on_signal
from clamh.cli.progress import print_line
from clamh.cli.sides import Side, Sides
from clamh.cli.sides_of_files import sides_of_files
from clamh.model.artifacts import Artifact
from clamh.model.cases import Plan
from clamh.model.decisions import Gate
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import relate_path
from clamh.model.options import Options
from clamh.model.results import PlatformRecord, Run
from clamh.report.units import format_count
from clamh.running.builds import find_same_artifacts, keep_cases
from clamh.running.resume import find_changed_variables

OF_RUN = ("clamh", "run")
BOTH_ALIKE = ("if it was the same for both files, restore it; otherwise measure two folders, each with its flags in "
              "clamh.toml: clamh compare --live OLD NEW")


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
            lambda: report(confirm_gate(files_gate, _measure_rows(
                sides, (base, new), unproven, rows.keys(), measuring, command))))


def _measure_rows(sides: Sides, runs: tuple[Run, Run], unproven: Collection[str], rows: Collection[Hashable],
                  options: Options, command: Sequence[str]) -> Gate:
    """The gate of a live measurement of these rows. Raises InputError where none of them is in both builds."""
    from clamh.judging.judge_gate import judge_gate

    planned = two_builds.plan_builds(sides, options, sides[1].label)
    plan = keep_cases(planned.plan, rows)
    if not plan.cases:
        raise input_error("nothing-judged", "--confirm: the benchmarks to measure again are not in both builds",
                          "type `clamh list` in both to see which they have, or leave out --confirm")
    _check_artifacts(plan, {side.build: (side, run) for side, run in zip(sides, runs, strict=True)}, unproven)
    measured = two_builds.measure_builds(planned._replace(plan=plan, alone=()), sides, options, ["gate", *command])
    two_builds.print_results(measured, sides)
    return judge_gate(measured.comparison)


def _check_artifacts(plan: Plan, known: Mapping[str, tuple[Side, Run]], unproven: Collection[str]) -> None:
    """Raises InputError where a build is not as its run recorded it, although the sources are the same.

    `known` has the side and the run of each build.
    """
    for artifact in (plan.catalogs[place].artifact for place in sorted({case.artifact for case in plan.cases})):
        side, measured = known[artifact.build]
        records = _find_records(plan, artifact, measured)
        _check_variables(measured, artifact.platform.language)
        versions = {record.version for _, run in known.values() for record in _find_records(plan, artifact, run)}
        for record in records:
            if len(versions) > 1 and record.version != artifact.platform.version:
                raise _unknown(f"{record.source} on {record.id} had the version {record.version} in {measured.path}, "
                               f"and has {artifact.platform.version} now")
            _check_flags(record, artifact, side, measured)
        if artifact.build in unproven and artifact.sha256 not in {record.artifact_sha256 for record in records}:
            raise _unknown(f"the artifact that {relate_path(artifact.source, plan.root)} gives on "
                           f"{artifact.platform.id} now is not the artifact that {measured.path} measured")
    _check_same(plan, known)


def _check_same(plan: Plan, known: Mapping[str, tuple[Side, Run]]) -> None:
    """Raises InputError where both builds give the same artifact, and the runs measured different ones."""
    for pair in find_same_artifacts(plan):
        runs = [known[artifact.build][1] for artifact in pair]
        first, second = ({record.artifact_sha256 for record in _find_records(plan, artifact, measured)}
                         for artifact, measured in zip(pair, runs, strict=True))
        if first and second and first.isdisjoint(second):
            raise _unknown(f"{runs[0].path} and {runs[1].path} measured different artifacts of "
                           f"{relate_path(pair[0].source, plan.root)} on {pair[0].platform.id}, but both builds give "
                           "the same artifact now", BOTH_ALIKE)


def _find_records(plan: Plan, artifact: Artifact, measured: Run) -> list[PlatformRecord]:
    """What the run recorded about its artifact of the same source on the same platform."""
    source = relate_path(artifact.source, plan.root)
    return [record for record in measured.platforms if (record.id, record.source) == (artifact.platform.id, source)]


def _check_flags(record: PlatformRecord, artifact: Artifact, side: Side, measured: Run) -> None:
    """Raises InputError where the platform's flags are not those of the run."""
    def spell(flags: Iterable[str]) -> str:
        """The flags, with paths relative to the project: a revision's tree is in another folder than the run's."""
        text = " ".join(flags) or "(none)"
        places = {side.tree: side.repository.top if side.repository else "", measured.header.root: ".",
                  side.folder: "."}
        for folder in sorted(places.keys() - {""}, key=len, reverse=True):
            text = text.replace(folder, places[folder])
        return text

    then, now = spell(record.flags), spell(artifact.platform.flags)
    if then != now:
        raise _unknown(f"{record.source} on {record.id} had the flags {then} in {measured.path}, and has {now} now",
                       BOTH_ALIKE)


def _check_variables(measured: Run, language: str) -> None:
    """Raises InputError where variables that act on builds or workers of the language are not as they were."""
    recorded = [measured.header.environment.get(kind) for kind in ("build_variables", "variables")]
    if not all(isinstance(variables, dict) for variables in recorded):  # older versions did not record them
        return
    before = {name: str(value) for variables in recorded for name, value in variables.items()}
    then, now = ({**kinds["build_variables"], **kinds["variables"]} for kinds in (
        recorded_variables([language], before), recorded_variables([language], os.environ)))
    if changed := find_changed_variables(then, now):
        raise _unknown(", ".join(f"{name} was {then.get(name, 'not set')} for {measured.path} and is "
                                 f"{now.get(name, 'not set')} now" for name in changed), BOTH_ALIKE)


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


def _unknown(message: str, hint: str = "measure both builds: clamh gate --base REVISION") -> InputError:
    return input_error("unknown-build", f"--confirm: {message}", hint)
