"""Do the files for services that follow benchmarks have every score, as a time, under a name of its own?"""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.results import Run, SkippedRecord
from clamh.report import render

TIMES = [10.0, 11.0, 12.0]


def two_rows(**second: Any) -> Run:
    return run([
        case([fork(n, [time]) for n, time in enumerate(TIMES)], "a"),
        case([fork(n, [time / 100], mode="thrpt") for n, time in enumerate(TIMES)], "b", mode="thrpt", **second),
    ])


def rendered(result: Run, format: str) -> str:
    return render(summarise(result, 0.95), result, format)


def test_rates_are_converted_and_the_interval_encloses_its_value() -> None:
    document = json.loads(rendered(two_rows(), "bencher"))
    assert len(document) == 2
    time, rate = (summarise(two_rows(), 0.95).rows[at].score for at in (0, 1))
    assert [entry["latency"]["value"] for entry in document.values()] == [pytest.approx(time), pytest.approx(1 / rate)]
    for entry in document.values():
        latency = entry["latency"]
        assert latency["lower_value"] < latency["value"] < latency["upper_value"]
    entries = json.loads(rendered(two_rows(), "github-benchmark"))
    assert {entry["name"]: entry["value"] for entry in entries} == {name: entry["latency"]["value"] for name, entry in document.items()}
    assert {entry["unit"] for entry in entries} == {"ns/op"} and all(" to " in entry["range"] for entry in entries)


def test_rows_of_one_name_are_kept_apart_by_their_source() -> None:
    rows = [case([fork(n, [10.0 + n]) for n in range(3)], name, source=f"s/{name}.cpp") for name in "ab"]
    names = list(json.loads(rendered(run(rows), "bencher")))
    assert [name.rpartition(" ")[2] for name in names] == ["(s/a.cpp)", "(s/b.cpp)"]


def test_failed_rows_are_left_out_of_trackers_and_are_errors_in_junit() -> None:
    dead = {"status": "failed", "reason": "benchmark", "message": "a < b", "output_tail": ()}
    result = run([case([fork(n, [10.0]) for n in range(3)], "a"), case([fork(0, [], end=dead)], "b", key="other", benchmark="other")])
    assert len(json.loads(rendered(result, "bencher"))) == len(json.loads(rendered(result, "github-benchmark"))) == 1
    suite = ElementTree.fromstring(rendered(result, "junit"))
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("2", "1", "0")
    (error,) = suite.iter("error")
    assert "a < b" in error.get("message", "")


def test_a_language_that_did_not_build_is_an_error_in_junit() -> None:
    skipped = (SkippedRecord(platform="rust", reason="a.rs does not compile", hint="correct it", failed=True),
               SkippedRecord(platform="zig", reason="no zig", hint="install it"))
    suite = ElementTree.fromstring(rendered(replace(two_rows(), skipped=skipped), "junit"))
    assert (suite.get("tests"), suite.get("errors")) == ("3", "1")
    assert next(suite.iter("error")).get("message") == "failed rust: a.rs does not compile; correct it"
    assert [element.text for element in suite.findall("system-out")] == ["skipped zig: no zig; install it"]


def test_characters_that_xml_forbids_are_escaped() -> None:
    suite = ElementTree.fromstring(rendered(two_rows(params={"text": "a\ufffe\uffffb"}), "junit"))
    assert "a\\ufffe\\uffffb" in suite.findall("testcase")[1].get("name", "")
