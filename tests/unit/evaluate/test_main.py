"""Is nothing timed when the self-test fails, and is what is missing named with what to type?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluate import __main__ as command
from evaluate import page as pages
from evaluate import trials
from evaluate.campaign import Found
from evaluate.own import Failure
from evaluate.records import Checked, Done, Record, Start, read
from evaluate.schedule import Trial, draw_trials

LINE = Checked(language="cpp", kernel="chain", what="chain returns after 20 steps", found=7, right=7, passed=True)


class Idle:
    """Equipment that has nothing and measures nothing."""

    def __init__(self, todo: list[Trial], folder: Path, npm: Path):
        self.trials, self.made, self.folder = todo, {}, folder

    def calibrate(self) -> Iterator[Record]:
        return iter(())

    def perform(self, trial: Trial) -> Found:
        return Found((1, 1), (), (1.0,), (1.0,))


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    first, digest = draw_trials("aa")
    for module in (command, pages):
        monkeypatch.setattr(module, "draw_trials", lambda tier: (first[:9], digest))
    monkeypatch.setattr(command, "Equipment", Idle)
    monkeypatch.setattr(command, "checked", lambda equipment, folder: iter([LINE]))
    monkeypatch.setattr(command, "ran", lambda argv: "hyperfine 1.15.0")
    monkeypatch.setattr(command, "mitata_version", lambda: "1.0")
    file = tmp_path / "page.md"
    file.write_text("<!-- aa: written by python -m evaluate -->\n<!-- end of aa -->\n", encoding="utf-8")
    return file


def run(page: Path, *argv: str) -> int:
    return command.main(["aa", "--results", str(page.parent / "aa.ndjson"), "--page", str(page), *argv])


def test_a_failed_self_test_ends_it_before_the_first_trial(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Checked(language="cpp", kernel="chain", what="chain returns after 20 steps", found=8, right=7, passed=False)
    monkeypatch.setattr(command, "checked", lambda equipment, folder: iter([LINE, wrong]))
    assert run(page) == 1
    assert "self-test failed, and nothing was measured: cpp chain returns after 20 steps: 8 instead of 7" in capsys.readouterr().err
    assert [type(item) for item in read(page.parent / "aa.ndjson")] == [Start, Checked, Checked]


def test_it_goes_on_and_then_says_that_all_is_there(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(page, "--stop-after", "3") == 0
    assert "3 of 9 trials were done, in 1 start" in page.read_text(encoding="utf-8")
    assert run(page) == 0
    indexes = [item.index for item in read(page.parent / "aa.ndjson") if isinstance(item, Done)]
    assert indexes == list(range(9))
    capsys.readouterr()
    before = (page.parent / "aa.ndjson").read_bytes()
    assert run(page) == 0
    assert f"all 9 trials are in {page.parent / 'aa.ndjson'}" in capsys.readouterr().out
    assert (page.parent / "aa.ndjson").read_bytes() == before


def test_the_page_alone_needs_results(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(page, "--only-page") == 1
    assert "there are no results; run the tier first" in capsys.readouterr().err


def test_every_program_that_is_missing_is_named_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials.shutil, "which", lambda name: None)
    with pytest.raises(Failure, match="valgrind, hyperfine, mitata cannot be found; type: bash scripts/setup.sh evaluate"):
        trials.missing({"hyperfine", "mitata", "clamh"}, tmp_path)
    with pytest.raises(Failure, match="^valgrind cannot be found"):
        trials.missing({"clamh"}, tmp_path)
