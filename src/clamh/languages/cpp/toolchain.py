"""C++ compilers: finds them, and builds an artifact of a wrapper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from clamh.languages.base import Build, Run
from clamh.languages.c_family.compilers import Dialect, find_compilers, probe_compiler
from clamh.languages.c_family.steps import StepMaker
from clamh.model.artifacts import Platform, Skip
from clamh.model.sources import Wrapper

RUNTIME, OUTSIDE = Path(__file__).parent / "runtime", Path(__file__).parent / "outside"
COMPILED = (".cpp", ".cc", ".cxx")
INSTALL_HINT = "apt-get install g++"
# With exceptions, which the user's code may lack; optimised no more than a short build allows: nothing of it runs in a
# loop.
RUNTIME_FLAGS = ("-O0", "-g0", "-w", "-fexceptions")
RECORDED = re.compile(rb"Blackhole")


def _refuse(macros: Mapping[str, str]) -> str:
    standard = macros.get("__cplusplus", "")
    if not standard:
        return "it cannot preprocess C++"
    # The runtime would give thousands of lines of errors.
    return "its flags select a standard older than C++17" if int(standard.rstrip("L")) < 201703 else ""


DIALECT = Dialect(id="cpp", title="C++", gnu="g++", clang="clang++", mode="c++", standard="-std=c++17",
                  variables=("CPP", "CXX"), header_variable="CPLUS_INCLUDE_PATH", required="C++17 compiler",
                  install_hint=INSTALL_HINT, runtime=RUNTIME, outside=OUTSIDE, refuse=_refuse, compiles=COMPILED,
                  main="main.cpp",
                  main_flags=RUNTIME_FLAGS, recorded=RECORDED)


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """Every g++ and clang++: first those that CPP and CXX name, then the plain names on PATH, then those with a
    version.
    """
    return find_compilers(DIALECT, environ, run)


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of an executable, or the reason why it is unusable."""
    return probe_compiler(DIALECT, program, flags, environ, run)


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps of the build; see StepMaker."""
    return StepMaker(wrapper, platform, shared, DIALECT).build()
