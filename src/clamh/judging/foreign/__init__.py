"""Results files of other tools → Run, the noun that our own files are read into; a file per tool, told apart by content.

From there on everything is as with our own: a fork mean per process (or per what stands for one, which is then said), the
intervals and ratios of statistics/forks.py, and the same reports. What such a file says nothing of is in `Run.origin`.
"""

from __future__ import annotations

import json
import math
import os
import re
from typing import Any

from clamh.judging import results_file
from clamh.judging.foreign import google_benchmark, hyperfine, jmh, pyperf, solo
from clamh.judging.foreign.measured import refused
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import Run
from clamh.model.solo import LOG_VERSION
from clamh.model.sources import Location

READERS = {one.TOOL: one for one in (jmh, google_benchmark, hyperfine, pyperf)}
PYTEST_BENCHMARK = "pytest-benchmark"  # recognised, so that no other tool's reader takes its file, and refused
READABLE = f"CLAMH's results files (.ndjson) and JSON of {', '.join(READERS)}"
# The first names in the files, which are all that is left of one that was cut off.
BEGINNINGS = {
    re.compile(rb'\s*\[\s*(\{\s*"jmhVersion"|$)'): jmh.TOOL,
    re.compile(rb'\s*\{\s*"context"\s*:'): google_benchmark.TOOL,
    re.compile(rb'\s*\{\s*"results"\s*:'): hyperfine.TOOL,
    re.compile(rb'\s*\{\s*"machine_info"\s*:'): PYTEST_BENCHMARK,
    re.compile(rb'\s*\{\s*"(benchmarks|metadata)"\s*:'): pyperf.TOOL,
}

NO_NUMBERS = {"NaN": "NaN", "Infinity": "+INF", "-Infinity": "-INF"}  # Google Benchmark writes them bare, JMH as text: so are all


def read(path: str | os.PathLike[str]) -> Run:
    """A results file of ours or of another tool.

    Forks of ours are read when they are asked for (results_file.outline).
    Raises InputError when it is neither, is cut off, or lacks what a score is made of: with the place and what to do.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            first = file.readline()
            if b'"event"' in first and not _begun(first):
                return results_file.outline(name)
            data = first + file.read()
    except OSError:
        return results_file.outline(name)  # which says why
    if data.startswith(f"{LOG_VERSION}\n".encode()):
        return solo.read(data.decode("utf-8", "backslashreplace"), name)
    begun = _begun(data)
    if begun == PYTEST_BENCHMARK:
        raise _unreadable(name)
    try:
        document = json.loads(data, parse_float=_float, parse_constant=NO_NUMBERS.get)
        json.dumps(document, ensure_ascii=False).encode()  # half of a surrogate pair is no text, and cannot be printed
    except (ValueError, RecursionError) as error:
        if begun:
            raise _damaged(name, begun, error) from None
        document = None
    tool = _tool(document)
    if tool == PYTEST_BENCHMARK:
        raise _unreadable(name)
    if tool:
        return READERS[tool].read(document, name)
    message = f"{name}: this is no results file, neither CLAMH's nor JSON of {', '.join(READERS)}"
    mend = "give the .ndjson file of a run, as `clamh run` left it, or the file that one of these tools wrote"
    raise InputError([Diagnostic(code="results", message=message, mend=mend)])


def _begun(data: bytes) -> str:
    """Which tool's file begins so, "" for none of those known."""
    return next((tool for begins, tool in BEGINNINGS.items() if begins.match(data)), "")


def _unreadable(name: str) -> InputError:
    return InputError([Diagnostic(code="foreign", message=f"{name}: this is JSON of {PYTEST_BENCHMARK}, which CLAMH cannot read",
                                  mend=f"these can be read: {READABLE}")])


def _float(text: str) -> float | str:
    """The number, or JMH's text for one beyond what a double holds."""
    value = float(text)
    return value if math.isfinite(value) else "+INF" if value > 0 else "-INF"


def _tool(document: Any) -> str:
    """Which tool's form a whole document has, "" for none of those known."""
    if isinstance(document, list):
        first = document[0] if document else {"jmhVersion": ""}  # JMH's file of no benchmark
        return jmh.TOOL if isinstance(first, dict) and {"primaryMetric", "jmhVersion"} & first.keys() else ""
    if not isinstance(document, dict):
        return ""
    if "machine_info" in document and "benchmarks" in document:
        return PYTEST_BENCHMARK
    if "context" in document and "benchmarks" in document:
        return google_benchmark.TOOL
    if _lists(document.get("results"), "command"):
        return hyperfine.TOOL
    return pyperf.TOOL if _lists(document.get("benchmarks"), "runs") else ""


def _lists(value: Any, field: str) -> bool:
    """Whether it is a list of objects that have the field, as far as its first one shows."""
    return isinstance(value, list) and (not value or isinstance(value[0], dict) and field in value[0])


def _damaged(name: str, tool: str, error: Exception) -> InputError:
    if not isinstance(error, json.JSONDecodeError):
        return refused(name, tool, "it is no JSON that can be read: a text or a nesting in it is broken")
    where = Location(path=name, line=error.lineno, column=error.colno)
    message = f"{name}: it begins as {tool}'s JSON does, and is cut off or damaged here ({error.msg})"
    return InputError([Diagnostic(code="foreign", message=message, mend=f"let {tool} write the file again, to its end",
                                  location=where)])
