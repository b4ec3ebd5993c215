"""divan's table: the fastest, slowest, median and mean time of a benchmark's samples in a process. divan writes no
other file.

Source: divan's src/tree_painter.rs and tables of 0.1.21 (tests/foreign). The score is the mean. Names are the path in
the tree; a last part `t=2` is a number of threads.
"""

from __future__ import annotations

import re

from clamh.judging.foreign.tool_results import (MEAN_ONLY, Measured, list_unknown_terms, make_fork, make_platform,
                                                make_read_error, make_run, readable)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "divan"
ADVICE = "measure with `cargo bench`, and give all that it prints, in UTF-8"
UNKNOWN = list_unknown_terms(
    TOOL, opi="divan does not record how many operations a call does",
    batch_size="divan does not record how many operations a call does",
    warmup="divan does not warm up, or does not record it", machine="divan does not record the machine",
    boot="divan does not record when the machine was started", forks="divan's samples share a process")
HEAD = re.compile(r"(\S.*?) +(fastest +│ slowest +│ median +│ mean +│ samples │ iters)\s*$")
NAME = re.compile(r"((?:[│ ]  )*)[├╰]─ (.*)$")
TIME = re.compile(r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?) (ps|ns|us|ms|s|m|h|d)$")
THREADS = re.compile(r"t=(\d+)$")
MICRO = str.maketrans("µμ", "uu")
PICOSECOND = 1e-3


def recognises(text: str) -> bool:
    """Whether the text is of this tool."""
    return any(HEAD.match(line) for line in text.splitlines())


def read(text: str, path: str) -> Run:
    """The text as a Run. Raises InputError where it has no benchmark, or a time that divan would not print."""
    measured, parents, root, width = [], [], "", 0
    for line in text.splitlines():
        if head := HEAD.match(line):
            root, width, parents = head[1], head.start(2), []
        elif root and (name := NAME.match(line[:width])):
            parents[len(name[1]) // 3:] = [name[2].strip()]
            columns = [column.strip() for column in line[width:].split("│")]
            if len(columns) == 6 and columns[3]:  # groups and ignored benchmarks have no mean
                measured.append(_to_measured(root, parents, columns[3], path))
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(make_platform(TOOL),), advice=ADVICE)


def _to_measured(root: str, parents: list[str], mean: str, path: str) -> Measured:
    threads = THREADS.fullmatch(parents[-1])
    parts = parents[:-1] if threads else parents
    match = TIME.fullmatch(mean.translate(MICRO))
    if not match:
        raise make_read_error(path, TOOL, f"{'/'.join(parents)} has the mean '{mean}', which is not a time", ADVICE)
    ns = float(match[1]) * UNITS_NS.get(match[2], PICOSECOND)
    return Measured(name="/".join([root, *parts]), key="/".join(parts), platform=TOOL, mode="avgt",
                    threads=int(threads[1]) if threads else 1, forks=[make_fork([ns], float)], time_unit=readable([ns]),
                    together=MEAN_ONLY)
