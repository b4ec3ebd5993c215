"""A real PostgreSQL server for tests: a cluster of its own in a new folder, on loopback, which ends with the block."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import NamedTuple

USER = "nobody"  # if the tests run as root, which PostgreSQL refuses


class Server(NamedTuple):
    """A running server: its port, its process, and the folder of its data."""

    port: int
    process: subprocess.Popen[bytes]
    folder: Path

    def url(self, database: str, user: str = "tests") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"


def missing() -> str:
    """Which program of PostgreSQL is not here, "" when all are."""
    return ", ".join(name for name in ("initdb", "postgres") if not _find_program(name))


def _find_program(name: str) -> str | None:
    folders = sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda folder: int(folder.split("/")[-2]))
    return shutil.which(name, path=os.pathsep.join([*reversed(folders), os.environ["PATH"]]))


@contextmanager
def running_server() -> Iterator[Server]:
    """A server that accepts connections, with a superuser `tests` that needs no password."""
    owner = {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="clamh-postgres-"))  # pytest's folders are closed to other users
    if owner:
        os.chown(folder, pwd.getpwnam(USER).pw_uid, pwd.getpwnam(USER).pw_gid)
    process = None
    try:
        subprocess.run([_find_program("initdb"), "-D", folder / "data", "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], cwd="/",
                       check=True, capture_output=True, timeout=600, **owner)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen([_find_program("postgres"), "-D", folder / "data", "-k", folder, "-h", "127.0.0.1", "-p", str(port), "-F"], cwd="/",
                                       stdout=log, stderr=log, start_new_session=True, **owner)
        until = time.monotonic() + 300
        while b"ready to accept connections" not in (folder / "log").read_bytes():
            assert process.poll() is None and time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.05)
        yield Server(port, process, folder)
    finally:
        if process and process.poll() is None:
            process.send_signal(signal.SIGINT)  # a fast shutdown: it does not wait for connections
            process.wait(300)
        shutil.rmtree(folder)
