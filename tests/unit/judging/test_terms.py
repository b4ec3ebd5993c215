"""Is everything named on which two runs were not equal, and nothing else?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import MACHINE, case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.terms import differences
from clamh.results import Run


def made(header: dict[str, Any] = {}, toolchain: dict[str, Any] = {}, environment: dict[str, Any] = {}, ids: str = "cd",
         **fields: Any) -> Run:
    one = run([case([fork(0, [1.0])], name, **fields) for name in ids], [platform(**toolchain)])
    known = MACHINE | {"host": "alpha", "boot_id": "b1", "governor": "performance", "load": [0.1, 0.1, 0.1]} | environment
    return replace(one, header=replace(one.header, environment=known, **header))


def told(a: Run, b: Run) -> list[tuple[str, str, str]]:
    joined = list(zip(*([one.case.case_id for one in each.cases] for each in (a, b)), strict=False))
    return [(one.what, one.a, one.b) for one in differences(a, b, joined)]


def test_equal_runs_differ_in_nothing_though_load_time_and_seed_do() -> None:
    later = made({"seed": 8, "started": "2027", "run_id": "other"}, environment={"load": [9.0, 9.0, 9.0]})
    assert told(made(), later) == []


@pytest.mark.parametrize(("header", "environment", "expected"), [
    ({"fingerprint": "other"}, {"host": "beta", "boot_id": "b2"}, ("machine", "alpha (Xeon)", "beta (Xeon)")),
    ({"fingerprint": "other"}, {"boot_id": "b2"}, ("boot: the machine was started anew between the runs", "", "")),
    ({"fingerprint": "other"}, {}, ("machine or kernel", "", "")),
    ({}, {"governor": "powersave"}, ("governor", "performance", "powersave")),
    ({}, {"kernel": None}, ("kernel", "Linux 6.1", "unknown")),
    ({"clamh_version": "9.9"}, {}, ("clamh", "0.1.0", "9.9")),
])
def test_machine_and_version(header: dict[str, Any], environment: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert told(made(), made(header, environment=environment)) == [expected]


def test_a_fact_that_one_version_does_not_record_is_no_difference() -> None:
    assert told(made(), made(environment={"newly": "recorded"})) == []


def test_toolchains() -> None:
    assert told(made(), made(toolchain={"version": "13.1", "flags": ["-O2"]})) == [
        ("version of cpp/g++-12", "12.2.0", "13.1"), ("flags of cpp/g++-12", "-O3 -g", "-O2")]
    assert told(made(), made(toolchain={"flags": []})) == [("flags of cpp/g++-12", "-O3 -g", "none")]
    assert told(made(), made(toolchain={"id": "cpp/clang++-16"})) == []  # other rows: nothing of it is compared


def test_options_are_told_once_with_how_many_rows_have_them() -> None:
    a, b = made(), made(options={"measurement_time_ns": 100_000_000, "forks": 9})
    assert told(a, b) == [("measurement time", "200 ms", "100 ms"), ("forks", "1", "9")]
    (first, second), (_, other) = a.cases, b.cases
    assert told(replace(a, cases=(first, second)), replace(b, cases=(first, other)))[1] == ("forks (in 1 of 2 rows)", "1", "9")


def test_time_units_are_no_difference() -> None:
    assert told(made(), made(unit="us")) == []


def test_sources_whose_content_changed_wherever_the_checkout_lies() -> None:
    a = made({"sources": {"old/f.cpp": "1", "old/same.cpp": "2", "old/gone.cpp": "3"}})
    b = made({"sources": {"new/f.cpp": "9", "new/same.cpp": "2"}})
    assert told(a, b) == [("source f.cpp", "", "")]
    twice = made({"sources": {"x/f.cpp": "9", "y/f.cpp": "1"}})  # which of the two is it?
    assert told(a, twice) == []
