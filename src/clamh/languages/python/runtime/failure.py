"""Why a command could not be done: the protocol's `failed`."""

import builtins
import os
import traceback

LONGEST_MESSAGE = 1 << 16
MOST_FRAMES = 8
MOST_PARTS, DEEPEST = 4, 3  # of a group of exceptions, and of causes of causes
GROUP = getattr(builtins, "BaseExceptionGroup", ())  # since 3.11
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


def describe_error(error, depth=0):
    """What was raised and where: the frames in the user's own files, the innermost first; then what a group contains,
    and the cause.
    """
    try:
        title = "".join(traceback.format_exception_only(type(error), error)).strip()
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if not frame.filename.startswith(OURS) and PACKAGE not in frame.filename]
        places = [f"    at {frame.name} ({frame.filename}:{frame.lineno})" for frame in frames[-MOST_FRAMES:]]
        lines = [title, *reversed(places)]
        if depth < DEEPEST:
            parts = error.exceptions[:MOST_PARTS] if isinstance(error, GROUP) else ()
            lines += ["    " + describe_error(part, depth + 1).replace("\n", "\n    ") for part in parts]
            if error.__cause__ is not None:
                lines.append(f"caused by {describe_error(error.__cause__, depth + 1)}")
        return "\n".join(lines)
    except Exception:  # its own __str__ raises
        return f"{type(error).__name__}, whose text cannot be read"
