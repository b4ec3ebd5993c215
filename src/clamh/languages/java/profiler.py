"""How `clamh profile` profiles Java: the JVM's Flight Recorder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from clamh.languages.base import ProfilingTool
from clamh.languages.java.flags import fork_options, jmh_words
from clamh.languages.java.toolchain import INSTALL_HINT, add_jvm_flag
from clamh.model.artifacts import Artifact, Command, Platform
from clamh.model.profiles import Frame, Stack
from clamh.model.sources import Member

LOOP = re.compile(r"_jmh(?:Test\.\w+_jmh)?Stub ")
# JMH's, of version 1.37; gc and perf are ours.
PASSED = ("stack", "comp", "cl", "jfr", "async", "perfnorm", "perfasm", "xperfasm", "dtraceasm", "xctraceasm",
          "xctracenorm", "perfc2c", "mempool", "pauses", "safepoints")
LENGTH = ("-f", "1", "-wi", "1", "-w", "1s", "-i", "3", "-r", "1s")  # a single process, about four seconds
PERIOD_NS = 10e6  # between two samples of a thread, by the settings "profile"


def find_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """The Flight Recorder, whose file the tool `jfr` of the same JDK prints."""
    jfr = str(Path(platform.executable).with_name("jfr"))
    recorded = add_jvm_flag(command, f"-XX:StartFlightRecording=filename={folder}/case.jfr,settings=profile")
    return [
        ProfilingTool(name="Flight Recorder", unit="nanoseconds", argv=recorded.argv, probe=(jfr, "version"),
                      install_hint=f"use a JDK of version 11 or newer, which has {jfr}: {INSTALL_HINT}",
                      refused_hint="", pattern="case.jfr",
                      reading=(jfr, "print", "--json", "--stack-depth", "64", "--events", "jdk.ExecutionSample"))]


def describe_passed(artifact: Artifact, benchmark: str, params: Mapping[str, str], options: Mapping[str, str],
                    members: Sequence[Member], profiler: str) -> tuple[str, ...]:
    """JMH's own command line for a benchmark, with the arguments of the user for the forks' JVMs."""
    if any("," in value for value in params.values()):  # JMH would read several values
        return ()
    # JMH names a param by its field alone.
    values = [word for name, value in params.items() for word in ("-p", f"{name.rpartition('.')[2]}={value}")]
    length = LENGTH[:2] if options["bm"] == "ss" else LENGTH
    in_order = sorted(members, key=lambda member: member.name)  # JMH's order
    given = {**options, **({"tg": ",".join(str(member.threads) for member in in_order)} if members[1:] else {})}
    return (artifact.platform.executable, "-jar", artifact.path, f"^{re.escape(benchmark)}$", "-prof", profiler,
            *(word for name, value in given.items() for word in (f"-{name}", value)), *length, *values,
            *jmh_words(fork_options(artifact)))


def find_text(output: str) -> str:
    """JMH's secondary results: each with its name behind that of the benchmark."""
    _, _, results = output.partition('\nSecondary result "')
    text = results.partition("\n# Run complete")[0]
    parts = [part.partition('":\n') for part in text.split('\nSecondary result "') if part]
    named = [(name.rpartition(":")[2], re.sub(r"\n{3,}", "\n\n", body.strip())) for name, _, body in parts]
    return "\n".join(f"{name}:\n{body}" for name, body in named)


def read_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks of `jfr print --json`."""
    return list(_read_events(text))


def _read_events(text: str) -> Iterator[Stack]:
    for event in json.loads(text)["recording"]["events"]:
        trace = event["values"].get("stackTrace") or {}
        frames = [_make_frame(frame["method"]) for frame in reversed(trace.get("frames") or ())]
        if frames:
            yield Stack(tuple(frames), PERIOD_NS)


def _make_frame(method: dict[str, object]) -> Frame:
    """A method with its class, without its line: a sample has only the line that it was in."""
    of = method["type"]
    name = str(of["name"] if isinstance(of, dict) else "").replace("/", ".")
    return Frame(f"{name}.{method['name']}")
