"""Does a build that finds no room say where and what to do, and does every other error stay as it is?"""

from __future__ import annotations

import errno
import os
from collections import namedtuple
from pathlib import Path

import pytest

from clamh.building import full_disk
from clamh.building.full_disk import HINT, explain_full_disk
from clamh.model.errors import BuildError, InputError

Known = namedtuple("Known", ["f_bavail", "f_frsize", "f_blocks"])
ROOMY, FULL, UNKNOWN = Known(1 << 20, 4096, 1 << 21), Known(15, 4096, 1 << 21), Known(0, 4096, 0)


def raise_in(folder: Path, error: Exception) -> None:
    with explain_full_disk(folder):
        raise error


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_an_error_of_the_system_names_the_folder(number: int, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        raise_in(tmp_path, OSError(number, os.strerror(number)))
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"no space left to build in {tmp_path}: {os.strerror(number)}", HINT)


@pytest.mark.parametrize(("known", "output", "explained"), [
    (ROOMY, "syntax error", False), (UNKNOWN, "syntax error", False), (FULL, "syntax error", True),
    (ROOMY, "as: No space left on device", True), (ROOMY, "Disk quota exceeded", True),
])
def test_a_compiler_that_finds_no_room_keeps_its_words(
    known: Known, output: str, explained: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_disk.os, "statvfs", lambda folder: known)
    monkeypatch.setenv("TMPDIR", "/temporary")
    with pytest.raises(BuildError) as raised:
        raise_in(tmp_path, BuildError("compile", output, "cc x.c", "include it"))
    place = tmp_path if known == FULL else f"{tmp_path} or /temporary"  # which of them is full is not known
    title, hint = (f"compile: no space left in {place}", HINT) if explained else ("compile", "include it")
    assert (raised.value.title, raised.value.output, raised.value.command, raised.value.hint) == (title, output, "cc x.c", hint)


def test_other_errors_stay_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(PermissionError):
        raise_in(tmp_path, PermissionError(errno.EACCES, "Permission denied"))
