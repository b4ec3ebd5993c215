"""Are compilers found in the right order, and is a wrapper built with them? The compilers are fake."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from clamh.languages.base import Captured
from clamh.languages.c_family import flags as flags_of
from clamh.languages.c_family import steps
from clamh.languages.cpp import toolchain
from clamh.model.artifacts import Platform
from clamh.model.sources import Parsed, SourceFile, Unit, Wrapper
from clamh.sources.discover import add_companions, source_file

GCC = "#define __cplusplus 201703L\n#define __GNUC__ {}\n#define __GNUC_MINOR__ 2\n#define __GNUC_PATCHLEVEL__ 0\n#define __AVX2__ 1\n"
CLANG = GCC + "#define __clang__ 1\n#define __clang_major__ {}\n#define __clang_minor__ 1\n#define __clang_patchlevel__ 7\n"


@pytest.fixture
def machine(tmp_path: Path):
    """A PATH with fake compilers, and the `run` that answers for them."""
    answers: dict[str, Captured] = {}

    def add(name: str, output: str, code: int = 0) -> str:
        file = tmp_path / name
        file.write_text("")
        file.chmod(0o755)
        answers[str(file)] = Captured(code=code, output=output)
        return str(file)

    commands: list[tuple[str, ...]] = []

    def run(argv: tuple[str, ...]) -> Captured:
        commands.append(argv)
        return answers[argv[0]]

    return add, run, {"PATH": str(tmp_path)}, commands


def test_plain_gxx_is_default_and_newest_versions_follow(machine) -> None:
    add, run, environ, _ = machine
    add("clang++-16", CLANG.format(4, 16))
    add("g++-11", GCC.format(11))
    add("g++", GCC.format(12))
    add("clang++-19", CLANG.format(4, 19))
    add("g++.old", "never run")
    platforms, skipped = toolchain.find(environ, run)
    assert [platform.id for platform in platforms] == ["cpp/g++-12", "cpp/clang++-19", "cpp/clang++-16", "cpp/g++-11"]
    assert [platform.version for platform in platforms[:2]] == ["12.2.0", "19.1.7"]
    assert skipped == []


@pytest.mark.parametrize("launcher", ["", "ccache ", "/opt/bin/distcc "])
def test_variable_CPP_names_default_compiler_and_flags(machine, launcher: str) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    clang = add("clang++-19", CLANG.format(4, 19))
    platforms, _ = toolchain.find({**environ, "CPP": f"{launcher}{clang} -stdlib=libc++"}, run)
    assert [platform.id for platform in platforms] == ["cpp/clang++-19", "cpp/g++-12"]
    assert platforms[0].flags[-1] == "-stdlib=libc++"


def test_variable_without_compiler_is_reported_and_PATH_is_used(machine) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    platforms, skipped = toolchain.find({**environ, "CPP": "g++-77"}, run)
    assert [platform.id for platform in platforms] == ["cpp/g++-12"]
    assert "CPP=g++-77" in skipped[0].reason and "no such program" in skipped[0].reason
    assert skipped[0].broken


def test_compiler_that_refuses_flags_is_skipped_with_its_message(machine) -> None:
    add, run, environ, _ = machine
    add("clang++-11", "#define __AVX2__ 1\ng++: warning: x.o: unused\nerror: unknown argument: '-falign-loops=64'\nmore\n", code=1)
    platforms, skipped = toolchain.find(environ, run)
    assert platforms == [] and "unknown argument" in skipped[0].reason and "#define" not in skipped[0].reason and skipped[0].hint
    assert skipped[0].broken


def test_missing_compiler_says_what_to_install(machine) -> None:
    _, run, environ, _ = machine
    platforms, skipped = toolchain.find(environ, run)
    assert platforms == [] and skipped[0].hint == "apt-get install g++" and not skipped[0].broken


def test_features_of_native_are_part_of_platform_facts(machine) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    (before,), _ = toolchain.find(environ, run)
    add("g++", GCC.format(12) + "#define __AVX512F__ 1\n")
    (after,), _ = toolchain.find(environ, run)
    assert before.facts["native"] != after.facts["native"]


@pytest.mark.parametrize(("content", "macro"), [("another build of this version", ""), ("", '#define __VERSION__ "12.2.0 20260101"\n')])
def test_compiler_that_is_replaced_in_place_is_another_platform(machine, content: str, macro: str) -> None:
    add, run, environ, _ = machine
    program = add("g++", GCC.format(12))
    os.utime(program, (1, 1))
    before, same = (toolchain.probe(program, (), environ, run) for _ in range(2))
    add("g++", GCC.format(12) + macro)
    Path(program).write_text(content)
    os.utime(program, (1, 1))
    after = toolchain.probe(program, (), environ, run)
    assert before == same != after and before.version == after.version


def test_links_to_ccache_are_compilers_of_their_own(machine, tmp_path: Path) -> None:
    add, run, environ, _ = machine
    for name, output in (("g++", GCC.format(12)), ("clang++", CLANG.format(4, 16))):
        Path(add(name, output)).unlink()
        (tmp_path / name).symlink_to(add("ccache", ""))
    assert [platform.id for platform in toolchain.find(environ, run)[0]] == ["cpp/g++-12", "cpp/clang++-16"]


@pytest.mark.parametrize("line", [" {} -E -quiet -v -dM", ' "{}" -cc1 -triple x'])
def test_the_program_behind_the_driver_is_part_of_the_platform(machine, tmp_path: Path, line: str) -> None:
    add, run, environ, _ = machine
    driver = add("g++", f"{line.format(tmp_path / 'cc1plus')}\n{GCC.format(12)}")
    before = toolchain.probe(driver, (), environ, run)
    (tmp_path / "cc1plus").write_text("another build")
    assert toolchain.probe(driver, (), environ, run).facts["identity"] != before.facts["identity"]


def wrapper(text: str = "int x;", path: str = "/suite/fac.cpp", companions: tuple[str, ...] = ()) -> Wrapper:
    source = SourceFile(path=path, language="cpp", sha256="00", benchmarks=True)
    companion_files = tuple(SourceFile(path=path, language="cpp", sha256="11", benchmarks=False) for path in companions)
    texts = (text.encode(), *(b"" for _ in companions))
    parsed = tuple(Parsed(source=file, text=code, annotations=(), declarations=())
                   for file, code in zip((source, *companion_files), texts, strict=True))
    unit = Unit(source=source, companions=companion_files, parsed=parsed, benchmarks=(), states=(), fixtures=())
    return Wrapper(unit=unit, files={"wrapper.cpp": text}, entry="wrapper.cpp")


def platform(*flags: str, name: str = "g++", **changes) -> Platform:
    fields = {"id": f"cpp/{name}-12", "language": "cpp", "executable": "/usr/bin/g++", "version": "12.2.0",
              "flags": toolchain.DIALECT.default_flags + flags, "facts": {"name": name, "native": "aa"}}
    return Platform(**{**fields, **changes})


def built(wrapped: Wrapper, on: Platform, tmp_path: Path):
    return toolchain.build(wrapped, on, tmp_path / "shared")


def test_artifact_has_guide_name_and_finds_headers_beside_source(tmp_path: Path) -> None:
    build = built(wrapper(companions=("/suite/lib/help.cpp", "/suite/lib/help.hpp")), platform(), tmp_path)
    assert build.artifact == "run_fac"
    *_, argv, _, link = (step.argv for step in build.steps)
    (companion,) = [step for step in build.steps if "/suite/lib/help.cpp" in step.argv]
    quoted = [[words[index + 1] for index, word in enumerate(words) if word == "-iquote"] for words in (argv, companion.argv)]
    assert quoted == [["source", "/suite", "source/lib", "/suite/lib"], ["/suite", "/suite/lib"]]
    assert "-DCLAMH_LINKED" in companion.argv and "-DCLAMH_LINKED" not in argv
    assert companion.outputs[0] in link and not any("/suite/lib/help.hpp" in step.argv for step in build.steps)


def test_every_compiled_file_writes_its_dependencies(tmp_path: Path) -> None:
    with_blackhole = wrapper("void f(harness_utils::Blackhole &);", companions=("/suite/lib/help.cpp", "/suite/more.cc"))
    users = built(with_blackhole, platform(), tmp_path).steps[3:-2]
    assert len({step.dependency_files for step in users}) == len({step.outputs for step in users}) == 6
    assert all(step.argv[step.argv.index("-MF") + 1] == step.dependency_files for step in users)
    assert ["-DCLAMH_RECORDING" in step.argv for step in users] == [False] * 3 + [True] * 3
    assert all(step.parallel for step in users)  # nothing is linked yet


def test_included_source_is_not_compiled_separately(tmp_path: Path) -> None:
    (tmp_path / "part.cpp").write_text("int part() { return 1; }")
    (tmp_path / "whole.cpp").write_text('#include "part.cpp"')
    whole = wrapper('#include "part.cpp"', str(tmp_path / "whole.cpp"), (str(tmp_path / "part.cpp"),))
    assert not any(str(tmp_path / "part.cpp") in step.argv for step in built(whole, platform(), tmp_path).steps)


@pytest.mark.parametrize(("text", "named", "compiled"), [
    ("#ifdef ALL\n{}\n#endif\n", True, True), ("#ifdef ALL\n{}\n#endif\n", False, False), ("/*\n{}\n*/\n", True, True),
    ("#ifdef ALL\n{0}\n#endif\n{0}\n", True, False),
])
def test_source_that_is_included_under_a_condition_is_compiled_if_the_user_names_it(
    tmp_path: Path, text: str, named: bool, compiled: bool
) -> None:
    part, whole = tmp_path / "part.cpp", tmp_path / "whole.cpp"
    part.write_text("int part() { return 1; }")
    whole.write_text("//@@Benchmark\nint f() { return 1; }\n" + text.format('#include "part.cpp"'))
    (files,) = add_companions([source_file(str(whole), "cpp")], lambda _: [str(part)] if named else [])
    wrapped = wrapper(whole.read_text(), str(whole), (str(part),))
    unit = msgspec.structs.replace(wrapped.unit, companions=tuple(files[1:]))
    build = built(msgspec.structs.replace(wrapped, unit=unit), platform(), tmp_path)
    assert any(str(part) in step.argv for step in build.steps) == compiled


def test_linker_flags_follow_all_objects_only(tmp_path: Path, machine) -> None:
    library = tmp_path / "lib" / "libown.a"
    flags = ("-Wall", f"-L{library.parent}", "-lown", "-Wl,--as-needed", str(library))
    *compiled, last = built(wrapper(), platform(*flags), tmp_path).steps
    assert last.argv[-5:] == (*flags[1:], "-lpthread") and "-Wall" in last.argv
    assert all("-Wall" in step.argv for step in compiled[2:]) and not any(set(flags[1:]) & {*step.argv} for step in compiled)
    assert set(last.reads) == {str(library)}
    add, run, environ, commands = machine
    probed = toolchain.probe(add("g++", GCC.format(12)), flags, environ, run)
    linker, preprocessor = sorted(commands, key=lambda argv: "-Wl,--version" not in argv)  # they run at once
    assert probed.extra == flags and "-Wall" in preprocessor and not set(flags[1:]) & set(preprocessor)
    assert set(flags[1:]) < set(linker) and "-Wall" not in linker


def test_profile_is_watched(tmp_path: Path) -> None:
    link = built(wrapper(), platform("-fprofile-use=/x/a.profdata"), tmp_path).steps[-1]
    assert link.reads == ("/x/a.profdata",) and "-fprofile-use=/x/a.profdata" in link.argv


@pytest.mark.parametrize("change", [
    {"version": "12.2.1"}, {"flags": ("-O2",)}, {"facts": {"name": "g++", "native": "bb"}}, {"id": "cpp/g++-13"},
    {"facts": {"name": "g++", "native": "aa", "identity": "another build"}},
])
def test_worker_is_cached_per_compiler_flags_and_machine(tmp_path: Path, change: dict) -> None:
    once = built(wrapper(), platform(), tmp_path).steps[2]
    again = built(wrapper("int y;"), platform(), tmp_path).steps[2]
    changed = built(wrapper(), platform(**change), tmp_path).steps[2]
    assert once.key == again.key != changed.key


@pytest.mark.parametrize(("change", "shared"), [
    ({"version": "12.2.1"}, False), ({"facts": {"name": "g++", "native": "bb"}}, False), ({"id": "cpp/g++-13"}, True),
    ({"facts": {"name": "g++", "native": "aa", "identity": "another build"}}, False),
    ({"flags": ("-std=c++20", "-O2", "-Wall", "-include", "x.hpp")}, True), ({"flags": ("-fsanitize=thread",)}, False), ({"flags": ("-fshort-enums",)}, False), ({"flags": ("-m32",)}, False),
])
def test_the_core_is_compiled_once_for_what_changes_it(tmp_path: Path, change: dict, shared: bool) -> None:
    plain = platform(flags=("-O3",))
    once, changed = (built(wrapper(), item, tmp_path).steps[:2] for item in (plain, msgspec.structs.replace(plain, **change)))
    assert [step.key == other.key for step, other in zip(once, changed, strict=True)] == [shared, shared]


def test_worker_is_rebuilt_only_if_its_sources_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = built(wrapper(), platform(), tmp_path).steps
    folders = {name: shutil.copytree(getattr(toolchain, name.upper()), tmp_path / name) for name in ("runtime", "outside")}
    monkeypatch.setattr(toolchain, "DIALECT", msgspec.structs.replace(toolchain.DIALECT, **folders))
    assert [step.key for step in built(wrapper(), platform(), tmp_path).steps] == [step.key for step in before]
    (tmp_path / "runtime" / "loop.hpp").write_text(f"{(tmp_path / 'runtime' / 'loop.hpp').read_text()}// another\n")
    after = built(wrapper(), platform(), tmp_path).steps
    assert [step.outputs for step, old_step in zip(after, before, strict=True) if step.key != old_step.key] == [("main.o",)]
    assert after[3].env != before[3].env  # the artifact is built again in any case
    shared = shutil.copytree(steps.SHARED, tmp_path / "shared")
    (shared / "memory.h").write_text("")
    monkeypatch.setattr(steps, "SHARED", shared)
    assert built(wrapper(), platform(), tmp_path).steps[2].key != after[2].key


def test_source_with_Blackhole_gets_a_recording_build(tmp_path: Path) -> None:
    plain = built(wrapper(), platform(), tmp_path)
    recorded = built(wrapper("void f(harness_utils::Blackhole &);"), platform(), tmp_path)
    worker = [("core.o",), ("untimed.o",), ("main.o",)]
    assert [step.outputs for step in plain.steps] == [*worker, ("run_fac.o",), ("run_fac",)]
    assert [step.outputs for step in recorded.steps] == [
        *worker, ("run_fac.o",), ("run_fac.recording.o",), ("run_fac",), ("run_fac.recording",)]
    assert "-DCLAMH_RECORDING" in recorded.steps[4].argv and "-DCLAMH_RECORDING" not in recorded.steps[3].argv
    assert "run_fac.recording.o" in recorded.steps[6].argv and "run_fac.o" in recorded.steps[5].argv


def test_what_runs_during_iterations_is_optimised_and_the_rest_of_the_worker_is_not(tmp_path: Path) -> None:
    steps = built(wrapper(), platform("-O2"), tmp_path).steps
    assert [[flag for flag in step.argv if flag.startswith("-O")][-1] for step in steps] == ["-O1", "-O0", "-O0", "-O2", "-O2"]
    assert [step.parallel for step in steps] == [True, True, True, True, False]  # all compiled at once, then linked


LINKERS = {"GNU ld (GNU Binutils for Debian) 2.40": "-Wl,-T,run_fac.1.order",
           "Debian LLD 14.0.6 (compatible with GNU linkers)": "-Wl,-T,run_fac.1.order",
           "GNU gold (GNU Binutils for Debian 2.40) 1.16": "-Wl,--section-ordering-file,run_fac.1.order",
           "mold 1.10.1 (compatible with GNU ld)": "-Wl,--shuffle-sections=1"}


@pytest.mark.parametrize("linker", LINKERS)
def test_each_code_layout_links_the_same_objects(tmp_path: Path, machine, linker: str) -> None:
    add, run, environ, _ = machine
    gcc = add("g++", f"{GCC.format(12)}collect2 version 12.2.0\n/usr/bin/ld -plugin x\n{linker}\nCopyright\n")
    build = built(wrapper(), toolchain.probe(gcc, (), environ, run), tmp_path)
    *compiled, link, order = build.steps
    assert len(build.layouts) == 15 and build.one_layout == "" and order.parallel
    first = build.layouts[0]
    assert first.outputs == ("run_fac.1",) and LINKERS[linker] in first.argv
    objects = [word for word in link.argv if word.endswith(".o")]
    assert [word for word in first.argv if word.endswith(".o")] == objects and set(order.argv) & set(objects)
    assert all("-ffunction-sections" in step.argv for step in compiled)


def test_lto_reads_functions_from_the_linked_artifact(tmp_path: Path, machine) -> None:
    add, run, environ, _ = machine
    gcc = add("g++", f"{GCC.format(12)}{next(iter(LINKERS))}\n")
    build = built(wrapper(), toolchain.probe(gcc, ("-flto",), environ, run), tmp_path)
    assert len(build.layouts) == 15 and build.one_layout == ""
    assert build.steps[-1].argv[-1] == "run_fac" and not build.steps[-1].parallel


@pytest.mark.parametrize(("linker", "flags", "why"), [
    ("ld: unknown option: --version", (), "CLAMH does not know how to give its linker (unknown)"),
    ("GNU ld 2.40", ("-flto=auto", "-s"), "with -flto the linker creates the functions, and its flags let it drop their names"),
    ("GNU ld 2.40", ("-Wl,-T,own.ld",), "its flags name their own linker script"),
])
def test_linker_without_function_order_gives_one_layout_and_a_reason(
    tmp_path: Path, machine, linker: str, flags: tuple[str, ...], why: str
) -> None:
    add, run, environ, _ = machine
    build = built(wrapper(), toolchain.probe(add("g++", f"{GCC.format(12)}{linker}\n"), flags, environ, run), tmp_path)
    assert build.layouts == () and build.one_layout.startswith(why) and len(build.steps) == 5


def test_lto_passes_loop_alignment_to_clangs_linker(tmp_path: Path) -> None:
    plain, lto = ([step.argv for step in built(wrapper(), platform(*flags, name="clang++"), tmp_path).steps if step.title.startswith("link")][0]
                  for flags in ((), ("-flto",)))
    assert "-fuse-ld=lld" not in plain
    assert {"-fuse-ld=lld", "-Wl,-mllvm,-align-loops=64", "-falign-loops=64", "-flto"} <= set(lto)


@pytest.mark.parametrize("linker", ["ld: unknown option: --version", "Homebrew LLD 17.0.6"])
def test_compiler_for_macos_links_with_its_own_linker_and_one_layout(tmp_path: Path, machine, linker: str) -> None:
    add, run, environ, _ = machine
    clang = add("clang++", f"{CLANG.format(4, 16)}#define __MACH__ 1\n{linker}\n")
    build = built(wrapper(), toolchain.probe(clang, ("-flto",), environ, run), tmp_path)
    assert build.layouts == () and build.one_layout == "CLAMH does not order functions for the linker of macOS"
    assert "-fuse-ld=lld" not in build.steps[-1].argv and "-Wl,-mllvm,-align-loops=64" in build.steps[-1].argv


@pytest.mark.parametrize(("version", "padded"), [
    (CLANG.format(4, 14) + "#define __aarch64__ 1\n", True), (CLANG.format(4, 14), False),
    (CLANG.format(4, 13) + "#define __aarch64__ 1\n", False), (GCC.format(12) + "#define __aarch64__ 1\n", False),
])
def test_clang_on_aarch64_pads_loops_fully(tmp_path: Path, machine, version: str, padded: bool) -> None:
    add, run, environ, _ = machine
    probed = toolchain.probe(add("c++", version), ("-flto", "-Wall"), environ, run)
    padding = flags_of.PADDED if padded else ()
    assert probed.flags == (*toolchain.DIALECT.default_flags, *padding, "-flto", "-Wall")
    assert ("-Wl,-mllvm,-max-bytes-for-alignment=63" in flags_of.link_time_flags(probed)) == padded


def test_standard_older_than_the_runtime_needs_is_refused(machine) -> None:
    add, run, environ, _ = machine
    old = add("g++", GCC.format(12).replace("201703L", "201103L"))
    assert toolchain.probe(old, ("-std=c++11",), environ, run) == "its flags select a standard older than C++17"


def test_user_standard_replaces_ours(machine) -> None:
    add, run, environ, commands = machine
    gcc = add("g++", GCC.format(12))
    probed = toolchain.probe(gcc, ("-std=c++20", "-Wall"), environ, run)
    assert [flag for flag in probed.flags if flag.startswith("-std=")] == ["-std=c++20"]
    assert probed.extra == ("-std=c++20", "-Wall") and "-std=c++20" in next(argv for argv in commands if "-E" in argv)


def test_archive_of_a_flag_in_two_words_is_read(machine, tmp_path: Path) -> None:
    add, run, environ, _ = machine
    probed = toolchain.probe(add("g++", GCC.format(12)), ("-L", "/x/lib", "-l", "sorting", "-T", "/x/own.ld"), environ, run)
    assert probed.extra == ("-L/x/lib", "-lsorting", "-Wl,-T,/x/own.ld")
    assert built(wrapper(), probed, tmp_path).steps[-1].reads == ("/x/lib/libsorting.a", "/x/own.ld")


@pytest.mark.parametrize(("flags", "optimisation", "target"), [
    ((), "", ""),
    (("-Wall", "-mtune=skylake", "-ffp-contract=off", "-O1", "-O3", "-march=x86-64", flags_of.NATIVE), "", ""),
    (("-O0", "-O"), "-O", ""),
    (("-Ofast", "-flto=auto", "-fprofile-use=x"), "-Ofast -flto=auto -fprofile-use=x", ""),
    (("-ffp-contract=fast", "-ffast-math"), "-ffp-contract=fast -ffast-math", ""),
    *(((flag,), flag, "") for flag in (
        "-fprofile-instr-use=x", "-fprofile-sample-use=x", "-fauto-profile=x", "-fassociative-math", "-freciprocal-math",
        "-ffinite-math-only", "-fno-signed-zeros", "-ffp-model=fast", "-fsanitize=address", "-fprofile-generate", "--coverage", "-pg")),
    (("-march=haswell", "-march=x86-64-v2"), "", "-march=x86-64-v2"),
    (("-mno-avx2", "-m32"), "", "-mno-avx2 -m32"),
])
def test_platform_records_optimisation_and_target_flags(
    machine, flags: tuple[str, ...], optimisation: str, target: str
) -> None:
    add, run, environ, _ = machine
    probed = toolchain.probe(add("g++", GCC.format(12)), flags, environ, run)
    assert (probed.optimisation, probed.target) == (optimisation, target)


def test_user_Werror_applies_to_user_code_only(tmp_path: Path) -> None:
    *ours, last, _ = built(wrapper(), platform("-Wconversion", "-Werror"), tmp_path).steps
    assert all("-w" in step.argv for step in ours) and "-w" not in last.argv
    assert last.argv[last.argv.index(str(toolchain.RUNTIME)) - 1] == "-isystem" and "-Werror" in last.argv


@pytest.mark.skipif(not shutil.which("g++"), reason="a linker is asked")
def test_undefined_function_gives_hint_about_sources_key(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("int helper();\nint main() { return helper(); }\n")
    linker = subprocess.run(["g++", source, "-o", tmp_path / "a"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    *_, link = built(wrapper(), platform(), tmp_path).steps
    (hint,) = [hint for words, hint in link.failure_hints.items() if words in linker.stderr]
    assert "sources = " in hint and "clamh.toml" in hint


def test_another_c_compiler_compiles_the_c_files_again(machine, tmp_path: Path) -> None:
    environments: list[dict[str, object]] = []
    for text in ("", "another"):
        Path(machine[0]("gcc", "")).write_text(text)
        build = built(wrapper(companions=("/suite/impl.c",)), platform(executable=str(tmp_path / "g++")), tmp_path)
        environments.append({step.title: step.env for step in build.steps})
    assert [title for title in environments[0] if environments[0][title] != environments[1][title]] == ["compile /suite/impl.c with cpp/g++-12"]
