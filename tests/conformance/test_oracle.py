"""Are the expected transcripts what real JMH 1.37 does today?"""

from __future__ import annotations

import pytest
from in_process import remembered

from conformance.oracle import jmh, transcribe
from conformance.scenarios import EXPECTED, HERE, Scenario, scenarios


@pytest.mark.language("java")
@pytest.mark.usefixtures("short_lived_jvms")
@pytest.mark.parametrize("scenario", [scenario for scenario in scenarios().values() if scenario.oracle], ids=lambda item: item.name)
def test_an_expected_transcript_is_what_jmh_does(scenario: Scenario) -> None:
    with remembered(HERE):
        command = jmh(scenario.name)
    assert (EXPECTED / f"{scenario.name}.txt").read_text(encoding="utf-8") == transcribe(scenario, command)
