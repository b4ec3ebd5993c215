"""What Slurm's commands print, in ways that the real one of test_submit.py does not show."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_submissions import commands, submission

from clamh.cluster import slurm
from clamh.model.errors import InputError
from clamh.model.submission import SchedulerState

FORGOTTEN = SchedulerState(state="CANCELLED", exit_code=0, signal=15, nodes="node1")


def test_tasks_that_the_controller_forgot_are_looked_up_in_the_accounts(tmp_path: Path) -> None:
    environ = commands(
        tmp_path, squeue="echo '10|1|RUNNING|0|node1|None|'",
        sacct="printf '10_2|CANCELLED by 0|0:15|node1\\n10_[3-9]|PENDING|0:0|\\n10_3|COMPLETED|0:0|node1\\n99_1|FAILED|1:0|x\\nodd\\n'")
    assert slurm.read_states(submission(["x86_q"]), environ) == {
        ("10", 1): SchedulerState(state="RUNNING", exit_code=0, nodes="node1", reason="None"), ("10", 2): FORGOTTEN,
        ("10", 3): SchedulerState(state="COMPLETED", exit_code=0, nodes="node1")}


@pytest.mark.parametrize("sacct", ["echo Slurm accounting storage is disabled >&2; exit 1", "exit 127"])
def test_a_cluster_without_accounts_is_no_error(tmp_path: Path, sacct: str) -> None:
    assert slurm.read_states(submission(["x86_q"]), commands(tmp_path, squeue="true", sacct=sacct)) == {}


def test_exit_codes_differ_from_signals(tmp_path: Path) -> None:
    environ = commands(tmp_path, squeue="printf '10|1|FAILED|1792|n|NonZeroExitCode|\\n10|2|FAILED|9|n|None|\\n10|N/A|PENDING|0||None|\\n'", sacct="exit 1")
    states = slurm.read_states(submission(["x86_q"]), environ)
    assert [(state.exit_code, state.signal) for state in states.values()] == [(7, 0), (None, 9)]


def test_user_text_is_never_parsed_by_a_shell(tmp_path: Path) -> None:
    environ = commands(tmp_path, sbatch="echo '17;tests'")
    (batch,) = slurm.submit_array(submission(), "arm_q", (2, 3), "/a b;$(touch x)", environ)
    assert (batch.queue, batch.id, batch.repetitions) == ("arm_q", "17", (2, 3))
    words = (tmp_path / "sbatch.arguments").read_text().splitlines()
    assert {"--partition=arm_q", "--array=2,3", "--exclusive", "--no-requeue", "--job-name=clamh-abcd1234", "--time=00:15:00",
            "--output=/a b;$(touch x)/arm_q/rep%a/%A.out"} <= set(words)
    assert words[-4].endswith("task.sh") and words[-2:] == ["/a b;$(touch x)", "1"]


def test_options_that_find_the_tasks_are_reserved() -> None:
    options = ["--job-name=X", "--arr=1-9", "--test-only", "--account=me", "--constraint=a", "--wait", "--time-min=1", "--nodelist=n", "--partition=q"]
    assert slurm.find_reserved_options(options) == ["--job-name", "--arr", "--test-only", "--partition"]


def test_what_slurm_complains_about_is_the_message(tmp_path: Path) -> None:
    environ = commands(tmp_path, sbatch="echo 'sbatch: error: Batch job submission failed: Invalid account' >&2; exit 1",
                       sinfo="echo 'sinfo: fatal: Could not establish a configuration source' >&2; exit 1", squeue="exit 3")
    with pytest.raises(InputError, match="^arm_q: Batch job submission failed: Invalid account$"):
        list(slurm.submit_array(submission(), "arm_q", (1,), "/a", environ))
    with pytest.raises(InputError, match="^sinfo: Could not establish a configuration source$"):
        slurm.list_queues(environ)
    with pytest.raises(InputError, match="^squeue: no reason was given$") as raised:
        slurm.read_states(submission(), environ)
    assert "scontrol ping" in raised.value.diagnostics[0].hint  # it is installed


def test_hidden_partitions_are_queues(tmp_path: Path) -> None:
    """Without -a, Slurm's commands leave them and their jobs out."""
    of_all = 'case " $* " in *" -a "*) echo "%s";; esac'
    environ = commands(tmp_path, sinfo=f"echo open; {of_all % 'hidden'}", squeue=of_all % "10|1|RUNNING|0|node1|None|", sacct="exit 1")
    assert slurm.list_queues(environ) == ["open", "hidden"]
    assert set(slurm.read_states(submission(["hidden"]), environ)) == {("10", 1)}
