"""Does the matrix run each scenario on what was asked for, and say what it cannot run?"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import __main__ as matrix
from conformance import observe
from conformance.scenarios import Scenario

THERE = {"cpp": ["cpp/g++-12", "cpp/clang++-19"], "java": ["java/openjdk-17"], "javascript": []}


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """What the matrix runs, on a machine with these platforms, where memory fails on clang."""
    ran = []

    def difference(scenario: Scenario, language: str, sources: Path = observe.SOURCES, platform: str = "") -> str:
        ran.append((scenario.name, language, platform))
        return "line 1: expected 'a', found 'b'" if (scenario.name, platform) == ("memory", "cpp/clang++-19") else ""

    class Found:
        def __init__(self, id: str):
            self.id = id

    monkeypatch.setattr(matrix, "difference", difference)
    monkeypatch.setattr(matrix, "languages", lambda: THERE)
    monkeypatch.setattr(observe, "languages", lambda: THERE)
    monkeypatch.setattr(observe, "find_platforms", lambda language, _: ([Found(text) for text in THERE[language]], []))
    return ran


def test_each_scenario_runs_once_per_language_on_its_first_platform(ran, capsys: pytest.CaptureFixture[str]) -> None:
    assert matrix.main(["memory", "unicode"]) == 0
    assert sorted(ran) == [("memory", "cpp", ""), ("memory", "javascript", ""),
                           *(("unicode", text, "") for text in ("cpp", "java", "javascript"))]
    assert capsys.readouterr().out.split("\n")[1].split() == ["memory", "ok", "unsupported", "ok"]


def test_patterns_give_a_column_per_platform_and_a_difference_its_name(ran, capsys: pytest.CaptureFixture[str]) -> None:
    assert matrix.main(["memory", "--platform", "*/*++-*", "--platform", "java/*"]) == 1
    assert sorted(ran) == [("memory", "cpp", "cpp/clang++-19"), ("memory", "cpp", "cpp/g++-12")]
    out = capsys.readouterr().out
    assert out.split("\n")[0].split() == ["cpp/g++-12", "cpp/clang++-19", "java/openjdk-17"]
    assert out.split("\n")[1].split() == ["memory", "ok", "FAILED", "unsupported"]
    assert "memory in cpp/clang++-19: line 1: expected 'a', found 'b'" in out


@pytest.mark.parametrize(("argv", "said"), [
    (["memry"], "no scenario is called memry; there are: "),
    (["memory", "--platform", "javascript/bun-*"], "no platform of this machine matches --platform 'javascript/bun-*'; "
     "there are: cpp/g++-12, cpp/clang++-19, java/openjdk-17"),
])
def test_unmatched_selections_are_reported_and_nothing_runs(
    ran, argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matrix.main(argv) == 2
    assert said in capsys.readouterr().err and ran == []
