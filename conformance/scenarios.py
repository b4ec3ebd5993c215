"""The scenarios: what each asks, where each language's version stands, and what must come out."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from clamh.languages import languages
from conformance import transcript

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
BY_TIME = "for a time"  # said of a slice that lasts for a time
Fact = Literal["mode", "operations", "histogram", "counters", "rates", "threads", "times", "allocated"]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file of scenarios/.

    `options` are given to `clamh run` and to JMH alike. `rows` are what the results must say, one line per fork or value.
    `counted` says that JMH fixes the number of calls: mode ss, or one invocation. `facts` are what a row says beside the
    status. `after_failure` are the lines that follow, in a worker of ours, the event that fails. `printed` are texts that
    the kept output must hold. `states`, `benchmarks`, `statics` and `texts` are its suite, as description.py reads it; a scenario
    without is written by hand in every language.
    """

    name: str
    question: str
    way: Literal["run", "invoke", "calls", "slice", "used"] = "run"  # calls: three invocations on one state; used: two after a slice
    options: tuple[str, ...] = ()
    counted: bool = False
    facts: tuple[Fact, ...] = ()
    rows: tuple[str, ...]
    oracle: bool = True  # the processes are what JMH does: expected/NAME.txt
    processes: tuple[tuple[str, ...], ...] = ()  # without oracle: written by hand
    after_failure: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    exit_code: int = 0
    states: dict[str, dict[str, Any]] = {}
    benchmarks: dict[str, list[Any]] = {}
    statics: dict[str, int] = {}
    texts: dict[str, str] = {}


class Unsupported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair that cannot exist: the language has no way at all to say what the scenario asks."""

    scenario: str
    language: str
    reason: str


class NoTeardown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language whose runtime is another harness, which leaves everything standing after a failure."""

    language: str
    reason: str


class SlicedByTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language whose slices last for a time, so that no number of invocations can be asked for."""

    language: str
    reason: str


class Allowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """allowed.toml: every difference between languages that is not a failure."""

    unsupported: tuple[Unsupported, ...] = ()
    no_teardown_after_failure: tuple[NoTeardown, ...] = ()
    sliced_by_time: tuple[SlicedByTime, ...] = ()


@cache
def scenarios() -> dict[str, Scenario]:
    """Every scenario by name, in the order of the names."""
    return {path.stem: _read_scenario(path) for path in sorted((HERE / "scenarios").iterdir())}


def _read_scenario(path: Path) -> Scenario:
    try:
        return msgspec.convert({**tomllib.loads(path.read_text(encoding="utf-8")), "name": path.stem}, Scenario)
    except ValueError as error:  # of TOML or of the tables
        print(f"{path}: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def allowed() -> Allowed:
    """The allowed differences."""
    return msgspec.convert(tomllib.loads((HERE / "allowed.toml").read_text(encoding="utf-8")), Allowed)


def pairs() -> list[tuple[str, str]]:
    """Every scenario × language that must pass."""
    left_out = {(unsupported.scenario, unsupported.language) for unsupported in allowed().unsupported}
    return [(name, language) for name in scenarios() for language in languages() if (name, language) not in left_out]


def expected(scenario: Scenario, language: str) -> list[str]:
    """The lines that a run must give in one language: processes, then rows, then the exit code."""
    processes = [list(process) for process in scenario.processes]
    if scenario.oracle:
        processes = transcript.read((EXPECTED / f"{scenario.name}.txt").read_text(encoding="utf-8"))
    if language not in {no_teardown.language for no_teardown in allowed().no_teardown_after_failure}:
        processes = [[*process, *(scenario.after_failure if transcript.failed(process) else ())] for process in processes]
    rows = scenario.rows
    if scenario.way == "slice" and language in {sliced_by_time.language for sliced_by_time in allowed().sliced_by_time}:
        rows = tuple(f"{row.partition(': ')[0]}: {BY_TIME}" for row in rows)
    return [*transcript.written(processes), *rows, f"exit code {scenario.exit_code}"]

