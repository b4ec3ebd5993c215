"""clamh run --resume: the command that began a run, once nothing stands against going on with it."""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from clamh import __version__
from clamh.cli import arguments
from clamh.cli.report import find_newest_run
from clamh.model import lossless
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options

if TYPE_CHECKING:
    from clamh.model.results import Run

# What may be said anew, by the parser's name for it: how it is shown, not what is measured. Their fields in Options.
ANEW = {
    "v": ("verbosity",), "rf": ("result_format", "result_file"), "rff": ("result_format", "result_file"),
    "o": ("output",), "trendfile": ("trend_file",), "confidence": ("confidence",), "delta": ("delta",), "estimator": ("estimator",),
    "baseline": ("baseline",), "by": ("by",), "no_lock": ("lock",),
}


@dataclass(frozen=True)
class Begun:
    """A run that was begun: what its file holds, and the command line that began it, read again."""

    run: Run
    given: argparse.Namespace
    options: Options

    @property
    def complete(self) -> bool:
        """Whether there is nothing to go on with."""
        return self.run.end is not None and self.run.end.status == "complete"


def begun(one: arguments.Parser, given: argparse.Namespace, options: Options) -> Begun:
    """The run that --resume names. Raises InputError with every reason why it cannot be gone on with."""
    from clamh.judging.results_file import read
    from clamh.machine.environment import fingerprint
    from clamh.running.resume import obstacles

    others = [(action.option_strings or ["PATH"])[0] for action in one._actions
              if action.dest not in (*ANEW, "resume", "help")
              and getattr(given, action.dest, action.default) not in (action.default, [])]
    if others:
        raise _refused(f"--resume goes on as the run was begun; {', '.join(others)} would make it another",
                       "leave it out" if len(others) == 1 else "leave them out")
    path = options.resume or find_newest_run()
    if not os.path.exists(path):
        missing = f"there is no {path}" if options.resume else f"no run was begun in this project (there is no {path})"
        raise _refused(f"--resume: {missing}", "name the results file of a run, or begin one with `clamh run`")
    run = _with_names(read(path))
    found = obstacles(run, _hashes(run), fingerprint(), __version__)
    unfinished = run.end is None or run.end.status != "complete"
    if found and (unfinished or run.header.command[1:2] not in (("run",), ())):
        raise InputError([msgspec.structs.replace(each, message=f"{path}: {each.message}") for each in found])
    before, meant = arguments.read(one, list(run.header.command[2:]), run.header.folder)
    said = [field for action in one._actions if action.dest in ANEW for field in ANEW[action.dest]
            if getattr(given, action.dest) != action.default]
    meant = msgspec.structs.replace(meant, **{field: getattr(options, field) for field in said},
                                    seed=run.header.seed, results="", resume=path)
    return Begun(run, before, meant)


def same_cpus(run: Run, facts: Mapping[str, Any]) -> None:
    """Raises InputError when the machine's `facts` now, under the options of the run, leave it other CPUs than the run had."""
    from clamh.running.resume import other_cpus

    if found := other_cpus(run, facts):
        raise InputError([msgspec.structs.replace(found, message=f"{run.path}: {found.message}")])


def _with_names(run: Run) -> Run:
    """The run with the names of its files as the system has them, which need not be UTF-8."""
    def restored(record: Any) -> Any:
        return msgspec.convert(lossless.restore(msgspec.to_builtins(record)), type(record))

    return msgspec.structs.replace(run, header=restored(run.header), platforms=tuple(map(restored, run.platforms)))


def _hashes(run: Run) -> dict[str, str]:
    """The sources that are there, with what is in them now."""
    found = {}
    for path in run.header.sources:
        try:
            with open(os.path.join(run.header.root, path), "rb") as file:
                found[path] = hashlib.sha256(file.read()).hexdigest()
        except OSError:
            pass  # said as missing
    return found


def _refused(message: str, mend: str) -> InputError:
    return InputError([Diagnostic(code="resume", message=message, mend=mend)])
