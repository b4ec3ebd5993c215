"""Is nothing stale when a variable changes what is built, and is what acts on a run told?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.judging.results_file import read_results

SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")
pytestmark = pytest.mark.slow


def value(done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


@pytest.mark.language("cpp")
def test_another_header_or_flag_of_the_environment_is_another_build(clamh, tmp_path: Path) -> None:
    for number, folder in enumerate(("a", "b"), 1):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "v.h").write_text(f"#define V {number}\n")
    (tmp_path / "x.cpp").write_text("#include <v.h>\n#ifdef MORE\n#define ADD 10\n#else\n#define ADD 0\n#endif\n//@@Benchmark\nint add() { return V + ADD; }\n")
    for variables, expected in (({"CPATH": "a"}, "i:1"), ({"CPATH": "b"}, "i:2"), ({"CPATH": "b", "CXXFLAGS": "-DMORE"}, "i:12"), ({"CPATH": "a"}, "i:1"),
                                ({"CPATH": ".:b"}, "i:2")):
        assert value(clamh("run", "--dry", "x.cpp", variables=variables)) == expected, variables
    (tmp_path / "v.h").write_text("#define V 3\n")  # found earlier than b/v.h from now on
    assert value(clamh("run", "--dry", "x.cpp", variables={"CPATH": ".:b"})) == "i:3"
    for variables, words in (({"CXXFLAGS": '-O"'}, "No closing quotation"), ({"CXXFLAGS": "-nosuch"}, "does not start with the flags -nosuch of CXXFLAGS")):
        wrong = clamh("run", "--dry", "x.cpp", variables=variables)
        assert wrong.returncode == 2 and words in wrong.stderr


@pytest.mark.language("rust")
def test_what_a_rust_source_reads_of_the_environment_is_never_stale(clamh, tmp_path: Path) -> None:
    (tmp_path / "y.rs").write_text('//@@Benchmark\nfn add() -> i32 { option_env!("MY_NUMBER").map_or(0, |t| t.parse().unwrap()) + if cfg!(more) { 10 } else { 0 } }\n')
    for variables, expected in (({}, "i:0"), ({"MY_NUMBER": "5"}, "i:5"), ({"MY_NUMBER": "6", "RUSTFLAGS": "--cfg more"}, "i:16")):
        assert value(clamh("run", "--dry", "y.rs", variables=variables)) == expected


@pytest.mark.language("go")
def test_goflags_are_honoured(clamh, tmp_path: Path) -> None:
    (tmp_path / "z.go").write_text("package z\n\n//@@Benchmark\nfunc add() int { return more }\n")
    (tmp_path / "z_less.go").write_text("//go:build !more\n\npackage z\n\nconst more = 0\n")
    (tmp_path / "z_more.go").write_text("//go:build more\n\npackage z\n\nconst more = 10\n")
    for variables, expected in (({}, "i:0"), ({"GOFLAGS": "-tags=more"}, "i:10")):
        assert value(clamh("run", "--dry", "z.go", "z_less.go", "z_more.go", variables=variables)) == expected


@pytest.mark.language("javascript")
def test_what_acts_on_workers_is_recorded_warned_of_and_a_term(clamh, tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("//@@Benchmark\nfunction add() { return 1; }\n")
    for name, variables in (("one", {"NODE_OPTIONS": "--max-old-space-size=900", "GOGC": "off"}), ("other", {})):
        done = clamh("run", *SHORT, "--results", f"{name}.ndjson", "a.js", env={"TZ": "", "LC_ALL": "", "OMP_NUM_THREADS": "", **variables})
        assert done.returncode == 0, done.stderr
        assert ("environment: Environment variables affect" in " ".join(done.stdout.split())) is (name == "one")
    recorded = read_results(tmp_path / "one.ndjson").header.environment["variables"]
    assert recorded["NODE_OPTIONS"] == "--max-old-space-size=900" and "GOGC" not in recorded  # which acts on no JavaScript
    compared = " ".join(clamh("compare", "one.ndjson", "other.ndjson").stdout.split())
    assert "NODE_OPTIONS --max-old-space-size=900 against unset" in compared
