"""Does a ratio say on which terms it was made: what holds, what does not, and what nobody knows?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from made_runs import MACHINE, case, fork, platform, run
from made_sets import measured
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.judging.terms import CHECKS
from clamh.model.cases import AutoWarmup, CallBounds, Binding
from clamh.model.results import CaseResult, Origin, Run, WorkRecord
from clamh.model.summary import Comparison, Term

JAVA = {"platform": "java/openjdk-17", "benchmark": "clamh.Factorial.factorial"}


def timed(case_id: str = "c", forks: int = 3, **fields: Any) -> CaseResult:
    return case([fork(n, [10.0 + n / 100]) for n in range(forks)], case_id, **fields)


def make_run(*cases: CaseResult, header: dict[str, Any] = {}, environment: dict[str, Any] = {}, **fields: Any) -> Run:
    item = run(cases or [timed()], **fields)
    known = MACHINE | {"host": "alpha", "boot_id": "b1"} | environment
    return replace(item, header=replace(item.header, environment=known, **header))


def terms_within(*cases: CaseResult, **fields: Any) -> dict[str, Term]:
    """The terms of the last row's ratio."""
    return by_name(summarise(make_run(*cases, **fields), 0.95).rows[-1].ratio.terms)


def side_by_side(a: Run, b: Run) -> Comparison:
    return compare_runs(*((item, summarise(item, 0.95)) for item in (a, b)))


def terms_between(a: Run, b: Run) -> dict[str, Term]:
    return by_name(side_by_side(a, b).pairs[0].ratio.terms)


def by_name(terms: tuple[Term, ...]) -> dict[str, Term]:
    return {term.name: term for term in terms}


def missing(terms: dict[str, Term]) -> dict[str, tuple[bool | None, str]]:
    """What does not hold or is unknown, but for the value, which nobody checked here."""
    return {name: (term.holds, term.message) for name, term in terms.items() if term.holds is not True and name != "value"}


def test_the_terms_are_those_of_the_design_in_its_order() -> None:
    found = terms_within(timed("a"), timed("b", **JAVA))
    assert list(found) == list(CHECKS) == ["key", "params", "mode", "threads", "binding", "layout", "opi", "batch size", "warmup", "seed", "data",
                                           "value", "optimisation", "target", "machine", "boot", "settings", "environment", "files", "forks"]
    assert missing(found) == {}
    assert all(term.message == "" for term in found.values() if term.holds)


def test_the_computed_value_is_equal_different_or_unknown() -> None:
    def value(returned: str, **fields: Any) -> Term:
        works = (WorkRecord(case_id="a", returned="i:1"), WorkRecord(case_id="b", returned=returned, **fields))
        return by_name(summarise(replace(make_run(timed("a"), timed("b", **(JAVA | key))), works=works),
                                 0.95).rows[-1].ratio.terms)["value"]

    key: dict[str, Any] = {}
    assert (value("i:1").holds, value("i:1").message) == (True, "")
    assert value("i:2").holds is False
    assert value("i:2").message == "different work: cpp/g++-12 returned 1, java/openjdk-17 returned 2"
    assert value("i:2", differs="rounding").holds is True
    key = {"key": "another", "params": {}}  # as a baseline is: what its values must be nobody has said
    judged = summarise(replace(make_run(timed("a", baseline="reference", params={}), timed("b", **key)),
                               works=(WorkRecord(case_id="a", returned="i:1"), WorkRecord(case_id="b", returned="i:2"))), 0.95)
    assert by_name(judged.rows[-1].ratio.terms)["value"].holds is None


def test_each_of_two_runs_has_its_own_values() -> None:
    item, other_run = (replace(make_run(), works=(WorkRecord(case_id="c", returned=f"i:{value}"),)) for value in (1, 2))
    assert terms_between(item, item)["value"].holds is True
    assert terms_between(item, other_run)["value"].holds is False


def test_the_fastest_is_compared_on_terms_too() -> None:
    works = (WorkRecord(case_id="a", returned="i:1"), WorkRecord(case_id="b", returned="i:2"))
    (contest,) = summarise(replace(make_run(timed("a"), timed("b", **JAVA)), works=works), 0.95).contests
    assert by_name(contest.lead_ratios[0].terms)["value"].holds is False


def test_values_are_unknown_where_they_were_not_compared() -> None:
    judged = summarise(replace(make_run(timed("a"), timed("b", **JAVA)), works=()), 0.95)
    assert by_name(judged.rows[-1].ratio.terms)["value"].holds is None


@pytest.mark.parametrize(("fields", "name", "message"), [
    ({"options": {"operations_per_invocation": 4}}, "opi", "1 against 4"),
    ({"operations": True}, "opi", "1 against as each invocation reports"),
    ({"options": {"measurement_batch_size": 10}}, "batch size", "1 against 10"),
    ({"options": {"bounds": CallBounds(least=1, most=1000)}}, "batch size", "1 against 1, at most 1,000 calls an iteration"),
    ({"options": {"warmup_iterations": 9}}, "warmup", "2 × 300 ms against 9 × 300 ms"),
    ({"options": {"warmup_time_ns": 1_500_000}}, "warmup", "2 × 300 ms against 2 × 1.5 ms"),
    ({"options": {"warmup_batch_size": 7}}, "warmup", "2 × 300 ms against 2 × 300 ms, batches of 7"),
    ({"options": {"warmup_forks": 2}}, "warmup", "2 × 300 ms against 2 warmup forks, 2 × 300 ms"),
    ({"options": {"warmup_iterations": 0}}, "warmup", "2 × 300 ms against none"),
    ({"options": {"auto_warmup": AutoWarmup(max_ns=2_500_000_000, tolerance=0.02)}}, "warmup",
     "2 × 300 ms against 2 × 300 ms, then until steady within 2 % (2.5 s at most)"),
    ({"options": {"auto_warmup": AutoWarmup(max_ns=10**10, tolerance=0.01), "warmup_iterations": 0}}, "warmup",
     "2 × 300 ms against until steady within 1 % (10 s at most)"),
    ({"warm": ("x",)}, "warmup", "2 × 300 ms against others of its source, then 2 × 300 ms"),
    ({"warm": ("x",), "warms_itself": False}, "warmup", "2 × 300 ms against others of its source"),
    ({"options": {"layout": "static"}}, "layout", "random against static"),
    ({"options": {"layout_seed": 7}}, "layout", "random against random with the seed 7"),
    ({"planned": 5}, "forks", "2 of 5 of java/openjdk-17 do not count"),
    ({"planned": 4}, "forks", "1 of 4 of java/openjdk-17 does not count"),
])
def test_each_term_of_a_case(fields: dict[str, Any], name: str, message: str) -> None:
    assert missing(terms_within(timed("a"), timed("b", **JAVA, **fields))) == {name: (False, message)}


@pytest.mark.parametrize(("iterations", "compiled", "holds"), [
    ((1, 5), (True, False), True),
    ((5, 1), (True, False), False),  # neither has the default of its kind
    ((1, 5), (False, False), False),
    ((5, 5), (True, False), True),
])
def test_default_warmups_of_sides_in_turns_are_equal_terms(tmp_path: Path, iterations: tuple[int, int], compiled: tuple[bool, bool], holds: bool) -> None:
    item = measured(tmp_path, {"a/1": ("1000",), "b/1": ("1000",)})
    cases = tuple(replace(result, case=replace(result.case, options=replace(
        result.case.options, warmup_iterations=count, warmup_time_ns=300_000_000))) for result, count in zip(item.cases, iterations, strict=True))
    platforms = tuple(replace(record, compiled=value) for record, value in zip(item.platforms, compiled, strict=True))
    assert [record.id for record in platforms] == [result.case.platform for result in cases] == ["a/1", "b/1"]
    rows = summarise(replace(item, cases=cases, platforms=platforms), 0.95).rows
    assert by_name(rows[-1].ratio.terms)["warmup"].holds is holds


def test_one_platform_needs_equally_many_code_layouts() -> None:
    four, item = (make_run(timed(options={"layouts": layouts})) for layouts in (4, 1))
    assert missing(terms_between(four, item)) == {"layout": (False, "4 code layouts against 1 code layout")}
    assert missing(terms_within(timed("a", options={"layouts": 4}), timed("b", **JAVA))) == missing(terms_between(four, four)) == {}


@pytest.mark.parametrize(("bound", "text"), [
    ((None, (2,)), "not bound against bound to CPU 2"), (((1, 0), (1, 2)), "bound to CPUs 1,0 against bound to CPUs 1-2"),
    (((1,), None), "bound to CPU 1 against not bound"), (((1,), (1,)), ""), ((None, None), ""),
])
def test_rows_on_other_cpus_are_not_on_equal_terms(bound: tuple, text: str) -> None:
    """As the system had the forks, whatever was planned."""
    case_results = []
    for case_result, cpus in zip((timed("a", binding=Binding(cpus=(9,))), timed("b", **JAVA)), bound, strict=True):
        binding = Binding(cpus=cpus) if cpus else None
        case_results.append(replace(case_result, forks=tuple(replace(fork_result, start=replace(fork_result.start, binding=binding)) for fork_result in case_result.forks)))
    assert missing(terms_within(*case_results)) == ({"binding": (False, text)} if text else {})


@pytest.mark.parametrize(("one", "name", "message"), [
    (platform("java/openjdk-17", optimisation="-O1"), "optimisation",
     "the compiled code differs in optimisation: cpp/g++-12 as by default, java/openjdk-17 with -O1"),
    (platform("java/openjdk-17", optimised=False), "optimisation",
     "only cpp/g++-12 is compiled with optimisation, java/openjdk-17 is not"),
    (platform("java/openjdk-17", target="-march=x86-64"), "target",
     "the compiled code differs in its instructions: cpp/g++-12 for this machine, java/openjdk-17 with -march=x86-64"),
])
def test_each_term_of_a_platform(one: Any, name: str, message: str) -> None:
    platforms = [platform(optimised=True) if "only" in message else platform(), one]
    assert missing(terms_within(timed("a"), timed("b", **JAVA), platforms=platforms)) == {name: (False, message)}


def test_a_platform_that_is_not_described_is_unknown() -> None:
    found = terms_within(timed("a"), timed("b", **JAVA), platforms=[platform()])
    assert {name: holds for name, (holds, _) in missing(found).items()} == {"optimisation": None, "target": None}


def test_a_baseline_of_another_key_is_named() -> None:
    found = terms_within(timed("a", key="slow", benchmark="slow", params={}, baseline="reference"),
                         timed("b", key="quick", benchmark="quick"))
    assert missing(found) == {"key": (False, "quick is compared with slow"), "params": (False, "number = none against 25")}


def test_equal_runs_have_equal_terms() -> None:
    assert missing(terms_between(make_run(), make_run(header={"run_id": "other", "started": "2027"}))) == {}


@pytest.mark.parametrize(("header", "environment", "expected"), [
    ({"fingerprint": "other"}, {"host": "beta", "boot_id": "b2"},
     {"machine": (False, "alpha (Xeon) against beta (Xeon)"), "boot": (False, "of another machine")}),
    ({"fingerprint": "other"}, {"boot_id": "b2"}, {"boot": (False, "the machine was restarted between the runs")}),
    ({"fingerprint": "other"}, {}, {"machine": (False, "a different kernel or CPU")}),
    ({"seed": 8}, {}, {"seed": (False, "7 against 8"), "data": (None, "Random gives different data for each seed")}),
])
def test_each_term_of_a_run(header: dict[str, Any], environment: dict[str, Any], expected: dict[str, Any]) -> None:
    assert missing(terms_between(make_run(), make_run(header=header, environment=environment))) == expected


def test_flags_of_two_runs_are_named_by_letter() -> None:
    other_run = make_run(platforms=[platform(optimisation="-O1")])
    assert missing(terms_between(make_run(), other_run)) == {
        "optimisation": (False, "the compiled code differs in optimisation: A as by default, B with -O1")}


def test_terms_that_another_tool_does_not_record_are_unknown() -> None:
    foreign = replace(make_run(), origin=Origin(tool="Another", unknown={"seed": "Another has no seed", "machine": "not recorded"}))
    for pair in ((make_run(), foreign), (foreign, make_run()), (foreign, foreign)):
        assert missing(terms_between(*pair)) == {"seed": (None, "Another has no seed"), "machine": (None, "not recorded")}


def test_another_machine_is_a_warning_too() -> None:
    other_run = make_run(header={"fingerprint": "other"}, environment={"host": "beta"})
    assert [warning.code for warning in side_by_side(make_run(), other_run).warnings] == ["other-machine"]
    assert side_by_side(make_run(), make_run()).warnings == ()
    assert side_by_side(make_run(), replace(other_run, cases=(timed(key="else"),))).warnings == ()


def test_different_settings_of_the_machine_are_reported() -> None:
    tuned = {"interrupts": {"was": "CPUs 0-3", "is": "CPU 0", "files": 9}}
    item, other = {"governor": "powersave", "turbo": True, "smt": False}, {"governor": "performance", "turbo": False, "smt": False}
    term = terms_between(make_run(environment=item), make_run(environment=other | {"huge_pages": "never", "tuned": tuned}))["settings"]
    assert (term.holds, term.message) == (False, "governor powersave against performance, turbo on against off, interrupts in the "
                                          "system's default folder against on CPU 0")
    assert terms_between(make_run(environment=other), make_run(environment=other | {"tuned": "edited"}))["settings"].holds is True


def test_different_places_of_temporary_files_are_reported() -> None:
    term = terms_between(make_run(), make_run(environment={"tmpfs": {"path": "/dev/shm"}}))["files"]
    assert (term.holds, term.message) == (False, "in TMPDIR against in memory (--tmpfs)")


def run_of_tool(tool: str, **environment: Any) -> Run:
    """A run of another tool, which says these facts of the machine."""
    return replace(make_run(header={"fingerprint": "theirs"}, environment=environment), origin=Origin(tool=tool))


@pytest.mark.parametrize(("other", "expected"), [
    (run_of_tool("G", cpu=None), {"machine": (None, "alpha: only one of the files records the CPU"),
                         "boot": (None, "CLAMH and G record it in different ways")}),
    (run_of_tool("G", boot_id="2026-11-22 10:00:00"), {"boot": (None, "CLAMH and G record it in different ways")}),
    (run_of_tool("G", host="beta", cpu=None),
     {"machine": (False, "alpha (Xeon) against beta (unknown)"), "boot": (False, "of another machine")}),
    (run_of_tool("CLAMH", boot_id="b2"), {"boot": (False, "the machine was restarted between the runs")}),
])
def test_facts_in_other_forms_of_a_tool_are_no_difference(other: Run, expected: dict[str, Any]) -> None:
    assert missing(terms_between(make_run(), other)) == expected
    doubts = {warning.code for warning in side_by_side(make_run(), other).warnings}
    assert doubts == ({"other-machine"} if expected.get("machine", (None,))[0] is False else set())


def test_a_warmup_without_a_time_is_described_by_iterations() -> None:
    shots = {"mode": "ss", "options": {"warmup_iterations": 3, "warmup_time_ns": 0}}
    cold = {"mode": "ss", "options": {"warmup_iterations": 0, "warmup_time_ns": 0}}
    case_result, other_case_result = (case([fork(n, [1000.0 + n], mode="ss") for n in range(3)], name, **fields) for name, fields in (
        ("a", shots), ("b", JAVA | cold)))
    assert missing(terms_within(case_result, other_case_result)) == {"warmup": (False, "3 iterations against none")}
