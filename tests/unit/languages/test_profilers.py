"""Do the readers of profiles find stacks with their weights, and do the tools record the worker's command?"""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from clamh.languages import languages
from clamh.languages.go.profiler import profiled_platform
from clamh.languages.profilers import CALLGRIND, PERF, read_native_stacks, split_callers
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame

PERF_TEXT = """\
 7290    2004008 
\t            3807 step
\t            3a19 sum (inlined)
\t            3a19 clamh_b0_repeat
\t           12bf2 main

 7290    1000000 
\tffffffff81000000 handle_softirqs
\tffffffff81000001 asm_sysvec_apic_timer_interrupt
\t            3a19 core::step::h0123456789abcdef
\t            3a19 clamh_b0_repeat
"""
CALLGRIND_TEXT = """\
events: Ir
fl=(1) /a/sums.c
fn=(1) step'clamh_b0_repeat'main
2 30
fn=(2) clamh_b0_repeat'main
5 7
calls=10 0
5 30
fi=(1)
3 5
fe=(2) /a/wrapper.c
9 1
"""
PPROF_TEXT = """\
PeriodType: cpu nanoseconds
Samples:
samples/count cpu/nanoseconds
         22  220000000: 1 2 
          1   10000000: 3 2 
Locations
     1: 0x4c46d3 M=1 user.step /a/my sums.go:4:0 s=3
             user.twice /a/my sums.go:7:0 s=6
     2: 0x4c4751 M=1 user.Sum /a/my sums.go:12:0 s=10
     3: 0x4c4757 M=1 runtime.asyncPreempt /go/preempt.s:5:0 s=1
Mappings
1: 0x400000/0x4c5000/0x0 /a/run_sums id [FN]
"""


def names(stacks: list) -> list[tuple[list[str], float]]:
    return [([frame.name for frame in stack.frames], stack.weight) for stack in stacks]


def test_perf_samples_have_inlined_functions_and_no_interrupts() -> None:
    assert names(read_native_stacks(PERF, PERF_TEXT)) == [
        (["main", "clamh_b0_repeat", "sum", "step"], 2004008), (["clamh_b0_repeat", "core::step"], 1000000)]


def test_callgrind_gives_own_costs_to_whole_stacks_and_places() -> None:
    stacks = read_native_stacks(CALLGRIND, CALLGRIND_TEXT)
    assert [(stack.frames[-2].name, stack.frames[-1], stack.weight) for stack in stacks] == [
        ("step", Frame("", "/a/sums.c", 2), 30), ("clamh_b0_repeat", Frame("", "/a/sums.c", 5), 7),
        ("clamh_b0_repeat", Frame("", "/a/sums.c", 3), 5), ("clamh_b0_repeat", Frame("", "/a/wrapper.c", 9), 1)]
    assert [frame.name for frame in stacks[0].frames] == ["main", "clamh_b0_repeat", "step", ""]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a'b'c", ["a", "b", "c"]),
        ("L((function 'sum'),\"x\"[0..3]).repeat'main", ["L((function 'sum'),\"x\"[0..3]).repeat", "main"]),
        ("f<fn(&'a u8) -> i32>'g", ["f<fn(&'a u8) -> i32>", "g"]),
        ("a::operator<(a)'a::operator->()'main", ["a::operator<(a)", "a::operator->()", "main"]),
    ],
)
def test_callers_are_split_outside_of_brackets(name: str, parts: list[str]) -> None:
    assert split_callers(name) == parts


def read(id: str, text: str) -> list:
    return languages()[id].profiler.read_stacks("", text)


def test_pprof_locations_have_inlined_functions_and_no_preemption() -> None:
    stacks = read("go", PPROF_TEXT)
    assert names(stacks) == [(["user.Sum", "user.twice", "user.step"], 22e7), (["user.Sum"], 1e7)]
    assert stacks[0].frames[-1] == Frame("user.step", "/a/my sums.go", 3)


def test_flight_recorder_events_are_samples() -> None:
    def frame(name: str) -> dict:
        return {"method": {"type": {"name": "p/A"}, "name": name}}

    events = [{"values": {"stackTrace": {"frames": [frame("step"), frame("sum")]}}}, {"values": {"stackTrace": None}}]
    assert names(read("java", json.dumps({"recording": {"events": events}}))) == [(["p.A.sum", "p.A.step"], 1e7)]


@pytest.mark.parametrize(("file", "place"), [("/a/b c.js", Frame("", "/a/b c.js", 2)), ("/a/b c.ts", Frame("(inlined TypeScript)"))])
def test_lines_of_the_measured_loop_become_places(file: str, place: Frame) -> None:
    def node(id: int, name: str, children: list[int], **more: object) -> dict:
        return {"id": id, "callFrame": {"functionName": name, "url": f"file://{quote(file)}", "lineNumber": 4}, "children": children,
                **more}

    nodes = [node(1, "(root)", [2, 4]), node(2, "clamh$repeat_b0", [3], positionTicks=[{"line": 2, "ticks": 3}, {"line": 7, "ticks": 1}]),
             node(3, "", []), node(4, "(idle)", [])]
    text = json.dumps({"nodes": nodes, "samples": [2, 2, 3, 4], "timeDeltas": [10, 30, 5, 9]})
    known = (file, 5) if place.file else ()  # lines of TypeScript are those of its translation
    loop = Frame("clamh$repeat_b0", *known)
    assert [(stack.frames, stack.weight) for stack in read("javascript", text)] == [
        ((loop, place), 30e3), ((loop,), 10e3), ((loop, Frame("(anonymous)", *known)), 5e3)]


def test_weights_of_py_spy_are_seconds() -> None:
    text = json.dumps({"shared": {"frames": [{"name": "sum", "file": "/a.py", "line": 3}]},
                       "profiles": [{"samples": [[0], []], "weights": [0.002, 0.002]}]})
    assert read("python", text) == [((Frame("sum", "/a.py", 3),), 2e6)]


def test_the_profiled_build_keeps_the_users_tags() -> None:
    platform = Platform(id="go/go-1.26", language="go", executable="go", version="1.26", flags=("-tags=a,b", "-x"))
    assert profiled_platform(platform).flags == ("-x", "-tags=a,b,clamh_profile")


@pytest.mark.parametrize("id", languages())
def test_every_tool_starts_the_worker_and_writes_into_the_folder(id: str) -> None:
    argv = ("java", "-cp", "x.jar", "org.openjdk.jmh.runner.Worker", "case") if id == "java" else ("program", "case")
    platform = Platform(id=f"{id}/x", language=id, executable="/bin/x", version="1", facts={"implementation": "cpython"})
    tools = languages()[id].profiler.find_tools(Command(argv=argv), platform, "/folder")
    for tool in tools:
        assert set(argv) <= set(tool.argv) and "/folder" in " ".join((*tool.argv, *tool.env.values()))
        assert tool.probe and tool.install_hint and tool.pattern
    assert tools
