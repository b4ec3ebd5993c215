"""Results files of other tools → Run, the type that our own files are read into. One file per tool; the content shows the tool.

All later stages are as with our own files: a fork mean per process, the intervals and ratios of statistics/forks.py, and the same
reports. Where something else stands for a process, a warning says so. `Run.origin` lists what such a file does not state.
"""

from __future__ import annotations

import json
import math
import os
import re
from typing import Any

from clamh.judging import results_file
from clamh.judging.foreign import google_benchmark, hyperfine, jmh, pyperf, solo
from clamh.judging.foreign.tool_results import make_read_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import Run
from clamh.model.solo import LOG_VERSION
from clamh.model.sources import Location

READERS = {reader.TOOL: reader for reader in (jmh, google_benchmark, hyperfine, pyperf)}
PYTEST_BENCHMARK = "pytest-benchmark"  # recognised in order to refuse it, so that no other tool's reader takes its file
READABLE = f"CLAMH's results files (.ndjson) and JSON of {', '.join(READERS)}"
# The first names in the files. Of a file that was cut off, only they are left.
BEGINNINGS = {
    re.compile(rb'\s*\[\s*(\{\s*"jmhVersion"|$)'): jmh.TOOL,
    re.compile(rb'\s*\{\s*"context"\s*:'): google_benchmark.TOOL,
    re.compile(rb'\s*\{\s*"results"\s*:'): hyperfine.TOOL,
    re.compile(rb'\s*\{\s*"machine_info"\s*:'): PYTEST_BENCHMARK,
    re.compile(rb'\s*\{\s*"(benchmarks|metadata)"\s*:'): pyperf.TOOL,
}

NO_NUMBERS = {"NaN": "NaN", "Infinity": "+INF", "-Infinity": "-INF"}  # Google Benchmark writes bare names, JMH text: all become text


def read_any_results(path: str | os.PathLike[str]) -> Run:
    """A results file of ours or of another tool.

    Forks of our own files are read when they are used (results_file.outline). Raises InputError, with the place and a hint, for a file
    that is neither, is cut off, or lacks what a score needs.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            first = file.readline()
            if b'"event"' in first and not _find_begun_tool(first):
                return results_file.read_lazily(name)
            data = first + file.read()
    except OSError:
        return results_file.read_lazily(name)  # it reports the reason
    if data.startswith(f"{LOG_VERSION}\n".encode()):
        return solo.read(data.decode("utf-8", "backslashreplace"), name)
    begun = _find_begun_tool(data)
    if begun == PYTEST_BENCHMARK:
        raise _unreadable(name)
    try:
        document = json.loads(data, parse_float=_float, parse_constant=NO_NUMBERS.get)
        json.dumps(document, ensure_ascii=False).encode()  # half of a surrogate pair is not valid text, and cannot be printed
    except (ValueError, RecursionError) as error:
        if begun:
            raise _damaged(name, begun, error) from None
        document = None
    tool = _tool(document)
    if tool == PYTEST_BENCHMARK:
        raise _unreadable(name)
    if tool:
        return READERS[tool].read(document, name)
    message = f"{name} is neither a CLAMH results file nor JSON of {', '.join(READERS)}"
    hint = "give a .ndjson file from `clamh run`, or a file from one of these tools"
    raise InputError([Diagnostic(code="results", message=message, hint=hint)])


def _find_begun_tool(data: bytes) -> str:
    """The tool whose file begins in this way, "" for an unknown beginning."""
    return next((tool for begins, tool in BEGINNINGS.items() if begins.match(data)), "")


def _unreadable(name: str) -> InputError:
    return InputError([Diagnostic(code="foreign", message=f"{name}: this is JSON of {PYTEST_BENCHMARK}, which CLAMH cannot read",
                                  hint=f"CLAMH can read: {READABLE}")])


def _float(text: str) -> float | str:
    """The number, or JMH's text for a number that is too large for a double."""
    value = float(text)
    return value if math.isfinite(value) else "+INF" if value > 0 else "-INF"


def _tool(document: Any) -> str:
    """The tool whose form a whole document has, "" for an unknown form."""
    if isinstance(document, list):
        first = document[0] if document else {"jmhVersion": ""}  # JMH's file of no benchmark
        return jmh.TOOL if isinstance(first, dict) and {"primaryMetric", "jmhVersion"} & first.keys() else ""
    if not isinstance(document, dict):
        return ""
    if "machine_info" in document and "benchmarks" in document:
        return PYTEST_BENCHMARK
    if "context" in document and "benchmarks" in document:
        return google_benchmark.TOOL
    if _is_list_with(document.get("results"), "command"):
        return hyperfine.TOOL
    return pyperf.TOOL if _is_list_with(document.get("benchmarks"), "runs") else ""


def _is_list_with(value: Any, field: str) -> bool:
    """Whether the value is a list of objects with this field, judged by its first element."""
    return isinstance(value, list) and (not value or isinstance(value[0], dict) and field in value[0])


def _damaged(name: str, tool: str, error: Exception) -> InputError:
    if not isinstance(error, json.JSONDecodeError):
        return make_read_error(name, tool, "it is not valid JSON: a string or a nesting is broken")
    where = Location(path=name, line=error.lineno, column=error.colno)
    message = f"{name} begins like JSON of {tool}, but is cut off or damaged here ({error.msg})"
    return InputError([Diagnostic(code="foreign", message=message, hint=f"let {tool} write the file again, completely",
                                  location=where)])
