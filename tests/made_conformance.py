"""What conformance asks of every language: that it behaves like JMH, and that each of its scenarios can fail.

Each language's test_conformance.py and test_mutations.py say which language it is. They are apart since pytest's
workers get whole files, and these are the longest. The command line runs in pytest's own process: what is asked is what the
language's workers do, and those are processes as always. `python -m conformance` starts it as a user does.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from in_process import clamh_of

from conformance.mutate import Mutation, mutated_worker, mutations
from conformance.observe import difference, first_difference, observe
from conformance.scenarios import expected, pairs, scenarios


class EveryScenario:
    """A subclass called Test… gives the language."""

    language: str

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        metafunc.parametrize("name", [name for name, language in pairs() if language == metafunc.cls.language])

    def test_a_scenario_gives_what_is_expected(self, name: str) -> None:
        found = difference(scenarios()[name], self.language, start=clamh_of)
        assert not found, found


class EveryMutation:
    """A subclass called Test… gives the language. One line of its worker is changed: a test that cannot fail is none.

    `of_core` is false for the other languages on the native core, whose mutations C++ tries: each compiles the core anew.
    """

    language: str
    of_core = True
    platform = ""  # the default

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        own = [mutation for mutation in mutations() if mutation.language == metafunc.cls.language
               and (metafunc.cls.of_core or not mutation.file.startswith("native/"))]
        metafunc.parametrize("mutation", own, ids=lambda item: item.scenario)

    def test_a_mutation_turns_its_scenario_red(self, mutation: Mutation, tmp_path: Path) -> None:
        scenario = scenarios()[mutation.scenario]
        with mutated_worker(mutation, tmp_path) as sources:
            outcome = observe(scenario, self.language, sources, self.platform, clamh_of)
        # 2 and 3: it did not build, or our driver broke. That would be red whatever the scenario asks.
        assert outcome.exit_code in (0, 1), outcome.said
        found = first_difference(expected(scenario, self.language), outcome)
        assert mutation.red in found, f"{mutation.why}: {found or 'and the scenario is green'}"
