"""Does the table describe a machine in a few lines, with hints where something should be done?"""

from __future__ import annotations

from typing import Any

import pytest

from clamh.cli.machine import format_table

QUIET = {
    "cpu": "Xeon", "architecture": "x86_64", "cpus": 8, "cpus_allowed": 8, "smt": False, "os": "Debian 12",
    "kernel": "Linux 6.1", "hypervisor": None, "governor": "performance", "turbo": False, "aslr": "2",
    "perf_event_paranoid": "1", "load": [0.1, 0.2, 0.3],
}


def line(name: str, **facts: Any) -> str:
    """The one line of a fact, "" when it has none."""
    rows = [row for row in format_table({**QUIET, **facts}, 200) if row.split()[0] == name]
    assert len(rows) < 2
    return " ".join(rows[0].split()[1:]) if rows else ""


def test_quiet_machine_has_no_hints() -> None:
    assert format_table(QUIET, 80) == [
        "  CPU       Xeon, x86_64",
        "  CPUs      8",
        "  system    Debian 12, Linux 6.1",
        "  governor  performance",
        "  turbo     off",
        "  load      0.10 0.20 0.30",
        "  ASLR      on",
        "  counters  perf_event_paranoid 1: user and kernel code is counted",
    ]


def test_unknown_facts_are_left_out() -> None:
    assert format_table({}, 80) == []


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("virtual", {"hypervisor": "KVM"}, "KVM: other machines may take its CPUs"),
        ("virtual", {"hypervisor": "unnamed"}, "yes: other machines may take its CPUs"),
        ("governor", {"governor": "powersave"}, "clamh doctor --tune sets performance for one run"),
        ("governor", {"governor": "performance,powersave"}, "the clock speed follows the load"),
        ("turbo", {"turbo": True}, "on: the clock speed depends on heat"),
        ("load", {"load": [4.1, 1, 1]}, "4.10 1.00 1.00: other programs are running"),
        ("ASLR", {"aslr": "0"}, "off: addresses are the same in every fork"),
        ("counters", {"perf_event_paranoid": "2"}, "user code is counted"),
        ("counters", {"perf_event_paranoid": "4"}, "counting needs root"),
        ("counters", {"perf_event_paranoid": "-1"}, "everything is counted"),
        ("CPUs", {"cpus_allowed": 2, "cpu_list": "4,6"}, "2 of 8 may be used (4,6)"),
        ("CPUs", {"cpus_allowed": 2}, "2 of 8 may be used"),
        ("quota", {"cpu_quota": 1.5}, "the time of 1.5 CPUs: threads that use more are stopped"),
        ("isolated", {"cpus_isolated": "2-3"}, "CPUs 2-3: to run on them: --cpus LIST --bind threads"),
        ("nodes", {"nodes": [{"number": 0, "cpus": "0-3", "memory": True}, {"number": 1, "cpus": "", "memory": True},
                             {"number": 2, "cpus": "4-7", "memory": False}]},
         "0 (CPUs 0-3), 1 (CPUs none), 2 (CPUs 4-7, no memory): memory of another node"),
        ("nodes", {"nodes": [{"number": 0, "cpus": "0-7", "memory": True}]}, ""),
        ("CPUs", {"smt": True}, "8, two share a core"),
        ("CPUs", {"cpus": 1, "cpus_allowed": 1}, "with only one CPU"),
    ],
)
def test_disturbances_have_hints(name: str, facts: dict[str, Any], words: str) -> None:
    assert words in line(name, **facts)


def test_half_the_cpus_busy_is_no_disturbance() -> None:
    assert line("load", load=[4.0, 0, 0]) == "4.00 0.00 0.00"


def test_no_line_is_wider_than_the_terminal() -> None:
    assert max(map(len, format_table({**QUIET, "cpu": "word " * 40, "hypervisor": "KVM", "turbo": True}, 50))) <= 50
