"""Results files of other tools → Run, the type that our own files are read into. One file per tool; the content shows
the tool.

All later stages are as with our own files: a fork mean per process, the intervals and ratios of statistics/forks.py,
and the same reports. Where something else stands for a process, a warning says so. `Run.origin` lists what such a file
does not state.
"""

from __future__ import annotations

import json
import math
import os
import re

from clamh.judging import results_file
from clamh.judging.foreign import (benchmarkdotnet, catch2, criterion, divan, go_test, google_benchmark, hyperfine, jmh,
                                   nanobench, pyperf, pytest_benchmark, solo)
from clamh.judging.foreign.tool_results import make_read_error
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.results import Run
from clamh.model.solo import LOG_VERSION
from clamh.model.sources import Location

# No file has the form of two of these tools (tests/unit/judging/foreign/test_read.py).
OF_JSON = {
    reader.TOOL: reader
    for reader in (jmh, google_benchmark, hyperfine, pyperf, pytest_benchmark, criterion, benchmarkdotnet, nanobench)
}
OF_TEXT = {reader.TOOL: reader for reader in (go_test, divan, catch2)}
READABLE = f"JSON of {', '.join(OF_JSON)}, or text of {', '.join(OF_TEXT)}"
# The first names in the files. Of a file that was cut off, only they are left.
BEGINNINGS = {
    re.compile(rb'\s*\[\s*(\{\s*"jmhVersion"|$)'): jmh.TOOL,
    re.compile(rb'\s*\{\s*"context"\s*:'): google_benchmark.TOOL,
    re.compile(rb'\s*\{\s*"results"\s*:\s*\[\s*\{\s*"title"\s*:'): nanobench.TOOL,
    re.compile(rb'\s*\{\s*"results"\s*:'): hyperfine.TOOL,
    re.compile(rb'\s*\{\s*"machine_info"\s*:'): pytest_benchmark.TOOL,
    re.compile(rb'\s*\{\s*"(Title|HostEnvironmentInfo)"\s*:'): benchmarkdotnet.TOOL,
    re.compile(rb'\s*\{\s*("sampling_mode"|"group_id"|"mean"\s*:\s*\{\s*"confidence_interval")\s*:'): criterion.TOOL,
    re.compile(rb'\s*\{\s*"(benchmarks|metadata)"\s*:'): pyperf.TOOL,
}

NO_NUMBERS = {"NaN": "NaN", "Infinity": "+INF",
              "-Infinity": "-INF"}  # Google Benchmark writes bare names, JMH text: all become text


def read_any_results(path: str | os.PathLike[str]) -> Run:
    """A results file of ours or of another tool, or a folder of criterion.

    Forks of our own files are read when they are used (results_file.read_lazily). Raises InputError, with the place and
    a hint, for a file that is neither, is cut off, or lacks what a score needs.
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        return criterion.read_folder(name)
    if os.path.exists(name) and not os.path.isfile(name):
        raise input_error("results", f"{name} is a pipe or device; results are read twice",
                          "write them to a file first")
    try:
        with open(name, "rb") as file:
            first = file.readline()
            if not first or b'"event"' in first and not _find_begun_tool(first):  # it reports an empty file
                return results_file.read_lazily(name)
            data = first + file.read()
    except OSError:
        return results_file.read_lazily(name)  # it reports the reason
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    if text.startswith(f"{LOG_VERSION}\n"):
        return solo.read(text, name)
    begun = _find_begun_tool(data)
    try:
        document = json.loads(data, parse_float=_float, parse_constant=NO_NUMBERS.get)
        json.dumps(document,
                   ensure_ascii=False).encode()  # half of a surrogate pair is not valid text, and cannot be printed
    except (ValueError, RecursionError) as error:
        if begun:
            raise _damaged(name, begun, error) from None
        document = None
    for reader, content in [(reader, document) for reader in OF_JSON.values()] + [(reader, text)
                                                                                  for reader in OF_TEXT.values()]:
        if reader.recognises(content):
            return reader.read(content, name)
    message = f"{name} is neither a CLAMH results file, nor a file of another tool that CLAMH reads"
    hint = f"give a .ndjson file from `clamh run`, or {READABLE}"
    raise input_error("results", message, hint)


def _find_begun_tool(data: bytes) -> str:
    """The tool whose file begins in this way, "" for an unknown beginning."""
    return next((tool for begins, tool in BEGINNINGS.items() if begins.match(data)), "")


def _float(text: str) -> float | str:
    """The number, or JMH's text for a number that is too large for a double."""
    value = float(text)
    return value if math.isfinite(value) else "+INF" if value > 0 else "-INF"


def _damaged(name: str, tool: str, error: Exception) -> InputError:
    if not isinstance(error, json.JSONDecodeError):
        return make_read_error(name, tool, "it is not valid JSON: a string or a nesting is broken")
    where = Location(path=name, line=error.lineno, column=error.colno)
    message = f"{name} begins like JSON of {tool}, but is cut off or damaged here ({error.msg})"
    return input_error("foreign", message, f"let {tool} write the file again, completely", location=where)
