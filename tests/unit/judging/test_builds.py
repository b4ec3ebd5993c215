"""Is each benchmark of one build compared with that of the other on its platform, in the sets that both were in?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.builds import compare_builds, make_unmeasured_row
from clamh.judging.judge_gate import judge_gate
from clamh.judging.summarise import summarise
from clamh.model.cases import Case
from clamh.model.opening import Opening
from clamh.model.results import CaseResult, MachineUse, Run, SetRecord
from clamh.model.summary import Comparison

PLATFORMS = ("cpp/g++-12", "java/openjdk-21")
MACHINE = (1.0, 3.0, 0.5, 2.0, 1.5)  # how slow it was in each set, for both builds alike
TIMES = {("cpp/g++-12", "old"): 100.0, ("cpp/g++-12", "new"): 110.0, ("java/openjdk-21", "old"): 40.0, ("java/openjdk-21", "new"): 40.0}


def build(ids: str, build: str, id: str, times: dict[tuple[str, str], float]) -> CaseResult:
    forks = [fork(number, [times[id, build] * slow] * 3, case_id=ids) for number, slow in enumerate(MACHINE)]
    return case(forks, case_id=ids, platform=id, build=build)


def two_builds(times: dict[tuple[str, str], float] = TIMES) -> Run:
    """Both builds on both platforms, in five sets of a machine whose speed changes sixfold."""
    names = {(id, name): f"{id[0]}-{name}" for id in PLATFORMS for name in ("old", "new")}
    sets = tuple(
        SetRecord(cases=(names[id, "old"], names[id, "new"]), forks=(number, number), index=0, order=(0, 1), counts=(1000, 1000), warmin=(1, 1),
                  elapsed_ns=tuple(round(1000 * times[id, name] * slow) for name in ("old", "new")), waited_ns=(0, 0), operations=())
        for id in PLATFORMS for number, slow in enumerate(MACHINE))
    result = run([build(ids, name, id, times) for (id, name), ids in names.items()],
                 [replace(platform(id), build=name) for id in PLATFORMS for name in ("old", "new")])
    return replace(result, sets=sets)


def compared(of: Run, alone: tuple = ()) -> Comparison:
    return compare_builds(of, ("old", "new"), alone, ({"a.cpp": "1", "b.cpp": "1"}, {"a.cpp": "1", "b.cpp": "2"}), ("old: one", "new: two"))[0]


def test_the_ratio_is_that_of_the_sets_on_each_platform() -> None:
    pairs = compared(two_builds()).pairs
    assert [(pair.a.platform, pair.b.platform, pair.a.build, pair.b.build) for pair in pairs] == [(id, id, "", "") for id in PLATFORMS]
    assert [pair.ratio.value for pair in pairs] == pytest.approx([100 / 110, 1.0])
    assert [pair.ratio.verdict for pair in pairs] == ["slower", "same"]


def test_builds_of_two_platforms_are_compared_by_forks() -> None:
    """They took turns with their other build only, so no set has both. The interval was missing: `too few sets`."""
    (contest,) = summarise(two_builds(), 0.95, baseline="cpp/*").contests
    ratio = next(row.ratio for row in contest.rows if row.case_id == "j-old")
    assert (ratio.reference, ratio.reason) == ("c-old", "") and ratio.interval
    assert len(contest.lead_ratios) == 3 and all(ratio.interval and not ratio.reason for ratio in contest.lead_ratios)


@pytest.mark.parametrize("mode", ["avgt", "thrpt"])
def test_two_scores_divide_to_their_ratio(mode: str) -> None:
    """They were means of sets, each with the same weight, and the ratio that of totals: a reader who divided found another number."""
    uneven = {"old": (100.0, 300.0, 50.0, 200.0, 150.0), "new": (110.0, 200.0, 90.0, 180.0, 400.0)}
    cases = [case([fork(number, [score] * 3, case_id=name) for number, score in enumerate(uneven[name])], case_id=name, platform=PLATFORMS[0], build=name,
                  mode=mode) for name in uneven]
    sets = tuple(SetRecord(cases=("old", "new"), forks=(number, number), index=0, order=(0, 1), counts=(), warmin=(1, 1), elapsed_ns=(1000, 1000),
                           waited_ns=(0, 0), operations=(1000.0, 1000.0)) for number in range(len(uneven["old"])))
    of = replace(run(cases, [replace(platform(PLATFORMS[0]), build=name) for name in uneven]), sets=sets)
    (pair,) = compared(of).pairs
    quotient = pair.a.score / pair.b.score
    assert pair.ratio.value == pytest.approx(1 / quotient if mode == "thrpt" else quotient)
    costs = sum(uneven["old"]) / 5
    assert pair.a.score == pytest.approx(1 / costs if mode == "thrpt" else costs)
    assert pair.a.interval.low < pair.a.score < pair.a.interval.high


def test_the_gate_takes_its_p_from_the_sets() -> None:
    """By fork means, which differ sixfold from set to set, nothing could be decided."""
    assert [decision.ruling for decision in judge_gate(compared(two_builds())).decisions] == ["regression", "same"]
    apart = replace(two_builds(), sets=())
    assert [decision.ruling for decision in judge_gate(compared(apart)).decisions] == ["undecided", "undecided"]


def test_a_file_that_differs_between_builds_is_named() -> None:
    assert [difference.what for difference in compared(two_builds()).differences] == ["source b.cpp"]


def test_rows_of_one_build_only_are_gone_or_new() -> None:
    result = two_builds()
    record = result.cases[0].case
    rows = [make_unmeasured_row(Case(case_id=f"x-{name}", key=key, benchmark=key, platform=record.platform, artifact=0, mode="avgt", threads=1, params={},
                                     wire_params={}, options=record.options, build=name, opening=Opening(benchmark=0)), "a.cpp") for name, key in (("old", "removed"), ("new", "added"))]
    found = judge_gate(compared(result, tuple(rows)))
    assert [(decision.pair.row.key, decision.ruling) for decision in found.decisions[-2:]] == [("removed", "gone"), ("added", "new")]
    assert (len(found.missing), found.failures, found.undecided) == (1, (), ())


def test_warnings_about_ratios_within_a_build_are_left_out() -> None:
    result, levels = two_builds(), dict(zip(PLATFORMS, ("-O2", "-O1"), strict=True))
    of = replace(result, platforms=tuple(replace(each, optimisation=levels[each.id]) for each in result.platforms))
    assert not any(row.has_warning("different-flags") for pair in compared(of).pairs for row in pair.rows)


def test_each_of_two_sources_of_a_side_is_compared_with_itself() -> None:
    """Only the last source of the new build had partners: a row was lost or called gone, and v1 was compared with v2."""
    times = {("old", "v1"): 10.0, ("old", "v2"): 20.0, ("new", "v2"): 20.0, ("new", "v1"): 10.0}
    cases = [case([fork(number, [time] * 3, case_id=f"{name}-{source}") for number in range(3)], case_id=f"{name}-{source}", platform=PLATFORMS[0], build=name,
                  source=f"suite/{source}.cpp") for (name, source), time in times.items()]
    of = run(cases, [replace(platform(PLATFORMS[0], f"suite/{source}.cpp"), build=name) for name, source in times])
    assert [(pair.a.case_id, pair.b.case_id, pair.ratio.value) for pair in compared(of).pairs] == [
        ("old-v1", "new-v1", pytest.approx(1)), ("old-v2", "new-v2", pytest.approx(1))]


def test_the_machine_of_both_builds_is_described_once() -> None:
    """Each build had its own figures, so that reports had the same sentence twice, with 65 % and 64 %."""
    waited = {"old": 1.0, "new": 0.9}
    cases = [case([fork(number, [10.0] * 3, case_id=name, end={"machine": MachineUse(elapsed_s=2.0, waited_s=seconds)}) for number in range(3)],
                  case_id=name, platform=PLATFORMS[0], build=name) for name, seconds in waited.items()]
    of = run(cases, [replace(platform(PLATFORMS[0]), build=name) for name in waited])
    _, old, new = compare_builds(of, ("old", "new"), (), ({}, {}), ())
    assert old.summary.machine == new.summary.machine
    assert [warning.message for warning in old.summary.machine] == ["some process waited for a CPU up to 50 % of the time"]


def test_a_flag_with_the_folder_of_a_build_is_no_difference() -> None:
    """Each build reads -I/its/folder/include; the line `differs: flags` was in every comparison with such a flag."""
    of, folders = two_builds(), {"old": ("/p/.clamh/trees/1a", "/p"), "new": ("/p", "/p")}

    def differing(old: str, new: str) -> tuple[list[tuple[str, str]], bool]:
        flags = {"old": [f"-I{old}", "-O3"], "new": [f"-I{new}", "-O3"]}
        platforms = [replace(each, flags=tuple(flags[each.build]), target=flags[each.build][0],
                             hello={**each.hello, "toolchain": {"flags": flags[each.build]}}) for each in of.platforms]
        found = compare_builds(replace(of, platforms=tuple(platforms)), ("old", "new"), (), ({}, {}), (), folders)[0]
        terms = [term for pair in found.pairs for term in pair.ratio.terms if term.name == "target"]
        return [(difference.a, difference.b) for difference in found.differences], all(term.holds for term in terms)

    assert differing("/p/.clamh/trees/1a/include", "/p/include") == ([], True)
    assert differing("/p/.clamh/trees/1ab/x", "/p/x") == ([("-I/p/.clamh/trees/1ab/x -O3", "-I/p/x -O3")] * 2, False)
    assert differing("/p/.clamh/trees/1a", "/p/b") == ([("-I/p -O3", "-I/p/b -O3")] * 2, False)
