"""Is -h short, grouped, plain where it must be, and does it end with examples?"""

from __future__ import annotations

import importlib

import pytest

from clamh.cli import run
from clamh.cli.help import examples
from clamh.cli.main import LATER, VERBS, main
from clamh.cli.version import version


# An option that others follow from has a help of its own.
OF_OWN_HELP = {"compare": ((), ("--live",)), "gate": ((), ("--base", "main")), "list": ((), ("--forks",)), "check": ((), ("--values",))}


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
    for option in OF_OWN_HELP.get(verb, ((),)):
        lines += [*shown(capsys, verb, *option, "-h"), *shown(capsys, verb, *option, "--help-all")]
    assert [line for line in lines if len(line) > 80 or not line.isascii()] == []
    actions = importlib.import_module(f"clamh.cli.{verb}").parser()._actions
    left = [option for action in actions for option in action.option_strings if not any(option in line for line in lines)]
    assert left in ([], ["--help-all"])  # which is not named where it would show nothing else


def test_the_help_of_run_shows_the_options_that_people_use_first(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    first, whole = shown(capsys, "run", "-h"), shown(capsys, "run", "--help-all")
    options = [line.split()[0] for line in first if line.startswith("  -")]
    assert len(options) == 12 + 3 and options[-3:] == ["-h,", "--help-all", "-v"]
    assert len(first) <= 40 and len(whole) <= 105


def test_help_of_run_ends_with_general_options_and_examples(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(capsys, "run", "--help-all")
    titles = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert titles[0] == "benchmarks:" and titles[-2:] == ["general:", "examples:"]
    assert sum("clamh run" in line for line in lines[lines.index("examples:"):]) == len(run.EXAMPLES)


@pytest.mark.parametrize(("option", "verbs"), [("-h", [verb for verb in VERBS if verb not in LATER]), ("--help-all", list(VERBS))])
def test_the_first_help_names_ten_verbs_and_the_other_all(option: str, verbs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([option]) == 0
    text = capsys.readouterr().out
    assert [verb for verb in VERBS if f"\n  {verb} " in text] == verbs and len(verbs) == 10 + len(LATER) * (option != "-h")
    assert len(text.splitlines()) <= 40 and max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("old", "new"), [("plan", "list --forks"), ("verify", "check --values"), ("tune", "doctor --tune")])
def test_former_verbs_still_work(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, old, "-h")[0] == shown(capsys, *new.split(), "-h")[0] and shown(capsys, old, "-h")[0].startswith(f"usage: clamh {new} ")


@pytest.mark.parametrize("verb", VERBS)
def test_v_alone_prints_the_version(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "-v"]) == 0
    assert capsys.readouterr().out == f"{version()}\n"


@pytest.mark.parametrize("verb", ["explain", "profile"])
def test_usage_names_the_benchmark_that_the_verb_needs(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "-h"])
    assert capsys.readouterr().out.startswith(f"usage: clamh {verb} KEY [PATH ...] [options]\n")
    assert main([verb]) == 2


def test_examples_are_two_columns() -> None:
    assert examples([("clamh x", "for this"), ("clamh longer", "")]) == "examples:\n  clamh x       for this\n  clamh longer"


@pytest.mark.parametrize(("word", "option"), [("help", "-h"), ("version", "-v")])
def test_verbs_of_other_programs_lead_to_the_option(word: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 2 and f"did you mean 'clamh {option}'?" in capsys.readouterr().err
