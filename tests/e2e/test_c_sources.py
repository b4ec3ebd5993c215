"""Are C files of a C++ suite compiled as C, by the compiler that belongs to it?"""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = [pytest.mark.language("cpp"), pytest.mark.slow]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "factor.h").write_text("#define FACTOR 2\n")
    (tmp_path / "work.c").write_text('#include "factor.h"\nint times(int x) { int class = FACTOR; return class * x; }\n')  # no C++
    (tmp_path / "suite.cpp").write_text('extern "C" int times(int);\n//@@State(Scope.Thread)\nstruct In { int n = 2; };\n//@@Benchmark\nint work(In &in) { return times(in.n); }\n')
    (tmp_path / "clamh.toml").write_text('[cpp]\nsources = ["work.c"]\n')
    return tmp_path


def value(done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def test_a_c_file_and_its_header_are_part_of_the_artifact(clamh, suite: Path) -> None:
    assert value(clamh("run", "--dry", "suite.cpp")) == "i:4"
    (suite / "factor.h").write_text("#define FACTOR 3\n")
    assert value(clamh("run", "--dry", "suite.cpp")) == "i:6"
    (suite / "clamh.toml").unlink()
    assert value(clamh("run", "--dry", "suite.cpp", "work.c")) == "i:6"


def test_what_is_wrong_in_it_has_its_line_and_what_is_no_source_is_refused(clamh, suite: Path) -> None:
    (suite / "work.c").write_text("int times(int x) { return y; }\n")
    done = clamh("run", "--dry", "suite.cpp")
    assert done.returncode == 2 and "work.c:1:27: error:" in done.stderr
    (suite / "work.f90").touch()
    (suite / "clamh.toml").write_text('[cpp]\nsources = ["work.f90"]\n')
    done = clamh("run", "--dry", "suite.cpp")
    assert done.returncode == 2 and "clamh.toml:2:1: error: 'work.f90' in sources is not a file that C++ compiles" in done.stderr
