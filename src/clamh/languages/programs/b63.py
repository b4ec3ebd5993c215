"""Programs written for B63: what their macros declare, what annotations may add, and what completes their build.

A program is compiled as it is and brings its own main function. The header `b63.h` in `headers/include` is its worker.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from clamh.languages.c_family.conditions import conditions, is_inside
from clamh.languages.c_family.flags import describe_platform
from clamh.languages.c_family.macros import blank, code_only, directives
from clamh.languages.c_family.source_copy import literal
from clamh.languages.catalog import Classes, list_entries
from clamh.languages.frontends import Places, find_beside
from clamh.languages.generators import hash_sources
from clamh.languages.programs.libraries import LIBRARY, find_refused, imply_benchmark
from clamh.model.artifacts import Platform
from clamh.model.catalog import BenchmarkEntry
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Location, Unit, Wrapper

# The header makes identifiers of the name, so it may begin with a digit.
_DECLARED = re.compile(
    rb"\b(?P<macro>B63_(?:BENCHMARK|BASELINE))\s*\(\s*(?P<name>[\w$\x80-\xff]+)\s*,\s*[\w$\x80-\xff]+\s*\)(?=\s*\{)")
_RUN = re.compile(rb"\bB63_RUN(?:_WITH)?\s*\(")
_ELSE = re.compile(rb"\belse\s*\{?\s*\Z")  # before what runs instead of another
_RUN_AGAIN = "run_again"  # the fact where the file runs its benchmarks a second time
_HEADER = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"((?:[^"\r\n\0]*/)?b63\.h)"', re.MULTILINE)
_JEMALLOC = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<][^">\r\n]*counters/jemalloc\.h[">]', re.MULTILINE)
NO_MAIN = dict.fromkeys(
    ("undefined reference to `main'", "undefined symbol: main", '"_main"'),
    "a program of B63 brings its own main function: int main(int argc, char **argv) { B63_RUN(argc, argv); }; "
    "name the file that has it after the source on the command line; if that file has benchmarks too, name it alone "
    "and this file in sources of clamh.toml, or compile the program and use clamh run --artifact c:./prog")
NO_JEMALLOC = dict.fromkeys(
    ("jemalloc/jemalloc.h: No such file", "'jemalloc/jemalloc.h' file not found", "-ljemalloc", "library 'jemalloc'"),
    "install jemalloc for its counter: apt-get install libjemalloc-dev, or on macOS: brew install jemalloc")
HINT = ("a benchmark of B63 has a single thread, no params and no fixtures; for these, write it as a function with "
        "//@@Benchmark")


def without_heads(text: bytes) -> bytes:
    """The text with a function `void f()` for each macro that declares a benchmark, and without B63_SUSPEND; same
    length and lines.
    """
    if b"B63_" not in text:
        return text
    code, out = code_only(text), bytearray(text)
    for match in _DECLARED.finditer(code):
        head = blank(text[match.start():match.end()])
        out[match.start():match.end()] = b"void f()" + head[8:] if b"\n" not in head[:8] else head
    for match in re.finditer(rb"\bB63_SUSPEND\b", code):
        out[match.start():match.end()] = blank(match[0])
    return bytes(out)


def add_benchmarks(declarations: Sequence[Declaration], blanked: bytes, places: Places) -> list[Declaration]:
    """The declarations with the benchmarks that macros declare, in the order of the file; each has its annotation
    Benchmark.

    The functions of `without_heads` are left out.
    """
    if b"B63_" not in blanked:
        return list(declarations)
    conditional, code = conditions(blanked), code_only(blanked)
    runs = [match.start() for match in _RUN.finditer(code) if not is_inside(match.start(), conditional)
            and not _ELSE.search(code, 0, match.start())]
    facts = {_RUN_AGAIN: places.at(runs[1])} if len(runs) > 1 else {}
    benchmarks = [_declare(match, places, conditional, facts) for match in _DECLARED.finditer(code)]
    starts = [benchmark.start for benchmark in benchmarks]

    def is_macro(declaration: Declaration) -> bool:
        before = bisect_right(starts, declaration.start) - 1
        return before >= 0 and declaration.start < benchmarks[before].end

    own_headers = list(_find_own_headers(blanked, places)) if benchmarks else []
    return sorted(
        [*(declaration for declaration in declarations if not is_macro(declaration)), *benchmarks, *own_headers],
        key=lambda declaration: declaration.start)


def _declare(match: re.Match[bytes], places: Places, conditional: list[tuple[int, int]],
             facts: dict[str, Location]) -> Declaration:
    name, start = match["name"].decode("utf-8", "replace"), match.start()
    return imply_benchmark(
        "B63", name, places.at(start), match.span(),
        {"Benchmark": {"baseline": True} if match["macro"] == b"B63_BASELINE" else {}},
        {"takes": [], "spelling": name, **facts}, scope=(), conditional=is_inside(start, conditional))


def _find_includes(text: bytes, wanted: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """The includes that match and that no condition can leave out."""
    conditional = conditions(text)
    for start, _ in directives(text):
        if (match := wanted.match(text, start)) and not is_inside(start, conditional):
            yield match


def _find_own_headers(blanked: bytes, places: Places) -> Iterator[Declaration]:
    """A declaration without a name for each b63.h beside the file that is not CLAMH's; only declarations carry errors.
    """
    for match in _find_includes(blanked, _HEADER):
        if not all(map(_has_worker, find_beside(places.path, [match[1]]))):
            yield Declaration(kind="field", name="", scope=(), location=places.at(match.start()), start=match.start(),
                              end=match.end(), facts={"own_header": match[1].decode("utf-8", "replace")})


def _has_worker(header: str) -> bool:
    """Whether CLAMH's header, or a copy of it, is this b63.h or a b63.h that it includes."""
    headers = [header]
    for path in headers:  # it grows while it is read
        text = Path(path).read_bytes()
        if b"CLAMH" in text:
            return True
        headers += [found for found in find_beside(path, _HEADER.findall(text)) if found not in headers]
    return False


def find_macro_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of a file with benchmarks of B63: two with the same name, annotations that such a program cannot
    follow or that a compiler cannot read, and another b63.h than CLAMH's. A second B63_RUN is only a warning.
    """
    first = next((declaration for declaration in declarations if LIBRARY in declaration.facts), None)
    if first is None:
        return
    if again := first.facts.get(_RUN_AGAIN):
        yield Diagnostic(
            code="b63-run", severity="warning", location=again,
            message="the program has a second B63_RUN, but CLAMH measures only at the first that main reaches",
            hint='name all counters in a single B63_RUN_WITH("time,calls", argc, argv)')
    refused = list(find_refused(declarations, HINT, "BenchmarkMode"))
    yield from refused
    refused_places = {problem.location for problem in refused}
    names: dict[str, int] = {}
    for declaration in declarations:
        own = LIBRARY in declaration.facts
        if header := declaration.facts.get("own_header"):
            yield Diagnostic(
                code="b63-header", location=declaration.location,
                message=f"{header} is not CLAMH's header, so CLAMH cannot measure this program",
                hint="write #include <b63.h>, and the same for counters: #include <counters/perf_events.h>")
        for annotation in declaration.annotations:
            if not own:
                yield Diagnostic(
                    code="b63-annotation", location=annotation.location, hint="move it to a file of its own",
                    message=f"{annotation.name} on {declaration.name}: a file with benchmarks of B63 has no other "
                    "benchmarks, states or fixtures")
            elif (annotation.spelling == "at" and annotation.start < annotation.end
                  and annotation.location not in refused_places):
                yield Diagnostic(
                    code="b63-annotation", location=annotation.location, hint=f"write //@@{annotation.name}",
                    message=f"@{annotation.name} on {declaration.name}: a program of B63 is compiled as it is, so its "
                    "annotations must be comments")
        if own and not declaration.conditional and (line := names.setdefault(
                declaration.name, declaration.location.line)) != declaration.location.line:
            yield Diagnostic(code="b63-same-name",
                             message=f"line {line} has another benchmark with the name {declaration.name}",
                             hint="rename one of them", location=declaration.location)


def generate_program(unit: Unit, entry: str) -> Wrapper:
    """The file that completes the program: what the build knows, and the settings of annotations."""
    catalog = list_entries(unit, Classes(unit), lambda param: {})
    pairs = [text for benchmark in catalog.benchmarks
             for text in (benchmark.name, _describe_settings(benchmark))]
    lines = "".join(f"    {literal(text)},\n" for text in pairs)
    name = re.sub(r"[^ -~]|[*]/", "_", Path(unit.source.path).name)
    text = f"""/* Completes the program {name} for CLAMH: what only the build knows. */
#include <b63/artifact.h>

static const char *const settings[] = {{
{lines}    0
}};

#ifdef __cplusplus
extern "C"
#endif
struct b63_artifact b63_artifact;

struct b63_artifact b63_artifact = {{
    CLAMH_LANGUAGE, CLAMH_PLATFORM, CLAMH_COMPILER, CLAMH_COMPILER_VERSION, CLAMH_FLAGS,
    {literal(hash_sources(unit))},
    settings
}};
"""
    return Wrapper(unit=unit, files={entry: text}, entry=entry)


def _describe_settings(benchmark: BenchmarkEntry) -> str:
    """The fields of the benchmark's event that come from annotations."""
    fields = {
        "settings": msgspec.to_builtins(benchmark.settings),
        **({"key": benchmark.key} if benchmark.key != benchmark.name else {}),
        **({"baseline": benchmark.baseline} if benchmark.baseline else {})
    }
    return json.dumps(fields, separators=(",", ":"))[1:-1]


def platform_defines(platform: Platform) -> tuple[str, ...]:
    """The flags that name the platform for this file."""
    literals = {"CLAMH_LANGUAGE": json.dumps(platform.language), **describe_platform(platform)}
    return tuple(f"-D{name}={value}" for name, value in literals.items())


def find_libraries(unit: Unit) -> tuple[str, ...]:
    """The linker's flags for the counters that the program includes in every build."""
    return ("-ljemalloc",) if any(any(_find_includes(parsed.text, _JEMALLOC)) for parsed in unit.parsed) else ()
