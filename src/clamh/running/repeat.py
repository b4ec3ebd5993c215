"""repeat: Plan + cases of an earlier build → Plan: both builds of each case in the same rounds, in random order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from clamh.model.cases import Case, Catalog, CatalogBenchmark, Plan, Turn
from clamh.model.identity import camel_case, names_param, of_build
from clamh.model.results import CaseRecord, PlatformRecord
from clamh.model.sources import Member

EARLIER = "base"  # the earlier build's name; the later one has none


class Earlier(NamedTuple):
    """The earlier build of a case: what was recorded of it, and its artifact with the catalog."""

    record: CaseRecord
    platform: PlatformRecord
    catalog: Catalog


class Unlike(Exception):
    """The earlier build does not have the case; the message says why."""


def earlier_case(case: Case, earlier: Earlier) -> Case:
    """The case in the earlier build, with the options of the later one. Raises Unlike."""
    entry = next((one for one in earlier.catalog.benchmarks if one.name == earlier.record.benchmark), None)
    if entry is None:
        raise Unlike(f"the base's artifact has no benchmark {earlier.record.benchmark}")
    if case.binding and not earlier.catalog.hello.get("capabilities", {}).get("thread_ids"):
        raise Unlike("the base's artifact cannot be bound to CPUs: another version of CLAMH built it")
    return msgspec.structs.replace(
        case, case_id=of_build(case.case_id, EARLIER), build=EARLIER, benchmark=entry.name, launch=entry.launch,
        wire_params=dict(_wired(entry, earlier.record)), warm=(), warms_itself=True, members=_members(case, entry))


def _members(case: Case, entry: CatalogBenchmark) -> tuple[Member, ...]:
    """The functions of the group as the artifact calls them, with the threads of the case."""
    mine, theirs = ([camel_case(one.name) for one in members] for members in (case.members, entry.members))
    if mine != theirs:
        raise Unlike(f"the base's artifact has other functions in the group {entry.name}: {', '.join(theirs) or 'it is none'}")
    return tuple(msgspec.structs.replace(one, threads=now.threads) for one, now in zip(entry.members, case.members, strict=True))


def _wired(entry: CatalogBenchmark, record: CaseRecord) -> Iterator[tuple[str, str]]:
    """The recorded params by the artifact's own names."""
    left = dict(record.params)
    for param in entry.params:
        found = [name for name in left if name == param.same or names_param(name, param.name)]
        if len(found) != 1:
            raise Unlike(f"the base's artifact has the param {param.name}, of which its results have no value")
        yield param.name, left.pop(found[0])
    if left:
        raise Unlike(f"the base's artifact has no param {', '.join(left)}")


def repeat(plan: Plan, pairs: Sequence[tuple[Case, Earlier]]) -> Plan:
    """The plan with nothing but these cases, each beside its earlier build. Raises Unlike.

    Both sides have the options, the rounds and the seeds of the later one; within a round their order is random.
    """
    catalogs, cases = [], []
    places: dict[tuple[str, str, bool], int] = {}

    def place(catalog: Catalog, earlier: bool) -> int:
        key = (catalog.artifact.path, catalog.artifact.platform.id, earlier)
        if key not in places:
            places[key] = len(catalogs)
            catalogs.append(catalog)
        return places[key]

    for case, earlier in pairs:
        later = plan.catalogs[case.artifact]
        before = _beside(earlier, later)
        shared = 1 + min(len(one.artifact.layouts) for one in (before, later))  # code layouts that both were built in
        case = msgspec.structs.replace(case, options=msgspec.structs.replace(
            case.options, layouts=min(case.options.layouts, shared)))
        cases += [msgspec.structs.replace(earlier_case(case, earlier), artifact=place(before, True)),
                  msgspec.structs.replace(case, artifact=place(later, False))]
    generator, rounds = random.Random(plan.seed), []
    wanted = {case.case_id for case, _ in pairs}
    for turns in plan.rounds:
        both = [Turn(case_id=of_build(turn.case_id, build), fork=turn.fork) for turn in turns if turn.case_id in wanted
                for build in ("", EARLIER)]
        generator.shuffle(both)
        rounds.append(tuple(both))
    return msgspec.structs.replace(plan, catalogs=tuple(catalogs), cases=tuple(cases), rounds=tuple(rounds), skipped=(), warmups=(), contests=())


def _beside(earlier: Earlier, later: Catalog) -> Catalog:
    """The earlier catalog as that of another build of the later one's source."""
    recorded, platform = earlier.platform, later.artifact.platform
    platform = msgspec.structs.replace(
        platform, version=recorded.version, flags=recorded.flags, optimisation=recorded.optimisation, target=recorded.target)
    artifact = msgspec.structs.replace(
        earlier.catalog.artifact, source=later.artifact.source, platform=platform, build=EARLIER, sources={})
    return msgspec.structs.replace(earlier.catalog, artifact=artifact)
