"""What each case will be compared with, before anything is measured: it is measured for as long as the case is."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging.reference import baselines, by_suite, marked, reference, suite
from clamh.model.results import BaselineRecord, CaseRecord


def references(cases: Sequence[CaseRecord], told: Sequence[BaselineRecord], asked: str) -> dict[str, str]:
    """The case_id of each case's reference, by case_id, as the report will choose it; those without one are left out.

    `told` and `asked` are what the suites and --baseline say. Raises InputError when no suite has what was asked for.
    """
    chosen = baselines(cases, told, asked)
    cases = [marked(one, chosen[suite(one)]) for one in cases]
    sides = list(dict.fromkeys(one.side for one in cases))
    contests: dict[tuple, list[CaseRecord]] = {}
    for one in cases:
        same = (suite(one), one.key, one.mode, one.threads, *sorted(one.params.items()))
        contests.setdefault(same, []).append(one)
    candidates = {folder: [one for one in several if one.case_id in chosen[folder].marked] for folder, several in by_suite(cases).items()}
    found = {one.case_id: reference(one, contest, candidates[suite(one)], sides, chosen[suite(one)])
             for contest in contests.values() for one in contest}
    return {case_id: other.case_id for case_id, other in found.items() if isinstance(other, CaseRecord)}
