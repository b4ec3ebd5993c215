"""Signals from outside (Ctrl-C, kill, a closed terminal), all handled like Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from clamh.model.errors import Interrupted

_kept: Interrupted | None = None  # what names the results file while its report is being created
_unwinding = False  # whether a block must be unwound, because it would otherwise leave something behind
AGAIN_S = 0.02  # the wait until a module is loaded


def handle_signals() -> None:
    """From now on every signal that ends the process is a KeyboardInterrupt."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Replace only the default handler: under nohup SIGHUP is ignored and stays so. Do not raise it as SIGINT: a
        # background job of a script ignores SIGINT, and could then not be ended at all.
        default = signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
        if current_thread() is main_thread() and default:
            signal.signal(number, _interrupt)


@contextmanager
def keep_results(path: str, resumable: bool = True) -> Iterator[None]:
    """Ctrl-C in the block, even a second one, loses the report but not the measurement: the error names the results
    file, and how to continue if it is `resumable`.

    Raises Interrupted.
    """
    import shlex  # `clamh --help` does not need it

    global _kept
    advice = "" if resumable else f"`clamh report {shlex.quote(path)}` shows them"
    _kept = error = Interrupted(path, advice)
    try:
        yield
    except KeyboardInterrupt:
        raise error from None
    finally:
        _kept = None


@contextmanager
def unwind_on_signal() -> Iterator[None]:
    """A signal in the block unwinds it; while a module loads, it waits until the module is loaded."""
    global _unwinding
    _unwinding = True
    try:
        yield
    finally:
        _unwinding = False


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt. While a module loads, end the process, or try again a little later (`unwind_on_signal`).

    An exception in the middle of a msgspec class crashes the process (0.22: SIGSEGV, seen). While modules load there is
    nothing to put in order.
    """
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            if _unwinding:
                signal.signal(signal.SIGALRM, _interrupt)
                signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
                return
            if _kept:
                print(f"interrupted: {_kept}", file=sys.stderr, flush=True)
                os._exit(_kept.exit_code)
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        frame = frame.f_back
    raise KeyboardInterrupt
