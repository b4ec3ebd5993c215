"""clamh submit and clamh collect on a real Slurm, which this file starts on loopback (made_slurm.py): what users see, and what is left."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import in_process
import made_slurm
import pytest
from made_slurm import Cluster, running_cluster, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.language("python", "cpp")]

WORK = "#@@Benchmark\ndef work():\n    return 7\n\n#@@Benchmark\ndef other():\n    return 8\n"
# Goes on until its folder has a file `go`.
WAITS = "import os\nimport time\n\n#@@Benchmark\ndef work():\n    while not os.path.exists('go'):\n        time.sleep(0.05)\n    return 7\n"
OF_RUN = ("--", "--no-lock", "-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-live")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Skipped where Slurm is missing: set-up goes on without. Under CI it fails: green would be a lie."""
    if missing := made_slurm.missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{missing} of Slurm and munge: scripts/setup.sh test")
    with running_cluster(tmp_path_factory.mktemp("slurm")) as cluster:
        yield cluster


class Place(NamedTuple):
    """A project folder, from which commands are typed."""

    folder: Path
    environ: dict[str, str]

    def clamh(self, *argv: str | Path) -> subprocess.CompletedProcess[str]:
        return in_process.clamh(argv, self.folder, self.environ)

    def tasks(self, results: str) -> dict[str, list[tuple[str, str]]]:
        """By task the state and reason of each attempt, as `clamh collect` tells them to a program."""
        self.clamh("collect", results, "-rff", "tasks.json")
        tasks = json.loads((self.folder / "tasks.json").read_text())["tasks"]
        return {f"{task['queue']} {task['repetition']}": [(item["state"], item["reason"]) for item in task["attempts"]] for task in tasks}

    def are(self, results: str, tasks: Sequence[str], *states: str) -> bool:
        """Whether the last attempts of these tasks are in one of these states."""
        known = self.tasks(results)
        return all(known[task][-1][0] in states for task in tasks)


def make_place(folder: Path, cluster: Cluster, text: str) -> Place:
    (folder / "suite").mkdir(parents=True)
    (folder / "suite" / "work.py").write_text(text)
    return Place(folder, {**cluster.environ, "CLAMH_CLOCK": "counted:1000000", "XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "100", "NO_COLOR": "1"})


ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs/how-to/slurm.md"


@pytest.fixture(scope="module")
def measured(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, subprocess.CompletedProcess[str]]:
    """A folder with odd characters, and three repetitions on each of two queues in it."""
    place = make_place(tmp_path_factory.mktemp("two") / "50% of $(touch x)'s", cluster, WORK)
    return place, place.clamh("submit", "suite", "-q", "x86_q", "-q", "arm_q", "--reps", "3", "-t", "00:05:00", "-o", "results", "--wait", *OF_RUN)


@pytest.fixture(scope="module")
def troubled(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Tasks that come to no end, each for a reason of its own; what takes Slurm half a minute goes on while other tests run."""
    place = make_place(tmp_path_factory.mktemp("troubled"), cluster, WAITS)
    process = place.clamh("submit", "suite", "-q", "limited", "-q", "flaky", "-q", "shared", "--reps", "2", "-o", "results", *OF_RUN)
    assert process.returncode == 0, process.stderr
    batches = {batch["queue"]: batch["id"] for batch in json.loads((place.folder / "results/submission.json").read_text())["batches"]}
    for queue, batch in batches.items():
        wait_for((place.folder / "results" / queue / "rep1" / batch / "run.ndjson").exists, f"{queue} measures")
    cluster.call("scancel", f"{batches['limited']}_2")
    cluster.call("scontrol", "update", f"jobid={batches['limited']}_1", "timelimit=0")
    shutil.rmtree(place.folder / "results/flaky/rep2")  # where Slurm is to write what the task prints
    cluster.crash("weak")
    cluster.call("scontrol", "update", f"jobid={batches['shared']}_1", "requeue=1")
    cluster.call("scontrol", "requeue", f"{batches['shared']}_1")
    return place


def test_each_queue_has_a_table_over_its_repetitions(troubled: Place, measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, process = measured
    assert process.returncode == 0, process.stderr
    assert "x86_q: 3 tasks submitted" in process.stderr and " ended] arm_q repetition 3: finished on " in process.stderr and "a case failed" not in process.stderr
    assert "x86_q, arm_q: 3 repetitions each, 6 of 6 tasks finished" in process.stdout
    for queue in ("x86_q", "arm_q"):
        table = process.stdout.partition(f"\n{queue} on ")[2].partition("\nbuild on ")[0]
        assert "repetitions 1, 2, 3" in table and "3 repetitions" in table and "clamh collect results --full" in table
    assert "beside" not in process.stdout
    assert place.clamh("collect", "results", "--full").stdout.count("over reps") == 2
    assert not (place.folder / "x").exists() and sorted(os.listdir(place.folder)) == ["results", "suite"]


def test_nodes_are_compared_on_request(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    process = measured[0].clamh("collect", "results", "--nodes")
    assert process.returncode == 0 and " beside x86_q on " in process.stdout


def test_nothing_is_submitted_again_when_all_finished(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    process = measured[0].clamh("submit", "--resume", "-o", "results")
    assert (process.returncode, process.stderr) == (0, "results: nothing to submit again\n")


def test_results_of_another_run_are_no_results_of_a_task(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, _ = measured
    shutil.copytree(place.folder / "results", place.folder / "mixed")
    first, second = (next((place.folder / "mixed/x86_q" / f"rep{number}").glob("*/run.ndjson")) for number in (1, 2))
    shutil.copy(first, second)
    process = place.clamh("collect", "mixed")
    assert process.returncode == 1 and "its results belong to another run" in process.stdout and "x86_q on" in process.stdout
    shutil.rmtree(place.folder / "mixed")


def test_wrong_input_is_refused_before_anything_is_submitted(cluster: Cluster, measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, _ = measured
    before = cluster.call("squeue", "-h", "-t", "all")
    for argv, message in {
        ("suite", "-q", "x68_q", "-o", "new"): "there is no queue 'x68_q' [no-queue]\n    hint: did you mean -q x86_q?",
        ("suite", "-q", "x86_q", "-o", "results"): "'results' holds the submission",
        ("suite", "-q", "x86_q", "-o", "suite"): "is not empty and holds no submission",
        ("suite", "-q", "x86_q", "-o", "suite/work.py/new"): ": Not a directory",
        ("suite", "-q", "x86_q"): "needs a folder for the results",
        ("suite", "-o", "new"): "needs a queue [usage]\n    hint: name one with -q: x86_q, arm_q, limited, flaky, shared",
        ("nothing.py", "-q", "x86_q", "-o", "new"): "nothing.py",
        ("suite", "-q", "x86_q", "-o", "new", "-t", "soon"): "-t: 'soon' is not a time limit",
        ("suite", "-q", "x86_q", "-o", "new", "--sbatch=--job-name=X"): "--sbatch: --job-name: CLAMH sets it to find its tasks",
        ("suite", "-q", "x86_q", "-o", "new", "--sbatch=-JX"): "--sbatch: '-JX' is not a complete sbatch option",
        ("suite", "-q", "x86_q", "-o", "new", "--reps", "0"): "--reps: '0' is not a number from 1 to 1000",
        ("suite", "-q", "x86_q", "-o", "new", "--", "-rff", "x"): "-rff: not allowed in a task",
        ("suite", "-q", "x86_q", "-o", "new", "--", "--html", "x.html"): "--html: not allowed in a task",
        ("suite", "-q", "x86_q", "-o", "new", "--", "--frok", "3"): "unrecognized argument: --frok",
        ("suite", "--resume", "-o", "results"): "PATH would change them",
        ("--resume", "-o", "suite"): "holds no submission",
    }.items():
        process = place.clamh("submit", *argv)
        assert process.returncode == 2 and message in process.stderr and "Traceback" not in process.stderr, (argv, process.stderr)
    assert not (place.folder / "new").exists()
    assert cluster.call("squeue", "-h", "-t", "all").count("\n") <= before.count("\n")


def test_without_slurm_collect_reports_what_the_folder_holds(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place = measured[0]._replace(environ={**measured[0].environ, "PATH": "/nowhere"})
    process = place.clamh("collect", "results")
    assert process.returncode == 0 and "squeue is not on PATH: reporting what the folder holds so far" in process.stderr and "6 of 6 tasks" in process.stdout
    process = place.clamh("submit", "suite", "-q", "x86_q", "-o", "new")
    assert process.returncode == 2 and "sinfo is not on PATH [no-slurm]" in process.stderr


def test_a_queue_that_refuses_keeps_no_other_from_its_tasks(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, _ = measured
    process = place.clamh("submit", "suite", "-q", "x86_q", "-q", "arm_q", "--reps", "1", "-o", "partly", "--sbatch=--nodelist=nowhere", *OF_RUN)
    assert process.returncode == 2 and "x86_q: " in process.stderr and "arm_q: " in process.stderr and not (place.folder / "partly").exists()
    process = place.clamh("submit", "suite", "-q", "x86_q", "-q", "arm_q", "--reps", "1", "-o", "partly", "--sbatch=--nodelist=calm", *OF_RUN)
    assert process.returncode == 2 and "x86_q: 1 task submitted" in process.stderr and "error: arm_q: " in process.stderr
    assert "arm_q repetition 1: not submitted" in place.clamh("collect", "partly").stdout
    process = place.clamh("submit", "--resume", "-o", "partly", "--wait", "-t", "00:02:00", "--sbatch=--nodelist=second")
    assert process.returncode == 0 and "2 of 2 tasks finished" in process.stdout and "x86_q: 1 task submitted" not in process.stderr
    shutil.rmtree(place.folder / "partly")


def test_artifacts_that_are_built_already_are_measured(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, _ = measured
    assert place.clamh("build", "suite").returncode == 0
    process = place.clamh("submit", "--artifact", "python:suite/run_work.pyz", "-q", "x86_q", "--reps", "1", "-o", "built", "--wait", *OF_RUN)
    assert process.returncode == 0 and "1 of 1 task finished" in process.stdout and "building" not in Path(
        next((place.folder / "built").glob("x86_q/rep1/*.err"))).read_text()
    process = place.clamh("submit", "--artifact", "python:suite/nothing.pyz", "-q", "x86_q", "-o", "new")
    assert process.returncode == 2 and "--artifact: 'python:suite/nothing.pyz' is not LANGUAGE:FILE" in process.stderr


def test_artifacts_run_without_clamh_on_the_node(measured: tuple[Place, subprocess.CompletedProcess[str]]) -> None:
    place, _ = measured
    assert place.clamh("build", "suite").returncode == 0
    of_run = ("--", "--only", "other", "-f", "2", "-wi", "0", "-i", "1", "-r", "1ms")
    process = place.clamh("submit", "--solo", "--artifact", "python:suite/run_work.pyz", "-q", "x86_q", "--reps", "1", "-o", "alone", "--wait", *of_run)
    assert process.returncode == 0 and "1 of 1 task finished" in process.stdout, process.stderr
    (log,) = (place.folder / "alone").glob("x86_q/rep1/*/log")
    assert log.read_text().count("Benchmark other, iteration 1: ") == 2 and not list(log.parent.glob("*.json"))
    assert "measured by CLAMH --solo" in place.clamh("report", log, "--full").stdout
    for words, message in {
        ("suite", "--solo"): "--solo needs built artifacts",
        ("--solo", "--artifact", "python:suite/run_work.pyz", "--scheduler", "local"): "--solo works only with Slurm, not with local",
        ("--solo", "--artifact", "python:suite/run_work.pyz", "--", "-gc", "true", "--budget", "1m"): "--budget -gc: not possible with --solo",
        ("--solo", "--artifact", "python:suite/run_work.pyz", "--", "--estimator", "median"): "--estimator: not possible with --solo [usage]\n    hint: leave it out, or",
        ("--solo", "--artifact", "python:suite/run_work.pyz", "--", "--delta", "5%", "--baseline", "work"):
            "--delta --baseline: not possible with --solo [usage]\n    hint: give --delta --baseline to clamh collect, or leave out --solo",
        ("--solo", "--artifact", "python:suite/run_work.pyz", "--", "-prof", "rusage", "--max-iterations", "9"): "-prof --max-iterations: not possible",
    }.items():
        process = place.clamh("submit", "-q", "x86_q", "-o", "new", *words)
        assert process.returncode == 2 and message in process.stderr and not (place.folder / "new").exists()


def test_the_commands_of_the_document_run(cluster: Cluster, tmp_path: Path) -> None:
    """As they are shown, but one repetition of one language, and in next to no time."""
    shutil.copytree(ROOT / "benchmarks/fac_tests", tmp_path / "benchmarks/fac_tests")
    place = Place(tmp_path, {**cluster.environ, "CLAMH_CLOCK": "counted:1000000", "COLUMNS": "80"})
    commands = [shlex.split(line) for line in re.findall(r"^\$ (.*)$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)]
    assert len(commands) > 5 and all(command[0] == "clamh" for command in commands)
    for _, verb, *words in commands:
        if verb == "submit" and "--resume" not in words:
            words = [word for word in words if word not in ("--reps", "3")]
            of_run = ["-p", "number=25", *OF_RUN[1:], *(["--platform", "python/cpython*"] if "--solo" not in words else [])]
            words = ["--reps", "1", *words, *([] if "--" in words else ["--"]), *of_run]
        process = place.clamh(verb, *words)
        assert process.returncode == 0, process.stderr
    assert {"results.md", "results.json", "results.csv"} <= set(os.listdir(tmp_path))


def test_tasks_that_came_to_no_end_are_failures_and_run_again(cluster: Cluster, troubled: Place) -> None:
    wait_for(lambda: troubled.are("results", ("limited 1", "limited 2", "flaky 1"), "timed out", "killed", "lost"), "Slurm gives three tasks up")
    (troubled.folder / "suite" / "go").touch()
    wait_for(lambda: troubled.are("results", ("shared 1", "shared 2"), "finished"), "the others finish")
    tasks = troubled.tasks("results")
    assert tasks == {
        "limited 1": [("timed out", "it reached its time limit")],
        "limited 2": [("killed", "it was cancelled before it wrote anything")],
        "flaky 1": [("lost", "its node failed")],
        "flaky 2": tasks["flaky 2"],  # its node is down, and it waits
        "shared 1": [("requeued", "the scheduler stopped and restarted it"), ("finished", "")],
        "shared 2": [("finished", "")],
    }
    assert [state for state, _ in tasks["flaky 2"]] == ["waiting"]
    cluster.boot("weak")
    wait_for(lambda: troubled.tasks("results")["flaky 2"][0][0] == "failed", "the task without a folder for its output fails")
    assert troubled.tasks("results")["flaky 2"][0][1].endswith("before it wrote anything")
    report = troubled.clamh("collect", "results")
    assert report.returncode == 1 and "submit them again with: clamh submit --resume -o results" in report.stderr
    assert "limited repetition 1: timed out" in report.stdout and "shared on" in report.stdout and "few-repetitions" in report.stdout
    process = troubled.clamh("submit", "--resume", "-o", "results", "--wait")
    assert "limited: 2 tasks submitted" in process.stderr and "flaky: 2 tasks submitted" in process.stderr and "shared: " not in process.stderr
    after = troubled.tasks("results")
    assert {task: attempts[:-1] for task, attempts in after.items() if not task.startswith("shared")} == {
        task: attempts for task, attempts in [*tasks.items(), ("flaky 2", after["flaky 2"][:1])] if not task.startswith("shared")}
    assert all(attempts[-1] == ("finished", "") for attempts in after.values())
    assert process.returncode == 0 and "6 of 6 tasks finished" in process.stdout
