"""One worker process that speaks protocol 2, to talk to without the driver: what its language's runtime does with each line."""

from __future__ import annotations

import json
import os
import select
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clamh.model.catalog import Entries
from clamh.running.worker.process import start_leashed
from made_commands import LINE_BYTES, Case, Event, check_event, encode_command, read_answer, read_catalog

_catalogs: dict[tuple[str, ...], Entries] = {}  # by the command line of the worker


class Talk:
    """One worker process: `say` sends a command and reads its whole answer, `open` does so by full names.

    Fields are plain texts, which are percent-encoded here; `say_raw` sends a line as it is.
    """

    def __init__(self, argv: Sequence[str | Path], environ: dict[str, str | None], pass_fds: tuple[int, ...]):
        self._argv = tuple(str(word) for word in argv)
        self.printed = tempfile.TemporaryFile()  # a pipe would fill up: a runtime that shows its machine code prints much
        read, self._to = os.pipe()
        back, write = os.pipe()
        given = {**os.environ, "CLAMH_CLOCK": "counted:1000000", "CLAMH_IN": "3", "CLAMH_OUT": "4", **environ}
        variables = {name: value for name, value in given.items() if value is not None}
        nothing = os.open(os.devnull, os.O_RDONLY)
        self.leash = 5 + len(pass_fds)
        self._code: int | None = None
        self.pid, self._held = start_leashed(list(self._argv), variables,
                                              [nothing, self.printed.fileno(), self.printed.fileno(), read, write, *pass_fds])
        os.close(nothing)
        os.close(read)
        os.close(write)
        self.events = os.fdopen(back, encoding="utf-8")
        self._cases: dict[str, Case] = {}

    @property
    def catalog(self) -> Entries:
        """The catalog; the first worker of an artifact describes it for all."""
        if self._argv not in _catalogs:
            self.describe()
        return _catalogs[self._argv]

    def send(self, *fields: object) -> None:
        self.send_raw(encode_command(*fields))

    def send_raw(self, line: bytes) -> None:
        while line:
            line = line[os.write(self._to, line):]

    def hear(self) -> Event:
        """The next event, which must be one of the protocol."""
        return check_event(self._read_event())

    def _read_event(self) -> Event:
        line = self.events.readline()
        assert line, self.end()
        assert len(line.encode()) <= LINE_BYTES
        event: Event = json.loads(line)
        return event

    def say(self, *fields: object) -> Event:
        """The answer to a command, put together (`made_commands.read_answer`)."""
        self.send(*fields)
        return read_answer(self._read_event, str(fields[0]), self._cases.get(str(fields[1])) if len(fields) > 1 else None)

    def say_raw(self, line: str) -> Event:
        """The one event that answers a line."""
        self.send_raw(f"{line}\n".encode())
        return self.hear()

    def describe(self) -> list[Event]:
        self.send("describe")
        heard = [self.hear()]
        while heard[-1]["event"] not in ("described", "failed"):
            heard.append(self.hear())
        if heard[-1]["event"] == "described":
            _catalogs[self._argv] = read_catalog(heard)
        return heard

    def open(self, case: str, benchmark: str, params: dict[str, str] = {}, **fields: object) -> Event:
        """`params` are all params of the case by full name, in canonical form."""
        self._cases[case] = Case(self.catalog, benchmark)
        return self.say("open", case, *self._cases[case].fields(params, **fields))

    def invoke(self, benchmark: str, params: dict[str, str] = {}) -> Event:
        """The values of one invocation on a fresh state."""
        assert self.open("c", benchmark, params)["event"] == "opened"
        return self.say("invoke", "c", 1)

    def end(self) -> tuple[int, str]:
        """Exit code and all that was printed."""
        if self._to >= 0:
            os.close(self._to)
        self._to = -1
        try:
            code = self.ending(300)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            self.ending(300)
            raise
        finally:
            self.events.close()
        self.printed.seek(0)
        with self.printed as printed:
            return code, printed.read().decode("utf-8", "replace")

    def ending(self, seconds: float) -> int:
        """The exit code, or minus the signal, once the process has ended; TimeoutError when it does not in time."""
        if self._code is None:
            end = os.pidfd_open(self.pid)
            try:
                if not select.select([end], [], [], seconds)[0]:
                    raise TimeoutError(f"the worker still runs after {seconds} s")
            finally:
                os.close(end)
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self._held)
        return self._code

    def ended(self) -> bool:
        return self.printed.closed
