"""Are a million results read at once, through indexes? SQLite works in this process: its CPU time does not depend on others."""

from __future__ import annotations

import time

import pytest
from made_history import stored
from sqlalchemy import text

from clamh.history.add import add_run
from clamh.history.database import open_to_read, open_to_write, parse_database
from clamh.history.query import MAX_POINTS, find_series, list_keys

KEYS, SIDES, RUNS = 250, 4, 1000
MOST_S = 5.0  # of CPU time: under a second on the machines that we know, and others are several times slower
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database of 1,000 runs of 250 benchmarks on 4 platforms."""
    path = str(tmp_path_factory.mktemp("million") / "history.db")
    with open_to_write(parse_database(path)) as connection:
        connection.execute(text("PRAGMA cache_size = -400000"))  # KiB
        for statement in (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :runs) INSERT INTO clamh_runs (id, run_id, digest, time, started, "
            "revision, uncommitted, branch, machine, machine_title, tool) SELECT i, 'r' || i, '', printf('2026-01-01T%06d', i), '', i, 0, 'main', 'm', '', '' FROM n",
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :series - 1) INSERT INTO clamh_series (id, digest, key, benchmark, suite, platform, "
            "build, mode, threads, params) SELECT i + 1, i, 'k' || (i / :sides), 'b', '', 'p' || (i % :sides), '', 'avgt', 1, '{}' FROM n",
            "INSERT INTO clamh_results (run, series, time_ns, forks, doubts) SELECT r.id, s.id, 100 + (r.id * 7919 + s.id) % 5 + 20 * (r.id > 700), 5, '' "
            "FROM clamh_series s CROSS JOIN clamh_runs r",
        ):
            parameters = {"runs": RUNS, "series": KEYS * SIDES, "sides": SIDES}
            connection.execute(text(statement), {name: value for name, value in parameters.items() if f":{name}" in statement})
    return path


def test_a_benchmark_of_a_million_results_is_read_at_once(place: str) -> None:
    with open_to_read(parse_database(place)) as connection:
        assert connection.execute(text("SELECT count(*) FROM clamh_results")).scalar() == 1_000_000
        began = time.process_time()
        series = list(find_series(connection, ["k17"], "main", None))
        took = time.process_time() - began
        plan = " ".join(row[3] for row in connection.execute(text(
            "EXPLAIN QUERY PLAN SELECT * FROM clamh_results JOIN clamh_runs ON clamh_runs.id = run WHERE series = 5 AND branch = 'main'")))
    assert len(series) == SIDES and all(len(each.points) == MAX_POINTS and each.earlier == RUNS - MAX_POINTS for each in series)
    assert all([level.first for level in each.levels] == [0, 200] for each in series)
    assert "SEARCH clamh_results USING INDEX" in plan and "SCAN" not in plan
    assert took < MOST_S


def test_the_list_of_benchmarks_and_a_new_run_are_there_at_once(place: str) -> None:
    began = time.process_time()
    with open_to_read(parse_database(place)) as connection:
        keys = list_keys(connection)
    listed = time.process_time() - began
    assert len(keys) == KEYS and keys[0].results == SIDES * RUNS
    began = time.process_time()
    with open_to_write(parse_database(place)) as connection:
        add_run(connection, stored(0))
    assert max(listed, time.process_time() - began) < MOST_S
