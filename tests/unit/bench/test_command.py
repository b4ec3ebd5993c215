"""Is a command timed in the environment of an installed package, and its failure told?"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.command import as_installed, clamh


def test_compiled_modules_are_kept() -> None:
    assert as_installed({"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/bin"}) == {"PATH": "/bin"}


def test_a_command_that_fails_is_no_figure(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="there is no verb 'lst'"):
        clamh(tmp_path, tmp_path, "lst")


def test_both_times_are_reported(tmp_path: Path) -> None:
    took = clamh(tmp_path, tmp_path, "--version")
    assert took.wall_s > 0 and took.cpu_s > 0
