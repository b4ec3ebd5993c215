"""Does every sample of the tutorial run in every language it is written in, and does its page list it?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from clamh.judging.results_file import read_results
from clamh.languages import language_of_file, languages

SAMPLES = Path(__file__).parent.parent.parent / "docs" / "tutorial" / "samples"
SHORT = ("-f", "1", "-wi", "1", "-w", "1ms", "-i", "1", "-r", "1ms", "--no-lock")
FOLDERS = sorted(path for path in SAMPLES.iterdir() if path.is_dir())


@pytest.mark.timeout(2700)
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
@pytest.mark.parametrize("language", languages())
def test_every_sample_runs(clamh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("CLAMH_CLOCK", "counted:1000000")
    sources = [file for folder in FOLDERS for file in sorted(folder.iterdir())
               if (found := language_of_file(file.name)) and found.id == language]
    done = clamh("run", *sources, *SHORT, "--strict", "--results", tmp_path / "samples.ndjson")
    assert done.returncode == 0, done.stdout + done.stderr
    run = read_results(tmp_path / "samples.ndjson")
    measured = {os.path.join(run.header.root, case.case.source) for case in run.cases}
    assert {str(source) for source in sources} <= measured
    failed = [case.case.benchmark for case in run.cases if any(fork.end is None or fork.end.status != "ok" for fork in case.forks)]
    assert not failed


def test_the_page_lists_every_sample_and_no_other() -> None:
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[(\w+)\]\(\1\)", text, re.MULTILINE) == [folder.name for folder in FOLDERS]
