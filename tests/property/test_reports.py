"""Does every report say something, whatever numbers were measured and counted, at the ends of what numbers can be?"""

from __future__ import annotations

import json
import random

import pytest
from made_runs import case, fork, iteration, run, thread
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import Run
from clamh.model.scores import MODES
from clamh.model.worker import ThreadIteration
from clamh.report import COMPARISON_FORMATS, FORMATS, SCREENS, render, render_comparison
from clamh.report.look import Look
from clamh.report.trend import render_trend

COUNTS = (0.0, 1.0, 22.0, 5.5, 1e-300, 1e300, 1e308, -1e308, -3.0)
TIMES = (0, 1, 20, 22, 50, 1000, 10**6, 10**12, 2**63 - 1)


def measured(draw: random.Random) -> ThreadIteration:
    histogram = {abs(draw.choice(COUNTS)): draw.randint(1, 10**9) for _ in range(draw.randint(0, 4))}
    return thread(
        1.0, operations=draw.choice((0.0, 1.0, 10.0, 1e-300, 1e300)), all_operations=abs(draw.choice(COUNTS)),
        elapsed_ns=draw.choice(TIMES), timings=draw.choice((0, 1, 5, 2**63 - 1)), clock_cost_ns=draw.choice((0.0, 22.0, 1e6)),
        sample_ns=(), histogram=tuple(item for pair in sorted(histogram.items()) for item in pair),
        counters={"hits": draw.choice(COUNTS), "faults": draw.choice(COUNTS)})


def made(mode: str, threads: list[ThreadIteration], meaning: CounterMeaning) -> Run:
    forks = [replace(fork(n, []), measurement=(iteration(1.0, threads=(thread_iteration,)),)) for n, thread_iteration in enumerate(threads)]
    return run([case(forks, mode=mode, counters={"hits": meaning, "faults": meaning}, units={"number": meaning.scale})])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("mode", MODES)
def test_whatever_is_measured_is_reported(mode: str, seed: int) -> None:
    draw = random.Random(f"{mode} {seed}")
    meaning = CounterMeaning(type=draw.choice(("OPERATIONS", "EVENTS")), unit=draw.choice(("", "B", "B/x")),
                             scale=draw.choice((0, 1, 7, 1000, 1024)))
    threads = [measured(draw) for _ in range(draw.randint(1, 4))]
    runs = [made(mode, some, meaning) for some in (threads, threads[::-1])]
    judged = [(item, summarise(item, 0.95)) for item in runs]
    texts = {form: render(judged[0][1], runs[0], form) for form in FORMATS}
    assert all(texts.values()) and render_trend(runs[0])
    assert all(render(judged[0][1], runs[0], form, Look(full=False, width=width)) for form in SCREENS for width in (50, 80))
    json.loads(texts["json"], parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert all(render_comparison(compare_runs(*judged), *judged, form) for form in COMPARISON_FORMATS)
