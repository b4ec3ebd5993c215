"""Do Random and Operations do in JMH what they do in every language, and do counters come back raw?"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clamh.languages.java.generator import FACTS, generate
from clamh.model.artifacts import Command
from clamh.model.sources import BenchmarkForecast
from clamh.model.worker import ThreadIteration
from clamh.pipeline import forecast
from clamh.running.worker.version_1 import BenchmarkEntry, Described, Iteration, Opened, StateEntry, Value

from .conftest import SOURCES, Built, Talk

pytestmark = pytest.mark.language("java")
MS = 1_000_000
VALUES = json.loads((Path(__file__).parents[1] / "golden" / "random" / "values.json").read_text(encoding="utf-8"))
PACKAGE = "clamh.Injected"


@pytest.fixture
def injected(made: Callable[[Path], Built]) -> Built:
    return made(SOURCES / "Injected.java")


def canonical(text: str) -> str:
    whole = f"s:{text}".encode()
    return f"sha256:{hashlib.sha256(whole).hexdigest()}:{len(whole)}" if len(whole) > 1024 else whole.decode()


def written(method: str, value: Any) -> str:
    """A value as Injected.java writes it."""
    if method == "nextDouble()":
        return f"{struct.unpack('>Q', struct.pack('>d', value))[0]:x}"
    if method == "nextFloat()":
        return f"{struct.unpack('>I', struct.pack('>f', value))[0]:x}"
    return str(value).lower()


def open_(talk: Talk, name: str, seed: str, *fields: str, **options: Any) -> None:
    assert isinstance(talk.open(f"{PACKAGE}.{name}", *fields, f"seed={seed}", **options), Opened)


def iterate(talk: Talk, phase: str = "measurement", first: int = 1, last: int = 1, mode: str = "") -> ThreadIteration:
    event = talk.ask("iterate", "c", phase, *((0, 1) if mode == "ss" else (30 * MS, 0)), first, last)
    assert isinstance(event, Iteration), event
    return event.threads[0]


def test_random_gives_the_values_that_python_computes(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.values") as talk:
        for method, values in VALUES["values"].items():
            open_(talk, "values", VALUES["seed"], f"p:{PACKAGE}.Method.method={method}")
            expected = canonical(" ".join(written(method, value) for value in values))
            value = talk.ask("invoke", "c")
            assert value == Value(case="c", returned=expected), method
            talk.ask("close", "c")
        for one in VALUES["beginnings"]:
            if one["thread"] == 0:
                open_(talk, "beginning", one["seed"])
                assert talk.ask("invoke", "c").returned == canonical(" ".join(one["nextLong()"]))
                talk.ask("close", "c")
        open_(talk, "shared", VALUES["seed"], f"p:{PACKAGE}.Method.method=")
        first_three = " ".join(VALUES["values"]["nextLong()"][:3])
        assert talk.ask("invoke", "c") == Value(case="c", returned=canonical(first_three))
        talk.ask("close", "c")
        open_(talk, "refused", "1")
        refused = talk.ask("invoke", "c")
        assert refused.reason == "benchmark" and "bound 0 is below 1" in refused.message


def test_every_thread_has_a_generator_of_its_own_and_every_trial_a_new_one(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.threads") as talk:
        for _ in range(2):
            open_(talk, "threads", VALUES["seed"], threads=3)
            talk.ask("iterate", "c", "warmup", MS, 0, 1, 0)
            talk.ask("iterate", "c", "measurement", MS, 0, 0, 1)
            talk.ask("close", "c")
    begins = {one["thread"]: one["nextLong()"] for one in VALUES["beginnings"] if one["seed"] == VALUES["seed"]}
    begins[0] = VALUES["values"]["nextLong()"]
    # Each iteration draws one, so the second one of a trial draws the second.
    expected = [f"{thread} {begins[thread][draw]}" for draw in range(2) for thread in range(3)]
    assert sorted(talk.stdout.read_text().splitlines()) == sorted(2 * expected)


def test_ours_are_no_states_of_the_catalog(injected: Any) -> None:
    names = {one.name for one in injected.catalog if isinstance(one, StateEntry)}
    assert names == {f"{PACKAGE}.{name}" for name in ("Method", "Beginning", "Rates", "Events", "Turn")}
    assert injected.benchmarks[f"{PACKAGE}.varying"].states == (f"{PACKAGE}.Turn",)


def test_the_catalog_has_what_only_the_source_says(injected: Any, tmp_path: Path) -> None:
    (unit,) = forecast([str(SOURCES / "Injected.java")], lambda warnings: None).units
    facts = tmp_path / "META-INF/clamh/facts"
    facts.parent.mkdir(parents=True)
    facts.write_text(generate(unit).files[FACTS])
    java, option, jar, *rest = injected.toolchain.describe_command(injected.artifact).argv
    with Talk(Command(argv=(java, option, f"{tmp_path}:{jar}", *rest)), tmp_path) as talk:
        catalog = [talk.ask("describe")]
        while not isinstance(catalog[-1], Described):
            catalog.append(talk.receive())
    said = {one.name: one.forecast for one in catalog if isinstance(one, StateEntry | BenchmarkEntry)}
    assert said[f"{PACKAGE}.varying"] == BenchmarkForecast(key="varying", operations=True, unset_mode=True)
    assert {meaning.type for meaning in said[f"{PACKAGE}.Rates"].counters.values()} == {"OPERATIONS"}
    assert {meaning.type for meaning in said[f"{PACKAGE}.Events"].counters.values()} == {"EVENTS"}


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "sample", "ss"])
def test_counters_are_raw_counts_by_full_name(injected: Any, mode: str) -> None:
    with injected.worker(f"{PACKAGE}.counting") as talk:
        opened = talk.open(f"{PACKAGE}.counting", "tu=us", mode=mode, opi=3)
        assert [f"{PACKAGE}.Rates" in text for text in opened.warnings] == [True] * (mode in ("sample", "ss"))
        for first in (1, 0):
            thread = iterate(talk, first=first, last=1 - first, mode=mode)
            calls = thread.all_operations / 3
            events = {f"{PACKAGE}.Events.seen": calls, f"{PACKAGE}.Events.never": 0}
            # JMH has no results of the type OPERATIONS where nothing runs for a time.
            rates = {} if mode in ("sample", "ss") else {
                f"{PACKAGE}.Rates.hits": 3 * calls, f"{PACKAGE}.Rates.half": calls / 2, f"{PACKAGE}.Rates.doubled": 6 * calls}
            assert calls == int(calls) and thread.counters == pytest.approx(events | rates, rel=1e-12)


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "ss"])
def test_operations_are_what_the_invocations_said(injected: Any, mode: str) -> None:
    with injected.worker(f"{PACKAGE}.varying") as talk:
        # Neither enters; with a batch JMH's rate and its whole number of batches are off by a part of one.
        open_(talk, "varying", "1", mode=mode, batch=20 if mode == "ss" else 1, opi=7)
        first, second = iterate(talk, "warmup", last=0, mode=mode), iterate(talk, first=0, mode=mode)
        assert first.counters == second.counters == {}
        if mode == "ss":
            assert (first.operations, second.operations) == (90, 90)  # 1 … 9, 0, twice
        else:  # of every ten invocations 45 operations
            assert first.operations == int(first.operations) and first.operations > 0
            assert first.operations % 45 in {sum(range(n + 1)) % 45 for n in range(10)}


def test_operations_have_no_single_sample(injected: Any) -> None:
    with injected.worker(f"{PACKAGE}.varying") as talk:
        refused = talk.open(f"{PACKAGE}.varying", mode="sample")
        assert refused.reason == "unsupported" and "Operations" in refused.message
