"""A run under a precision or a budget without workers: forks that take as long, and score, as a script says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from made_plans import benchmark, catalog

from clamh.model.cases import Case, Plan
from clamh.model.options import Options
from clamh.model.results import ForkEnd, ForkStart, IterationRecord, LookRecord, Record, RoundRecord
from clamh.model.sources import Settings
from clamh.model.worker import ThreadIteration
from clamh.running.execute import HASTE_S, OVERRUN_S
from clamh.running.plan import plan
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import FindOpen, Schedule

Fork = Callable[[Case, int], tuple[float, float]]  # the case and its fork → ns/op and seconds
SHAPE = Settings(forks=5, warmup_iterations=1, measurement_iterations=1, warmup_time_ns=500_000_000,
                 measurement_time_ns=500_000_000)


def made(*names: str, platforms: int = 1, settings: Settings = SHAPE, precision: float | None = 0.01) -> Plan:
    """A plan of benchmarks on made-up platforms, whose forks are planned to take 1 s."""
    catalogs = [catalog(f"p{number}/1", *(benchmark(name) for name in names)) for number in range(platforms)]
    return plan(catalogs, Options(seed=1, settings=settings, precision=precision))


class Simulated:
    """One run: `records` are what its file would have, `clock` what measuring took, `begun` the fork starts in order."""

    def __init__(self, plan: Plan, rule: Rule, fork: Fork, references: dict[str, str] = {},
                 find_open: FindOpen | None = None):
        self.clock = 0.0
        self.plan, self.rule, self._fork = plan, rule, fork
        self.cases = {case.case_id: case for case in plan.cases}
        self.records: list[Record] = []
        self.looks: list[LookRecord] = []
        self.begun: list[tuple[int, str, int]] = []
        self.schedule = Schedule(plan, rule, self.left_s, references, find_open)

    def left_s(self) -> float:
        return (self.rule.budget_s if self.rule.budget_s is not None else float("inf")) - self.clock

    def rounds(self) -> Iterator[RoundRecord]:
        """Runs round after round; gives each when it is over."""
        for item in self.schedule.rounds():
            if isinstance(item, LookRecord):
                self.looks.append(item)
                continue
            self.records.append(item)
            for position, turn in enumerate(item.turns):
                if self.schedule.fits([turn]):
                    self._run(item.block, position, turn.case_id, turn.fork)
            yield item

    def all(self) -> list[RoundRecord]:
        return list(self.rounds())

    def _run(self, block: int, position: int, case_id: str, fork: int) -> None:
        self.begun.append((block, case_id, fork))
        score, took_s = self._fork(self.cases[case_id], fork)
        where = {"case_id": case_id, "fork": fork}
        self._hear(ForkStart(**where, block=block, position=position, time="", pid=1))
        cut_s = self.left_s() + OVERRUN_S
        if took_s > cut_s:  # as execute does
            self.clock += cut_s + HASTE_S
            return
        self.clock += took_s
        if score > 0:
            threads = (ThreadIteration(operations=1e6, all_operations=1e6, elapsed_ns=round(score * 1e6)),)
            self._hear(IterationRecord(**where, phase="measurement", index=0, threads=threads))
        self._hear(ForkEnd(**where, status="ok" if score > 0 else "failed", took_s=took_s))

    def _hear(self, record: Record) -> None:
        self.records.append(record)
        self.schedule.hear(record)
