"""Are the expected transcripts what real JMH 1.37 does today?"""

from __future__ import annotations

from typing import Any

import pytest

from conformance.oracle import jmh, transcribe
from conformance.scenarios import EXPECTED, Scenario, scenarios


def transcribed(scenario: Scenario) -> str:
    return transcribe(scenario, jmh(scenario.name))


JOBS = [pytest.param((transcribed, (one,)), id=one.name) for one in scenarios().values() if one.oracle]


@pytest.mark.language("java")
@pytest.mark.parametrize("job", JOBS)
def test_an_expected_transcript_is_what_jmh_does(job: Any, outcome: str) -> None:
    assert (EXPECTED / f"{job[1][0].name}.txt").read_text(encoding="utf-8") == outcome
