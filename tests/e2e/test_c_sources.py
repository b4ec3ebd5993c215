"""Are C files of a C++ suite compiled as C, by the compiler that belongs to it, and those with benchmarks as sources of their own?"""

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


@pytest.mark.language("c")
def test_a_c_file_with_benchmarks_is_a_source_and_its_companion_stays_one(clamh, suite: Path) -> None:
    (suite / "suite.c").write_text("int times(int);\n//@@State(Scope.Thread)\ntypedef struct {\n    //@@Param(\"2\")\n    int n;\n} In;\n"
                                   "//@@Benchmark\nint work(In *in) { return times(in->n); }\n")
    (suite / "clamh.toml").write_text('[cpp]\nsources = ["work.c"]\n\n[c]\nsources = ["work.c"]\n')
    done = clamh("run", "--dry", "suite.cpp", "suite.c")
    assert done.returncode == 0 and done.stdout.count("i:4") == 2, done.stderr
    done = clamh("build", ".")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in suite.glob("run_*")) == ["run_suite", "run_suite_c"]


@pytest.mark.language("c")
def test_what_is_wrong_in_a_c_source_has_the_users_line(clamh, tmp_path: Path) -> None:
    for text, place in (
        ("//@@Benchmark\nint f(void) {\n    return y;\n}\n", "x.c:3:12: error:"),
        ("//@@State(Scope.Thread)\nstruct S {\n    //@@Param(\"1\")\n    void *p;\n};\n//@@Benchmark\nint f(struct S *s) { return s != 0; }\n",
         "x.c:4:1: error: static assertion failed: \"CLAMH: the type of a param"),
        ("//@@Setup\nint g(int (*h)(void)) { return h(); }\n//@@Benchmark\nint f(void) { return 1; }\n", "x.c:2:5: error: g takes int"),
        ("#define AND_MORE , int more\n//@@State(Scope.Thread)\nstruct S { int n; };\n//@@Benchmark\nint f(struct S *s AND_MORE) { return more; }\n", "x.c:5:1: error:"),
    ):
        (tmp_path / "x.c").write_text(text)
        done = clamh("run", "--dry", "x.c")
        assert done.returncode == 2 and place in done.stderr, done.stderr
