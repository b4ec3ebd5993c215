"""Why a fork failed, as a sentence that names the cause."""

from __future__ import annotations

import signal

from clamh.results import ForkEnd


def sentence(end: ForkEnd) -> str:
    """The cause of one failed fork, without a final full stop; `end.reason` is one of the protocol's reasons."""
    told = f": {end.message}" if end.message else ""
    place = f" in {end.where}" if end.where else ""
    match end.reason:
        case "timeout":
            return f"timed out{place}{told}"
        case "killed":
            return f"killed by signal {end.signal}{_signal_name(end.signal)}"
        case "exited":
            return f"exited with code {end.exit_code} before it had answered"
        case "closed_pipe":
            return "closed its pipe to the driver and lived on"
        case "start" | "output" | "clock" if end.message:
            return end.message
        case "protocol":
            return f"broke the worker protocol{place}{told}"
        case "setup" | "teardown" | "benchmark":
            return f"the {end.reason} failed{place}{told}"
        case "usage" | "unsupported":
            return f"the worker refused the case ({end.reason}){place}{told}"
    return f"failed ({end.reason or 'no reason given'}){place}{told}"


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return ""
    # The kernel's out-of-memory killer is the usual sender of a SIGKILL that nobody asked for.
    hint = ", often the kernel when memory runs out" if name == "SIGKILL" else ""
    return f" ({name}{hint})"
