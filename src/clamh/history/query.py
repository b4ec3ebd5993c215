"""Reading the history: its benchmarks, the series of a benchmark with their levels, and whole runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import Connection, Select, func, select

from clamh.history.schema import RESULTS, RUNS, SERIES
from clamh.judging.statistics.levels import find_changes
from clamh.judging.statistics.median import median
from clamh.model.history import KeySummary, Level, Point, Series, StoredResult, StoredRun
from clamh.model.identity import spell_key

MAX_POINTS = 500  # of a series: its newest results
LEAST_POINTS = 50
PAGE = 20_000  # results of all series of a page, which then has 6 MB


def list_keys(connection: Connection) -> list[KeySummary]:
    """The benchmarks of the history, in the order of their keys; `newest` is the time of the run that was added last.
    """
    last = select(RESULTS.c.series,
                  func.count().label("results"),
                  func.max(RESULTS.c.run).label("run")).group_by(RESULTS.c.series).subquery()
    joined = select(SERIES.c.key, func.count(), func.sum(last.c.results), func.max(RUNS.c.time)).join(
        last, last.c.series == SERIES.c.id).join(RUNS, RUNS.c.id == last.c.run)
    names = list_names(connection)
    return [KeySummary(names[key], *row)
            for key, *row in connection.execute(joined.group_by(SERIES.c.key).order_by(SERIES.c.key))]


def list_names(connection: Connection) -> dict[str, str]:
    """A readable name for the key of each benchmark, in the spelling of the series that was added first."""
    first = select(func.min(SERIES.c.id)).group_by(SERIES.c.key)
    rows = connection.execute(select(SERIES.c.key, SERIES.c.benchmark, SERIES.c.platform)
                              .where(SERIES.c.id.in_(first)).order_by(SERIES.c.key))
    return {key: spell_key(key, benchmark, platform) for key, benchmark, platform in rows}


def list_branches(connection: Connection) -> list[str]:
    """The branches, those with the most runs first."""
    return [branch for branch, _ in connection.execute(
        select(RUNS.c.branch, func.count()).group_by(RUNS.c.branch).order_by(func.count().desc(), RUNS.c.branch))]


def list_machines(connection: Connection) -> dict[str, str]:
    """The title of each machine."""
    return {id: title for id, title in connection.execute(
        select(RUNS.c.machine, func.max(RUNS.c.machine_title)).group_by(RUNS.c.machine).order_by(RUNS.c.machine))}


def find_series(connection: Connection, keys: Sequence[str], branch: str, machine: str | None,
                most: int = MAX_POINTS) -> Iterator[Series]:
    """The series of these benchmarks (all without any) on a branch, a series for each machine; runs of uncommitted
    changes are left out.

    Each has its `most` newest results.
    """
    chosen = select(SERIES).order_by(SERIES.c.key, SERIES.c.suite, SERIES.c.params, SERIES.c.mode,
                                     SERIES.c.threads, SERIES.c.platform, SERIES.c.build)
    if keys:
        chosen = chosen.where(SERIES.c.key.in_(keys))
    for series in connection.execute(chosen).all():
        by_machine: dict[str, list[Point]] = {}
        for of_machine, *point in connection.execute(_select_points(series.id, branch, machine)):
            by_machine.setdefault(of_machine, []).append(Point(*point))
        for of_machine, points in by_machine.items():
            shown = points[-most:]
            yield Series(key=series.key, benchmark=series.benchmark, suite=series.suite, platform=series.platform,
                         build=series.build, mode=series.mode, threads=series.threads, params=msgspec.json.decode(
                             series.params), machine=of_machine, branch=branch, points=tuple(shown), levels=tuple(
                                 find_levels([point.time_ns for point in shown])), earlier=len(points) - len(shown))


def _select_points(series: int, branch: str, machine: str | None) -> Select:
    points = select(RUNS.c.machine, RUNS.c.time, RUNS.c.revision, RUNS.c.uncommitted, RESULTS.c.time_ns,
                    RESULTS.c.low_ns, RESULTS.c.high_ns, RESULTS.c.doubts, RUNS.c.run_id).join(
                        RUNS, RUNS.c.id == RESULTS.c.run)
    points = points.where(RESULTS.c.series == series, RUNS.c.branch == branch, RUNS.c.uncommitted.is_(False))
    if machine is not None:
        points = points.where(RUNS.c.machine == machine)
    return points.order_by(RUNS.c.time, RUNS.c.started, RUNS.c.run_id)


def limit_points(connection: Connection, keys: Sequence[str]) -> int:
    """How many results of each series a page shows."""
    counted = select(func.count()).select_from(SERIES)
    series = connection.execute(counted.where(SERIES.c.key.in_(keys)) if keys else counted).scalar() or 1
    return max(LEAST_POINTS, min(MAX_POINTS, PAGE // series))


def count_uncommitted(connection: Connection, keys: Sequence[str], branch: str, machine: str | None) -> int:
    """The number of runs of uncommitted changes that `find_series` leaves out."""
    counted = select(func.count(RUNS.c.id.distinct())).select_from(RUNS).join(RESULTS, RESULTS.c.run == RUNS.c.id).join(
        SERIES, SERIES.c.id == RESULTS.c.series).where(RUNS.c.branch == branch, RUNS.c.uncommitted.is_(True))
    if keys:
        counted = counted.where(SERIES.c.key.in_(keys))
    if machine is not None:
        counted = counted.where(RUNS.c.machine == machine)
    return connection.execute(counted).scalar() or 0


def find_levels(times: Sequence[float]) -> list[Level]:
    """The levels of these times, in their order."""
    bounds = [0, *find_changes(times), len(times)]
    return [Level(first, end, median(times[first:end])) for first, end in zip(bounds, bounds[1:]) if first < end]


def read_runs(connection: Connection) -> Iterator[StoredRun]:
    """All runs with their results, in the order in which they started."""
    for run in connection.execute(select(RUNS).order_by(RUNS.c.started, RUNS.c.run_id)).mappings().all():
        joined = select(RESULTS, SERIES).join(
            SERIES, SERIES.c.id == RESULTS.c.series).where(RESULTS.c.run == run["id"]).order_by(RESULTS.c.id)
        results = [
            StoredResult(
                params=msgspec.json.decode(row.params), doubts=tuple(row.doubts.split()), **{
                    name: getattr(row, name) for name in ("key", "benchmark", "suite", "platform", "build", "mode",
                                                          "threads", "time_ns", "low_ns", "high_ns", "forks")
                }) for row in connection.execute(joined)
        ]
        yield StoredRun(results=tuple(results),
                        **{name: run[name] for name in StoredRun.__struct_fields__ if name != "results"})
