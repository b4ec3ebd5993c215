"""Is the conformance suite whole: a file per scenario and language, an expectation per scenario, nothing left over?"""

from __future__ import annotations

import pytest

from clamh.languages import HERE, languages
from conformance.scenarios import EXPECTED, Scenario, allowed, expected, pairs, scenarios, source


@pytest.mark.parametrize(("name", "language"), pairs())
def test_every_scenario_is_there_in_every_language(name: str, language: str) -> None:
    assert source(name, language).is_file()


@pytest.mark.parametrize("language", languages())
def test_no_language_has_a_scenario_that_nobody_asks_for(language: str) -> None:
    one = languages()[language]
    files = {p for p in (HERE / one.folder / "conformance").iterdir() if "@Benchmark" in p.read_text(encoding="utf-8")}
    assert files == {source(name, owner) for name, owner in pairs() if owner == language}


@pytest.mark.parametrize("scenario", scenarios().values(), ids=lambda one: one.name)
def test_what_is_expected_is_written_down_once(scenario: Scenario) -> None:
    assert (EXPECTED / f"{scenario.name}.txt").exists() == scenario.oracle
    assert bool(scenario.processes) != scenario.oracle
    assert list(scenario.rows) == sorted(scenario.rows), "rows are compared in this order"
    assert scenario.question.endswith("?")


def test_every_expected_transcript_belongs_to_a_scenario() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {one.name for one in scenarios().values() if one.oracle}


def test_allowed_differences_name_what_there_is() -> None:
    for one in allowed().unsupported:
        assert one.scenario in scenarios() and one.language in languages() and one.reason
    for other in allowed().no_teardown_after_failure:
        assert other.language in languages() and other.reason


def test_after_a_failure_our_own_workers_tear_down_and_jmh_does_not() -> None:
    excused = {one.language for one in allowed().no_teardown_after_failure}
    scenario = scenarios()["failing_setup"]
    for language in languages():
        assert ("  teardown Office" in expected(scenario, language)) == (language not in excused)
