"""JSON files that keep what was found on this user's machines; each carries a version."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from clamh.machine import atomic
from clamh.model.diagnostics import input_error

VERSION = 1


class Store(msgspec.Struct):
    """The content of such a file."""

    version: int


Content = TypeVar("Content", bound=Store)


def read_store(path: Path, kind: type[Content], code: str, hint: str) -> Content:
    """The content of the file, empty where there is none. Raises InputError with this code and hint if the file cannot
    be read or is not ours.
    """
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=Store).version
        if version == VERSION:
            return msgspec.json.decode(data, type=kind)
        problem = f"has version {version}, but this clamh reads version {VERSION}"
    except FileNotFoundError:
        return kind(version=VERSION)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        problem = f"is not in the format of clamh ({error})"
    raise input_error(code, f"{path} {problem}", hint)


def write_store(path: Path, content: Store) -> None:
    """Replaces the file atomically. Raises OSError."""
    atomic.write(path, msgspec.json.format(msgspec.json.encode(content), indent=1))
