"""Is -h short, grouped, plain where it must be, and does it end with examples?"""

from __future__ import annotations

import importlib

import pytest

from clamh.cli import run
from clamh.cli.help import examples
from clamh.cli.main import VERBS, main


OF_TWO_BUILDS = {"compare": ((), ("--live",)), "gate": ((), ("--base", "main"))}  # an option that others follow from has a help of its own


def shown(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    with pytest.raises(SystemExit) as ended:
        main(list(argv))
    assert ended.value.code in (0, None)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("verb", VERBS)
def test_help_is_short_and_fits_80_columns_in_ascii(verb: str, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    lines = []
    for option in OF_TWO_BUILDS.get(verb, ((),)):
        part = shown(capsys, verb, *option, "-h")
        assert len(part) <= 98  # `run` has all of JMH's options, and ours of judging
        lines += part
    assert [line for line in lines if len(line) > 80 or not line.isascii()] == []
    actions = importlib.import_module(f"clamh.cli.{verb}").parser()._actions
    left = [option for action in actions for option in action.option_strings if not any(option in line for line in lines)]
    assert left == []


def test_runs_options_stand_in_groups_and_what_every_verb_has_comes_last_but_for_examples(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(capsys, "run", "-h")
    titles = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert titles[0] == "benchmarks:" and titles[-2:] == ["general:", "examples:"]
    assert sum("clamh run" in line for line in lines[lines.index("examples:"):]) == len(run.EXAMPLES)


def test_the_first_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {verb} " in text for verb in VERBS)
    assert len(text.splitlines()) <= 40 and max(map(len, text.splitlines())) <= 80


def test_examples_are_two_columns() -> None:
    assert examples([("clamh x", "for this"), ("clamh longer", "")]) == "examples:\n  clamh x       for this\n  clamh longer"
