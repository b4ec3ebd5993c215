"""The end of a failed fork, and why it failed."""

from __future__ import annotations

import signal

from clamh.model.errors import WorkerError
from clamh.model.results import ForkEnd

HEADLINE = 200
DETAIL_LINES = 20


def failed_end(case_id: str, fork: int, failure: WorkerError, output_tail: tuple[str, ...] = (), stdout: str = "",
               stderr: str = "") -> ForkEnd:
    """The end of a failed fork."""
    return ForkEnd(case_id=case_id, fork=fork, status="failed", reason=failure.reason, where=failure.where,
                   message=failure.detail, signal=failure.signal, exit_code=failure.code, output_tail=output_tail,
                   stdout=stdout, stderr=stderr)


def sentence(end: ForkEnd) -> str:
    """The cause of a failed fork in one line, without a full stop; `end.reason` is one of the protocol's reasons.

    It contains only the first line of the message, and only as much as a row can show; `details` has the rest.
    """
    message = _headline(end.message)
    suffix = f": {message}" if message else ""
    place = f" in {end.where}" if end.where else ""
    match end.reason:
        case "timeout":
            return f"timed out{place}{suffix}"
        case "killed":
            return describe_exit(-end.signal)
        case "exited":
            return f"exited with code {end.exit_code} before it answered"
        case "closed_pipe":
            return "closed its connection to clamh but kept running"
        case "start" | "binding" | "output" | "clock" | "recorded" if message:
            return message
        case "protocol":
            return f"broke the worker protocol{place}{suffix}"
        case "setup" | "teardown" | "benchmark":
            return f"the {end.reason} failed{place}{suffix}"
        case "malformed" | "usage" | "unsupported":
            return f"the worker refused the case ({end.reason}){place}{suffix}"
    return f"failed ({end.reason or 'no reason given'}){place}{suffix}"


def describe_exit(code: int) -> str:
    """Words for an exit code; a negative code is a signal, as in subprocess."""
    return f"killed by signal {-code}{_signal_name(-code)}" if code < 0 else f"exit code {code}"


def details(end: ForkEnd) -> tuple[str, ...]:
    """The part of the message that `sentence` leaves out: the rest of a long first line, then further lines such as a
    stack trace.

    Of many lines, only the first and the last ones."""
    first, *further = end.message.strip().splitlines() or [""]
    lines = [*_split_line(first)[1:], *map(_cut, further)]
    if len(lines) > DETAIL_LINES:
        left_out = len(lines) - DETAIL_LINES
        lines[DETAIL_LINES // 2 : -DETAIL_LINES // 2] = [f"… {left_out} more line{'s' * (left_out > 1)}"]
    return tuple(lines)


def _headline(message: str) -> str:
    first, *rest = _split_line(next(iter(message.strip().splitlines()), ""))
    return f"{first} …" if rest else first


def _split_line(line: str) -> list[str]:
    """Split a line into parts that a row can show: after a sentence that ends in the second half of a part, else after
    a word.
    """
    parts = []
    while len(line) > HEADLINE:
        spaces = [index for index in range(HEADLINE // 2, HEADLINE + 1) if line[index] == " "]
        sentence_ends = [index for index in spaces if line[index - 1] in ".;:"]
        end = max(sentence_ends or spaces or [HEADLINE])
        parts.append(line[:end])
        line = line[end:].strip()
    return [*parts, line]


def _cut(line: str) -> str:
    return line if len(line) <= HEADLINE else line[:HEADLINE] + "…"


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return ""
    # An unexpected SIGKILL usually comes from the kernel's out-of-memory killer.
    hint = ", often by the kernel when memory runs out" if name == "SIGKILL" else ""
    return f" ({name}{hint})"
