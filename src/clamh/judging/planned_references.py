"""The reference of each case, before anything is measured: while a case is undecided, its reference is measured too."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging.reference import choose_baselines, choose_reference, group_by_suite, group_contests, suite_of_row
from clamh.model.results import BaselineRecord, CaseRecord


def plan_references(cases: Sequence[CaseRecord], records: Sequence[BaselineRecord], requested: str) -> dict[str, str]:
    """The case_id of each case's reference, by case_id, as the report will choose it; cases without a reference are
    left out.

    `records` has the baselines of the suites, `requested` is that of --baseline. Raises InputError when no suite has
    what `requested` names.
    """
    chosen = choose_baselines(cases, records, requested)
    sides = list(dict.fromkeys(case.side for case in cases))
    candidates = {folder: [case for case in of_suite if case.case_id in chosen[folder].marked]
                  for folder, of_suite in group_by_suite(cases).items()}
    chosen_references = {
        case.case_id: choose_reference(case, contest, candidates[suite_of_row(case)], sides, chosen[suite_of_row(case)])
        for contest in group_contests(cases, chosen) for case in contest
    }
    return {
        case_id: chosen_case.case_id for case_id, chosen_case in chosen_references.items()
        if isinstance(chosen_case, CaseRecord)
    }
