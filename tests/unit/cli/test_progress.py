"""Does the progress of a run say what is true at every moment, and each failure in one line?"""

from __future__ import annotations

import io

import pytest

from clamh.cli.progress import counted, duration, progress
from clamh.model import Artifact, Catalog, CatalogBenchmark, Plan, Platform, Settings
from clamh.options import Options
from clamh.plan import plan
from clamh.results import CaseRecord, ForkEnd, ForkStart, Record


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def heard(made: Plan, monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, *records: Record) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    listener = progress(made, silent=False)
    case = made.cases[0]
    listener(CaseRecord(case_id=case.case_id, key=case.key, benchmark=case.benchmark, platform=case.platform, source="",
                        mode=case.mode, threads=1, params={"text": "a,b", "none": ""}, options=case.options))
    for record in records:
        listener(record)
    return stream.getvalue()


def test_the_time_left_before_the_first_iteration_is_the_planned_time(one_case: Plan, monkeypatch) -> None:
    start = ForkStart(case_id=one_case.cases[0].case_id, fork=0, block=0, position=0, time="", pid=1, layout={})
    assert "  0 %  12 s left  " in heard(one_case, monkeypatch, Terminal(), start)


def test_a_failure_is_one_line_that_says_its_cause_once(one_case: Plan, monkeypatch) -> None:
    end = ForkEnd(case_id=one_case.cases[0].case_id, fork=0, status="failed", reason="benchmark", where="C.m",
                  message="Boom\n\tat C.m")
    text = heard(one_case, monkeypatch, io.StringIO(), end)
    assert text == '[1/5] add(text="a,b", none="") avgt test/one fork 1: FAILED: in C.m: Boom\n'


@pytest.mark.parametrize(("seconds", "text"), [(0.006, "0.1 s"), (2.5, "2.5 s"), (45, "45 s"), (200, "3 min 20 s"), (3900, "1 h 5 min")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_counts() -> None:
    assert [counted(n, "fork") for n in (0, 1, 2)] == ["0 forks", "1 fork", "2 forks"]


@pytest.fixture
def one_case() -> Plan:
    platform = Platform(id="test/one", language="test", executable="", version="")
    artifact = Artifact(source="one.x", path="", sha256="", platform=platform)
    benchmark = CatalogBenchmark(name="add", key="add", settings=Settings(), params=())
    catalog = Catalog(artifact=artifact, hello={"capabilities": {"modes": ["avgt"]}}, benchmarks=(benchmark,))
    return plan([catalog], Options())
