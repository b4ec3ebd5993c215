"""What does a worker's fault become? One fake worker per fault, each beside a worker that does everything right."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psutil
import pytest
from made_plans import IMPATIENT, miniature, tiny_plan
from msgspec.structs import replace

from clamh.cli.report import render_report
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.model.results import CaseResult, Run
from clamh.running.worker import conversation
from clamh.running.worker.messages import decode, encode
from clamh.running.worker.process import Worker

# miniature → the failure's reason, words of its message, how many measurement iterations of the fork are kept
FAULTS = {
    "hangs": ("timeout", "the iteration did not end within 3 s; -to raises the limit", 0),
    "stopped": ("timeout", "the iteration did not end within 3 s; a signal, such as SIGSTOP, had stopped its process", 0),
    "late": ("timeout", "the iteration did not end within 3 s; -to raises the limit", 1),
    "dies_mid_iteration": ("exited", "the worker exited with code 3", 0),
    "killed": ("killed", "the worker was killed by signal SIGKILL, as the kernel does when memory runs out", 0),
    "exits_zero_silently": ("exited", "the worker exited with code 0", 0),
    "crashes_at_exit": ("killed", "the worker was killed by signal SIGSEGV", 2),
    "floods_output": ("output", "the benchmark printed more than 0.0625 MiB; print less in it", 0),
    "prints_much": ("output", "the benchmark printed more than 0.0625 MiB; print less in it", 0),
    "half_a_line": ("protocol", """the worker ended after half a line: '{"event":"iteration","case":'""", 0),
    "one_huge_line": ("protocol", "the worker sent a line of more than 1048576 bytes: '[1,1,1,1,", 0),
    "garbage": ("protocol", "not an event of the protocol", 0),
    "answers_twice": ("protocol", """the worker sent an answer without a command: '{"event": "iteration",""", 1),
    "answers_other_case": ("protocol", "the answer to `iterate` is about case 'other', not ", 0),
    "closes_pipe_lives_on": ("closed_pipe", "the worker closed its pipe, but did not end", 0),
    "child_keeps_pipe": ("exited", "the worker exited with code 3", 0),
    "clock_backwards": ("clock", "time ran backwards: thread 0 measured a negative time", 0),
    "zero_time": ("clock", "the clock stood still: 10 operations in 0 ns", 0),
    "one_thread_more": ("protocol", "the iteration has 2 threads, but the case has 1", 0),
    "samples_unended": ("protocol", "the answer ends within the samples of thread 0", 0),
    "samples_elsewhere": ("protocol", "the answer has samples of thread 1, but there are 1 threads", 0),
    "samples_forever": ("protocol", "the answer to `iterate` has more than 1,000 parts", 0),
    "fails_setup": ("setup", "no such file", 0),
}
# miniature → what the report says of its row
SENTENCES = {
    "hangs": "timed out in work (n = 1), fork 1, iteration 1: the iteration did not end within 3 s; -to raises the limit",
    "stopped": "timed out in work (n = 1), fork 1, iteration 1: the iteration did not end within 3 s; a signal, such as SIGSTOP, had stopped its process",
    "late": "timed out in work (n = 1), fork 1, iteration 1: the iteration did not end within 3 s; -to raises the limit",
    "dies_mid_iteration": "exited with code 3 before it answered",
    "killed": "killed by signal 9 (SIGKILL, often by the kernel when memory runs out)",
    "exits_zero_silently": "exited with code 0 before it answered",
    "crashes_at_exit": "killed by signal 11 (SIGSEGV)",
    "floods_output": "the benchmark printed more than 0.0625 MiB",
    "prints_much": "the benchmark printed more than 0.0625 MiB",
    "half_a_line": "broke the worker protocol: the worker ended after half a line",
    "one_huge_line": "broke the worker protocol: the worker sent a line of more than 1048576 bytes",
    "garbage": "broke the worker protocol: not an event of the protocol",
    "answers_twice": "broke the worker protocol: the worker sent an answer without a command",
    "answers_other_case": "broke the worker protocol: the answer to `iterate` is about case 'other'",
    "closes_pipe_lives_on": "closed its connection to clamh but kept running",
    "child_keeps_pipe": "exited with code 3 before it answered",
    "clock_backwards": "time ran backwards",
    "zero_time": "the clock stood still: 10 operations in 0 ns",
    "one_thread_more": "broke the worker protocol: the iteration has 2 threads, but the case has 1",
    "samples_unended": "broke the worker protocol: the answer ends within the samples of thread 0",
    "samples_elsewhere": "broke the worker protocol: the answer has samples of thread 1, but there are 1 threads",
    "samples_forever": "broke the worker protocol: the answer to `iterate` has more than 1,000 parts",
    "fails_setup": "the setup failed in S::prepare: no such file",
}
SLOW = {"hangs", "stopped", "late"}  # only these wait for the Timeout


def cases(run: Run) -> dict[str, CaseResult]:
    return {case.case.benchmark: case for case in run.cases}


def assert_nothing_is_left(run: Run) -> None:
    """No process of any worker's session is alive, and none that is dead waits for us (an orphan's waits for init)."""
    groups = {fork.start.pid for case in run.cases for fork in case.forks}
    left = []
    for process in psutil.process_iter(["status", "ppid"]):
        try:
            ours = os.getpgid(process.pid) in groups
        except ProcessLookupError:
            continue
        if ours and (process.info["status"] != psutil.STATUS_ZOMBIE or process.info["ppid"] == os.getpid()):
            left.append(process)
    assert not left


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_failed_row_and_the_run_goes_on(fault: str, measure, monkeypatch: pytest.MonkeyPatch) -> None:
    reason, message, kept = FAULTS[fault]
    monkeypatch.setattr(conversation, "MAX_PARTS", 1000)
    run = measure(tiny_plan("work", "other", timeout_s=3 if fault in SLOW else 30), fault)
    (fork,) = cases(run)["work"].forks
    assert (fork.end.status, fork.end.reason) == ("failed", reason)
    assert message in fork.end.message
    assert (len(fork.warmup), len(fork.measurement)) == (0 if fault == "fails_setup" else 1, kept)
    assert [(w.code, w.message) for w in cases(run)["work"].warnings] == [
        ("forks-not-run", "1 fork was not run, because fork 1 failed")
    ]
    assert [len(fork.measurement) for fork in cases(run)["other"].forks] == [2, 2]
    assert [fork.end.status for fork in cases(run)["other"].forks] == ["ok", "ok"]
    assert run.end.status == "complete"
    assert_nothing_is_left(run)
    judgement, text = render_report(run.path, Options(full=True))
    code = int(judgement.failed)
    words = " ".join(text.split())
    assert f"work (n = 1) miniature/1 failed: {SENTENCES[fault]}" in words
    assert "other (n = 1) miniature/1 100.00 ns/op" in words
    assert code == 1


def test_a_late_iteration_keeps_the_samples_that_came_in_time(measure) -> None:
    (fork,) = cases(measure(tiny_plan(timeout_s=3), "late"))["work"].forks
    (late,) = fork.measurement
    assert late.threads[0].sample_ns == (500, 500)


def test_how_a_worker_ended_is_kept_as_data(measure) -> None:
    (died,) = cases(measure(tiny_plan(), "dies_mid_iteration"))["work"].forks
    assert (died.end.exit_code, died.end.signal) == (3, 0)
    assert died.end.output_tail == ("no more", "of this")
    (killed,) = cases(measure(tiny_plan(), "killed"))["work"].forks
    assert (killed.end.exit_code, killed.end.signal) == (None, 9)
    (setup,) = cases(measure(tiny_plan(), "fails_setup"))["work"].forks
    assert setup.end.where == "S::prepare"


def test_the_last_lines_of_a_flood_are_cut_to_what_a_report_can_show(measure) -> None:
    (fork,) = cases(measure(tiny_plan(), "floods_output"))["work"].forks
    assert fork.end.output_tail[-1] == "x" * 200 + "…"


def test_excess_output_is_cut_and_its_size_reported(measure) -> None:
    run = measure(tiny_plan(), "prints_much")
    (fork,) = cases(run)["work"].forks
    assert fork.end.stdout_bytes == (200 << 10) + 1
    assert (Path(run.path).parent / fork.end.stdout).stat().st_size == IMPATIENT.output_bytes


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
def test_daemons_that_a_benchmark_leaves_are_ended_and_reported(measure) -> None:
    before = {process.pid for process in psutil.process_iter()}
    run = measure(tiny_plan("work", "other"), "leaves_daemons")
    left = [process for process in psutil.process_iter(["cmdline"]) if process.pid not in before
            and "leaves_daemons" in " ".join(process.info["cmdline"] or ())]
    assert left == []
    for fork in cases(run)["work"].forks:
        assert fork.end.status == "ok" and len(fork.end.strays) == 2, fork.end
    assert all(fork.end.strays == () for fork in cases(run)["other"].forks)
    text = " ".join(render_report(run.path, Options(verbosity="EXTRA"))[1].split())
    name = cases(run)["work"].forks[0].end.strays[0]
    assert f"warning left-processes: Processes that the benchmark started in their own sessions outlived its forks and were ended: 4 × {name}" in text


def test_what_a_benchmark_prints_goes_to_files_and_disturbs_nothing(measure) -> None:
    run = measure(tiny_plan(), "chatty_stdout")
    for number, fork in enumerate(cases(run)["work"].forks):
        assert fork.end.status == "ok"
        out, err = (Path(run.path).parent / name for name in (fork.end.stdout, fork.end.stderr))
        assert out.read_text() == '{"event":"bye"}\n' * 6
        assert err.read_bytes() == b"\xff\x00\x1b[31mred\n" * 6
        assert out.name == f"{fork.start.case_id}-{number}.out"
    _, text = render_report(run.path, Options(verbosity="EXTRA"))
    first = cases(run)["work"].forks[0].end
    assert f"Output of fork 1, complete in {first.stdout} and {first.stderr} beside the results file:\n" in text
    assert text.count('  | {"event":"bye"}\n') == 2 * 6 and "| \\xff\\x00\\x1b[31mred" in text
    assert "last output" not in render_report(run.path, Options(full=True))[1]


def test_a_worker_that_lives_on_after_bye_is_stopped_with_a_warning(measure) -> None:
    run = measure(tiny_plan(), "lingers", limits=replace(IMPATIENT, exit_s=0.5))
    assert [fork.end.status for fork in cases(run)["work"].forks] == ["ok", "ok"]
    assert {warning.code for warning in cases(run)["work"].warnings} == {"lingering"}
    judgement, text = render_report(run.path, Options(verbosity="EXTRA"))
    code = int(judgement.failed)
    assert "warning lingering: The worker still ran 0.5 s after its last command" in " ".join(text.split())
    assert code == 0
    assert_nothing_is_left(run)


def test_the_time_to_start_is_not_the_benchmarks_timeout(measure) -> None:
    run = measure(tiny_plan(timeout_s=2), "starts_late")
    assert [fork.end.status for fork in cases(run)["work"].forks] == ["ok", "ok"]


def test_another_version_of_the_protocol_is_refused_with_both_numbers(tmp_path: Path) -> None:
    with Worker(miniature("old_protocol"), tmp_path / "out", tmp_path / "err") as worker:
        worker.send(encode("describe"), deadline := 1e12)
        with pytest.raises(WorkerError, match=r"protocol 1, but clamh \S+ speaks protocol 2: build the artifact again with `clamh build SOURCE`"):
            decode(worker.receive(deadline))
