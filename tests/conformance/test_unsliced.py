"""Does every worker say in `opened` which of its cases cannot be sliced, and refuses slices of exactly those?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from in_process import remembered
from msgspec.structs import replace

from clamh import pipeline
from clamh.languages import languages
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.running.planning.contests import slices_by_time
from clamh.running.worker import commands
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import Worker
from conformance.observe import CACHE, SOURCES, default_platform, last_name
from conformance.scenarios import allowed
from conformance.written import find_source

GC = "gc=true collects before each slice, which is an iteration to JMH"
FIXTURES = "its iteration fixtures would run around each slice, which is an iteration to JMH"
# The scenario and its benchmark, what differs in the case, and why it has no slices: in all languages, or where a slice is an iteration of JMH's.
ROWS = [
    ("trial_fixtures", "sell", {}, "", ""),
    ("trial_fixtures", "sell", {"mode": "thrpt"}, "", ""),
    ("trial_fixtures", "sell", {"mode": "wall"}, "", ""),
    ("trial_fixtures", "sell", {"threads": 2}, "", ""),
    ("trial_fixtures", "sell", {"mode": "sample"}, "mode sample has no slices", ""),
    ("trial_fixtures", "sell", {"mode": "ss"}, "mode ss has no slices", ""),
    ("trial_fixtures", "sell", {"gc": "true"}, "", GC),
    ("iteration_fixtures", "sell", {}, "", FIXTURES),
    ("control_flags", "sell", {}, "it takes Control", ""),
    ("group_waiting", "queue", {}, "it is a group", ""),
    ("group_waiting", "queue", {"threads": 1, "members": (1, 0)}, "it is a group", ""),
]


def changed(case: Case, mode: str = "avgt", gc: str = "false", members: tuple[int, ...] = (), **fields: Any) -> Case:
    """The case in another mode, with other threads, or with another garbage collection."""
    dealt = tuple(replace(member, threads=number) for member, number in zip(case.members, members, strict=True)) if members else case.members
    return replace(case, mode=mode, options=replace(case.options, gc=gc), members=dealt, **fields)


def planned(scenario: str, language: str) -> Plan:
    """The cases of a scenario, built."""
    options = Options(paths=(str(find_source(scenario, language)),), platforms=(default_platform(language),))
    return pipeline.make_plan(options, warn=lambda problems: None, measured=False)


@pytest.mark.parametrize("language", [pytest.param(name, marks=pytest.mark.language(name)) for name in languages()])
@pytest.mark.usefixtures("short_lived_jvms", "quick_go", "quick_rustc", "quick_zig")
def test_a_worker_says_what_cannot_be_sliced_and_refuses_it(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(CACHE))
    monkeypatch.setenv("CLAMH_CLOCK", "counted:1000000")
    monkeypatch.setenv("CLAMH_TRANSCRIPT", str(tmp_path / "transcript"))
    with remembered(tmp_path, SOURCES):
        plans = {name: planned(name, language) for name in dict.fromkeys(row[0] for row in ROWS)}
    found = []
    for scenario, benchmark, fields, *_ in ROWS:
        plan = plans[scenario]
        case = next(case for case in plan.cases if last_name(case.benchmark) == benchmark)
        catalog = plan.catalogs[case.artifact]
        assert "slice" in catalog.hello["capabilities"]["commands"]
        case = changed(case, **fields)
        with Worker(languages()[language].toolchain.run_command(catalog.artifact, case.launch), tmp_path / "out", tmp_path / "err") as worker:
            opened = ask(worker, case, commands.open_case(case, seed=1), 300)
            unsliced = opened.unsliced
            count = 1_000_000 if slices_by_time(catalog) else 1
            refused = ""
            try:
                ask(worker, case, commands.take_slice(case, opened, "measurement", 0, count, 2, 2), 300)
            except WorkerError as error:
                refused = error.detail
        assert bool(refused) == bool(unsliced) and (unsliced in refused or refused == "malformed command"), (scenario, fields, unsliced, refused)
        found.append(unsliced)
    by_time = language in {sliced_by_time.language for sliced_by_time in allowed().sliced_by_time}
    assert found == [always or (to_jmh if by_time else "") for *_, always, to_jmh in ROWS]
