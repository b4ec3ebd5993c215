"""resume: Run + Plan → Plan: what is left of a run that was cut off, when everything still is as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from clamh.machine.tuned import held, told
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import relate_path
from clamh.model.identity import side_name
from clamh.model.results import SCHEMA_VERSION, Run

NAMED = 3  # of several alike in a message


def obstacles(run: Run, sources: Mapping[str, str], fingerprint: str, version: str) -> list[Diagnostic]:
    """Why the run cannot be gone on with, as far as that is known before anything is built.

    `sources` are the hashes of the files that the header names and that are there, `fingerprint` that of this machine
    now, `version` that of this program.
    """
    header = run.header
    found = list(_run_itself(run))
    if header.clamh_version != version:
        found.append(_obstacle(f"it was begun by clamh {header.clamh_version}, this is {version}"))
    if header.schema_version != SCHEMA_VERSION:
        found.append(_obstacle(f"its schema version is {header.schema_version}, and this clamh writes {SCHEMA_VERSION}"))
    if header.fingerprint != fingerprint:
        found.append(_obstacle("it was begun on another machine, or before this one was started anew"))
    then, now = _tuned(header.environment), _tuned(told(held()))
    if then != now:
        found.append(_obstacle(f"it was begun {then or 'without clamh doctor --tune'}, and this is {now or 'not under one'}",
                               f"{'clamh doctor --tune --apply ' if then else ''}clamh run --resume"))
    gone = [path for path in header.sources if path not in sources]
    changed = [path for path in header.sources if sources.get(path, header.sources[path]) != header.sources[path]]
    if gone:
        found.append(_obstacle(f"there is no {_some(gone)}", f"put it back into {header.root or 'this folder'}, or measure anew with `clamh run`"))
    if changed:
        found.append(_obstacle(f"since then {_some(changed)} changed"))
    return found


def other_cpus(run: Run, facts: Mapping[str, Any]) -> Diagnostic | None:
    """Why it cannot be gone on with on the CPUs of these facts of the machine (environment.py), None when it can."""
    before = run.header.environment
    if "cpu_list" not in before:  # an older version did not write them down
        return None
    if before["cpu_list"] != facts.get("cpu_list"):
        return _obstacle(f"it was begun on CPUs {before['cpu_list']}, and would go on with {facts.get('cpu_list')}",
                         f"start it on the same ones: taskset -c {before['cpu_list']} clamh run --resume")
    if before.get("cpu_quota") != facts.get("cpu_quota"):
        then, now = (f"the time of {one:.3g} CPUs" if isinstance(one, int | float) else "no quota"
                     for one in (before.get("cpu_quota"), facts.get("cpu_quota")))
        return _obstacle(f"its control group gave it {then}, and gives {now} now", "set the same quota, or measure it anew")
    return None


def resume(run: Run, plan: Plan) -> Plan:
    """The plan with the rounds that are left: from the first that is not whole, which is run again from its start.

    A round is whole when each of its forks ended. A case that failed stays failed, and its other forks are not run.
    Raises InputError with every reason why this plan is not the one that the run was made by.
    """
    problems = list(_differences(run, plan))
    if problems:
        raise InputError(problems)
    ended = {(one.case.case_id, fork.start.fork): fork.end for one in run.cases for fork in one.forks if fork.end}
    failed = {case_id for (case_id, _), end in ended.items() if end.status != "ok"}
    rounds = [tuple(turn for turn in turns if turn.case_id not in failed) for turns in plan.rounds]
    cut = next((number for number, turns in enumerate(rounds)
                if any((turn.case_id, turn.fork) not in ended for turn in turns)), len(rounds))
    return msgspec.structs.replace(plan, rounds=tuple(() if number < cut else turns for number, turns in enumerate(rounds)))


def _tuned(environment: Mapping[str, Any]) -> str:
    """What `clamh doctor --tune` had changed, in words, "" for nothing; what it was before does not matter."""
    known = environment.get("tuned")
    settings = [f"{name} {one.get('is')}" for name, one in known.items() if isinstance(one, dict)] if isinstance(known, dict) else []
    return f"under `clamh doctor --tune --apply` ({', '.join(settings)})" if settings else ""


def _run_itself(run: Run) -> Iterator[Diagnostic]:
    if not run.header.command:
        yield _obstacle("its header does not say which command began it")
    elif run.header.command[1:2] not in (("run",), ()):
        yield _obstacle(f"it was begun by `clamh {run.header.command[1]}`, which is not gone on with", "begin it anew")
    if run.end and run.end.status == "stopped":
        yield _obstacle("it stopped at its first failure, as -foe true says", "fix the failure and run again")


def _differences(run: Run, plan: Plan) -> Iterator[Diagnostic]:
    """Artifacts and cases that are not those of the run."""
    before = {(one.side, one.source): one.artifact_sha256 for one in run.platforms}
    now = {(side_name(one.artifact.platform.id, one.artifact.build), relate_path(one.artifact.source, plan.root)): one.artifact.sha256 for one in plan.catalogs}
    for artifact in before | now:
        side, source = artifact
        if artifact not in now:
            yield _obstacle(f"{source} is not built for {side} any more")
        elif artifact not in before:
            yield _obstacle(f"{source} was not built for {side} then")
        elif before[artifact] != now[artifact]:
            yield _obstacle(f"what is built of {source} for {side} is not what it was: another compiler, "
                            "other flags or libraries")
    if [one.case.case_id for one in run.cases] != [case.case_id for case in plan.cases]:
        yield _obstacle("the same command makes other cases now")


def _obstacle(message: str, hint: str = "measure it anew with `clamh run`") -> Diagnostic:
    return Diagnostic(code="resume", message=message, hint=hint)


def _some(paths: list[str]) -> str:
    more = f" and {len(paths) - NAMED} more" if len(paths) > NAMED else ""
    return ", ".join(paths[:NAMED]) + more
