"""Does the launcher measure what JMH measures: the same VM flags, and machine code of the same size?"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from warm_javac import SHORT_LIVED

from clamh.languages.base import Command

from .conftest import Built

pytestmark = pytest.mark.language("java")
MS = 1_000_000
ITERATION_MS = 250
STEPS = 6
ATTEMPTS = 8  # the compiler's timing decides which versions of a method there are
SETTLED_S = 60
STARTED_S = 300
QUICK_JVM = [f"-J{flag}" for flag in SHORT_LIVED.split()]  # of jcmd itself, which lives for a moment
RECURSIVE = ("factorial", "clamh.Factorial.factorialRecursive", {"number": "25"})
CASES = [("scenes", "scenes.Scenes.empty", {}, "avgt"), ("scenes", "scenes.Scenes.object", {}, "avgt"), (*RECURSIVE, "avgt"),
         (*RECURSIVE, "sample"), ("scenes", "scenes.Scenes.object", {}, "ss")]
SHOT = 1_000_000  # the batch of a single shot, so long that its loop is compiled
# `id level state name(signature)result [header, begin - end]`; state 0 is in use, level 4 is C2.
NMETHOD = re.compile(r"^\s*\d+ 4 0 (\S+?)\(\S* \[0x\w+, (0x\w+) - (0x\w+)\]$", re.MULTILINE)

Sizes = dict[str, frozenset[int]]


def jcmd(built: Built, pid: int, command: str) -> str:
    tool = Path(built.artifact.platform.executable).with_name("jcmd")
    if not tool.exists():
        pytest.skip(f"{tool} is not there")
    process = subprocess.run([str(tool), *QUICK_JVM, str(pid), command], capture_output=True, text=True, timeout=300, check=True)
    return process.stdout


def sizes(built: Built, pid: int, benchmark: str) -> Sizes:
    """Code sizes in bytes of the C2 versions in use of the benchmark's stub and of the benchmark's own methods."""
    owner = benchmark.rpartition(".")[0]
    found: dict[str, set[int]] = {}
    for name, begin, end in NMETHOD.findall(jcmd(built, pid, "Compiler.codelist")):
        if name.endswith("_jmhStub") or name.rpartition(".")[0] == owner:
            found.setdefault(name, set()).add(int(end, 16) - int(begin, 16))
    return {name: frozenset(some) for name, some in found.items()}


def settled(built: Built, pid: int, benchmark: str, step: Callable[[], None]) -> Sizes:
    """The sizes after some iterations, once they stay the same with the stub among them."""
    deadline = time.monotonic() + SETTLED_S
    for _ in range(STEPS):
        step()
    seen = sizes(built, pid, benchmark)
    while time.monotonic() < deadline:
        before = seen
        step()
        seen = sizes(built, pid, benchmark)
        if seen == before and any(name.endswith("_jmhStub") for name in seen):
            break
    return seen


@contextmanager
def fork_of_jmh(built: Built, benchmark: str, params: dict[str, str], mode: str, folder: Path) -> Iterator[int]:
    """A plain `-f 1` run of JMH, in the middle of its iterations; the process number of its fork."""
    # Another JMH on this machine does not matter here: nothing is timed. The property is no VM flag.
    argv = [built.artifact.platform.executable, "-Djmh.ignoreLock=true", "-jar", built.artifact.path, f"^{re.escape(benchmark)}$",
            "-f", "1", "-bm", mode, "-wi", "3", "-w", f"{ITERATION_MS}ms", "-i", "100000", "-r", f"{ITERATION_MS}ms"]
    if mode == "ss":
        argv += ["-bs", str(SHOT), "-wbs", str(SHOT)]
    for name, value in params.items():
        argv += ["-p", f"{name}={value}"]
    with (folder / "jmh.log").open("w") as log:
        host = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, start_new_session=True)
    try:
        deadline = time.monotonic() + STARTED_S
        while "# Warmup Iteration   1" not in (folder / "jmh.log").read_text():
            assert host.poll() is None and time.monotonic() < deadline, (folder / "jmh.log").read_text()
            time.sleep(0.1)
        children = [int(pid) for task in Path(f"/proc/{host.pid}/task").iterdir()
                    for pid in (task / "children").read_text().split()]
        (fork,) = [pid for pid in children if b"ForkedMain" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        yield fork
    finally:
        os.killpg(host.pid, 9)
        host.wait()


def of_jmh(built: Built, benchmark: str, params: dict[str, str], mode: str, folder: Path) -> tuple[Sizes, str]:
    with fork_of_jmh(built, benchmark, params, mode, folder) as fork:
        return settled(built, fork, benchmark, lambda: time.sleep(ITERATION_MS / 1000)), jcmd(built, fork, "VM.flags")


def of_launcher(
    built: Built, benchmark: str, params: dict[str, str], mode: str, command: Command
) -> tuple[Sizes, str]:
    state = "clamh.Factorial.InputValue"
    with built.talk(command) as talk:
        talk.open(benchmark, {f"{state}.{name}": value for name, value in params.items()}, mode=mode, batch=SHOT if mode == "ss" else 1)
        first = iter([1])
        time_ns, count = (0, 1) if mode == "ss" else (ITERATION_MS * MS, 0)

        def step() -> None:
            end = time.monotonic() + ITERATION_MS / 1000
            while True:
                event = talk.say("iterate", "c", "warmup", time_ns, count, next(first, 0), 0)
                assert event["event"] == "iteration", event
                if time.monotonic() >= end:
                    return

        return settled(built, talk.worker.pid, benchmark, step), jcmd(built, talk.worker.pid, "VM.flags")


def alike(item: Sizes, other: Sizes, mode: str) -> bool:
    """Whether the code has the same sizes; in mode `sample` at least one version of each method.

    The loop of that mode's stub is entered while it runs, and how often it had sampled by then makes versions of its own:
    plain forks differ there from each other too.
    """
    if mode != "sample":
        return bool(item) and item == other
    return bool(item) and item.keys() == other.keys() and all(sizes & other[name] for name, sizes in item.items())


def flags(text: str) -> list[str]:
    """What VM.flags lists, without the process number and the hint file's name."""
    return re.sub(r"(-XX:CompileCommandFile=)\S+", r"\1…", text.partition("\n")[2]).split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fixture", "benchmark", "params", "mode"), CASES, ids=[f"{case[1].split('.')[-1]}-{case[3]}" for case in CASES]
)
def test_flags_and_code_sizes_are_those_of_a_plain_fork(
    request: pytest.FixtureRequest, platform: Any, fixture: str, benchmark: str, params: dict[str, str], mode: str,
    tmp_path: Path,
) -> None:
    built: Built = request.getfixturevalue(fixture)
    ours: list[Sizes] = []
    jmhs: list[Sizes] = []
    for _ in range(ATTEMPTS):
        code, vm = of_jmh(built, benchmark, params, mode, tmp_path)
        own_code, own_vm = of_launcher(built, benchmark, params, mode, built.command(benchmark))
        assert flags(own_vm) == flags(vm)
        assert any("CompileCommandFile" in flag for flag in flags(vm))
        jmhs.append(code)
        ours.append(own_code)
        if any(alike(our, other_jmh, mode) for our in ours for other_jmh in jmhs):
            return
    pytest.fail(f"no launcher's code has the sizes of a fork's: {ours} against {jmhs}")


@pytest.mark.slow
def test_the_sizes_differ_where_the_arguments_are_missing(factorial: Built, tmp_path: Path) -> None:
    """The comparison above can fail: a launcher that was told to expect no arguments compiles something else."""
    _, benchmark, params = RECURSIVE
    java, class_path = factorial.artifact.platform.executable, factorial.artifact.path
    bare = Command(argv=(java, "-cp", class_path, "org.openjdk.jmh.runner.Worker", "-", "0"))
    code, vm = of_jmh(factorial, benchmark, params, "avgt", tmp_path)
    for _ in range(2):
        own_code, own_vm = of_launcher(factorial, benchmark, params, "avgt", bare)
        assert own_code and own_code != code
        assert flags(own_vm) != flags(vm)
