"""Why a fork failed, as a sentence that names the cause."""

from __future__ import annotations

import signal

from clamh.model.results import ForkEnd

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
    """What `sentence` leaves out of the message: the rest of a long first line, then the further ones, such as a stack trace. Of many
    lines the first and the last."""
    first, *further = end.message.strip().splitlines() or [""]
    lines = [*_parts(first)[1:], *map(_cut, further)]
    if len(lines) > DETAIL_LINES:
        left_out = len(lines) - DETAIL_LINES
        lines[DETAIL_LINES // 2 : -DETAIL_LINES // 2] = [f"… {left_out} more line{'s' * (left_out > 1)}"]
    return tuple(lines)


def _headline(message: str) -> str:
    first, *rest = _parts(next(iter(message.strip().splitlines()), ""))
    return f"{first} …" if rest else first


def _parts(line: str) -> list[str]:
    """A line in parts that a row can show, each up to the end of a sentence if there is one in its second half, else of a word."""
    parts = []
    while len(line) > HEADLINE:
        spaces = [at for at in range(HEADLINE // 2, HEADLINE + 1) if line[at] == " "]
        ends = [at for at in spaces if line[at - 1] in ".;:"]
        at = max(ends or spaces or [HEADLINE])
        parts.append(line[:at])
        line = line[at:].strip()
    return [*parts, line]


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
