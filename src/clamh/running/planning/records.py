"""The records of a results file before its first fork: the header and the plan."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

import clamh
from clamh.languages import languages
from clamh.model.cases import Case, Plan
from clamh.model.folders import relate_path
from clamh.model.options import Options
from clamh.model.results import (SCHEMA_VERSION, BaselineRecord, CaseRecord, Header, PlatformRecord, Record,
                                 SkippedRecord, WarningRecord)
from clamh.model.sources import Location


def make_header(plan: Plan, options: Options, run_id: str, started: str, argv: tuple[str, ...],
                environment: Mapping[str, Any], fingerprint: str, machine: str = "", revision: str = "",
                uncommitted: bool = False) -> Header:
    """The first record; `started` is the time now."""
    sources: dict[str, str] = {}
    for catalog in plan.catalogs:
        sources.update({relate_path(path, plan.root): sha256 for path, sha256 in catalog.artifact.sources.items()})
    return Header(
        schema_version=SCHEMA_VERSION,
        run_id=run_id,
        clamh_version=clamh.__version__,
        command=argv,
        root=plan.root,
        folder=os.getcwd(),
        started=started,
        seed=plan.seed,
        confidence=options.confidence,
        delta=options.delta,
        baseline=options.baseline,
        estimator=options.estimator or "mean",
        precision=options.precision,
        budget_s=None if options.budget_ns is None else options.budget_ns / 1e9,
        environment=dict(environment),
        fingerprint=fingerprint,
        machine=machine,
        revision=revision,
        uncommitted=uncommitted,
        sources=sources,
    )


def make_records(plan: Plan, options: Options) -> Iterator[Record]:
    """The records after the header: platforms, skipped platforms, baselines, and cases with their known warnings."""
    by_id = {language.id: language for language in languages().values()}
    for catalog in plan.catalogs:
        artifact = catalog.artifact
        language = by_id.get(artifact.platform.language)
        yield PlatformRecord(
            id=artifact.platform.id,
            language=artifact.platform.language,
            source=relate_path(artifact.source, plan.root),
            version=artifact.platform.version,
            flags=artifact.platform.flags,
            artifact_sha256=artifact.sha256,
            build_s=artifact.build_s,
            hello=catalog.hello,
            optimisation=artifact.platform.optimisation,
            target=artifact.platform.target,
            build=artifact.build,
            no_helpers=language is not None and language.no_helpers,
            compiled=language is not None and language.compiled,
            count_costs_ns=language.count_costs_ns if language else {},
        )
    for skip in plan.skipped:
        yield SkippedRecord(platform=skip.platform, reason=skip.reason, hint=skip.hint, failed=skip.failed)
    yield from baseline_records(plan)
    for case in plan.cases:
        yield case_record(plan, case)
        if warning := plan.warnings.get(case.platform):
            yield WarningRecord(code=warning.code, message=warning.message, case_id=case.case_id)
        source = plan.catalogs[case.artifact].artifact.source
        for doubt in plan.doubts:
            if doubt.concerns(source, case.benchmark, case.platform, case.build):
                yield WarningRecord(code=doubt.warning.code, message=doubt.warning.message, case_id=case.case_id)
        if not options.lock:
            yield lock_warning(case)


def lock_warning(case: Case) -> WarningRecord:
    """The warning of a case that is measured without the machine lock."""
    message = "measured without the machine lock, so another run may have disturbed it"
    return WarningRecord(code="no-lock", message=message, case_id=case.case_id)


def baseline_records(plan: Plan) -> list[BaselineRecord]:
    """The baselines of the suites."""
    return [BaselineRecord(suite=relate_path(baseline.suite, plan.root), name=baseline.name, origin=baseline.origin)
            for baseline in plan.baselines]


def case_record(plan: Plan, case: Case) -> CaseRecord:
    """The record of a case."""
    return CaseRecord(
        case_id=case.case_id,
        key=case.key,
        benchmark=case.benchmark,
        platform=case.platform,
        source=relate_path(plan.catalogs[case.artifact].artifact.source, plan.root),
        mode=case.mode,
        threads=case.threads,
        params=case.params,
        options=case.options,
        baseline=case.baseline,
        counters=case.counters,
        units=case.units,
        row_names=case.row_names,
        operations=case.operations,
        warm=case.warm,
        warms_itself=case.warms_itself,
        optimisation=case.optimisation,
        target=case.target,
        members=case.members,
        binding=case.binding,
        build=case.build,
        location=_locate(plan, case),
        slice_ns=case.slice_ns,
    )


def _locate(plan: Plan, case: Case) -> Location | None:
    """Where the benchmark of a case is; None if the artifact was built without its sources."""
    location = next((benchmark.location
                     for benchmark in plan.catalogs[case.artifact].benchmarks if benchmark.name == case.benchmark),
                    None)
    return location and replace(location, path=relate_path(location.path, plan.root))
