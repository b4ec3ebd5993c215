"""Runs for the history, as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from clamh.model.history import StoredResult, StoredRun

START = datetime(2026, 1, 1, tzinfo=UTC)


def result(time_ns: float, key: str = "factorial", **fields: Any) -> StoredResult:
    return StoredResult(**{"key": key, "benchmark": key, "platform": "cpp/g++-12", "mode": "avgt", "threads": 1, "time_ns": time_ns, "low_ns": time_ns * 0.99,
                           "high_ns": time_ns * 1.01, "forks": 5} | fields)


def stored(number: int, results: Sequence[StoredResult] = (result(100.0),), **fields: Any) -> StoredRun:
    """The run of the commit with this number, a day after the one before."""
    time = (START + timedelta(days=number)).isoformat(timespec="seconds")
    return StoredRun(**{"run_id": f"run-{number}", "time": time, "started": time, "revision": f"{number:040x}", "branch": "main", "machine": "m1",
                        "machine_title": "host, a CPU", "tool": "CLAMH 0.1.0", "results": tuple(results)} | fields)
