"""Runs made by hand as the results files that verbs read."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from clamh.model.results import ENCODER, Run


def written(made: Run, path: Path) -> str:
    """The run as a results file."""
    records = [made.header, *made.platforms, *(one.case for one in made.cases), *made.works, *made.shifts]
    for one in made.cases:
        for each in one.forks:
            of_fork = [each.start, *each.warmup, *each.measurement, each.end]
            records += [replace(record, case_id=one.case.case_id) for record in of_fork]
    path.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in [*records, made.end]))
    return str(path)
