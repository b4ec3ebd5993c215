"""The slice lengths of contests for which runs on this machine found 5 ms too short: $XDG_STATE_HOME/clamh/slices.json
of this user.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from clamh.machine import atomic, calibrations
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

VERSION = 1


class _File(msgspec.Struct):
    version: int
    machines: dict[str, dict[str, int]] = {}  # ns by contest, by environment.machine()


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
    atomic.write(path, msgspec.json.format(msgspec.json.encode(file), indent=1))


def _read(path: Path) -> _File:
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
    except FileNotFoundError:
        return _File(version=VERSION)
    except OSError as error:
        raise _refuse(path, f"cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refuse(path, f"is not in the format of clamh ({error})") from None
    if file.version != VERSION:
        raise _refuse(path, f"has version {file.version}, but this clamh reads version {VERSION}")
    return file


def _refuse(path: Path, what: str) -> InputError:
    return InputError(
        [Diagnostic(code="slice-lengths", message=f"{path} {what}", hint="remove it: slices are 5 ms long again")])
