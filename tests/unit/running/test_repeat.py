"""Are both builds of a case in the same rounds, with one set of options, and is a build without it refused?"""

from __future__ import annotations

import pytest
from made_plans import TINY, benchmark, catalog
from made_runs import case as recorded
from msgspec.structs import replace

from clamh.model.cases import Binding, CatalogBenchmark, Plan
from clamh.model.options import Options
from clamh.model.results import PlatformRecord
from clamh.model.sources import Member
from clamh.running.plan import plan
from clamh.running.repeat import Earlier, Unlike, repeat

BEFORE = PlatformRecord(id="miniature/1", language="miniature", source="old.src", version="1", flags=("-O1",), artifact_sha256="ab",
                        build_s=0.0, hello={}, optimisation="-O1")


def planned(*names: str) -> Plan:
    return plan([catalog("miniature/1", *(benchmark(name, replace(TINY, forks=4), n=("1", "2")) for name in names))], Options(seed=7))


def earlier(name: str = "work", params: dict[str, str] = {"n": "1"}, listed: str = "work") -> Earlier:
    """The earlier build, whose artifact has the benchmark `listed` with the param S::n."""
    before = catalog("miniature/1", replace(benchmark(listed, n=("1", "2")), launch="of the earlier one"))
    before = replace(before, artifact=replace(before.artifact, path="earlier artifact"))
    return Earlier(record=recorded([], "old", benchmark=name, params=params, options={"forks": 9}).case, platform=BEFORE, catalog=before)


def test_each_round_has_both_builds_and_nothing_else() -> None:
    whole = planned("work", "other")
    case = whole.cases[0]
    made = repeat(whole, [(case, earlier())])
    ids = [case.case_id, f"{case.case_id}-base"]
    assert [sorted(turn.case_id for turn in turns) for turns in made.rounds] == [ids] * 4
    assert [[turn.fork for turn in turns] for turns in made.rounds] == [[n, n] for n in range(4)]
    assert made.seed == whole.seed and not made.warmups


def test_the_order_of_the_two_changes_from_round_to_round() -> None:
    many = plan([catalog("miniature/1", benchmark("work", replace(TINY, forks=40), n=("1",)))], Options(seed=7))
    first = [turns[0].case_id.endswith("-base") for turns in repeat(many, [(many.cases[0], earlier())]).rounds]
    assert 10 < sum(first) < 30


def test_the_earlier_build_runs_its_own_artifact_with_the_options_of_the_later() -> None:
    whole = planned("work")
    made = repeat(whole, [(whole.cases[0], earlier())])
    before, later = made.cases
    assert (before.side, later.side) == ("miniature/1 base", "miniature/1")
    assert [made.catalogs[one.artifact].artifact.path for one in made.cases] == ["earlier artifact", "artifact"]
    assert (before.options, before.params, before.key) == (later.options, later.params, later.key)
    assert (before.wire_params, before.launch) == ({"S::n": "1"}, "of the earlier one")
    platform = made.catalogs[before.artifact].artifact.platform
    assert (platform.flags, platform.optimisation, platform.executable) == (("-O1",), "-O1", whole.catalogs[0].artifact.platform.executable)
    assert made.catalogs[before.artifact].artifact.source == made.catalogs[later.artifact].artifact.source  # one suite in reports


def test_cases_of_one_artifact_share_its_catalog() -> None:
    whole = planned("work")
    made = repeat(whole, [(one, earlier(params=one.params)) for one in whole.cases])
    assert len(made.cases) == 4 and len(made.catalogs) == 2


@pytest.mark.parametrize(("one", "told"), [
    (earlier(listed="other"), "the base's artifact has no benchmark work"),
    (earlier(params={}), "the base's artifact has the param S::n, of which its results have no value"),
    (earlier(params={"n": "1", "m": "2"}), "the base's artifact has no param m"),
])
def test_a_build_without_the_case_is_refused(one: Earlier, told: str) -> None:
    whole = planned("work")
    with pytest.raises(Unlike, match=told):
        repeat(whole, [(whole.cases[0], one)])


def test_a_build_whose_threads_cannot_be_bound_is_not_measured_beside_one_that_is_bound() -> None:
    whole = planned("work")
    bound = replace(whole.cases[0], binding=Binding(cpus=(0,)))
    with pytest.raises(Unlike, match="the base's artifact cannot be bound"):
        repeat(whole, [(bound, earlier())])
    able = earlier()
    able = able._replace(catalog=replace(able.catalog, hello={"capabilities": {"thread_ids": True}}))
    assert {one.binding for one in repeat(whole, [(bound, able)]).cases} == {bound.binding}


def test_the_earlier_build_runs_the_functions_of_its_group_on_the_threads_of_the_later() -> None:
    def built(*names: str, threads: int = 1) -> CatalogBenchmark:
        return replace(benchmark("work", TINY), members=tuple(Member(name=name, threads=threads) for name in names))

    whole = plan([catalog("miniature/1", built("put_one", "take", threads=2))], Options(seed=7))
    before = earlier(params={})._replace(catalog=catalog("miniature/1", built("putOne", "take")))
    made, _ = repeat(whole, [(whole.cases[0], before)]).cases
    assert made.members == (Member(name="putOne", threads=2), Member(name="take", threads=2))
    for names, told in ((("put_one",), "put_one|putOne"), ((), "it is none")):
        with pytest.raises(Unlike, match=f"other functions in the group work: ({told})"):
            repeat(whole, [(whole.cases[0], earlier(params={})._replace(catalog=catalog("miniature/1", built(*names))))])
