"""The log of artifacts that ran without CLAMH on a node of a cluster (cluster/solo.sh): its lines and header."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec

from clamh.model.noun import Noun
from clamh.model.results import WorkRecord

LOG_VERSION = "clamh solo log 1"  # the first line
CASE, EXIT, ENDED = "case: ", "exit code: ", "ended: "
MODES = ("avgt", "thrpt", "ss", "wall")  # modes with one figure per iteration


class SoloCase(Noun):
    """The line before the output of each process: the case that it measured."""

    key: str
    benchmark: str
    platform: str
    source: str
    mode: str
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    params: dict[str, str]
    options: dict[str, Any]
    place: int = 0  # its position in the plan
    version: str = ""
    build: str = ""
    baseline: str = ""  # as in Case
    work: WorkRecord | None = None  # its values on the submitting machine


class SoloHeader(NamedTuple):
    """The lines before the first case."""

    submission: str
    host: str
    cpu: str
    began: str


def read_header(text: str) -> SoloHeader | None:
    """The header at the start of a log, None if it is incomplete."""
    version, *lines = text.split("\n")[:6]
    names = ("submission", "host", "cpu", "began")
    if version != LOG_VERSION or len(lines) < 5 or any(
            not line.startswith(f"{name}: ") for name, line in zip(names, lines, strict=False)):
        return None
    return SoloHeader(*(line.partition(": ")[2] for line in lines[:4]))
