"""Are the meters of a machine found, read over their end, added up, and is their lack explained?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.cli.counters import describe_counters
from clamh.machine import energy
from clamh.machine.perf_access import Access
from clamh.model.counting import ENERGY, RUSAGE, Counting, SystemCounter
from clamh.model.errors import InputError
from clamh.running.counting import prepare_counting
from clamh.running.worker.counts import ProcessCounts

RANGE_UJ = 999


@pytest.fixture
def meters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A machine with two packages, one with a meter of its memory; and a meter that no counter has a name for."""
    monkeypatch.setattr(energy, "ZONES", tmp_path)
    zones = {"intel-rapl:0": "package-0", "intel-rapl:0:0": "dram", "intel-rapl:1": "package-1", "intel-rapl:2": "psys"}
    for folder, name in zones.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "name").write_text(f"{name}\n")
        (tmp_path / folder / "max_energy_range_uj").write_text(f"{RANGE_UJ}\n")
        (tmp_path / folder / "energy_uj").write_text("900\n")
    return {name: tmp_path / folder / "energy_uj" for folder, name in zones.items()}


def energies(counting: Counting) -> list[str]:
    return [counter.name for counter in counting.counters if counter.profiler == ENERGY]


def test_meters_of_all_packages_are_added_also_over_their_end(meters: dict[str, Path]) -> None:
    counting, warnings = prepare_counting({"energy": ()})
    assert (energies(counting), warnings) == (["energy.package", "energy.memory"], [])
    counts = ProcessCounts(counting, 0, [])
    counts.begin()
    meters["package-0"].write_text("50")  # 100 up to its end, which is 999, then 50
    meters["package-1"].write_text("907")
    meters["dram"].write_text("903")
    assert counts.end([]) == {"energy.package": (157,), "energy.memory": (3,)}
    counts.begin()
    meters["package-1"].unlink()
    assert counts.end([]) == {"energy.package": (-1,), "energy.memory": (0,)}


def test_the_driver_reads_energy_beside_what_the_worker_reads(meters: dict[str, Path]) -> None:
    counting = Counting(counters=(*RUSAGE, SystemCounter(name="energy.package", profiler=ENERGY, unit="uJ")))
    counts = ProcessCounts(counting, 0, [])
    counts.begin()
    meters["package-0"].write_text("905")
    usage = {counter.name: (number,) for number, counter in enumerate(RUSAGE, 1)}
    assert counts.end([1, 2, 3, 4, 5, 6]) == {**usage, "energy.package": (5,)}
    assert counting.sources == "rusage"


def test_a_meter_that_only_root_may_read_is_explained(meters: dict[str, Path]) -> None:
    for meter in meters.values():
        meter.write_text("")  # root may read every file, so what it reads is no number
    with pytest.raises(InputError) as error:
        prepare_counting({"energy": ()})
    [problem] = error.value.diagnostics
    assert "only root may read the meters" in problem.message and "sudo chmod a+r" in problem.hint


def test_a_machine_without_meters_is_explained_also_by_doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(energy, "ZONES", tmp_path)
    with pytest.raises(InputError, match="this machine does not count energy, because its CPU has no meter"):
        prepare_counting({"energy": ()})
    assert "-prof energy; it does not work here: its CPU has no meter" in " ".join(
        " ".join(describe_counters(80, lambda event: Access(event))).split())
