"""The measuring threads of a case: they live from `open` to `close`, sleep between commands, and meet."""

from __future__ import annotations

import os
import sys
import threading
import time

from .failure import Failure, raised


class Released(Exception):
    """Another thread has failed: this one goes home."""


class Team:
    """N threads, of which the one that reads the commands is number 0; one alone starts no other."""

    def __init__(self, size):
        self.size = size
        self.failure = None  # the first one's (thread, Failure)
        self._condition = threading.Condition()
        self._job, self._generation, self._busy, self._arrived, self._met = None, 0, 0, 0, 0
        self._closed = False
        self._threads = [threading.Thread(target=self._live, args=(number,), name=f"clamh-{number}", daemon=True)
                         for number in range(1, size)]
        self.ids = [threading.get_native_id()]
        for one in self._threads:
            one.start()
            self.ids.append(one.native_id)

    def run(self, job):
        """Run job(k) in every thread k, until all have come back. Raises the first failure."""
        self.failure = None
        with self._condition:
            self._job, self._busy, self._arrived = job, self.size - 1, 0
            self._generation += 1
            self._condition.notify_all()
        self._do(job, 0)
        with self._condition:
            while self._busy:
                self._condition.wait()
        if self.failure is not None:
            raise self.failure

    def meet(self):
        """Wait until all threads are here. Raises Released where one never will be."""
        if self.size == 1:
            return
        with self._condition:
            meeting = self._met
            self._arrived += 1
            if self._arrived == self.size:
                self._arrived = 0
                self._met += 1
                self._condition.notify_all()
            while self._met == meeting and self.failure is None:
                self._condition.wait()
            if self.failure is not None and self._met == meeting:
                raise Released

    def fail(self, number, failure):
        """Note a failure of a thread, and release the others."""
        with self._condition:
            if self.failure is None:
                if self.size > 1:
                    failure = Failure(failure.reason, failure.where, f"thread {number}: {failure.message}", failure.case)
                self.failure = failure
            self._condition.notify_all()

    def close(self):
        """End the threads."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        for one in self._threads:
            one.join()

    def _live(self, number):
        seen = 0
        while True:
            with self._condition:
                while self._generation == seen and not self._closed:
                    self._condition.wait()
                if self._closed:
                    return
                seen, job = self._generation, self._job
            self._do(job, number)
            with self._condition:
                self._busy -= 1
                self._condition.notify_all()

    def _do(self, job, number):
        try:
            job(number)
        except Released:
            pass
        except SystemExit as error:  # the user's sys.exit ends the process in every thread, not in the first alone
            if number == 0:
                raise
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(error.code if isinstance(error.code, int) else 0 if error.code is None else 1)
        except BaseException as error:  # a worker outlives what user code does
            self.fail(number, raised("internal", "", error))


class Count:
    """How many threads have come so far, looked at without waiting."""

    def __init__(self):
        self._lock = threading.Lock()
        self.value = 0

    def add(self):
        """One more."""
        with self._lock:
            self.value += 1

    def await_all(self, size, team):
        """Look until all have come, giving the others their turn. Raises Released."""
        while self.value < size:
            if team.failure is not None:
                raise Released
            time.sleep(0)
