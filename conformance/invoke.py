"""`python -m conformance.invoke FILE PLATFORM [CALLS]`: a line per case and call on its state with what it returned and gave to Blackhole.

A command of its own because a worker inherits the environment of whoever starts it: see observe.environment.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from clamh import pipeline
from clamh.languages import languages
from clamh.model.errors import ClamhError
from clamh.model.identity import camel_case
from clamh.model.options import Options
from clamh.running.worker.invoke import invoke
from conformance.observe import last_name

MOST = 20  # texts in a line


def main() -> int:
    """Prints the values of every case of a source, in the order of the plan."""
    try:
        options = Options(paths=(sys.argv[1],), platforms=(sys.argv[2],))
        plan = pipeline.make_plan(options, warn=lambda problems: None, measured=False)
    except ClamhError as error:
        print(error)
        return error.exit_code
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        for case in plan.cases:
            artifact = plan.catalogs[case.artifact].artifact
            toolchain = languages()[artifact.platform.language].toolchain
            command = toolchain.run_command(toolchain.recorder(artifact), case.launch)
            calls = int(sys.argv[3]) if len(sys.argv) > 3 else 1
            values = invoke(command, case, Path(folder), calls=calls)
            params = "".join(f" {param}={text}" for param, text in sorted(case.params.items()))
            for number, value in enumerate(values, 1):
                gave = f"returned {_json(value.returned)} consumed {_listed(value.consumed)}"
                if value.checks:
                    gave += f" checks {_json({last_name(name): text for name, text in sorted(value.checks.items())})}"
                which = f" call {number}" if calls > 1 else ""
                print(f"value {camel_case(last_name(case.benchmark))}{params}{which} {gave}")  # whatever the language's style is
    return 0


def _listed(texts: tuple[str, ...]) -> str:
    """All of a few, of many the first and the last two with their number."""
    if len(texts) <= MOST:
        return _json(texts)
    return f"{len(texts)} texts, {_json(texts[0])} … {_json(texts[-2])} {_json(texts[-1])}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
