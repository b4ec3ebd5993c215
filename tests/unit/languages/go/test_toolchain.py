"""Which Go is used, what is reported without one, and how is a wrapper built?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from clamh.languages.base import Captured
from clamh.languages.go import profiler, toolchain
from clamh.languages.go.toolchain import INSTALL_HINT, _level
from clamh.model.artifacts import Platform
from clamh.model.sources import Declaration, Location, Parsed, SourceFile, Unit, Wrapper

V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """programs(name=version): executables in a folder; returns PATH and what running one prints."""
    monkeypatch.setattr(toolchain, "program_of_wheel", lambda wheel, path: [])
    monkeypatch.setattr(toolchain, "_features", lambda: frozenset(V3))

    def programs(**versions: str):
        for name in versions:
            (tmp_path / name).touch(0o755)
        outputs = {name: f"go version {version} linux/amd64\n" if version.startswith("go1") else version for name, version in versions.items()}
        return str(tmp_path), lambda argv: Captured(code=0, output=outputs[Path(argv[-2]).name])

    return programs


def test_what_GO_names_comes_first_with_its_flags(programs) -> None:
    path, run = programs(go="go1.24.1", other="go1.26.8")
    platforms, skipped = toolchain.find({"PATH": path, "GO": "other -race"}, run)
    assert [(platform.id, platform.version, platform.extra) for platform in platforms] == [("go/go-1.26", "1.26.8", ("-race",)), ("go/go-1.24", "1.24.1", ())]
    assert platforms[0].flags == ("GOAMD64=v3", *toolchain.DEFAULT_FLAGS, toolchain.ALIGN, "-race") and platforms[0].optimisation == "-race" and skipped == []


def test_version_is_that_of_the_program_in_a_folder_that_selects_another(programs) -> None:
    path, run = programs(go="go1.24.1")
    other = Captured(code=0, output="go version go1.26.8 linux/amd64\n")
    (platform,), _ = toolchain.find({"PATH": path}, lambda argv: run(argv) if "GOTOOLCHAIN=local" in argv else other)
    assert platform.version == "1.24.1"


def test_go_of_installed_package_is_found_if_PATH_has_an_old_one(programs, tmp_path: Path, monkeypatch) -> None:  # noqa: ANN001
    path, run = programs(go="go1.19.8", wheel="go1.23")
    monkeypatch.setattr(toolchain, "program_of_wheel", lambda wheel, path: [str(tmp_path / "wheel")])
    platforms, skipped = toolchain.find({"PATH": path}, run)
    assert [(platform.id, platform.version) for platform in platforms] == [("go/go-1.23", "1.23")] and skipped == []


@pytest.mark.parametrize(("environ", "versions", "reason"), [
    ({}, {}, "no go command is on PATH"),
    ({}, {"go": "go1.19.8"}, "it is Go 1.19.8, but CLAMH needs at least 1.22"),
    ({}, {"go": "board game\n"}, "board game"),
    ({"GO": "nothing"}, {"go": "go1.26.8"}, "cannot use GO=nothing: there is no such program"),
])
def test_unusable_go_is_skipped_with_install_command(programs, environ, versions, reason) -> None:
    path, run = programs(**versions)
    _, (skip,) = toolchain.find({"PATH": path, **environ}, run)
    assert reason in skip.reason and INSTALL_HINT in skip.hint and "install" in INSTALL_HINT


@pytest.mark.parametrize(("features", "level"), [(set(), "v1"), (V2, "v2"), (V3 - {"fma"}, "v2"), (V3, "v3"), (V4, "v4"), (V4 - V2, "v1")])
def test_x86_level_is_highest_with_all_lower_features(features: set[str], level: str) -> None:
    assert _level(features) == level


@pytest.mark.parametrize(("machine", "architecture", "level"), [("x86_64", "amd64", ("GOAMD64", "v2")), ("arm64", "arm64", ("GOARM64", "v8.1"))])
def test_a_mac_has_the_instructions_of_every_mac(machine, architecture, level, tmp_path: Path, monkeypatch) -> None:  # noqa: ANN001
    features = toolchain._features.__wrapped__
    monkeypatch.setattr(toolchain.sys, "platform", "darwin")
    monkeypatch.setattr(toolchain.host, "machine", lambda: machine)
    monkeypatch.setattr(toolchain, "_features", lambda: features(tmp_path / "missing"))
    assert toolchain._native(architecture) == level


def test_user_level_changes_target(programs) -> None:
    path, run = programs(go="go1.26.8")
    platform, = toolchain.find({"PATH": path, "GOAMD64": "v1"}, run)[0]
    assert (platform.flags[0], platform.target) == ("GOAMD64=v1", "GOAMD64=v1")
    platform, = toolchain.find({"PATH": path, "GOAMD64": "v3"}, run)[0]
    assert platform.target == ""


@pytest.mark.parametrize("version", ["go1.26.8 X:boringcrypto", "go1.26.8 (Red Hat 1.26.8-1.el9_5)", "go1.26.8-devel_1a2b Mon Nov 30 15:05:07 2026"])
def test_version_may_have_remarks(programs, version: str) -> None:
    path, run = programs(go=version)
    (platform,), _ = toolchain.find({"PATH": path}, run)
    assert (platform.version, platform.facts["system"], platform.facts["architecture"]) == ("1.26.8", "linux", "amd64")


@pytest.mark.parametrize(("words", "spelled"), [
    (("-gcflags", "-N -l"), "-gcflags=-N -l"), (("--gcflags=-N",), "-gcflags=-N"), (("-tags", "purego"), "-tags=purego"),
    (("--ldflags=-X=m.a=b",), "-ldflags=-X=m.a=b"), (("--pgo", "/x/a.pgo"), "-pgo=/x/a.pgo"), (("--race",), "-race")])
def test_every_spelling_of_a_flag_is_the_same_platform(programs, words: tuple[str, ...], spelled: str) -> None:
    path, run = programs(go="go1.26.8")
    assert toolchain.probe("go", words, {"PATH": path}, run) == toolchain.probe("go", (spelled,), {"PATH": path}, run)


@pytest.mark.parametrize(("words", "reason"), [
    (("-pgo=auto",), "name it: -pgo=default.pgo"), (("-pgo", "auto"), "name it: -pgo=default.pgo"),
    (("-tags", "/own/purego"), "write it as a single word: -tags=NAME")])
def test_flag_without_effect_is_refused(programs, words: tuple[str, ...], reason: str) -> None:
    path, run = programs(go="go1.26.8")
    assert str(toolchain.probe("go", words, {"PATH": path}, run)).endswith(reason)


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize(("given", "flags", "optimisation"), [
    ("-ldflags=-X=m/conf.Impl=fast", ("-ldflags=-X=m/conf.Impl=fast",), ""), ("-pgo=/x/p.pgo", (toolchain.ALIGN, "-pgo=/x/p.pgo"), "-pgo=/x/p.pgo"),
    ("-v --gcflags=all=-N", (toolchain.ALIGN, "-gcflags=all=-N"), "-gcflags=all=-N"), ("'-tags=more,most' -pgo=auto", (toolchain.ALIGN, "-tags=more,most"), "")])
def test_flags_of_GOFLAGS_or_go_env_are_known(
        programs, wrapper: Wrapper, tmp_path: Path, saved: bool, given: str, flags: tuple[str, ...], optimisation: str) -> None:
    path, run = programs(go="go1.26.8")
    (tmp_path / "go.env").write_text(f"GOFLAGS={given}\n")
    platform, = toolchain.find({"PATH": path, **({"GOENV": str(tmp_path / "go.env"), "GOFLAGS": ""} if saved else {"GOFLAGS": given})}, run)[0]
    assert (platform.flags, platform.extra, platform.optimisation) == (("GOAMD64=v3", *toolchain.DEFAULT_FLAGS, *flags), (), optimisation)
    build = toolchain.build(wrapper, platform, Path("/cache"))
    assert (build.layouts == ()) == ("ldflags" in given) and ("Optimised: false" in build.steps[0].files["platform.go"]) == ("gcflags" in given)
    assert profiler.profiled_platform(platform).flags[-1] == ("-tags=more,most,clamh_profile" if "tags" in given else "-tags=clamh_profile")


def test_settings_of_go_env_decide_the_build(programs, tmp_path: Path, wrapper: Wrapper) -> None:
    path, run = programs(go="go1.26.8")
    (tmp_path / ".config/go").mkdir(parents=True)
    for text, target in (("GOAMD64=v1\nGOOS=windows\nGOARCH=arm64\n", "GOAMD64=v1"), ("CC=clang\n", "")):
        (tmp_path / ".config/go/env").write_text(text)
        platform, = toolchain.find({"PATH": path, "HOME": str(tmp_path)}, run)[0]
        env = toolchain.build(wrapper, platform, Path("/cache")).steps[1].env
        assert (platform.target, env["GOOS"], env["GOARCH"]) == (target, "linux", "amd64")
    other = toolchain.find({"PATH": path, "HOME": str(tmp_path), "GOENV": "off"}, run)[0]
    assert [platform] != other == toolchain.find({"PATH": path}, run)[0]
    assert toolchain.find({"PATH": path, "HOME": str(tmp_path), "GOAMD64": "v2"}, run)[0][0].target == "GOAMD64=v2"


def test_program_that_is_replaced_in_place_is_another_platform(programs) -> None:
    path, run = programs(go="go1.26.8")
    before, same = (toolchain.probe("go", (), {"PATH": path}, run) for _ in range(2))
    Path(path, "go").write_text("another build of this version")
    assert before == same != toolchain.probe("go", (), {"PATH": path}, run)


def test_functions_are_aligned_if_linker_can_and_user_sets_no_ldflags(programs) -> None:
    for version, flags, aligned in (("go1.26.8", "", True), ("go1.25.1", "", False), ("go1.26.8", " -ldflags=-s", False)):
        path, run = programs(go=version)
        platform, = toolchain.find({"PATH": path, "GO": f"go{flags}"}, run)[0]
        assert (toolchain.ALIGN in platform.flags) == aligned


def platform(*flags: str, minor: int = 26) -> Platform:
    return Platform(id="go/go-1.26", language="go", executable="go", version="1.26", flags=("GOAMD64=v3", *toolchain.DEFAULT_FLAGS, *flags),
                    facts={"system": "linux", "architecture": "amd64", "major": 1, "minor": minor})


@pytest.fixture
def wrapper(tmp_path: Path) -> Wrapper:
    source = SourceFile(path=str(tmp_path / "sums.go"), language="go", sha256="", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    return Wrapper(unit=unit, files={"main.go": 'import _ "clamh.artifact/user"\n'}, entry="main.go")


def test_environment_has_level_and_forbids_network(wrapper: Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOCACHE")
    write_step, build_step = toolchain.build(wrapper, platform("-race"), Path("/cache")).steps
    assert build_step.argv == ("go", "build", "-mod=readonly", *toolchain.DEFAULT_FLAGS, "-race", "-o", "run_sums", "clamh.artifact")
    assert build_step.env["GOAMD64"] == "v3" and build_step.env["GOTOOLCHAIN"] == "local" and build_step.env["GOCACHE"] == "/cache/go-build"
    assert build_step.env["GOWORK"] == f"/cache/{write_step.key}/go.work"
    assert "ID: \"go/go-1.26\"" in write_step.files["platform.go"] and "Optimised: true" in write_step.files["platform.go"]


def test_source_without_modules_has_the_language_version_of_the_platform(wrapper: Wrapper, tmp_path: Path) -> None:
    (tmp_path / "go.mod").write_text("module example.org/m\n")
    for flags, minor, line in (((), 26, "go 1.26"), ((), 22, "go 1.22"), ((f"-modfile={tmp_path}/go.mod",), 26, "go 1.22")):
        files = toolchain.build(wrapper, platform(*flags, minor=minor), Path("/cache")).steps[0].files
        assert [line in files[name].splitlines() for name in ("go.mod", "go.work")] == [True, True], files


@pytest.mark.parametrize("flag", ["-gcflags=-N", "-gcflags=all=-N -l", "-gcflags=-l"])
def test_unoptimised_code_is_marked(wrapper: Wrapper, flag: str) -> None:
    write_step = toolchain.build(wrapper, platform(flag), Path("/cache")).steps[0]
    assert "Optimised: false" in write_step.files["platform.go"]


def test_linker_orders_functions_for_each_layout(wrapper: Wrapper) -> None:
    build = toolchain.build(wrapper, platform(), Path("/cache"))
    assert [(step.argv[6], step.outputs) for step in build.layouts[:2]] == [
        ("-ldflags=-randlayout=1", ("run_sums.1",)), ("-ldflags=-randlayout=2", ("run_sums.2",))]
    assert build.one_layout == ""
    aligned = toolchain.build(wrapper, platform(toolchain.ALIGN), Path("/cache"))
    assert aligned.layouts[0].argv[7] == "-ldflags=-funcalign=64 -randlayout=1"
    old = toolchain.build(wrapper, platform(minor=22), Path("/cache"))
    assert old.layouts == () and "1.23" in old.one_layout
    assert toolchain.build(wrapper, platform("-ldflags=-s"), Path("/cache")).layouts == ()


def test_profile_is_watched(wrapper: Wrapper) -> None:
    assert toolchain.build(wrapper, platform("-pgo=/x/default.pgo"), Path("/cache")).steps[-1].reads == ("/x/default.pgo",)


def test_embedded_files_are_copied_with_the_source_and_watched(wrapper: Wrapper, tmp_path: Path) -> None:
    names = ["words.txt", "a.md", "ab.md", "data/.hidden/deep.bin", "data/list.txt"]
    for name in (*names, "bc.md", "unused.txt", ".clamh/build/of_ours"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode() + b"\r\n\xff\0")
    text = b"""package p

//go:embed words.txt "[^b]*.md" .* ../outside.txt /etc/passwd
var a embed.FS

var (
\t//go:embed all:data missing.txt
\tb embed.FS
)
"""
    (tmp_path.parent / "outside.txt").touch()
    unit = msgspec.structs.replace(wrapper.unit, parsed=(Parsed(source=wrapper.unit.source, text=text, annotations=(), declarations=()),))
    write_step, build_step = toolchain.build(msgspec.structs.replace(wrapper, unit=unit), platform(), Path("/cache")).steps
    copies = {name: text.encode("utf-8", "surrogateescape") for name, text in write_step.files.items() if name.startswith("user/")}
    assert copies == {f"user/{name}": name.encode() + b"\r\n\xff\0" for name in names}
    assert sorted(build_step.reads) == sorted(f"{tmp_path}/{name}" for name in names)


@pytest.mark.parametrize(("text", "bodyless", "copied"), [
    ("package p\n", True, {"dot_amd64.s", "dot.h"}), ('package p\n\nimport "C"\n', False, {"dot.c", "dot.h"}), ("package p\n", False, set())])
def test_what_go_compiles_with_a_source_is_copied_and_watched(wrapper: Wrapper, tmp_path: Path, monkeypatch, text: str, bodyless: bool, copied: set[str]) -> None:  # noqa: ANN001
    monkeypatch.setattr(toolchain, "belongs_here", lambda name: "arm64" not in name)
    for name in ("dot_amd64.s", "dot_arm64.s", "dot.c", "dot.h", "dot.py", "other.c"):
        (tmp_path / name).write_text("//@@Benchmark" if name == "other.c" else "")
    dot = Declaration(kind="function", name="dot", scope=("p",), location=Location(path="p.go", line=1), start=0, end=1, facts={"assembly": True} if bodyless else {})
    parsed = Parsed(source=wrapper.unit.source, text=text.encode(), annotations=(), declarations=(dot,))
    unit = msgspec.structs.replace(wrapper.unit, parsed=(parsed,))
    write_step, build_step = toolchain.build(msgspec.structs.replace(wrapper, unit=unit), platform(), Path("/cache")).steps
    assert {name for name in write_step.files if name.startswith("user/")} == {f"user/{name}" for name in copied}
    assert set(build_step.reads) == {str(tmp_path / name) for name in copied}


def test_defaults_of_GODEBUG_are_those_of_the_first_module(wrapper: Wrapper, tmp_path: Path) -> None:
    for name, text in {"own": "godebug default=go1.21\ngodebug (\n\tpanicnil=1 // a remark\n)\n", "other": "godebug asynctimerchan=1\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "go.mod").write_text(f"module {name}\n\ngo 1.24\n\n{text}")
    files = toolchain.build(wrapper, platform(*(f"-modfile={tmp_path}/{name}/go.mod" for name in ("own", "other"))), Path("/cache")).steps[0].files
    assert files["go.work"] == "go 1.24\n\nuse .\ngodebug default=go1.21\ngodebug panicnil=1\n" and "godebug" not in files["go.mod"]


def test_artifact_is_inside_user_module_with_its_requirements(wrapper: Wrapper, tmp_path: Path) -> None:
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
    write_step, build_step = toolchain.build(wrapper, platform(f"-modfile={tmp_path}/go.mod"), Path("/cache")).steps
    assert write_step.files["main.go"] == 'import _ "example.org/m/clamh.artifact/user"\n' and build_step.argv[-1] == "example.org/m/clamh.artifact"
    assert write_step.files["go.mod"].splitlines() == [
        "module example.org/m/clamh.artifact", "", "go 1.24", "require clamh v0.0.0", f'replace clamh => "{toolchain.RUNTIME}"',
        "require example.org/m v0.0.0", f'replace example.org/m => "{tmp_path}"', "require example.org/a v1.2.3",
        "require example.org/b v0.1.0", f'replace example.org/b => "{tmp_path}/b"', "exclude example.org/a v1.0.0"]
    assert write_step.files["go.sum"] == "example.org/a v1.2.3 h1:x=\n"
    assert {Path(path).name for path in build_step.reads} == {"more.go", "go.mod", "go.sum"}
    assert not any(word.startswith("-modfile") for word in build_step.argv)


def test_all_files_that_go_compiles_are_watched(wrapper: Wrapper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endings = ("go", "s", "S", "sx", "c", "cc", "cpp", "cxx", "m", "h", "hh", "hpp", "hxx", "f", "F", "for", "f90", "swig", "swigcxx", "syso")
    watched = {"go.mod", "data.txt", *(f"{ending}_.{ending}" for ending in endings)}
    monkeypatch.setenv("CLAMH_CACHE", str(tmp_path / "cache"))  # its files change in each build
    (tmp_path / "cache").mkdir()
    for name in (*watched, "notes.txt", "x.py", "cache/user.go"):
        (tmp_path / name).write_text("//go:embed data.txt\n" if name == "go_.go" else "//go:embed notes.txt\n")
    (tmp_path / "go.mod").write_text("module m\n")
    build_step = toolchain.build(wrapper, platform(f"-modfile={tmp_path}/go.mod"), Path("/cache")).steps[-1]
    assert {Path(path).name for path in build_step.reads} == watched


@pytest.mark.parametrize(("place", "folder"), [("./b", "own/b"), ("../b", "b"), ("..", ""), (".", "own"), ("{}/b", "b")])
def test_replacement_by_a_folder_is_absolute_and_watched(wrapper: Wrapper, tmp_path: Path, place: str, folder: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "b.go").write_text("package b\n")
    (tmp_path / "own/go.mod").write_text(f"module example.org/m\nreplace example.org/b => {place.format(tmp_path)}\n")
    write_step, build_step = toolchain.build(wrapper, platform(f"-modfile={tmp_path}/own/go.mod"), Path("/cache")).steps
    assert f'replace example.org/b => "{(tmp_path / folder)}"' in write_step.files["go.mod"].splitlines()
    assert str(tmp_path / folder / "b.go") in build_step.reads


@pytest.mark.parametrize(("folder", "name"), [("sort/internal", "m/sort/internal/"), ("sort/.a/b", "m/sort/"), ("a b", "m/"), ("a./b", "m/"), ("..", "m/"),
                                             ("aux/b", "m/"), ("sort/Con.d", "m/sort/"), ("a~1", "m/"), ("auxiliary", "m/auxiliary/")])
def test_artifact_is_below_the_folder_of_its_source(wrapper: Wrapper, tmp_path: Path, folder: str, name: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/go.mod").write_text("module m\n")
    source = msgspec.structs.replace(wrapper.unit.source, path=str(tmp_path / "own" / folder / "sums.go"))
    changed = msgspec.structs.replace(wrapper, unit=msgspec.structs.replace(wrapper.unit, source=source))
    step = toolchain.build(changed, platform(f"-modfile={tmp_path}/own/go.mod"), Path("/cache")).steps[-1]
    assert step.argv[-1] == f"{name}clamh.artifact"
