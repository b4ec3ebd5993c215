"""A judged run → the run that the history stores: a time per operation for each row, and where the run belongs."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Hashable
from datetime import UTC, datetime
from typing import Any

from clamh.judging.reference import suite_of_row
from clamh.model.history import StoredResult, StoredRun
from clamh.model.results import Run
from clamh.model.scores import cost_ns
from clamh.model.summary import Judgement, Row

LEAST_NS, MOST_NS = 1e-300, 1e300  # what every database takes
LONGEST_ID = 100


def to_stored_run(judgement: Judgement, revision: str, committed: str, branch: str, file_time: str) -> StoredRun:
    """The run with every row that has a score.

    `revision` and `committed` are its commit and the time of that, "" if they are not known. `file_time` stands for a
    start that the file does not record.
    """
    run = judgement.run
    started = _to_utc(run.header.started) or _to_utc(file_time)
    machine, title = _identify_machine(run)
    rows = judgement.summary.rows
    times = Counter(map(_identify_series, rows))
    return StoredRun(
        run_id=_identify_run(run),
        time=_to_utc(committed) or started, started=started,
        revision=clean_text(revision), uncommitted=run.header.uncommitted,
        branch=clean_text(branch), machine=machine, machine_title=title,
        tool=clean_text(run.origin.named if run.origin else f"CLAMH {run.header.clamh_version}"),
        results=tuple(filter(None, (
            _to_stored_result(row, row.source if times[_identify_series(row)] > 1 else suite_of_row(row))
            for row in rows))))


def clean_text(value: Any) -> str:
    """The value as text that every database takes: without NUL and lone surrogates."""
    return str(value).replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode()


def _identify_series(row: Row) -> Hashable:
    """What distinguishes a row from others in the history; two sources of a side may share it."""
    return suite_of_row(row), row.key, row.side, row.mode, row.threads, *sorted(row.params.items())


def _to_stored_result(row: Row, suite: str) -> StoredResult | None:
    time = cost_ns(row.score, row.unit) if row.score is not None else math.inf
    if not LEAST_NS <= time <= MOST_NS:
        return None
    bounds = sorted(cost_ns(bound, row.unit) for bound in (row.interval.low, row.interval.high)) if row.interval else []
    low, high = bounds if bounds and LEAST_NS <= bounds[0] and bounds[1] <= MOST_NS else (None, None)
    return StoredResult(key=clean_text(row.key), benchmark=clean_text(row.benchmark),
                        platform=clean_text(row.platform), build=clean_text(row.build), suite=clean_text(
                            suite), mode=row.mode, threads=row.threads, params={
                                clean_text(name): clean_text(value) for name, value in row.params.items()
                            }, time_ns=time, low_ns=low, high_ns=high, forks=len(row.fork_means), doubts=tuple(
                                dict.fromkeys(clean_text(warning.code) for warning in row.warnings)))


def _to_utc(text: str) -> str:
    """A time as ISO 8601 in UTC, so that times sort as text; "" for no time, and for a text that is none."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return ""
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")


def _identify_run(run: Run) -> str:
    """What distinguishes the run from others. The run of our own file is named after it, and CI may name all alike."""
    header, run_id = run.header, clean_text(run.header.run_id)
    if run.origin:
        return run_id if len(run_id) <= LONGEST_ID else hashlib.sha256(run_id.encode()).hexdigest()
    begun = "\0".join([run_id, *map(clean_text, (header.started, header.fingerprint, header.seed))])
    return f"{run_id[:LONGEST_ID // 2]}-{hashlib.sha256(begun.encode()).hexdigest()[:16]}"


def _identify_machine(run: Run) -> tuple[str, str]:
    """What distinguishes the machine of the run from others, "" if nothing does, and its description."""
    facts = [clean_text(fact) for name in ("host", "cpu") if (fact := run.header.environment.get(name))]
    cpus = run.header.environment.get("cpus")
    title = ", ".join([*facts, *([f"{clean_text(cpus)} CPU{'s' * (cpus != 1)}"] if cpus else [])])
    known = run.header.machine or (hashlib.sha256("\0".join(facts).encode()).hexdigest()[:16] if facts else "")
    return clean_text(known), title
