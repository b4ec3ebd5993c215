"""In turns: is what `clamh run` says of a benchmark what the same work costs in a loop by hand, in the same language
and the same run?

The loop by hand is a benchmark of 100 operations, whose one invocation hardly pays for what CLAMH does around it. Both
are sides of one contest, so the ratio is within one run. In JavaScript both call the kernel: the code of a kernel that
V8 inlines differs with its surroundings, which made memory's loop by hand 5 to 9 % slower on an AMD EPYC.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from clamh.model.errors import ClamhError
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.pipeline import judge, measure
from clamh.running.context import Context
from clamh.running.plan import plan
from evaluate.live.kernels import LANGUAGES, RINGS
from evaluate.live.sides import as_platform, build, with_work
from evaluate.own import equal_work

from bench.aims import Finding

KERNELS = {"steady": 1_000, "branchy": 200,
           "memory": 200}  # steps: about 1 µs an operation, beside which a fault of ours would be seen
AIM = 0.01
KERNELS_ARE_CALLED = "--max-inlined-bytecode-size=27"  # what is smaller is always inlined, so also what CLAMH adds


def findings(quick: bool) -> Iterator[Finding]:
    """For each language and kernel the time of CLAMH's loop ÷ that by hand; as `clamh run -f 12` measures two sides."""
    built = build(LANGUAGES, {**os.environ, "NODE": f"{os.environ.get('NODE', 'node')} {KERNELS_ARE_CALLED}"})
    for language, catalog in built.items():
        for kernel, steps in KERNELS.items():
            options = Options(settings=Settings(modes=("avgt",), forks=3 if quick else 12), quick=quick, live=True)
            planned = plan([as_platform(catalog, benchmark, f"{language}/{name}") for name, benchmark in
                            (("clamh", kernel), ("hand", f"{kernel}hand"))], options)
            planned = replace(planned, cases=tuple(with_work(case, steps, RINGS["64 KB"]) for case in planned.cases))
            with tempfile.TemporaryDirectory(prefix="clamh-bench-") as folder:
                measured = measure(planned, replace(options, results=str(Path(folder, "run.ndjson"))),
                                   Context(facts=equal_work(planned)))
                [contest] = judge(measured).summary.contests
            ours, hand = contest.rows
            if hand.ratio is None or hand.ratio.interval is None:
                why = [warning.message for row in (ours, hand)
                       for warning in row.warnings] or [hand.ratio.reason if hand.ratio else "no score"]
                raise ClamhError(f"{language} {kernel}: {'; '.join(why)}")
            ratio = hand.ratio  # how many times as fast the loop by hand is
            yield Finding(f"in turns, {language} {kernel}", ratio.value, ratio.interval.low, ratio.interval.high,
                          aim=1 + AIM, least=1 - AIM)
