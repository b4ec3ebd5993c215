"""The results of calibrations, kept per machine in one file per user: $XDG_STATE_HOME/clamh/calibrations.json.

The file is not beside the sources, because noise is a property of the machine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from clamh.machine import atomic
from clamh.machine.stores import Store, read_store, write_store
from clamh.model.results import CalibrationRecord, ShiftRecord


class _File(Store):
    machines: dict[str, list[CalibrationRecord]] = {}  # by environment.read_machine()
    shifts: list[ShiftRecord] = []  # of all machines


def place(environ: Mapping[str, str] = os.environ) -> Path:
    """The path of the file, which need not exist (XDG base directory specification: a relative path counts as unset).
    """
    state = environ.get("XDG_STATE_HOME", "")
    return Path(state if os.path.isabs(state) else os.path.join(atomic.find_home(), ".local/state"),
                "clamh/calibrations.json")


def load(machine: str, path: Path) -> list[CalibrationRecord]:
    """The stored records of a machine. Raises InputError if the file cannot be read or is not ours."""
    return _read(path).machines.get(machine, [])


def load_shifts(path: Path) -> list[ShiftRecord]:
    """The stored shifts between runs, of all machines. Raises InputError as `load`."""
    return _read(path).shifts


def store_shifts(records: Sequence[ShiftRecord], path: Path) -> None:
    """Replaces the records of the same kind and machine. Raises InputError as `load`, and OSError."""
    file = _read(path)
    replaced = set(map(_kind_of_shift, records))
    file.shifts = [*(record for record in file.shifts if _kind_of_shift(record) not in replaced), *records]
    write_store(path, file)


def store(machine: str, records: Sequence[CalibrationRecord], path: Path) -> None:
    """Replaces the machine's records of the same kind. Raises InputError as `load`, and OSError."""
    file = _read(path)
    replaced = set(map(_kind, records))
    kept = [record for record in file.machines.get(machine, []) if _kind(record) not in replaced]
    file.machines[machine] = [*kept, *records]
    write_store(path, file)


def _kind_of_shift(record: ShiftRecord) -> tuple[str, str, str, int, bool, bool]:
    return record.machine, record.platform, record.mode, record.threads, record.bound, record.in_turns


def _kind(record: CalibrationRecord) -> tuple[str, str, int, bool, bool, int]:
    return record.platform, record.mode, record.threads, record.bound, record.in_turns, record.forks


def _read(path: Path) -> _File:
    return read_store(path, _File, "calibrations", "remove it and run `clamh calibrate` again")
