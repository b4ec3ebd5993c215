"""Can every scenario fail? Each goes red when its mutation breaks the worker in one place."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from conformance.mutate import Mutation, mutated, mutations
from conformance.observe import Observed, first_difference, observe
from conformance.scenarios import expected, pairs, scenarios


def observed(mutation: Mutation) -> Observed:
    with tempfile.TemporaryDirectory(prefix="clamh-mutation-") as folder:
        sources = mutated(mutation, Path(folder))
        return observe(scenarios()[mutation.scenario], mutation.language, sources)


JOBS = [pytest.param((observed, (one,)), id=f"{one.scenario}-{one.language}", marks=pytest.mark.language(one.language))
        for one in mutations()]


@pytest.mark.parametrize("job", JOBS)
def test_a_mutation_turns_its_scenario_red(job: Any, outcome: Observed) -> None:
    mutation = job[1][0]
    # 2 and 3: it did not build, or our driver broke. That would be red whatever the scenario asks.
    assert outcome.exit_code in (0, 1), outcome.said
    difference = first_difference(expected(scenarios()[mutation.scenario], mutation.language), outcome)
    assert mutation.red in difference, f"{mutation.why}: {difference or 'and the scenario is green'}"


def test_every_scenario_has_a_mutation_in_every_language() -> None:
    assert sorted((one.scenario, one.language) for one in mutations()) == sorted(pairs())


def test_a_mutation_is_one_line_and_says_why() -> None:
    for one in mutations():
        assert one.old.strip() and one.old != one.new and one.why and one.red, one
        assert "\n" not in one.old + one.new, one


def test_a_mutation_whose_line_is_gone_is_an_error(tmp_path: Path) -> None:
    gone = Mutation(scenario=mutations()[0].scenario, language=mutations()[0].language, file=mutations()[0].file,
                    old="a line that nobody ever wrote", new="", why="it is gone", red="nothing")
    with pytest.raises(LookupError, match="0 times"):
        mutated(gone, tmp_path)
