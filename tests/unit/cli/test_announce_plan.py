"""Is what a run is about to do said in a few lines, and is the time that it takes what it will need?"""

from __future__ import annotations

import re

import msgspec
import pytest
from made_plans import able, benchmark, catalog
from made_sets import sliceable

from clamh.cli.announce_plan import describe_layout, describe_plan, format_rough_time
from clamh.model.artifacts import Skip
from clamh.model.cases import Catalog, Plan
from clamh.model.options import QUICK, Options
from clamh.model.sources import Settings
from clamh.report.units import format_count
from clamh.running.plan import plan
from clamh.running.planning.estimate import planned_seconds
from clamh.running.planning.floors import FLOOR

FLOOR_S = 2 * 0.05 + 3 * 0.05


def made(*catalogs: Catalog, skipped: tuple[Skip, ...] = (), settings: Settings = QUICK) -> Plan:
    return plan(catalogs, Options(seed=1, settings=settings), skipped)


def started_in(seconds: float, item: Catalog) -> Catalog:
    return msgspec.structs.replace(item, start_s=seconds)


def with_floor(item: Catalog) -> Catalog:
    capabilities = {**item.hello["capabilities"], "floor": "empty"}
    return msgspec.structs.replace(item, hello={"capabilities": capabilities})


def test_the_time_is_that_of_iterations_starts_and_floors() -> None:
    assert (FLOOR.warmup_iterations * FLOOR.warmup_time_ns + FLOOR.measurement_iterations * FLOOR.measurement_time_ns) / 1e9 \
        == pytest.approx(FLOOR_S)
    two = catalog("a/1", benchmark("x", n=("1", "2")))
    assert planned_seconds(made(two)) == pytest.approx(2 * 3 * 0.6)
    assert planned_seconds(made(started_in(0.5, two))) == pytest.approx(2 * 3 * (0.6 + 0.5))
    assert planned_seconds(made(started_in(0.5, with_floor(two)))) == pytest.approx(2 * 3 * (0.6 + 0.5) + FLOOR_S + 0.5)


def test_plan_reports_cases_platforms_forks_and_time() -> None:
    both = made(catalog("a/1", benchmark("x"), benchmark("y", n=("1", "2"))), catalog("b/2", benchmark("x")))
    assert describe_plan(both).splitlines() == [
        "2 benchmarks, 4 cases on a/1, b/2", "12 forks, each 3 × 100 ms warmup, then 3 × 100 ms",
        "mode is average time, since the sources set none (JMH would measure throughput)", "about 7.2 s"]


@pytest.mark.parametrize(("annotated", "given", "is_said"), [
    (None, None, True), (("thrpt",), None, False), (("avgt",), None, False), (None, ("avgt",), False)])
def test_default_mode_is_shown_if_nothing_sets_a_mode(
    annotated: tuple[str, ...] | None, given: tuple[str, ...] | None, is_said: bool
) -> None:
    options = Options(seed=1, settings=Settings(modes=given))
    some = catalog("a/1", benchmark("x", Settings(modes=annotated)), benchmark("y"))
    lines = describe_plan(plan([some], options, ()), options).splitlines()
    assert sum("average time" in line for line in lines) == is_said


def test_a_long_run_says_when_it_will_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    long = made(catalog("a/1", benchmark("x")), settings=Settings(forks=10, measurement_iterations=60, measurement_time_ns=10**9))
    assert describe_plan(long, now=12 * 3600).splitlines()[-1] == "about 10 min 15 s, until 12:10"


def test_forks_of_several_lengths_are_left_to_plan() -> None:
    item = made(catalog("a/1", benchmark("x"), benchmark("y", Settings(measurement_iterations=9))), settings=Settings())
    assert describe_plan(item).splitlines()[1] == "10 forks, of different lengths (`clamh list --forks` shows them)"


def test_many_platforms_and_skips_stay_within_seven_lines() -> None:
    skips = tuple(Skip(platform=f"s{n}", reason="no compiler", hint=f"install s{n}") for n in range(5))
    lines = describe_plan(made(*(catalog(f"p{n}/1", benchmark("x")) for n in range(5)), skipped=skips)).splitlines()
    assert lines[:3] == ["skipped s0: no compiler; install s0", "skipped s1: no compiler; install s1",
                         "skipped 3 more: see `clamh list --forks`"]
    assert lines[3] == "1 benchmark, 5 cases on 5 platforms" and len(lines) == 7


def test_every_failed_source_has_a_line() -> None:
    """The last line names `clamh list --forks`, which ends at the first error of a build."""
    failed = tuple(Skip(f"c/gcc-{number}", "cannot build a.c", "correct it", failed=True) for number in range(5))
    lines = describe_plan(made(catalog("a/1", benchmark("x")), skipped=failed)).splitlines()
    assert [line for line in lines if "gcc" in line or "more" in line] == [skip.line for skip in failed]


def test_nothing_to_measure_is_reported() -> None:
    skip = Skip(platform="s", reason="no compiler", hint="install s")
    assert describe_plan(made(skipped=(skip,))).splitlines()[1:] == ["nothing to measure: CLAMH skipped every platform"]


def test_long_iterations_are_reported_without_an_exponent() -> None:
    hours = msgspec.structs.replace(QUICK, warmup_time_ns=3_600_000_000_000, measurement_time_ns=1_500_000_000)
    assert "each 3 × 1 hr warmup, then 3 × 1500 ms" in describe_plan(made(catalog("a/1", benchmark("x")), settings=hours))


@pytest.mark.parametrize(("seconds", "text"), [(0.006, "0.1 s"), (2.5, "2.5 s"), (45, "45 s"), (200, "3 min 20 s"), (3900, "1 h 5 min")])
def test_durations(seconds: float, text: str) -> None:
    assert format_rough_time(seconds) == text


def test_counts() -> None:
    assert [format_count(n, "fork") for n in (0, 1, 2)] == ["0 forks", "1 fork", "2 forks"]


def test_single_shots_are_counted_since_their_time_is_not_known() -> None:
    item = able(catalog("a/1", benchmark("x")), "avgt", "ss")
    assert describe_plan(made(item, settings=Settings(modes=("ss",), forks=4, warmup_iterations=2))).splitlines() == [
        "1 benchmark, 1 case on a/1", "4 forks, each 2 single shots warmup, then 1 single shot",
        "about 0.1 s plus 12 single shots"]
    lines = describe_plan(made(item, settings=Settings(modes=("ss", "avgt"), forks=2, warmup_iterations=0))).splitlines()
    assert lines[1:] == ["4 forks, of different lengths (`clamh list --forks` shows them)", "about 2.0 s plus 2 single shots"]


def test_under_auto_warmup_the_time_is_the_most_that_it_may_take() -> None:
    auto = Settings(auto_warmup=True, auto_warmup_max_ns=2 * 10**9)
    item = made(catalog("a/1", benchmark("x", settings=auto)))
    assert describe_plan(item).splitlines()[1:] == [
        "3 forks, each 3 × 100 ms warmup and on until steady (2 s at most), then 3 × 100 ms",
        "mode is average time, since the sources set none (JMH would measure throughput)", "up to 6.9 s"]
    assert planned_seconds(item) == pytest.approx(3 * (2 + 0.3))
    none = made(catalog("a/1", benchmark("x", settings=msgspec.structs.replace(auto, warmup_iterations=0))), settings=Settings(forks=1))
    assert "1 fork, each warmup until steady (2 s at most), then 5 × 200 ms" in describe_plan(none)


@pytest.mark.parametrize(("live", "words"), [
    (True, r"at least \d+ min \d+ s, until \d\d:\d\d or later"), (False, r"about \d+ min \d+ s, until \d\d:\d\d")])
def test_slices_take_at_least_the_announced_time(live: bool, words: str) -> None:
    """They are longer if an invocation is, which shows only when it runs."""
    long = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=live, settings=Settings(forks=100)))
    assert re.fullmatch(words, describe_plan(long).splitlines()[-1])


def test_warmup_forks_and_bulk_warmup_are_in_forks_and_time() -> None:
    item = catalog("a/1", benchmark("x"), benchmark("y"))
    assert describe_plan(made(item, settings=msgspec.structs.replace(QUICK, warmup_forks=1))).splitlines()[1:] == [
        "8 forks (including 2 warmup forks), each 3 × 100 ms warmup, then 3 × 100 ms",
        "mode is average time, since the sources set none (JMH would measure throughput)", "about 4.8 s"]
    bulk = plan([item], Options(seed=1, settings=QUICK, warmup_mode="BULK"))
    assert describe_plan(bulk).splitlines()[1:] == [
        "6 forks, each warms up 2 cases first, then 3 × 100 ms",
        "mode is average time, since the sources set none (JMH would measure throughput)", "about 5.4 s"]


def test_unsupported_settings_are_reported_before_the_run() -> None:
    catalogs = [able(catalog("a/1", benchmark("x")), "avgt", gc=("true",)), catalog("b/1", benchmark("x"))]
    assert describe_plan(plan(catalogs, Options(seed=1, settings=QUICK, gc="true"))).splitlines()[0] == (
        "-gc true: b/1 cannot collect garbage between iterations; b/1 is measured without -gc")


def test_reason_for_the_end_replaces_the_remaining_time() -> None:
    item = plan([catalog("a/1", benchmark("x"))], Options(seed=1, settings=QUICK))
    lines = [describe_plan(item, Options(precision=precision, budget_ns=budget, adds_sets=adds)).splitlines()[-1]
             for precision, budget, adds in ((0.01, None, None), (0.005, 300 * 10**9, None), (None, 90 * 10**9, None), (None, 90 * 10**9, False))]
    assert lines == ["about 1.8 s, then more rounds until ±1 %", "about 1.8 s, then more rounds until ±0.5 %, 5 min at most",
                     "then more rounds, 90 s at most", "about 1.8 s, 90 s at most"]


def test_layouts_are_reported_and_a_single_layout_has_a_reason() -> None:
    several, item, none = (catalog(name, benchmark("x")) for name in ("a/1", "b/2", "c/3"))
    several = msgspec.structs.replace(several, artifact=msgspec.structs.replace(
        several.artifact, layouts=("1", "2", "3"), most_layouts=16))
    item = msgspec.structs.replace(item, artifact=msgspec.structs.replace(item.artifact, one_layout="its linker is old"))
    planned = made(several, item, none)
    assert [case.options.layouts for case in planned.cases] == [3, 1, 1]  # as many as there are forks
    assert describe_layout(planned) == "layout random, 3 code layouts of a/1, 1 code layout of b/2"
    assert describe_plan(planned).splitlines()[0] == (
        "b/2 has one code layout: its linker is old; its effect does not average out over forks")
    for settings, number in ((Settings(forks=1), 4), (Settings(layout="static"), 4), (QUICK, 1)):
        quiet = plan([several, item], Options(seed=1, settings=settings, layouts=number))
        assert [case.options.layouts for case in quiet.cases] == [1, 1]
        assert "code layout" not in describe_plan(quiet, Options(layouts=number))
        assert ("--layouts has no effect" in describe_plan(quiet, Options(layouts=number))) is (settings.layout == "static")
