"""Do Random and Operations do in JMH what they do in every language, and do counters come back raw?"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_commands import read_catalog

from clamh.languages.base import Command
from clamh.languages.java.generator import FACTS
from .conftest import SOURCES, Built, Event, Talk

pytestmark = pytest.mark.language("java")
MS = 1_000_000
VALUES = json.loads((Path(__file__).parents[1] / "golden" / "random" / "values.json").read_text(encoding="utf-8"))
PACKAGE = "clamh.Injected"


@pytest.fixture
def injected(made: Callable[[Path], Built]) -> Built:
    return made(SOURCES / "Injected.java")


def written(method: str, value: Any) -> str:
    """A value as Injected.java writes it."""
    if method == "nextDouble()":
        return f"{struct.unpack('>Q', struct.pack('>d', value))[0]:x}"
    if method == "nextFloat()":
        return f"{struct.unpack('>I', struct.pack('>f', value))[0]:x}"
    return str(value).lower()


def open_(talk: Talk, name: str, seed: str, params: dict[str, str] = {}, **fields: Any) -> None:
    assert talk.open(f"{PACKAGE}.{name}", params, seed=seed, **fields)["event"] == "opened"


def iterate(talk: Talk, phase: str = "measurement", first: int = 1, last: int = 1, mode: str = "") -> Event:
    return talk.say("iterate", "c", phase, *((0, 1) if mode == "ss" else (30 * MS, 0)), first, last)["threads"][0]


def test_random_gives_the_values_that_python_computes(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.values") as talk:
        for method, values in VALUES["values"].items():
            open_(talk, "values", VALUES["seed"], {f"{PACKAGE}.Method.method": method})
            expected = " ".join(written(method, value) for value in values)
            assert talk.say("invoke", "c", 1)["returned"] == f"s:{expected}", method
            talk.say("close", "c")
        for beginning in VALUES["beginnings"]:
            if beginning["thread"] == 0:
                open_(talk, "beginning", beginning["seed"])
                assert talk.say("invoke", "c", 1)["returned"] == f"s:{' '.join(beginning['nextLong()'])}"
                talk.say("close", "c")
        open_(talk, "shared", VALUES["seed"], {f"{PACKAGE}.Method.method": ""})
        first_three = " ".join(VALUES["values"]["nextLong()"][:3])
        assert talk.say("invoke", "c", 1)["returned"] == f"s:{first_three}"
        talk.say("close", "c")
        open_(talk, "refused", "1")
        refused = talk.say("invoke", "c", 1)
        assert refused["reason"] == "benchmark" and "bound 0 is below 1" in refused["message"]


def test_every_thread_has_a_generator_of_its_own_and_every_trial_a_new_one(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.threads") as talk:
        for _ in range(2):
            open_(talk, "threads", VALUES["seed"], threads=3)
            talk.say("iterate", "c", "warmup", MS, 0, 1, 0)
            talk.say("iterate", "c", "measurement", MS, 0, 0, 1)
            talk.say("close", "c")
    begins = {beginning["thread"]: beginning["nextLong()"] for beginning in VALUES["beginnings"] if beginning["seed"] == VALUES["seed"]}
    begins[0] = VALUES["values"]["nextLong()"]
    # Each iteration draws one, so the second one of a trial draws the second.
    expected = [f"{thread} {begins[thread][draw]}" for draw in range(2) for thread in range(3)]
    assert sorted(talk.stdout.read_text().splitlines()) == sorted(2 * expected)


def test_ours_are_no_states_of_the_catalog(injected: Any) -> None:
    assert set(injected.states) - {""} == {f"{PACKAGE}.{name}" for name in ("Method", "Beginning", "Rates", "Events", "Late", "Turn")}
    (function,) = injected.benchmarks[f"{PACKAGE}.varying"].functions
    assert (function.states, function.injected) == ((injected.states[""].number, injected.states[f"{PACKAGE}.Turn"].number), ("Operations",))


def test_the_catalog_has_what_only_the_source_says(injected: Any) -> None:
    varying = injected.benchmarks[f"{PACKAGE}.varying"]
    assert (varying.key, varying.settings.modes) == ("varying", None)
    assert {counter.type for counter in injected.states[f"{PACKAGE}.Rates"].counters} == {"OPERATIONS"}
    assert {counter.type for counter in injected.states[f"{PACKAGE}.Events"].counters} == {"EVENTS"}


def test_an_artifact_without_facts_has_jmhs_list(injected: Any, tmp_path: Path) -> None:
    facts = tmp_path / FACTS.removeprefix("resources/")
    facts.parent.mkdir(parents=True)
    facts.touch()
    java, option, jar, *rest = injected.toolchain.describe_command(injected.artifact).argv
    catalog = read_catalog(injected.describe(Command(argv=(java, option, f"{tmp_path}:{jar}", *rest))))
    assert [benchmark.name for benchmark in catalog.benchmarks] == sorted(injected.benchmarks)


@pytest.mark.parametrize(("name", "threads", "mode", "expected"), [
    ("varying", 2, "avgt", 1), ("counting", 2, "sample", 1), ("varying", 1, "avgt", 0), ("varying", 2, "ss", 0),
])
def test_counters_of_several_threads_are_warned_of(injected: Any, name: str, threads: int, mode: str, expected: int) -> None:
    with injected.worker(f"{PACKAGE}.{name}") as talk:
        warnings = talk.open(f"{PACKAGE}.{name}", threads=threads, mode=mode).get("warnings", [])
        assert sum("calls before and after it, so those of several threads are too high" in text for text in warnings) == expected


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "sample", "ss"])
def test_counters_are_raw_counts_in_the_order_of_open(injected: Any, mode: str) -> None:
    with injected.worker(f"{PACKAGE}.counting") as talk:
        opened = talk.open(f"{PACKAGE}.counting", tu="us", mode=mode, opi=3)
        assert [f"{PACKAGE}.Rates" in text for text in opened.get("warnings", [])] == [True] * (mode in ("sample", "ss"))
        for first in (1, 0):
            thread = iterate(talk, first=first, last=1 - first, mode=mode)
            calls = thread["all_operations"] / 3
            events = {f"{PACKAGE}.Events.seen": calls, f"{PACKAGE}.Events.never": 0}
            # JMH has no results of the type OPERATIONS where nothing runs for a time.
            rates = {f"{PACKAGE}.Rates.hits": 3 * calls, f"{PACKAGE}.Rates.half": calls / 2, f"{PACKAGE}.Rates.doubled": 6 * calls}
            counters = {name: count for name, count in thread["counters"].items() if count is not None}
            assert calls == int(calls) and set(thread["counters"]) == {*events, *rates}
            assert counters == pytest.approx(events if mode in ("sample", "ss") else events | rates, rel=1e-12)


def test_counters_of_a_slice_leave_out_what_is_not_timed(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.counting") as talk:
        talk.open(f"{PACKAGE}.counting", opi=3)
        thread = talk.say("slice", "c", "measurement", 10 * MS, 20 * MS, 2, 0)["threads"][0]
        assert thread["all_operations"] > thread["operations"] == 3 * thread["counters"][f"{PACKAGE}.Events.seen"]


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "ss"])
def test_operations_are_those_that_invocations_report(injected: Any, mode: str) -> None:
    with injected.worker(f"{PACKAGE}.varying") as talk:
        # Neither enters; with a batch JMH's rate and its whole number of batches are off by a part of one.
        open_(talk, "varying", "1", mode=mode, batch=20 if mode == "ss" else 1, opi=7)
        first, second = iterate(talk, "warmup", last=0, mode=mode), iterate(talk, first=0, mode=mode)
        if mode == "ss":
            assert (first["operations"], second["operations"]) == (90, 90)  # 1 … 9, 0, twice
        else:  # of every ten invocations 45 operations
            assert first["operations"] == int(first["operations"]) and first["operations"] > 0
            assert first["operations"] % 45 in {sum(range(n + 1)) % 45 for n in range(10)}


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "ss"])
def test_each_function_of_a_group_reports_operations_or_not(injected: Any, mode: str) -> None:
    with injected.worker(f"{PACKAGE}.mixed") as talk:
        talk.open(f"{PACKAGE}.mixed", mode=mode)
        threads = talk.say("iterate", "c", "measurement", *((0, 1) if mode == "ss" else (30 * MS, 0)), 1, 1)["threads"]
        done = {thread["member"]: thread["operations"] for thread in threads}
        assert set(done) == {"plain", "triple"} and min(done.values()) > 0 and done["triple"] % 3 == 0


def test_each_thread_of_a_single_shot_has_its_own_operations(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.unequal") as talk:
        talk.open(f"{PACKAGE}.unequal", threads=3, mode="ss", batch=2)
        for first in (1, 0):
            threads = talk.say("iterate", "c", "measurement", 0, 1, first, 1 - first)["threads"]
            assert [thread["operations"] for thread in threads] == [2, 4, 6]
