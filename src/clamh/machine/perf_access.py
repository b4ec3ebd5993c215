"""Which events this machine counts for this user, and why it does not count the others."""

from __future__ import annotations

import errno
import os
import resource
from functools import cache
from pathlib import Path
from typing import NamedTuple

from clamh.machine.counted_start import open_event
from clamh.machine.perf_events import SOFTWARE, Event, find_event, list_events, pack_attributes

PARANOID = Path("/proc/sys/kernel/perf_event_paranoid")
DEVICES = Path(
    "/sys/bus/event_source/devices")  # the units that count events; the CPU's has a name that begins with cpu or arm
SPARE_DESCRIPTORS = 48  # that the driver and a worker need besides those of events
MOST_EVENTS = 250  # that a message can pass to another process (SCM_MAX_FD)
REFUSED = (errno.EACCES, errno.EPERM)


class Access(NamedTuple):
    """Whether an event is counted: with `reason` it is not; `user_only`: in users' code only, because the system allows
    no more.
    """

    event: Event
    reason: str = ""
    hint: str = ""
    user_only: bool = False


def try_event(event: Event) -> Access:
    """Opens the event once for this process, as a worker would."""
    code = _try_open(pack_attributes(event))
    if code not in REFUSED:
        return Access(event, *describe_refusal(event, code))
    if not event.kernel_only:
        restricted = _try_open(pack_attributes(event, user_only=True))
        if not restricted:
            return Access(event, user_only=True)
        if restricted not in REFUSED:
            return Access(event, *describe_refusal(event, restricted))
    return Access(event, *describe_refusal(event, code))


def _try_open(attributes: bytes) -> int:
    """0 or the errno with which the kernel refuses."""
    try:
        os.close(open_event(attributes))
    except OSError as error:
        return error.errno or errno.EIO
    return 0


def describe_refusal(event: Event, code: int) -> tuple[str, str]:
    """Why the kernel refuses an event with this errno, and what to do; "" and "" for 0."""
    if code == 0:
        return "", ""
    if code in REFUSED:
        level = read_paranoia()
        # Up to level 1 users may count their own processes with the kernel, at level 2 without it.
        if level is None or level < 2 or level == 2 and not event.kernel_only:
            return ("this container or its security policy forbids perf_event_open",
                    "allow perf_event_open, such as docker run --cap-add PERFMON")
        kernel = "they happen in the kernel, and " if level == 2 else ""
        return f"{kernel}kernel.perf_event_paranoid is {level}", "type: sudo sysctl kernel.perf_event_paranoid=1"
    if code == errno.ENOSYS:
        return "this system has no perf_event_open", "use -prof rusage"
    if code in (errno.EMFILE, errno.ENFILE):
        return "too many files are open", "allow more (ulimit -n), or count fewer events"
    if event.type != SOFTWARE and not _has_unit():
        return ("its CPU has no counters, or its virtual machine hides them",
                "count on a machine with hardware counters, or choose events that work")
    return f"its CPU has no such event ({os.strerror(code)})", "choose another event"


def _has_unit() -> bool:
    """Whether the kernel knows counters of the CPU."""
    try:
        return any(name.startswith(("cpu", "arm", "apple")) for name in os.listdir(DEVICES))
    except OSError:
        return False


def read_paranoia() -> int | None:
    """The level of kernel.perf_event_paranoid; None where there is none."""
    try:
        return int(PARANOID.read_text())
    except (OSError, ValueError):
        return None


@cache
def list_working() -> tuple[str, ...]:
    """The names of all events that this machine counts for this user."""
    return tuple(name for name in list_events() if not try_event(find_event(name)).reason)


def count_allowed() -> int:
    """How many events a process may have open at once."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_EVENTS if limit == resource.RLIM_INFINITY else max(0, min(MOST_EVENTS, limit - SPARE_DESCRIPTORS))
