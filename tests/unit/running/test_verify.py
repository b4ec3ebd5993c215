"""Which cases are asked what they compute, how many processes that takes, and what becomes of those that do not agree?"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_plans import IMPATIENT, MINIATURES, benchmark, catalog

from clamh.judging.work import compare_implementations, is_settled
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.options import Options
from clamh.model.results import Given, WorkRecord
from clamh.model.sources import Settings
from clamh.model.work import group_implementations
from clamh.running.context import Workers
from clamh.running.plan import plan
from clamh.running.verify import verify
from clamh.running.worker import invoke

QUICK = Settings(timeout_ns=2_000_000_000)
Asked = dict[str, dict[str, Any]]


def suite(platform: str, *names: str, source: str = "", settings: Settings = QUICK, **params: tuple[str, ...]) -> Catalog:
    item = catalog(platform, *(benchmark(name, settings, **params) for name in names or ("work",)))
    artifact = msgspec.structs.replace(item.artifact, source=source or item.artifact.source)
    return msgspec.structs.replace(item, artifact=artifact)


def checked(result: Catalog, *names: str) -> Catalog:
    """The same with so many Check methods in its state."""
    return msgspec.structs.replace(result, benchmarks=tuple(
        msgspec.structs.replace(entry, opening=msgspec.structs.replace(entry.opening, checks=dict(enumerate(names)))) for entry in result.benchmarks))


def planned(*catalogs: Catalog) -> Plan:
    return plan(list(catalogs), Options(seed=1))


class Processes:
    """Commands of a miniature that computes what is asked of each platform; counts those that are asked for."""

    def __init__(self, **requested: Asked):
        self.asked, self.commands = requested, Counter()

    def __call__(self, result: Plan, case: Case) -> Command:
        self.commands[case.platform] += 1
        of_platform = self.asked[case.platform.split("/")[0]]
        argument = json.dumps([{"name": entry.name, **of_platform.get(entry.name, {})} for entry in result.catalogs[case.artifact].benchmarks])
        return Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "computes.py"), argument))


def gives(*texts: str, file: Path | None = None, **more: Any) -> dict[str, Any]:
    return {"texts": texts, **({"file": str(file)} if file else {}), **more}


def by_platform(result: Plan, works: list[WorkRecord]) -> dict[str, WorkRecord]:
    cases = {case.case_id: case for case in result.cases}
    return {cases[work.case_id].platform.split("/")[0]: work for work in works}


def asked(result: Plan, processes: Processes, differs: dict[tuple[int, str], str] = {}) -> list[WorkRecord]:
    return verify(result, is_settled, differs, Workers(command=processes, limits=IMPATIENT))


def test_only_benchmarks_with_another_implementation_are_invoked() -> None:
    result = planned(suite("a/1", "work", "alone"), suite("b/1", "work"), suite("c/1", "work", source="elsewhere/c.src"))
    assert [[case.platform for case in cases] for cases in group_implementations(result)] == [["a/1", "b/1"]]
    assert not group_implementations(planned(suite("a/1")))


def test_worker_without_invoke_is_not_asked_and_its_values_are_unknown() -> None:
    def mute(item: Catalog) -> Catalog:
        return msgspec.structs.replace(item, hello={**item.hello, "capabilities": {**item.hello.get("capabilities", {}), "commands": ["describe", "open"]}})

    result = planned(mute(suite("a/1")), suite("b/1"))
    processes = Processes(a={"work": gives("i:1")}, b={"work": gives("i:1")})
    works = by_platform(result, asked(result, processes))
    assert processes.commands["a/1"] == 0 < processes.commands["b/1"]
    assert (works["a"].returned, works["a"].failure) == (None, "") and "values are unknown" in works["a"].limited
    (comparison,) = compare_implementations(result, list(works.values()))
    assert (comparison.outcome, comparison.reason) == ("not checked", "a/1 gives no value to compare")


def test_modes_and_threads_are_one_implementation_and_each_has_the_record() -> None:
    settings = msgspec.structs.replace(QUICK, modes=("avgt", "thrpt"), threads=(1, 2))
    result = planned(suite("a/1", settings=settings), suite("b/1", settings=settings))
    assert [len(cases) for cases in group_implementations(result)] == [2]
    works = asked(result, Processes(a={"work": gives("i:1")}, b={"work": gives("i:1")}))
    assert [work.case_id for work in works] == [case.case_id for case in result.cases] and len(works) == 8


def test_params_are_compared_value_by_value_in_one_process_of_each_platform() -> None:
    result = planned(suite("a/1", n=("1", "2")), suite("b/1", n=("1", "2")))
    works = asked(result, Processes(a={"work": gives("i:#")}, b={"work": gives("i:#")}))
    assert [work.returned for work in works] == ["i:1", "i:4"] * 2  # each of the first three is asked with another seed


def test_each_seed_has_a_state_that_all_but_the_first_call_three_times() -> None:
    result = planned(suite("a/1"), suite("b/1"))
    works = asked(result, Processes(a={"work": gives("i:%@")}, b={"work": gives("i:%@")}))
    seen = [(item.seed, item.call, item.returned) for item in works[0].other_calls]
    assert works[0].returned == "i:11"
    assert seen == [(seed, call, f"i:{seed}{call}") for seed in (2, 3) for call in (1, 2, 3)]


@pytest.mark.parametrize(("slow_s", "slowest_s", "calls", "limited"), [
    (0.0, 100.0, [(2, 1), (3, 1)], "s: one on each state"), (0.0, 0.0, [], "s: one seed only")])
def test_of_a_call_that_takes_long_there_are_fewer(
    monkeypatch: pytest.MonkeyPatch, slow_s: float, slowest_s: float, calls: list[tuple[int, int]], limited: str
) -> None:
    monkeypatch.setattr(invoke, "SLOW_S", slow_s)
    monkeypatch.setattr(invoke, "SLOWEST_S", slowest_s)
    works = asked(planned(suite("a/1"), suite("b/1")), Processes(a={"work": gives("i:1")}, b={"work": gives("i:1")}))
    assert [(item.seed, item.call) for item in works[0].other_calls] == calls
    assert works[0].limited.startswith("a call takes ") and works[0].limited.endswith(limited)


def test_a_single_shot_is_called_once_on_each_state() -> None:
    result = planned(suite("a/1"), suite("b/1"))
    shots = msgspec.structs.replace(result, cases=tuple(msgspec.structs.replace(case, mode="ss") for case in result.cases))
    works = asked(shots, Processes(a={"work": gives("i:1")}, b={"work": gives("i:1")}))
    assert [(item.seed, item.call) for item in works[0].other_calls] == [(2, 1), (3, 1)]
    assert works[0].limited == ""  # nothing was left out


def test_what_differed_and_how_many_values_there_were_is_recorded() -> None:
    def random(platform: str) -> Catalog:
        result = suite(platform, n=("1", "2"))
        return msgspec.structs.replace(result, benchmarks=tuple(msgspec.structs.replace(catalog_benchmark, random=True) for catalog_benchmark in result.benchmarks))

    works = asked(planned(random("a/1"), suite("b/1")), Processes(a={"work": gives("i:7")}, b={"work": gives("i:7")}))
    assert works == []  # b has no param n: nothing is compared
    works = asked(planned(random("a/1"), suite("b/1", n=("1", "2"))), Processes(a={"work": gives("i:%")}, b={"work": gives("i:7")}))
    found = {(work.inputs, work.distinct) for work in works}
    assert found == {(("Random", "n"), 4), (("n",), 1)}  # three seeds, and that of the fork which is called again after measuring


def test_a_later_call_that_fails_is_the_failure_of_its_case() -> None:
    works = asked(planned(suite("a/1"), suite("b/1")), Processes(a={"work": gives("i:1", later="fails")}, b={"work": gives("i:1")}))
    assert [(work.failure, work.other_calls == ()) for work in works] == [("the benchmark failed in work: boom", True), ("", False)]


def test_excused_difference_is_reported_with_its_reason() -> None:
    result = planned(suite("a/1"), suite("b/1"))
    works = asked(result, Processes(a={"work": gives("i:1")}, b={"work": gives("i:2")}), {(1, "work"): "why not"})
    assert [(work.returned, work.second_process, work.differs) for work in works] == [("i:1", None, ""), ("i:2", None, "why not")]


def test_value_is_that_of_the_benchmark_alone() -> None:
    """Both share the process, and what it counts: alone each is the first."""
    result = planned(suite("a/1", "one", "other"), suite("b/1", "one", "other"))
    of_a = {"one": gives("i:#"), "other": gives("i:#")}
    works = asked(result, Processes(a=of_a, b={"one": gives("i:1"), "other": gives("i:1")}))
    assert [(work.returned, work.second_process) for work in works] == [("i:1", None)] * 4


def test_a_value_that_changes_alone_too_is_not_repeatable(tmp_path: Path) -> None:
    result = planned(suite("a/1"), suite("b/1"))
    changes = gives(*(f"i:{number}" for number in range(1, 13)), file=tmp_path / "count")  # three states in each of four processes
    found = by_platform(result, asked(result, Processes(a={"work": changes}, b={"work": gives("i:9")})))
    assert found["a"].returned == "i:7" and found["a"].second_process == Given(returned="i:10")
    assert (found["b"].returned, found["b"].second_process) == ("i:9", None)


@pytest.mark.parametrize(("text", "failure"), [
    ("fails", "the benchmark failed in one: boom"),
    ("dies", "exited with code 3 before it answered"),
    ("hangs", "timed out: the invocation did not end within 2 s; -to raises the limit"),
])
def test_failure_is_recorded_and_the_process_invokes_the_rest(text: str, failure: str) -> None:
    result = planned(suite("a/1", "one", "other"), suite("b/1", "one", "other"))
    of_a = {"one": gives(text), "other": gives("i:5")}
    works = asked(result, Processes(a=of_a, b={"one": gives("i:1"), "other": gives("i:5")}))
    assert [(work.returned, work.failure) for work in works] == [(None, failure), ("i:5", ""), ("i:1", ""), ("i:5", "")]


def test_only_the_first_processes_run_at_once_and_no_more_than_there_are_cpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sides whose memory does not suffice for all at once are then checked one process at a time."""
    sizes: list[int] = []

    def counted(several: Iterable[Any]) -> list[Any]:
        conversations = list(several)
        sizes.append(len(conversations))
        return invoke.together(conversations)

    monkeypatch.setattr("clamh.running.verify.read_usable", lambda: 2)
    monkeypatch.setattr("clamh.running.verify.together", counted)
    values = {"a": "i:1", "b": "i:1", "c": "i:2"}
    works = asked(planned(*(suite(f"{name}/1") for name in values)), Processes(**{name: {"work": gives(text)} for name, text in values.items()}))
    assert sizes == [2, 1, 1, 1, 1] and sorted(work.returned for work in works) == ["i:1", "i:1", "i:2"]


def test_checks_are_recorded() -> None:
    result = planned(*(checked(suite(platform), "S::sum", "S::last") for platform in ("a/1", "b/1")))
    of_both = {"work": gives("i:1", checks=("i:6", "i:3"))}
    assert [work_record.checks for work_record in asked(result, Processes(a=of_both, b=of_both))] == [{"S::sum": "i:6", "S::last": "i:3"}] * 2
