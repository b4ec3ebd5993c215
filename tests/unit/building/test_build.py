"""Does a build depend on everything that it read, and does a stopped build end with all its processes?"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.building import build, cache, steps, variables
from clamh.languages import HERE, Environment
from clamh.languages.base import Build, Step
from clamh.model.artifacts import Platform
from clamh.model.errors import BuildError
from clamh.model.sources import SourceFile, Unit, Wrapper

# A compiler driver that starts the real compiler and waits for it, as g++ and mvn do.
DRIVER = """import subprocess, sys, pathlib
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path("started").write_text(str(child.pid))
child.wait()
"""


def job(folder: Path) -> steps.Job:
    return steps.Job(folder, folder / "shared", {}, dict(os.environ), lambda text: None)


@pytest.fixture(autouse=True)
def _not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_stopping", threading.Event())


def test_stop_ends_steps_and_their_children(tmp_path: Path) -> None:
    step = Step(title="compile", argv=(sys.executable, "-c", DRIVER), outputs=())
    with ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(steps._run_step, step, job(tmp_path))
        deadline = time.monotonic() + 300
        started = tmp_path / "started"
        while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
            time.sleep(0.01)
        steps.stop_steps()
        with pytest.raises(BuildError, match="compile failed"):
            under_way.result(timeout=300)
    child = int(started.read_text())
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(child)


def test_stopped_builds_begin_no_step_and_wait_for_no_lock(tmp_path: Path) -> None:
    """After Ctrl-C, builds between two steps went on with the next, and those behind another process waited for its end."""
    step = Step(title="compile", argv=(sys.executable, "-c", "open('begun', 'w')"), outputs=("begun",))

    def wait_for_lock() -> None:
        with steps.locked(tmp_path / "lock"):
            pass

    with (tmp_path / "lock").open("w") as other_build, ThreadPoolExecutor(1) as pool:
        fcntl.flock(other_build, fcntl.LOCK_EX)
        waiting = pool.submit(wait_for_lock)
        steps.stop_steps()
        with pytest.raises(BuildError, match="stopped"):
            waiting.result(timeout=300)
    with pytest.raises(BuildError, match="compile: stopped"):
        steps.run_steps([step], job(tmp_path))
    assert not (tmp_path / "begun").exists()


def test_step_that_starts_while_builds_are_stopped_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class StoppedBefore(set):
        def add(self, process: object) -> None:
            steps.stop_steps()
            super().add(process)

    monkeypatch.setattr(steps, "_under_way", StoppedBefore())
    step = Step(title="compile", argv=(sys.executable, "-c", "import time; time.sleep(600)"), outputs=())
    with pytest.raises(BuildError, match="compile failed"):
        steps.run_steps([step], job(tmp_path))


def test_interrupt_stops_all_builds_and_later_ones_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "read_usable", lambda: 2)
    begins = "import pathlib, time; pathlib.Path('begun').touch(); time.sleep(600)"
    endless = Step(title="compile", argv=(sys.executable, "-c", begins), outputs=())
    ends = []

    def build(name: str) -> None:
        if name == "interrupted":
            deadline = time.monotonic() + 300
            while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            raise KeyboardInterrupt
        with pytest.raises(BuildError):
            steps.run_steps([endless], job(tmp_path))
        ends.append(name)

    with pytest.raises(KeyboardInterrupt):
        steps.build_all(build, ["interrupted", "endless"])
    assert ends == ["endless"]
    short = Step(title="link", argv=(sys.executable, "-c", "open('linked', 'w')"), outputs=("linked",))
    assert steps.build_all(lambda name: steps.run_steps([short], job(tmp_path)), ["later"]) == [None]


def test_parallel_steps_run_together_and_the_next_step_waits(tmp_path: Path) -> None:
    meets = "import pathlib, sys, time\npathlib.Path(sys.argv[1]).touch()\nlast = time.monotonic() + 300\n" \
            "while not pathlib.Path(sys.argv[2]).exists() and time.monotonic() < last: time.sleep(0.01)\n" \
            "sys.exit(not pathlib.Path(sys.argv[2]).exists())\n"
    follows = "import pathlib\nassert pathlib.Path('one').exists() and pathlib.Path('two').exists()\npathlib.Path('end').touch()"
    several = [
        Step(title="one", argv=(sys.executable, "-c", meets, "one", "two"), outputs=("one", "two")),
        Step(title="two", argv=(sys.executable, "-c", meets, "two", "one"), outputs=("one", "two"), parallel=True),
        Step(title="end", argv=(sys.executable, "-c", follows), outputs=("end",)),
    ]
    steps.run_steps(several, job(tmp_path))
    assert (tmp_path / "end").exists()


def test_the_build_folder_is_left_out_of_what_a_compiler_says(tmp_path: Path) -> None:
    program = f"import sys; print({str(tmp_path / 'bench.x')!r} + ':5: undefined'); sys.exit(1)"
    with pytest.raises(BuildError) as refused:
        steps._run_step(Step(title="link", argv=(sys.executable, "-c", program), outputs=()), job(tmp_path))
    assert refused.value.output == "bench.x:5: undefined\n"


@pytest.mark.parametrize(("message", "hint"), [("x.o: nothing defines f", "name its file"), ("x.o: no such option", "")])
def test_failed_step_has_a_hint_for_its_output(tmp_path: Path, message: str, hint: str) -> None:
    step = Step(title="link", argv=(sys.executable, "-c", f"import sys; sys.exit({message!r})"), outputs=(),
                failure_hints={"nothing defines": "name its file"})
    with pytest.raises(BuildError) as refused:
        steps._run_step(step, job(tmp_path))
    assert (refused.value.output, refused.value.hint) == (f"{message}\n", hint)


def test_files_are_whole_for_steps_that_run_beside(tmp_path: Path) -> None:
    """Of four code layouts that were linked at once one found an empty platform.rs, which another was writing again."""
    steps.write_files(tmp_path, {"a/same": "one", "other": "one"})
    with (tmp_path / "a/same").open() as same, (tmp_path / "other").open() as open_file:
        steps.write_files(tmp_path, {"a/same": "one", "other": "two"})
        assert os.path.samestat(os.fstat(same.fileno()), (tmp_path / "a/same").stat())
        assert (open_file.read(), (tmp_path / "other").read_text()) == ("one", "two")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "other", "same"]


# A compiler: the artifact is the header's text, and a rule for make names the header. The header may change meanwhile.
COMPILER = """import pathlib, sys, time
header, source = map(pathlib.Path, sys.argv[1:])
text = header.read_text()
pathlib.Path("artifact").write_text(text)
if text == "changing":
    time.sleep(0.1)
    header.write_text("changed")
pathlib.Path("artifact.d").write_text(f"artifact: {source} \\\\\\n {header}\\n")
"""


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """compiled(): the artifact of a source that includes a header of another folder, and what was told of it."""
    header, archive = tmp_path / "include.h", tmp_path / "lib.a"
    source = SourceFile(path=str(tmp_path / "own.x"), language="x", sha256="00", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    wrapper = Wrapper(unit=unit, files={"wrapper.x": "text"}, entry="wrapper.x")
    step = Step(title="compile", argv=(sys.executable, "-c", COMPILER, str(header), "wrapper.x"), outputs=("artifact",),
                dependency_files="artifact.d", reads=(str(archive),))
    linker = 'import shutil, sys; shutil.copy("artifact", sys.argv[1])'
    layouts = tuple(Step(title="link", argv=(sys.executable, "-c", linker, f"artifact.{number}"), outputs=(f"artifact.{number}",))
                    for number in (1, 2, 3))
    toolchain = SimpleNamespace(build=lambda *_: Build(steps=(step,), artifact="artifact", layouts=layouts), reads_variables=lambda _: ())
    known = {"x": SimpleNamespace(toolchain=toolchain, folder="x", environment=Environment(builds=("XPATH", "XFLAGS"), paths=("XPATH",), headers=("XPATH",)))}
    for module in (build, cache, variables):
        monkeypatch.setattr(module, "languages", lambda: known)
    header.write_text("one")
    archive.write_text("of one")

    def compiled(variables: dict[str, str] = {}, **wanted):
        messages: list[str] = []
        on = Platform(id="x/x", language="x", executable="x", version="1")
        artifact = build.build(wrapper, on, {**variables, "CLAMH_CACHE": str(tmp_path / "cache")}, messages.append, **wanted)
        return artifact, len(messages)

    return compiled, header, archive


def test_code_layouts_are_linked_on_demand(compiled) -> None:
    make, header, _ = compiled

    def linked(artifact) -> list[str]:
        return [Path(layout).read_text() if Path(layout).exists() else "" for layout in artifact.layouts]

    artifact, _ = make(layouts=3, link=False)
    assert (linked(artifact), artifact.most_layouts) == (["", ""], 4) and cache.find_layouts(artifact.path) == ()
    builds = (make(layouts=3), make(layouts=3), make())
    assert [(linked(artifact), message_count, artifact.cached) for artifact, message_count in builds] == [
        (["one", "one"], 1, False), (["one", "one"], 0, True), ([], 0, True)]
    header.write_text("two")
    artifact, _ = make(layouts=2)
    # The layouts that were linked for the old artifact no longer count.
    assert linked(artifact) == ["two"] and cache.find_layouts(artifact.path) == artifact.layouts
    artifact, message_count = make(layouts=9)
    assert (linked(artifact), message_count) == (["two"] * 3, 1)


def test_a_header_that_changes_is_built_anew(compiled) -> None:
    make, header, archive = compiled
    artifact, message_count = make()
    assert (Path(artifact.path).read_text(), message_count, artifact.cached) == ("one", 1, False)
    assert {str(header), str(archive)} < set(artifact.sources) and len(artifact.sources) == 3
    again, message_count = make()
    assert (again.sha256, again.sources, message_count, again.cached) == (artifact.sha256, artifact.sources, 0, True)
    header.write_text("two")
    changed, message_count = make()
    assert (Path(changed.path).read_text(), message_count) == ("two", 1) and changed.sources != artifact.sources
    archive.write_text("of two")
    assert [make()[1], make()[1]] == [1, 0]


OTHER_PROCESS = """import pathlib, sys
from clamh.building.claims import claim_fresh
assert claim_fresh(pathlib.Path(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


def test_build_that_another_process_uses_stays_as_it_is(compiled) -> None:
    """A second run built a changed header into the artifact that the first was measuring."""
    make, header, _ = compiled
    used, _ = make(layouts=2)
    folder = Path(used.path).parent

    def texts(artifact) -> list[str]:
        return [Path(path).read_text() for path in (artifact.path, *artifact.layouts)]

    with subprocess.Popen([sys.executable, "-c", OTHER_PROCESS, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other_process:
        assert other_process.stdin is not None and other_process.stdout is not None
        other_process.stdout.readline()
        header.write_text("two")
        beside, _ = make(layouts=2)
        assert Path(beside.path).parent == folder.with_name(f"{folder.name}-2")
        assert (texts(used), texts(beside), make(layouts=2)[0].cached) == (["one", "one"], ["two", "two"], True)
        other_process.stdin.close()
    header.write_text("three")
    assert (make(layouts=2)[0].path, texts(used)) == (used.path, ["three", "three"])


def test_failed_build_keeps_its_folder_for_no_process(compiled) -> None:
    make, header, _ = compiled
    artifact, _ = make()
    header.unlink()
    with pytest.raises(BuildError):
        make()
    free = "import pathlib, sys\nfrom clamh.building.claims import claim_unused\nwith claim_unused(pathlib.Path(sys.argv[1])) as folder: print(folder)"
    folder = Path(artifact.path).parent
    process = subprocess.run([sys.executable, "-c", free, folder], capture_output=True, text=True, check=True)
    assert process.stdout == f"{folder}\n"


def test_header_that_changes_while_it_is_compiled_is_built_again(compiled) -> None:
    """The stamp had the hash of the new text, so the artifact of the old text stayed until the next change."""
    make, header, _ = compiled
    header.write_text("changing")
    texts = [(Path(artifact.path).read_text(), artifact.cached) for artifact, _ in (make(), make(), make())]
    assert texts[1:] == [("changed", False), ("changed", True)]


def test_other_cache_version_builds_anew_beside_the_old_folder(compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    make, *_ = compiled
    before, _ = make()
    monkeypatch.setattr(cache, "CACHE_VERSION", cache.CACHE_VERSION + 1)
    after, message_count = make()
    assert (message_count, after.cached) == (1, False)
    assert Path(before.path).parent != Path(after.path).parent and Path(before.path).exists()


def test_missing_or_incomplete_artifact_is_built_again(compiled) -> None:
    make, header, _ = compiled
    artifact, _ = make()
    Path(artifact.path).unlink()
    assert [make()[1], make()[1]] == [2, 0]  # that it is gone, and that it is built
    (Path(artifact.path).parent / "complete").write_text("")  # as an older clamh wrote it, or a crash left it
    assert [make()[1], make()[1]] == [1, 0]
    header.unlink()
    with pytest.raises(BuildError, match="compile failed"):
        make()


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(path.read_bytes()[:1]), lambda path: path.write_text("two"),
                                    lambda path: path.with_name("artifact.1").write_text("else")])
def test_damaged_artifact_is_built_again_and_reported(compiled, damage) -> None:
    make, *_ = compiled
    artifact, _ = make(layouts=2)
    damage(Path(artifact.path))
    again, message_count = make(layouts=2)
    texts = [Path(path).read_text() for path in (again.path, again.layouts[0])]
    assert message_count > 0 and (again.sha256, texts) == (artifact.sha256, ["one", "one"])
    assert make(layouts=2)[1] == 0


def test_damaged_shared_part_is_made_again(tmp_path: Path) -> None:
    step = Step(title="worker", argv=(sys.executable, "-c", "open('worker.o', 'w').write('whole')"), outputs=("worker.o",), key="worker")
    messages: list[str] = []
    at = job(tmp_path)._replace(tell=messages.append)
    steps.run_steps([step], at)
    part = tmp_path / "shared" / "worker" / "worker.o"
    part.write_text("who")
    steps.run_steps([step], at)
    assert part.read_text() == "whole"
    assert messages == [f"the cached file {part} was changed after it was built; building it again"]


def test_leftovers_of_a_killed_build_are_deleted(tmp_path: Path) -> None:
    left = tmp_path / "shared" / ".making-worker"
    left.mkdir(parents=True)
    (left / "half.o").touch()
    steps.run_steps([Step(title="worker", argv=(sys.executable, "-c", "open('worker.o', 'w')"), outputs=("worker.o",), key="worker")], job(tmp_path))
    assert sorted(str(path.relative_to(tmp_path / "shared")) for path in (tmp_path / "shared").rglob("*")) == [
        "worker", "worker.lock", "worker/made.json", "worker/worker.o"]


def test_build_variables_change_the_artifact_and_others_do_not(compiled) -> None:
    make, header, _ = compiled
    folder = str(header.parent)
    paths = {name: Path(make({name: value})[0].path).parent for name, value in (
        ("XFLAGS", "-a"), ("XPATH", folder), ("HOME", "/home/x"), ("OTHER", "x"))}
    none = Path(make()[0].path).parent
    assert len({none, paths["XFLAGS"], paths["XPATH"]}) == 3 and paths["HOME"] == paths["OTHER"] == none
    seen = variables.step_variables("x", {"XFLAGS": "-a", "XPATH": "lib:", "HOME": "/home/x", "OTHER": "x", "HTTPS_PROXY": "p", "READ": "r"}, ("READ",))
    assert seen == {"XFLAGS": "-a", "XPATH": f"{os.path.abspath('lib')}:{os.getcwd()}", "HOME": "/home/x", "HTTPS_PROXY": "p", "READ": "r"}
    assert "HOME" not in variables.build_variables("x", seen)


def test_the_header_folder_that_clamh_rc_adds_changes_no_build() -> None:
    ours = str(HERE / "cpp" / "runtime" / "include")
    assert variables.build_variables("cpp", {"CPLUS_INCLUDE_PATH": ours}) == {}
    assert variables.build_variables("cpp", {"CPLUS_INCLUDE_PATH": f"/theirs:{ours}"}) == {"CPLUS_INCLUDE_PATH": "/theirs"}
    assert variables.header_folders("cpp", {"CPLUS_INCLUDE_PATH": f"/theirs:{ours}"}) == ("/theirs",)


def test_a_header_that_appears_earlier_in_the_search_path_is_noticed(compiled) -> None:
    make, header, _ = compiled
    first = header.parent / "first"
    first.mkdir()
    search = {"XPATH": f"{first}:{header.parent}"}
    assert [make(search)[1], make(search)[1]] == [1, 0]
    (first / "include.h").write_text("another")
    assert make(search)[1] == 1


@pytest.mark.parametrize(("rules", "names"), [
    ("a.o: b.c\n", ["b.c"]),
    ("a.o b.o: c.c \\\n  d.h \\\r\n e.h\n\nd.h:\n", ["c.c", "d.h", "e.h"]),
    ("a\\ b.o: c\\ d.h e\\#f.h g$$h.h\n", ["c d.h", "e#f.h", "g$h.h"]),
    ("a.o: c:d.h \u00e4.h back\\slash.h\n", ["c:d.h", "\u00e4.h", "back\\slash.h"]),
    ("", []),
])
def test_rules_for_make_are_read_as_compilers_write_them(rules: str, names: list[str]) -> None:
    assert cache.parse_dependencies(rules) == names


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text() if Path("/proc/self").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_relative_program_is_found_from_the_build_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("python").symlink_to(sys.executable)  # as CLAMH_PYTHON=.venv/bin/python names one
    platform = build.probe("python", "./python", (), {})
    assert isinstance(platform, Platform) and platform.executable == str(tmp_path / "python")


def test_a_long_build_tells_the_time_and_a_short_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    twice = threading.Event()

    def tell(text: str) -> None:
        messages.append(text)
        if len(messages) == 2:
            twice.set()

    with build._report_time("building a.cpp for cpp/g++-12", tell):
        pass
    assert messages == []
    monkeypatch.setattr(build, "PROGRESS_S", 0.01)
    with build._report_time("building a.cpp for cpp/g++-12", tell):
        assert twice.wait(300)
    assert messages[:2] == [f"still building a.cpp for cpp/g++-12: {seconds} s so far" for seconds in (0.01, 0.02)]
    many = len(messages)
    time.sleep(0.1)
    assert len(messages) == many
