"""Why a command could not be done: the protocol's `failed`."""

from __future__ import annotations

import os
import traceback

LONGEST_MESSAGE = 1 << 16
MOST_FRAMES = 8
OURS = "clamh_worker"  # what the artifact calls this package
LOOPS = os.path.join(os.path.dirname(os.__file__), "asyncio")


class Failure(Exception):
    """`reason` is one of the protocol's; `id` names the case where that is another than the command's."""

    def __init__(self, reason, where, message, case=""):
        super().__init__(message)
        self.reason, self.where, self.message, self.case = reason, where, message[:LONGEST_MESSAGE], case


def usage(message):
    """The command was wrong."""
    return Failure("usage", "", message)


def raised(reason, where, error):
    """What user code raised, as a Failure; one that is a Failure already stays as it is."""
    return error if isinstance(error, Failure) else Failure(reason, where, words(error))


def words(error):
    """What was raised and where: the frames in the user's own files, the innermost first."""
    try:
        title = "".join(traceback.format_exception_only(type(error), error)).strip()
        frames = [one for one in traceback.extract_tb(error.__traceback__)
                  if not one.filename.startswith(("<clamh", LOOPS)) and OURS not in one.filename]
        return "\n".join([title, *(f"    at {one.name} ({one.filename}:{one.lineno})" for one in reversed(frames[-MOST_FRAMES:]))])
    except Exception:  # its own words raise
        return f"{type(error).__name__}, which cannot be put into words"
