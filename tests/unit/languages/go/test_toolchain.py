"""Which Go is taken, what is said when there is none, and how is a wrapper built?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.base import Captured
from clamh.languages.go import toolchain
from clamh.languages.go.toolchain import MEND, _level
from clamh.model.artifacts import Platform
from clamh.model.sources import SourceFile, Unit, Wrapper

V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """programs(name=version): executables in a folder; returns PATH and what running one prints."""
    monkeypatch.setattr(toolchain, "_go_of_wheel", lambda: None)
    monkeypatch.setattr(toolchain, "_features", lambda: frozenset(V3))

    def programs(**versions: str):
        for name in versions:
            (tmp_path / name).touch(0o755)
        said = {name: f"go version {version} linux/amd64\n" if version.startswith("go1") else version for name, version in versions.items()}
        return str(tmp_path), lambda argv: Captured(code=0, output=said[Path(argv[0]).name])

    return programs


def test_what_GO_names_comes_first_with_its_flags(programs) -> None:
    path, run = programs(go="go1.24.1", other="go1.26.8")
    found, skipped = toolchain.find({"PATH": path, "GO": "other -race"}, run)
    assert [(one.id, one.version, one.extra) for one in found] == [("go/go-1.26", "1.26.8", ("-race",)), ("go/go-1.24", "1.24.1", ())]
    assert found[0].flags == ("GOAMD64=v3", *toolchain.DEFAULT_FLAGS, toolchain.ALIGN, "-race") and found[0].optimisation == "-race" and skipped == []


def test_the_one_of_the_package_beside_us_is_found_where_that_on_PATH_is_too_old(programs, tmp_path: Path, monkeypatch) -> None:  # noqa: ANN001
    path, run = programs(go="go1.19.8", wheel="go1.23")
    monkeypatch.setattr(toolchain, "_go_of_wheel", lambda: str(tmp_path / "wheel"))
    found, skipped = toolchain.find({"PATH": path}, run)
    assert [(one.id, one.version) for one in found] == [("go/go-1.23", "1.23")] and skipped == []


@pytest.mark.parametrize(("environ", "versions", "reason"), [
    ({}, {}, "no go command is on PATH"),
    ({}, {"go": "go1.19.8"}, "it is Go 1.19.8, and 1.22 is the oldest"),
    ({}, {"go": "board game\n"}, "cannot be used: board game"),
    ({"GO": "nothing"}, {"go": "go1.26.8"}, "GO=nothing cannot be used: there is no such program"),
])
def test_a_go_that_cannot_be_used_is_a_skip_that_names_the_line_to_type(programs, environ, versions, reason) -> None:
    path, run = programs(**versions)
    _, (skip,) = toolchain.find({"PATH": path, **environ}, run)
    assert reason in skip.reason and MEND in skip.mend and "install" in MEND


@pytest.mark.parametrize(("features", "level"), [(set(), "v1"), (V2, "v2"), (V3 - {"fma"}, "v2"), (V3, "v3"), (V4, "v4"), (V4 - V2, "v1")])
def test_the_level_of_x86_is_the_highest_that_is_there_with_all_below(features: set[str], level: str) -> None:
    assert _level(features) == level


def test_a_level_that_the_user_asks_for_is_another_target(programs) -> None:
    path, run = programs(go="go1.26.8")
    one, = toolchain.find({"PATH": path, "GOAMD64": "v1"}, run)[0]
    assert (one.flags[0], one.target) == ("GOAMD64=v1", "GOAMD64=v1")
    one, = toolchain.find({"PATH": path, "GOAMD64": "v3"}, run)[0]
    assert one.target == ""


def test_functions_are_aligned_where_the_linker_can_and_nothing_else_is_asked_of_it(programs) -> None:
    for version, flags, aligned in (("go1.26.8", "", True), ("go1.25.1", "", False), ("go1.26.8", " -ldflags=-s", False)):
        path, run = programs(go=version)
        one, = toolchain.find({"PATH": path, "GO": f"go{flags}"}, run)[0]
        assert (toolchain.ALIGN in one.flags) == aligned


def platform(*flags: str, minor: int = 26) -> Platform:
    return Platform(id="go/go-1.26", language="go", executable="go", version="1.26", flags=("GOAMD64=v3", *toolchain.DEFAULT_FLAGS, *flags),
                    facts={"architecture": "amd64", "major": 1, "minor": minor})


@pytest.fixture
def wrapper(tmp_path: Path) -> Wrapper:
    source = SourceFile(path=str(tmp_path / "sums.go"), language="go", sha256="", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    return Wrapper(unit=unit, files={"main.go": 'import _ "clamh.artifact/user"\n'}, entry="main.go")


def test_the_level_is_in_the_environment_and_no_network_is_asked_for(wrapper: Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOCACHE")
    written, built = toolchain.build(wrapper, platform("-race"), Path("/cache")).steps
    assert built.argv == ("go", "build", *toolchain.DEFAULT_FLAGS, "-race", "-o", "run_sums", "clamh.artifact")
    assert built.env["GOAMD64"] == "v3" and built.env["GOTOOLCHAIN"] == "local" and built.env["GOCACHE"] == "/cache/go-build"
    assert built.env["GOWORK"] == f"/cache/{written.key}/go.work"
    assert "ID: \"go/go-1.26\"" in written.files["platform.go"] and "Optimised: true" in written.files["platform.go"]


@pytest.mark.parametrize("flag", ["-gcflags=-N", "-gcflags=all=-N -l", "-gcflags=-l"])
def test_code_that_is_not_optimised_says_so(wrapper: Wrapper, flag: str) -> None:
    written = toolchain.build(wrapper, platform(flag), Path("/cache")).steps[0]
    assert "Optimised: false" in written.files["platform.go"]


def test_layouts_are_linked_in_other_orders_where_the_linker_can(wrapper: Wrapper) -> None:
    made = toolchain.build(wrapper, platform(), Path("/cache"))
    assert [(step.argv[5], step.outputs) for step in made.layouts[:2]] == [
        ("-ldflags=-randlayout=1", ("run_sums.1",)), ("-ldflags=-randlayout=2", ("run_sums.2",))]
    assert made.one_layout == ""
    aligned = toolchain.build(wrapper, platform(toolchain.ALIGN), Path("/cache"))
    assert aligned.layouts[0].argv[6] == "-ldflags=-funcalign=64 -randlayout=1"
    old = toolchain.build(wrapper, platform(minor=22), Path("/cache"))
    assert old.layouts == () and "1.23" in old.one_layout
    assert toolchain.build(wrapper, platform("-ldflags=-s"), Path("/cache")).layouts == ()


def test_an_artifact_of_a_module_stands_in_it_and_has_what_it_requires(wrapper: Wrapper, tmp_path: Path) -> None:
    (tmp_path / "go.mod").write_text("""module example.org/m // a remark

go 1.24

require (
\texample.org/a v1.2.3 // indirect
\tclamh v0.0.0
)
require example.org/b v0.1.0
replace example.org/b => ./b
replace clamh => ../elsewhere
exclude example.org/a v1.0.0
""")
    (tmp_path / "go.sum").write_text("example.org/a v1.2.3 h1:x=\n")
    (tmp_path / "more.go").write_text("package m\n")
    written, built = toolchain.build(wrapper, platform(f"-modfile={tmp_path}/go.mod"), Path("/cache")).steps
    assert written.files["main.go"] == 'import _ "example.org/m/clamh.artifact/user"\n' and built.argv[-1] == "example.org/m/clamh.artifact"
    assert written.files["go.mod"].splitlines() == [
        "module example.org/m/clamh.artifact", "", "go 1.24", "require clamh v0.0.0", f'replace clamh => "{toolchain.RUNTIME}"',
        "require example.org/m v0.0.0", f'replace example.org/m => "{tmp_path}"', "require example.org/a v1.2.3",
        "require example.org/b v0.1.0", f'replace example.org/b => "{tmp_path}/b"', "exclude example.org/a v1.0.0"]
    assert written.files["go.sum"] == "example.org/a v1.2.3 h1:x=\n"
    assert {Path(one).name for one in built.reads} == {"more.go", "go.mod", "go.sum"}
    assert not any(word.startswith("-modfile") for word in built.argv)
