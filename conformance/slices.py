"""`python -m conformance.slices FILE PLATFORM`: one line per slice with what was timed in it; each case in a process of its own.

The cases of a source in the order of the plan, each as two iterations of two slices. A command of its own because a worker inherits
the environment of whoever starts it: see observe.environment.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from clamh import pipeline
from clamh.languages import languages
from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import ClamhError, WorkerError
from clamh.model.options import Options
from clamh.running.planning.contests import slices_by_time
from clamh.running.worker import commands
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import Worker
from conformance.observe import last_name
from conformance.scenarios import BY_TIME

SLICES = ((2, 3, 2, 0), (0, 2, 0, 1), (1, 2, 1, 0), (0, 1, 0, 2))  # invocations of the warm-in and timed, begin, end
EACH_NS = 1_000_000  # of an invocation, to a worker that can only be told for how long
PATIENCE_S = 300.0


def main() -> int:
    """Prints the slices of every case of a source; exit code 1 when a worker failed."""
    try:
        options = Options(paths=(sys.argv[1],), platforms=(sys.argv[2],))
        plan = pipeline.make_plan(options, warn=lambda problems: None, measured=False)
    except ClamhError as error:
        print(error)
        return error.exit_code
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        for case in sorted(plan.cases, key=lambda case: (last_name(case.benchmark), sorted(case.params.items()))):
            catalog = plan.catalogs[case.artifact]
            command = languages()[catalog.artifact.platform.language].toolchain.run_command(catalog.artifact, case.launch)
            try:
                for line in _slices(case, command, slices_by_time(catalog), Path(folder)):
                    print(line)
            except WorkerError as error:
                print(f"slice {last_name(case.benchmark)}: {error.reason}: {error.detail}")
                return 1
    return 0


def _slices(case: Case, command: Command, by_time: bool, folder: Path) -> Iterator[str]:
    name = " ".join([last_name(case.benchmark), *(f"{name}={value}" for name, value in sorted(case.params.items()))])
    unit = EACH_NS if by_time else 1
    with Worker(command, folder / "out", folder / "err") as worker:
        opened = ask(worker, case, commands.open_case(case, seed=1), PATIENCE_S)
        for warmin, count, begin, end in SLICES:
            command = commands.take_slice(case, opened, "measurement", unit * warmin, unit * count, begin, end)
            (thread,) = ask(worker, case, command, PATIENCE_S).threads
            text = f"{thread.operations:g} of {thread.all_operations:g} operations, {thread.elapsed_ns / 1e6:g} ms"
            if by_time and 0 < thread.operations <= thread.all_operations and thread.elapsed_ns > 0:
                text = BY_TIME
            yield f"slice {name} begin={begin} end={end}: {text}"
        ask(worker, case, commands.leave(), PATIENCE_S)  # `close` would run teardowns that are still due


if __name__ == "__main__":
    sys.exit(main())
