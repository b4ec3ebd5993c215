"""What is each flag of the user's for, and which C compiler belongs to a C++ compiler?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.c_family import flags as flags_of
from clamh.languages.c_family.steps import c_compiler
from clamh.model.artifacts import Platform


def test_linker_flags_are_separated_from_compiler_flags() -> None:
    """clang refused linker flags when its version was probed without a link; `clamh run` then reported bad flags."""
    link = ("-static-libstdc++", "-static-libgcc", "-rdynamic", "-s", "-pie", "-no-pie", "-fuse-ld=lld", "own.o")
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
