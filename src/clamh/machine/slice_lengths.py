"""The slice lengths of contests for which runs on this machine found 5 ms too short: $XDG_STATE_HOME/clamh/slices.json
of this user.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from clamh.machine import calibrations
from clamh.machine.stores import Store, read_store, write_store


class _File(Store):
    machines: dict[str, dict[str, int]] = {}  # ns by contest, by environment.read_machine()


def place() -> Path:
    """The path of the file, which need not exist."""
    return calibrations.place().with_name("slices.json")


def load(machine: str, path: Path) -> dict[str, int]:
    """The stored lengths of a machine in ns, by contest. Raises InputError if the file cannot be read or is not ours.
    """
    return _read(path).machines.get(machine, {})


def store(machine: str, lengths: Mapping[str, int], path: Path) -> None:
    """Replaces the lengths of the same contests. Raises InputError as `load`, and OSError."""
    file = _read(path)
    file.machines[machine] = {**file.machines.get(machine, {}), **lengths}
    write_store(path, file)


def _read(path: Path) -> _File:
    return read_store(path, _File, "slice-lengths", "remove it: slices are 5 ms long again")
