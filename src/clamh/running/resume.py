"""resume: Run + Plan → Plan: the rest of an interrupted run, if nothing relevant has changed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from clamh.machine.tune_state import active_changes, describe_changes
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import relate_path
from clamh.model.identity import name_some, side_name
from clamh.model.options import Options
from clamh.model.results import SCHEMA_VERSION, Run

NAMED = 3  # at most so many paths are named in a message


def obstacles(run: Run, sources: Mapping[str, str], fingerprint: str, version: str) -> list[Diagnostic]:
    """Why the run cannot be resumed, as far as is known before a build.

    `sources` has the hashes of the existing files that the header names. `fingerprint` is that of this machine now,
    `version` that of this program.
    """
    header = run.header
    problems = list(_run_itself(run))
    if header.clamh_version != version:
        problems.append(_obstacle(f"clamh {header.clamh_version} began it, but this is clamh {version}"))
    if header.schema_version != SCHEMA_VERSION:
        problems.append(
            _obstacle(f"its schema version is {header.schema_version}, but clamh now writes {SCHEMA_VERSION}"))
    if header.fingerprint != fingerprint:
        problems.append(_obstacle("it began on another machine, or before this machine was restarted"))
    then, now = _tuned(header.environment), _tuned(describe_changes(active_changes()))
    if then != now:
        problems.append(_obstacle(f"it began {then or 'without `clamh doctor --tune`'}, "
                                  f"but this command runs {now or 'without it'}",
                                  f"type: {'clamh doctor --tune --apply ' if then else ''}{_command(run)}"))
    missing = [path for path in header.sources if path not in sources]
    changed = [path for path in header.sources if sources.get(path, header.sources[path]) != header.sources[path]]
    if missing:
        problems.append(_obstacle(f"{name_some(missing, NAMED)} no longer exists",
                                  f"put it back into {header.root or 'this folder'}, "
                                  "or measure again with `clamh run`"))
    if changed:
        problems.append(_obstacle(f"{name_some(changed, NAMED)} changed since then"))
    return problems


def other_cpus(run: Run, facts: Mapping[str, Any]) -> Diagnostic | None:
    """Why the run cannot be resumed on this machine's CPUs (`facts` as in environment.py), or None."""
    before = run.header.environment
    if "cpu_list" not in before:  # older versions did not record the CPUs
        return None
    if before["cpu_list"] != facts.get("cpu_list"):
        return _obstacle(f"it began on CPUs {before['cpu_list']}, but this command may use {facts.get('cpu_list')}",
                         f"use the same CPUs: taskset -c {before['cpu_list']} {_command(run)}")
    if before.get("cpu_quota") != facts.get("cpu_quota"):
        then, now = (f"the time of {quota:.3g} CPUs" if isinstance(quota, int | float) else "no quota"
                     for quota in (before.get("cpu_quota"), facts.get("cpu_quota")))
        return _obstacle(f"its control group had {then}, but has {now} now",
                         "set the same quota, or measure again with `clamh run`")
    return None


def other_variables(run: Run, variables: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Why the run cannot be resumed with these `variables` of the environment, which act on workers."""
    before = run.header.environment.get("variables")
    if not isinstance(before, dict):  # older versions did not record them
        return
    for name in find_changed_variables(before, variables):
        words = f"{name}={shlex.quote(str(before[name]))}" if name in before else f"env -u {name}"
        yield _obstacle(f"the environment variable {name} has changed since then", f"type: {words} {_command(run)}")


def find_changed_variables(before: Mapping[str, Any], now: Mapping[str, str]) -> list[str]:
    """The names of the variables whose values differ."""
    return [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]


def restore_goal(options: Options, run: Run | None) -> Options:
    """The options to measure the rest of a resumed run: what decides how it is measured is as it was requested first.

    The options of --resume are those of its report: with another confidence the stopping rule would be another.
    """
    if run is None:
        return options
    header = run.header
    return msgspec.structs.replace(options, confidence=header.confidence, delta=header.delta, baseline=header.baseline,
                                   estimator=header.estimator)


def resume(run: Run, plan: Plan) -> Plan:
    """The plan with the remaining rounds, from the first incomplete one, which is repeated from its start, and with the
    run's lengths of slices.

    A round is complete when all of its forks have ended. A failed case stays failed; its other forks are skipped.
    Raises InputError with every difference between this plan and the run.
    """
    problems = list(dict.fromkeys(_differences(run, plan)))
    if problems:
        raise InputError(problems)
    ended = {(case.case.case_id, fork.start.fork): fork.end for case in run.cases for fork in case.forks if fork.end}
    failed = {case_id for (case_id, _), end in ended.items() if end.status != "ok"}
    rounds = [tuple(turn for turn in turns if turn.case_id not in failed) for turns in plan.rounds]
    cut = next((number for number, turns in enumerate(rounds)
                if any((turn.case_id, turn.fork) not in ended for turn in turns)), len(rounds))
    cases = tuple(msgspec.structs.replace(case, slice_ns=begun.case.slice_ns)
                  for case, begun in zip(plan.cases, run.cases, strict=True))
    return msgspec.structs.replace(plan, cases=cases, rounds=tuple(
        () if number < cut else turns for number, turns in enumerate(rounds)))


def _tuned(environment: Mapping[str, Any]) -> str:
    """The settings that `clamh doctor --tune` had changed, as text; "" for none. Their earlier values do not matter."""
    known = environment.get("tuned")
    settings = [f"{name} {change.get('is')}" for name, change in known.items()
                if isinstance(change, dict)] if isinstance(known, dict) else []
    return f"under `clamh doctor --tune --apply` ({', '.join(settings)})" if settings else ""


def _run_itself(run: Run) -> Iterator[Diagnostic]:
    if not run.header.command:
        yield _obstacle("its header does not contain the command that began it")
    elif run.header.command[1:2] not in (("run",), ()):
        yield _obstacle(f"`clamh {run.header.command[1]}` began it, and only `clamh run` can be resumed",
                        "begin it again with the same command")
    if run.end and run.end.status == "stopped":
        yield _obstacle("it stopped at its first failure, because of -foe true", "correct the failure and run again")


def _differences(run: Run, plan: Plan) -> Iterator[Diagnostic]:
    """Differences of artifacts, platforms and cases between the run and the plan."""
    before = {(platform.side, platform.source): platform for platform in run.platforms}
    now = {(side_name(catalog.artifact.platform.id, catalog.artifact.build),
            relate_path(catalog.artifact.source, plan.root)): catalog.artifact for catalog in plan.catalogs}
    for key in dict.fromkeys([*before, *now]):
        side, source = key
        if key not in now:
            yield _obstacle(f"{source} is no longer built for {side}")
        elif key not in before:
            yield _obstacle(f"{source} was not built for {side} then")
        elif before[key].artifact_sha256 != now[key].sha256:
            yield _obstacle(f"the build of {source} for {side} has changed: its compiler, flags or libraries differ")
        else:
            for name, then, value in (("version", before[key].version, now[key].platform.version),
                                      ("flags", " ".join(before[key].flags), " ".join(now[key].platform.flags))):
                if then != value:
                    yield _obstacle(f"{side} had the {name} {then or '(none)'} then, and has {value or '(none)'} now")
    if [case.case.case_id for case in run.cases] != [case.case_id for case in plan.cases]:
        yield _obstacle("the same command now has other cases")


def _command(run: Run) -> str:
    """The command that continues this run, which need not be the newest."""
    return f"clamh run --resume {shlex.quote(run.path)}"


def _obstacle(message: str, hint: str = "measure again with `clamh run`") -> Diagnostic:
    return Diagnostic(code="resume", message=message, hint=hint)
