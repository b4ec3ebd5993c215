"""A run as if another time unit had been requested (report -tu)."""

from __future__ import annotations

from msgspec.structs import replace

from clamh.model.results import CaseRecord, Run


def in_unit(run: Run, time_unit: str) -> Run:
    """The run with this time unit in all of its cases; "" leaves it as it is."""
    if not time_unit:
        return run

    def change_case(case: CaseRecord) -> CaseRecord:
        return replace(case, options=replace(case.options, time_unit=time_unit))

    return replace(run, cases=tuple(replace(result, case=change_case(result.case)) for result in run.cases))
