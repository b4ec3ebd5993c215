"""Two builds in one plan: which cases both builds have, and which only one has."""

from __future__ import annotations

import os
from collections.abc import Collection, Hashable, Iterator, Mapping

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import Case, Plan
from clamh.model.folders import relate_path
from clamh.model.partners import find_partners


def keep_pairs(plan: Plan) -> tuple[Plan, tuple[Case, ...]]:
    """The plan of the cases that both builds have, and the cases that only one build has, which are not measured."""
    paired = {case.case_id for pair in _pair_cases(plan) for case in pair}
    return _keep(plan, paired), tuple(case for case in plan.cases if case.case_id not in paired)


def keep_cases(plan: Plan, identities: Collection[Hashable]) -> Plan:
    """The plan of only the cases with these identities (those of `judging.builds.identify_row`) and their partners."""
    return _keep(plan, {case.case_id for pair in _pair_cases(plan)
                        if any(_identify_case(plan, case) in identities for case in pair) for case in pair})


def _keep(plan: Plan, kept: set[str]) -> Plan:
    """The plan of only these cases, by case_id. Others that they warm up (-wm BULK) are still warmed up."""
    cases = tuple(case for case in plan.cases if case.case_id in kept)
    warmed = {case_id for warm in {case.warm for case in cases} for case_id in warm}
    rounds = (tuple(turn for turn in turns if turn.case_id in kept) for turns in plan.rounds)
    return replace(plan, cases=cases, rounds=tuple(turns for turns in rounds if turns),
                   contests=tuple(contest for contest in plan.contests if kept.issuperset(contest)),
                   warmups=(*plan.warmups, *(case for case in plan.cases if case.case_id in warmed - kept)))


def keep_references(plan: Plan, references: Mapping[str, str]) -> dict[str, str]:
    """The references, by case_id, without those between two builds of different benchmarks or platforms.

    Builds are compared with each other: a decided benchmark needs no more sets because others refer to it.
    """
    cases = {case.case_id: case for case in plan.cases}

    def is_kept(case_id: str, other_id: str) -> bool:
        case, other = cases[case_id], cases[other_id]
        return not (case.build and other.build) or _identify_in_suite(plan, case) == _identify_in_suite(plan, other)

    return {case_id: other_id for case_id, other_id in references.items() if is_kept(case_id, other_id)}


def count_same_artifacts(plan: Plan) -> tuple[int, int]:
    """The number of artifact pairs that are equal in both builds, and the number of all pairs."""
    return len(find_same_artifacts(plan)), len(list(_pairs_of_artifacts(plan)))


def find_same_artifacts(plan: Plan) -> list[tuple[Artifact, Artifact]]:
    """The pairs of artifacts that are equal in both builds."""
    return [pair for pair in _pairs_of_artifacts(plan) if _is_same(*pair)]


def _pair_cases(plan: Plan) -> list[tuple[Case, Case]]:
    """Each case of the first build with its partner in the second, which is of the same source if possible."""
    builds: dict[str, list[Case]] = {}
    for case in plan.cases:
        builds.setdefault(case.build, []).append(case)
    if len(builds) < 2:
        return []
    first, second = builds.values()
    partners, _ = find_partners(first, second, (lambda case: _identify_case(plan, case),
                                                lambda case: _identify_in_suite(plan, case)))
    return [(case, partners[case.case_id]) for case in first if case.case_id in partners]


def _identify_case(plan: Plan, case: Case) -> tuple[Hashable, ...]:
    source = relate_path(plan.catalogs[case.artifact].artifact.source, plan.root)
    return source, case.key, case.platform, case.mode, case.threads, tuple(sorted(case.params.items()))


def _identify_in_suite(plan: Plan, case: Case) -> tuple[Hashable, ...]:
    source, *others = _identify_case(plan, case)
    return os.path.dirname(str(source)), *others


def _pairs_of_artifacts(plan: Plan) -> Iterator[tuple[Artifact, Artifact]]:
    """The artifacts of every two compared cases, each pair once."""
    pairs = dict.fromkeys((first.artifact, second.artifact) for first, second in _pair_cases(plan))
    return ((plan.catalogs[first].artifact, plan.catalogs[second].artifact) for first, second in pairs)


def _is_same(first: Artifact, second: Artifact) -> bool:
    """Whether both are the same file, or equal files that contain all of their code."""
    has_all_code = not languages()[first.platform.language].loads_sources
    return first.path == second.path or (has_all_code and first.sha256 == second.sha256)
