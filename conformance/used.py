"""`python -m conformance.used FILE PLATFORM`: measures one slice of each case and then calls it twice on the state that is left, a line per call.

A command of its own because a worker inherits the environment of whoever starts it: see observe.environment.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from clamh import pipeline
from clamh.languages import languages
from clamh.model.errors import ClamhError, WorkerError
from clamh.model.identity import camel_case
from clamh.model.options import Options
from clamh.running.worker import commands
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import Worker
from conformance.observe import last_name

WARMIN, COUNT = 2, 3  # invocations of the slice, which begins trial and iteration and ends neither
CALLS = 2
PATIENCE_S = 300.0


def main() -> int:
    """Prints the values; exit code 1 when a worker failed."""
    try:
        options = Options(paths=(sys.argv[1],), platforms=(sys.argv[2],))
        plan = pipeline.make_plan(options, warn=lambda problems: None, measured=False)
    except ClamhError as error:
        print(error)
        return error.exit_code
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        for case in plan.cases:
            artifact = plan.catalogs[case.artifact].artifact
            command = languages()[artifact.platform.language].toolchain.run_command(artifact, case.launch)
            name = camel_case(last_name(case.benchmark))
            try:
                with Worker(command, Path(folder) / "out", Path(folder) / "err") as worker:
                    opened = ask(worker, case, commands.open_case(case, seed=1), PATIENCE_S)
                    if not opened.can_invoke:
                        print(f"value {name}: `opened` says that `invoke` may not follow")
                        continue
                    ask(worker, case, commands.take_slice(case, opened, "measurement", WARMIN, COUNT, 2, 0), PATIENCE_S)
                    values = ask(worker, case, commands.invoke(case, CALLS), PATIENCE_S).calls
                    ask(worker, case, commands.close(case), PATIENCE_S)
                    ask(worker, case, commands.leave(), PATIENCE_S)
            except WorkerError as error:
                print(f"value {name}: {error.reason}: {error.detail}")
                return 1
            for number, value in enumerate(values, 1):
                print(f"value {name} call {number} returned {json.dumps(value.returned)} consumed {json.dumps(value.consumed)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
