"""Does a worker process get what the protocol promises, and is nothing of it left, whatever happens?"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from made_plans import IMPATIENT, miniature, tiny_plan

from clamh.machine.commands import delay_signals, spawn
from clamh.model.artifacts import Command
from clamh.model.errors import WorkerError
from clamh.running.worker import process
from clamh.running.worker.messages import LINE_BYTES, encode
from clamh.running.worker.process import Worker

FAR = 1e12  # a deadline that no test reaches


def started(tmp_path: Path, code: str, **env: str) -> Worker:
    argv = (sys.executable, "-S", "-E", "-c", f"import os, sys, time\nout = int(os.environ['CLAMH_OUT'])\n{code}")
    return Worker(Command(argv=argv, env=env), tmp_path / "out", tmp_path / "err", IMPATIENT)


def soon() -> float:
    return time.monotonic() + 0.5


def reason(error: pytest.ExceptionInfo[WorkerError]) -> tuple[str, str]:
    return error.value.reason, error.value.detail


def test_the_worker_has_its_pipes_its_environment_and_nothing_of_ours(tmp_path: Path) -> None:
    code = """
open_fds = {fd for fd in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{fd}')}
expected = {'0', '1', '2', '3', '4', '5'} if (os.environ['CLAMH_IN'], os.environ['CLAMH_OUT']) == ('3', '4') else {}
facts = [open_fds == expected, os.getsid(0) == os.getpid(), sys.stdin.read() == '', os.environ['A'], os.getcwd()]
os.write(out, (repr(facts) + '\\n').encode())
"""
    # What whoever started us left open, as make's job server does, and so many files that the pipes get high numbers.
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(30)]
    os.set_inheritable(opened[0], True)
    os.set_inheritable(opened[-1], True)
    try:
        with started(tmp_path, code, A="b c") as worker:
            assert worker.receive(FAR).decode() == repr([True, True, True, "b c", os.getcwd()])
    finally:
        for number in opened:
            os.close(number)


def test_a_worker_begins_in_its_folder_and_the_driver_stays_in_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, suite = tmp_path / "here", tmp_path / "süite 1"
    for folder in (here, suite):
        folder.mkdir()
    monkeypatch.chdir(here)
    command = Command(argv=(sys.executable, "-c", "import os; os.write(4, os.getcwdb() + b'\\n')"), folder=str(suite))
    with Worker(command, Path("out"), Path("err"), IMPATIENT) as worker:
        assert worker.receive(FAR).decode() == str(suite)
    assert os.getcwd() == str(here) and {path.name for path in here.iterdir()} == {"out", "err"}
    suite.rmdir()
    with pytest.raises(WorkerError, match=f"could not be started: .*No such file or directory: '{suite}'"), \
            Worker(command, Path("out"), Path("err"), IMPATIENT):
        pass
    assert os.getcwd() == str(here)


def test_what_python_ignores_a_worker_does_not(tmp_path: Path) -> None:
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    with open(os.devnull) as nothing, open(tmp_path / "status", "wb") as out:
        pid = spawn(["cat", "/proc/self/status"], dict(os.environ), [nothing.fileno(), out.fileno(), out.fileno()])
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    ignored = int((tmp_path / "status").read_text().split("SigIgn:")[1].split()[0], 16)
    assert [item for item in (signal.SIGPIPE, signal.SIGXFSZ) if ignored & 1 << item - 1] == []


def test_a_program_that_cannot_be_started_is_a_worker_error(tmp_path: Path) -> None:
    before = os.listdir("/proc/self/fd")
    for name, why in (("/no/such/program", "No such file"), (str(tmp_path), "Permission denied"), ("a\0b", "null")):
        with pytest.raises(WorkerError) as error, Worker(Command(argv=(name,)), tmp_path / "out", tmp_path / "err"):
            pass
        assert reason(error)[0] == "start"
        assert why in reason(error)[1]
    assert os.listdir("/proc/self/fd") == before


def test_no_descriptor_is_left(tmp_path: Path) -> None:
    before = os.listdir("/proc/self/fd")
    with Worker(miniature("well_behaved"), tmp_path / "out", tmp_path / "err", IMPATIENT) as worker:
        worker.send(encode("open", "c"), FAR)
        worker.receive(FAR)
    worker.stop()  # a second time does nothing
    assert os.listdir("/proc/self/fd") == before


def test_half_a_line_without_an_end_is_named_in_the_timeout(tmp_path: Path) -> None:
    with started(tmp_path, "os.write(out, b'{\"event\"')\nos.write(1, b'x')\ntime.sleep(60)") as worker:
        while not (tmp_path / "out").read_bytes():  # the half is in the pipe
            time.sleep(0.01)
        with pytest.raises(WorkerError) as error:
            worker.receive(soon())
    assert reason(error) == ("timeout", """no answer in time; it sent half a line: '{"event"'""")


def test_an_answer_that_came_in_time_counts_if_the_driver_looks_late(tmp_path: Path) -> None:
    with started(tmp_path, "os.write(out, b'a\\n')\ntime.sleep(60)") as worker:
        select.select([worker._events], [], [], 60)
        assert worker.receive(0.0) == b"a"
        with pytest.raises(WorkerError, match="no answer in time"):
            worker.receive(0.0)


def test_a_line_may_be_as_long_as_the_protocol_says_and_no_longer(tmp_path: Path) -> None:
    write = "while data: data = data[os.write(out, data):]"
    with started(tmp_path, f"data = b'x' * {LINE_BYTES - 1} + b'\\n'\n{write}") as worker:
        assert len(worker.receive(FAR)) == LINE_BYTES - 1
    with started(tmp_path, f"data = b'x' * {LINE_BYTES} + b'\\n'\n{write}") as worker:
        with pytest.raises(WorkerError) as error:
            worker.receive(FAR)
    assert reason(error)[1].startswith("the worker sent a line of more than 1048576 bytes: 'xxx")


def test_several_lines_in_one_chunk_come_one_by_one(tmp_path: Path) -> None:
    with started(tmp_path, "os.write(out, b'a\\n\\nb\\n')") as worker:
        assert [worker.receive(FAR) for _ in range(3)] == [b"a", b"", b"b"]
        with pytest.raises(WorkerError, match="exited with code 0"):
            worker.receive(FAR)


def test_a_worker_that_does_not_read_hits_the_deadline_too(tmp_path: Path) -> None:
    with started(tmp_path, "time.sleep(60)") as worker:
        with pytest.raises(WorkerError) as error:
            worker.send(b"x" * LINE_BYTES, soon())
    assert reason(error)[0] == "timeout"


def test_a_command_over_the_limit_is_not_sent(tmp_path: Path) -> None:
    with started(tmp_path, "time.sleep(60)") as worker:
        with pytest.raises(WorkerError) as error:
            worker.send(b"x" * (LINE_BYTES + 1), FAR)
    assert reason(error)[0] == "usage"


def test_a_command_to_a_dead_worker_says_how_it_died(tmp_path: Path) -> None:
    with started(tmp_path, "os.kill(os.getpid(), 11)") as worker:
        os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(WorkerError) as error:
            worker.send(encode("describe"), FAR)
    assert (error.value.reason, error.value.signal) == ("killed", 11)


def test_ctrl_c_waits_until_a_shielded_block_is_over() -> None:
    steps, before = [], signal.getsignal(signal.SIGINT)  # our own, where a test before this one has called main()
    with pytest.raises(KeyboardInterrupt):
        with delay_signals():
            signal.raise_signal(signal.SIGINT)
            steps.append("after the signal")
    assert steps == ["after the signal"]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_during_the_start_leaves_no_process(tmp_path: Path, monkeypatch) -> None:
    workers = []

    def interrupted(pid: int) -> None:
        workers.append(pid)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(process, "_pidfd", interrupted)
    with pytest.raises(KeyboardInterrupt), started(tmp_path, "time.sleep(60)"):
        pass
    with pytest.raises(ProcessLookupError):
        os.kill(workers[0], 0)


@pytest.mark.skipif(sys.platform != "linux", reason="F_SETSIG is Linux's")
def test_working_worker_and_children_end_with_a_killed_driver(tmp_path: Path) -> None:
    # What heeds neither SIGTERM nor the end of its commands, as a benchmark of two threads did, and a child that spins too.
    spin = "import signal\nfor one in (1, 2, 15): signal.signal(one, signal.SIG_IGN)\n"
    worker = f"import os, sys\n{spin}os.fork()\nos.write(1, b'x')\nwhile True: pass"
    driver = f"""
import sys, time
from pathlib import Path
from clamh.machine.commands import delay_signals, spawn
from clamh.model.artifacts import Command
from clamh.running.worker.process import Worker
with Worker(Command(argv=(sys.executable, "-S", "-E", "-c", {worker!r})), Path("out"), Path("err")) as worker:
    while Path("out").read_bytes() != b"xx":
        time.sleep(0.01)
    print(worker.pid, flush=True)
    worker.receive(1e12)
"""
    with subprocess.Popen([sys.executable, "-c", driver], cwd=tmp_path, stdout=subprocess.PIPE) as process:
        leader = int(process.stdout.readline())
        assert len(of_session(leader)) == 2
        process.kill()
    try:
        until = time.monotonic() + 60
        while of_session(leader) and time.monotonic() < until:
            time.sleep(0.01)
        assert of_session(leader) == []
    finally:
        for pid in of_session(leader):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
def test_the_end_of_a_worker_spares_orphans_of_another_worker(tmp_path: Path) -> None:
    """Such as a server that a setup started through a shell."""
    code = """
os.read(int(os.environ['CLAMH_IN']), 1)  # until the other worker has started
if os.fork() == 0:
    if orphan := os.fork():
        os.write(out, f'{orphan}\\n'.encode())
        os._exit(0)
    time.sleep(60)
time.sleep(60)
"""
    with started(tmp_path, code) as worker:
        with started(tmp_path, "time.sleep(60)"):
            worker.send(b"x", FAR)
            orphan = psutil.Process(int(worker.receive(FAR)))
            while orphan.ppid() != os.getpid():
                time.sleep(0.01)
        assert orphan.status() != psutil.STATUS_ZOMBIE
    assert not psutil.pid_exists(orphan.pid)


def of_session(leader: int) -> list[int]:
    """The live processes of a session."""
    found = []
    for item in psutil.process_iter(["status"]):
        try:
            if os.getsid(item.pid) == leader and item.info["status"] != psutil.STATUS_ZOMBIE:
                found.append(item.pid)
        except ProcessLookupError:
            pass
    return found


@pytest.mark.parametrize(("fault", "expected"), [
    ("well_behaved", "ok"), ("child_keeps_pipe", "exited"), ("closes_pipe_lives_on", "closed_pipe"),
    ("killed", "killed"),
])
def test_a_system_without_pidfd_sees_the_same(fault: str, expected: str, measure, monkeypatch) -> None:
    monkeypatch.setattr(process, "_pidfd", lambda pid: None)
    end = measure(tiny_plan(), fault).cases[0].forks[0].end
    assert (end.reason or end.status) == expected


def test_cpu_time_of_other_threads_leaves_out_the_measuring_one(tmp_path: Path) -> None:
    code = """
import threading
def work(name, ns):
    while time.thread_time_ns() < ns: pass
    os.write(out, f'{threading.get_native_id()} {time.thread_time_ns()}\\n'.encode())
    sys.stdin.read() or time.sleep(1000)
threading.Thread(target=work, args=('other', 60_000_000), daemon=True).start()
work('measuring', 20_000_000)
"""
    with started(tmp_path, code) as worker:
        spent = dict(tuple(map(int, worker.receive(FAR).split())) for _ in range(2))
        other = next(thread for thread in spent if thread != worker.pid)
        assert worker.others_ns([worker.pid]) >= spent[other] >= 60_000_000
        assert worker.others_ns([other]) >= spent[worker.pid] >= 20_000_000
        assert worker.others_ns([worker.pid, other]) < spent[worker.pid]
        assert worker.others_ns([]) == -1
        assert worker.others_ns([2**22 + 1]) == -1
