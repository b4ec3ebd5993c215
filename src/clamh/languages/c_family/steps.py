"""The steps of a build: compile the core, what a language adds to it, the wrapper and its companions, and link them."""

from __future__ import annotations

import glob
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from clamh.languages.base import Build, Step
from clamh.languages.c_family.compilers import SHARED, Dialect
from clamh.languages.c_family.flags import (
    CPP_ONLY, NATIVE, compile_flags, describe_platform, has_link_time_code, header_folders, is_clang, link_flags,
    link_time_flags, search_copies_first,
)
from clamh.languages.c_family.headers import included_files
from clamh.languages.c_family.layouts import layout_flags, ordering_method
from clamh.languages.c_family.source_copy import copy_folders
from clamh.languages.native import CORE, core_steps, with_layouts
from clamh.languages.programs import b63
from clamh.languages.programs.libraries import HEADERS, is_program
from clamh.languages.toolchains import contents, identify_program, list_flag_files, name_artifact, short
from clamh.model.artifacts import Platform
from clamh.model.sources import Wrapper

C = ".c"
C_INSTALL_HINT = "apt-get install gcc, or clang for clang++: C files need the C compiler"
NO_CLAMH_H = dict.fromkeys(("clamh.h: No such file", "'clamh.h' file not found"), (
    "a C file beside a C++ source has no Blackhole and no clamh_fail: delete this line, and return values to C++"))
ABI = "clamh_abi.h"
# Libraries, or the worker's `main`.
TAKES_AWAY = re.compile(r"-nostdlib(?:\+\+)?|-nodefaultlibs|-nolibc|-Dmain(?:=.*)?")


class StepMaker:
    """Makes the steps of a build; each method makes the steps of a kind."""

    def __init__(self, wrapper: Wrapper, platform: Platform, shared: Path, dialect: Dialect):
        self.wrapper, self.platform, self.shared, self.dialect = wrapper, platform, shared, dialect
        self.published = name_artifact(wrapper)
        self.flags = (*platform.flags, *link_time_flags(platform))
        self.is_b63 = is_program(wrapper.unit)  # its header is its worker
        folders = [HEADERS.parent] if self.is_b63 else [dialect.runtime, dialect.outside, SHARED]
        self.runtime = contents(
            [*(file for folder in folders for file in folder.rglob("*") if file.is_file()), CORE / ABI])
        self.worker = [] if self.is_b63 else [*self._compile_core(), self._compile_runtime()]

    def build(self) -> Build:
        """The steps; the core and what the language adds to it are cached by all their inputs.

        A source in which the dialect's `recorded` occurs is compiled a second time into `<artifact>.recording`. That
        artifact answers `invoke` and never measures, so that the measured Blackhole needs no branch.
        """
        published, wrapper = self.published, self.wrapper
        texts = [text.encode("utf-8", "surrogateescape")
                 for text in wrapper.files.values()] + [parsed.text for parsed in wrapper.unit.parsed]
        apart = any(self.dialect.recorded.search(text) for text in texts)
        objects = self.compile_user(published, *(("-DCLAMH_RECORDED_APART",) if apart else ()))
        recording = self.compile_user(f"{published}.recording", "-DCLAMH_RECORDING") if apart else []
        steps = [*self.worker, *objects, *recording, self.link(published, objects)]
        if apart:
            steps.append(self.link(f"{published}.recording", recording, beside=True))
        ordering = ordering_method(self.platform)
        at_the_link = has_link_time_code(self.platform)  # objects have no code yet
        core = [self._shared_object(step) for step in self.worker[:-1]]
        with_code = [published] if at_the_link else [*(step.outputs[0] for step in objects), *core]
        return with_layouts(
            steps, published, wrapper.unit.source.path, ordering, with_code, parallel=not at_the_link,
            link=lambda output: self.link(output, objects, *layout_flags(ordering[0], output)))

    def _compile_core(self) -> tuple[Step, Step]:
        """By the compiler's own C mode."""
        platform = self.platform
        inputs = (os.path.realpath(platform.executable), platform.version, platform.facts.get("identity", ""),
                  platform.facts.get("native", ""))
        return core_steps((platform.executable, "-x", "c"), inputs, platform.flags)

    def _compile_runtime(self) -> Step:
        platform = self.platform
        header = "".join(f"#define {name} {literal}\n" for name, literal in describe_platform(platform).items())
        inputs = (os.path.realpath(platform.executable), platform.version, *self.flags, header,
                  platform.facts.get("identity", ""), platform.facts.get("native", ""), self.runtime)
        return Step(
            title=f"compile the worker for {platform.id}",
            argv=(platform.executable, *(flag for flag in compile_flags(self.flags) if flag != NATIVE),
                  *self.dialect.main_flags, "-I", ".", "-c",
                  str(self.dialect.runtime / self.dialect.main), "-o", "main.o"),
            outputs=("main.o",),
            key=f"{self.dialect.id}-main-{short(chr(0).join(inputs))}",
            parallel=True,
            files={f"platform.h{'' if self.dialect.main.endswith(C) else 'pp'}": header},
        )

    def compile_user(self, output: str, *defines: str) -> list[Step]:
        """Compiles the wrapper and each companion that no other file includes to an object, with a dependency file
        each.
        """
        unit, platform = self.wrapper.unit, self.platform
        folders = dict.fromkeys(str(Path(source.path).resolve().parent) for source in (unit.source, *unit.companions))
        included = included_files(unit)
        compiled = (*self.dialect.compiles, C)
        companions = [
            str(path) for companion in unit.companions
            if (path := Path(companion.path).resolve()).suffix in compiled and str(path) not in included
        ]
        entry = [(unit.source.path, self.wrapper.entry, output)]
        if self.is_b63:
            entry = [(unit.source.path, str(Path(unit.source.path).resolve()), output),
                     (self.wrapper.entry, self.wrapper.entry, f"{output}.b63")]
        files = [*entry,
                 *((companion, companion, f"{output}.{number}") for number, companion in enumerate(companions))]
        searched = [word for folder in folders for word in ("-iquote", folder)]
        own = (platform.executable, *compile_flags(self.flags))
        if self.is_b63:
            searched += ["-isystem", str(HEADERS)]  # also for companions in C
            own += tuple(searched)
        else:
            own += (*self.dialect.defines, *defines, *searched, "-isystem", str(self.dialect.runtime), "-isystem",
                    str(self.dialect.outside))
        of_entry = own if self.is_b63 else tuple(search_copies_first(own, copy_folders(unit)))

        def compiled_as_c(file: str) -> bool:
            return file.endswith(C) and C not in self.dialect.compiles

        def command(file: str) -> tuple[str, ...]:
            if compiled_as_c(file):
                return c_command(platform, self.flags, searched)
            return of_entry if file == self.wrapper.entry else own

        def own_defines(file: str) -> tuple[str, ...]:
            if self.is_b63:
                return b63.platform_defines(platform) if file == self.wrapper.entry else ()
            return () if file == self.wrapper.entry else ("-DCLAMH_LINKED",)  # suspend.h reads it

        def made_with(file: str) -> str:
            """What decides the object besides the platform and the file: the wrapper includes files that no part of the
            worker includes, and the C compiler may change while the platform's stays.
            """
            program = compiled_as_c(file) and shutil.which(c_compiler(platform))
            return f"{self.runtime} {identify_program(program, '')}" if program else self.runtime

        return [
            Step(
                title=f"compile {shown} with {platform.id}",
                hint=C_INSTALL_HINT if compiled_as_c(shown) else "",
                argv=(*command(file), *own_defines(file), "-MD", "-MF", f"{name}.d", "-c", file, "-o", f"{name}.o"),
                outputs=(f"{name}.o",),
                dependency_files=glob.escape(f"{name}.d"),
                parallel=True,
                searches=tuple(header_folders((*self.flags, *searched), "-iquote", "-I")),
                searches_later=tuple(header_folders(self.flags, "-isystem", "-idirafter")),
                standard=tuple(platform.facts.get("standard", ())),
                env={"CLAMH_MADE_WITH": made_with(shown)},
                failure_hints=b63.NO_JEMALLOC if self.is_b63 else NO_CLAMH_H if compiled_as_c(shown) else {},
            ) for shown, file, name in files
        ]

    def link(self, output: str, objects: Sequence[Step], *extra_flags: str, beside: bool = False) -> Step:
        """Links all objects; it gets the compiler's flags too, since the linker needs some of them (-fsanitize=,
        -flto).
        """
        quiet = ("-Qunused-arguments",) if is_clang(self.platform) else ()
        flags = link_flags(self.flags)
        hints = (b63.NO_MAIN | b63.NO_JEMALLOC if self.is_b63 else {}) | _undefined_hints(self.dialect, self.flags)
        return Step(
            title=f"link {self.wrapper.unit.source.path} with {self.platform.id}",
            argv=(self.platform.executable, *compile_flags(self.flags), *quiet, *(step.outputs[0] for step in objects),
                  *map(self._shared_object, self.worker), *extra_flags, "-o", output, *flags, *self.dialect.libraries,
                  *b63.find_libraries(self.wrapper.unit)),
            outputs=(output,), reads=tuple(list_flag_files(self.flags)), failure_hints=hints, parallel=beside,
        )

    def _shared_object(self, step: Step) -> str:
        """The path of the object of a worker's part, which builds share."""
        return str(self.shared / step.key / step.outputs[0])


def c_command(platform: Platform, flags: Iterable[str], searched: Iterable[str]) -> tuple[str, ...]:
    """The beginning of the command that compiles a C file among the companions of another language's source."""
    return (c_compiler(platform), *(flag for flag in compile_flags(flags) if not flag.startswith(CPP_ONLY)), *searched)


def c_compiler(platform: Platform) -> str:
    """The C compiler of the same version beside the C++ compiler, as gcc-12 beside g++-12; else that on PATH."""
    program = Path(platform.executable)
    name = program.name.replace("clang++", "clang").replace("g++", "gcc")
    if name == program.name:  # the program has another name
        name = "clang" if is_clang(platform) else "gcc"
    return str(program.with_name(name)) if program.with_name(name).exists() else name


def _undefined_hints(dialect: Dialect, flags: Iterable[str]) -> dict[str, str]:
    """The hint for an undefined function, by the messages of GNU ld and gold, lld, and Apple's linker."""
    hint = (f'name the file that defines it in clamh.toml, [{dialect.id}] sources = ["file{dialect.compiles[0]}"], or '
            f'after the source on the command line; for a library: [{dialect.id}] flags = ["-L<folder>", "-l<name>"]')
    if culprit := next(filter(TAKES_AWAY.fullmatch, flags), ""):
        libraries = "" if culprit.startswith("-D") else ", or name the missing libraries after it"
        hint = f"the flag {culprit} takes away what the worker needs: delete it{libraries}"
    return dict.fromkeys(("undefined reference to", "undefined symbol:", "Undefined symbols for"), hint)
