"""One run of two builds → Comparison: each benchmark of the one beside that of the other, platform by platform."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from msgspec.structs import replace

from clamh.judging.comparable import excuse, obstacle
from clamh.judging.differences import differences
from clamh.judging.evidence import evidence
from clamh.model.importance import by_importance
from clamh.judging.reference import suite
from clamh.judging.speed import doubts, ratio_of
from clamh.judging.suites import suite_ratios
from clamh.judging.summarise import summarise
from clamh.judging.terms import Facts, Side, facts, terms
from clamh.model.cases import Case
from clamh.model.options import Estimator
from clamh.model.results import Run
from clamh.model.scores import unit
from clamh.model.summary import Comparison, Judgement, Pair, Row

Sources = Mapping[str, str]  # the hash of each file of a build, by the name that both builds have for it


def compare_builds(
    run: Run, names: tuple[str, str], alone: Sequence[Row], sources: tuple[Sources, Sources], builds: Sequence[str]
) -> tuple[Comparison, Judgement, Judgement]:
    """The comparison of the builds of these names, and each build's rows as those of a run; `alone` are rows that only one of them has.

    Ratios are of the same platform, over the sets in which its builds took turns. `builds` is what reports say of them at first.
    """
    confidence, delta, estimator = run.header.confidence, run.header.delta, run.header.estimator
    parts = [_part(run, name, files) for name, files in zip(names, sources, strict=True)]
    one, other = (summarise(part, confidence, delta, estimator=estimator) for part in parts)
    known = facts(run)
    partners = {identity(row): row for row in other.rows}
    pairs = [_pair(row, partners.pop(identity(row), None), known, names, confidence, delta, estimator) for row in one.rows]
    pairs += [_pair(None, row, known, names, confidence, delta, estimator) for row in partners.values()]
    pairs += [Pair(a=replace(row, build=""), b=None) if row.build == names[0] else Pair(a=None, b=replace(row, build="")) for row in alone]
    joined = [(pair.a.case_id, pair.b.case_id) for pair in pairs if pair.a and pair.b]
    a, b = (Judgement(_without_build(part), summary) for part, summary in zip(parts, (one, other), strict=True))
    return Comparison(
        confidence=confidence, delta=delta, estimator=estimator, pairs=tuple(pairs), differences=differences(a.run, b.run, joined), names=names, builds=tuple(builds),
        suites=suite_ratios([(pair.a, pair.ratio, "") for pair in pairs if pair.a and pair.b], confidence)), a, b


def unmeasured(case: Case, source: str) -> Row:
    """The row of a case that was not measured, since only one build has it."""
    return Row(
        case_id=case.case_id, key=case.key, benchmark=case.benchmark, platform=case.platform, source=source, mode=case.mode, threads=case.threads,
        params=case.params, unit=unit(case.mode, case.options.time_unit), status="not run", score=None, interval=None, fork_means=(),
        forks_planned=0, fork_scores=(), pooled=None, units=case.units, members=case.members, build=case.build)


def _part(run: Run, build: str, files: Sources) -> Run:
    """What the run has of one build. Sets stay whole, so that both builds number them alike."""
    return replace(run, cases=tuple(one for one in run.cases if one.case.build == build), header=replace(run.header, sources=dict(files)),
                   platforms=tuple(one for one in run.platforms if one.build == build))


def _without_build(run: Run) -> Run:
    """The run with platforms called as in a run of one build."""
    return replace(run, platforms=tuple(replace(one, build="") for one in run.platforms))


def identity(row: Row) -> Hashable:
    """What a row has in common with the one that it is compared with, as `running.builds` has it of cases."""
    return suite(row), row.key, row.platform, row.mode, row.threads, tuple(sorted(row.params.items()))


def _pair(a: Row | None, b: Row | None, known: Facts, names: tuple[str, str], confidence: float, delta: float,
          estimator: Estimator) -> Pair:
    ratio = None
    if a and b and a.comparable and b.comparable:
        made = terms(Side(names[0], known, a), Side(names[1], known, b))
        found = evidence(b, a, confidence, delta, estimator)._replace(not_compared=obstacle(a, names[0], b, names[1], made))
        ratio = replace(ratio_of(found, confidence, delta), terms=made, excused=excuse(a, b, made))
        warnings = doubts(found, ratio, delta, {a.case_id: names[0], b.case_id: names[1]})
        b = replace(b, warnings=by_importance((*b.warnings, *warnings)))
    return Pair(a=a and replace(a, build=""), b=b and replace(b, build=""), ratio=ratio)
