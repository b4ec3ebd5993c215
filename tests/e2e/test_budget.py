"""Is a budget kept by the real command line, and what came of it in every form of the report?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_sources import TWO_VALUES

Clamh = Callable[..., "CompletedProcess[str]"]


@pytest.mark.language("cpp")
def test_a_budget_is_kept_and_what_it_has_no_time_for_is_named(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    brief = ("-wi", "1", "-i", "1", "-w", "5ms", "-r", "5ms", "--no-lock", "-rf", "json", "-rff", "out.json")
    process = clamh("run", "one.cpp", "--precision", "100%", "--budget", "50s", *brief)
    assert process.returncode == 0, process.stderr
    assert "then more rounds until ±100 %, 50 s at most" in process.stderr
    assert "Requested: ±100 % within 50 s; reached in" in " ".join(process.stdout.split())
    for document in json.loads((tmp_path / "out.json").read_text()):
        assert document["forks"] >= 1 and document["clamh"]["asked"]["precision"] == 1.0
        assert document["clamh"]["asked"]["elapsed_s"] <= 51 and document["clamh"]["asked"]["ended"] in ("reached", "budget")

    short = clamh("run", "one.cpp", "--budget", "1s", "-r", "30s", "--no-lock")
    assert short.returncode == 1, short.stderr
    assert "the budget is too short for one fork of each case; probably not measured: one on cpp/" in short.stderr
    assert "2 rows not measured" in " ".join(short.stdout.split()) and "Aim" in short.stdout and "not-measured" in short.stdout
