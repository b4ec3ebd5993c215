"""Does calibrating end in a floor that later runs and reports of them know, and is every wrong use said?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_sources import TWO_VALUES

Clamh = Callable[..., "CompletedProcess[str]"]
SHORT = ("-f", "3", "-wi", "1", "-i", "1", "-w", "5ms", "-r", "5ms", "--no-lock")


@pytest.mark.language("cpp")
def test_what_was_calibrated_stands_beside_later_scores(clamh: Clamh, tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    process = clamh("calibrate", "one.cpp", *SHORT, "--comparisons", "3")
    assert process.returncode == 0, process.stderr
    assert "24 forks" in process.stderr and "2 comparisons take turns" in process.stderr  # 2 cases, 2 comparisons each, 2 sides of 3
    stdout = process.stdout
    assert "A/A on this machine: two processes of the same artifact, in turns" in stdout and "exact upper bound" in stdout
    stored = tmp_path / "state/clamh/calibrations.json"
    ((machine, (in_turns,)),) = json.loads(stored.read_text())["machines"].items()
    kind = itemgetter("mode", "forks", "comparisons", "in_turns")
    assert kind(in_turns) == ("avgt", 3, 4, True)
    assert not (tmp_path / ".clamh/runs").exists() and len(list((tmp_path / ".clamh/calibrations").glob("*.ndjson"))) == 1
    raw = clamh("report", "--full", ".clamh/calibrations/latest")
    assert raw.returncode == 0 and {f"{in_turns['platform']} {build}" in raw.stdout for build in "ab"} == {True}, raw.stderr

    in_turns["floor"] = 0.5  # so much that nothing is faster
    stored.write_text(json.dumps({"version": 1, "machines": {machine: [in_turns]}}))
    live = clamh("compare", "--live", "one.cpp", "one.cpp", *SHORT)
    assert live.returncode == 0 and "Differences below 65 % are noise" in live.stdout, live.stderr
    ran = clamh("run", "one.cpp", *SHORT, "--full")  # a single platform takes no turns
    assert "was not calibrated for 1 unbound thread (clamh calibrate -t 1 --no-live)" in " ".join(ran.stdout.split())
    process = clamh("calibrate", "one.cpp", *SHORT, "--comparisons", "3", "--no-live")
    assert process.returncode == 0 and "24 forks" in process.stderr and "contests" not in process.stderr, process.stderr
    records = json.loads(stored.read_text())["machines"][machine]
    assert records[0] == in_turns and kind(records[1]) == ("avgt", 3, 4, False)

    records[0]["floor"], records[1]["floor"] = 0.9, 0.5  # the floor of turns applies to no row of a single platform
    stored.write_text(json.dumps({"version": 1, "machines": {machine: records, "other": []}}))
    ran = clamh("run", "one.cpp", *SHORT, "--full", "-rf", "json", "-rff", "out.json")
    assert ran.returncode == 0, ran.stderr
    line = "This machine: differences below 65 % are noise; with 3 forks"
    assert line in ran.stdout and "4 A/A comparisons)" in " ".join(ran.stdout.split())
    assert {document["clamh"]["noise_floor"] for document in json.loads((tmp_path / "out.json").read_text())} == {0.5}
    stored.unlink()
    assert line in clamh("report", "--full").stdout  # elsewhere too
    again = clamh("run", "--resume", ".clamh/calibrations/latest")
    assert again.returncode == 2 and "`clamh calibrate` began it, and only `clamh run` can be resumed" in again.stderr
    stored.write_text("{")
    refused = clamh("calibrate", "one.cpp", *SHORT)
    assert refused.returncode == 2 and str(stored) in refused.stderr and stored.read_text() == "{"


@pytest.mark.language("cpp")
@pytest.mark.parametrize(("argv", "words"), [
    (("-f", "2"), "give -f 3 or more"), (("--comparisons", "0"), "--comparisons: '0' is not an integer"),
    (("--comparisons", "many"), "--comparisons: 'many'"), (("--precision", "1%"), "--precision has no effect here"),
    (("-prof", "rusage"), "-prof has no effect here"), (("--budget", "5m"), "--budget has no effect here"),
    (("--spread", "5s"), "--spread has no effect here"), (("--between-runs", "1"), "--between-runs: '1' is not an integer of at least 3"),
    (("--between-runs", "3", "--seed", "4"), "--seed cannot be used with --between-runs")])
def test_wrong_uses_are_reported_before_measuring(clamh: Clamh, tmp_path: Path, argv: tuple[str, ...], words: str) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    process = clamh("calibrate", "one.cpp", *argv)
    assert process.returncode == 2 and words in process.stderr, process.stderr
    assert not (tmp_path / ".clamh/calibrations").exists() and not (tmp_path / "state").exists()


@pytest.mark.language("cpp")
def test_two_files_are_compared_by_what_was_calibrated_between_runs(clamh: Clamh, tmp_path: Path) -> None:
    work = "unsigned t = 1; for (int i = 0; i < 3000; ++i) t = t * 31 + input.n; return t;"  # far above the floor
    (tmp_path / "one.cpp").write_text(TWO_VALUES.replace("return input.n;", work))
    for name in ("a", "b"):
        assert clamh("run", "one.cpp", *SHORT, "--results", f"{name}.ndjson").returncode == 0
    first = clamh("compare", "a.ndjson", "b.ndjson")
    assert first.stdout.startswith("not measured together: differences below a factor of 2 are undecided")
    process = clamh("calibrate", "one.cpp", *SHORT, "--between-runs", "3", "--spread", "0s")
    assert process.returncode == 0, process.stderr
    assert "run 3 of 3" in process.stderr and "[short-spread]" in process.stderr
    assert len(list((tmp_path / ".clamh/calibrations").glob("*.ndjson"))) == 3
    (stored,) = json.loads((tmp_path / "state/clamh/calibrations.json").read_text())["shifts"]
    assert (stored["runs"], stored["cases"], stored["forks"], stored["in_turns"]) == (3, 2, 3, False)
    seeds = {json.loads(path.read_text().splitlines()[0])["seed"] for path in (tmp_path / ".clamh/calibrations").glob("*Z*.ndjson")}
    assert len(seeds) == 3
    later = clamh("compare", "a.ndjson", "b.ndjson", "-rf", "json", "-rff", "out.json")
    assert "not measured together: differences" not in later.stdout
    assert "how far scores of the same code move between runs here" in " ".join(later.stdout.split()) and "too short" in " ".join(later.stdout.split())
    shifts = {row["ratio"]["shift"] for row in json.loads((tmp_path / "out.json").read_text())["rows"]}
    assert len(shifts) == 1 and shifts.pop() > 0
    assert clamh("run", "one.cpp", *SHORT, "--results", "c.ndjson").returncode == 0
    (tmp_path / "state/clamh/calibrations.json").unlink()  # elsewhere the file says it
    assert clamh("compare", "a.ndjson", "c.ndjson").stdout.count("not measured together: differences") == 0
    assert clamh("compare", "a.ndjson", "b.ndjson").stdout.count("not measured together: differences") == 1
    (tmp_path / "state/clamh/calibrations.json").write_text("{")
    same = re.sub(r'"pid":\d+', '"pid":1', (tmp_path / "a.ndjson").read_text())  # other processes, for all that is known, exactly as fast
    (tmp_path / "same.ndjson").write_text(same)
    damaged = clamh("gate", "a.ndjson", "same.ndjson")
    assert damaged.returncode == 5 and "is not in the format of clamh" in damaged.stderr
