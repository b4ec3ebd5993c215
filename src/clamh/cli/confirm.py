"""clamh gate --confirm: measure the suspects of both runs again, together, each build beside the other in every round."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace

from clamh.cli import arguments, run, show
from clamh.cli.cpus import on_cpus
from clamh.cli.progress import listener, say
from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import Case, Plan
from clamh.model.errors import BuildError, BuildErrors, InputError, Interrupted
from clamh.model.folders import relate_path, shorten_path
from clamh.model.identity import of_build
from clamh.model.options import Options
from clamh.model.results import CaseRecord, PlatformRecord, Run
from clamh.model.decisions import Decision, Gate
from clamh.model.summary import Comparison, Row
from clamh.report.units import counted
from clamh.running.repeat import EARLIER, Earlier, Unlike, repeat

CONFIRMED = Path(".clamh/confirm")  # beside the runs, and not among them: it is no run that others are compared with
OF_RUN = ("clamh", "run")


class Impossible(Exception):
    """The suspect cannot be measured again; the message says why."""


def confirm(found: Gate, base: Run, new: Run, options: Options) -> Gate:
    """The gate with each regression measured again, or the reason why it cannot be; without a regression as it was."""
    from clamh.judging.gate import repeated

    if not found.regressions:
        return found
    try:
        meant = _meant(new, options)
        with _on_cpus(meant, new):
            return _confirmed(found, base, new, _planned(new, meant), options)
    except Impossible as error:
        return repeated(found, {}, {one.pair.b.case_id: str(error) for one in found.regressions})


def _confirmed(found: Gate, base: Run, new: Run, plan: Plan, options: Options) -> Gate:
    from clamh.judging.gate import repeated

    reasons: dict[str, str] = {}
    pairs: list[tuple[Case, Earlier]] = []
    for one in found.regressions:
        try:
            pairs.append(_pair(one, plan, base, new))
        except (Impossible, Unlike) as error:
            reasons[one.pair.b.case_id] = str(error)
    rows = _measured(repeat(plan, pairs), options, found.comparison, "tmpfs" in new.header.environment) if pairs else {}
    return repeated(found, {case.case_id: (rows.get(of_build(case.case_id, EARLIER)), rows.get(case.case_id)) for case, _ in pairs}, reasons)


def _meant(new: Run, options: Options) -> Options:
    """What the command of NEW says. Raises Impossible."""
    if new.origin:
        raise Impossible(f"{new.origin.tool} measured it, which CLAMH cannot do again")
    if new.header.command[:2] != OF_RUN:
        raise Impossible(f"{new.path} does not say which `clamh run` made it")
    try:
        _, meant = arguments.read(run.parser(), list(new.header.command[2:]), new.header.folder)
    except InputError as error:
        raise Impossible(f"the command of {new.path} is none of this version: {error}") from None
    return replace(meant, lock=options.lock, results="", resume=None)


@contextmanager
def _on_cpus(meant: Options, new: Run) -> Iterator[None]:
    """The block has the CPUs that NEW was given by -cpus. Raises Impossible."""
    with ExitStack() as stack:
        try:
            stack.enter_context(on_cpus(meant))
        except InputError as error:
            raise Impossible(f"{new.path} was measured on other CPUs: {error}") from None
        yield


def _planned(new: Run, meant: Options) -> Plan:
    """The plan that the command of NEW makes now. Raises Impossible."""
    from clamh import pipeline

    try:
        return pipeline.planned(meant, show.warn, say)
    except (InputError, BuildError, BuildErrors) as error:
        raise Impossible(f"what {new.path} measured cannot be built here: {str(error).splitlines()[0]}") from None


def _pair(one: Decision, plan: Plan, base: Run, new: Run) -> tuple[Case, Earlier]:
    """The suspect as it is planned now, once that is what NEW measured, and its build in BASE. Raises Impossible."""
    case = next((case for case in plan.cases if case.case_id == one.pair.b.case_id), None)
    if case is None:
        raise Impossible(f"the command of {new.path} makes no such case here now")
    if case.warm:
        raise Impossible("its forks warm up other benchmarks first (-wm, -wmb)")
    artifact = plan.catalogs[case.artifact].artifact
    if artifact.sha256 != _platform(new, one.pair.b.platform, one.pair.b.source).artifact_sha256:
        raise Impossible(f"what is built of {shorten_path(artifact.source)} here now is not what {new.path} measured")
    if base.origin:
        raise Impossible(f"{base.origin.tool} measured the base, which CLAMH cannot do again")
    record = next(each.case for each in base.cases if each.case.case_id == one.pair.a.case_id)
    return case, _earlier(artifact, record, base, plan.root)


def _platform(of: Run, id: str, source: str) -> PlatformRecord:
    found = next((one for one in of.platforms if (one.id, one.source) == (id, source)), None)
    if found is None:
        raise Impossible(f"{of.path} does not say what {source} was built to on {id}")
    return found


def _earlier(later: Artifact, record: CaseRecord, base: Run, root: str) -> Earlier:
    """BASE's artifact, from the cache. Raises Impossible when it is not there, or would not run as it did."""
    from clamh.building.cache import find_cached, laid_out
    from clamh.running.describe import describe

    platform = _platform(base, record.platform, record.source)
    if platform.version != later.platform.version:
        raise Impossible(f"{platform.id} was {platform.version} for the base, here it is {later.platform.version}")
    path = find_cached(record.source, platform.id, platform.artifact_sha256, os.environ, root)
    if path is None:
        raise Impossible(f"the artifact that {base.path} measured is not in the cache any more ({platform.id}, {record.source})")
    artifact = Artifact(source=later.source, platform=later.platform, path=str(path), sha256=platform.artifact_sha256,
                        folder=later.folder, options=later.options, layouts=laid_out(path))
    try:
        catalog = describe(artifact, None)
    except InputError as error:
        raise Impossible(f"the base's artifact does not answer: {error}") from None
    if languages()[platform.language].loads_sources:
        changed = [name for name, sha256 in catalog.artifact.sources.items() if relate_path(name, base.header.root) != record.source and _sha256(name) != sha256]
        if changed:
            raise Impossible(f"the base's artifact loads {', '.join(map(shorten_path, changed))} when it runs, which is not what it was")
    return Earlier(record=record, platform=platform, catalog=replace(catalog, artifact=artifact))


def _sha256(name: str) -> str:
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return ""


def _measured(plan: Plan, options: Options, comparison: Comparison, in_memory: bool) -> dict[str, Row]:
    """The rows of both sides by case_id, judged as the gate is."""
    from clamh import pipeline
    from clamh.running.context import Context, Places

    say(f"measuring {counted(len(plan.cases) // 2, 'suspect')} again, both sides in every round")
    asked = replace(options, results="", tmpfs=in_memory, confidence=comparison.confidence, delta=comparison.delta,
                    estimator=comparison.estimator)
    try:
        path = pipeline.measure(plan, asked, Context(), listener(plan, False), Places(runs=CONFIRMED))
    except Interrupted:  # nothing goes on with half of it
        raise KeyboardInterrupt from None
    say(f"results of both sides: {path} (clamh report shows them)")
    return {row.case_id: row for row in pipeline.judge(path, comparison.confidence, comparison.delta, estimator=comparison.estimator).summary.rows}
