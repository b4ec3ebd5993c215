"""What conformance asks of every language: that it behaves like JMH, and that each of its scenarios can fail.

Each language's test_conformance.py says which language it is. They are apart since pytest's workers get whole files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.mutate import mutated, mutations
from conformance.observe import difference, first_difference, observe
from conformance.scenarios import expected, pairs, scenarios


class EveryScenario:
    """A subclass called Test… gives the language."""

    language: str

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "mutation" in metafunc.fixturenames:
            own = [one for one in mutations() if one.language == metafunc.cls.language]
            metafunc.parametrize("mutation", own, ids=lambda one: one.scenario)
        else:
            metafunc.parametrize("name", [name for name, language in pairs() if language == metafunc.cls.language])

    def test_a_scenario_gives_what_is_expected(self, name: str) -> None:
        found = difference(scenarios()[name], self.language)
        assert not found, found

    def test_a_mutation_turns_its_scenario_red(self, mutation, tmp_path: Path) -> None:
        """One line of the worker is changed: a test that cannot fail is none."""
        scenario = scenarios()[mutation.scenario]
        outcome = observe(scenario, self.language, mutated(mutation, tmp_path))
        # 2 and 3: it did not build, or our driver broke. That would be red whatever the scenario asks.
        assert outcome.exit_code in (0, 1), outcome.said
        found = first_difference(expected(scenario, self.language), outcome)
        assert mutation.red in found, f"{mutation.why}: {found or 'and the scenario is green'}"
