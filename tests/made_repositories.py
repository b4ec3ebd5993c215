"""A git repository with two builds of a benchmark, and what tests of `compare --live` and `gate --base` ask of what they did."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

SHORT = ("-f", "3", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")
PYTHON = "from step import STEP\n\n#@@Benchmark\ndef work():\n    return STEP * 10\n"


def git(folder: Path, *arguments: str) -> str:
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
    return subprocess.run(["git", "-C", folder, *own, *arguments], check=True, capture_output=True, text=True).stdout


def commit(repository: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(text)
    git(repository, "add", "--", *files)
    git(repository, "commit", "-q", "-m", "change")


def is_clean(repository: Path) -> bool:
    """Whether neither a tree nor git's note of one is left."""
    trees = repository / ".clamh/trees"
    return not (trees.exists() and os.listdir(trees)) and not list((repository / ".git").glob("worktrees/*"))


def one_line(process: CompletedProcess[str]) -> str:
    """All that was printed, without the line ends of paragraphs."""
    return " ".join(f"{process.stdout} {process.stderr}".split())


def values(file: Path) -> dict[str, str]:
    """By language what is not equal in the values of both builds, as the comparison's JSON says."""
    return {row["platform"].split("/")[0]: next((term["message"] for term in row["ratio"]["terms"] if term["name"] == "value" and not term["holds"]), "")
            for row in json.loads(file.read_text())["rows"]}
