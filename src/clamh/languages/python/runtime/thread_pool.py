"""The measuring threads of a case: they live from `open` to `close`, sleep between commands, and meet."""

import os
import sys
import threading

from .counters import close_delay
from .failure import as_failure


class Released(Exception):
    """Another thread has failed: this one ends its work."""


class ThreadPool:
    """N threads, of which the one that reads the commands is number 0."""

    def __init__(self, size):
        self.size, self.failure = size, None  # the first failure
        self._condition = threading.Condition()
        self._job, self._generation, self._busy, self._arrived, self._met = None, 0, 0, 0, 0
        self._others = [threading.Thread(target=self._live, args=(number,), name=f"clamh-{number}", daemon=True)
                        for number in range(1, size)]
        for thread in self._others:
            thread.start()
        self.ids = [threading.get_native_id(), *(thread.native_id for thread in self._others)]

    def run(self, job):
        """Run job(k) in every thread k, until all have returned. Raises the first failure."""
        self.failure = None
        self._start(job)
        self._do(job, 0)
        with self._condition:
            self._condition.wait_for(lambda: not self._busy)
        if self.failure is not None:
            raise self.failure

    def try_run(self, job):
        """The same, but only a bug of the worker is raised."""
        try:
            self.run(job)
        except Exception as error:
            if getattr(error, "reason", "internal") == "internal":
                raise

    def meet(self):
        """Wait until all threads are here. Raises Released if another has failed."""
        if self.size == 1:
            return
        with self._condition:
            meeting = self._met
            self._arrived += 1
            if self._arrived == self.size:
                self._arrived = 0
                self._met += 1
                self._condition.notify_all()
            self._condition.wait_for(lambda: self._met != meeting or self.failure is not None)
            if self._met == meeting:
                raise Released

    def close(self):
        """End the threads."""
        self._start(None)
        for thread in self._others:
            thread.join()

    def _start(self, job):
        with self._condition:
            self._job, self._busy, self._arrived = job, self.size - 1, 0
            self._generation += 1
            self._condition.notify_all()

    def _live(self, number):
        seen = 0
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._generation != seen)  # noqa: B023 (called here)
                seen, job = self._generation, self._job
            if job is None:
                close_delay()
                return
            self._do(job, number)
            with self._condition:
                self._busy -= 1
                self._condition.notify_all()

    def _do(self, job, number):
        try:
            job(number)
        except Released:
            pass
        except SystemExit as error:  # the user's sys.exit ends the process in every thread
            if number == 0:
                raise
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(error.code if isinstance(error.code, int) else 0 if error.code is None else 1)
        except BaseException as error:  # a worker outlives what user code does
            failure = as_failure("internal", "", error)
            with self._condition:
                if self.failure is None:
                    failure.thread = number if self.size > 1 else None
                    self.failure = failure
                self._condition.notify_all()
