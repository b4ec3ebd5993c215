"""Do groups of Java have the threads, scores and failures of their functions, as JMH has?"""

from __future__ import annotations

import os
from typing import Any

import pytest

pytestmark = pytest.mark.language("java")
MS = 1_000_000


def test_a_group_is_one_benchmark_whose_threads_name_their_function(scenes: Any) -> None:
    name = "scenes.Scenes.both"
    group = scenes.benchmarks[name]
    assert group.group and [(function.name, function.threads) for function in group.functions] == [("left", 1), ("right", 1)]
    with scenes.worker(name) as talk:
        opened = talk.open(name, tg="1,2", threads=6)
        there = set(map(int, os.listdir(f"/proc/{talk.worker.pid}/task")))
        assert len(set(opened["threads"])) == 6 and set(opened["threads"]) <= there - {talk.worker.pid}
        event = talk.say("iterate", "c", "measurement", 10 * MS, 0, 1, 0)
        assert [thread["member"] for thread in event["threads"]] == ["left", "right", "right"] * 2
        assert all(thread["operations"] > 0 for thread in event["threads"])
        assert talk.say("close", "c")["event"] == "closed"


@pytest.mark.parametrize("how", ["iterate", "invoke"])
def test_a_partner_of_a_thread_that_failed_is_interrupted(how: str, scenes: Any) -> None:
    name = "scenes.Scenes.deserted"
    with scenes.worker(name) as talk:
        talk.open(name)
        failed = talk.say("iterate", "c", "measurement", 10 * MS, 0, 1, 1) if how == "iterate" else talk.say("invoke", "c", 1)
        assert (failed["reason"], failed["where"], failed["thread"]) == ("benchmark", "scenes.Scenes.leave", 1)
        assert failed["message"].startswith("java.lang.IllegalArgumentException: seven")


def test_call_without_partners_ends_long_before_the_timeout(scenes: Any) -> None:
    name = "scenes.Scenes.parting"
    with scenes.worker(name) as talk:
        talk.open(name)
        assert talk.say("iterate", "c", "measurement", 5 * MS, 0, 1, 1)["event"] == "iteration"
        talk.say("close", "c")


def test_a_call_that_is_only_slow_is_left_to_its_end(scenes: Any) -> None:
    name = "scenes.Scenes.unhurried"
    with scenes.worker(name) as talk:
        talk.open(name, r=5_000 * MS)
        answer = talk.say("iterate", "c", "measurement", 5 * MS, 0, 1, 1)
        assert answer["event"] == "iteration", answer
        talk.say("close", "c")


def test_each_function_of_a_group_is_invoked(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.market") as talk:
        talk.open("scenes.Scenes.market")
        assert talk.say("invoke", "c", 1)["members"] == {
            "buy": {"returned": "i:42", "consumed": ["s:bought"]}, "sell": {"returned": None, "consumed": []}}


def test_functions_that_jmh_sorts_otherwise_keep_their_threads_and_results(scenes: Any) -> None:
    name = "scenes.Scenes.order"
    assert [(function.name, function.threads) for function in scenes.benchmarks[name].functions] == [("get_all", 2), ("getOne", 1)]
    with scenes.worker(name) as talk:
        talk.open(name, tg="1,3", threads=4)
        threads = talk.say("iterate", "c", "measurement", 50 * MS, 0, 1, 1)["threads"]
        assert sorted(thread["member"] for thread in threads) == ["getOne"] * 3 + ["get_all"]
        # A call of get_all sleeps for a ms, the other does hardly anything.
        assert all((thread["operations"] * MS > thread["elapsed_ns"]) == (thread["member"] == "getOne") for thread in threads)
        talk.say("close", "c")
    with scenes.worker(name) as talk:
        talk.open(name)
        assert {member: called["returned"] for member, called in talk.say("invoke", "c", 1)["members"].items()} == {
            "get_all": "s:all", "getOne": "s:first"}


def test_a_group_of_a_single_function_is_a_group(scenes: Any) -> None:
    name = "scenes.Scenes.lonely"
    assert [(function.name, function.threads) for function in scenes.benchmarks[name].functions] == [("hermit", 2)]
    with scenes.worker(name) as talk:
        assert talk.open(name, threads=4)["unsliced"] == "it is a group"
        threads = talk.say("iterate", "c", "measurement", 10 * MS, 0, 1, 1)["threads"]
        assert [thread["member"] for thread in threads] == ["hermit"] * 4 and all(thread["operations"] > 0 for thread in threads)
        talk.say("close", "c")
    with scenes.worker(name) as talk:
        talk.open(name)
        assert talk.say("invoke", "c", 1)["members"] == {"hermit": {"returned": "i:1", "consumed": ["i:7"]}}


def test_a_check_is_that_of_the_first_thread_that_has_the_state(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.ware") as talk:
        for tg, threads, checks in (("1,7", 8, {"scenes.Scenes.Ware.first": "i:1"}), ("2,0", 2, {})):
            talk.open("scenes.Scenes.ware", tg=tg, threads=threads)
            value = talk.say("invoke", "c", 1)
            assert value.get("checks") == checks, value
            talk.say("close", "c")
