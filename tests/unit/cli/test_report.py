"""Is the report fitted to where it goes: a terminal's width and colours, and plain text of 80 columns in a file?"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from made_runs import case, fork, run

from clamh.cli.report import judged
from clamh.options import Options
from clamh.results import ENCODER, CaseResult, Run


def written(made: Run, path: Path) -> str:
    """The run as a results file."""
    records = [made.header, *made.platforms, *(one.case for one in made.cases)]
    for one in made.cases:
        for each in one.forks:
            records += [each.start, *each.warmup, *each.measurement, each.end]
    path.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in [*records, made.end]))
    return str(path)


class Output(io.TextIOWrapper):
    """A standard output that is a terminal or not, in an encoding."""

    def __init__(self, terminal: bool, encoding: str):
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, encoding: str = "utf-8",
           cases: list[CaseResult] | None = None, **environ: str) -> tuple[str, int]:
    made = run(cases or [case([fork(n, [44.0 + n]) for n in range(3)])])
    for name in ("NO_COLOR", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Output(terminal, encoding))
    _, text, code = judged(written(made, tmp_path / "run.ndjson"), Options())
    return text, code


@pytest.mark.parametrize(("terminal", "environ", "colour"), [
    (True, {"TERM": "xterm"}, True),
    (False, {"TERM": "xterm"}, False),
    (True, {"TERM": "dumb"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": ""}, True),  # no-color.org: when present and not empty
])
def test_colour_goes_to_terminals_that_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, environ: dict[str, str], colour: bool
) -> None:
    text, code = report(tmp_path, monkeypatch, terminal, **environ)
    assert ("\x1b[" in text) is colour
    assert code == 0


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert report(tmp_path, monkeypatch, False, "ascii")[0].isascii()
    assert "±95 %" in report(tmp_path, monkeypatch, False)[0]


def test_only_a_terminals_width_changes_the_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow, wide = (report(tmp_path, monkeypatch, True, TERM="dumb", COLUMNS=columns)[0] for columns in ("40", "200"))
    assert "  cpp/g++-12\n" in narrow and "  cpp/g++-12\n" not in wide
    piped = [report(tmp_path, monkeypatch, False, COLUMNS=columns)[0] for columns in ("40", "200")]
    assert piped[0] == piped[1]


def test_a_failed_fork_is_exit_code_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = fork(3, [], end={"status": "failed", "reason": "timeout"})
    text, code = report(tmp_path, monkeypatch, False, cases=[case([*(fork(n, [44.0]) for n in range(3)), dead])])
    assert code == 1 and "failed-forks" in text
