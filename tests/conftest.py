"""Fixtures that several kinds of tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_plans import IMPATIENT, only_work

from clamh.execute import execute
from clamh.model import Plan
from clamh.options import Options
from clamh.results import Run, read


@pytest.fixture
def measure(tmp_path: Path) -> Callable[..., Run]:
    """Executes a plan, `work` with the named miniature as its worker; the results file, read again."""

    def measure(plan: Plan, miniature: str, options: Options = Options(), **more: object) -> Run:
        arguments = {"limits": IMPATIENT, "lock": tmp_path / "lock", "runs": tmp_path / "runs", **more}
        return read(execute(plan, options, command=only_work(miniature), **arguments))

    return measure
