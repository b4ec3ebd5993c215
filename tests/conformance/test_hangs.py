"""Does every group come to its end, and would the count show one that does not?"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from in_process import remembered
from made_plans import MINIATURES, miniature, tiny_plan

from clamh.languages import languages
from clamh.model.artifacts import Command
from conformance.hangs import grouped, hangs, repeated, set_of_two
from conformance.observe import CACHE, SOURCES


@pytest.mark.parametrize("language", [pytest.param(language, marks=pytest.mark.language(language)) for language in languages()])
@pytest.mark.usefixtures("short_lived_jvms", "quick_go", "quick_rustc", "quick_zig")
def test_each_group_comes_to_its_end_on_all_cpus_and_on_one(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(CACHE))
    texts: list[str] = []
    before = os.sched_getaffinity(0)
    with remembered(tmp_path, SOURCES):
        assert hangs(language, runs=2, trials=2, say=texts.append, kill_s=120), "\n".join(texts)
    assert len(texts) == 5 * min(2, len(before)) and all(": 2 runs, 0 hung, 0 broke, " in line for line in texts)
    assert os.sched_getaffinity(0) == before


def test_a_worker_that_hangs_or_breaks_is_counted_and_the_others_go_on() -> None:
    case = tiny_plan("well_behaved").cases[0]
    assert repeated(case, miniature("well_behaved"), grouped, runs=3, trials=2) == {"ended": 3}
    assert repeated(case, miniature("hangs"), grouped, runs=2, trials=2, kill_s=0.3) == {"hung": 2}
    (broke,) = repeated(case, miniature("dies_mid_iteration"), grouped, runs=1, trials=1)
    assert broke.startswith("broke: ") and "exited with code 3" in broke


def test_a_set_that_hangs_or_breaks_is_counted_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    case = tiny_plan("sliced").cases[0]

    def counted(*arguments: str, runs: int, kill_s: float = 60) -> dict[str, int]:
        monkeypatch.setattr("conformance.hangs.START_S", kill_s)  # of the first set, which starts the processes
        return repeated(case, Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "sliced.py"), "100", *arguments)),
                        partial(set_of_two, 10), runs=runs, trials=2, kill_s=kill_s)

    assert counted(runs=3) == {"ended": 3}
    assert counted("hangs", "3", runs=2, kill_s=1) == {"hung": 2}
    (broke,) = counted("dies", "3", runs=1)
    assert broke.startswith("broke: ") and "exited with code 3" in broke
