"""What calibrations said, kept per machine in one file of this user's: $XDG_STATE_HOME/clamh/calibrations.json.

Not beside the sources: noise is the machine's.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from clamh.machine import atomic
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import CalibrationRecord, ShiftRecord

VERSION = 1


class _File(msgspec.Struct):
    version: int
    machines: dict[str, list[CalibrationRecord]] = {}  # by environment.machine()
    shifts: list[ShiftRecord] = []  # of all machines


class _Version(msgspec.Struct):
    version: int


def place(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the file is, there or not (XDG base directory specification: a relative path counts as unset)."""
    state = environ.get("XDG_STATE_HOME", "")
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local/state") / "clamh/calibrations.json"


def load(machine: str, path: Path) -> list[CalibrationRecord]:
    """What is stored of a machine. Raises InputError when the file cannot be read or is not ours."""
    return _read(path).machines.get(machine, [])


def load_shifts(path: Path) -> list[ShiftRecord]:
    """What is stored of shifts between runs, of every machine. Raises InputError as `load`."""
    return _read(path).shifts


def store_shifts(records: Sequence[ShiftRecord], path: Path) -> None:
    """Puts the records in the place of those of the same kind and machine. Raises InputError as `load`, OSError."""
    known = _read(path)
    replaced = set(map(_kind_of_shift, records))
    known.shifts = [*(one for one in known.shifts if _kind_of_shift(one) not in replaced), *records]
    _write(known, path)


def store(machine: str, records: Sequence[CalibrationRecord], path: Path) -> None:
    """Puts the records in the place of those of the same kind. Raises InputError as `load`, OSError."""
    known = _read(path)
    replaced = set(map(_kind, records))
    kept = [one for one in known.machines.get(machine, []) if _kind(one) not in replaced]
    known.machines[machine] = [*kept, *records]
    _write(known, path)


def _write(known: _File, path: Path) -> None:
    atomic.write(path, msgspec.json.format(msgspec.json.encode(known), indent=1))


def _kind_of_shift(one: ShiftRecord) -> tuple[str, str, str, int, bool, bool]:
    return one.machine, one.platform, one.mode, one.threads, one.bound, one.in_turns


def _kind(one: CalibrationRecord) -> tuple[str, str, int, bool, int]:
    return one.platform, one.mode, one.threads, one.bound, one.forks


def _read(path: Path) -> _File:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _File(version=VERSION)
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}") from None
    try:
        version = msgspec.json.decode(data, type=_Version).version
        if version != VERSION:
            raise _refused(path, f"has version {version}, this clamh knows {VERSION}")
        return msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(path, f"is not what clamh wrote ({error})") from None


def _refused(path: Path, what: str) -> InputError:
    return InputError([Diagnostic(code="calibrations", message=f"{path} {what}",
                                  mend="remove it and run `clamh calibrate` again")])
