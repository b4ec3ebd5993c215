"""One run of two builds → Comparison: each benchmark of a build beside that of the other, platform by platform."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from clamh.judging.comparability import describe_obstacle, find_excuse
from clamh.judging.compute_ratios import find_ratio_warnings, to_ratio
from clamh.judging.contests import without_ratio_warnings
from clamh.judging.differences import differences
from clamh.judging.evidence import gather_evidence
from clamh.judging.machine_facts import machine_facts
from clamh.judging.reference import suite_of_row
from clamh.judging.suites import suite_ratios
from clamh.judging.summarise import summarise_with_uses
from clamh.judging.terms import Facts, Side, facts, terms
from clamh.model.cases import Case
from clamh.model.importance import sort_by_importance
from clamh.model.options import Estimator
from clamh.model.partners import find_partners
from clamh.model.results import PlatformRecord, Run
from clamh.model.scores import name_unit
from clamh.model.summary import Comparison, Judgement, Pair, Row

Sources = Mapping[str, str]  # the hash of each file of a build, by the name that it has in both builds


def compare_builds(
    run: Run, names: tuple[str, str], alone: Sequence[Row], sources: tuple[Sources, Sources], builds: Sequence[str],
    folders: Mapping[str, tuple[str, str]] = {}
) -> tuple[Comparison, Judgement, Judgement]:
    """The comparison of the two named builds, and each build's rows as those of a run. `alone` has rows of a build
    only.

    Ratios are within a platform, over the sets in which its builds took turns. `builds` are the lines about them at the
    top of reports. `folders` has, by build, its folder and the name of that folder in both builds: a flag such as
    -I/folder/include is no difference.
    """
    run = replace(run, platforms=tuple(
        _rename_folder(platform, *folders[platform.build]) if platform.build in folders else platform
        for platform in run.platforms))
    confidence, delta, estimator = run.header.confidence, run.header.delta, run.header.estimator
    parts = [_select_build(run, name, files) for name, files in zip(names, sources, strict=True)]
    judged = [summarise_with_uses(part, confidence, delta, estimator=estimator) for part in parts]
    about_machine = machine_facts([use for _, uses in judged for use in uses], run.header.environment,
                                  [warning for summary, _ in judged for warning in summary.machine])
    summary_a, summary_b = (replace(summary, machine=about_machine) for summary, _ in judged)
    known = facts(run)
    rows_a, rows_b = (list(map(without_ratio_warnings, summary.rows)) for summary in (summary_a, summary_b))
    partners, left = find_partners(rows_a, rows_b, (identify_row, _identify_in_suite))
    pairs = [_pair_rows(row, partners.get(row.case_id), known, names, confidence, delta, estimator) for row in rows_a]
    pairs += [_pair_rows(None, row, known, names, confidence, delta, estimator) for row in left]
    pairs += [
        Pair(a=replace(row, build=""), b=None) if row.build == names[0] else Pair(a=None, b=replace(row, build=""))
        for row in alone
    ]
    joined = [(pair.a.case_id, pair.b.case_id) for pair in pairs if pair.a and pair.b]
    a, b = (Judgement(_without_build(part), summary)
            for part, summary in zip(parts, (summary_a, summary_b), strict=True))
    return Comparison(
        confidence=confidence, delta=delta, estimator=estimator, pairs=tuple(pairs), differences=differences(
            a.run, b.run, joined), names=names, builds=tuple(builds),
        suites=suite_ratios([(pair.a, pair.ratio, "") for pair in pairs if pair.a and pair.b], confidence)), a, b


def make_unmeasured_row(case: Case, source: str) -> Row:
    """The row of a case that was not measured, because only one build has it."""
    return Row(case_id=case.case_id, key=case.key, benchmark=case.benchmark, platform=case.platform, source=source,
               mode=case.mode, threads=case.threads, params=case.params, unit=name_unit(
                   case.mode, case.options.time_unit), status="not run", score=None, interval=None, fork_means=(),
               forks_planned=0, fork_scores=(), pooled=None, units=case.units, members=case.members, build=case.build)


def _select_build(run: Run, build: str, files: Sources) -> Run:
    """The part of a run that is of a build. Sets stay whole, so that both builds number them equally."""
    return replace(run, cases=tuple(result for result in run.cases if result.case.build == build),
                   header=replace(run.header, sources=dict(files)),
                   platforms=tuple(platform for platform in run.platforms if platform.build == build))


def _rename_folder(platform: PlatformRecord, folder: str, name: str) -> PlatformRecord:
    """The platform with another name for a folder in its flags."""
    def rename(flags: Iterable[object]) -> tuple[str, ...]:
        return tuple(re.sub(rf"{re.escape(folder)}(?![\w.-])", lambda _: name, str(flag)) for flag in flags)

    hello, toolchain = platform.hello, platform.hello.get("toolchain") or {}
    if "flags" in toolchain:
        hello = {**hello, "toolchain": {**toolchain, "flags": rename(toolchain["flags"])}}
    [optimisation, target] = rename((platform.optimisation, platform.target))
    return replace(platform, flags=rename(platform.flags), hello=hello, optimisation=optimisation, target=target)


def _without_build(run: Run) -> Run:
    """The run with platforms named as in a run of a build."""
    return replace(run, platforms=tuple(replace(platform, build="") for platform in run.platforms))


def identify_row(row: Row) -> Hashable:
    """What distinguishes a row from the others of its build, as `running.builds` has it for cases."""
    return row.source, row.key, row.platform, row.mode, row.threads, tuple(sorted(row.params.items()))


def _identify_in_suite(row: Row) -> Hashable:
    """The same of a row whose source has another name in the other build."""
    return identify_row(replace(row, source=suite_of_row(row)))


def _pair_rows(a: Row | None, b: Row | None, known: Facts, names: tuple[str, str], confidence: float, delta: float,
               estimator: Estimator) -> Pair:
    ratio = None
    if a and b and a.comparable and b.comparable:
        shared_terms = terms(Side(names[0], known, a), Side(names[1], known, b))
        pair_evidence = gather_evidence(
            b, a, confidence, delta,
            estimator)._replace(not_compared=describe_obstacle(a, names[0], b, names[1], shared_terms))
        ratio = replace(to_ratio(pair_evidence, confidence, delta), terms=shared_terms,
                        excused=find_excuse(a, b, shared_terms))
        warnings = find_ratio_warnings(pair_evidence, ratio, delta, {a.case_id: names[0], b.case_id: names[1]})
        b = replace(b, warnings=sort_by_importance((*b.warnings, *warnings)))
    return Pair(a=a and replace(a, build=""), b=b and replace(b, build=""), ratio=ratio)
