"""The tables of the history, and the steps that bring a database to their newest version.

A series is a case without its run: benchmark, platform, build, mode, threads and params. A result belongs to a run and
a series. A run belongs to a commit, a branch and a machine, which are columns of its own: a database of a million
results has a few thousand runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (BigInteger, Boolean, Column, Connection, Float, ForeignKey, Index, Integer, MetaData, Table,
                        Text, UniqueConstraint, func, insert, inspect, select, text, update)

from clamh.model.diagnostics import input_error

TABLES = MetaData()
ID = BigInteger().with_variant(Integer, "sqlite")  # only an INTEGER key counts up by itself there
LOCK = 0x636C616D68  # of PostgreSQL: a single connection migrates

VERSION = Table("clamh_version", TABLES, Column("version", Integer, nullable=False))
RUNS = Table("clamh_runs", TABLES, Column("id", ID, primary_key=True),
             Column("run_id", Text, nullable=False, unique=True), Column("digest", Text, nullable=False),
             Column("time", Text, nullable=False), Column("started", Text, nullable=False),
             Column("revision", Text, nullable=False), Column("uncommitted", Boolean, nullable=False),
             Column("branch", Text, nullable=False), Column("machine", Text, nullable=False),
             Column("machine_title", Text, nullable=False), Column("tool", Text, nullable=False))
SERIES = Table("clamh_series", TABLES, Column("id", ID, primary_key=True),
               Column("digest", Text, nullable=False, unique=True), Column("key", Text, nullable=False),
               Column("benchmark", Text, nullable=False), Column("suite", Text, nullable=False),
               Column("platform", Text, nullable=False), Column("build", Text, nullable=False),
               Column("mode", Text, nullable=False), Column("threads", Integer, nullable=False),
               Column(
                   "params", Text,
                   nullable=False))  # no index of keys: the table is small, and PostgreSQL cannot index a long command
RESULTS = Table("clamh_results", TABLES, Column("id", ID, primary_key=True),
                Column("run", ID, ForeignKey("clamh_runs.id", ondelete="CASCADE"), nullable=False),
                Column("series", ID, ForeignKey("clamh_series.id"), nullable=False),
                Column("time_ns", Float(53), nullable=False), Column("low_ns", Float(53)), Column("high_ns", Float(53)),
                Column("forks", Integer, nullable=False), Column("doubts", Text, nullable=False),
                UniqueConstraint("series", "run"), Index("clamh_results_of_run", "run"))


def _create_tables(connection: Connection) -> None:
    TABLES.create_all(connection, [RUNS, SERIES, RESULTS])


# Step n brings a database from version n to n + 1. A step is never changed after its release: later changes are steps
# of their own.
STEPS: Sequence[Callable[[Connection], None]] = (_create_tables,)


def read_version(connection: Connection) -> int | None:
    """The version of the database, None if it has no history."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(select(func.max(VERSION.c.version))).scalar() or 0


def migrate(connection: Connection, name: str) -> None:
    """Bring the database to the newest version. Raises InputError if a later CLAMH wrote it, or if it is of another
    program.
    """
    if read_version(connection) == len(STEPS):
        return
    if connection.dialect.name == "postgresql":  # in SQLite the transaction itself excludes others
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    version = read_version(connection)
    if version is None:
        if connection.dialect.name == "sqlite" and (others := inspect(connection).get_table_names()):
            raise input_error("history", f"{name} is a database of another program: it has the table {others[0]}",
                              "name another file with --database FILE")
        TABLES.create_all(connection, [VERSION])
        connection.execute(insert(VERSION).values(version=0))
        version = 0
    check_version(version, name)
    for number, step in enumerate(STEPS[version:], version + 1):
        step(connection)
        connection.execute(update(VERSION).values(version=number))


def check_version(version: int, name: str) -> None:
    """Raises InputError if a later CLAMH wrote the database."""
    if version > len(STEPS):
        raise input_error("history",
                          f"{name} has version {version} of the history, but this clamh knows version {len(STEPS)}",
                          "install a newer clamh: pip install --upgrade clamh")
