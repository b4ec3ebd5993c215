"""How `clamh profile` profiles Java: the JVM's Flight Recorder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from clamh.languages.base import ProfilingTool
from clamh.languages.java.toolchain import INSTALL_HINT, add_jvm_flag
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame, Stack

LOOP = re.compile(r"_jmh(?:Test\.\w+_jmh)?Stub ")
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
