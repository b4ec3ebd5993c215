"""Are baselines and bounds what a user meets: marked in every language, named in a report, told when they are not there?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clamh.judging.results_file import read_results
from clamh.languages import languages

SAMPLE = Path(__file__).parent.parent.parent / "docs" / "tutorial" / "samples" / "baselines"
SHORT = ("-f", "1", "-wi", "1", "-w", "1ms", "-i", "1", "-r", "1ms", "--no-lock", "--full")
NAMES = {"copy": "bound", "bybranch": "reference", "bytable": "", "firstword": ""}


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
def test_suite_is_compared_with_its_marked_or_named_baseline(clamh, tmp_path: Path) -> None:
    done = clamh("run", SAMPLE, *SHORT, "--strict", "--results", "run.ndjson", "-rf", "json", "-rff", "run.json")
    assert done.returncode == 0, done.stdout + done.stderr
    cases = {case.case.case_id: case.case for case in read_results(tmp_path / "run.ndjson").cases}
    assert sorted({(case.key, case.baseline) for case in cases.values()}) == sorted(NAMES.items()) and len(cases) == 4 * len(languages())
    assert [baseline.name for baseline in read_results(tmp_path / "run.ndjson").baselines] == ["by_branch", "copy"]
    for document in json.loads((tmp_path / "run.json").read_text()):
        ours, reference = document["clamh"], cases[document["clamh"]["ratio"]["reference"]]
        assert reference.key == "bybranch"
        assert (reference.platform == ours["platform"]) or ours["key"] == "bybranch"
        assert (ours["bound"] is None) == (ours["key"] == "copy")
        if ours["bound"]:
            bound = cases[ours["bound"]["reference"]]
            assert (bound.key, bound.platform) == ("copy", ours["platform"])
        # Of what is neither baseline nor bound. On a busy machine the few ns of firstWord may be no more than the loop costs.
        is_in_mean = not NAMES[ours["key"]] and not ours["ratio"]["reason"]
        assert [mean["benchmarks"] + mean["without"] for mean in ours["suite"]] == [2] * is_in_mean
    text = " ".join(done.stdout.split())
    for answer in ("by_branch baseline", "copy bound", "the baseline on the same platform"):
        assert answer in text, answer
    assert re.search(r"geometric mean of [12] benchmarks? in Java", text)
    named = clamh("report", "run.ndjson", "--full", "--baseline", "java/*")
    assert "Reference: java/" in " ".join(named.stdout.split()) and "times as fast as Java" in " ".join(named.stdout.split())
    assert "by_table baseline" in clamh("report", "run.ndjson", "--full", "--baseline", "Baselines.byTable").stdout
    wrong = clamh("report", "run.ndjson", "--baseline", "by_tables")
    assert wrong.returncode == 2 and "did you mean" in wrong.stderr


@pytest.mark.language("javascript")
def test_left_out_cases_are_reported_and_clamh_toml_is_read(clamh, tmp_path: Path) -> None:
    done = clamh("run", SAMPLE / "baselines.js", *SHORT, "--only", "byTable")
    assert done.returncode == 0 and "No ratio: the suite's baseline, byBranch, was not measured" in " ".join(done.stdout.split())
    refused = clamh("run", SAMPLE / "baselines.js", *SHORT, "--only", "byTable", "--baseline", "byBranch")
    assert refused.returncode == 2 and "--baseline: 'byBranch' is not a measured benchmark or platform" in refused.stderr
    (tmp_path / "new.js").write_text(f"//@@Benchmark\nfunction first() {{ return {id(tmp_path)}; }}\n")  # in no cache
    refused = clamh("run", "new.js", *SHORT, "--baseline", "frist")
    assert refused.returncode == 2 and "did you mean first?" in refused.stderr and "building" not in refused.stderr
    (tmp_path / "new.js").unlink()
    (tmp_path / "two.js").write_text("//@@Benchmark\nfunction one() { return 1; }\n//@@Benchmark\nfunction two() { return 2; }\n")
    (tmp_path / "clamh.toml").write_text('baseline = "two"\n')
    done = clamh("run", ".", *SHORT)
    assert done.returncode == 0 and "two baseline" in done.stdout, done.stdout + done.stderr
    (tmp_path / "clamh.toml").write_text('# our reference\nbaseline = "twoo"\n')
    refused = clamh("check", ".")
    assert refused.returncode == 2 and "clamh.toml:2:" in refused.stdout + refused.stderr
    assert "did you mean two?" in refused.stdout + refused.stderr
