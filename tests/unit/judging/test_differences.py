"""Is everything named that differs between two runs beside the terms of their ratios, and nothing else?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import MACHINE, case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.differences import differences
from clamh.model.results import Origin, Run


def make_run(header: dict[str, Any] = {}, toolchain: dict[str, Any] = {}, environment: dict[str, Any] = {}, ids: str = "cd",
         **fields: Any) -> Run:
    item = run([case([fork(0, [1.0])], name, **fields) for name in ids], [platform(**toolchain)])
    known = MACHINE | {"host": "alpha", "boot_id": "b1", "governor": "performance", "load": [0.1, 0.1, 0.1]} | environment
    return replace(item, header=replace(item.header, environment=known, **header))


def list_differences(a: Run, b: Run) -> list[tuple[str, str, str]]:
    joined = list(zip(*([case_result.case.case_id for case_result in each.cases] for each in (a, b)), strict=False))
    return [(difference.what, difference.a, difference.b) for difference in differences(a, b, joined)]


def test_load_time_and_seed_are_no_differences() -> None:
    later = make_run({"seed": 8, "started": "2027", "run_id": "other"}, environment={"load": [9.0, 9.0, 9.0]})
    assert list_differences(make_run(), later) == []


@pytest.mark.parametrize(("header", "environment", "expected"), [
    ({}, {"governor": "powersave"}, ("governor", "performance", "powersave")),
    ({}, {"kernel": None}, ("kernel", "Linux 6.1", "unknown")),
    ({"clamh_version": "9.9"}, {}, ("clamh", "0.1.0", "9.9")),
])
def test_the_machines_state_and_our_version_are_compared(header: dict[str, Any], environment: dict[str, Any],
                                                         expected: tuple[str, str, str]) -> None:
    assert list_differences(make_run(), make_run(header, environment=environment)) == [expected]


def test_a_fact_that_one_version_does_not_record_is_no_difference() -> None:
    assert list_differences(make_run(), make_run(environment={"newly": "recorded"})) == []


def test_toolchains_differ_by_version_and_flags() -> None:
    assert list_differences(make_run(), make_run(toolchain={"version": "13.1", "flags": ["-O2"]})) == [
        ("version of cpp/g++-12", "12.2.0", "13.1"), ("flags of cpp/g++-12", "-O3 -g", "-O2")]
    assert list_differences(make_run(), make_run(toolchain={"flags": []})) == [("flags of cpp/g++-12", "-O3 -g", "none")]
    assert list_differences(make_run(), make_run(toolchain={"id": "cpp/clang++-16"})) == []  # other rows: nothing of it is compared


@pytest.mark.parametrize(("fields", "runtime", "expected"), [
    ({"version": "17.0.16"}, "VM 17.0.16+8", ("version of java/openjdk-17", "17.0.15", "17.0.16")),
    ({}, "another VM 17.0.15+6", ("version of java/openjdk-17", "VM 17.0.15+6", "another VM 17.0.15+6")),
    ({"flags": ("--release", "11")}, "VM 17.0.15+6", ("flags of java/openjdk-17", "--release 17", "--release 11")),
])
def test_a_runtime_behind_a_harness_that_stays_the_same(
    fields: dict[str, Any], runtime: str, expected: tuple[str, str, str]
) -> None:
    # JMH 1.37 is what a worker of Java names as its toolchain, whatever the JVM is that it runs on.
    usual = platform("java/openjdk-17", name="JMH", version="1.37", flags=[])
    usual = replace(usual, version="17.0.15", flags=("--release", "17"), hello=usual.hello | {"runtime": "VM 17.0.15+6"})
    changed = replace(usual, **fields, hello=usual.hello | {"runtime": runtime})
    assert list_differences(*(replace(make_run(), platforms=(platform_record,)) for platform_record in (usual, changed))) == [expected]


def test_an_option_is_reported_once_with_its_number_of_rows() -> None:
    a, b = make_run(), make_run(options={"measurement_time_ns": 100_000_000, "forks": 9})
    assert list_differences(a, b) == [("measurement time", "200 ms", "100 ms"), ("forks", "1", "9")]
    (first, second), (_, other_case_result) = a.cases, b.cases
    assert list_differences(replace(a, cases=(first, second)), replace(b, cases=(first, other_case_result)))[1] == ("forks (in 1 of 2 rows)", "1", "9")


def test_an_hour_is_printed_in_full() -> None:
    assert list_differences(make_run(), make_run(options={"timeout_ns": 3_600_001_000_000})) == [("timeout", "600000 ms", "3600001 ms")]


def test_time_units_are_no_difference() -> None:
    assert list_differences(make_run(), make_run(unit="us")) == []


def test_changed_sources_are_found_in_any_checkout() -> None:
    a = make_run({"sources": {"old/f.cpp": "1", "old/same.cpp": "2", "old/gone.cpp": "3"}})
    b = make_run({"sources": {"new/f.cpp": "9", "new/same.cpp": "2"}})
    assert list_differences(a, b) == [("source f.cpp", "", "")]
    for x, y in (("9", "1"), ("1", "9")):  # which of the two is it?
        assert list_differences(a, make_run({"sources": {"x/f.cpp": x, "y/f.cpp": y}})) == []


def test_sources_with_other_names_are_a_difference() -> None:
    a = make_run({"sources": {"s/old.cpp": "1"}}, source="s/old.cpp")
    assert list_differences(a, make_run({"sources": {"s/new.cpp": "2"}}, source="s/new.cpp")) == [("source", "old.cpp", "new.cpp")]
    assert list_differences(a, make_run({"sources": {"s/new.cpp": "1"}}, source="s/new.cpp")) == []  # the same text
    alone = make_run({"sources": {}}, source="run_old")
    assert list_differences(a, alone) == [("source", "old.cpp", "run_old")]  # who knows?
    assert list_differences(alone, make_run({"sources": {}}, source="run_new")) == [("source", "run_old", "run_new")]


def test_a_source_without_a_hash_is_no_difference() -> None:
    a, b = make_run({"sources": {"s/f.cpp": "1"}}, source="s/f.cpp"), make_run({"sources": {}}, source="s/f.cpp")
    assert list_differences(a, b) == list_differences(b, a) == []


def test_a_source_of_a_row_is_reported_once() -> None:
    a, b = (make_run({"sources": {"s/f.cpp": digest}}, source="s/f.cpp") for digest in "12")
    assert list_differences(a, b) == [("source f.cpp", "", "")]


def test_sources_of_one_name_are_matched_by_their_rows() -> None:
    a = make_run({"sources": {"old/x/f.cpp": "1"}}, source="old/x/f.cpp")
    b = make_run({"sources": {"new/x/f.cpp": "2", "new/y/f.cpp": "1"}}, source="new/x/f.cpp")
    assert list_differences(a, b) == [("source f.cpp", "", "")]


def test_a_missing_version_is_no_difference() -> None:
    """Our own export has the platform's version and the worker's flags, and not the harness's and the platform's flags."""
    ours = platform("java/openjdk-17", name="JMH", version="1.37", flags=["-Xmx1g"])
    ours = replace(ours, version="17.0.15", flags=("--release", "17"), hello=ours.hello | {"runtime": "VM 17.0.15+6"})
    exported = replace(ours, hello={"runtime": "VM 17.0.15+6"}, flags=("-Xmx1g",))
    pair = replace(make_run(), platforms=(ours,)), replace(make_run(), platforms=(exported,), origin=Origin(tool="CLAMH", version="0.1.0"))
    assert list_differences(*pair) == list_differences(*pair[::-1]) == []
    newer = replace(pair[1], platforms=(replace(exported, version="17.0.16"),))
    assert list_differences(pair[0], newer) == [("version of java/openjdk-17", "17.0.15", "17.0.16")]


def test_another_tool_is_named_with_its_version() -> None:
    other_run = replace(make_run(), origin=Origin(tool="hyperfine"))
    assert list_differences(make_run(), other_run) == [("measured by", "CLAMH 0.1.0", "hyperfine")]
    assert list_differences(make_run(), replace(make_run(), origin=Origin(tool="CLAMH", version="0.1.0"))) == []


def test_facts_in_other_words_of_a_tool_are_no_difference() -> None:
    environment = {"os": "Linux-6.1-x86_64", "aslr": "Full randomization", "caches": [{"num_sharing": 2}], "cpus": 56}
    other_run = replace(make_run(environment=environment), origin=Origin(tool="pyperf"))
    ours = make_run(environment={"aslr": "2", "caches": []})
    assert [difference[0] for difference in list_differences(ours, other_run)] == ["measured by"]
    assert list_differences(make_run(environment={"cpus": 4}), other_run)[1:] == [("cpus", "4", "56")]
