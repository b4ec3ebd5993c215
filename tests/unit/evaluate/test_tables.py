"""Do the figures say what the trials said? And is the page's section the approved one?"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from evaluate import page
from evaluate.proportions import upper
from evaluate.records import VERSION, Begun, Calibrated, Checked, Done, Outcome, Record, Refused, Start
from evaluate.schedule import TOOLS, TRACKS, Trial
from evaluate.tables import claim, grouped, judged, line, worst

START = Start(
    version=VERSION, tier="smoke", schedule="abc", time="2026-11-22T12:00:00.5Z", command=("python", "-m", "evaluate", "smoke"),
    clamh_version="0.1.0", commit="abc1234", fingerprint="f1", tools={"clamh": "0.1.0", "cpp/g++-12": "12.2.0"},
    environment={"cpu": "Some CPU", "cpus": 2, "hypervisor": "KVM", "os": "Debian", "kernel": "Linux 6.1", "load": [0.12, 0, 0]})
CHECKS = (Checked(language="cpp", kernel="chain", what="chain returns after 20 steps", found=7, right=7, passed=True),
          Checked(language="cpp", kernel="chain", what="share of instructions that 100 steps add", found=0.01001, right=0.01,
                  passed=True))


def trial(index: int, slower: float = 0.0, **other: object) -> Trial:
    result = {"session": index // 5, "block": index, "tool": "clamh", "language": "cpp", "track": "T4", "kernel": "chain", **other}
    return Trial(index=index, slower=slower, seed=1, **result)


def done(index: int, estimate: float, half: float = 0.01, tool: str = "CLAMH", verdict: str = "undecided",
         steps: tuple[int, int] = (1000, 1000), seconds: float = 1.0) -> Done:
    outcome = Outcome(tool=tool, positive=abs(estimate) > half, estimate=estimate, low=estimate - half, high=estimate + half,
                      verdict=verdict)
    return Done(index=index, start=0, time="2026-11-22T12:10:00Z", seconds=seconds, steps=steps, outcomes=(outcome,))


COST = Calibrated(tool="clamh", language="cpp", kernel="chain", fixed_ns=0.0, step_ns=2.0)


def test_line_counts_verdicts_against_the_truth() -> None:
    trials = [trial(0), trial(1), trial(2), trial(3, 0.05), trial(4, -0.05), trial(5, 0.05), trial(6, 0.02)]
    more, less = (1000, 1050), (1050, 1000)
    records = [
        START, COST, done(0, 0.0, seconds=1), done(1, 0.02, seconds=2), done(2, -0.001, verdict="same", seconds=3),
        done(3, 0.05, steps=more, verdict="slower", seconds=4), done(4, 0.03, steps=less, verdict="slower", seconds=5),
        done(5, 0.001, steps=more, seconds=6), done(6, 0.02, half=0.04, steps=(1000, 1020), seconds=7)]
    several, failed = judged(trials, records)
    figures = line(several)
    assert failed == []
    assert figures.false_positives == (1, 3)
    assert figures.power == {0.02: (0, 1), 0.05: (2, 3)}
    assert figures.wrong_signs == (1, 2)
    # Not covered: the false positive, the wrong sign, and the one that is nearly nothing.
    assert figures.covered == (4, 7)
    assert figures.undecided == (4, 7)
    assert figures.half_width == pytest.approx(0.01)
    assert (figures.trials, figures.seconds, figures.seconds_p90) == (7, 4, 7)


def test_the_truth_is_by_what_a_step_cost_at_that_start() -> None:
    later = Calibrated(tool="clamh", language="cpp", kernel="chain", fixed_ns=2000.0, step_ns=2.0)
    whole = Calibrated(tool="hyperfine", language="cpp", kernel="chain", fixed_ns=6000.0, step_ns=2.0)
    second = Done(index=1, start=1, time="", seconds=1, steps=(1000, 1050), outcomes=done(1, 0.0).outcomes)
    third = Done(index=2, start=1, time="", seconds=1, steps=(1000, 1050), outcomes=done(2, 0.0, tool="hyperfine").outcomes)
    several, _ = judged([trial(0, 0.05), trial(1, 0.05), trial(2, 0.05, tool="hyperfine")],
                        [START, COST, whole, done(0, 0, steps=(1000, 1050)), START, later, whole, second, third])
    assert [item.true for item in several] == pytest.approx([math.log(1.05), math.log(4100 / 4000), math.log(8100 / 8000)])


def test_tracks_languages_and_rules_are_never_pooled_and_ours_comes_first() -> None:
    trials = [trial(0), trial(1, tool="google"), trial(2, track="T2"), trial(3, language="java")]
    records = [START, done(0, 0), done(1, 0, tool="A rival"), done(2, 0), done(3, 0)]
    assert [key for key, _ in grouped(judged(trials, records)[0])] == [
        ("T2", "cpp", "CLAMH"), ("T4", "cpp", "CLAMH"), ("T4", "cpp", "A rival"), ("T4", "java", "CLAMH")]


def test_worst_kernel_is_reported() -> None:
    trials = [trial(0), trial(1, kernel="memory"), trial(2, kernel="memory"), trial(3, 0.05, kernel="branches")]
    costs = [Calibrated(tool="clamh", language="cpp", kernel="branches", fixed_ns=0, step_ns=1)]
    records = [START, *costs, done(0, 0), done(1, 0.5), done(2, 0), done(3, 1, steps=(1000, 1050))]
    assert worst(judged(trials, records)[0]) == ("memory", (1, 2))
    assert worst(judged(trials[3:], [START, *costs, records[-1]])[0]) is None


def test_the_claim_counts_a_failure_as_a_false_positive_and_no_rule_but_ours() -> None:
    trials = [trial(at) for at in range(20)]
    others = Outcome(tool="JMH, R3", positive=True, estimate=1.0)
    records: list[Record] = [START]
    for at in range(19):
        item = done(at, 0.5 if at == 3 else 0.0)
        records.append(Done(index=at, start=0, time="", seconds=1, steps=(1, 1), outcomes=(*item.outcomes, others)))
    records.append(Done(index=19, start=0, time="", seconds=1, steps=(0, 0), failure="it died"))
    text = claim(*judged(trials, records))
    assert (text.comparisons, text.positives, text.failed) == (20, 2, 1)
    assert text.upper == upper(2, 20)
    # Sessions of 5: 1, 0, 0 and 1 of 5. (4/3) × (4 × 0.25) ÷ 400 over 0.1 × 0.9 ÷ 20
    assert text.effect == pytest.approx(4 / 3 * 1.0 / 400 / (0.09 / 20))
    assert text.clustered_upper >= text.upper or text.effect < 1


def records_of(tier: str, trials: list[Trial]) -> Iterator[Record]:
    """A made run: each trial begun, one cut off, one failed; what rules say is drawn."""
    drawn = random.Random(7)
    yield from (START, *CHECKS)
    if tier == "smoke":
        for tool in ("clamh", "hyperfine"):
            for language in TRACKS:
                for kernel in ("chain", "memory"):
                    yield Calibrated(tool=tool, language=language, kernel=kernel, fixed_ns=10.0, step_ns=2.0)
    yield Begun(index=0)
    for item in trials:
        yield Begun(index=item.index)
        if item.index == 5:
            yield Done(index=5, start=0, time="2026-11-22T12:05:00Z", seconds=2.0, steps=(0, 0), failure="the worker\ndied")
            continue
        found = done(item.index, item.slower + drawn.gauss(0, 0.01), half=0.018,
                     tool={"clamh": "CLAMH", "google": "Google Benchmark, U test"}.get(item.tool, item.tool),
                     steps=(1000, 1000 + round(1000 * item.slower)), seconds=drawn.uniform(1, 3),
                     verdict=drawn.choice(("same", "undecided", "slower")) if item.tool == "clamh" else "")
        if item.tool == "mitata":
            found = Done(index=item.index, start=0, time=found.time, seconds=1.0, steps=found.steps, outcomes=(
                Outcome(tool="mitata, avg beyond 1 %", positive=abs(item.slower) > 0.02, estimate=item.slower),))
        yield found


def test_the_section_of_aa_is_the_approved_one(golden: Callable[[str, str], None]) -> None:
    trials = [trial(at, language=language, kernel=kernel) for at, (language, kernel) in enumerate(
        [(language, kernel) for _ in range(10) for language in ("cpp", "java", "javascript") for kernel in ("chain", "memory")])]
    golden("evaluate/aa.md", page.made("aa", trials, list(records_of("aa", trials))))


def test_the_section_of_a_comparison_of_tools_is_the_approved_one(golden: Callable[[str, str], None]) -> None:
    trials: list[Trial] = []
    for language, track in (("cpp", "T1"), ("cpp", "T4"), ("javascript", "T4")):
        for kernel in ("chain", "memory"):
            for slower in (0.0, 0.0, 0.05, -0.05):
                for tool in TOOLS[language, track]:
                    trials.append(trial(len(trials), slower, language=language, track=track, kernel=kernel, tool=tool))
    golden("evaluate/smoke.md", page.made("smoke", trials, list(records_of("smoke", trials))))


def test_a_section_takes_the_place_of_the_one_before_and_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.md"
    file.write_text("# Title\n<!-- aa: written by python -m evaluate -->\nold\n<!-- end of aa -->\nthe rest\n", encoding="utf-8")
    results = tmp_path / "aa.ndjson"
    results.write_bytes(b"x\n")
    monkeypatch.setattr(page, "read", lambda path: [START])
    monkeypatch.setattr(page, "section", lambda tier, records: "new\n")
    for _ in range(2):
        assert page.write(file, "aa", results) == "new\n"
        assert file.read_text(encoding="utf-8") == (
            "# Title\n<!-- aa: written by python -m evaluate -->\nnew\n<!-- end of aa -->\nthe rest\n")
    with pytest.raises(Refused, match="marks of the section 'smoke'"):
        page.write(file, "smoke", results)
    with pytest.raises(Refused, match="no results"):
        page.write(file, "aa", tmp_path / "none")


def test_results_of_other_seeds_make_no_page() -> None:
    with pytest.raises(Refused, match="another schedule"):
        page.section("aa", [START])
