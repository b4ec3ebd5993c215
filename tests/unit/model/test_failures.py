"""Does every kind of failure have a sentence with its cause?"""

from __future__ import annotations

import pytest

from clamh.model.failures import HEADLINE, details, sentence
from clamh.model.results import ForkEnd


@pytest.mark.parametrize(("fields", "expected"), [
    ({"reason": "timeout", "message": "the iteration did not end within 601 s; -to raises the limit"},
     "timed out: the iteration did not end within 601 s; -to raises the limit"),
    ({"reason": "killed", "signal": 9, "message": "the worker was killed by signal SIGKILL"},
     "killed by signal 9 (SIGKILL, often by the kernel when memory runs out)"),
    ({"reason": "killed", "signal": 11}, "killed by signal 11 (SIGSEGV)"),
    ({"reason": "killed", "signal": 42}, "killed by signal 42"),
    ({"reason": "exited", "exit_code": 3, "message": "the worker exited with code 3"},
     "exited with code 3 before it answered"),
    ({"reason": "closed_pipe", "message": "the worker closed its pipe and lives on"},
     "closed its connection to clamh but kept running"),
    ({"reason": "binding", "message": "thread 0 could not be bound to CPU 9: Invalid argument"},
     "thread 0 could not be bound to CPU 9: Invalid argument"),
    ({"reason": "start", "message": "x could not be started: No such file or directory"},
     "x could not be started: No such file or directory"),
    ({"reason": "output", "message": "the benchmark printed more than 64 MiB; let it print less"},
     "the benchmark printed more than 64 MiB; let it print less"),
    ({"reason": "clock", "message": "time ran backwards"}, "time ran backwards"),
    ({"reason": "clock"}, "failed (clock)"),
    ({"reason": "protocol", "message": "a line longer than 1048576 bytes"},
     "broke the worker protocol: a line longer than 1048576 bytes"),
    ({"reason": "setup", "where": "Input::fill", "message": "std::bad_alloc"},
     "the setup failed in Input::fill: std::bad_alloc"),
    ({"reason": "benchmark", "where": "work", "message": "boom"}, "the benchmark failed in work: boom"),
    ({"reason": "usage", "message": "unknown benchmark 'x'"}, "the worker refused the case (usage): unknown benchmark 'x'"),
    ({"reason": "internal", "message": "assertion"}, "failed (internal): assertion"),
    ({"reason": "from-the-future"}, "failed (from-the-future)"),
    ({}, "failed (no reason given)"),
])
def test_the_sentence_has_the_cause(fields: dict[str, object], expected: str) -> None:
    assert sentence(ForkEnd(case_id="c", fork=0, status="failed", **fields)) == expected


def test_further_lines_of_a_message_are_in_the_details() -> None:
    trace = [f"\tat Stack.frame({n})" for n in range(30)]
    end = ForkEnd(case_id="c", fork=0, status="failed", reason="benchmark", where="C.m",
                  message="\n".join(["Boom: " + "x" * 300, *trace]))
    assert sentence(end) == "the benchmark failed in C.m: " + ("Boom: " + "x" * 300)[:HEADLINE] + " …"
    assert details(end) == ("x" * (306 - HEADLINE), *trace[:9], "… 11 more lines", *trace[-10:])
    assert details(ForkEnd(case_id="c", fork=0, status="failed", reason="exited", message="one line")) == ()


@pytest.mark.parametrize(("message", "first", "rest"), [
    ("a" * 120 + " b. " + "c " * 60 + "end", "a" * 120 + " b.", ("c " * 60 + "end",)),  # a sentence ends in the second half
    ("a. " + "word " * 50 + "end", "a. " + "word " * 38 + "word", ("word " * 11 + "end",)),  # it ends too early: cut after a word
    ("word " * 39 + "wordy", "word " * 39 + "wordy", ()),  # the longest uncut line
    ("word " * 39 + "wordy end", "word " * 39 + "wordy", ("end",)),
])
def test_a_long_line_is_split_after_a_sentence_or_word(message: str, first: str, rest: tuple[str, ...]) -> None:
    end = ForkEnd(case_id="c", fork=0, status="failed", reason="benchmark", message=message)
    assert sentence(end) == f"the benchmark failed: {first}{' …' if rest else ''}"
    assert details(end) == rest
