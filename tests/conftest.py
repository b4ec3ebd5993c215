"""Fixtures that several kinds of tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from made_plans import IMPATIENT, only_work
from warm_javac import SHORT_LIVED

from clamh.building.build import find_platforms
from clamh.judging.results_file import read_results
from clamh.model.cases import Plan
from clamh.model.options import Options
from clamh.model.results import Run
from clamh.running.context import Context, Listener, Places, Workers
from clamh.running.execute import execute


# A law's first example may import scipy, and the machine may be busy: no test relates real times. The examples are the same each time:
# what is new is looked for by `make fuzz`, and no change is refused for what it did not do.
settings.register_profile("clamh", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("clamh")

pytest.register_assert_rewrite("made_conformance", "made_mutations", "made_protocol", "made_solo", "made_talk", "made_threads")

GOLDEN = Path(__file__).parent / "golden"

# For each folder that a test has artifacts made in Go would compile its own library anew, which takes half a minute.
os.environ.setdefault("GOCACHE", str(Path.home() / ".cache" / "go-build"))
# And Zig what its compiler adds to a program.
os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(Path.home() / ".cache" / "clamh" / "zig"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files instead of comparing with them")


# pytest-xdist hands out whole files, first of all these: at the end, the other processes would wait for the last of them.
LONGEST = ("e2e/test_docs.py", "java/test_mutations.py", "java/test_conformance.py", "zig/test_conformance.py", "go/test_mutations.py",
           "go/test_conformance.py", "cpp/test_mutations.py", "rust/test_conformance.py", "e2e/test_samples.py", "e2e/test_suite_values.py")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of the longest files come first."""
    places = {GOLDEN.parent / name: place for place, name in enumerate(LONGEST)}
    assert all(file.is_file() for file in places), "a file of LONGEST is gone"
    items.sort(key=lambda item: places.get(item.path, len(places)))


# `nohup make test &` in a script ignores Ctrl-C and the end of the terminal, and what is tested would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `-n auto` means: two more than there are CPUs, which then are idle for a tenth of the time."""
    return (os.cpu_count() or 1) + 2


@cache
def missing(language: str) -> str:
    """Why no platform of a language is here, and what to install; empty when there is one."""
    platforms, skipped = find_platforms(language, os.environ)
    return "" if platforms else "; ".join(f"{skip.platform}: {skip.reason}; {skip.hint}" for skip in skipped)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test is skipped where its language is missing: set-up goes on without. Under CI it fails: green would be a lie."""
    for language in [argument for marker in item.iter_markers("language") for argument in marker.args]:
        if reason := missing(language):
            (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.fixture
def short_lived_jvms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every JVM of the test has the first compiler and the simplest collector alone: one of a second needs a third less CPU.

    For questions of what is called and in which order. What the other compiler makes of it is asked by test_same_code.py,
    and on plain JVMs by all of tests/java that does not take this and by `python -m conformance`.
    """
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", SHORT_LIVED)


@pytest.fixture
def quick_rustc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything of the test is compiled without optimisation, the worker too, which takes a fifth of the time.

    For questions of what is called and in which order; `python -m conformance` asks them of what users get.
    """
    if not missing("rust"):
        monkeypatch.setenv("RUSTC", "rustc -Copt-level=0")


@pytest.fixture
def quick_zig(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, by Zig's own generator of code, which takes a third of the time."""
    from made_zig import program

    if not missing("zig"):
        monkeypatch.setenv("ZIG", f"{program()} -ODebug")


@pytest.fixture
def quick_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go's linker leaves out what debuggers read, and links in a third of the time; the machine code is the same."""
    monkeypatch.setenv("GOFLAGS", "-ldflags=-w")


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where artifacts go for the whole session, of all of pytest's processes together: each would compile the same."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"


@pytest.fixture
def own_cache(tmp_path: Path, cache: Path) -> Path:
    """A cache without any build, for questions of what is built again; only the compiled workers are those of the session."""
    (cache / "shared").mkdir(parents=True, exist_ok=True)
    own = tmp_path / "cache"
    own.mkdir()
    (own / "shared").symlink_to(cache / "shared")
    return own


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """golden(name, text): the text must be what tests/golden/<name> holds, which a person has read."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.exists(), f"{path} is missing: run pytest with --update-golden and read the diff"
        assert text == path.read_bytes().decode()  # bytes: some formats have line ends of their own

    return check


@pytest.fixture
def measure(tmp_path: Path) -> Callable[..., Run]:
    """Executes a plan, `work` with the named miniature as its worker; the results file, read again. `more` are fields of Context, Listener and Workers."""

    def measure(plan: Plan, miniature: str, options: Options = Options(), **more: object) -> Run:
        listener = Listener(**{name: more.pop(name) for name in ("record", "notice") if name in more})
        workers = Workers(command=more.pop("start", only_work(miniature)), limits=more.pop("limits", IMPATIENT))
        places = Places(lock=tmp_path / "lock", runs=tmp_path / "runs")
        return read_results(execute(plan, options, Context(**more), listener, places, workers))

    return measure
