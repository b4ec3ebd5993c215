"""Does the history keep what is added, in SQLite and PostgreSQL, also with two writers, and does it say why it cannot?"""

from __future__ import annotations

import os
import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_history import result, stored
from made_postgres import Server, missing, running_server
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from clamh.history import database, schema
from clamh.history.add import add_run
from clamh.history.database import name_database, open_to_read, open_to_write, parse_database
from clamh.history.query import count_uncommitted, find_series, list_branches, list_keys, list_machines, read_runs
from clamh.model.errors import InputError
from clamh.model.history import KeySummary, StoredRun

Add = Callable[..., list[str]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    if missing():
        if os.environ.get("CI"):
            pytest.fail(f"missing: {missing()}")
        pytest.skip(f"missing: {missing()}")
    with running_server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "folder" / "history.db")
    return make_database(request.getfixturevalue("server"), f"history_{abs(hash(tmp_path))}")


def make_database(server: Server, name: str) -> str:
    engine = create_engine(parse_database(server.url("postgres")), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    engine.dispose()
    return server.url(name)


def add(place: str, *runs: StoredRun) -> list[str]:
    added = []
    for run in runs:
        with open_to_write(parse_database(place)) as connection:
            added.append(add_run(connection, run))
    return added


def read(place: str, question: Callable[[Connection], object] = lambda connection: list(read_runs(connection))) -> object:
    with open_to_read(parse_database(place)) as connection:
        return question(connection)


def refusal(place: str, action: Callable[[str], object]) -> str:
    with pytest.raises(InputError) as raised:
        action(place)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint
    return diagnostic.message


HOSTILE = result(0.5, key="'; DROP TABLE clamh_runs; --", platform="<script>", params={"a\"b": "%s :x", "Ünïcode": "\u202e"}, low_ns=None, high_ns=None)


def test_what_was_added_is_read_back(place: str) -> None:
    runs = [stored(0, [result(100.0), result(3e-9, mode="thrpt", threads=4, build="old", doubts=("trend", "waited")), HOSTILE]),
            stored(1, [result(1e300)], branch="", machine="", uncommitted=True)]
    assert add(place, *runs) == ["added", "added"]
    assert read(place) == runs
    assert read(place, list_branches) == ["", "main"] and read(place, list_machines) == {"": "host, a CPU", "m1": "host, a CPU"}
    counts = [read(place, lambda connection, given=given: count_uncommitted(connection, *given))
              for given in (([], "", None), (["factorial"], "", ""), (["other"], "", None), ([], "main", None), ([], "", "m1"))]
    assert counts == [1, 1, 0, 0, 0]
    assert KeySummary("factorial", 2, 3, "2026-01-02T00:00:00+00:00") in read(place, list_keys)


def test_adding_again_changes_nothing_but_what_is_new(place: str) -> None:
    first = stored(0, [result(100.0)])
    more = stored(0, [result(100.0), result(7.0, key="sum")])
    unknown = stored(0, [result(100.0)], branch="", revision="", time="2026-05-05T00:00:00+00:00")
    assert add(place, first, first, unknown) == ["added", "known", "known"]
    assert read(place) == [first]
    assert add(place, more, more) == ["updated", "known"] and read(place) == [more]
    fewer = stored(0, [result(101.0, forks=2), result(7.0, key="sum")])
    assert add(place, first, fewer) == ["known", "known"] and read(place) == [more]  # older copies replaced the results
    assert add(place, stored(0, more.results, branch="feature")) == ["updated"]
    assert read(place) == [stored(0, more.results, branch="feature")]
    assert add(place, stored(0, [result(100.0)], branch="other")) == ["updated"]
    assert read(place) == [stored(0, more.results, branch="other")] and add(place, stored(0, more.results, branch="other")) == ["known"]


def test_a_place_without_the_commit_keeps_its_time(place: str) -> None:
    started = "2026-05-05T00:00:00+00:00"
    first, without = stored(0, started=started), stored(0, started=started, time=started)
    assert add(place, first, without) == ["added", "known"] and read(place) == [first]
    more = [result(100.0), result(7.0, key="sum")]
    assert add(place, stored(0, more, started=started, time=started)) == ["updated"] and read(place) == [stored(0, more, started=started)]
    other = stored(0, more, started=started, time=started, revision="f" * 40)
    assert add(place, other) == ["updated"] and read(place) == [other]


def test_series_are_in_the_order_of_commits_and_apart_by_branch_and_machine(place: str) -> None:
    late_first = [stored(2, [result(3.0)]), stored(0, [result(1.0)]), stored(1, [result(2.0)], machine="m2"), stored(3, [result(9.0)], branch="feature"),
                  stored(4, [result(8.0)], uncommitted=True), stored(5, [result(5.0, params={"n": "1"})]), stored(6, [result(6.0, platform="go")])]
    add(place, *late_first)
    def times(**chosen: str) -> list[list[float]]:
        return read(place, lambda connection: [[point.time_ns for point in series.points] for series in find_series(connection, **{"keys": [], "machine": None, **chosen})])

    assert times(branch="main") == [[5.0], [1.0, 3.0], [2.0], [6.0]]  # by params, then by platform
    assert times(branch="main", machine="m2") == [[2.0]] and times(branch="feature") == [[9.0]] and times(branch="main", keys=["other"]) == []


def test_an_error_in_a_transaction_leaves_nothing(place: str) -> None:
    add(place, stored(0))
    with pytest.raises(RuntimeError), open_to_write(parse_database(place)) as connection:
        add_run(connection, stored(1))
        raise RuntimeError
    assert read(place) == [stored(0)]


def test_two_writers_at_once_add_each_run_once(place: str) -> None:
    """Also the first use of a database, in which both create the tables."""
    runs = [stored(number, [result(1.0 + number), result(2.0, key=f"k{number % 3}")]) for number in range(12)]
    outcomes: list[str] = []
    start = threading.Barrier(3)

    def write(order: int) -> None:
        start.wait()
        outcomes.extend(add(place, *runs[::order]))

    writers = [threading.Thread(target=write, args=(order,)) for order in (1, -1, 1)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(600)
    assert sorted(outcomes) == ["added"] * 12 + ["known"] * 24
    assert read(place) == runs


def test_an_older_schema_is_brought_to_the_newest_and_a_newer_one_is_refused(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add(place, stored(0))

    def add_column(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE clamh_runs ADD COLUMN note INTEGER"))

    old_steps = schema.STEPS
    monkeypatch.setattr(schema, "STEPS", (*old_steps, add_column))
    add(place, stored(1))
    columns = read(place, lambda connection: [column["name"] for column in inspect(connection).get_columns("clamh_runs")])
    assert "note" in columns and read(place) == [stored(0), stored(1)] and read(place, schema.read_version) == 2
    monkeypatch.setattr(schema, "STEPS", old_steps)
    assert "has version 2 of the history, but this clamh knows version 1" in refusal(place, lambda where: add(where, stored(2)))
    assert "has version 2 of the history" in refusal(place, read)


def test_reading_brings_an_older_schema_to_the_newest_too(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add(place, stored(0))
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, lambda connection: connection.execute(text("ALTER TABLE clamh_runs ADD COLUMN note INTEGER"))))
    assert read(place) == [stored(0)] and read(place, schema.read_version) == 2


def test_results_that_look_the_same_are_refused_and_suites_keep_them_apart(place: str) -> None:
    message = refusal(place, lambda where: add(where, stored(0, [result(1.0), result(2.0)])))
    assert "several results of factorial on cpp/g++-12 that look the same" in message
    run = stored(0, [result(1.0, suite="a"), result(2.0, suite="b"), result(3.0, key="long " * 2000)])
    assert add(place, run) == ["added"] and read(place) == [run]


def test_a_text_that_was_edited_is_refused(place: str) -> None:
    add(place, stored(0))
    with open_to_write(parse_database(place)) as connection:
        connection.execute(text("UPDATE clamh_series SET params = '{'"))
    assert "has a text that clamh did not write" in refusal(place, read)


def test_a_step_that_fails_leaves_the_old_version(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add(place, stored(0))

    def fail(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE clamh_runs ADD COLUMN note INTEGER"))
        connection.execute(text("SELECT * FROM missing"))

    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, fail))
    assert "does not answer as expected" in refusal(place, lambda where: add(where, stored(1)))
    monkeypatch.undo()
    assert read(place) == [stored(0)]


# ---- errors of SQLite


def test_an_SQLite_without_RETURNING_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(connection: Connection, cursor: object, statement: str, *_: object) -> None:
        assert "RETURNING" not in statement

    monkeypatch.setattr(sqlite3.dbapi2, "sqlite_version_info", (3, 34, 1))
    event.listen(Engine, "before_cursor_execute", refuse)
    try:
        assert add(str(tmp_path / "history.db"), stored(0), stored(0), stored(1)) == ["added", "known", "added"]
    finally:
        event.remove(Engine, "before_cursor_execute", refuse)


def test_a_missing_foreign_or_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    missing_file, text_file, other, broken = (str(tmp_path / name) for name in ("missing.db", "text.db", "other.db", "broken.db"))
    assert "does not exist" in refusal(missing_file, read) and not os.path.exists(missing_file)
    Path(text_file).write_text("no database, but long enough for a header of SQLite " * 50)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE users (name TEXT)")
    for action in (read, lambda where: add(where, stored(0))):
        assert "is no database of a history: file is not a database" in refusal(text_file, action)
    assert "has no history of CLAMH" in refusal(other, read)
    assert "is a database of another program: it has the table users" in refusal(other, lambda where: add(where, stored(0)))
    assert Path(text_file).read_text().startswith("no database")
    add(broken, *(stored(number) for number in range(3)))
    Path(broken).write_bytes(Path(broken).read_bytes()[:4096] + b"\xff" * 12_000)
    assert "broken.db" in refusal(broken, read)


def test_a_locked_database_is_reported_after_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(tmp_path / "history.db")
    add(place, stored(0))
    monkeypatch.setattr(database, "WAIT_S", 0.1)
    holder = sqlite3.connect(place, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert "another program has locked" in refusal(place, lambda where: add(where, stored(1)))
    assert read(place) == [stored(0)]  # readers do not wait
    holder.execute("ROLLBACK")
    holder.close()
    assert add(place, stored(1)) == ["added"]


def test_a_full_disk_leaves_the_history_as_it_was(tmp_path: Path) -> None:
    place = str(tmp_path / "history.db")
    add(place, stored(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(place), hard))
    try:
        message = refusal(place, lambda where: add(where, stored(1, [result(1.0, key=f"k{number}" * 20) for number in range(2000)])))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "is full, or its disk fails: disk I/O error. Nothing was added" in message
    assert read(place) == [stored(0)]

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    event.listen(Engine, "connect", limit)
    try:
        message = refusal(place, lambda where: add(where, stored(1, [result(1.0, key=f"k{number}" * 20) for number in range(2000)])))
    finally:
        event.remove(Engine, "connect", limit)
    assert "is full, or its disk fails: database or disk is full" in message and read(place) == [stored(0)]


def test_a_folder_in_the_way_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot write" in refusal(str(tmp_path / "file" / "history.db"), lambda where: add(where, stored(0)))
    (tmp_path / "folder.db").mkdir()
    assert "unable to open database file" in refusal(str(tmp_path / "folder.db"), lambda where: add(where, stored(0)))


def test_errors_of_the_block_stay_what_they_are(tmp_path: Path) -> None:
    """A pipe that was closed while the history was printed is no fault of the database."""
    add(str(tmp_path / "history.db"), stored(0))
    with pytest.raises(BrokenPipeError), open_to_read(parse_database(str(tmp_path / "history.db"))):
        raise BrokenPipeError


# ---- errors of PostgreSQL


def test_a_server_that_is_down_is_reported_without_the_password() -> None:
    place = "postgresql://user:secret@127.0.0.1:1/none"
    for action in (read, lambda where: add(where, stored(0))):
        message = refusal(place, action)
        assert "postgresql://user:***@127.0.0.1:1/none does not answer" in message and "secret" not in message and "refused" in message


def test_a_missing_database_a_locked_one_and_a_lost_server(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'database "none" does not exist' in refusal(server.url("none"), read)
    place = make_database(server, "locked")
    add(place, stored(0))
    monkeypatch.setattr(database, "WAIT_S", 1)
    engine = create_engine(parse_database(place))
    with engine.begin() as holder:
        holder.execute(text("LOCK TABLE clamh_runs IN ACCESS EXCLUSIVE MODE"))
        assert "another program has locked" in refusal(place, lambda where: add(where, stored(1)))
    engine.dispose()
    assert add(place, stored(1)) == ["added"]

    def lose(where: str) -> None:
        with open_to_write(parse_database(where)) as connection:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    assert "does not answer as expected" in refusal(place, lose)


def test_a_full_server_is_reported() -> None:
    cause = Exception('could not extend file "base/1/2": No space left on device\nHINT: Check free disk space.')
    error = database._describe_error(DBAPIError("INSERT", {}, cause), parse_database("postgresql://u@h/d"))
    assert error.diagnostics[0].message.startswith('postgresql://u@h/d is full, or its disk fails: could not extend file "base/1/2": No space left')


def test_a_user_without_rights_is_reported(server: Server) -> None:
    place = make_database(server, "rights")
    add(place, stored(0))
    engine = create_engine(parse_database(place))
    with engine.begin() as connection:
        connection.execute(text("CREATE ROLE reader LOGIN"))
        connection.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
    engine.dispose()
    assert "may not be written to: permission denied" in refusal(server.url("rights", "reader"), lambda where: add(where, stored(1)))
    assert read(server.url("rights", "reader")) == [stored(0)]


# ---- addresses


@pytest.mark.parametrize("address", ["mysql://u@h/d", "nothing://x", "postgresql://h:port/d"])
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    assert "--database" in refusal(address, parse_database)


def test_addresses_have_a_short_name_without_a_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert name_database(parse_database("a/b.db")) == "a/b.db" and name_database(parse_database("sqlite:///a.db")) == "a.db"
    assert name_database(parse_database("postgres://u:p@h/d")) == "postgresql://u:***@h/d"
