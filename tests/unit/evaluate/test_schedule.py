"""Was everything fixed beforehand? Seeds, order, what is injected, and what each tool gets."""

from __future__ import annotations

from collections import Counter

import pytest

from evaluate import schedule
from evaluate.records import Refused
from evaluate.schedule import DIGESTS, SESSION, TIERS, TOOLS, TRACKS, Trial, draw_trials


@pytest.mark.parametrize("tier", TIERS)
def test_the_seed_draws_the_trials_that_were_draw_trials(tier: str) -> None:
    trials, digest = draw_trials(tier)
    assert digest == DIGESTS[tier]
    assert [trial.index for trial in trials] == list(range(len(trials)))
    assert schedule.seconds(trials) > len(trials), "every tool has its time"


def test_trials_that_were_not_fixed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "SEED", "another")
    with pytest.raises(Refused, match=r"schedule of tier 'smoke': .* undo changes of that file"):
        draw_trials("smoke")


def test_aa_has_a_thousand_comparisons_in_twenty_sessions() -> None:
    trials, digest = draw_trials("aa")
    assert len(trials) == 1020
    assert {(trial.tool, trial.track, trial.slower) for trial in trials} == {("clamh", "T4", 0.0)}
    assert Counter(trial.language for trial in trials) == {"cpp": 600, "javascript": 320, "java": 100}
    assert set(Counter(trial.session for trial in trials).values()) == {SESSION}
    assert len({trial.session for trial in trials}) == 20
    assert len({trial.seed for trial in trials}) == 1020
    # Written here before the first comparison was run: other seeds are another evaluation.
    assert digest == "ea5cd1ebe66b24eac576941982685d273b13e3e84791550360fc4d4cd9eee05a"


def test_a_block_gives_every_tool_of_its_track_the_same_once() -> None:
    blocks: dict[int, list[Trial]] = {}
    for trial in draw_trials("smoke")[0]:
        blocks.setdefault(trial.block, []).append(trial)
    for several in blocks.values():
        [same] = {(trial.language, trial.track, trial.kernel, trial.slower, trial.seed) for trial in several}
        assert sorted(trial.tool for trial in several) == sorted(TOOLS[same[:2]])
    orders = {tuple(trial.tool for trial in several) for several in blocks.values() if len(several) == 3}
    assert len(orders) > 6, "the order of the tools is drawn"


def test_every_cell_has_its_share_of_injected_differences() -> None:
    trials = {trial.block: trial for trial in draw_trials("smoke")[0]}.values()
    cells = Counter((trial.language, trial.track, trial.kernel, trial.slower) for trial in trials)
    assert {key[:2] for key in cells} == {(language, track) for language, tracks in TRACKS.items() for track in tracks}
    assert {cells[key] for key in cells if not key[3]} == {2}
    slower, faster = (sum(count for key, count in cells.items() if sign * key[3] > 0) for sign in (1, -1))
    assert min(slower, faster) > 20
