"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import hashlib
import itertools
import subprocess
from functools import partial
from pathlib import Path

import pytest
from made_protocol import EveryClock, EveryTeam, EveryWorker
from made_python import PLATFORMS, SOURCES
from made_threads import EveryShot

pytestmark = pytest.mark.language("python")

ALIGNED = {"Aligned.text": "a b", "Aligned.flag": "true", "Aligned.ratio": "0.5", "Aligned.big": "-9007199254740993",
           "Aligned.plain": "q"}
SHARED = {"Shared.level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk.py", "Bench.twice", "Bench.big"
    collector, processors = "gc enabled", 1
    level, params = "Shared.level", {}
    texts, given, long = "Bench.texts", ALIGNED | SHARED, "long"
    consumed = ["s:a b", "b:true", "f:3fe0000000000000", "i:-9007199254740993", "s:q"]
    printed = ["Shared()", "everywhere", "Shared.setup", "Aligned.setup Shared", *2 * ["Shared.iteration", "Shared.iterated"],
               "Aligned.teardown", "Shared.teardown"]
    # `half` takes shared, half: the last one is set up first, and what did not get its turn is not torn down
    half = ("half", "Half.finish", r"ValueError: no more\n    at finish \(.*", ["Shared()", "everywhere", "Half.begin", "Half.teardown"])


class TestClock(EveryClock):
    source, big, clocks = "talk.py", "Bench.big", {"time.perf_counter_ns", "time.monotonic_ns"}

    @pytest.fixture
    def talk(self, talk, platform):
        return partial(talk, platform=platform)


class TestTeam(EveryTeam):
    @pytest.fixture
    def team(self, talk, platform):
        return talk("teams.py", platform=platform)


class TestShot(EveryShot):
    @pytest.fixture
    def worker(self, talk, platform):
        return talk("talk.py", platform=platform)


def test_counters_of_mode_sample_belong_to_all_calls(talk, platform) -> None:
    """Of a thread, also those of the estimate of how many batches go by untimed."""
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK="counted:1000")
    worker.open("c1", "add", mode="sample")
    (thread,) = worker.say("iterate", "c1", "measurement", 3_000_000, 0, 1, 1)["threads"]
    assert thread["counters"]["Own.made"] == thread["all_operations"] > thread["operations"]


def test_describe_tells_the_whole_catalog(talk, platform) -> None:
    hello, *catalog, described = talk("talk.py", platform=platform).describe()
    assert (hello["event"], hello["protocol"], hello["language"], hello["platform"]) == ("hello", 2, "python", platform.id)
    assert hello["toolchain"] == {"name": platform.facts["implementation"], "version": platform.version, "flags": [], "optimised": True}
    assert hello["runtime"].startswith(("CPython 3.", "PyPy 3.")) and hello["runtime"].endswith(("; GIL: threads run in turn", "; no GIL"))
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    [(path, digest)] = hello["sources"].items()
    assert digest == hashlib.sha256(Path(path).read_bytes()).hexdigest()
    states = {item["name"]: item for item in catalog if item["event"] == "state"}
    assert list(states) == ["Shared", "Aligned", "Half", "Own", "Belt", ""]  # the last one is Bench, which is no state
    assert {item["name"]: item["type"] for item in states["Aligned"]["params"]} == {
        "Aligned.text": "string", "Aligned.flag": "boolean", "Aligned.ratio": "float", "Aligned.big": "integer",
        "Aligned.plain": "string"}
    assert states["Shared"]["params"][0]["values"] == ["1", "2"]
    fixtures = {entry["name"]: (entry["kind"], entry["level"], entry["states"]) for entry in catalog if entry["event"] == "fixture"}
    assert fixtures["Shared.iterated"] == ("Teardown", "Iteration", [0]) and fixtures["Aligned.setup"] == ("Setup", "Trial", [1, 0])
    benchmarks = {entry["name"]: entry for entry in catalog if entry["event"] == "benchmark"}
    assert benchmarks["Bench.twice"]["baseline"] == "reference" and benchmarks["Bench.twice"]["line"] == 16
    assert [function["states"] for function in benchmarks["Bench.texts"]["functions"]] == [[1]]
    assert benchmarks["Bench.big"]["settings"] == {"operations_per_invocation": 4}
    assert described == {"event": "described", "states": 6, "fixtures": len(fixtures), "benchmarks": len(benchmarks)}


@pytest.mark.parametrize(("benchmark", "message", "line"), [
    ("fails", "TypeError: boom 2\n    at fails (", 104),
    ("fails_later", "LookupError: later\n    at fails_later (", 110),
])
def test_failing_benchmark_names_its_line_and_others_continue(talk, platform, benchmark, message, line) -> None:
    worker = talk("talk.py", platform=platform)
    worker.open("c1", benchmark, SHARED if benchmark == "fails" else {})
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["event"], failed["case"], failed["reason"], failed["where"]) == ("failed", "c1", "benchmark", benchmark)
    assert message in failed["message"] and "clamh_worker" not in failed["message"]
    assert f"talk.py:{line})" in failed["message"]
    assert worker.say("close", "c1")["reason"] == "malformed"
    worker.open("c2", "Bench.big")
    assert worker.say("iterate", "c2", "warmup", 0, 1, 1, 1)["event"] == "iteration"
    code, printed = worker.end()
    assert code == 0
    if benchmark == "fails":
        assert printed.split()[:6] == ["Shared()", "everywhere", "Shared.setup", "Shared.iteration", "Shared.iterated",
                                       "Shared.teardown"]


def test_an_async_benchmark_is_awaited(talk, platform) -> None:
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK=None)
    for case, least in (("promises", 0), ("sleeps", 3_000_000)):
        worker.open(case, case)
        thread = worker.say("iterate", case, "warmup", 0, 3, 1, 0)["threads"][0]
        assert thread["all_operations"] == thread["operations"] == 3
        assert thread["elapsed_ns"] > least
    assert worker.invoke("promises")["returned"] == "i:21"


@pytest.mark.parametrize("task", ["asyncio.create_task(work())", "asyncio.get_running_loop().call_soon(work_now)"])
def test_an_error_of_a_background_task_fails_the_benchmark(talk, tmp_path: Path, task: str) -> None:
    """The event loop only prints such an error, and the benchmark was measured as if its task had run."""
    source = tmp_path / "background.py"
    source.write_text(f"""import asyncio


def work_now():
    raise ValueError("no work")


async def work():
    work_now()


#@@Benchmark
async def begins():
    {task}


#@@Benchmark
async def waits():
    await asyncio.gather(work(), return_exceptions=True)
    return 7
""", encoding="utf-8")
    worker = talk(source)
    worker.open("c1", "begins")
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 1)
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "benchmark", "begins")
    assert failed["message"].startswith("ValueError: no work\n    at work_now (")
    assert worker.invoke("begins")["message"].startswith("ValueError: no work")
    assert worker.invoke("waits")["returned"] == "i:7"  # the process goes on, and an error that is awaited is none
    assert worker.end()[0] == 0


@pytest.mark.parametrize(("does", "message"), [
    ("raises", "IndexError: no answer\n    at answer ("), ("says nothing", "this Check returned nothing")])
def test_a_check_that_fails_is_the_failure_of_its_case_which_is_torn_down(talk, does: str, message: str) -> None:
    worker = talk("checks.py")
    failed = worker.invoke("ask", {"Doubtful.does": does})
    assert (failed["reason"], failed["where"]) == ("benchmark", "Doubtful.answer") and failed["message"].startswith(message)
    promised = worker.invoke("ask", {"Doubtful.does": "promises"})  # the process goes on with other cases
    assert (promised["returned"], promised["checks"]) == ("i:8", {"Doubtful.answer": "i:42"})
    assert worker.end() == (0, "teardown\nteardown\n")


@pytest.mark.parametrize("mode", ["avgt", "sample"])
def test_waiting_members_end_without_control(talk, platform, mode: str) -> None:
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK=None)
    worker.open("c", "belt", threads=2, mode=mode)
    for number in range(20):
        put, take = worker.say("iterate", "c", "measurement", 500_000, 0, int(number == 0), int(number == 19))["threads"]
        assert (put["member"], take["member"]) == ("put", "take") and put["operations"] >= 0


@pytest.mark.parametrize(("threads", "expected"), [(1, 0), (2, 1)])
def test_several_threads_under_the_lock_are_warned_of(talk, platform, threads: int, expected: int) -> None:
    worker = talk("talk.py", platform=platform)
    locked = "no GIL" not in worker.describe()[0]["runtime"]
    warnings = worker.open("c1", "Bench.big", threads=threads).get("warnings", [])
    assert len(warnings) == expected * locked and all("GIL" in warning for warning in warnings)


def test_a_shared_setup_that_fails_is_not_tried_by_the_next_thread(talk, platform, tmp_path: Path) -> None:
    source = tmp_path / "refuses.py"
    source.write_text("import sys\n\nsys.setswitchinterval(1e-6)\n\n\n#@@State(Scope.Benchmark)\nclass Refusing:\n    #@@Setup(Level.Invocation)\n    def refuse(self):\n"
                      "        print('refuse')\n        raise ValueError('refused')\n\n\n"
                      "#@@Benchmark\ndef refused(refusing):\n    pass\n", encoding="utf-8")
    worker = talk(source, platform=platform)
    worker.open("c", "refused", threads=4)
    failed = worker.say("iterate", "c", "measurement", 0, 1, 1, 1)
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "setup", "Refusing.refuse")
    assert worker.end()[1] == "refuse\n"


def test_suspended_collection_stays_suspended_between_slices_of_an_iteration(talk, tmp_path: Path) -> None:
    source = tmp_path / "litter.py"
    source.write_text("import gc\n\n\n#@@Benchmark\ndef collector():\n    return str(gc.isenabled())\n\n\n"
                      "#@@Benchmark\ndef litters():\n    return [[] for _ in range(2000)]\n", encoding="utf-8")
    worker = talk(source)

    def collections(case: str, *depths: tuple[int, int]) -> list[int]:
        return [worker.say("slice", case, "measurement", 1, 20, *depth)["collections"] for depth in depths]

    worker.open("c", "litters", gc="off")
    assert len(set(collections("c", (2, 0), (0, 0), (0, 0)))) == 1
    worker.open("d", "litters")
    first, last = collections("d", (2, 0), (0, 2))
    assert first < last  # another case's are not
    assert len(set(collections("c", (0, 0), (0, 2)))) == 1
    assert worker.invoke("collector")["returned"] == "s:True"


@pytest.mark.parametrize(("variable", "seed", "flags"), [
    ("4294967295", 4294967295, ()), ("0", 0, ()), ("random", None, ()), (None, None, ()), ("7", None, ("-E",)), ("7", None, ("-I",))])
def test_the_seed_of_hashes_is_reported(talk, variable: str | None, seed: int | None, flags: tuple[str, ...]) -> None:
    opened = talk("talk.py", flags=flags, PYTHONHASHSEED=variable).open("c1", "Bench.big")
    assert opened["layout"].get("hash_seed") == seed
    assert ["PYTHONHASHSEED" in warning for warning in opened.get("warnings", [])] == [True] * len(flags)


CAUSES = """import asyncio


async def work():
    raise ValueError("no work")


#@@Benchmark
async def together():
    async with asyncio.TaskGroup() as group:
        group.create_task(work())


#@@Benchmark
def translates():
    try:
        {}["absent"]
    except KeyError as error:
        raise RuntimeError("no value") from error


#@@Benchmark
def causes_itself():
    error = RuntimeError("alone")
    raise error from error
"""


@pytest.mark.parametrize(("benchmark", "inner"), [
    ("together", "    ValueError: no work\n        at work ("), ("translates", "caused by KeyError: 'absent'\n    at translates ("),
    ("causes_itself", "caused by RuntimeError: alone\n    at causes_itself ("),
])
def test_errors_inside_an_error_are_described(talk, tmp_path: Path, benchmark: str, inner: str) -> None:
    (source := tmp_path / "causes.py").write_text(CAUSES, encoding="utf-8")
    failed = talk(source).invoke(benchmark)
    assert (failed["event"], failed["where"]) == ("failed", benchmark)
    assert inner in failed["message"].split("\n", 1)[1]


def test_missing_module_names_the_interpreter(talk, platform, tmp_path: Path) -> None:
    source = tmp_path / "lacks.py"
    source.write_text("import no_such_package\n\n\n#@@Benchmark\ndef one():\n    return 1\n", encoding="utf-8")
    [failed] = talk(source, platform=platform).describe()
    assert failed["message"].startswith("ModuleNotFoundError: No module named 'no_such_package'\n    at <module> (")
    assert " lacks it: install it there, or let CLAMH_PYTHON name the interpreter that has it" in failed["message"]


def test_an_artifact_of_another_interpreter_is_refused_in_words(made) -> None:
    for platform, other_platform in itertools.pairwise(PLATFORMS):
        process = subprocess.run([other_platform.executable, made(SOURCES / "talk.py", platform).path, "--solo", "x"], capture_output=True, text=True,
                                 check=False)
        assert (process.returncode, process.stdout) == (2, "")
        assert f"was built for {platform.id}, which " in process.stderr and "Traceback" not in process.stderr


def test_a_missing_module_names_the_interpreter_that_has_it_not(talk, tmp_path: Path) -> None:
    source = tmp_path / "needs.py"
    source.write_text("import nowhere_at_all\n\n\n#@@Benchmark\ndef b():\n    return 1\n")
    failed = talk(source).describe()[-1]
    assert (failed["event"], failed["reason"]) == ("failed", "benchmark")
    assert "No module named 'nowhere_at_all'" in failed["message"] and "CLAMH_PYTHON=.venv/bin/python" in failed["message"]


@pytest.mark.parametrize("init", [True, False])
def test_a_package_with_relative_imports_is_loaded(talk, platform, tmp_path: Path, init: bool) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    if init:
        (package / "__init__.py").write_text("from .bench import total\n")
    (package / "base.py").write_text("#@@State(Scope.Benchmark)\nclass Base:\n    #@@Param({'5', '6'})\n    size: int = 0\n".replace("'", '"'))
    (package / "derived.py").write_text("from .base import Base\n\n\nclass Derived(Base):\n    pass\n")
    (package / "bench.py").write_text("from .derived import Derived\n\n\n@Benchmark\ndef total(derived: Derived):\n"
                                      "    return f'{__name__} {derived.size}'\n")
    worker = talk(package / "bench.py", platform=platform)
    assert worker.invoke("total", {"Derived.size": "6"})["returned"] == "s:pkg.bench 6"
    assert worker.end() == (0, "")


def test_a_param_is_set_in_the_class_for_functions_without_an_object(talk, tmp_path: Path) -> None:
    source = tmp_path / "static.py"
    source.write_text("""from dataclasses import dataclass


#@@State(Scope.Benchmark)
@dataclass
class Base:
    #@@Param({"1", "2"})
    size: int = 0

    #@@Benchmark
    @staticmethod
    def read():
        return Base.size

    #@@Benchmark
    def both(self):
        return [self.size, Base.size]


class Heir(Base):
    pass


#@@State(Scope.Benchmark)
class Slots:
    __slots__ = ("size",)
    #@@Param("3")
    size: int

    #@@Setup
    @staticmethod
    def prepare():
        pass

    #@@Benchmark
    def own(self):
        return self.size
""", encoding="utf-8")
    worker = talk(source)
    for case, benchmark, param, size in (("a", "Base.read", "Base.size", 1), ("b", "Heir.both", "Heir.size", 2), ("c", "Slots.own", "Slots.size", 3)):
        worker.open(case, benchmark, {param: size})
    assert [worker.say("invoke", case, 1)["returned"] for case in "abac"] == ["i:1", "[i:2,i:2]", "i:1", "i:3"]


def test_names_are_as_the_compiler_spells_them(talk, platform, tmp_path: Path) -> None:
    (source := tmp_path / "micro.py").write_text("""#@@State(Scope.Benchmark)
class Data:
    #@@Param({"1.5", "3"})
    \u00b5: float = 0.0


#@@Benchmark
def sum_\u00b5(data: Data):
    return data.\u00b5
""", encoding="utf-8")
    assert talk(source, platform=platform).invoke("sum_\u03bc", {"Data.\u03bc": "3"})["returned"] == "i:3"
