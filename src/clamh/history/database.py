"""Connections to the database of a history, and its errors as messages with a hint."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from clamh.history import schema
from clamh.history.schema import check_version, migrate, read_version
from clamh.machine.atomic import make_folder
from clamh.machine.extras import find_install_command
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path

WAIT_S = 30  # for another writer
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
NO_SPACE = ("database or disk is full", "no space left", "disk full", "could not extend", "disk i/o error")
LOCKED = ("database is locked", "lock timeout", "canceling statement due to lock timeout")
READ_ONLY = ("readonly database", "read-only", "permission denied")
FOREIGN = ("file is not a database", "database disk image is malformed")


def parse_database(text: str) -> URL:
    """The address of a database: a URL, or the path of an SQLite file. Raises InputError for another kind of database.
    """
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=os.path.abspath(text))
    except (ArgumentError, ValueError):
        raise _refuse("--database: the text is not the URL of a database",
                      "give a file, or postgresql://USER@HOST/NAME") from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise _refuse(f"--database: '{kind}' is not a kind of database that clamh uses",
                      "give an SQLite file, or postgresql://USER@HOST/NAME")
    return url.set(drivername=DRIVERS[kind])


def name_database(url: URL) -> str:
    """The address for messages: a file, or a URL without its password."""
    return shorten_path(url.database or "") if url.drivername == "sqlite" else url.render_as_string(
        hide_password=True).replace("+psycopg", "")


@contextmanager
def open_to_write(url: URL) -> Iterator[Connection]:
    """A transaction in a database of the newest version. Nothing of it stays if an error ends the block."""
    if url.drivername == "sqlite" and url.database:
        try:
            make_folder(Path(url.database).parent)
        except OSError as error:
            raise _refuse(f"cannot write {name_database(url)}: {error.strerror}",
                          "name another file with --database FILE") from None
    with _translate_errors(url):
        engine = _make_engine(url)
        try:
            with engine.begin() as connection:
                migrate(connection, name_database(url))
                yield connection
        finally:
            engine.dispose()


@contextmanager
def open_to_read(url: URL) -> Iterator[Connection]:
    """A transaction that changes nothing. Raises InputError where there is no history of this version."""
    name = name_database(url)
    if url.drivername == "sqlite" and not os.path.exists(url.database or ""):
        raise _refuse(f"there is no history yet: {name} does not exist",
                      "add results: clamh history add .clamh/runs/latest")
    with _translate_errors(url):
        engine = _make_engine(url, reads=True)
        try:
            with engine.connect() as connection:
                version = read_version(connection)
                if version is None:
                    raise _refuse(f"{name} has no history of CLAMH",
                                  "name the database of a history, or add results: clamh history add FILE")
                check_version(version, name)
                if version == len(schema.STEPS):
                    yield connection
                    return
        finally:
            engine.dispose()
    with open_to_write(url) as connection:  # which updates an older version
        yield connection


def _make_engine(url: URL, reads: bool = False) -> Engine:
    if url.drivername != "sqlite":
        try:
            return create_engine(url, connect_args={"connect_timeout": WAIT_S, "options": f"-c lock_timeout={WAIT_S}s"})
        except ImportError:
            raise _refuse("PostgreSQL needs the package psycopg", find_install_command("history")) from None
    engine = create_engine(url, connect_args={"timeout": WAIT_S})

    # Python's driver begins transactions late, and two writers would then fail instead of waiting for each other.
    @event.listens_for(engine, "connect")
    def _on_connect(connection: object, _: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]
        connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def _translate_errors(url: URL) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise _describe_error(error, url) from None
    except msgspec.DecodeError as error:
        raise _refuse(f"{name_database(url)} has a text that clamh did not write: {error}",
                      "restore it from a copy or an export") from None


def _describe_error(error: SQLAlchemyError, url: URL) -> InputError:
    name, cause = name_database(url), error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    reason = lines[0] if lines else type(cause).__name__
    known = reason.lower()
    if any(text in known for text in NO_SPACE):
        return _refuse(f"{name} is full, or its disk fails: {reason}. Nothing was added",
                       "free some space, or name another database with --database")
    if any(text in known for text in LOCKED):
        return _refuse(f"another program has locked {name} for more than {WAIT_S} s. Nothing was added",
                       "try again when it has ended")
    if any(text in known for text in READ_ONLY):
        return _refuse(f"{name} may not be written to: {reason}",
                       "change its permissions, or name another database with --database")
    if any(text in known for text in FOREIGN):
        return _refuse(f"{name} is no database of a history: {reason}",
                       "name another file with --database; a copy or an export can replace a damaged file")
    return _refuse(f"the database {name} does not answer as expected: {reason}",
                   "check that it runs and that the address is right")


def _refuse(message: str, hint: str) -> InputError:
    return input_error("history", message, hint)
