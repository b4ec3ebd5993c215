"""One source with everything in it: the wrapper, the user's files and the runtime, each include replaced by its text."""

from __future__ import annotations

import os
import re
from pathlib import Path

from clamh.languages.cpp.source_copy import literal
from clamh.languages.cpp.toolchain import COMPILED, RUNTIME, included_files
from clamh.model.sources import Wrapper

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)[^\n]*$')
_LINE = re.compile(r'^#line (\d+) ("(?:[^"\\]|\\.)*")$')
_ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b")
# clamh.hpp itself is what the user's text may say: what it includes the first time comes before.
PARTS = ("blackhole.hpp", "check.hpp", "floor.hpp", "loop.hpp", "state.hpp", "measuring.cpp", "runtime.cpp")


def standalone(wrapper: Wrapper) -> str:
    """The text of one file that `g++ -std=c++17 -O3` builds where there is no CLAMH, and that runs `--solo NAME`.

    The worker stands before the user's text, whose macros so cannot reach it; what a file includes and neither the
    wrapper nor the runtime has is included still. Companions that are compiled by themselves come last.
    """
    files = {Path(name): text for name, text in wrapper.files.items()}
    flatten = _Flatten(files)
    head = [
        f"// Everything that is needed to run the benchmarks of {literal(wrapper.unit.source.path)[1:-1]}: build it with",
        "//   g++ -std=c++17 -O3 -pthread THIS-FILE.cpp -o run",
        "// and run one of them with ./run --solo NAME [-bm MODE] [-t THREADS] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME].",
        "#define CLAMH 1",
        "#define LATH 1",
        "#define CLAMH_REGISTRATION",
    ]
    if any("Blackhole" in text for text in files.values()):
        head.append("#define CLAMH_RECORDED_APART 1")  # what it is given is not written down here: `invoke` says so
    included = included_files(wrapper.unit)
    body: list[str] = []
    for name in PARTS:
        body += flatten.file(RUNTIME / name)
    entry = Path(wrapper.entry)
    body += flatten.text(entry, _without(files[entry], ("#define CLAMH 1", "#define LATH 1", '#include "clamh.hpp"')))
    for companion in wrapper.unit.companions:
        path = Path(companion.path)
        if path.suffix in COMPILED and str(path.resolve()) not in included:
            body += [f"#line 1 {literal(companion.path)}",
                     *flatten.text(path, path.read_text(encoding="utf-8", errors="surrogateescape"))]
    return "\n".join([*head, *body, ""])


def _without(text: str, lines: tuple[str, ...]) -> str:
    """The wrapper without what the head of the file says already; its lines are numbered by `#line` where it counts."""
    return "\n".join(line for line in text.split("\n") if line not in lines)


class _Flatten:
    """Replaces includes; files that say `#pragma once` are taken once, wherever they are included from."""

    def __init__(self, files: dict[Path, str]):
        self.files, self.done = files, set[Path]()

    def file(self, path: Path) -> list[str]:
        if path in self.done:
            return []
        return [f"#line 1 {literal(self.shown(path))}", *self.text(path, self.read(path))]

    def text(self, path: Path, text: str) -> list[str]:
        lines: list[str] = []
        number, name = 0, literal(self.shown(path))
        for line in text.split("\n"):
            number += 1
            if match := _LINE.match(line):
                number, name = int(match[1]) - 1, match[2]
            include = _INCLUDE.match(line)
            found = None
            if include:
                found = self.found(path, include[1]) if include[1] else self.ours(include[2])
            if _ONCE.match(line):
                self.done.add(path)
                lines.append("")
            elif found is not None:
                lines += [*self.file(found), f"#line {number + 1} {name}"]
            else:
                lines.append(line)
        return lines

    def found(self, path: Path, included: str) -> Path | None:
        """The file meant: beside the one that includes it (also where the user has that), else where the build looks."""
        user = self.user_path(path) if path in self.files else ""
        folders = [path.parent, *([Path(user).parent] if user else []), RUNTIME, RUNTIME / "include"]
        for at, folder in enumerate(folders):
            place = Path(os.path.normpath(folder / included))
            # A copy's own folder exists in the build only.
            if place in self.files or (at > 0 or path not in self.files) and place.is_file():
                return place
        return None

    def ours(self, included: str) -> Path | None:
        """What is meant by a name in angle brackets, where that is a header of ours: no other machine has it."""
        place = RUNTIME / "include" / included
        return place if place.is_file() else None

    def user_path(self, copy: Path) -> str:
        """The user's file that a copy repeats, from its first line."""
        match = _LINE.match(self.files[copy].split("\n", 1)[0])
        return match[2][1:-1] if match else ""

    def read(self, path: Path) -> str:
        if path in self.files:
            return self.files[path]
        return path.read_text(encoding="utf-8", errors="surrogateescape")

    def shown(self, path: Path) -> str:
        return f"clamh/{path.relative_to(RUNTIME)}" if RUNTIME in path.parents else str(path)
