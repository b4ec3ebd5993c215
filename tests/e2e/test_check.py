"""Does `clamh check` give an editor or a commit hook what it reads, and build nothing?"""

from __future__ import annotations

import re
from pathlib import Path


def test_a_commit_of_many_files_is_checked_in_one_go(clamh, tmp_path: Path) -> None:  # noqa: ANN001
    (tmp_path / "a b.cpp").write_text("//@@Benchmrk\nint a() { return 1; }\n//@@Benchmark\nint b() { return 1; }\n")
    (tmp_path / "Other.java").write_text("class Other { @Override public String toString() { return \"\"; } }\n")
    (tmp_path / "README.md").write_text("@Benchmrk\n")
    done = clamh("check", "README.md", "a b.cpp", "Other.java")
    assert (done.returncode, done.stderr) == (2, "")
    (line,) = done.stdout.splitlines()
    assert re.match(r"a b\.cpp:1:1: error: ", line) and line.endswith("[unknown-annotation]")
    (tmp_path / "a b.cpp").write_text("//@@Benchmark\nint a() { return 1; }\n")
    done = clamh("check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Other.java", "README.md", "a b.cpp"]


def test_unknown_name_in_clamh_toml_is_reported_for_a_whole_folder(clamh, tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("//@@Benchmark\nint total() { return 1; }\n")
    (tmp_path / "b.js").write_text("//@@Benchmark\nfunction sum() { return 1; }\n")
    (tmp_path / "clamh.toml").write_text('[same]\nsum = "total"\ntotals = "sum"\n')
    done = clamh("check")
    text = "[same] of clamh.toml: 'totals' is neither a benchmark nor a param (did you mean total?)"
    assert (done.returncode, done.stdout) == (2, f"clamh.toml:3:1: error: {text} [same-names]\n")
    assert (clamh("check", "b.js").returncode, clamh("list").returncode) == (0, 2)
