"""Made /sys and /proc trees, as machines of several makes have them."""

from __future__ import annotations

from pathlib import Path

CPUS = "sys/devices/system/cpu"
THP = "sys/kernel/mm/transparent_hugepage/enabled"
DEFAULT = "proc/irq/default_smp_affinity"
INTEL = {
    f"{CPUS}/online": "0-3",
    f"{CPUS}/isolated": "",
    f"{CPUS}/cpufreq/policy0/scaling_governor": "powersave",
    f"{CPUS}/cpufreq/policy0/scaling_available_governors": "performance powersave",
    f"{CPUS}/cpufreq/policy1/scaling_governor": "performance",
    f"{CPUS}/cpufreq/policy1/scaling_available_governors": "performance powersave",
    f"{CPUS}/intel_pstate/no_turbo": "0",
    f"{CPUS}/smt/control": "on",
    f"{CPUS}/smt/active": "1",
    THP: "[always] madvise never",
    "proc/sys/kernel/randomize_va_space": "2",
    DEFAULT: "f",
    "proc/irq/16/smp_affinity_list": "0-3",
    "proc/irq/16/nvme0q1/x": "",
    "proc/irq/17/smp_affinity_list": "0",
    "proc/irq/17/eth0/x": "",
    "proc/irq/9/smp_affinity_list": "0-3",  # nobody handles it
}


def machine(folder: Path, files: dict[str, str | None]) -> Path:
    """A root with these files; a text of None leaves out the file."""
    for name, text in files.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(f"{text}\n", encoding="utf-8")
    (folder / "run").mkdir(parents=True, exist_ok=True)
    return folder


def values(root: Path, files: dict[str, str | None]) -> dict[str, str]:
    """What stands in those files now."""
    return {name: (root / name).read_text(encoding="utf-8").strip() for name, text in files.items() if text is not None}
