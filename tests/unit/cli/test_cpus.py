"""Does --cpus bind a run and release it afterwards, and are impossible CPUs reported?"""

from __future__ import annotations

import subprocess
import sys

import pytest

from clamh.cli import cpus
from clamh.cli.cpus import bind_to_cpus
from clamh.machine.cpus import read_affinity
from clamh.model.errors import InputError
from clamh.model.options import Options

MINE = sorted(read_affinity())
SHOW = [sys.executable, "-c", "import os; print(sorted(os.sched_getaffinity(0)))"]


def test_the_run_and_what_it_starts_have_these_cpus_alone_until_it_is_over() -> None:
    last = frozenset(MINE[-1:])
    with pytest.raises(KeyError), bind_to_cpus(Options(cpus=last)):
        assert read_affinity() == last
        assert subprocess.run(SHOW, capture_output=True, text=True, check=True).stdout == f"{sorted(last)}\n"
        raise KeyError
    assert sorted(read_affinity()) == MINE
    with bind_to_cpus(Options()):
        assert sorted(read_affinity()) == MINE


def test_cpus_that_cannot_be_had_change_nothing() -> None:
    with pytest.raises(InputError) as error, bind_to_cpus(Options(cpus=frozenset({MINE[0], 4097}))):
        pass
    assert [problem.message for problem in error.value.diagnostics] == ["--cpus: there is no CPU 4097"]
    assert sorted(read_affinity()) == MINE


def test_cpus_that_the_kernel_refuses_are_reported_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cpuset that is not to be seen from inside of a container."""
    monkeypatch.setattr("clamh.machine.cpus.find_obstacles", lambda wanted: iter(()))
    for wanted, message in (({4097}, "--cpus: the system refuses CPUs 4097: Invalid argument"),
                            ({MINE[0], 4097}, f"--cpus: the system refuses CPUs {MINE[0]},4097: only {MINE[0]} of them are available")):
        with pytest.raises(InputError) as error, cpus.bind_to_cpus(Options(cpus=frozenset(wanted))):
            pass
        assert [problem.message for problem in error.value.diagnostics] == [message]
    assert sorted(read_affinity()) == MINE
