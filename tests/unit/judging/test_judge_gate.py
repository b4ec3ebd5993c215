"""Is a regression what is slower by more than Δ after adjusting for all benchmarks, and is nothing left out?"""

from __future__ import annotations

import pytest
from made_gate import base, compared, new, several_sources, timed
from made_runs import MACHINE, case, fork, run
from msgspec.structs import replace
from scipy import stats

from clamh.judging.judge_gate import confirm_gate, find_obstacles, judge_gate, open_cases, select_suspects
from clamh.judging.statistics.discovery import p_beyond_in_sets
from clamh.judging.statistics.forks import welch
from clamh.judging.statistics.sets import Jackknife
from clamh.model.decisions import Decision, Gate
from clamh.model.results import WorkRecord


def rulings(found: Gate) -> dict[str, str]:
    return {decision.pair.row.key: decision.ruling for decision in found.decisions}


def test_every_benchmark_has_a_ruling() -> None:
    assert rulings(judge_gate(compared(base(), new()))) == {
        "sort": "regression", "search": "improvement", "parse": "same", "hash": "small difference", "copy": "failed",
        "print": "undecided", "split": "no verdict", "gone": "gone", "added": "new"}


def test_the_decision_equals_scipys_on_all_p_values() -> None:
    found = judge_gate(compared(base(), new()))
    judged = [decision for decision in found.decisions if decision.p is not None]
    assert found.judged == len(judged) == 5
    welchs = [Jackknife(*welch(decision.pair.a.fork_means, decision.pair.b.fork_means)) for decision in judged]
    assert [decision.p for decision in judged] == [p_beyond_in_sets(ratio, 0.01) for ratio in welchs]
    expected = stats.false_discovery_control([decision.p for decision in judged], method="bh")
    assert [decision.adjusted for decision in judged] == pytest.approx(list(expected), rel=1e-12)


@pytest.mark.parametrize("slower", [1.0, 1.005, 1.01, 1.012, 1.0138, 1.02, 1.1, 0.99, 0.9])
def test_for_one_benchmark_the_ruling_is_its_verdict(slower: float) -> None:
    found = judge_gate(compared(run([timed("sort", 20.0)]), run([timed("sort", 20.0 * slower)])))
    verdict = found.decisions[0].pair.ratio.verdict
    assert rulings(found)["sort"] == {"slower": "regression", "faster": "improvement"}.get(verdict, verdict)


def test_a_row_that_is_slower_alone_may_be_undecided_among_many() -> None:
    slower = 1.0158  # just clearly slower by itself
    alone = judge_gate(compared(run([timed("k0", 20.0)]), run([timed("k0", 20.0 * slower)])))
    keys = [f"k{n}" for n in range(20)]
    many = judge_gate(compared(run([timed(key, 20.0) for key in keys]), run([timed(key, 20.0 * (slower if key == "k0" else 1)) for key in keys])))
    assert (rulings(alone)["k0"], rulings(many)["k0"]) == ("regression", "undecided")
    assert many.decisions[0].pair.ratio.verdict == "slower"


def test_a_rate_that_falls_is_a_regression() -> None:
    fast, slow = (run([timed("sort", rate, mode="thrpt", unit="s")]) for rate in (20.0, 10.0))
    found = judge_gate(compared(fast, slow))
    assert [row.unit for pair in found.comparison.pairs for row in (pair.a, pair.b)] == ["ops/s", "ops/s"]
    assert rulings(found) == {"sort": "regression"}


def test_failures_are_those_of_the_new_run() -> None:
    def failures(a: object, b: object) -> list[str]:
        decisions: tuple[Decision, ...] = judge_gate(compared(a, b)).failures
        return [decision.pair.row.key for decision in decisions]

    assert failures(base(), new()) == ["copy"]
    assert failures(new(), base()) == []


def test_the_same_run_given_twice_is_refused() -> None:
    again = run([timed(case_result.case.key, 20.0 + at) for at, case_result in enumerate(base().cases)])
    assert [obstacle.code for obstacle in find_obstacles(judge_gate(compared(base(), base())), base(), base())] == ["same-run"]
    assert list(find_obstacles(judge_gate(compared(base(), again)), base(), again)) == []


def test_runs_of_two_kinds_of_cpu_are_refused_and_another_boot_is_not() -> None:
    def messages(**environment: object) -> list[str]:
        a, b = base(), new()
        b = replace(b, header=replace(b.header, environment=MACHINE | environment, fingerprint="other"))
        return [obstacle.message for obstacle in find_obstacles(judge_gate(compared(a, b)), a, b)]

    assert messages(cpu="Epyc") == ["run.ndjson was measured on Xeon, run.ndjson on Epyc: the gate would compare machines"]
    assert messages(boot_id="2", host="other") == messages(cpu=None) == []


def test_a_gate_that_can_judge_nothing_does_not_pass() -> None:
    few, later, other_run = (run([timed(*item, forks=2)]) for item in (("sort", 20.0), ("sort", 21.0), ("else", 20.0)))
    assert [obstacle.message for obstacle in find_obstacles(judge_gate(compared(few, later)), few, later)] == [
        "no benchmark has three forks in both runs; the gate cannot decide with fewer"]
    assert "share no benchmark" in next(find_obstacles(judge_gate(compared(few, other_run)), few, other_run)).message


def live(key: str, a: float, b: float, **fields: object) -> Gate:
    """What a measurement of both builds together says of one benchmark."""
    return judge_gate(compared(*(run([timed(key, ns, **fields)]) for ns in (a, b))))


def test_undecided_and_slower_rows_are_suspects() -> None:
    assert [suspect.pair.row.key for suspect in select_suspects(judge_gate(compared(base(), new())))] == ["sort", "print", "split"]
    unknown = judge_gate(compared(run(base().cases, shift=None), run(new().cases, shift=None)))
    assert [suspect.pair.row.key for suspect in select_suspects(unknown)] == ["sort", "search", "parse", "hash", "print", "split"]


def test_different_work_is_not_measured_again() -> None:
    a, b = (replace(run([timed("sort", 20.0)]), works=(WorkRecord(case_id="sort", returned=value),)) for value in ("i:1", "i:2"))
    assert select_suspects(judge_gate(compared(a, b))) == []


@pytest.mark.parametrize(("found", "ruling", "regressions", "undecided"), [
    (live("sort", 20.0, 22.0), "regression", 1, 2), (live("sort", 20.0, 20.0), "same", 0, 2), (live("sort", 20.0, 18.0), "improvement", 0, 2),
    (live("sort", 20.0, 22.0, forks=2), "no verdict", 0, 3), (live("sort", 20.0, 22.0, spread=30.0), "undecided", 0, 3),
    (live("other", 20.0, 22.0), None, 1, 2),
])
def test_the_joint_measurement_decides_alone(found: Gate, ruling: str | None, regressions: int, undecided: int) -> None:
    result = confirm_gate(judge_gate(compared(base(), new())), found)
    sort = next(decision for decision in result.decisions if decision.pair.row.key == "sort")
    assert (sort.ruling, sort.repeat.ruling) == ("regression", ruling)
    assert (len(result.regressions), len(result.undecided)) == (regressions, undecided)


def test_the_joint_measurement_finds_a_hidden_regression() -> None:
    a, b = (run([timed("sort", ns)], shift=None) for ns in (20.0, 20.5))
    hidden = judge_gate(compared(a, b))
    assert (len(hidden.regressions), len(hidden.undecided)) == (0, 1)
    result = confirm_gate(hidden, live("sort", 20.0, 20.5))
    assert (len(result.regressions), len(result.undecided)) == (1, 0)


def test_a_row_of_two_sources_of_a_side_is_confirmed_by_its_own_source() -> None:
    a, b, again = several_sources(20.0, 40.0), several_sources(22.0, 44.0), several_sources(22.0, 40.0)
    result = confirm_gate(judge_gate(compared(a, b)), judge_gate(compared(a, again)))
    assert [decision.repeat.ruling for decision in result.decisions] == ["regression", "same"]


def test_a_failure_in_the_joint_measurement_is_a_failure() -> None:
    dead = judge_gate(compared(run([timed("sort", 20.0)]), run([case([fork(0, [], end={"status": "failed", "reason": "killed"})], "sort", key="sort", params={})])))
    assert [failure.pair.row.key for failure in confirm_gate(judge_gate(compared(run([timed("sort", 20.0)]), run([timed("sort", 22.0)]))), dead).failures] == ["sort"]


def test_a_row_of_one_build_only_keeps_its_ruling_with_a_reason() -> None:
    result = confirm_gate(judge_gate(compared(base(), new())), live("other", 20.0, 20.0))
    assert {decision.repeat.reason for decision in result.decisions if decision.repeat} == {"it is only in one build"}
    assert len(result.regressions) == 1


def shifted(*factors: float, spread: float = 1.0, shift: float = 0.0) -> Gate:
    """A gate of as many benchmarks, each of which takes so many times as long."""
    return judge_gate(compared(*(run([timed(f"k{n}", 20.0 * (factor if later else 1), spread) for n, factor in enumerate(factors)], shift=shift) for later in (False, True))))


@pytest.mark.parametrize(("found", "value"), [
    (shifted(1.1, 1.101, 1.1, 1.098, 1.1), 1 / 1.1), (shifted(0.9, 0.9, 0.9), 1 / 0.9), (shifted(1.1, 1.12, 1.08, spread=3.0), 1 / 1.1),
    (shifted(1.1, 1.1), None), (shifted(1.0, 1.0, 1.0, 1.0), None), (shifted(1.1, 1.1, 1.1, 1.0), None), (shifted(1.1, 1.1, 1.3), None),
    (shifted(1.1, 1.1, 0.9), None), (shifted(1.004, 1.004, 1.004), None), (shifted(1.1, 1.1, 1.1, shift=0.2), None),
    (shifted(1.5, 1.4, 1.5, 1.6, shift=0.2), 1 / 1.5),
])
def test_a_suite_that_changed_by_one_factor_is_one_shift(found: Gate, value: float | None) -> None:
    assert (found.shift and found.shift.value) == (value and pytest.approx(value, rel=1e-9))
    assert found.shift is None or found.shift.rows == len(found.decisions)


def test_the_joint_measurement_alone_gives_the_suite_shift() -> None:
    slower, faster = shifted(1.1, 1.1, 1.1), shifted(0.9, 0.9, 0.9)
    assert confirm_gate(slower, faster).shift == faster.shift
    assert confirm_gate(slower, shifted(1.0, 1.0, 1.0)).shift is None
    assert confirm_gate(faster, slower) == faster  # nothing is suspect


def test_only_rows_that_more_sets_could_decide_are_open() -> None:
    faster = {"spread": 10.0}
    rows = [("slow", 22.0, {}), ("same", 20.0, {}), ("wide", 20.6, {"spread": 10.0}), ("good", 17.0, faster), ("few", 22.0, {"forks": 2})]
    found = judge_gate(compared(run([timed(key, 20.0) for key, *_ in rows]), run([timed(key, ns, **fields) for key, ns, fields in rows])))
    assert open_cases(found) == {"wide"}
