"""Writes a results file: opened before measuring, one record per line, each written completely at once."""

from __future__ import annotations

import fcntl
import os
import shlex
import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from clamh.machine.atomic import make_folder
from clamh.machine.commands import delay_signals
from clamh.model import lossless
from clamh.model.diagnostics import input_error
from clamh.model.errors import ResultsError
from clamh.model.results import ENCODER, Record


class Recording:
    """An open results file: its `path`, and the folder `outputs` beside it for what benchmarks print."""

    def __init__(self, fd: int, path: Path, outputs: Path, newest: Path | None = None, good: int = 0, lines: int = 0):
        self.path, self.outputs, self.lines = path, outputs, lines
        self.broken = False  # a line could not be written
        self._fd = fd
        self._good = good  # bytes of whole lines
        self._newest = newest  # the link `latest`, until `keep` sets it

    def append(self, record: Record) -> None:
        """Writes one line to the file. If that fails, removes its partial text, or a file without a line, and raises
        ResultsError.
        """
        line = _encode(record) + b"\n"
        left = memoryview(line)
        with delay_signals():  # the counters match the file's content
            try:
                while left:
                    left = left[os.write(self._fd, left) :]
            except OSError as error:
                self.broken = True
                self._remove_partial_line()
                raise _unwritable(self.path, error, self.lines) from None
            self._good += len(line)
            self.lines += 1

    def keep(self) -> None:
        """Sets the link `latest` to this file, unless the user chose the file's name.

        It is called when something was measured, or failed. An earlier link would hide the previous run if Ctrl-C ends
        this one before its first result.
        """
        if self._newest:
            _link(self._newest, self.path.name)
            self._newest = None

    def close(self) -> None:
        """Makes the file durable and deletes an empty folder of outputs. Some file systems report a full disk now."""
        try:
            if not os.listdir(self.outputs):
                self.outputs.rmdir()
            os.fsync(self._fd)
        except OSError as error:
            if self._regular():  # a pipe or device cannot be made durable
                raise _unwritable(self.path, error, self.lines) from None
        finally:
            os.close(self._fd)

    def _remove_partial_line(self) -> None:
        if self._regular():
            os.ftruncate(self._fd, self._good)
            if not self.lines:  # an empty file would be the newest run
                self.path.unlink(missing_ok=True)

    def _regular(self) -> bool:
        return stat.S_ISREG(os.fstat(self._fd).st_mode)


def _encode(record: Record) -> bytes:
    try:
        line = ENCODER.encode(record)
        if b"\\\\udc" not in line:
            return line
    except UnicodeEncodeError:
        pass  # a file name or argument that is not UTF-8
    return ENCODER.encode(lossless.spell(msgspec.to_builtins(record)))


def _unwritable(path: Path, error: OSError, lines: int) -> ResultsError:
    kept = (f"The run ends here. All lines until now are complete: `clamh report {shlex.quote(str(path))}` shows them"
            if lines else "Nothing was measured")
    return ResultsError(f"{path} cannot be written: {error.strerror}. {kept}. Free some space, or choose another place "
                        "with --results FILE", str(path))


def start_recording(results: str, runs: Path, now: datetime | None = None) -> Recording:
    """Creates the file `results`, or `runs`/<UTC>.ndjson if that is ""; `keep` then sets the link `latest`.

    An existing file with content is never overwritten. Raises InputError when the file cannot be created.
    """
    stamp = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
    path = Path(results) if results else runs / f"{stamp}.ndjson"
    try:
        if results:
            if not path.parent.exists():
                path.parent.mkdir(parents=True)
            fd = _create(path, 0)
        else:
            make_folder(runs)
            _linkable(runs / "latest")
            path, fd = _create_new(runs, stamp)
        regular = stat.S_ISREG(os.fstat(fd).st_mode)
        outputs = outputs_of(path) if regular else runs / f"{stamp}.output"
        outputs.mkdir(parents=True, exist_ok=True)
        _claim(fd)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "choose another file with --results FILE, or change the folder's permissions"
        message = f"the results file {path} cannot be created: {reason}"
        raise input_error("results-path", message, hint) from None
    return Recording(fd, path, outputs, None if results else runs / "latest")


def continue_recording(results: str, runs: Path, read: int) -> Recording:
    """Opens an existing results file to continue it, of which `read` lines are known; removes an incomplete last line.

    Raises InputError when the file cannot be written, when its run is still active, or when the file has other lines.
    """
    path = Path(os.path.realpath(results))
    try:
        fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        _claim(fd)
        good, lines = _whole(fd)
        outputs = outputs_of(path)
        outputs.mkdir(parents=True, exist_ok=True)
    except BlockingIOError:
        os.close(fd)
        raise input_error("resume", f"{results}: this run is still active",
                          "wait until it ends, or stop it first") from None
    except OSError as error:
        raise input_error("results-path", f"{results} cannot be continued: {error.strerror}",
                          "name a results file that you may write to") from None
    if lines != read:  # the file is claimed only now, after the builds
        os.close(fd)
        raise input_error("resume", f"{results}: another command continued this run meanwhile",
                          "type the command again")
    return Recording(fd, path, outputs, runs / "latest" if path.parent == Path(os.path.realpath(runs)) else None, good,
                     lines)


def outputs_of(path: Path) -> Path:
    """The folder for what benchmarks print, beside a results file: x.output for x.ndjson, x.1.output for x.1."""
    return path.with_name(f"{path.name.removesuffix('.ndjson')}.output")


def _claim(fd: int) -> None:
    """Locks the file while the run lasts, so that no other command resumes it. Raises BlockingIOError."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a pipe, a device, a file system without locks
        pass


def _whole(fd: int) -> tuple[int, int]:
    """Ends the file after its last complete line. Returns its size and its number of lines.

    A complete record whose newline is missing gets it.
    """
    size = os.fstat(fd).st_size
    with open(os.dup(fd), "rb") as file:
        data = file.read()
    end, lines = data.rfind(b"\n") + 1, data.count(b"\n")
    try:
        msgspec.json.decode(data[end:])
        return size + os.write(fd, b"\n"), lines + 1
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        os.ftruncate(fd, end)
        return end, lines


def _create(path: Path, exclusive: int) -> int:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | exclusive, 0o644)
    if os.fstat(fd).st_size:
        os.close(fd)
        raise FileExistsError(0, "it has content, and CLAMH never overwrites results")
    return fd


def _create_new(runs: Path, stamp: str) -> tuple[Path, int]:
    number = 1
    while True:
        path = runs / (f"{stamp}.ndjson" if number == 1 else f"{stamp}-{number}.ndjson")
        try:
            return path, _create(path, os.O_EXCL)
        except FileExistsError:  # another run began in this second
            number += 1


def _linkable(link: Path) -> None:
    """Raises OSError if the link cannot be set: this is checked first, because later it would lose a measurement."""
    if link.is_dir() and not link.is_symlink():
        raise FileExistsError(0, f"{link} is a folder, but CLAMH needs this name for the link to the newest run")
    temporary = link.with_name(f".latest-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to("nowhere")  # fails on a file system without links
    temporary.unlink()


def _link(link: Path, target: str) -> None:
    temporary = link.with_name(f".latest-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)
