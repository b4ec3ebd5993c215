"""Are the expected transcripts what real JMH 1.37 does today? It runs what is not as it was when it wrote them, and three in any case."""

from __future__ import annotations

import msgspec
import pytest
from in_process import remembered

from conformance.oracle import head, is_as_written, jmh, transcribe
from conformance.scenarios import EXPECTED, HERE, Scenario, scenarios

ALWAYS = ("failing_setup", "fixture_order", "threads_fixtures")


@pytest.mark.language("java")
@pytest.mark.usefixtures("short_lived_jvms")
@pytest.mark.parametrize("scenario", [scenario for scenario in scenarios().values() if scenario.oracle], ids=lambda item: item.name)
def test_an_expected_transcript_is_what_jmh_does(scenario: Scenario) -> None:
    if is_as_written(scenario) and scenario.name not in ALWAYS:
        return
    with remembered(HERE):
        command = jmh(scenario.name)
    text = (EXPECTED / f"{scenario.name}.txt").read_text(encoding="utf-8")
    assert text == transcribe(scenario, command), f"type: python -m conformance.oracle {scenario.name}"


def test_a_transcript_of_something_else_is_not_taken_for_jmhs() -> None:
    scenario = scenarios()["fixture_order"]
    lines = (EXPECTED / "fixture_order.txt").read_text(encoding="utf-8").partition("\n")[2]
    others = [msgspec.structs.replace(scenario, **changed) for changed in ({"options": ("-wi", "9")}, {"counted": True}, {"name": "own_state"})]
    assert len({head(scenario, lines), head(scenario, f"{lines}more\n"), *(head(other, lines) for other in others)}) == 5
