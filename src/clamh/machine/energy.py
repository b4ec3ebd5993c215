"""The energy that CPUs use, as the kernel reads it from their own meters (RAPL), by domain.

Source: the Linux kernel's documentation, power/powercap/powercap.rst.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clamh.machine.system_files import read_text

ZONES = Path("/sys/class/powercap")
# The names of counters by the name of the kernel's zone without its number.
COUNTERS = {"package": "energy.package", "core": "energy.cores", "dram": "energy.memory"}


@dataclass
class Zone:
    """A meter, and what it read last: it starts again from 0 after `range_uj`."""

    counter: str
    path: Path
    range_uj: int
    last_uj: int = -1
    used_uj: int = 0

    def read_used(self) -> int:
        """The energy since the first reading, in µJ; -1 if the meter cannot be read."""
        read_uj = _read_number(self.path / "energy_uj")
        if read_uj < 0:
            return -1
        if self.last_uj >= 0:
            self.used_uj += (read_uj - self.last_uj) % (self.range_uj + 1)
        self.last_uj = read_uj
        return self.used_uj


def find_zones() -> list[Zone]:
    """The readable meters of this machine, all packages."""
    found = []
    for path in sorted(ZONES.glob("intel-rapl:*")):
        domain = (read_text(path / "name") or "").partition("-")[0]
        range_uj = _read_number(path / "max_energy_range_uj")
        if domain in COUNTERS and range_uj > 0 and _read_number(path / "energy_uj") >= 0:
            found.append(Zone(COUNTERS[domain], path, range_uj))
    return found


def explain_lack() -> tuple[str, str]:
    """Why no meter is readable, and what to do."""
    if any(ZONES.glob("intel-rapl:*/energy_uj")):
        return ("only root may read the meters of this CPU",
                f"allow it until the next start: sudo chmod a+r {ZONES}/intel-rapl:*/energy_uj")
    return ("its CPU has no meter (RAPL), or its virtual machine hides it",
            "measure on a machine of its own with an Intel or AMD CPU, with the kernel's module intel_rapl_msr")


def read_counters(zones: Sequence[Zone]) -> dict[str, int]:
    """The energy in µJ by counter, over all packages; -1 where a meter cannot be read."""
    sums: dict[str, int] = {}
    for zone in zones:
        used, before = zone.read_used(), sums.get(zone.counter, 0)
        sums[zone.counter] = -1 if min(used, before) < 0 else before + used
    return sums


def _read_number(path: Path) -> int:
    text = read_text(path) or ""
    return int(text) if text.isascii() and text.isdigit() else -1
