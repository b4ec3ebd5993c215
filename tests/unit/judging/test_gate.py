"""Is a regression what is slower by more than Δ after adjusting for all benchmarks, and is nothing left out?"""

from __future__ import annotations

import pytest
from made_gate import base, compared, judged, new, timed
from made_runs import MACHINE, run
from msgspec.structs import replace
from scipy import stats

from clamh.judging.gate import gate, obstacles, repeated
from clamh.judging.statistics.discovery import p_beyond
from clamh.model.decisions import Decision, Gate, Repeat


def rulings(found: Gate) -> dict[str, str]:
    return {one.pair.row.key: one.ruling for one in found.decisions}


def test_every_benchmark_has_a_ruling() -> None:
    assert rulings(gate(compared(base(), new()))) == {
        "sort": "regression", "search": "improvement", "parse": "same", "hash": "small difference", "copy": "failed",
        "print": "undecided", "split": "no verdict", "gone": "gone", "added": "new"}


def test_the_decision_is_scipys_on_the_p_values_of_all() -> None:
    found = gate(compared(base(), new()))
    judged = [one for one in found.decisions if one.p is not None]
    assert found.judged == len(judged) == 5
    assert [one.p for one in judged] == [p_beyond(one.pair.a.fork_means, one.pair.b.fork_means, 0.01) for one in judged]
    expected = stats.false_discovery_control([one.p for one in judged], method="bh")
    assert [one.adjusted for one in judged] == pytest.approx(list(expected), rel=1e-12)


@pytest.mark.parametrize("slower", [1.0, 1.005, 1.01, 1.012, 1.0138, 1.02, 1.1, 0.99, 0.9])
def test_of_one_benchmark_it_is_the_verdict_on_its_ratio(slower: float) -> None:
    found = gate(compared(run([timed("sort", 20.0)]), run([timed("sort", 20.0 * slower)])))
    verdict = found.decisions[0].pair.ratio.verdict
    assert rulings(found)["sort"] == {"slower": "regression", "faster": "improvement"}.get(verdict, verdict)


def test_what_is_slower_alone_may_be_undecided_among_many() -> None:
    slower = 1.0158  # just clearly slower by itself
    alone = gate(compared(run([timed("k0", 20.0)]), run([timed("k0", 20.0 * slower)])))
    keys = [f"k{n}" for n in range(20)]
    many = gate(compared(run([timed(key, 20.0) for key in keys]), run([timed(key, 20.0 * (slower if key == "k0" else 1)) for key in keys])))
    assert (rulings(alone)["k0"], rulings(many)["k0"]) == ("regression", "undecided")
    assert many.decisions[0].pair.ratio.verdict == "slower"


def test_a_rate_that_falls_is_a_regression() -> None:
    fast, slow = (run([timed("sort", rate, mode="thrpt", unit="s")]) for rate in (20.0, 10.0))
    found = gate(compared(fast, slow))
    assert [row.unit for pair in found.comparison.pairs for row in (pair.a, pair.b)] == ["ops/s", "ops/s"]
    assert rulings(found) == {"sort": "regression"}


def test_a_regression_that_was_not_seen_again_does_not_stand() -> None:
    found = gate(compared(base(), new()))
    (regression,) = found.regressions
    for holds, stand in ((True, 1), (None, 1), (False, 0)):
        again = replace(regression, again=Repeat(pair=None, holds=holds))
        told = replace(found, decisions=tuple(again if one is regression else one for one in found.decisions))
        assert len(told.regressions) == stand


def test_failures_are_those_of_the_new_run() -> None:
    def failures(a: object, b: object) -> list[str]:
        found: tuple[Decision, ...] = gate(compared(a, b)).failures
        return [one.pair.row.key for one in found]

    assert failures(base(), new()) == ["copy"]
    assert failures(new(), base()) == []


def test_one_run_given_twice_is_refused_and_another_of_the_same_benchmarks_is_not() -> None:
    again = run([timed(one.case.key, 20.0 + at) for at, one in enumerate(base().cases)])
    assert [one.code for one in obstacles(gate(compared(base(), base())), base(), base())] == ["same-run"]
    assert list(obstacles(gate(compared(base(), again)), base(), again)) == []


def test_runs_of_two_kinds_of_cpu_are_refused_and_another_boot_is_not() -> None:
    def told(**environment: object) -> list[str]:
        a, b = base(), new()
        b = replace(b, header=replace(b.header, environment=MACHINE | environment, fingerprint="other"))
        return [one.message for one in obstacles(gate(compared(a, b)), a, b)]

    assert told(cpu="Epyc") == ["run.ndjson was measured on Xeon, run.ndjson on Epyc: what the gate would judge is the machines"]
    assert told(boot_id="2", host="other") == told(cpu=None) == []


def test_a_gate_that_can_judge_nothing_does_not_pass() -> None:
    few, later, other = (run([timed(*one, forks=2)]) for one in (("sort", 20.0), ("sort", 21.0), ("else", 20.0)))
    assert [one.message for one in obstacles(gate(compared(few, later)), few, later)] == [
        "no benchmark has three forks in both runs, with fewer of which nothing can be decided"]
    assert "have no benchmark in common" in next(obstacles(gate(compared(few, other)), few, other)).message


def again(a: float, b: float, forks: int = 5, **fields: object) -> tuple[object, object]:
    """The rows of one case measured again, at these times."""
    return tuple(judged(run([timed("sort", ns, forks=forks, **fields)]))[1].rows[0] for ns in (a, b))


@pytest.mark.parametrize(("rows", "holds"), [
    (again(20.0, 22.0), True), (again(20.0, 20.0), False), (again(20.0, 18.0), False), (again(20.0, 22.0, forks=2), None),
    (again(20.0, 22.0, spread=30.0), False), ((None, None), None),
])
def test_what_was_measured_again_decides_alone(rows: tuple[object, object], holds: bool | None) -> None:
    found = repeated(gate(compared(base(), new())), {"sort": rows}, {})
    (one,) = (each for each in found.decisions if each.ruling == "regression")
    assert one.again.holds is holds
    assert bool(found.regressions) is (holds is not False)


def test_what_cannot_be_measured_again_says_why_and_stands() -> None:
    found = repeated(gate(compared(base(), new())), {}, {"sort": "its artifact is gone"})
    assert [(one.again.holds, one.again.reason) for one in found.regressions] == [(None, "its artifact is gone")]
