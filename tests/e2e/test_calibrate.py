"""Does calibrating end in a floor that later runs and reports of them know, and is every wrong use said?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_sources import TWO_VALUES

Clamh = Callable[..., "CompletedProcess[str]"]
SHORT = ("-f", "3", "-wi", "1", "-i", "1", "-w", "5ms", "-r", "5ms", "--no-lock")


@pytest.mark.language("cpp")
def test_what_was_calibrated_stands_beside_later_scores(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    done = clamh("calibrate", "one.cpp", *SHORT, "--comparisons", "3")
    assert done.returncode == 0, done.stderr
    assert "24 forks" in done.stderr  # 2 cases, 2 comparisons each, 2 sides of 3
    told = done.stdout
    assert "A/A on this machine" in told and "exact upper bound" in told
    stored = tmp_path / "state/clamh/calibrations.json"
    ((machine, records),) = json.loads(stored.read_text())["machines"].items()
    assert [(one["mode"], one["forks"], one["comparisons"]) for one in records] == [("avgt", 3, 4)]
    assert not (tmp_path / ".clamh/runs").exists() and len(list((tmp_path / ".clamh/calibrations").glob("*.ndjson"))) == 1

    records[0]["floor"] = 0.5  # so much that nothing is faster
    stored.write_text(json.dumps({"version": 1, "machines": {machine: records, "other": []}}))
    ran = clamh("run", "one.cpp", *SHORT, "--full", "-rf", "json", "-rff", "out.json")
    assert ran.returncode == 0, ran.stderr
    line = "This machine: differences below 65 % are noise; with 3 forks"
    assert line in ran.stdout and "4 A/A comparisons)" in " ".join(ran.stdout.split())
    assert {one["clamh"]["noise_floor"] for one in json.loads((tmp_path / "out.json").read_text())} == {0.5}
    stored.unlink()
    assert line in clamh("report", "--full").stdout  # elsewhere too
    again = clamh("run", "--resume", ".clamh/calibrations/latest")
    assert again.returncode == 2 and "it was begun by `clamh calibrate`, which is not gone on with" in again.stderr
    stored.write_text("{")
    refused = clamh("calibrate", "one.cpp", *SHORT)
    assert refused.returncode == 2 and str(stored) in refused.stderr and stored.read_text() == "{"


@pytest.mark.language("cpp")
@pytest.mark.parametrize(("argv", "words"), [
    (("-f", "2"), "give -f 3 or more"), (("--comparisons", "0"), "--comparisons: '0' is not a whole number"),
    (("--comparisons", "many"), "--comparisons: 'many'"), (("--precision", "1%"), "--precision has no meaning here"),
    (("--budget", "5m"), "--budget has no meaning here"), (("--no-live",), "unrecognized argument: --no-live")])
def test_wrong_uses_are_said_before_anything_is_measured(clamh: Clamh, tmp_path: Path, argv: tuple[str, ...], words: str) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    done = clamh("calibrate", "one.cpp", *argv)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert not (tmp_path / ".clamh/calibrations").exists() and not (tmp_path / "state").exists()
