"""Why a fork failed, as a sentence that names the cause."""

from __future__ import annotations

import signal

from clamh.results import ForkEnd

HEADLINE = 200
DETAIL_LINES = 20


def sentence(end: ForkEnd) -> str:
    """The cause of one failed fork in one line, without a full stop; `end.reason` is one of the protocol's reasons.

    Of a message of several lines it has the first, and no more than a row can show; `details` has the others.
    """
    message = _headline(end.message)
    told = f": {message}" if message else ""
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
        case "start" | "binding" | "output" | "clock" | "recorded" if message:
            return message
        case "protocol":
            return f"broke the worker protocol{place}{told}"
        case "setup" | "teardown" | "benchmark":
            return f"the {end.reason} failed{place}{told}"
        case "usage" | "unsupported":
            return f"the worker refused the case ({end.reason}){place}{told}"
    return f"failed ({end.reason or 'no reason given'}){place}{told}"


def details(end: ForkEnd) -> tuple[str, ...]:
    """The further lines of the failure's message, such as a stack trace: of a long one its first and last lines."""
    lines = end.message.strip().splitlines()[1:]
    if len(lines) > DETAIL_LINES:
        left_out = len(lines) - DETAIL_LINES
        lines[DETAIL_LINES // 2 : -DETAIL_LINES // 2] = [f"… {left_out} more line{'s' * (left_out > 1)}"]
    return tuple(map(_cut, lines))


def _headline(message: str) -> str:
    return _cut(next(iter(message.strip().splitlines()), ""))


def _cut(line: str) -> str:
    return line if len(line) <= HEADLINE else line[:HEADLINE] + "…"


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return ""
    # The kernel's out-of-memory killer is the usual sender of a SIGKILL that nobody asked for.
    hint = ", often the kernel when memory runs out" if name == "SIGKILL" else ""
    return f" ({name}{hint})"
