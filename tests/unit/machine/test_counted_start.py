"""Does the program that opens events start another one as if it were not there?"""

from __future__ import annotations

import errno
import os
import signal
import socket
import struct
import subprocess
import sys

import pytest

from clamh.machine import counted_start
from clamh.machine.perf_access import describe_refusal
from clamh.machine.perf_events import Event, find_event, pack_attributes
from clamh.running.worker.counts import receive_events

FAULTS = pack_attributes(find_event("page-faults")).hex()
MINOR = pack_attributes(find_event("minor-faults")).hex()
LACKING = pack_attributes(Event("nothing", 4, 2**60)).hex()  # no machine has it
SHOW = ("import os; print([n for n in sorted(map(int, os.listdir('/proc/self/fd'))) if os.path.exists(f'/proc/self/fd/{n}')]);"
        "print(open('/proc/self/status').read().split('SigIgn:')[1].split()[0]); print(os.environb[b'ODD'], os.environb.get(b'LC_CTYPE'));"
        "print([len(os.read(number, 24)) for number in (6, 7) if os.path.exists(f'/proc/self/fd/{number}')])")


def start(first: int, *events: str, program: tuple[str, ...] = (sys.executable, "-I", "-S", "-c", SHOW)) -> tuple[list[int], str]:
    """Our copies of the descriptors, and what the program printed."""
    ours, theirs = socket.socketpair()
    argv = [sys.executable, "-I", "-S", counted_start.__file__, str(theirs.fileno()), str(first), *events, "--", *program]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, pass_fds=[theirs.fileno()], env={b"ODD": b"a=\xff", b"PATH": os.environb[b"PATH"]}) as process:
        theirs.close()
        with ours:
            descriptors = receive_events(ours, len(events))
        return descriptors, process.communicate()[0].decode()


def test_the_program_has_the_events_and_its_own_environment() -> None:
    descriptors, printed = start(6, f"-1:{FAULTS}", f"0:{MINOR}")
    lines = printed.splitlines()
    assert lines[0] == "[0, 1, 2, 6, 7]" and lines[3] == "[24, 24]"
    assert lines[2].startswith("b'a=\\xff' ")
    assert int(lines[1], 16) & (1 << signal.SIGXFSZ - 1) == int(run_alone(), 16) & (1 << signal.SIGXFSZ - 1)
    counts = [struct.unpack("=3q", os.read(descriptor, 24)) for descriptor in descriptors]
    assert all(count > 0 and enabled >= running > 0 for count, enabled, running in counts)  # they go on after execution
    for descriptor in descriptors:
        os.close(descriptor)


def run_alone() -> str:
    """The ignored signals of a Python that starts by itself."""
    code = "print(open('/proc/self/status').read().split('SigIgn:')[1].split()[0])"
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True).stdout


def test_without_a_first_number_only_the_driver_has_the_events() -> None:
    descriptors, printed = start(-1, f"-1:{FAULTS}")
    assert printed.splitlines()[0] == "[0, 1, 2]"
    assert struct.unpack("=3q", os.read(descriptors[0], 24))[0] > 0
    os.close(descriptors[0])


def test_a_program_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        start(6, f"-1:{FAULTS}", program=("/nowhere/at/all",))


def test_an_event_that_cannot_be_opened_is_an_error() -> None:
    with pytest.raises(OSError, match="No such file|Invalid|not supported"):
        start(6, f"-1:{FAULTS}", f"-1:{LACKING}")


def test_a_system_without_events_says_so_with_its_own_error_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(errno, "ENOSYS", 78)  # as on macOS
    with pytest.raises(OSError, match="no perf_event_open") as refused:
        counted_start.open_event(b"")
    assert describe_refusal(find_event("page-faults"), refused.value.errno or 0)[0] == "this system has no perf_event_open"


def test_a_group_that_cannot_be_counted_at_once_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def refuse_groups(attributes: bytes, leader: int = -1) -> int:
        tried.append(leader)
        if leader >= 0:
            raise OSError(22, "Invalid argument")
        return 10 + len(tried)

    monkeypatch.setattr(counted_start, "open_event", refuse_groups)
    assert counted_start.open_events([f"-1:{FAULTS}", f"0:{MINOR}"]) == [11, 13]
    assert tried == [-1, 11, -1]
