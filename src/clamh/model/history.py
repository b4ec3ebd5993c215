"""The nouns of the history: a run with its results as it is stored, and a benchmark's times over commits as they are
read.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

from clamh.model.identity import side_name
from clamh.model.noun import Noun

Time = Annotated[float, msgspec.Meta(gt=0, le=1e300)]


class StoredResult(Noun):
    """The score of a case as a time per operation, with its interval if there is any; `doubts` are codes of warnings.

    `suite` is the folder of its sources, since several suites may have a benchmark of a name; it is the source where a
    run has that benchmark from several sources of the folder.
    """

    key: str
    benchmark: str
    platform: str
    mode: str
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    time_ns: Time
    build: str = ""
    suite: str = ""
    params: dict[str, str] = {}
    low_ns: Time | None = None
    high_ns: Time | None = None
    forks: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    doubts: tuple[str, ...] = ()


class StoredRun(Noun):
    """A run and where it belongs: `time` is that of its commit, or that of its start where the commit is not known
    (UTC, ISO 8601).

    `machine` distinguishes machines, and `machine_title` describes them.
    """

    run_id: Annotated[str, msgspec.Meta(min_length=1)]
    time: str
    started: str
    revision: str = ""
    uncommitted: bool = False
    branch: str = ""
    machine: str = ""
    machine_title: str = ""
    tool: str = ""
    results: tuple[StoredResult, ...] = ()


class Point(NamedTuple):
    """A result of a series: when, of which commit, and its time per operation."""

    time: str
    revision: str
    uncommitted: bool
    time_ns: float
    low_ns: float | None
    high_ns: float | None
    doubts: str
    run_id: str


class Level(NamedTuple):
    """Results from `first` to before `end` that have the same level, the median of their times."""

    first: int
    end: int
    median_ns: float


class Series(Noun):
    """The results of a case on a machine and a branch, in the order of commits; each level but the first begins with a
    change.
    """

    key: str
    benchmark: str
    suite: str
    platform: str
    build: str
    mode: str
    threads: int
    params: dict[str, str]
    machine: str
    branch: str
    points: tuple[Point, ...]
    levels: tuple[Level, ...] = ()
    earlier: int = 0  # results before the first point, which are not shown

    @property
    def side(self) -> str:
        """Its name beside other sides: the platform, and the build if it has a name."""
        return side_name(self.platform, self.build)


class KeySummary(NamedTuple):
    """What the history has of a benchmark."""

    name: str
    series: int
    results: int
    newest: str
