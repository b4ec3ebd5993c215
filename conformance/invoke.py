"""`python -m conformance.invoke FILE PLATFORM`: one line per case with what one invocation of it returned and gave to Blackhole.

A command of its own because a worker inherits the environment of whoever starts it: see observe.environment.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TypeVar

from clamh import pipeline
from clamh.errors import ClamhError, WorkerError
from clamh.languages import languages
from clamh.model import Case, Plan
from clamh.options import Options
from clamh.worker.messages import Bye, Closed, Opened, Value, decode, encode
from clamh.worker.process import Worker
from conformance.observe import last_name

DEADLINE_S = 60

Answer = TypeVar("Answer", Bye, Closed, Opened, Value)


def main() -> int:
    """Prints the values of every case of a source, in the order of the plan."""
    try:
        options = Options(paths=(sys.argv[1],), platforms=(sys.argv[2],))
        plan = pipeline.planned(options, warn=lambda problems: None)
    except ClamhError as error:
        print(error)
        return error.exit_code
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        for case in plan.cases:
            value = invoked(plan, case, Path(folder))
            params = "".join(f" {param}={text}" for param, text in sorted(case.params.items()))
            gave = f"returned {_json(value.returned)} consumed {_json(value.consumed)}"
            print(f"value {last_name(case.benchmark)}{params} {gave}")
    return 0


def invoked(plan: Plan, case: Case, outputs: Path) -> Value:
    """What one invocation of a case gave, in a fresh worker of its own. Raises WorkerError."""
    artifact = plan.catalogs[case.artifact].artifact
    command = languages()[artifact.platform.language].toolchain.run_command(artifact, case.launch)
    options = case.options
    with Worker(command, outputs / "out", outputs / "err") as worker:
        _ask(worker, Opened, encode(
            "open", case.case_id, f"benchmark={case.benchmark}", f"mode={case.mode}", f"threads={case.threads}",
            f"batch={options.measurement_batch_size}", f"opi={options.operations_per_invocation}", "seed=1",
            *(f"p:{name}={text}" for name, text in case.wire_params.items()),
        ))
        value = _ask(worker, Value, encode("invoke", case.case_id))
        _ask(worker, Closed, encode("close", case.case_id))
        _ask(worker, Bye, encode("exit"))
        worker.finish()
    return value


def _ask(worker: Worker, expected: type[Answer], line: bytes) -> Answer:
    deadline = time.monotonic() + DEADLINE_S
    worker.send(line, deadline)
    event = decode(worker.receive(deadline))
    if not isinstance(event, expected):
        raise WorkerError("protocol", f"{line!r} was answered by {event!r}")
    return event


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
