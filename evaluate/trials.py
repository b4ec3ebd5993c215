"""Everything that trials need, made before the first: artifacts, programs, what a step costs; and one trial of any tool."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from clamh.model.artifacts import Platform
from clamh.model.cases import Catalog

from evaluate import own, rivals
from evaluate.campaign import Found
from evaluate.kernels import KERNELS, LANGUAGES, SOURCES, Cost, Kernel, injected
from evaluate.own import Compared, Failure
from evaluate.records import Calibrated, Outcome
from evaluate.schedule import Trial
from evaluate.tables import OURS

WHOLE_NS = 20_000_000  # what a process of hyperfine's works for, its start apart
CALIBRATION_SEED = 1
ATTEMPTS = 3  # to find out what a step costs; trials have one


class Equipment:
    """What was built and found out, by language; `folder` is for files of one trial."""

    def __init__(self, trials: Sequence[Trial], folder: Path, npm: Path):
        self.folder, self.npm = folder, npm
        self.trials = trials
        tools = {trial.tool for trial in trials}
        missing(tools, npm)
        wanted = [language for language in LANGUAGES if any(trial.language == language for trial in trials)]
        self.made: dict[str, list[Catalog]] = own.built(wanted, padded=any(trial.track == "T3" for trial in trials))
        self.costs: dict[tuple[str, str, str], Cost] = {}
        self.programs: dict[str, Path] = {}
        if "google" in tools:
            self.programs["google"] = rivals.compiled(self._cpp, "google.cpp", folder)
            self.programs["google-padded"] = rivals.compiled(self._cpp, "google.cpp", folder, own.PADDED)
        if any((trial.tool, trial.language) == ("hyperfine", "cpp") for trial in trials):
            self.programs["whole"] = rivals.compiled(self._cpp, "whole.cpp", folder)

    @property
    def _cpp(self) -> Platform:
        return self.made["cpp"][0].artifact.platform

    def calibrate(self) -> Iterator[Calibrated]:
        """What a kernel costs without any step and for each, in a worker, and as a whole process where hyperfine times it.

        Raises Failure when the machine is so busy that steps seem to take no time, three times in a row.
        """
        for language, catalogs in self.made.items():
            for kernel in KERNELS.values():
                yield self._noted("clamh", language, kernel, lambda: self._in_worker(catalogs, kernel))
                if any((trial.tool, trial.language) == ("hyperfine", language) for trial in self.trials):
                    yield self._noted("hyperfine", language, kernel, lambda: self._as_process(language, kernel))

    def _noted(self, tool: str, language: str, kernel: Kernel, timed: Callable[[], tuple[float, float]]) -> Calibrated:
        for _ in range(ATTEMPTS):
            none, some = timed()
            if some > none:
                break
        else:
            raise Failure(f"{kernel.name} in {language}: {kernel.probe} steps took no time ({tool}); the machine is too busy")
        cost = Cost(fixed_ns=none, step_ns=(some - none) / kernel.probe)
        self.costs[tool, language, kernel.name] = cost
        return Calibrated(tool=tool, language=language, kernel=kernel.name, fixed_ns=cost.fixed_ns, step_ns=cost.step_ns)

    def _in_worker(self, catalogs: Sequence[Catalog], kernel: Kernel) -> tuple[float, float]:
        compared = own.compared(*own.sides(catalogs, "T4", kernel.name, (0, kernel.probe)), CALIBRATION_SEED, self._fresh())
        return median(compared.a), median(compared.b)

    def _as_process(self, language: str, kernel: Kernel) -> tuple[float, float]:
        a, b = rivals.hyperfine(*(self.whole(language, kernel, steps) for steps in (0, kernel.probe)), self._fresh())
        return median(a), median(b)

    def whole(self, language: str, kernel: Kernel, steps: int) -> list[str]:
        """The command of a whole process that works for WHOLE_NS when nothing is injected."""
        cost = self.costs["clamh", language, kernel.name]
        times = max(1, round(WHOLE_NS / cost.ns(kernel.steps)))
        if language == "cpp":
            return [str(self.programs["whole"]), kernel.name, str(steps), str(times)]
        return [self.made[language][0].artifact.platform.executable, str(SOURCES / "whole.mjs"), kernel.name, str(steps), str(times)]

    def perform(self, trial: Trial) -> Found:
        """One trial. Raises Failure."""
        kernel = KERNELS[trial.kernel]
        more = injected(kernel, abs(trial.slower), self.costs.get(("clamh", trial.language, kernel.name)))
        steps = (kernel.steps, kernel.steps + more) if trial.slower >= 0 else (kernel.steps + more, kernel.steps)
        a, b, outcomes = TOOLS[trial.tool](self, trial, kernel, steps)
        return Found(steps=steps, outcomes=tuple(outcomes), a=a, b=b)

    def _fresh(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))


def missing(tools: set[str], npm: Path) -> None:
    """Raises Failure that names every program that the trials need and that is not here."""
    absent = [name for name, there in (
        ("valgrind", shutil.which("valgrind")),  # the self-test
        ("hyperfine", "hyperfine" not in tools or shutil.which("hyperfine")),
        ("mitata", "mitata" not in tools or (npm / "mitata").is_dir()),
    ) if not there]
    if absent:
        raise Failure(f"{', '.join(absent)} cannot be found; type: bash scripts/setup.sh evaluate")


Said = tuple[Sequence[float], Sequence[float], Sequence[Outcome]]


def _clamh(equipment: Equipment, trial: Trial, kernel: Kernel, steps: tuple[int, int]) -> Said:
    with tempfile.TemporaryDirectory(dir=equipment.folder) as folder:
        compared = own.compared(*own.sides(equipment.made[trial.language], trial.track, kernel.name, steps), trial.seed, Path(folder))
    rules = rivals.jmh_rules(compared) if trial.language == "java" else ()
    return compared.a, compared.b, [_ours(OURS, compared), *rules]


def _clamh_pair(equipment: Equipment, trial: Trial, kernel: Kernel, steps: tuple[int, int]) -> Said:
    with tempfile.TemporaryDirectory(dir=equipment.folder) as folder:
        compared = own.paired(*own.sides(equipment.made[trial.language], trial.track, kernel.name, steps), trial.seed, Path(folder))
    return compared.a, compared.b, [_ours(f"{OURS}, pairs in one process", compared)]


def _ours(tool: str, compared: Compared) -> Outcome:
    return Outcome(tool=tool, positive=compared.excludes_equal, estimate=compared.estimate, low=compared.low, high=compared.high,
                   verdict=compared.verdict)


def _google(equipment: Equipment, trial: Trial, kernel: Kernel, steps: tuple[int, int]) -> Said:
    other_path = equipment.programs["google-padded" if trial.track == "T3" else "google"]
    names = (kernel.name, f"{kernel.name}Clone" if trial.track == "T2" else kernel.name)
    a, b = rivals.google((equipment.programs["google"], other_path), trial.track, names, steps)
    return a, b, [rivals.u_test(a, b)]


def _hyperfine(equipment: Equipment, trial: Trial, kernel: Kernel, steps: tuple[int, int]) -> Said:
    with tempfile.TemporaryDirectory(dir=equipment.folder) as folder:
        a, b = rivals.hyperfine(*(equipment.whole(trial.language, kernel, step) for step in steps), Path(folder))
    return a, b, [rivals.welch(a, b)]


def _mitata(equipment: Equipment, trial: Trial, kernel: Kernel, steps: tuple[int, int]) -> Said:
    names = (kernel.name, f"{kernel.name}Clone" if trial.track == "T2" else kernel.name)
    node = equipment.made["javascript"][0].artifact.platform.executable
    a, b = rivals.mitata(node, equipment.npm / "mitata" / "src" / "lib.mjs", trial.track, names, steps)
    return (a["avg"], a["p50"]), (b["avg"], b["p50"]), list(rivals.thresholds(a, b))


TOOLS: dict[str, Callable[[Equipment, Trial, Kernel, tuple[int, int]], Said]] = {
    "clamh": _clamh, "clamh-pair": _clamh_pair, "google": _google, "hyperfine": _hyperfine, "mitata": _mitata}
