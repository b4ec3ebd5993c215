"""Starts a program with events of perf_event_open(2) open: in a new process, and as a program of its own.

As a program it is `counted_start.py SOCKET FIRST EVENT... -- PROGRAM ARGUMENT...`. It opens the events for itself,
sends their descriptors through the socket, gives them the numbers from FIRST on (-1: closes them), and executes the
program, which goes on counting. EVENT is LEADER:ATTRIBUTES: the place of the event whose group it joins (-1: none), and
the struct in hex. It imports nothing of CLAMH, so that it starts quickly.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import socket
import sys
from collections.abc import Sequence

SYSTEM_CALLS = {"x86_64": 298, "aarch64": 241, "riscv64": 241, "ppc64le": 319, "s390x": 331}  # of perf_event_open
CLOSE_ON_EXEC = 8  # PERF_FLAG_FD_CLOEXEC
OPENED = b"opened"


def open_event(attributes: bytes, leader: int = -1) -> int:
    """The descriptor of an event of this process on any CPU, in the group of the descriptor `leader`. Raises OSError.
    """
    number = SYSTEM_CALLS.get(platform.machine())
    if not sys.platform.startswith("linux") or number is None:
        raise OSError(errno.ENOSYS, f"no perf_event_open on {platform.system()} {platform.machine()}")
    system = ctypes.CDLL(None, use_errno=True)
    arguments = (ctypes.c_long(number), ctypes.c_char_p(attributes), ctypes.c_int(0), ctypes.c_int(-1),
                 ctypes.c_int(leader), ctypes.c_ulong(CLOSE_ON_EXEC))
    descriptor = system.syscall(*arguments)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(descriptor)


def open_events(events: Sequence[str]) -> list[int]:
    """The descriptors of these events. A group that the CPU cannot count at once is given up. Raises OSError."""
    descriptors: list[int] = []
    for event in events:
        leader, _, attributes = event.partition(":")
        grouped = descriptors[int(leader)] if int(leader) >= 0 else -1
        try:
            descriptors.append(open_event(bytes.fromhex(attributes), grouped))
        except OSError:
            if grouped < 0:
                raise
            descriptors.append(open_event(bytes.fromhex(attributes)))
    return descriptors


def main(arguments: list[str]) -> None:
    """Opens, sends and executes; what fails goes through the socket as errno and text."""
    place = arguments.index("--")
    events, program = arguments[2:place], arguments[place + 1:]
    first = int(arguments[1])
    channel = socket.socket(fileno=int(arguments[0]))
    kept = socket.socket(fileno=os.dup(
        channel.fileno()))  # not inherited, so its end shows that the program was executed
    channel.close()
    try:
        descriptors = open_events(events)
        if descriptors:
            socket.send_fds(kept, [OPENED], descriptors)
        copies = [_move_up(descriptor, first + len(descriptors)) for descriptor in descriptors] if first >= 0 else []
        for number, copy in enumerate(copies, first):
            if kept.fileno() == number:
                kept = socket.socket(fileno=_move_up(kept.detach(), first + len(descriptors)))
            os.dup2(copy, number, inheritable=True)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores these two, and a program inherits that
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        with open("/proc/self/environ", "rb") as file:  # as it was given, whatever Python has added since
            environment = dict(pair.split(b"=", 1) for pair in file.read().split(b"\0") if b"=" in pair)
        os.execvpe(os.fsencode(program[0]), [os.fsencode(word) for word in program], environment)
    except OSError as error:
        kept.sendall(f"{error.errno} {error.strerror}".encode())
        os._exit(127)


def _move_up(descriptor: int, least: int) -> int:
    """A copy of the descriptor with a number of at least `least`, which is closed on exec; the descriptor itself is
    closed.
    """
    import fcntl

    copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)
    os.close(descriptor)
    return copy


if __name__ == "__main__":
    main(sys.argv[1:])
