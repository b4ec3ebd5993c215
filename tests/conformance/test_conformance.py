"""Do all languages behave alike, and like JMH?"""

from __future__ import annotations

from typing import Any

import pytest

from conformance.observe import difference
from conformance.scenarios import pairs, scenarios

JOBS = [
    pytest.param((difference, (scenarios()[name], language)), id=f"{name}-{language}", marks=pytest.mark.language(language))
    for name, language in pairs()
]


@pytest.mark.parametrize("job", JOBS)
def test_a_scenario_gives_what_is_expected(job: Any, outcome: str) -> None:
    assert not outcome, outcome
