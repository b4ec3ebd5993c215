"""Do the files for GitHub and GitLab run, as the page on CI says?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from made_repositories import git

TEMPLATES = Path(__file__).parent.parent.parent / "docs" / "how-to" / "ci"
SHORT = " --no-lock -f 3 -i 1 -wi 0 -r 5ms"
VARIABLES = {"GITHUB_BASE_REF": "main", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "GITHUB_STEP_SUMMARY": "summary.md"}
pytestmark = pytest.mark.language("python")


def list_commands(name: str) -> Iterator[str]:
    """The commands of a template in their order, apart from those that install and fetch."""
    (job,) = (job for job in find_jobs(yaml.safe_load((TEMPLATES / name).read_text(encoding="utf-8"))))
    steps = [step["run"] for step in job["steps"] if "run" in step] if "steps" in job else [*job["before_script"], *job["script"]]
    assert [step for step in steps if '"$CLAMH"' in step] == [steps[0]]
    for step in steps:
        if not step.startswith(("pip", "git fetch")):
            yield step + SHORT if step.startswith("clamh") else step


def find_jobs(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    jobs = document.get("jobs", document)
    return (job for job in jobs.values() if isinstance(job, dict) and ("steps" in job or "script" in job))


def run_template(name: str, folder: Path, cache: Path) -> list[int]:
    """The exit code of each command."""
    environ = {**os.environ, **VARIABLES, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(folder / ".clamh" / "state"),
               "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return [subprocess.run(["bash", "-ec", command], cwd=folder, env=environ, check=False).returncode for command in list_commands(name)]


@pytest.fixture
def change(repository: Path) -> Path:
    """A branch whose benchmark takes as long as that of main, as its remote `origin` has it."""
    (repository / "benchmarks").mkdir()
    git(repository, "mv", "work.py", "step.py", "benchmarks")
    git(repository, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "move")
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(repository, "switch", "-qc", "change")
    return repository


def test_github_shows_the_report_on_the_page_of_the_job(change: Path, cache: Path) -> None:
    assert run_template("github.yml", change, cache) == [0, 0]
    assert (change / "summary.md").read_text(encoding="utf-8").startswith("### gate: no regression in 1 row")


def test_gitlab_shows_each_benchmark_as_a_test(change: Path, cache: Path) -> None:
    assert run_template("gitlab.yml", change, cache) == [0]
    suite = ElementTree.parse(change / "gate.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), len(list(suite.iter("testcase")))) == ("1", "0", 1)


def test_github_action_benchmark_gets_a_value_per_benchmark(change: Path, cache: Path) -> None:
    assert run_template("github-history.yml", change, cache) == [0]
    (entry,) = json.loads((change / "benchmarks.json").read_text(encoding="utf-8"))
    assert entry["name"].startswith("work python/") and entry["unit"] == "ns/op" and entry["value"] > 0
