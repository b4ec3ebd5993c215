"""The log of artifacts that were run by themselves on a node of a cluster (cluster/solo.sh): what its lines mean."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec

from clamh.model.noun import Noun
from clamh.model.results import WorkRecord

LOG_VERSION = "clamh solo log 1"  # the first line
CASE, EXIT, ENDED = "case: ", "exit code: ", "ended: "
MODES = ("avgt", "thrpt", "ss", "wall")  # in which an iteration is one figure


class SoloCase(Noun):
    """What precedes the output of each process: which case it measured."""

    key: str
    benchmark: str
    platform: str
    source: str
    mode: str
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    params: dict[str, str]
    options: dict[str, Any]
    place: int = 0  # in the order of the plan
    version: str = ""
    build: str = ""
    work: WorkRecord | None = None  # what it computed where it was submitted


class SoloHeader(NamedTuple):
    """What stands before the first case."""

    submission: str
    host: str
    cpu: str
    began: str


def read_header(text: str) -> SoloHeader | None:
    """The header at the start of a log, None where it is not whole."""
    version, *lines = text.split("\n")[:6]
    names = ("submission", "host", "cpu", "began")
    if version != LOG_VERSION or len(lines) < 5 or any(not line.startswith(f"{name}: ") for name, line in zip(names, lines, strict=False)):
        return None
    return SoloHeader(*(line.partition(": ")[2] for line in lines[:4]))
