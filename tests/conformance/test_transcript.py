"""Are two transcripts equal exactly when the runs did the same?"""

from __future__ import annotations

from conformance import transcript

RAW = "7 setup\n7 call dine\n7 call dine\n7 teardown\n"


def test_how_often_a_benchmark_was_called_does_not_matter() -> None:
    assert transcript.processes(RAW) == [["setup", "call dine +", "teardown"]]
    assert transcript.processes(RAW) == transcript.processes("9 setup\n9 call dine\n9 teardown\n")


def test_where_the_number_of_calls_is_fixed_every_call_counts() -> None:
    assert transcript.processes(RAW, counted=True) == [["setup", "call dine", "call dine", "teardown"]]


def test_a_fixture_that_runs_twice_is_two_lines() -> None:
    assert transcript.processes("7 setup\n7 setup\n7 call dine\n") == [["setup", "setup", "call dine +"]]


def test_calls_of_two_benchmarks_are_two_runs() -> None:
    assert transcript.processes("7 call a\n7 call b\n7 call a\n") == [["call a +", "call b +", "call a +"]]


EACH = "7 setup Invocation\n7 call dine\n7 call dine\n7 teardown Invocation\n"


def test_calls_with_invocation_fixtures_are_a_round() -> None:
    once = [["setup Invocation +", "call dine +", "call dine +", "teardown Invocation +"]]
    assert transcript.processes(EACH) == transcript.processes(3 * EACH) == once


def test_a_round_that_is_not_like_the_others_is_seen() -> None:
    another = "7 setup Invocation\n7 call dine\n7 teardown Invocation\n"
    assert len(transcript.processes(EACH + another)[0]) == 7
    assert transcript.processes(EACH + "7 setup Invocation\n")[0][-1] == "setup Invocation +"
    assert transcript.processes(EACH + "7 call dine fails\n")[0][-1] == "call dine fails"


def test_fixtures_of_other_levels_end_a_run_of_rounds() -> None:
    assert transcript.processes(EACH + "7 teardown Iteration\n" + EACH)[0].count("call dine +") == 4


def test_mixed_lines_of_processes_are_kept_apart() -> None:
    mixed = "8 setup\n7 setup\n8 call b\n7 call a\n"
    assert transcript.processes(mixed) == [["setup", "call a +"], ["setup", "call b +"]]


def test_what_is_written_is_read_again() -> None:
    found = transcript.processes("8 setup\n7 call a\n")
    assert transcript.read("# a comment\n" + "\n".join(transcript.written(found)) + "\n") == found


def test_a_failure_is_its_last_word() -> None:
    assert transcript.failed(["setup", "setup Printer fails"])
    assert not transcript.failed(["setup fails", "teardown"]) and not transcript.failed([])
    assert transcript.until_failure(["setup", "print fails", "teardown"]) == ["setup", "print fails"]
    assert transcript.until_failure(["setup", "teardown"]) == ["setup", "teardown"]


THREADS = """7 setup Trial Shop
7/1 setup Trial Till
7/0 setup Trial Till
7/1 setup Iteration Till
7/1 call sell
7/0 setup Iteration Till
7/1 call sell
7/0 call sell
7/10 call sell
7/1 teardown Iteration Till
7/0 teardown Iteration Till
"""


def test_what_threads_do_at_the_same_time_has_no_order() -> None:
    assert transcript.processes(THREADS) == [[
        "setup Trial Shop", "0: setup Trial Till", "1: setup Trial Till",
        "0: setup Iteration Till", "0: call sell +", "1: setup Iteration Till", "1: call sell +", "10: call sell +",
        "0: teardown Iteration Till", "1: teardown Iteration Till",
    ]]


def test_a_thread_that_does_not_wait_for_the_others_is_seen() -> None:
    lines = THREADS.splitlines()
    early = "\n".join(["7/0 setup Iteration Till", *(line for line in lines if line != "7/0 setup Iteration Till")])
    late = "\n".join([*(line for line in lines if line != "7/10 call sell"), "7/10 call sell"])
    assert transcript.processes(early) != transcript.processes(THREADS)
    assert transcript.processes(late)[0][-1] == "10: call sell +"


def test_the_number_of_a_threads_calls_counts_where_it_is_fixed() -> None:
    assert transcript.processes("7/1 call a\n7/0 call a\n7/1 call a\n", counted=True) == [["0: call a", "1: call a", "1: call a"]]


def test_the_threads_that_did_not_fail_may_come_behind_the_one_that_did() -> None:
    events = ["0: setup Iteration", "1: print fails", "2: setup Iteration"]
    assert transcript.failed(events) and not transcript.failed([*events, "1: teardown"])
    assert transcript.until_failure([*events, "1: teardown", "2: teardown"]) == events
