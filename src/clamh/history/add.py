"""Adding runs to the history. Adding a run again changes nothing, unless it has other results than before, or its
branch or commit is now known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from clamh.history.schema import RESULTS, RUNS, SERIES
from clamh.model.diagnostics import input_error
from clamh.model.history import StoredResult, StoredRun

Added = Literal["added", "updated", "known"]
MANY = 400  # values of a list in a statement
COMMON = ("run_id", "time", "started", "revision", "uncommitted", "branch", "machine", "machine_title", "tool")


def add_run(connection: Connection, run: StoredRun) -> Added:
    """Store a run with its results, in the transaction of the connection."""
    facts = {name: getattr(run, name) for name in COMMON} | {"digest": _hash(msgspec.to_builtins(run.results))}
    insertion = _insert_new(connection, RUNS, ["run_id"]).values(facts)
    if connection.dialect.insert_returning:
        new = connection.execute(insertion.returning(RUNS.c.id)).first() is not None
    else:  # SQLite before 3.35; PostgreSQL's driver does not count the rows
        new = connection.execute(insertion).rowcount == 1
    known = connection.execute(select(RUNS).where(RUNS.c.run_id == run.run_id).with_for_update()).mappings().first()
    assert known
    id = known["id"]
    added: Added = "added"
    if not new:  # the run is in the history, or another writer has just added it
        # Without the commit at hand, the time is that of the start: the stored time of the same commit is better.
        keeps_time = not run.revision or run.time == run.started and run.revision == known["revision"]
        better = [
            name for name in ("revision", "branch", *([] if keeps_time else ["time"]))
            if facts[name] and facts[name] != known[name]
        ]
        stored = connection.execute(select(func.sum(RESULTS.c.forks)).where(RESULTS.c.run == id)).scalar_one() or 0
        # an older copy of a run that was resumed has fewer forks
        same = known["digest"] == facts["digest"] or sum(result.forks for result in run.results) < stored
        if same and not better:
            return "known"
        added = "updated"
        kept = {name: known[name] for name in ("revision", "branch") if not facts[name]
                } | ({"time": known["time"]} if keeps_time else {}) | ({"digest": known["digest"]} if same else {})
        connection.execute(update(RUNS).where(RUNS.c.id == id).values(facts | kept))
        if same:
            return added
        connection.execute(delete(RESULTS).where(RESULTS.c.run == id))
    if run.results:
        connection.execute(insert(RESULTS), [{
            "run": id, "series": series, "time_ns": result.time_ns, "low_ns": result.low_ns,
            "high_ns": result.high_ns, "forks": result.forks, "doubts": " ".join(result.doubts)
        } for result, series in zip(run.results, _find_series(connection, run.results), strict=True)])
    return added


def _insert_new(connection: Connection, table: Table, unique: Sequence[str]) -> Any:
    """An INSERT that leaves rows alone which are there."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing(index_elements=list(unique))


def _find_series(connection: Connection, results: Sequence[StoredResult]) -> list[int]:
    """The id of each result's series; new series are stored, in a fixed order, so that two writers do not wait for each
    other.
    """
    digests = list(map(_digest_series, results))
    rows = {digest: {
        "digest": digest, "key": result.key, "benchmark": result.benchmark, "suite": result.suite,
        "platform": result.platform, "build": result.build,
        "mode": result.mode, "threads": result.threads, "params": format_params(result.params)}
        for result, digest in zip(results, digests, strict=True)}
    if len(rows) < len(results):
        twice = next(result for result, digest in zip(results, digests, strict=True) if digests.count(digest) > 1)
        raise input_error("history",
                          f"the run has several results of {twice.key} on {twice.platform} that look the same",
                          "give benchmarks of a suite different names")
    ids: dict[str, int] = {}
    ordered = sorted(rows)
    for first in range(0, len(ordered), MANY):
        some = ordered[first:first + MANY]
        known = select(SERIES.c.digest, SERIES.c.id).where(SERIES.c.digest.in_(some))
        ids.update({digest: id for digest, id in connection.execute(known)})
        if new := [rows[digest] for digest in some if digest not in ids]:
            connection.execute(_insert_new(connection, SERIES, ["digest"]), new)
            ids.update({digest: id for digest, id in connection.execute(known)})
    return [ids[digest] for digest in digests]


def format_params(params: dict[str, str]) -> str:
    """The params as JSON, the same for the same params."""
    return msgspec.json.encode(params, order="sorted").decode()


def _digest_series(result: StoredResult) -> str:
    return _hash([
        result.key, result.suite, result.platform, result.build, result.mode, result.threads,
        format_params(result.params)
    ])


def _hash(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()
