"""One worker process to talk to, without the driver: what its language's runtime does with each line is what is tested."""

from __future__ import annotations

import json
import os
import select
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clamh.running.worker.process import leashed
from made_commands import opening


class Talk:
    """One worker process: `say` sends a command line and reads the event that answers it."""

    def __init__(self, argv: Sequence[str | Path], environ: dict[str, str | None], pass_fds: tuple[int, ...]):
        self.printed = tempfile.TemporaryFile()  # a pipe would fill up: a runtime that shows its machine code prints much
        read, self._to = os.pipe()
        back, write = os.pipe()
        said = {**os.environ, "CLAMH_CLOCK": "counted:1000000", "CLAMH_IN": "3", "CLAMH_OUT": "4", **environ}
        variables = {name: value for name, value in said.items() if value is not None}
        nothing = os.open(os.devnull, os.O_RDONLY)
        self.leash = 5 + len(pass_fds)
        self._code: int | None = None
        self.pid, self._held = leashed([str(one) for one in argv], variables,
                                        [nothing, self.printed.fileno(), self.printed.fileno(), read, write, *pass_fds])
        os.close(nothing)
        os.close(read)
        os.close(write)
        self.events = os.fdopen(back, encoding="utf-8")

    def send(self, *fields: object) -> None:
        os.write(self._to, ("\t".join(map(str, fields)) + "\n").encode())

    def hear(self) -> dict[str, Any]:
        line = self.events.readline()
        assert line, self.end()
        return json.loads(line)

    def say(self, *fields: object) -> dict[str, Any]:
        self.send(*fields)
        return self.hear()

    def describe(self) -> list[dict[str, Any]]:
        self.send("describe")
        heard = [self.hear()]
        while heard[-1]["event"] not in ("described", "failed"):
            heard.append(self.hear())
        return heard

    def open(self, case: str, benchmark: str, params: dict[str, str] = {}, **fields: object) -> dict[str, Any]:
        return self.say(*opening(case, benchmark, params, **fields))

    def invoke(self, benchmark: str, params: dict[str, str] = {}) -> dict[str, Any]:
        assert self.open("c", benchmark, params)["event"] == "opened"
        return self.say("invoke", "c")

    def end(self) -> tuple[int, str]:
        """Exit code and all that was printed."""
        if self._to >= 0:
            os.close(self._to)
        self._to = -1
        try:
            code = self.ending(60)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            self.ending(60)
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
