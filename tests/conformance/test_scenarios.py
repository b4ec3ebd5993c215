"""Is the conformance suite whole: a source per scenario and language, an expectation per scenario, nothing left over?"""

from __future__ import annotations

import pytest

from clamh.languages import languages
from conformance.scenarios import EXPECTED, Scenario, allowed, expected, pairs, scenarios
from conformance.written import find_source, list_by_hand, print_scenario


@pytest.mark.parametrize(("name", "language"), pairs())
def test_every_scenario_is_there_in_every_language(name: str, language: str) -> None:
    source = find_source(name, language)
    assert "@Benchmark" in source.read_text(encoding="utf-8")
    assert find_source(name, language).stat().st_mtime_ns == source.stat().st_mtime_ns, "what is there already is not written again"


@pytest.mark.parametrize("language", languages())
def test_by_hand_is_only_what_is_not_described(language: str) -> None:
    undescribed = [name for name, owner in pairs() if owner == language and not print_scenario(name, language)]
    assert list_by_hand(language) == sorted(find_source(name, language) for name in undescribed)


@pytest.mark.parametrize("scenario", scenarios().values(), ids=lambda item: item.name)
def test_what_is_expected_is_written_down_once(scenario: Scenario) -> None:
    assert (EXPECTED / f"{scenario.name}.txt").exists() == scenario.oracle
    assert bool(scenario.processes) != scenario.oracle
    if scenario.way != "slice":  # slices have an order
        assert list(scenario.rows) == sorted(scenario.rows), "rows are compared in this order"
    assert scenario.question.endswith("?")


def test_every_expected_transcript_belongs_to_a_scenario() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {scenario.name for scenario in scenarios().values() if scenario.oracle}


def test_allowed_differences_name_what_there_is() -> None:
    for unsupported in allowed().unsupported:
        assert unsupported.scenario in scenarios() and unsupported.language in languages() and unsupported.reason
    for other_no_teardown in allowed().no_teardown_after_failure:
        assert other_no_teardown.language in languages() and other_no_teardown.reason


def test_after_a_failure_our_own_workers_tear_down_and_jmh_does_not() -> None:
    excused = {no_teardown.language for no_teardown in allowed().no_teardown_after_failure}
    scenario = scenarios()["failing_setup"]
    for language in languages():
        assert ("  teardown Office" in expected(scenario, language)) == (language not in excused)
