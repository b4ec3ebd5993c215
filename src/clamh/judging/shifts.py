"""How far scores move between runs of the same code on one machine, and what that means for two runs not measured
together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from clamh.judging.calibration import find_kind
from clamh.judging.statistics.noise import at_forks
from clamh.judging.statistics.shift import MIN_RUNS, shift
from clamh.model.calibrations import NO_MACHINE, VALID, ShiftRecord
from clamh.model.results import Run
from clamh.model.summary import Judgement, Row

UNKNOWN = math.log(2)  # assumed for a machine that was not calibrated: no difference below 2 × is decided
NOT_TOGETHER = "not measured together"


class Between(NamedTuple):
    """The shift between two rows as |ln ratio|, and its calibration; None with the reason why nothing is known."""

    shift: float
    record: ShiftRecord | None
    reason: str = ""


WITHIN = Between(0.0, None)  # for intervals that are over several runs


class _Kind(NamedTuple):
    platform: str
    mode: str
    threads: int
    bound: bool
    in_turns: bool


def measured_shifts(runs: Sequence[Judgement], time: str) -> list[ShiftRecord]:
    """The shift of each kind of cases, from runs of the same code in their order. Only cases with a score in every run
    count.
    """
    scores: dict[str, list[Row]] = {}
    for judgement in runs:
        for row in judgement.summary.rows:
            if row.status == "ok" and row.comparable:
                scores.setdefault(row.case_id, []).append(row)
    kinds: dict[_Kind, list[list[Row]]] = {}
    for rows in scores.values():
        if len(rows) == len(runs) >= MIN_RUNS:
            kinds.setdefault(_find_kind(rows[0]), []).append(rows)
    first, last = (_parse_time(judgement.run.header.started) for judgement in (runs[0], runs[-1]))
    spread_s = (last - first).total_seconds() if first and last else 0.0
    records = []
    for kind, cases in kinds.items():
        bound = shift([[row.score for row in rows] for rows in cases])
        records.append(
            ShiftRecord(machine=runs[0].run.header.machine, **kind._asdict(), forks=min(
                len(row.fork_means) for rows in cases
                for row in rows), runs=len(runs), cases=len(cases), shift=bound.bound, largest=bound.largest,
                        deviation=bound.deviation, spread_s=max(0.0, spread_s), time=time))
    return records


def shift_between(a: Row, b: Row, runs: tuple[Run, Run], known: Iterable[ShiftRecord]) -> Between:
    """The shift between the rows of two runs.

    It comes from the newest calibration of their machine and kind. That calibration is valid within 30 days of both
    runs. If only a single row took turns or was bound, the larger shift of both kinds counts.
    """
    if reason := _unknown_machine(*runs):
        return Between(UNKNOWN, None, reason)
    known = [record for record in known if record.machine == runs[0].header.machine]
    kinds = dict.fromkeys(map(_find_kind, (a, b)))
    return max((_shift_of_kind(kind, (a, b), runs, known) for kind in kinds), key=lambda between: between.shift)


def _shift_of_kind(kind: _Kind, rows: tuple[Row, Row], runs: tuple[Run, Run], known: Sequence[ShiftRecord]) -> Between:
    fits = [
        record for record in known
        if _Kind(record.platform, record.mode, record.threads, record.bound, record.in_turns) == kind
    ]
    if not fits:
        return Between(
            UNKNOWN, None,
            f"their machine was not calibrated between runs{f' for {_describe_kind(kind)}' if known else ''}")
    newest = max(fits, key=lambda record: record.time)
    if not all(_is_valid(newest, run) for run in runs):
        return Between(
            UNKNOWN, None,
            f"their machine was calibrated between runs on {newest.time[:10]}, more than {VALID.days} days "
            "before or after them")
    return Between(max(at_forks(newest.shift, newest.forks, max(1, len(row.fork_means))) for row in rows), newest)


def _unknown_machine(a: Run, b: Run) -> str:
    """Why the runs are not known to be of a machine, "" where they are."""
    for run in (a, b):
        if run.origin:
            return f"{run.origin.tool} {NO_MACHINE}"
    for run in (a, b):
        if not run.header.machine:
            return f"an older CLAMH wrote {run.path}, without the name of the machine"
    return "" if a.header.machine == b.header.machine else "they were measured on two machines"


def _is_valid(record: ShiftRecord, run: Run) -> bool:
    calibrated, began = _parse_time(record.time), _parse_time(run.header.started)
    return calibrated is not None and began is not None and abs(calibrated - began) <= VALID


def _parse_time(text: str) -> datetime | None:
    """A UTC time as results files have it; None for any other text."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else None


def _find_kind(row: Row) -> _Kind:
    return _Kind(*find_kind(row)[:5])


def _describe_kind(kind: _Kind) -> str:
    threads = f"{kind.threads} {'bound ' * kind.bound}thread{'s' * (kind.threads > 1)}"
    return f"{kind.platform}, {kind.mode}, {threads}{', in turns' * kind.in_turns}"
