"""Ends from outside (Ctrl-C, kill, a closed terminal), which are all like Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from clamh.model.errors import Interrupted

_measured = ""  # the results file while its report is made
_unwinding = False  # whether a block must come to its end, because it leaves things behind otherwise
AGAIN_S = 0.02  # until a module is loaded


def end_alike() -> None:
    """From here on every end from outside is a KeyboardInterrupt."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Only the signal's own default is replaced: under nohup SIGHUP is ignored and stays so. Not raised as SIGINT:
        # a script's background job ignores that, and could not be ended at all.
        default = signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
        if current_thread() is main_thread() and default:
            signal.signal(number, _pressed)


@contextmanager
def keep_results(path: str) -> Iterator[None]:
    """Ctrl-C in the block, perhaps the second one, loses the report and not what was measured: it names the file.

    Raises Interrupted.
    """
    global _measured
    _measured = path
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(path) from None
    finally:
        _measured = ""


@contextmanager
def keep_order() -> Iterator[None]:
    """An end from outside in the block unwinds it, even while a module loads: then it waits until that is loaded."""
    global _unwinding
    _unwinding = True
    try:
        yield
    finally:
        _unwinding = False


def _pressed(number: int, frame: FrameType | None) -> None:
    """KeyboardInterrupt; while a module loads, the end of the process, or the same again a little later (`keep_order`).

    An exception in the middle of a msgspec class crashes it (0.22: SIGSEGV, seen), and while modules load there is
    nothing to put in order.
    """
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            if _measured:
                error = Interrupted(_measured)
                print(f"interrupted: {error}", file=sys.stderr, flush=True)
                os._exit(error.exit_code)
            if _unwinding:
                signal.signal(signal.SIGALRM, _pressed)
                signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
                return
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        frame = frame.f_back
    raise KeyboardInterrupt
