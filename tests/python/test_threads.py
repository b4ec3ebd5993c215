"""What several threads count, what an invocation gives, and what is printed: as protocol/README.md says, on every interpreter."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from made_threads import check_that_closed_cases_leave_no_open_file, check_that_fixtures_lengthen_no_iteration

from clamh.languages.python.runtime import canonical
from clamh.languages.python.runtime.canonical import write_canonical

pytestmark = pytest.mark.language("python")

COUNTED = """import time


#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Own:
    made: int = 0

    def __init__(self):
        self._calls = 0

    def calls(self) -> int:
        return self._calls

    #@@Teardown(Level.Iteration)
    def finish(self):
        self.made += 1000


def call(own, late):
    own.made += 1
    own._calls += 1
    if late:
        time.sleep(0.001)


#@@Benchmark
def plain(own, threadParams):
    call(own, threadParams.getThreadIndex())


#@@Benchmark
def counts(own, threadParams, operations):
    call(own, threadParams.getThreadIndex())
    operations.add(1)


#@@Benchmark
def mute(threadParams, operations):
    if threadParams.getThreadIndex() == 0:
        operations.add(1)


#@@State(Scope.Thread)
class First:
    begun = False

    #@@Setup(Level.Invocation)
    def prepare(self):
        pass


#@@Benchmark
def slow_at_first(first):
    if not first.begun:
        first.begun = True
        time.sleep(0.02)
"""
FIELDS = [("iterate", "c", "measurement", 5_000_000, 0, 1, 1), ("slice", "c", "measurement", 2, 4, 2, 2)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "counted.py"
    path.write_text(COUNTED, encoding="utf-8")
    return path


@pytest.mark.parametrize("benchmark", ["plain", "counts"])
@pytest.mark.parametrize("fields", FIELDS)
def test_calls_that_wait_for_others_count_among_all_operations_only(talk, platform, source: Path, benchmark: str, fields) -> None:
    worker = talk(source, platform=platform)
    worker.open("c", benchmark, threads=2)
    for thread in worker.say(*fields)["threads"]:
        assert thread["counters"]["Own.made"] == thread["operations"] + 1000  # read after the teardowns
        assert thread["counters"]["Own.calls"] == thread["all_operations"] > thread["operations"] > 0


@pytest.mark.parametrize("fields", FIELDS)
def test_thread_that_reports_no_operations_is_a_failure(talk, platform, source: Path, fields) -> None:
    worker = talk(source, platform=platform)
    worker.open("c", "mute", threads=2)
    failed = worker.say(*fields)
    assert (failed["event"], failed["reason"], failed["where"], failed["thread"]) == ("failed", "benchmark", "mute", 1)
    assert failed["message"].startswith("it takes Operations, but no invocation reported its operations")


def test_the_first_invocation_is_that_of_the_trial(talk, platform, source: Path) -> None:
    worker = talk(source, platform=platform, CLAMH_CLOCK=None)
    worker.open("c", "slow_at_first", threads=2)
    threads = worker.say("iterate", "c", "measurement", 1_000_000, 0, 1, 1)["threads"]
    assert all(thread["first_ns"] >= 20_000_000 for thread in threads)


def test_waiting_members_have_a_timing_for_each_stretch(talk, platform) -> None:
    worker = talk("talk.py", platform=platform)
    worker.open("c", "belt", threads=2)
    for thread in worker.say("iterate", "c", "measurement", 20_000_000, 0, 1, 1)["threads"]:
        assert bool(thread["timings"]) == bool(thread["operations"])


PACED = """import time


#@@State(Scope.Thread)
class Nap:
    #@@Setup(Level.Invocation)
    def sleep(self):
        time.sleep(0.001)


#@@Benchmark
#@@Group("paced")
def early(nap):
    pass


#@@Benchmark
#@@Group("paced")
def late(nap):
    pass
"""


def test_fixtures_around_calls_lengthen_no_iteration_of_a_group(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "paced.py").write_text(PACED, encoding="utf-8")
    check_that_fixtures_lengthen_no_iteration(talk(source, platform=platform, CLAMH_CLOCK=None), "paced")


CALLED = """
#@@State(Scope.Benchmark)
class Shared:
    calls = 0

    #@@Check
    def called(self):
        return self.calls


#@@Benchmark
def alone(shared):
    shared.calls += 1


#@@State(Scope.Group)
class Late:
    #@@Check
    def seven(self):
        return 7


#@@Benchmark
#@@Group("both")
def a():
    pass


#@@Benchmark
#@@Group("both")
def b(late):
    pass
"""


def test_an_invocation_outside_of_groups_is_one_whatever_the_threads(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "called.py").write_text(CALLED, encoding="utf-8")
    worker = talk(source, platform=platform)
    worker.open("c", "alone", threads=3)
    assert worker.say("invoke", "c", 1)["checks"] == {"Shared.called": "i:1"}


def test_a_check_of_a_state_that_the_first_thread_has_not_is_called(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "called.py").write_text(CALLED, encoding="utf-8")
    worker = talk(source, platform=platform)
    for case, tg, checks in (("c", "1,1", {"Late.seven": "i:7"}), ("d", "1,0", {})):
        worker.open(case, "both", tg=tg)
        assert worker.say("invoke", case, 1)["checks"] == checks


@pytest.mark.parametrize("head", ["", "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8')\n"])
def test_what_a_benchmark_printed_is_there_before_the_next_answer(talk, platform, tmp_path: Path, head: str) -> None:
    (source := tmp_path / "prints.py").write_text(head + "#@@Benchmark\ndef prints():\n    print('seen')\n", encoding="utf-8")
    worker = talk(source, platform=platform, PYTHONUNBUFFERED=None)
    worker.open("c", "prints")
    worker.say("iterate", "c", "measurement", 0, 1, 1, 1)
    worker.say("close", "c")
    worker.printed.seek(0)
    assert worker.printed.read() == b"seen\n"


def test_what_Memory_and_numpy_hold_has_the_values_of_other_languages(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "holds.py").write_text("""
#@@Benchmark
def holds(memory):
    return [memory.array(float, 2), memory.array("i", 1), memory.array("B", 2)]
""", encoding="utf-8")
    assert talk(source, platform=platform).invoke("holds")["returned"] == "[[i:0,i:0],[i:0],x:0000]"
    values = [numpy.int64(-3), numpy.float32(0.5), numpy.bool_(True), numpy.arange(2), numpy.array(7), numpy.longdouble(1)]
    assert [write_canonical(value) for value in values] == ["i:-3", "f:3fe0000000000000", "b:true", "[i:0,i:1]", "i:7", "object"]


def test_an_awaitable_of_a_benchmark_that_is_not_async_is_an_error(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "returns.py").write_text("""
async def work(): return 7
#@@Benchmark
def plain(): return work()
#@@Benchmark
async def awaited(): return await work()
""", encoding="utf-8")
    worker = talk(source, platform=platform)
    assert worker.invoke("awaited")["returned"] == "i:7"
    worker.open("c", "plain")
    failed = worker.say("invoke", "c", 1)
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "benchmark", "plain")
    assert "returns an awaitable (coroutine)" in failed["message"] and "`async def`" in failed["message"]


def test_equal_sets_have_equal_texts_in_every_process() -> None:
    code = "print(write_canonical([{'b', 'a', 'c', 10, 9, 2.5, None}, frozenset({('z',), ('y',)})]))"
    texts = {subprocess.run([sys.executable, "-c", f"from clamh.languages.python.runtime.canonical import write_canonical; {code}"], check=True,
                            capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": str(seed)}).stdout for seed in range(3)}
    assert texts == {"[[f:4004000000000000,i:9,i:10,null,s:a,s:b,s:c],[[s:y],[s:z]]]\n"}


def test_a_closed_case_leaves_no_open_file(talk, platform, source: Path) -> None:
    check_that_closed_cases_leave_no_open_file(talk(source, platform=platform, CLAMH_CLOCK=None), "plain")


THREADED = """#@@Benchmark
#@@Threads(3)
def three():
    return 3


#@@Benchmark
#@@Threads(Threads.MAX)
def most():
    return 0


#@@Benchmark
#@@Threads(Threads.HALF_MAX)
def half():
    return 0


#@@Benchmark
#@@Group("pair")
def left():
    return 0


#@@Benchmark
#@@Group("pair")
def right():
    return 0
"""


def test_solo_has_the_threads_of_the_annotation_and_whole_groups(made, platform, tmp_path: Path) -> None:
    (source := tmp_path / "threaded.py").write_text(THREADED, encoding="utf-8")
    path = made(source, platform).path
    cpus = os.cpu_count() if "pypy" in platform.id else len(os.sched_getaffinity(0))
    for words, threads in ((["three"], 3), (["three", "-t", "2"], 2), (["most"], cpus), (["half"], max(1, cpus // 2)), (["pair"], 2), (["pair", "-t", "3"], 4)):
        process = subprocess.run([platform.executable, path, "--solo", *words, "-wi", "0", "-i", "1", "-r", "1ms"], capture_output=True, text=True,
                                 check=True, timeout=300)
        assert f"\nThreads: {threads} thread{'s' * (threads != 1)}\n" in process.stdout


def test_solo_without_a_standard_output_says_so(made, platform, source: Path) -> None:
    argv = [platform.executable, made(source, platform).path, "--solo", "counts", "-wi", "0", "-i", "1", "-r", "1ms"]
    process = subprocess.run(argv, stderr=subprocess.PIPE, text=True, check=False, timeout=300, preexec_fn=lambda: os.close(1))
    assert (process.returncode, process.stderr) == (1, "results are missing: standard output is closed\n")


def test_solo_refuses_operations_in_mode_sample(made, platform, source: Path) -> None:
    process = subprocess.run([platform.executable, made(source, platform).path, "--solo", "counts", "-bm", "sample", "-i", "1"], capture_output=True, text=True,
                             check=False, timeout=300)
    assert process.returncode == 1 and "unsupported in counts: it takes Operations" in process.stderr


def test_solo_reads_the_numbers_that_a_run_reads(made, platform, tmp_path: Path) -> None:
    (source := tmp_path / "numbers.py").write_text("""#@@State(Scope.Benchmark)
class Data:
    #@@Param({"007"})
    octal: int = 0
    #@@Param({"-0x1F"})
    hexadecimal: int = 0
    #@@Param({"0x1p3"})
    power: float = 0


#@@Benchmark
def reads(data):
    return data.power
""", encoding="utf-8")
    process = subprocess.run([platform.executable, made(source, platform).path, "--solo", "reads", "-wi", "0", "-i", "1", "-r", "1ms"], capture_output=True,
                             text=True, check=True, timeout=300)
    assert "\nParameters: (Data.octal = 7, Data.hexadecimal = -31, Data.power = 8.0)\n" in process.stdout


def test_a_list_inside_itself_and_a_list_in_many_places_end(monkeypatch: pytest.MonkeyPatch) -> None:
    root: list[object] = []
    root[:] = [root, [root], {"a": root}]
    assert write_canonical(root) == "[object,[object],[[s:a,object]]]"
    places = [1]
    assert write_canonical([places, places]) == "[[i:1],[i:1]]"
    monkeypatch.setattr(canonical, "LONGEST", 1000)
    for _ in range(60):
        places = [places, places]
    with pytest.raises(ValueError, match="more than 1000 characters"):
        write_canonical(places)


def test_memory_of_ctypes_is_a_sequence() -> None:
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_int)]

    arrays = [(ctypes.c_int * 3)(1, 2, -3), (ctypes.c_int.__ctype_be__ * 2)(1, 2), (ctypes.c_double * 1)(0.5), (ctypes.c_ubyte * 2)(1, 2), (Pair * 1)()]
    assert [write_canonical(memoryview(array)) for array in arrays] == [
        "[i:1,i:2,i:-3]", "[i:1,i:2]", "[f:3fe0000000000000]", "x:0102", "object"]
