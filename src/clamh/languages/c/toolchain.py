"""C compilers: finds them, and builds an artifact of a wrapper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from clamh.languages.base import Build, Run
from clamh.languages.c_family.compilers import Dialect, find_compilers, probe_compiler
from clamh.languages.c_family.steps import C, StepMaker
from clamh.model.artifacts import Platform, Skip
from clamh.model.sources import Wrapper

RUNTIME, OUTSIDE = Path(__file__).parent / "runtime", Path(__file__).parent / "outside"
INSTALL_HINT = "apt-get install gcc"
# What stands around a stub is compiled here.
RUNTIME_FLAGS = ("-std=gnu11", "-O1", "-g0", "-w")
RECORDED = re.compile(rb"Blackhole|clamh_(?:blackhole|consume\b|consume_memory)")


def _refuse(macros: Mapping[str, str]) -> str:
    standard = macros.get("__STDC_VERSION__", "0")
    if "__STDC__" not in macros:
        return "it cannot preprocess C"
    return "its flags select a standard older than C99" if int(standard.rstrip("L")) < 199901 else ""


DIALECT = Dialect(id="c", title="C", gnu="gcc", clang="clang", mode="c", standard="-std=gnu17", variables=("CC",),
                  header_variable="C_INCLUDE_PATH", required="C99 compiler", install_hint=INSTALL_HINT,
                  runtime=RUNTIME, outside=OUTSIDE, refuse=_refuse, compiles=(C,), main="main.c",
                  main_flags=RUNTIME_FLAGS,
                  recorded=RECORDED, defines=("-DCLAMH=1", "-DLATH=1"), libraries=("-lpthread", "-lm"))


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """Every gcc and clang: first the compiler that CC names, then the plain names on PATH, then those with a version.
    """
    return find_compilers(DIALECT, environ, run)


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of an executable, or the reason why it is unusable."""
    return probe_compiler(DIALECT, program, flags, environ, run)


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps of the build; see StepMaker."""
    return StepMaker(wrapper, platform, shared, DIALECT).build()
