"""What languages on the native core share: the catalog as constant texts with marks, the step that compiles the core,
and other code layouts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages.base import Build, Step
from clamh.languages.catalog import Classes, list_entries, list_solo
from clamh.languages.generators import declared, hash_sources
from clamh.languages.toolchains import MAX_LAYOUTS, contents, short
from clamh.model.catalog import Entries
from clamh.model.sources import Declaration, Unit

CORE = Path(__file__).parent.parent / "native"
SCOPES = {"Thread": 0, "Group": 1, "Benchmark": 2}  # numbers of clamh_scope
ORDERING = Path(__file__).parent / "ordering.py"
WRITES = {"script": "order", "sections": "order", "shuffle": "s"}  # the suffix of a file that ordering.py always writes
# Of a platform's flags those that change the core: the machine, the system's files, the layout of records, and what
# checks all code of a process. Not this machine's newest instructions: the core is faster by none of them, and
# valgrind lacks some.
_OF_CORE = re.compile(
    r"-m(?!\w+=native$).+|--?(?:sysroot|target|gcc-toolchain)=.+|-B.+|-f(?:no-)?sanitize.*"
    r"|-f(?:no-)?(?:pic|PIC|pie|PIE|short-enums)|-fcf-protection.*|-pthread|-f(?:no-)?function-sections|-falign-.+")
# What is declared in a header of the core: a function, a variable, or a pointer to a function.
_SHARED = re.compile(r"^(?!static|struct \w+;)[a-z_][\w *]*(?: |\*|\(\*)(\w+)\)?[([;]", re.MULTILINE)
_OWN = ("-std=gnu11", "-g0", "-w")
# These files read commands, find what they name, and write answers, never between clock readings, so they are compiled
# at -O0, in a third of the time. In the other files, -O0 would put more instructions around the calls of `repeat`.
UNTIMED = ("channel.c", "describe.c", "invoke.c", "main.c", "opening.c", "registry.c", "score.c", "solo.c",
           "solo_params.c", "text.c", "worker.c")
_CHECK_WIDTH = "#if __SIZEOF_POINTER__ != 8\n#error the worker needs a target with pointers of 64 bits\n#endif\n"
HEADERS_HINT = "apt-get install libc6-dev, the headers of C, with which the worker is compiled"
_NO_HEADERS = (".h: No such file", ".h' file not found", "failed to find libc installation")  # gcc, clang, zig


def core_steps(compiler: Iterable[str], inputs: Iterable[str], flags: Iterable[str], title: str = "compile the core",
               **members: Any) -> tuple[Step, Step]:
    """Compile the core to `core.o` and `untimed.o`, at the same time, once for a compiler, these of its flags, and the
    core's version.

    `compiler` are its first words, which end with what makes it a C compiler; `inputs` say which compiler that is.
    `members` are further members of the steps.
    """
    argv = (*compiler, *filter(_OF_CORE.fullmatch, flags), *_OWN)
    core = contents(CORE.glob("*.[ch]"))

    def compile_part(name: str, level: str, files: Iterable[str]) -> Step:
        text = join_core(files)
        return Step(
            title=title, argv=(*argv, level, "-I", str(CORE), "-c", f"{name}.c", "-o", f"{name}.o"),
            outputs=(f"{name}.o",), files={f"{name}.c": text}, parallel=True,
            failure_hints=dict.fromkeys(_NO_HEADERS, HEADERS_HINT),
            key=f"{name}-{short(chr(0).join([*inputs, *argv, level, core, text]))}", **members)

    timed = (path.name for path in CORE.glob("*.c") if path.name not in UNTIMED)
    return compile_part("core", "-O1", timed), compile_part("untimed", "-O0", UNTIMED)


def with_layouts(steps: Iterable[Step], artifact: str, source: str, ordering: tuple[str, str], objects: Iterable[str],
                 link: Callable[[str], Step], *, parallel: bool = True) -> Build:
    """The build of these steps; one more writes the orders of functions of `objects`, or of a linked program, for all
    other code layouts.

    `ordering` is the method of ordering.py, or "" and the reason why there is none. `link` links the artifact of a
    layout; the names of that layout's files begin with its name.
    """
    method, reason = ordering
    if not method:
        return Build(steps=tuple(steps), artifact=artifact, one_layout=reason)
    order = Step(
        title=f"order the functions of {source}", outputs=(f"{artifact}.1.{WRITES[method]}",), parallel=parallel,
        argv=(sys.executable, "-I", "-S", str(ORDERING), method, artifact, str(MAX_LAYOUTS), *objects),
        env={"CLAMH_MADE_WITH": contents([ORDERING])})
    layouts = tuple(link(f"{artifact}.{number}") for number in range(1, MAX_LAYOUTS))
    return Build(steps=(*steps, order), artifact=artifact, layouts=layouts)


def join_core(files: Iterable[str] = ()) -> str:
    """The text of a translation unit with these files of the core, or all: one unit compiles faster than many.

    What the core's files share gets a prefix, so that a function of the user may have any of these names.
    """
    headers = sorted(path for path in CORE.glob("*.h") if path.name != "clamh_abi.h")
    shared = dict.fromkeys(name for header in headers for name in _SHARED.findall(header.read_text(encoding="utf-8")))
    return "".join([_CHECK_WIDTH, *(f"#define {name} clamh_core_{name}\n" for name in shared),
                    *(f'#include "{name}"\n' for name in sorted(files or (path.name for path in CORE.glob("*.c"))))])


def catalog_texts(unit: Unit, classes: Classes,
                  constants_of: Callable[[Declaration], tuple[str, ...]]) -> dict[str, Any]:
    """What an artifact holds of the catalog, for its template. Only the compiler knows a param's type, which the
    artifact fills in; `constants_of` gives the constants of a field's enum. It completes `classes`.
    """
    catalog = list_entries(unit, classes, lambda param: {"type": "string", "constants": constants_of(declared(param))})
    return {"catalog": mark_catalog(catalog), "openings": list_solo(catalog), "sources": hash_sources(unit)}


def mark_catalog(entries: Entries) -> list[str]:
    """The events of a catalog, with the marks of clamh_abi.h around what may not be compiled in; a param's type comes
    from the artifact.
    """
    lines = []
    for state in entries.states:
        event = msgspec.to_builtins(state)
        lists = {"params": "p", "counters": "c", "checks": "k"}
        pieces = {
            name: [(kind, part["number"], part) for part in event.pop(name)] for name, kind in lists.items()
            if name in event
        }
        lines.append(f"s{state.number}:{_event(event, pieces)}")
    lines += [f"x{fixture.number}:{_json(msgspec.to_builtins(fixture))}" for fixture in entries.fixtures]
    for benchmark in entries.benchmarks:
        event = msgspec.to_builtins(benchmark)
        functions = [("f", place, part) for place, part in enumerate(event.pop("functions"))]
        lines.append(f"b{benchmark.number}:{_event(event, {'functions': functions})}")
    return lines


def _event(event: dict[str, Any], lists: dict[str, list[tuple[str, int, dict[str, Any]]]]) -> str:
    members = [_json(event)[1:-1]]
    for name, pieces in lists.items():
        members.append(f"{_json(name)}:[{''.join(_piece(*piece) for piece in pieces)}]")
    return f"{{{','.join(members)}}}"


def _piece(kind: str, number: int, part: dict[str, Any]) -> str:
    if kind != "p":
        return f"\2{kind}{number}:{_json(part)}\3"
    known = {name: value for name, value in part.items() if name not in ("type", "minimum", "maximum")}
    return f"\2p{number}:{{\1{number}\1{_json(known)[1:]}\3"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
