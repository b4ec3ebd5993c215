"""Does `python -m bench` run the claims it is asked for, and fail when one of them misses its aim?"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

import pytest

from bench.__main__ import CLAIMS, main

Ran = list[tuple[str, list[str]]]


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Ran]:
    """claims(missing): every claim as one that measures nothing, of which the one named misses its aim."""

    def stand_in(missing: str) -> Ran:
        ran: Ran = []

        def claim(name: str) -> Callable[[Sequence[str]], int]:
            def run(argv: Sequence[str]) -> int:
                ran.append((name, list(argv)))
                return int(name == missing)

            return run

        for name in CLAIMS:
            monkeypatch.setattr(importlib.import_module(f"bench.{name}"), "main", claim(name))
        return ran

    return stand_in


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(f"bench.{name}").main(["--help"])
    assert ended.value.code == 0
    assert "--quick" in capsys.readouterr().out


def test_all_run_when_none_is_named_though_the_first_misses(claims: Callable[[str], Ran], capsys) -> None:
    ran = claims("loops")
    assert main([]) == 1
    assert ran == [(name, []) for name in CLAIMS]
    printed = capsys.readouterr().out
    assert all(f"## {name}: " in printed for name in CLAIMS)
    assert printed.endswith("missed: loops\n")


def test_those_named_run_and_are_not_judged_when_quick(claims: Callable[[str], Ran], capsys) -> None:
    ran = claims("")
    assert main(["build", "driver", "--quick"]) == 0
    assert ran == [("build", ["--quick"]), ("driver", ["--quick"])]
    assert capsys.readouterr().out.endswith("no aim was judged\n")


def test_an_unknown_claim_is_named_with_those_that_there_are(claims: Callable[[str], Ran], capsys) -> None:
    ran = claims("")
    with pytest.raises(SystemExit) as ended:
        main(["loop"])
    assert ended.value.code == 2
    assert ran == []
    assert "loop; there are loops, floor, peers, threads, counters, launcher, truth, porting, driver, large, report, laps, build" in capsys.readouterr().err
