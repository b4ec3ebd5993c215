"""Does each source of docs/how-to/self-checks show the fault that it is called after?"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from clamh.judging.machine import warn_of_other_machine
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.advice import HINTS

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "how-to" / "self-checks"
RECORDED = read_results(FOLDER / "recorded.ndjson")
ROWS = {row.key: {warning.code for warning in row.warnings} for row in summarise(RECORDED, 0.95).rows}
MESSAGES = {row.key: " ".join(warning.message for warning in row.warnings) for row in summarise(RECORDED, 0.95).rows}
LIVE = {"interval-too-short", "below-floor", "not-linear"}  # tests/e2e/test_self_checks.py runs these
# What issue 5 asks for after measuring.
AFTER = {"interval-too-short", "high-variance", "trend", "not-steady", "forks-disagree", "several-modes", "autocorrelation",
         "cpu-speed-moved", "machine-busy", "below-floor", "not-linear", "beats-bound", "noisy-stderr", "other-machine"}


@pytest.mark.parametrize("code", sorted(AFTER - LIVE - {"cpu-speed-moved", "machine-busy", "beats-bound", "other-machine"}))
def test_the_recorded_run_of_a_source_has_its_warning(code: str) -> None:
    (found,) = (codes for key, codes in ROWS.items() if key.replace("_", "") == code.replace("-", ""))
    # The speed of that source changes too, and one disturbance is told once.
    assert code in found or code == "high-variance" and "iterations of one fork differ by" in MESSAGES["highvariance"]


def test_the_machine_was_busy() -> None:
    assert {"machine-busy"} <= {warning.code for warning in summarise(RECORDED, 0.95).machine}


def test_another_machine_is_reported() -> None:
    lab = read_results(FOLDER / "recorded.ndjson")
    header = type(lab.header)(**{name: getattr(lab.header, name) for name in lab.header.__struct_fields__}
                              | {"fingerprint": "0123", "environment": lab.header.environment | {"host": "lab"}})
    warning = warn_of_other_machine(RECORDED, type(lab)(**{name: getattr(lab, name) for name in lab.__struct_fields__} | {"header": header}))
    assert warning is not None and warning.code == "other-machine"
    assert warn_of_other_machine(RECORDED, RECORDED) is None


def test_the_recorded_runs_are_of_these_sources() -> None:
    found = {path: hashlib.sha256((ROOT / path).read_bytes()).hexdigest() for path in RECORDED.header.sources}
    assert found == RECORDED.header.sources


def test_the_page_has_every_check_and_every_source() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert AFTER <= set(re.findall(r"`([a-z-]+)`", page)) and AFTER <= set(HINTS)
    named = {link.partition("/")[0] for link in re.findall(r"\]\(([a-z_]+(?:/[a-z_]+)?\.\w+)\)", page)}
    assert named == {path.name for path in FOLDER.iterdir()} - {"README.md", "recorded.ndjson"}
