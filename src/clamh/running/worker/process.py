"""One worker process: its start, its lines in both directions, and its end.

While a worker measures, the driver sleeps in one `poll` until the next deadline. It wakes up only to check the size of
the output files, which it also checks after each answer. There is no thread and no event loop: an exchange costs 17 µs,
and 77 µs with asyncio (design section 5).
"""

from __future__ import annotations

import fcntl
import math
import os
import select
import signal
import socket
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

from clamh.machine.commands import SPAWNED, delay_signals, kill_group, spawn
from clamh.machine.processes import read_cpu_ns
from clamh.machine.strays import adopt_orphans, end_orphans
from clamh.model.artifacts import Command
from clamh.model.errors import NO_ANSWER, STOPPED, WorkerError
from clamh.model.noun import Noun
from clamh.running.layouts import find_padding
from clamh.running.worker.addresses import fixed_addresses
from clamh.running.worker.counts import ProcessCounts, close_all, counted_argv, receive_events
from clamh.running.worker.folder import change_folder
from clamh.running.worker.messages import LINE_BYTES, excerpt

CHUNK = 1 << 16
# The time between two checks whether a process has stopped, which takes some 50 µs.
NAP_S, LONGEST_NAP_S = 20e-6, 1e-3
PROCESS_CPU = 2  # clock_getcpuclockid(3): the scheduler's clock of a process; the clock's number contains the pid
PADDING = "CLAMH_PADDING"  # a variable that only adds length
Wait = tuple[tuple[int, ...], float]  # descriptors to become readable, and the time.monotonic until which to wait


class Limits(Noun):
    """How long and how much a worker may take, beside the case's own Timeout; times in seconds."""

    tick_s: float = 5.0  # between two checks of the output files
    start_s: float = 30.0  # the least time for `open`, whatever the Timeout, because the process still starts
    output_bytes: int = 64 << 20
    grace_s: float = 2.0  # from SIGTERM to SIGKILL, and from a closed pipe to the end of the process
    stop_s: float = 30.0  # from SIGSTOP to the stop of all threads, for which they need a CPU
    exit_s: float = 30.0  # from `exit` to the end of the process, as in JMH
    until: float = math.inf  # the time.monotonic when a budget is over: no answer is awaited after it


LIMITS = Limits()


def start_leashed(argv: Sequence[str], environ: Mapping[str, str], descriptors: Sequence[int],
                  after: Sequence[int] = ()) -> tuple[int, int]:
    """Starts a process that ends with this process, however this process ends. The descriptor behind `descriptors` is
    its leash, before `after`.

    Returns its pid and our end of the leash. When that end is closed, the kernel kills the process and its group, even
    within an iteration. PR_SET_PDEATHSIG would need code in the new process, would not reach its group, and depends on
    the thread that started it; a guardian process could itself be killed. F_SETSIG (fcntl(2)) exists only on Linux;
    elsewhere a worker notices when it waits for its next command.
    """
    leash, held = os.pipe()
    try:
        pid = spawn(argv, environ, [*descriptors, leash, *after])
        if hasattr(fcntl, "F_SETSIG"):
            with suppress(OSError):  # some kernels that call themselves Linux lack it; a run works without it
                fcntl.fcntl(leash, fcntl.F_SETOWN, -pid)
                fcntl.fcntl(leash, fcntl.F_SETSIG, signal.SIGKILL)
                fcntl.fcntl(leash, fcntl.F_SETFL, fcntl.fcntl(leash, fcntl.F_GETFL) | fcntl.FASYNC)
    except BaseException:
        os.close(held)
        raise
    finally:
        os.close(leash)
    return pid, held


def _start(command: Command, environ: Mapping[str, str], descriptors: Sequence[int]) -> tuple[int, int, list[int]]:
    """Starts the process of a command. Returns its pid, our end of the leash, and our copies of its events, if the
    driver reads them.
    """
    counting = command.counting
    if not counting.events:
        return *start_leashed(command.argv, environ, descriptors), []
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            pid, held = start_leashed(counted_argv(command.argv, counting,
                                                   len(descriptors) + 1), environ, descriptors, [theirs.fileno()])
        try:
            copies = receive_events(ours, len(counting.events))
        except BaseException:
            os.close(held)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            SPAWNED.discard(pid)
            raise
    if counting.by_worker:
        close_all(copies)
        copies = []
    return pid, held, copies


class Worker:
    """A worker process. Entering its `with` block starts it; leaving ends it and everything in its session.

    Deadlines are times of `time.monotonic`. Every method raises WorkerError with a reason of the protocol.
    """

    def __init__(self, command: Command, stdout: Path, stderr: Path, limits: Limits = LIMITS):
        self.command, self.limits = command, limits
        self.pid = 0
        self.strays: tuple[str, ...] = ()  # names of processes that had left its session and were ended with it
        self.known: frozenset[int] = frozenset()  # this process's children before the worker's start
        self._paths = (stdout, stderr)
        self._buffer = bytearray()
        self._searched = 0  # bytes of the buffer that contain no newline
        self._over = False  # no more bytes will come
        self._stopped = True
        self._paused = False

    def __enter__(self) -> Worker:
        try:
            with delay_signals():
                self._start()
        except (OSError, ValueError) as error:
            raise WorkerError("start", f"{self.command.argv[0]} could not be started: {error}") from None
        except KeyboardInterrupt:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> None:
        ours: list[int] = []
        theirs: list[int] = [os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)]
        try:
            for path in self._paths:
                theirs.append(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644))
            commands_in, commands_out = os.pipe()
            ours.append(commands_out)
            theirs.append(commands_in)
            events_out, events_in = os.pipe()
            ours.append(events_out)
            theirs.append(events_in)
            counting = self.command.counting
            environ = {**os.environ, **self.command.env, "CLAMH_IN": "3", "CLAMH_OUT": "4"}
            environ.pop("CLAMH_COUNTERS", None)  # a user's would name descriptors that are something else
            if counting.sources:
                environ["CLAMH_COUNTERS"] = counting.sources
            if self.command.environment is not None:
                environ[PADDING] = ""
                environ[PADDING] = "x" * find_padding(environ, self.command.argv, self.command.environment)
            self.known = adopt_orphans()
            with change_folder(self.command.folder), nullcontext() if self.command.randomised else fixed_addresses():
                self.pid, self._held, self._counted = _start(self.command, environ, theirs)
            self.counts = ProcessCounts(counting, self.pid, self._counted)
        except BaseException:
            for fd in ours + theirs:
                os.close(fd)
            raise
        devnull, *outputs, commands_in, events_in = theirs
        for fd in (devnull, commands_in, events_in):
            os.close(fd)
        self._stopped = False
        self._next_tick = time.monotonic() + self.limits.tick_s
        self._outputs = outputs
        self._commands, self._events = ours
        for fd in ours:
            os.set_blocking(fd, False)
        self._pidfd = _pidfd(self.pid)
        self._poll = select.poll()
        self._poll.register(self._events, select.POLLIN)
        if self._pidfd is not None:  # a child of the benchmark may keep the pipe open after the worker's death
            self._poll.register(self._pidfd, select.POLLIN)

    def send(self, line: bytes, deadline: float) -> None:
        """Writes one command. Bytes that the worker sent before it break the protocol."""
        if len(line) > LINE_BYTES:
            raise WorkerError("usage", f"the command has {len(line)} bytes, but the protocol allows {LINE_BYTES}")
        self._read()
        if self._buffer:
            raise WorkerError("protocol", f"the worker sent an answer without a command: {excerpt(bytes(self._buffer))}"
                              "; a child process that the benchmark forks must end with _exit")
        poll = select.poll()
        poll.register(self._commands, select.POLLOUT)
        while line:
            try:
                line = line[os.write(self._commands, line) :]
            except BlockingIOError:
                self._sleep(poll, deadline)
            except BrokenPipeError:
                raise self._end_reason() from None

    def receive(self, deadline: float) -> bytes:
        """The next complete line, without its newline."""
        while True:
            line = self._line()
            if line is not None:
                self._check_output_size()
                return line
            if self._over:
                raise self._end_reason()
            ready = self._sleep(self._poll, deadline)
            if ready:
                self._read()
            # A dead worker writes no more: the pipe is read to its end now, even if another process holds it open.
            if not self._over and self._pidfd in ready:
                self._drain()
                self._over = True

    def find_wait(self, deadline: float) -> Wait | None:
        """What `receive` would wait for now, at most until the next check of the output. None if it need not wait."""
        self._tick()
        ready = {fd for fd, _ in self._poll.poll(0)}
        self._read()
        has_line = b"\n" in self._buffer or len(self._buffer) >= LINE_BYTES
        if has_line or self._over or self._pidfd in ready or time.monotonic() >= min(deadline, self.limits.until):
            return None
        return tuple(fd for fd in (self._events, self._pidfd) if fd is not None), min(deadline, self._next_tick)

    def pause(self, deadline: float) -> None:
        """Stops the process group until `resume`. Returns when all threads of the process have stopped.

        A process cannot block SIGSTOP (signal(7)). waitid(2) reports when all of its threads have stopped.
        """
        kill_group(self.pid, signal.SIGSTOP)
        self._paused = True
        nap_s = NAP_S
        while True:
            late = time.monotonic() >= deadline  # before the last look: this process may have been stopped meanwhile
            if self._has_stopped():
                return
            if self._ended(0):
                self._drain()
                raise self._end_reason()
            if late:
                raise WorkerError("timeout", "the process did not stop when its turn ended")
            time.sleep(nap_s)
            nap_s = min(2 * nap_s, LONGEST_NAP_S)

    def _has_stopped(self) -> bool:
        """Whether the process has stopped since the last check."""
        try:
            return os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG) is not None
        except ChildProcessError:  # it has ended: waitid(2) reports no child that can never stop
            return False

    def resume(self) -> None:
        """Continues the process group."""
        kill_group(self.pid, signal.SIGCONT)
        self._paused = False

    def cpu_ns(self) -> int:
        """The CPU time of all threads of the process so far; -1 if unknown."""
        try:
            return time.clock_gettime_ns(((~self.pid) << 3) | PROCESS_CPU)
        except OSError:  # only Linux has such clocks
            return read_cpu_ns(self.pid)

    def others_ns(self, threads: Collection[int]) -> int:
        """The CPU time so far of all threads except the measuring ones, given by system id; -1 if unknown."""
        try:
            own = [int(Path(f"/proc/{self.pid}/task/{thread}/schedstat").read_text().split()[0]) for thread in threads]
        except (OSError, ValueError, IndexError):  # the system counts no CPU time, or a thread has ended
            return -1
        all_ns = self.cpu_ns()
        return max(0, all_ns - sum(own)) if own and all_ns >= 0 else -1

    def finish(self) -> bool:
        """Waits for the end of the process after `bye`; False if it lives on. Raises unless its exit code is 0."""
        if not self._ended(min(self.limits.exit_s, self.limits.until - time.monotonic())):
            return False
        self._check_output_size()
        error = self._end_error()
        if error.code != 0:
            raise error
        return True

    def stop(self) -> None:
        """Ends the process group: SIGTERM, 2 s, SIGKILL; drains the pipe, leaves no zombie. Later calls do nothing."""
        if self._stopped:
            return
        with delay_signals():
            if not self._ended(0):
                kill_group(self.pid, signal.SIGTERM)
                if self._paused:
                    self.resume()
                self._ended(self.limits.grace_s)
            kill_group(self.pid, signal.SIGKILL)  # the group's number stays ours until its leader is reaped
            os.waitpid(self.pid, 0)
            SPAWNED.discard(self.pid)
            self.strays = end_orphans(self.known | SPAWNED, self.pid)
            self._drain()
            for fd in (self._commands, self._events, self._held, *self._counted, *self._outputs, self._pidfd):
                if fd is not None:
                    os.close(fd)
            self._stopped = self._over = True

    def rest(self) -> list[bytes]:
        """The complete lines that were unread when the worker was stopped."""
        return bytes(self._buffer).split(b"\n")[:-1]

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\n", self._searched)
        if end < 0:
            self._searched = end = len(self._buffer)
        if end + 1 > LINE_BYTES:
            raise WorkerError("protocol",
                              f"the worker sent a line of more than {LINE_BYTES} bytes: {excerpt(bytes(self._buffer))}")
        if end == len(self._buffer):
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        self._searched = 0
        return line

    def _read(self) -> bool:
        """Reads a chunk from the pipe; False if it is empty."""
        try:
            chunk = os.read(self._events, CHUNK)
        except BlockingIOError:
            return False
        self._buffer += chunk
        self._over = self._over or not chunk
        return bool(chunk)

    def _drain(self) -> None:
        while len(self._buffer) <= LINE_BYTES and self._read():
            pass

    def _sleep(self, poll: select.poll, deadline: float) -> set[int]:
        """Polls once, until an event, the deadline or the next check of the output. Returns the ready descriptors."""
        self._tick()
        now = time.monotonic()
        deadline = min(deadline, self.limits.until)
        if now >= deadline:
            if ready := {fd for fd, _ in poll.poll(0)}:  # in time, if this process was stopped meanwhile
                return ready
            half = f"; it sent half a line: {excerpt(bytes(self._buffer))}" if self._buffer else ""
            raise WorkerError("timeout", f"{NO_ANSWER}{half}{STOPPED if self._has_stopped() else ''}")
        return {fd for fd, _ in poll.poll(math.ceil(1000 * (min(deadline, self._next_tick) - now)))}

    def _tick(self) -> None:
        if time.monotonic() >= self._next_tick:
            self._check_output_size()
            if self._pidfd is None and self._ended(0):
                self._drain()
                self._over = True
            self._next_tick = time.monotonic() + self.limits.tick_s

    def _check_output_size(self) -> None:
        size = sum(os.fstat(fd).st_size for fd in self._outputs)
        if size > self.limits.output_bytes:
            mib = self.limits.output_bytes / (1 << 20)
            raise WorkerError("output", f"the benchmark printed more than {mib:g} MiB; print less in it")

    def _end_reason(self) -> WorkerError:
        """Why no more answers can come."""
        if not self._ended(self.limits.grace_s):
            return WorkerError("closed_pipe", "the worker closed its pipe, but did not end")
        error = self._end_error()
        if error.code == 0 and self._buffer:
            return WorkerError("protocol", f"the worker ended after half a line: {excerpt(bytes(self._buffer))}")
        return error

    def _end_error(self) -> WorkerError:
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        if ended.si_code == os.CLD_EXITED:
            return WorkerError("exited", f"the worker exited with code {ended.si_status}", code=ended.si_status)
        name = signal.Signals(ended.si_status).name if ended.si_status in set(signal.Signals) else str(ended.si_status)
        hint = ", as the kernel does when memory runs out" if ended.si_status == signal.SIGKILL else ""
        return WorkerError("killed", f"the worker was killed by signal {name}{hint}", signal=ended.si_status)

    def _ended(self, seconds: float) -> bool:
        """Whether the process ends within that time. It is not reaped, so its number stays ours."""
        deadline = time.monotonic() + seconds
        while os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if self._pidfd is None:
                time.sleep(min(left, 0.01))
            else:
                select.select([self._pidfd], [], [], left)
        return True


def _pidfd(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends, if the system has such (Linux 5.3)."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
