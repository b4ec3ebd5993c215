"""Why a command could not be done: the protocol's `failed`."""

import os
import traceback

LONGEST_MESSAGE = 1 << 16
MOST_FRAMES = 8
OURS = ("<clamh", os.path.join(os.path.dirname(os.__file__), "asyncio"))
PACKAGE = "clamh_worker"  # the artifact's name of this package


class Failure(Exception):
    """`reason` is one of the protocol's; `thread` is the measuring thread, if there are several."""

    def __init__(self, reason, where="", message="", thread=None):
        super().__init__(message)
        self.reason, self.where, self.message, self.thread = reason, where, message[:LONGEST_MESSAGE], thread


def malformed():
    """The failure of a command that cannot be executed, which only a driver with a bug sends."""
    return Failure("malformed", "", "malformed command")


def as_failure(reason, where, error):
    """What user code raised, as a Failure."""
    return error if isinstance(error, Failure) else Failure(reason, where, describe_error(error))


def describe_error(error):
    """What was raised and where: the frames in the user's own files, the innermost first."""
    try:
        title = "".join(traceback.format_exception_only(type(error), error)).strip()
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if not frame.filename.startswith(OURS) and PACKAGE not in frame.filename]
        places = [f"    at {frame.name} ({frame.filename}:{frame.lineno})" for frame in frames[-MOST_FRAMES:]]
        return "\n".join([title, *reversed(places)])
    except Exception:  # its own __str__ raises
        return f"{type(error).__name__}, whose text cannot be read"
