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
    assert sorted(one.name for one in tmp_path.iterdir()) == ["Other.java", "README.md", "a b.cpp"]
