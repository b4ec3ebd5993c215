"""Is our JSON the one that JMH 1.37 writes: its keys, in its order, with its types of values?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from made_runs import case, fork, iteration, platform, run, sampled
from made_sets import FORKS
from made_sets import measured as measured_in_turns
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import CallBounds
from clamh.model.results import CaseResult
from clamh.report import render
from clamh.report import log
from clamh.report.jmh import describe_difference

ORACLE = Path(__file__).parents[2] / "golden" / "jmh"


def read_jmh_entry(mode: str, benchmark: str, file: str = "n3") -> dict[str, Any]:
    """One entry that JMH wrote; `chain` has params, `counted` has none."""
    return next(entry for entry in json.loads((ORACLE / f"{file}.json").read_text())
                if (entry["mode"], entry["benchmark"]) == (mode, f"oracle.Oracle.{benchmark}"))


def render_entries(*cases: CaseResult) -> list[dict[str, Any]]:
    result = run(cases)
    return json.loads(render(summarise(result, 0.95), result, "json"))


def measured(mode: str = "avgt", forks: int = 1, **fields: Any) -> CaseResult:
    forks_made = [fork(n, [12.5, 13.0, 12.0] if mode != "thrpt" else [0.01] * 3, mode=mode) for n in range(forks)]
    return case(forks_made, mode=mode, **fields)


def shape(value: Any) -> Any:
    """Keys in order and types of values; lists by their first element, the names of params left out."""
    if isinstance(value, dict):
        return [(key, "params" if key == "params" else shape(item)) for key, item in value.items()]
    return [shape(item) for item in value[:1]] if isinstance(value, list) else type(value)


def without_ours(entry: dict[str, Any]) -> dict[str, Any]:
    assert list(entry)[-1] == "clamh"
    return {key: value for key, value in entry.items() if key != "clamh"}


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "ss"])
def test_an_entry_has_jmhs_keys_order_and_types(mode: str) -> None:
    (entry,) = render_entries(measured(mode, unit="ns"))
    assert shape(without_ours(entry)) == shape(read_jmh_entry(mode, "chain"))


def test_an_entry_of_sample_mode_has_the_histogram_and_percentiles() -> None:
    whole = replace(fork(0, []), measurement=(iteration(1.0, threads=(sampled([(122, 5), (222, 1)]),)),))
    (entry,) = render_entries(case([whole], mode="sample"))
    assert shape(without_ours(entry)) == shape(read_jmh_entry("sample", "chain"))
    assert entry["primaryMetric"]["rawDataHistogram"] == [[[[100.0, 5], [200.0, 1]]]]


def test_a_benchmark_without_params_has_no_such_key() -> None:
    (entry,) = render_entries(measured(params={}))
    theirs = read_jmh_entry("avgt", "counted") | {"secondaryMetrics": {}}
    assert shape(without_ours(entry)) == shape(theirs)


def test_params_are_texts_as_jmhs_are() -> None:
    (entry,) = render_entries(measured(params={"n": "10"}))
    assert entry["params"] == {"n": "10"}
    assert all(isinstance(value, str) for value in read_jmh_entry("avgt", "chain")["params"].values())


@pytest.mark.parametrize(("mode", "file", "ns", "theirs"), [
    ("avgt", "n3", 5_000_000, "5 ms"), ("ss", "single_shot", 0, "single-shot"),
    ("ss", "single_shot", 200_000_000, "single-shot"),  # a default that no shot takes
])
def test_times_are_written_as_jmh_writes_them(mode: str, file: str, ns: int, theirs: str) -> None:
    assert read_jmh_entry(mode, "chain", file)["measurementTime"] == theirs
    (entry,) = render_entries(measured(mode, options={"measurement_time_ns": ns}))
    assert entry["measurementTime"] == theirs


def test_versions_are_the_platforms_and_flags_the_workers() -> None:
    hello = platform("java/openjdk-17", name="JMH", version="1.37", flags=[])
    result = run([measured(platform="java/openjdk-17")], [replace(hello, version="17.0.15", flags=("--release", "17"))])
    (entry,) = json.loads(render(summarise(result, 0.95), result, "json"))
    assert (entry["jdkVersion"], entry["vmVersion"], entry["vmName"]) == ("17.0.15", "17.0.15", "JMH")
    assert (entry["jvm"], entry["jvmArgs"]) == ("java/openjdk-17", [])


def test_too_few_iterations_have_jmhs_nan() -> None:
    theirs, (entry,) = read_jmh_entry("avgt", "chain", "n1")["primaryMetric"], render_entries(case([fork(0, [7.0])]))
    assert (theirs["scoreError"], theirs["scoreConfidence"]) == ("NaN", ["NaN", "NaN"])
    assert (entry["primaryMetric"]["scoreError"], entry["primaryMetric"]["scoreConfidence"]) == ("NaN", ["NaN", "NaN"])


def test_the_same_raw_data_give_jmhs_own_metric() -> None:
    for theirs in json.loads((ORACLE / "forks3x2.json").read_text()):
        if theirs["mode"] != "avgt":
            continue
        metric = theirs["primaryMetric"]
        scale = {"ns/op": 1, "us/op": 1000}[metric["scoreUnit"]]
        forks = [fork(n, [score * scale for score in scores]) for n, scores in enumerate(metric["rawData"])]
        (entry,) = render_entries(case(forks, unit=metric["scoreUnit"].removesuffix("/op")))
        actual = entry["primaryMetric"]
        assert actual["scoreUnit"] == metric["scoreUnit"]
        assert actual["rawData"] == [pytest.approx(scores, rel=1e-12) for scores in metric["rawData"]]
        assert actual["score"] == pytest.approx(metric["score"], rel=1e-9)
        assert actual["scoreError"] == pytest.approx(metric["scoreError"], rel=1e-9)
        assert actual["scoreConfidence"] == pytest.approx(metric["scoreConfidence"], rel=1e-9)
        assert list(actual["scorePercentiles"]) == list(metric["scorePercentiles"])
        assert list(actual["scorePercentiles"].values()) == pytest.approx(list(metric["scorePercentiles"].values()), rel=1e-9)


def test_a_failed_case_is_an_entry_that_says_so_in_jmhs_types() -> None:
    (entry,) = render_entries(case([fork(0, [], end={"status": "failed", "reason": "timeout", "output_tail": ("last",)})], planned=5))
    metric = entry["primaryMetric"]
    assert (metric["score"], metric["scoreError"], metric["rawData"]) == ("NaN", "NaN", [])
    assert entry["clamh"]["status"] == "failed"
    assert entry["clamh"]["failures"] == [{"fork": 0, "cause": "timed out", "details": [], "output_tail": ["last"]}]
    assert [warning["code"] for warning in entry["clamh"]["warnings"]] == ["failed-forks"]


def test_raw_data_are_those_of_the_forks_that_count() -> None:
    dead = {"status": "failed", "reason": "killed", "signal": 9}
    (entry,) = render_entries(case([fork(0, [1.0]), fork(1, [50.0], end=dead), fork(2, [2.0])]))
    assert entry["primaryMetric"]["rawData"] == [[1.0], [2.0]]
    assert entry["clamh"]["forks_counted"] == 2


def test_json_is_strict_utf8_whatever_names_contain() -> None:
    hostile = {"né\udcff": '"\x1b\\', "line\nend": "\u202e\x7f</script>"}
    result = run([measured(params=hostile)])
    text = render(summarise(result, 0.95), result, "json")
    text.encode()
    assert "né" in text and "NaN" not in text.replace('"NaN"', "")
    assert json.loads(text)[0]["params"] == hostile


def test_several_platforms_are_distinguished_by_an_extra_param() -> None:
    other = {"case_id": "d", "platform": "java/openjdk-17"}
    entries = render_entries(measured(), measured(**other))
    assert [entry["params"]["platform"] for entry in entries] == ["cpp/g++-12", "java/openjdk-17"]
    taken = {"params": {"platform": "user's own"}}
    assert render_entries(measured(**taken), measured(**other | taken))[1]["params"] == {
        "platform": "user's own", "clamh.platform": "java/openjdk-17"}


def test_the_documentation_lists_exactly_what_is_ours() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "report.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.partition("## JSON")[2].partition("\n## ")[0].splitlines() if line.startswith("| `")]
    (entry,) = render_entries(measured())
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(entry["clamh"])


def test_an_entry_has_bounds_names_of_rows_and_measured_operations() -> None:
    (entry,) = render_entries(measured(options={"bounds": CallBounds(least=1, most=9)}, row_names={"number": "small"}))
    assert (entry["clamh"]["bounds"], entry["clamh"]["row_names"]) == ({"least": 1, "most": 9}, {"number": "small"})
    assert entry["clamh"]["measured_operations"] == pytest.approx(200_000_000 * (1 / 12.5 + 1 / 13 + 1 / 12))
    (entry,) = render_entries(measured())
    assert (entry["clamh"]["bounds"], entry["clamh"]["row_names"]) == (None, {})


def test_a_side_that_took_turns_has_a_list_per_set_and_a_score_per_iteration(tmp_path: Path) -> None:
    result = measured_in_turns(tmp_path, {"a/1": ("100",), "b/1": ("104",)})
    for entry, cost in zip(json.loads(render(summarise(result, 0.95), result, "json")), (100.0, 104.0), strict=True):
        assert entry["forks"] == FORKS and entry["measurementIterations"] == 2
        assert entry["primaryMetric"]["rawData"] == [[cost] * 2] * FORKS
        assert entry["primaryMetric"]["score"] == pytest.approx(cost) == entry["clamh"]["score"]


def test_a_report_says_where_jmhs_score_differs() -> None:
    result = run([case([fork(0, [10.0]), fork(1, [10.0]), fork(2, [20.0])])])
    assert "JMH's formats have a different score in 1 of 1 rows, by up to 5.8 %" in describe_difference(summarise(result, 0.95))
    assert "score of `clamh report`, over forks, without waiting for a CPU: 12.5992 ns/op" in log.render(summarise(result, 0.95), result, unicode=True)
    far = run([case([fork(0, [10.0]), fork(1, [10.0]), fork(2, [10_000.0])])])
    assert "by up to 3,200 %" in describe_difference(summarise(far, 0.95))
    same = run([case([fork(n, [10.0]) for n in range(3)])])
    assert describe_difference(summarise(same, 0.95)) == "" and "score of `clamh report`" not in log.render(summarise(same, 0.95), same, unicode=True)


@pytest.mark.parametrize(("status", "active", "printed"), [("complete", False, "complete"), (None, True, "active"), (None, False, "cut off")])
def test_a_run_without_an_end_was_cut_off_or_is_still_active(status: str | None, active: bool, printed: str) -> None:
    result = replace(run([case([fork(0, [10.0])])], status=status), active=active)
    (entry,) = json.loads(render(summarise(result, 0.95), result, "json"))
    assert entry["clamh"]["run"]["status"] == printed
