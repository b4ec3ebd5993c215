"""How long the slices of contests are to be on this machine, where runs found 5 ms too short: $XDG_STATE_HOME/clamh/slices.json, of this user."""

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
    """Where the file is, there or not."""
    return calibrations.place().with_name("slices.json")


def load(machine: str, path: Path) -> dict[str, int]:
    """What is stored of a machine, by contest. Raises InputError when the file cannot be read or is not ours."""
    return _read(path).machines.get(machine, {})


def store(machine: str, lengths: Mapping[str, int], path: Path) -> None:
    """Puts these lengths in the place of those of the same contests. Raises InputError as `load`, OSError."""
    known = _read(path)
    known.machines[machine] = {**known.machines.get(machine, {}), **lengths}
    atomic.write(path, msgspec.json.format(msgspec.json.encode(known), indent=1))


def _read(path: Path) -> _File:
    try:
        known = msgspec.json.decode(path.read_bytes(), type=_File)
    except FileNotFoundError:
        return _File(version=VERSION)
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(path, f"is not what clamh wrote ({error})") from None
    if known.version != VERSION:
        raise _refused(path, f"has version {known.version}, this clamh knows {VERSION}")
    return known


def _refused(path: Path, what: str) -> InputError:
    return InputError([Diagnostic(code="slice-lengths", message=f"{path} {what}", mend="remove it: slices are 5 ms long again")])
