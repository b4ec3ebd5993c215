"""Does `gate --confirm` measure the builds that two results files are of, and nothing else?

The clock is counted, so that both builds take exactly as long; the times of the files are made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_repositories import PYTHON, commit, git, is_clean, one_line

from clamh.machine.cpus import read_affinity

Clamh = Callable[..., "CompletedProcess[str]"]
pytestmark = pytest.mark.language("python")
CPU = max(read_affinity())
SHAPE = ("-f", "3", "-wi", "0", "-i", "1", "-r", "5ms", "--no-lock")
TWO = PYTHON + "\n\n#@@Benchmark\ndef other():\n    return STEP\n"
CHANGED = "STEP = 4  # the same work\n"


def measure(clamh: Clamh, folder: Path, name: str, factor: float, *more: str) -> None:
    """The file of a run, in which `work` takes so many times as long as it did."""
    process = clamh("run", "work.py", *SHAPE, *more, "--results", f"{name}.ndjson")
    assert process.returncode == 0, process.stderr
    lines = [json.loads(line) for line in (folder / f"{name}.ndjson").read_text().splitlines()]
    work = {line["case_id"] for line in lines if line["event"] == "case" and line["key"] == "work"}
    for record in lines:
        for thread in record.get("threads", ()) if record["event"] == "iteration" else ():
            ns = 1000 * (factor if record["case_id"] in work else 1.0)
            thread["elapsed_ns"], thread["sample_ns"] = round(thread["operations"] * (ns + record["fork"])), []
    (folder / f"{name}.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def titles(folder: Path) -> dict[str, set[str]]:
    """By build the benchmarks that were measured together, of the newest file of builds."""
    records = [json.loads(line) for line in (folder / ".clamh/compared/latest").read_text().splitlines()]
    return {build: {record["key"] for record in records if record["event"] == "case" and record["build"] == build} for build in ("old", "new")}


def test_the_revisions_of_both_files_are_measured(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": TWO})
    measure(clamh, repository, "base", 1.0)
    commit(repository, {"step.py": CHANGED})
    measure(clamh, repository, "new", 3.0, "--cpus", str(CPU))
    process = clamh("gate", "base.ndjson", "new.ndjson")
    assert process.returncode == 4 and "gate: 1 regression in 2 rows; not measured together" in one_line(process), process.stderr
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock", "-rff", "gate.md")
    assert process.returncode == 0, process.stdout + process.stderr
    revisions = [git(repository, "rev-parse", "--short=12", name).strip() for name in ("HEAD~1", "HEAD")]
    assert f"old: base.ndjson ({revisions[0]})" in process.stderr and f"new: new.ndjson ({revisions[1]}, the working folder)" in process.stderr
    assert titles(repository) == {"old": {"work", "other"}, "new": {"work", "other"}}  # one slower, one undecided
    assert "measured together: work: B and A are the same within 1 %" in one_line(process)
    assert (repository / "gate.md").read_text().startswith("### gate: no regression in 2 rows\n\n- 2 same within 1 %\n")
    header = json.loads((repository / ".clamh/compared/latest").read_text().splitlines()[0])
    assert header["environment"]["cpu_list"] == str(CPU)  # as NEW was
    assert is_clean(repository)


def test_only_what_is_open_is_measured(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": TWO})
    measure(clamh, repository, "base", 3.0)
    measure(clamh, repository, "new", 1.0)
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 0 and "gate: no regression in 2 rows" in process.stdout, process.stdout + process.stderr
    assert titles(repository) == {"old": {"other"}, "new": {"other"}}


def test_a_later_state_of_the_working_folder_is_not_measured(clamh: Clamh, repository: Path) -> None:
    measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    commit(repository, {"work.py": "def broken(:\n"})
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stderr.count(git(repository, "rev-parse", "--short=12", "HEAD~1").strip()) >= 2
    assert is_clean(repository)


def test_lost_uncommitted_changes_are_refused(clamh: Clamh, repository: Path) -> None:
    measure(clamh, repository, "base", 1.0)
    (repository / "work.py").write_text(TWO)
    measure(clamh, repository, "new", 3.0)
    here = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--allow-missing", "--no-lock")
    assert here.returncode == 0, here.stdout + here.stderr
    assert "new: new.ndjson, measured from the working folder" in here.stderr
    (repository / "work.py").write_text(f"{TWO}# more\n")
    before = sorted((repository / ".clamh/compared").iterdir())
    gone = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert gone.returncode == 2 and sorted((repository / ".clamh/compared").iterdir()) == before
    assert "--confirm: new.ndjson was measured from files that are not in git, and work.py changed since" in one_line(gone)
    assert "name its build: --new-build FOLDER or --new-build REVISION" in one_line(gone)
    commit(repository, {"later/work.py": TWO, "later/step.py": CHANGED})
    named = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--base-build", "HEAD~1", "--new-build", "later", "--no-lock")
    assert named.returncode == 0, named.stdout + named.stderr
    assert "new: later (a folder)" in named.stderr and "old: HEAD~1 (" in named.stderr
    assert is_clean(repository)


def test_a_helper_that_changed_without_git_is_noticed(clamh: Clamh, repository: Path) -> None:
    (repository / "step.py").write_text("STEP = 5\n")
    measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    (repository / "step.py").write_text("STEP = 6\n")
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 2 and "and step.py changed since" in one_line(process), process.stdout + process.stderr
    (repository / "step.py").write_text("STEP = 5\n")
    lines = [json.loads(line) for line in (repository / "base.ndjson").read_text().splitlines()]
    for line in lines:
        if line["event"] == "platform":  # as of another interpreter or compiler
            line["artifact_sha256"] = "ab" * 32
    (repository / "base.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 2 and "now is not the artifact that base.ndjson measured" in one_line(process), process.stdout + process.stderr


@pytest.mark.parametrize(("variable", "value", "words"), [
    ("PYTHONOPTIMIZE", "1", "PYTHONOPTIMIZE was 1 for base.ndjson and is not set now"),
    ("CLAMH_PYTHON", f"{sys.executable} -O", "had the flags -O in base.ndjson, and has (none) now"),
])
def test_files_that_differ_in_flags_or_variables_are_refused(
    clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, words: str
) -> None:
    """Both builds would be the same, and no regression would be found."""
    with monkeypatch.context() as earlier:
        earlier.setenv(variable, value)
        measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 2 and words in one_line(process), process.stdout + process.stderr
    assert not (repository / ".clamh/compared").exists()


def test_different_artifacts_that_are_the_same_now_are_refused(clamh: Clamh, repository: Path) -> None:
    measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    lines = [json.loads(line) for line in (repository / "base.ndjson").read_text().splitlines()]
    changed = [line | {"artifact_sha256": "ab" * 32} if line["event"] == "platform" else line for line in lines]
    (repository / "base.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in changed))
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 2 and "but both builds give the same artifact now" in one_line(process), process.stdout + process.stderr
    assert not (repository / ".clamh/compared").exists()


@pytest.mark.parametrize(("builds", "words"), [
    (("--base-build", "nowhere"), "'nowhere' is not a folder, and 'nowhere' is not a revision of ."),
    (("--base-build", "HEAD:nowhere"), "HEAD has no 'nowhere'"),
    (("--new-build", "empty"), "are not in both builds"),
    (("--new-build", "--upload-pack=x"), "no value follows it"),
])
def test_bad_builds(clamh: Clamh, repository: Path, builds: tuple[str, ...], words: str) -> None:
    measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    (repository / "empty").mkdir()
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", *builds, "--no-lock")
    assert process.returncode == 2 and words in one_line(process), process.stdout + process.stderr
    assert is_clean(repository) and not (repository / ".clamh/compared").exists()


def test_a_revision_that_the_clone_does_not_have(clamh: Clamh, repository: Path) -> None:
    measure(clamh, repository, "base", 1.0)
    measure(clamh, repository, "new", 3.0)
    (repository / "base.ndjson").write_text((repository / "base.ndjson").read_text().replace(git(repository, "rev-parse", "HEAD").strip(), "0123456789" * 4))
    process = clamh("gate", "base.ndjson", "new.ndjson", "--confirm", "--no-lock")
    assert process.returncode == 2 and "was measured from revision 012345678901, which the repository" in one_line(process)
