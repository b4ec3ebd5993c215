"""Are compilers found, are their flags understood, and is a wrapper built with them? The compilers are fake."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.languages import toolchains
from clamh.languages.base import Captured
from clamh.languages.zig import build_packages, toolchain
from clamh.model.artifacts import Platform


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A PATH with fake compilers and no wheel, and the `run` that answers for them."""
    versions: dict[str, str] = {}
    monkeypatch.setattr(toolchain, "program_of_wheel", lambda wheel, path: [])

    def add(name: str, version: str) -> str:
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
        versions[str(tmp_path / name)] = version
        return str(tmp_path / name)

    def run(argv: tuple[str, ...]) -> Captured:
        if argv[1:] == ("version",):
            return Captured(code=0, output=f"{versions[argv[0]]}\n")
        if "-mcpu=nonsense" in argv:
            return Captured(code=1, output="info: CPUs\nerror: unknown CPU: 'nonsense'\n")
        return Captured(code=0, output="pub const os = .{\n    .tag = .linux,\n};\n")

    return add, run, {"PATH": str(tmp_path)}


def found(machine, **environ: str) -> Platform:
    add, run, path = machine
    return toolchain.find({**path, **environ}, run)[0][0]


def test_ZIG_comes_before_zig_on_PATH(machine) -> None:
    add, run, environ = machine
    add("zig", "0.17.0")
    platform = found(machine)
    assert (platform.id, platform.version, platform.optimisation, platform.target) == ("zig/zig-0.17", "0.17.0", "", "")
    assert platform.flags == ("-OReleaseFast", "-mcpu=native")
    nightly = add("zig-next", "0.17.1-dev.5+abc")
    platform = found(machine, ZIG=f"{nightly} -O safe -mcpu baseline")
    assert (platform.version, platform.optimisation, platform.target) == ("0.17.1", "-OReleaseSafe", "-mcpu=baseline")
    assert platform.flags == platform.extra == ("-OReleaseSafe", "-mcpu=baseline")


def test_compiler_that_is_replaced_in_place_is_another_platform(machine) -> None:
    program = Path(machine[0]("zig", "0.17.1"))
    before, same = found(machine), found(machine)
    program.write_text("another build of this version")
    assert before == same != found(machine)


def test_a_default_that_is_written_out_is_no_difference(machine) -> None:
    machine[0]("zig", "0.17.1")
    platform = found(machine, ZIG="zig -O fast -mcpu native -fstrip")
    assert (platform.optimisation, platform.target) == ("-fstrip", "")


def test_another_minor_version_is_a_skip_that_names_both(machine) -> None:
    add, run, environ = machine
    (skip,) = toolchain.find(environ, run)[1]
    assert (skip.platform, skip.reason, skip.hint) == ("zig", "no Zig 0.17 is on PATH (zig)", "pip install ziglang==0.17.1")
    add("zig", "0.15.2")
    (skip,) = toolchain.find(environ, run)[1]
    assert skip.broken and "it is Zig 0.15.2, but CLAMH needs Zig 0.17" in skip.reason
    add("zig", "0.17.1")
    _, (skip,) = toolchain.find({**environ, "ZIG": "zig -mcpu nonsense"}, run)
    assert skip.requested_by_user and "error: unknown CPU: 'nonsense'" in skip.reason


@pytest.mark.parametrize(("flags", "expected"), [
    (("-O", "fast"), ("-OReleaseFast",)), (("-Osmall",), ("-OReleaseSmall",)), (("-OReleaseSafe",), ("-OReleaseSafe",)),
    (("-target", "x86_64-linux-musl"), ("-target x86_64-linux-musl",)), (("-l", "m", "-L", "/x"), ("-lm", "-L/x")),
    (("-framework", "Accelerate"), ("-framework Accelerate",)),
    (("-mcpu", "native+avx2"), ("-mcpu=native+avx2",)), (("-fstrip", "-O"), ("-fstrip", "-O")),
])
def test_a_flag_is_examined_in_a_single_word(flags: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert tuple(toolchains.join_flags(flags, toolchain.PAIRED, toolchain.MODES)) == expected


def test_libraries_of_macos_are_for_the_link() -> None:
    assert toolchain.compile_flags(("-framework Accelerate", "own.tbd", "own.dylib", "-fstrip")) == ("-fstrip",)
    assert toolchain._words(("-framework Accelerate",)) == ("-framework", "Accelerate")


def steps(machine, folder: Path, text: str, *flags: str):
    machine[0]("zig", "0.17.1")
    (folder / "sum.zig").write_text(text)
    wrapper = pipeline.generate(pipeline.forecast([str(folder / "sum.zig")], lambda warnings: None).units[0])
    return toolchain.build(wrapper, found(machine, ZIG=" ".join(("zig", *flags))), Path("shared"))


def test_only_a_source_with_something_to_check_is_compiled_twice(machine, tmp_path: Path) -> None:
    plain = "//@@Benchmark\nfn one() u8 { return 1; }\n"
    assert [step.outputs[0] for step in steps(machine, tmp_path, plain).steps] == [
        "core.o", "untimed.o", "worker.o", "run_sum.bc", "run_sum.o", "run_sum", "run_sum.1.order"]
    for text in ("fn one() !u8 { return 1; }\n", "fn one() ![]const u8 { return &.{}; }\n", "fn one() !?u8 { return null; }\n",
                 "fn one() error{ Big, Small }!u8 { return 1; }\n", "fn one(hole: *Blackhole) void { hole.consume(1); }\n"):
        build = steps(machine, tmp_path, f"//@@Benchmark\n{text}")
        (checking,) = (step.argv for step in build.steps if step.outputs == ("run_sum.recording.o",))
        assert "-ODebug" in checking and "-OReleaseFast" not in checking
        (measured,) = (step.argv for step in build.steps if step.outputs == ("run_sum.bc",))
        assert "-OReleaseFast" in measured


def test_worker_is_compiled_anew_when_a_file_changes_that_its_C_includes() -> None:
    _, guard, *included = toolchain.WORKER
    assert [(guard.parent / name).resolve() for name in re.findall('#include "(.*)"', guard.read_text())] == [path.resolve() for path in included]


def test_code_is_generated_by_the_C_compiler_which_aligns_loops_but_not_without_optimisation(machine, tmp_path: Path) -> None:
    text = "//@@Benchmark\nfn one() u8 { return 1; }\n"
    (code,) = (step.argv for step in steps(machine, tmp_path, text).steps if step.outputs == ("run_sum.o",))
    assert "-falign-loops=64" in code and "-disable-llvm-passes" in code and code[-3:] == ("run_sum.bc", "-o", "run_sum.o")
    (code,) = (step.argv for step in steps(machine, tmp_path, text, "-ODebug").steps if step.outputs == ("run_sum.o",))
    assert "-femit-bin=run_sum.o" in code and "-fllvm" not in code


def test_modules_are_relative_to_clamh_toml_and_libraries_are_linked(machine, tmp_path: Path) -> None:
    for name in ("lib/root.zig", "lib/more.zig", "lib/words.txt", "lib/unused.txt", "suite/lib/root.zig", "clamh.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "lib/root.zig").write_text('const words = @embedFile("words.txt");\n')
    build = steps(machine, tmp_path / "suite", "//@@Benchmark\nfn one() u8 { return 1; }\n", "--module=own=lib/root.zig",
                  "--module=other=lib/more.zig", "-L/x", "-lfoo")
    (compiled,) = (step for step in build.steps if step.outputs == ("run_sum.bc",))
    assert f"-Mown={tmp_path / 'lib' / 'root.zig'}" in compiled.argv and "-lfoo" not in compiled.argv
    before_root, rest = (words.split() for words in " ".join(compiled.argv).split(" -Mroot="))
    assert before_root[-4:] == ["--dep", "own", "--dep", "other"]
    assert rest[rest.index("other") - 1] == "--dep", "modules may import each other"
    assert rest[:rest.index(f"-Mown={tmp_path}/lib/root.zig")][-4:] == ["--dep", "clamh", "--dep", "other"], "and what CLAMH injects"
    assert set(compiled.reads) == {str(tmp_path / "lib" / name) for name in ("more.zig", "root.zig", "words.txt")}
    assert all("-lfoo" in step.argv for step in build.steps if step.outputs == ("run_sum",)) and "-lfoo" in build.layouts[0].argv
    assert all("/x/libfoo.a" in step.reads for step in build.steps if step.outputs == ("run_sum",))


def test_package_is_built_first_with_the_optimisation_and_the_machine(machine, tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "clamh.toml").write_text("")
    text = "//@@Benchmark\nfn one() !u8 { return 1; }\n"
    build = steps(machine, tmp_path, text, "--module=own=lib", "--module=far=gone", "-OReleaseSafe", "-target", "x86_64-linux")
    (package,) = (step for step in build.steps if "modules.args" in step.outputs)
    assert json.loads(package.argv[-4]) == {"own": str(tmp_path / "lib"), "far": str(tmp_path / "gone")}
    assert package.argv[-3:] == ("-Dcpu=native", "-Doptimize=safe", "-Dtarget=x86_64-linux")
    assert str(tmp_path / "clamh.toml") in package.argv
    compiled = [step.argv for step in build.steps if step.title.startswith("compile") and "@modules.args" in step.argv]
    assert len(compiled) == 2 and all("own=package.own" in argv and argv[-1] == "@modules.args" for argv in compiled)
    assert all("@link.args" in step.argv for step in (*build.steps, *build.layouts) if step.title.startswith("link"))


@pytest.mark.parametrize(("manifest", "message", "place"), [
    (None, "{0} has no build.zig; name the root file of a module without one: own=FOLDER/root.zig", "clamh.toml"),
    ("", "", ""), ('.{\n.minimum_zig_version = "0.17.1",', "", ""),
    ('.{\n.minimum_zig_version = "0.17.2-dev.1+ab",', "it needs Zig 0.17.2-dev.1+ab or later, but this is Zig 0.17.1", "{0}/build.zig.zon:2"),
])
def test_package_that_cannot_be_built_is_refused_first(tmp_path: Path, manifest: str | None, message: str, place: str) -> None:
    if manifest is not None:
        (tmp_path / "build.zig").write_text("")
        (tmp_path / "build.zig.zon").write_text(manifest)
    problems = build_packages.find_problems({"own": str(tmp_path), "other": str(tmp_path)}, "0.17.1", "clamh.toml")
    expected = f"{place}: error: {message}".format(tmp_path)
    assert list(problems) == ([expected, expected.replace("own=", "other=")] if message else []), "each with its own place"


def test_package_in_a_folder_with_a_quote_is_refused_first(tmp_path: Path) -> None:
    folder = tmp_path / "it's"
    folder.mkdir()
    (folder / "build.zig").write_text("")
    (problem,) = build_packages.find_problems({"own": str(folder)}, "0.17.1", "clamh.toml")
    assert problem == f"clamh.toml: error: Zig cannot read a ' in the path of a package or build; rename a folder of {folder}"


@pytest.mark.parametrize(("argument", "written"), [
    ("-I/a b", '"-I/a b"'), ("a\\b", '"a\\b"'), ('a"b', '"a\\"b"'), ('a\\"b', '"a\\\\\\"b"'), ("a\\", '"a\\\\"'),
])
def test_argument_is_written_as_Zig_reads_it(argument: str, written: str) -> None:
    assert build_packages._quote(argument) == written


def test_dependencies_have_the_names_of_their_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    build_packages._write_manifest({"my-own.x": str(tmp_path / 'a "b"'), "é": str(tmp_path / "c")})
    assert r'.dependencies = .{ .@"my-own.x" = .{ .path = "a \"b\"" }, .@"é" = .{ .path = "c" }, }' in (tmp_path / "build.zig.zon").read_text("utf-8")


def test_files_of_a_package_are_those_of_its_path_dependencies_without_what_builds_make(tmp_path: Path) -> None:
    for name in ("own/build.zig", "own/zig-pkg/far/a.zig", "own/.zig-cache/b.zig", "own/c/d.h", "near/build.zig", "near/.clamh/e.zig", "else/f.zig",
                 "own/run_sum", "own/sum.zig", "own/run_lengths", "near/run_sum.jar", "near/run_sum.zig", "near/sum.zig"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "own/build.zig.zon").write_text('.{ .dependencies = .{ .near = .{ .path = "../near" }, .far = .{ .url = "x" } } }')
    (tmp_path / "near/build.zig.zon").write_text('.{ .dependencies = .{ .own = .{ .path = "../own" }, .gone = .{ .path = "gone" } } }')
    assert [str(Path(file).relative_to(tmp_path)) for file in toolchain.list_package_files([str(tmp_path / "own")])] == [
        "own/build.zig", "own/build.zig.zon", "own/run_lengths", "own/sum.zig", "own/c/d.h",
        "near/build.zig", "near/build.zig.zon", "near/run_sum.zig", "near/sum.zig"]


def test_sanitizer_without_its_runtime_is_refused(machine) -> None:
    machine[0]("zig", "0.17.1")
    _, (skip,) = toolchain.find({**machine[2], "ZIG": "zig -fsanitize-thread"}, machine[1])
    assert "needs a runtime that CLAMH does not link" in skip.reason


def test_what_Zig_keeps_lies_with_what_CLAMH_keeps(machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "//@@Benchmark\nfn one() u8 { return 1; }\n"
    for variable, folder in (("", "shared/zig"), ("/own", "/own")):
        monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", variable)
        of_zig = [step for step in steps(machine, tmp_path, text).steps if step.argv[0].endswith("zig")]
        assert of_zig and all(step.env["ZIG_GLOBAL_CACHE_DIR"] == folder for step in of_zig)
