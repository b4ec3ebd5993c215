"""Does `make demo` plan what it promises: every suite, one platform per language, five sets, less than three minutes?"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.model.identity import camel_case

ROOT = Path(__file__).parents[2]
KEYS = ("factorialIterative", "fiboLocal", "flatByColumn")


@pytest.fixture(scope="module")
def recipe() -> list[list[str]]:
    """The commands of the target."""
    printed = subprocess.run(["make", "--no-print-directory", "-n", "demo"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout
    return [shlex.split(line) for line in printed.splitlines()]


def test_it_sets_up_only_what_it_needs_and_then_runs(recipe: list[list[str]]) -> None:
    assert [words[:3] for words in recipe] == [["bash", "scripts/setup.sh", "demo"], [".venv/bin/clamh", "run", "--quick"]]


@pytest.mark.slow
@pytest.mark.language(*languages())
def test_its_plan_is_short_and_has_every_suite_in_every_language(recipe: list[list[str]], clamh) -> None:
    done = clamh("list", "--forks", *recipe[1][2:], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    # 15 forks of 0.75 s a language: 90 s for eight of them, and 40 s more for starts of JVMs and turns.
    cases = re.findall(r"^  [0-9a-f]{12}  (\w+)\(.*\)  (\w+)/\S+  avgt$", done.stdout, re.MULTILINE)
    cases = [(camel_case(name), language) for name, language in cases]
    assert Counter(cases) == {(key, language): 1 for key in KEYS for language in languages()}
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("cases of ")] == [
        "cases of 5 forks, each 3 × 100 ms warmup, then 2 × 100 ms"]
    assert f"{3 * len(languages())} cases" in lines[-5] and lines[-4].startswith(f"{15 * len(languages())} forks, ")
    assert 15 * len(languages()) * 0.75 <= 90
