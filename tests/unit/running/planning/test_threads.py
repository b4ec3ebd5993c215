"""How many threads has each case, and each function of a group?"""

from __future__ import annotations

import pytest
from made_plans import benchmark, catalog, grouped

from clamh.model.cases import Case, CatalogBenchmark
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.settings import Misspelled, parse_thread_groups, parse_threads
from clamh.model.sources import Member, Settings
from clamh.running.plan import plan
from clamh.running.worker.commands import open_case


def group(*counts: int, settings: Settings = Settings(), name: str = "work") -> CatalogBenchmark:
    members = tuple(Member(name=member, threads=count) for member, count in zip("abc", counts, strict=False))
    return grouped(benchmark(name, settings), *members)


def cases(*benchmarks: CatalogBenchmark, cpus: int = 6, most: int = 64, **text: tuple[int, ...]) -> list[Case]:
    result = plan([catalog("a/1", *benchmarks, max_threads=most)], Options(seed=1, settings=Settings(**text)), cpus=cpus)
    return list(result.cases)


def refused(*benchmarks: CatalogBenchmark, **text: tuple[int, ...]) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        cases(*benchmarks, **text)
    return [(diagnostic.message, f"{diagnostic.location.path}:{diagnostic.location.line}" if diagnostic.location else "") for diagnostic in caught.value.diagnostics]


def test_each_number_of_threads_is_a_case_of_its_own() -> None:
    annotated = benchmark(settings=Settings(threads=(1, -1, -2, 3)))
    assert [case.threads for case in cases(annotated)] == [1, 6, 3]
    assert [case.threads for case in cases(annotated, cpus=7)] == [1, 7, 3] and [case.threads for case in cases(annotated, cpus=1)] == [1, 3]
    assert [case.threads for case in cases(annotated, threads=(2, 4))] == [2, 4]
    assert len({case.case_id for case in cases(annotated)}) == 3


def test_threads_of_a_group_are_rounded_up_to_whole_groups_as_jmh_does() -> None:
    assert [case.threads for case in cases(group(1, 2))] == [3]
    assert [case.threads for case in cases(group(1, 2), threads=(1, 3, 4, 7))] == [3, 6, 9]
    assert [case.threads for case in cases(group(1, 2), cpus=4, threads=(-1,))] == [6]
    (case,) = cases(group(1, 2), threads=(4,), thread_groups=(0, 3))  # tests/golden/jmh/formats/group_threads.json
    assert (case.threads, [member.threads for member in case.members]) == (6, [0, 3])


def test_tg_is_for_groups_alone_and_part_of_what_a_case_is() -> None:
    plain, grouped = cases(benchmark("plain"), group(1, 1), thread_groups=(3, 1))
    assert (plain.threads, plain.members, grouped.threads) == (1, (), 4)
    ids = {cases(group(1, 1), threads=(4,), thread_groups=numbers)[0].case_id for numbers in ((1, 1), (2, 2), (3, 1), (1, 3))}
    assert len(ids) == 4
    assert cases(group(3, 1))[0].case_id == grouped.case_id  # annotated or on the command line: the same case


def test_worker_gets_the_threads_of_each_member() -> None:
    (case,) = cases(group(1, 2), thread_groups=(2, 1), threads=(6,))
    assert {"threads=6", "tg=2,1"} <= set(open_case(case, 7).line.decode().split("\t"))
    assert "tg=" not in open_case(cases(benchmark())[0], 7).line.decode()


def test_what_no_group_can_be_is_refused_with_its_place() -> None:
    assert refused(group(1, 2), thread_groups=(1, 2, 3)) == [
        ("-tg gives 3 numbers of threads, but the group work has 2 members: a, b", "x.src:3")]
    assert refused(group(1, 2, name="other"), group(1, 2, 3), thread_groups=(1, 2)) == [
        ("-tg gives 2 numbers of threads, but the group work has 3 members: a, b, c", "x.src:3")]
    assert refused(group(0, 0)) == [("no member of the group work has a thread (its members: a, b)", "x.src:3")]
    assert refused(benchmark(), thread_groups=(1, 2)) == [("-tg: no selected benchmark is a group", "")]
    assert refused(group(1, 2), threads=(64,)) == [("work runs with 66 threads, but a/1 supports 1 to 64", "x.src:3")]


@pytest.mark.parametrize(("text", "counts"), [("4", (4,)), ("1,2,4,2", (1, 2, 4)), ("max", (-1,)), ("Half_Max,HALFMAX, 3", (-2, 3))])
def test_threads_as_texts(text: str, counts: tuple[int, ...]) -> None:
    assert parse_threads(text) == counts


@pytest.mark.parametrize(("read", "text", "words"), [
    (parse_threads, "0", "at least 1, nor max or half_max"), (parse_threads, "many", "'many' is not"), (parse_threads, "1,,2", "''"), (parse_threads, "-1", "'-1'"),
    (parse_thread_groups, "0,0", "gives a group no thread"), (parse_thread_groups, "1,x", "'x'"), (parse_thread_groups, "", "''"),
])
def test_texts_that_are_none(read, text: str, words: str) -> None:
    with pytest.raises(Misspelled, match=words):
        read(text)


def test_threads_of_members_as_texts() -> None:
    assert (parse_thread_groups("0,3"), parse_thread_groups("2")) == ((0, 3), (2,))
