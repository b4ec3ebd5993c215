"""A worker of ours, asked without plan and run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import Case, CaseOptions, CatalogBenchmark
from clamh.model.counting import Counting
from clamh.running.layouts import ForkLayout
from clamh.running.worker import commands
from clamh.running.worker.answers import Measured, OpenCase
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import Worker

PATIENCE_S = 120
OPTIONS = CaseOptions(warmup_iterations=0, warmup_time_ns=0, warmup_batch_size=1, measurement_iterations=1,
                      measurement_time_ns=0, measurement_batch_size=1, forks=1, warmup_forks=0,
                      operations_per_invocation=1, time_unit="ns", timeout_ns=0)


class Session:
    """The cases that are open in one process."""

    def __init__(self, worker: Worker):
        self._worker = worker
        self._open: dict[str, tuple[Case, OpenCase]] = {}

    def open(self, case_id: str, benchmark: CatalogBenchmark, seed: int = 0, params: Mapping[str, str] = {},
             mode: str = "avgt", threads: int = 1, batch: int = 1) -> None:
        """Opens a case, its layout in memory by the seed; params that are not given have their first values."""
        given = {param.name: params.get(param.name, param.values[0]) for param in benchmark.params}
        options = replace(OPTIONS, measurement_batch_size=batch, warmup_batch_size=batch)
        case = Case(case_id=case_id, key="", benchmark=benchmark.name, platform="", artifact=0, mode=mode,
                    threads=threads, params={}, wire_params=given, options=options, opening=benchmark.opening)
        command = commands.open_case(case, seed, layout=ForkLayout(kind="random", seed=seed))
        self._open[case_id] = case, ask(self._worker, case, command, PATIENCE_S)

    def iterate(self, case_id: str, phase: str, time_ns: int, first: bool, last: bool = False) -> Measured:
        """One iteration; without a time it is one batch."""
        case, opened = self._open[case_id]
        return ask(self._worker, case, commands.iterate(case, opened, phase, time_ns, int(first), int(last)),
                   PATIENCE_S)

    def take_sample(self, case_id: str, count: int) -> int:
        """The time of so many invocations, in ns."""
        case, _ = self._open[case_id]
        [time_ns] = ask(self._worker, case, commands.take_samples(case, count, 1), PATIENCE_S)
        return time_ns


@contextmanager
def start_worker(artifact: Artifact, launch: Any = None, counting: Counting = Counting()) -> Iterator[Session]:
    """A fresh worker process of an artifact, which ends with the block. Raises WorkerError."""
    command = replace(languages()[artifact.platform.language].toolchain.run_command(artifact, launch),
                      counting=counting)
    with tempfile.TemporaryDirectory() as folder, Worker(command, Path(folder, "out"), Path(folder, "err")) as worker:
        yield Session(worker)
