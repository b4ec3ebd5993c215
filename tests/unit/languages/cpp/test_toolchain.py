"""Which compilers are found, in which order, and how a wrapper is built with them; compilers are faked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from clamh.languages.base import Captured
from clamh.languages.cpp import toolchain
from clamh.model.artifacts import Platform
from clamh.model.sources import Parsed, SourceFile, Unit, Wrapper

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

    asked: list[tuple[str, ...]] = []

    def run(argv: tuple[str, ...]) -> Captured:
        asked.append(argv)
        return answers[argv[0]]

    return add, run, {"PATH": str(tmp_path)}, asked


def test_the_plain_gxx_is_the_default_and_versioned_ones_follow_newest_first(machine) -> None:
    add, run, environ, _ = machine
    add("clang++-16", CLANG.format(4, 16))
    add("g++-11", GCC.format(11))
    add("g++", GCC.format(12))
    add("clang++-19", CLANG.format(4, 19))
    add("g++.old", "never run")
    platforms, skipped = toolchain.find(environ, run)
    assert [one.id for one in platforms] == ["cpp/g++-12", "cpp/clang++-19", "cpp/clang++-16", "cpp/g++-11"]
    assert [one.version for one in platforms[:2]] == ["12.2.0", "19.1.7"]
    assert skipped == []


def test_the_variable_CPP_names_the_default_with_flags_of_its_own(machine) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    clang = add("clang++-19", CLANG.format(4, 19))
    platforms, _ = toolchain.find({**environ, "CPP": f"{clang} -stdlib=libc++"}, run)
    assert [one.id for one in platforms] == ["cpp/clang++-19", "cpp/g++-12"]
    assert platforms[0].flags[-1] == "-stdlib=libc++"


def test_a_variable_that_names_no_compiler_is_told_and_PATH_is_used(machine) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    platforms, skipped = toolchain.find({**environ, "CPP": "g++-77"}, run)
    assert [one.id for one in platforms] == ["cpp/g++-12"]
    assert "CPP=g++-77" in skipped[0].reason and "no such program" in skipped[0].reason
    assert skipped[0].broken


def test_a_compiler_that_refuses_the_flags_is_skipped_with_its_own_words(machine) -> None:
    add, run, environ, _ = machine
    add("clang++-11", "error: unknown argument: '-falign-loops=64'\nmore\n", code=1)
    platforms, skipped = toolchain.find(environ, run)
    assert platforms == [] and "unknown argument" in skipped[0].reason and skipped[0].mend
    assert skipped[0].broken


def test_no_compiler_at_all_says_what_to_install(machine) -> None:
    _, run, environ, _ = machine
    platforms, skipped = toolchain.find(environ, run)
    assert platforms == [] and skipped[0].mend == "apt-get install g++" and not skipped[0].broken


def test_what_native_means_is_part_of_the_facts(machine) -> None:
    add, run, environ, _ = machine
    add("g++", GCC.format(12))
    (one,), _ = toolchain.find(environ, run)
    add("g++", GCC.format(12) + "#define __AVX512F__ 1\n")
    (other,), _ = toolchain.find(environ, run)
    assert one.facts["native"] != other.facts["native"]


def wrapper(text: str = "int x;", path: str = "/suite/fac.cpp", companions: tuple[str, ...] = ()) -> Wrapper:
    source = SourceFile(path=path, language="cpp", sha256="00", benchmarks=True)
    others = tuple(SourceFile(path=one, language="cpp", sha256="11", benchmarks=False) for one in companions)
    parsed = Parsed(source=source, text=text.encode(), annotations=(), declarations=())
    unit = Unit(source=source, companions=others, parsed=(parsed,), benchmarks=(), states=(), fixtures=())
    return Wrapper(unit=unit, files={"wrapper.cpp": text}, entry="wrapper.cpp")


def platform(*flags: str, name: str = "g++", **changes) -> Platform:
    fields = {"id": f"cpp/{name}-12", "language": "cpp", "executable": "/usr/bin/g++", "version": "12.2.0",
              "flags": toolchain.DEFAULT_FLAGS + flags, "facts": {"name": name, "native": "aa"}}
    return Platform(**{**fields, **changes})


def built(wrapped: Wrapper, on: Platform, tmp_path: Path):
    return toolchain.build(wrapped, on, tmp_path / "shared")


def test_the_artifact_is_called_as_the_guide_says_and_finds_the_sources_own_headers(tmp_path: Path) -> None:
    build = built(wrapper(companions=("/suite/lib/help.cpp", "/suite/lib/help.hpp")), platform(), tmp_path)
    assert build.artifact == "run_fac"
    _, _, argv, _, link = (step.argv for step in build.steps)
    quoted = [argv[at + 1] for at, word in enumerate(argv) if word == "-iquote"]
    assert quoted == ["/suite", "/suite/lib"]
    (own,) = [step for step in build.steps if "/suite/lib/help.cpp" in step.argv]
    assert own.outputs[0] in link and not any("/suite/lib/help.hpp" in step.argv for step in build.steps)


def test_every_file_that_is_compiled_says_what_it_includes(tmp_path: Path) -> None:
    with_blackhole = wrapper("void f(harness_utils::Blackhole &);", companions=("/suite/lib/help.cpp", "/suite/more.cc"))
    users = built(with_blackhole, platform(), tmp_path).steps[2:-2]
    assert len({step.depends for step in users}) == len({step.outputs for step in users}) == 6
    assert all(step.argv[step.argv.index("-MF") + 1] == step.depends for step in users)
    assert ["-DCLAMH_RECORDING" in step.argv for step in users] == [False] * 3 + [True] * 3
    assert all(step.beside for step in users)  # nothing is linked yet


def test_a_source_that_another_includes_is_not_compiled_twice(tmp_path: Path) -> None:
    (tmp_path / "part.cpp").write_text("int part() { return 1; }")
    (tmp_path / "whole.cpp").write_text('#include "part.cpp"')
    whole = wrapper('#include "part.cpp"', str(tmp_path / "whole.cpp"), (str(tmp_path / "part.cpp"),))
    assert not any(str(tmp_path / "part.cpp") in step.argv for step in built(whole, platform(), tmp_path).steps)


def test_what_is_for_the_linker_stands_behind_all_objects_and_nowhere_else(tmp_path: Path, machine) -> None:
    library = tmp_path / "lib" / "libown.a"
    said = ("-Wall", f"-L{library.parent}", "-lown", "-Wl,--as-needed", str(library))
    *compiled, last = built(wrapper(), platform(*said), tmp_path).steps
    assert last.argv[-5:] == (*said[1:], "-lpthread") and "-Wall" in last.argv
    assert all("-Wall" in one.argv and not set(said[1:]) & {*one.argv} for one in compiled)
    assert set(last.reads) == {str(library)}
    add, run, environ, asked = machine
    found = toolchain.probe(add("g++", GCC.format(12)), said, environ, run)
    preprocessor, linker = asked
    assert found.extra == said and "-Wall" in preprocessor and not set(said[1:]) & set(preprocessor)
    assert set(said[1:]) < set(linker) and "-Wall" not in linker


def test_flags_that_only_the_linker_knows_are_told_from_those_that_a_compiler_takes() -> None:
    """clang refused them when it was asked for its version, where nothing is linked, and so `clamh run` as bad flags."""
    link = ("-static-libstdc++", "-static-libgcc", "-rdynamic", "-s", "-pie", "-no-pie", "-fuse-ld=lld", "own.o")
    compile_ = ("-static", "-std=c++20", "-stdlib=libc++", "-save-temps", "-pthread", "-fPIE")
    assert toolchain.link_flags((*compile_, *link)) == link and toolchain.compile_flags((*link, *compile_)) == compile_


@pytest.mark.parametrize("change", [
    {"version": "12.2.1"}, {"flags": ("-O2",)}, {"facts": {"name": "g++", "native": "bb"}}, {"id": "cpp/g++-13"},
])
def test_the_worker_is_kept_per_compiler_flags_and_machine(tmp_path: Path, change: dict) -> None:
    once = built(wrapper(), platform(), tmp_path).steps[0]
    again = built(wrapper("int y;"), platform(), tmp_path).steps[0]
    other = built(wrapper(), platform(**change), tmp_path).steps[0]
    assert once.key == again.key != other.key


@pytest.mark.parametrize(("file", "parts"), [
    ("case.cpp", {"runtime"}), ("alone.cpp", {"measuring"}), ("random.hpp", {"runtime", "measuring"}), ("floor.hpp", set()),
])
def test_a_part_of_the_worker_is_kept_while_nothing_that_it_is_made_from_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, parts: set[str]
) -> None:
    before = built(wrapper(), platform(), tmp_path).steps
    shutil.copytree(toolchain.RUNTIME, tmp_path / "runtime")
    monkeypatch.setattr(toolchain, "RUNTIME", tmp_path / "runtime")
    assert [step.key for step in built(wrapper(), platform(), tmp_path).steps] == [step.key for step in before]
    (tmp_path / "runtime" / file).write_text(f"{(tmp_path / 'runtime' / file).read_text()}// another\n")
    after = built(wrapper(), platform(), tmp_path).steps
    assert {step.outputs[0].removesuffix(".o") for step, other in zip(after, before) if step.key != other.key} == parts
    assert after[2].env != before[2].env  # the artifact is another in any case


def test_a_source_that_names_Blackhole_gets_a_recording_build(tmp_path: Path) -> None:
    plain = built(wrapper(), platform(), tmp_path)
    recorded = built(wrapper("void f(harness_utils::Blackhole &);"), platform(), tmp_path)
    worker = [("runtime.o",), ("measuring.o",)]
    assert [step.outputs for step in plain.steps] == [*worker, ("run_fac.o",), ("run_fac",)]
    assert [step.outputs for step in recorded.steps] == [
        *worker, ("run_fac.o",), ("run_fac.recording.o",), ("run_fac",), ("run_fac.recording",)]
    assert "-DCLAMH_RECORDING" in recorded.steps[3].argv and "-DCLAMH_RECORDING" not in recorded.steps[2].argv
    assert "run_fac.recording.o" in recorded.steps[5].argv and "run_fac.o" in recorded.steps[4].argv


def test_what_runs_during_an_iteration_is_optimised_whatever_the_rest_of_the_worker_is(tmp_path: Path) -> None:
    steps = built(wrapper(), platform("-O2"), tmp_path).steps
    assert [[flag for flag in step.argv if flag.startswith("-O")][-1] for step in steps] == ["-O0", "-O1", "-O2", "-O2"]
    assert [step.beside for step in steps] == [False, True, True, False]  # all compiled at once, then linked


LINKERS = {"GNU ld (GNU Binutils for Debian) 2.40": "-Wl,-T,run_fac.1.order",
           "Debian LLD 14.0.6 (compatible with GNU linkers)": "-Wl,-T,run_fac.1.order",
           "GNU gold (GNU Binutils for Debian 2.40) 1.16": "-Wl,--section-ordering-file,run_fac.1.order",
           "mold 1.10.1 (compatible with GNU ld)": "-Wl,--shuffle-sections=1"}


@pytest.mark.parametrize("linker", LINKERS)
def test_the_same_objects_are_linked_once_more_for_each_code_layout(tmp_path: Path, machine, linker: str) -> None:
    add, run, environ, _ = machine
    gcc = add("g++", f"{GCC.format(12)}collect2 version 12.2.0\n/usr/bin/ld -plugin x\n{linker}\nCopyright\n")
    made = built(wrapper(), toolchain.probe(gcc, (), environ, run), tmp_path)
    *compiled, link, order = made.steps
    assert len(made.layouts) == 15 and made.one_layout == "" and order.beside
    first = made.layouts[0]
    assert first.outputs == ("run_fac.1",) and LINKERS[linker] in first.argv
    objects = [word for word in link.argv if word.endswith(".o")]
    assert [word for word in first.argv if word.endswith(".o")] == objects and set(order.argv) & set(objects)
    assert all("-ffunction-sections" in step.argv for step in compiled)


def test_under_lto_functions_are_known_when_the_artifact_is_linked(tmp_path: Path, machine) -> None:
    add, run, environ, _ = machine
    gcc = add("g++", f"{GCC.format(12)}{next(iter(LINKERS))}\n")
    made = built(wrapper(), toolchain.probe(gcc, ("-flto",), environ, run), tmp_path)
    assert len(made.layouts) == 15 and made.one_layout == ""
    assert made.steps[-1].argv[-1] == "run_fac" and not made.steps[-1].beside


@pytest.mark.parametrize(("linker", "flags", "why"), [
    ("ld: unknown option: --version", (), "its linker (unknown) is not known"),
    ("GNU ld 2.40", ("-flto=auto", "-s"), "with -flto the linker makes the functions, and its flags let it drop their names"),
    ("GNU ld 2.40", ("-Wl,-T,own.ld",), "its flags name a linker script"),
])
def test_where_the_linker_takes_no_order_there_is_one_code_layout_and_it_is_said_why(
    tmp_path: Path, machine, linker: str, flags: tuple[str, ...], why: str
) -> None:
    add, run, environ, _ = machine
    made = built(wrapper(), toolchain.probe(add("g++", f"{GCC.format(12)}{linker}\n"), flags, environ, run), tmp_path)
    assert made.layouts == () and made.one_layout.startswith(why) and len(made.steps) == 4


def test_under_lto_clangs_linker_is_told_of_the_alignment(tmp_path: Path) -> None:
    plain, lto = ([step.argv for step in built(wrapper(), platform(*flags, name="clang++"), tmp_path).steps if step.title.startswith("link")][0]
                  for flags in ((), ("-flto",)))
    assert "-fuse-ld=lld" not in plain
    assert {"-fuse-ld=lld", "-Wl,-mllvm,-align-loops=64", "-falign-loops=64", "-flto"} <= set(lto)


@pytest.mark.parametrize(("said", "padded"), [
    (CLANG.format(4, 14) + "#define __aarch64__ 1\n", True), (CLANG.format(4, 14), False),
    (CLANG.format(4, 13) + "#define __aarch64__ 1\n", False), (GCC.format(12) + "#define __aarch64__ 1\n", False),
])
def test_on_aarch64_clang_pads_loops_as_far_as_it_takes(tmp_path: Path, machine, said: str, padded: bool) -> None:
    add, run, environ, _ = machine
    one = toolchain.probe(add("c++", said), ("-flto", "-Wall"), environ, run)
    own = toolchain.PADDED if padded else ()
    assert one.flags == (*toolchain.DEFAULT_FLAGS, *own, "-flto", "-Wall")
    assert ("-Wl,-mllvm,-max-bytes-for-alignment=63" in toolchain.link_time_flags(one)) == padded


def test_a_standard_that_the_runtime_is_too_new_for_is_refused(machine) -> None:
    add, run, environ, _ = machine
    old = add("g++", GCC.format(12).replace("201703L", "201103L"))
    assert toolchain.probe(old, ("-std=c++11",), environ, run) == "its flags ask for a standard older than C++17"


def test_a_standard_of_the_users_own_takes_the_place_of_ours(machine) -> None:
    add, run, environ, asked = machine
    gcc = add("g++", GCC.format(12))
    one = toolchain.probe(gcc, ("-std=c++20", "-Wall"), environ, run)
    assert [flag for flag in one.flags if flag.startswith("-std=")] == ["-std=c++20"]
    assert one.extra == ("-std=c++20", "-Wall") and "-std=c++20" in asked[0]


@pytest.mark.parametrize(("flags", "optimisation", "target"), [
    ((), "", ""),
    (("-Wall", "-mtune=skylake", "-ffp-contract=off", "-O1", "-O3", "-march=x86-64", toolchain.NATIVE), "", ""),
    (("-O0", "-O"), "-O", ""),
    (("-Ofast", "-flto=auto", "-fprofile-use=x"), "-Ofast -flto=auto -fprofile-use=x", ""),
    (("-ffp-contract=fast", "-ffast-math"), "-ffp-contract=fast -ffast-math", ""),
    (("-march=haswell", "-march=x86-64-v2"), "", "-march=x86-64-v2"),
    (("-mno-avx2", "-m32"), "", "-mno-avx2 -m32"),
])
def test_what_the_flags_make_of_optimisation_and_machine_is_told(
    machine, flags: tuple[str, ...], optimisation: str, target: str
) -> None:
    add, run, environ, _ = machine
    one = toolchain.probe(add("g++", GCC.format(12)), flags, environ, run)
    assert (one.optimisation, one.target) == (optimisation, target)


def test_warnings_that_the_user_makes_errors_are_of_the_users_own_code(tmp_path: Path) -> None:
    runtime, measuring, last, _ = built(wrapper(), platform("-Wconversion", "-Werror"), tmp_path).steps
    assert ["-w" in step.argv for step in (runtime, measuring, last)] == [True, True, False]
    assert last.argv[last.argv.index(str(toolchain.RUNTIME)) - 1] == "-isystem" and "-Werror" in last.argv


@pytest.mark.skipif(not shutil.which("g++"), reason="a linker is asked")
def test_what_the_linker_says_of_a_function_without_a_body_leads_to_the_key_of_sources(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("int helper();\nint main() { return helper(); }\n")
    told = subprocess.run(["g++", source, "-o", tmp_path / "a"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    *_, link = built(wrapper(), platform(), tmp_path).steps
    (mend,) = [mend for words, mend in link.advice.items() if words in told.stderr]
    assert "sources = " in mend and "clamh.toml" in mend


@pytest.mark.parametrize(("compiler", "beside", "found"), [
    ("g++-12", "gcc-12", "gcc-12"), ("clang++-14", "clang-14", "clang-14"), ("g++", "gcc", "gcc"), ("my-c++", "cc", "gcc"),
])
def test_c_files_have_the_c_compiler_of_the_same_version(tmp_path: Path, compiler: str, beside: str, found: str) -> None:
    (tmp_path / beside).touch()
    platform = Platform(id="cpp/x", language="cpp", executable=str(tmp_path / compiler), version="12", facts={"name": "g++"})
    assert Path(toolchain.c_compiler(platform)).name == found
