"""Runs made by hand as the results files that verbs read."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from clamh.model.results import ENCODER, Run


def written(run: Run, path: Path) -> str:
    """The run as a results file."""
    records = [run.header, *run.platforms, *(case.case for case in run.cases), *run.works, *run.shifts]
    for case in run.cases:
        for fork in case.forks:
            of_fork = [fork.start, *fork.warmup, *fork.measurement, *filter(None, [fork.end])]
            records += [replace(record, case_id=case.case.case_id) for record in of_fork]
    path.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in [*records, run.end]))
    return str(path)
