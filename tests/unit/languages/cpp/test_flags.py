"""What is each flag of the user's for, and which C compiler belongs to a C++ compiler?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from clamh.languages import native
from clamh.languages.base import Captured
from clamh.languages.c import toolchain as c
from clamh.languages.c_family import flags as flags_of
from clamh.languages.c_family.steps import _undefined_hints, c_compiler
from clamh.languages.cpp import toolchain as cpp
from clamh.model.artifacts import Platform


def test_linker_flags_are_separated_from_compiler_flags() -> None:
    """clang refused linker flags when its version was probed without a link; `clamh run` then reported bad flags."""
    link = ("-static-libstdc++", "-static-libgcc", "-rdynamic", "-s", "-pie", "-no-pie", "-fuse-ld=lld", "own.o", "own.dylib", "own.tbd")
    compile_ = ("-static", "-std=c++20", "-stdlib=libc++", "-save-temps", "-pthread", "-fPIE")
    assert flags_of.link_flags((*compile_, *link)) == link and flags_of.compile_flags((*link, *compile_)) == compile_


def test_folders_of_headers_are_in_the_compilers_order() -> None:
    flags = ("-idirafter", "/late", "-isystem/system", "-I", "/own", "-DN", "-iquote", "/quoted", "-I/more", "-isystem", "/last")
    assert list(flags_of.header_folders(flags, "-iquote", "-I")) == ["/quoted", "/own", "/more"]
    assert list(flags_of.header_folders(flags, "-isystem", "-idirafter")) == ["/system", "/last", "/late"]


@pytest.mark.parametrize(("compiler", "beside", "expected"), [
    ("g++-12", "gcc-12", "gcc-12"), ("clang++-14", "clang-14", "clang-14"), ("g++", "gcc", "gcc"), ("my-c++", "cc", "gcc"),
])
def test_c_files_get_c_compiler_of_same_version(tmp_path: Path, compiler: str, beside: str, expected: str) -> None:
    (tmp_path / beside).touch()
    platform = Platform(id="cpp/x", language="cpp", executable=str(tmp_path / compiler), version="12", facts={"name": "g++"})
    assert Path(c_compiler(platform)).name == expected


@pytest.mark.parametrize(("language", "program", "expected"), [(c, "clang", "c/apple-clang-17"), (cpp, "clang++", "cpp/apple-clang++-17")])
def test_apples_clang_has_a_platform_of_its_own(tmp_path: Path, language, program: str, expected: str) -> None:  # noqa: ANN001
    """Its numbers are not those of LLVM. Frameworks are for the link, where clang's driver passes them on."""
    (tmp_path / program).touch(0o755)
    macros = {"__GNUC__": 4, "__clang__": 1, "__clang_major__": 17, "__apple_build_version__": 17000013, "__STDC__": 1, "__STDC_VERSION__": "201112L", "__cplusplus": "201703L"}
    output = "".join(f"#define {name} {value}\n" for name, value in macros.items())
    platform = language.probe(program, ("-framework", "Accelerate", "-weak_framework", "Metal"), {"PATH": str(tmp_path)}, lambda argv: Captured(code=0, output=output))
    assert isinstance(platform, Platform), platform
    assert platform.id == expected and flags_of.is_clang(platform)
    assert flags_of.link_flags(platform.flags) == ("-Wl,-framework,Accelerate", "-Wl,-weak_framework,Metal")


@pytest.mark.parametrize("flag", ["-c", "-shared", "-fwhole-program", "-fpack-struct=1"])
@pytest.mark.parametrize(("language", "program"), [(c, "gcc"), (cpp, "g++")])
def test_flag_that_leaves_no_program_is_refused(tmp_path: Path, language, program: str, flag: str) -> None:  # noqa: ANN001
    (tmp_path / program).touch(0o755)
    reason = language.probe(program, ("-O2", flag), {"PATH": str(tmp_path)}, lambda argv: Captured(code=0, output=""))
    assert reason == f"with its flag {flag} CLAMH cannot link the worker"
    passed_on = language.probe(program, ("-Xlinker", flag), {"PATH": str(tmp_path)}, lambda argv: Captured(code=0, output=""))
    assert "cannot link" not in str(passed_on)


@pytest.mark.parametrize(("language", "program"), [(c, "gcc"), (cpp, "g++")])
def test_flags_for_32_bits_are_refused(tmp_path: Path, language, program: str) -> None:  # noqa: ANN001
    (tmp_path / program).touch(0o755)
    macros = {"__GNUC__": 12, "__STDC__": 1, "__STDC_VERSION__": "201710L", "__cplusplus": "201703L", "__SIZEOF_POINTER__": 4}
    output = "".join(f"#define {name} {value}\n" for name, value in macros.items())
    reason = language.probe(program, ("-m32",), {"PATH": str(tmp_path)}, lambda argv: Captured(code=0, output=output))
    assert reason == "its flags select a system with pointers of 32 bits, as -m32 does; the worker needs 64 bits"


@pytest.mark.parametrize("flag", ["-nostdlib", "-nodefaultlibs", "-nostdlib++", "-Dmain=foo"])
def test_undefined_function_is_due_to_a_flag_that_takes_it_away(flag: str) -> None:
    hints = _undefined_hints(c.DIALECT, ("-O3", flag)).values()
    assert {hint.partition(":")[0] for hint in hints} == {f"the flag {flag} takes away what the worker needs"}
    assert all(hint.startswith("name the file") for hint in _undefined_hints(c.DIALECT, ("-O3", "-Dmainly=1")).values())


@pytest.mark.parametrize(("width", "code"), [("8", 0), ("4", 1)])
def test_core_refuses_targets_of_32_bits(width: str, code: int) -> None:
    """Zig's targets are known only to its compiler."""
    start = native.join_core().partition("#define")[0]
    done = subprocess.run(["cc", "-x", "c", "-fsyntax-only", "-U__SIZEOF_POINTER__", f"-D__SIZEOF_POINTER__={width}", "-"], input=start, capture_output=True, text=True, check=False)
    assert done.returncode == code and ("needs a target with pointers of 64 bits" in done.stderr) == bool(code), done.stderr
