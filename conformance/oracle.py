"""`python -m conformance.oracle [--check] [SCENARIO …]`: write the expected transcripts anew from what real JMH 1.37 does.

Plain JMH runs the Java version of each lifecycle scenario: its own command line, host and forked JVM; nothing of our launcher
takes part, though the jar holds it. The first line of a file has a hash of its version, its options and the sources. With `--check` nothing is
written, and the exit code is 1 when a file is not what JMH does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from clamh import pipeline
from clamh.building.build import build
from clamh.languages.java.toolchain import JMH
from clamh.model.options import Options
from conformance import transcript
from conformance.observe import CACHE, SOURCES, TIMEOUT_S, environment, options
from conformance.scenarios import EXPECTED, Scenario, scenarios
from conformance.written import BY_HAND, find_source

LANGUAGE = "java"
HEAD = "# What JMH {} does; written by `python -m conformance.oracle`, never by hand: {}\n"


def jmh(name: str) -> list[str]:
    """The command that runs JMH itself on a scenario, which it builds."""
    requested = Options(paths=(str(find_source(name, LANGUAGE)),))
    suite = pipeline.forecast(requested.paths, warn=lambda problems: None)
    chosen, _ = pipeline.platforms(suite, requested)
    artifact = build(pipeline.generate_wrappers(suite)[0], chosen[requested.paths[0]][0], {**os.environ, "CLAMH_CACHE": str(CACHE)})
    # JMH's lock is one per machine, and waiting is all that it would do here: nothing is timed.
    return [artifact.platform.executable, "-Djmh.ignoreLock=true", "-jar", artifact.path]


def transcribe(scenario: Scenario, command: list[str]) -> str:
    """The text of an expected file: what JMH does with one scenario. Raises RuntimeError when JMH does not run it."""
    with tempfile.TemporaryDirectory(prefix="clamh-conformance-") as folder:
        written = Path(folder) / "transcript"
        written.touch()
        process = subprocess.run(
            [*command, *options(scenario)], cwd=folder, env=environment(SOURCES, written),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False,
        )
        found = transcript.processes(written.read_text(encoding="utf-8"), counted=scenario.counted)
    if process.returncode != 0 or not found:
        raise RuntimeError(f"{scenario.name}: JMH ended with code {process.returncode}:\n{process.stdout.decode()}")
    # After a failure JMH stops: what it does not do is nothing to compare with.
    lines = transcript.written([transcript.until_failure(item) for item in found])
    return head(scenario, text := "".join(f"{line}\n" for line in lines)) + text


def head(scenario: Scenario, lines: str) -> str:
    """The first line of an expected file, with a hash of its other lines, of JMH's version and options, and of the sources.

    What a change of the JDK, of this module, or of Java's generator and toolchain does, `make conformance` finds.
    """
    files = (find_source(scenario.name, LANGUAGE), BY_HAND / LANGUAGE / "Transcript.java", Path(transcript.__file__))
    given = [JMH, *options(scenario), str(scenario.counted), *(file.read_text(encoding="utf-8") for file in files), lines]
    return HEAD.format(JMH, sha256("\0".join(given).encode()).hexdigest()[:16])


def is_as_written(scenario: Scenario) -> bool:
    """Whether the file was written for the present version, options and sources."""
    first, end, lines = (EXPECTED / f"{scenario.name}.txt").read_text(encoding="utf-8").partition("\n")
    return first + end == head(scenario, lines)


def main(arguments: list[str]) -> int:
    """Write or check the expected files, all of them when none is named."""
    check, named = "--check" in arguments, {argument for argument in arguments if argument != "--check"}
    wanted = [scenario for scenario in scenarios().values() if scenario.oracle and (not named or scenario.name in named)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        texts = list(pool.map(lambda item: transcribe(item, jmh(item.name)), wanted))
    wrong = []
    for scenario, text in zip(wanted, texts, strict=True):
        path = EXPECTED / f"{scenario.name}.txt"
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            wrong.append(f"{path.name} is not what JMH does:\n{text}")
        if not check:
            path.write_text(text, encoding="utf-8")
    print("\n".join(wrong) or f"{len(texts)} transcripts {'checked' if check else 'written'}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
