"""Do two processes give what one gives: results, errors, an interruption?"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_runs import case, fork, run
from written_runs import written

from clamh.judging import second_process
from clamh.judging.foreign import read_any_results
from clamh.judging.second_process import map_in_two_processes
from clamh.judging.summarise import summarise
from clamh.machine.strays import adopt_orphans
from clamh.model.errors import InputError
from clamh.model.summary import Summary


@pytest.fixture(autouse=True)
def two_cpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamh.machine.cpus.read_usable", lambda: 2)


@pytest.fixture
def no_child_is_left() -> Iterator[None]:
    before = adopt_orphans()  # those that other tests have left behind
    yield
    assert adopt_orphans() <= before


def process_of(number: int) -> int:
    return os.getpid()


def judged(path: str, monkeypatch: pytest.MonkeyPatch, processes: int) -> Summary:
    """The summary of a results file; two processes judge every file."""
    monkeypatch.setattr("clamh.judging.summarise.map_in_two_processes", lambda work, cases: map_in_two_processes(work, cases, least=2 if processes == 2 else 10**6))
    return summarise(read_any_results(path), 0.95)


@pytest.fixture
def path(tmp_path: Path) -> str:
    levels = [[10.0 + number] * 5 for number in range(9)]
    cases = [case([fork(at, [score + at / 7 for score in level], case_id=f"c{number}") for at in range(3)], f"c{number}")
             for number, level in enumerate(levels)]
    return written(run(cases), tmp_path / "run.ndjson")


@pytest.mark.usefixtures("no_child_is_left")
def test_a_second_process_does_the_later_half() -> None:
    pids = map_in_two_processes(process_of, range(7), least=7)
    assert pids[:3] == [os.getpid()] * 3 and len(set(pids[3:])) == 1 and pids[3] != os.getpid()


@pytest.mark.parametrize(("count", "cpus"), [(6, 2), (7, 1), (0, 2)])
def test_few_things_or_one_cpu_need_no_second_process(count: int, cpus: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamh.machine.cpus.read_usable", lambda: cpus)
    assert map_in_two_processes(process_of, range(count), least=7) == [os.getpid()] * count


def test_one_process_does_all_where_fork_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    assert map_in_two_processes(process_of, range(7), least=7) == [os.getpid()] * 7
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & set(second_process.ENDING_SIGNALS)


def test_the_first_process_does_the_work_of_a_killed_one() -> None:
    mine = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != mine:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert map_in_two_processes(work, range(7), least=7) == list(range(7))


@pytest.mark.usefixtures("no_child_is_left")
@pytest.mark.parametrize("bad", [1, 5])
def test_an_error_of_either_half_is_raised_once_in_the_first_process(bad: int, capfd: pytest.CaptureFixture[str]) -> None:
    def work(number: int) -> int:
        if number >= bad:
            raise InputError([])
        return number

    with pytest.raises(InputError):
        map_in_two_processes(work, range(7), least=7)
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("no_child_is_left")
def test_an_interruption_ends_both_processes() -> None:
    mine = os.getpid()

    def work(number: int) -> None:
        if os.getpid() != mine:
            time.sleep(60)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        map_in_two_processes(work, range(7), least=7)
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & set(second_process.ENDING_SIGNALS)


def test_two_processes_judge_as_one_does(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    summary, two = (judged(path, monkeypatch, processes) for processes in (1, 2))
    assert len(summary.rows) == 9 and repr(summary) == repr(two)


def test_a_wrong_line_of_either_half_is_named(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Path(path).read_bytes().splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if b'"iteration"' in line and b'"c8"' in line][1]
    lines[at] = lines[at].replace(b'"elapsed_ns":', b'"elapsed_ns":"no number",')
    Path(path).write_bytes(b"".join(lines))
    texts = []
    for processes in (1, 2):
        with pytest.raises(InputError) as error:
            judged(path, monkeypatch, processes)
        texts.append(repr(error.value.diagnostics))
    assert texts[0] == texts[1] and f"line={at + 1}," in texts[0]
