"""Do the steps of a build run once and in order, and does a stopped build end with all its processes?"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clamh.building import steps
from clamh.languages.base import Step
from clamh.model.errors import BuildError

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


@pytest.mark.parametrize(("command", "message"), [
    ("exit 3", "compile failed without a message: exit code 3"),
    ("kill -TERM $$", r"compile failed without a message: killed by signal 15 \(SIGTERM\)"),
    ("echo 'error: no main'; exit 3", "compile failed(?! without)"),
])
def test_where_a_compiler_prints_nothing_the_error_has_its_exit_code(tmp_path: Path, command: str, message: str) -> None:
    with pytest.raises(BuildError, match=message):
        steps._run_step(Step(title="compile", argv=("sh", "-c", command), outputs=()), job(tmp_path))


def test_relative_path_in_a_message_becomes_the_users_name(tmp_path: Path) -> None:
    """Go shortens a path to one relative to the folder of the build, which leads nowhere from the user's folder."""
    (tmp_path / "build").mkdir()
    step = Step(title="build", argv=("sh", "-c", "echo ../suite/a.go:3; exit 1"), outputs=())
    names = {str(tmp_path / "suite" / "a.go"): "suite/a.go"}
    with pytest.raises(BuildError) as failed:
        steps._run_step(step, job(tmp_path / "build")._replace(names=names))
    assert failed.value.output == "suite/a.go:3\n"
    assert failed.value.command == "sh -c 'echo ../suite/a.go:3; exit 1'", "as a shell takes it"


def test_probe_that_does_not_end_leaves_no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A JVM that a JVM had started went on with a benchmark."""
    started = tmp_path / "started"
    deadline = time.monotonic() + 300

    def communicate(process: subprocess.Popen[bytes], timeout: float) -> tuple[bytes, None]:
        while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
            time.sleep(0.01)
        raise subprocess.TimeoutExpired(process.args, timeout)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess.Popen, "communicate", communicate)
    assert steps.capture((sys.executable, "-c", DRIVER)).code == 127
    child = int(started.read_text())
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(child)


def test_only_a_probe_of_the_main_thread_leads_a_session() -> None:
    """Ctrl-C of the terminal must reach the others, for whose end a pool of threads waits."""
    ask = (sys.executable, "-c", "import os; print(os.getsid(0))")
    with ThreadPoolExecutor() as pool:
        assert int(pool.submit(steps.capture, ask).result().output) == os.getsid(0) != int(steps.capture(ask).output)


def test_step_without_end_fails_where_its_group_may_not_be_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS refuses to kill a group in which all processes have ended."""

    def refuse(group: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "killpg", refuse)
    monkeypatch.setattr(steps, "STEP_TIMEOUT_S", 0.1)
    step = Step(title="compile", argv=(sys.executable, "-c", "import time; time.sleep(1)"), outputs=())
    with pytest.raises(BuildError, match="compile: stopped after"):
        steps._run_step(step, job(tmp_path))


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


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text() if Path("/proc/self").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False
