"""Are reasons that all ratios share listed once, and others with the names of their rows?"""

from __future__ import annotations

from clamh.judging.summarise import summarise
from clamh.model.summary import Ratio, Summary, Term
from clamh.report.terms import describe_terms
from made_runs import case, fork, run
from msgspec.structs import replace

HELD = {"key": True, "seed": True, "value": True}


def summary(*terms: dict[str, tuple[bool | None, str]]) -> Summary:
    """A summary with a ratio for each set of terms that do not hold."""
    judged = summarise(run([case([fork(0, [1.0])], f"c{number}", params={"number": str(number)}) for number in range(len(terms))]), 0.95)
    contests = []
    for contest, missing in zip(judged.contests, terms, strict=True):
        terms = tuple(Term(name=name, holds=missing.get(name, (True, ""))[0], message=missing.get(name, (True, ""))[1]) for name in HELD)
        ratio = Ratio(reference="other", value=2.0, interval=None, terms=terms)
        contests.append(replace(contest, rows=(replace(contest.rows[0], ratio=ratio),)))
    return replace(judged, contests=tuple(contests))


UNCHECKED = {"value": (None, "work not checked")}


def test_all_equal() -> None:
    assert describe_terms(summary({}, {})) == "Terms: all equal."


def test_a_common_reason_is_listed_once() -> None:
    assert describe_terms(summary(UNCHECKED, UNCHECKED)) == "Terms: all equal except value (work not checked)."


def test_few_rows_are_named_and_many_are_counted() -> None:
    seed = {"seed": (False, "7 against 8")}
    assert describe_terms(summary(UNCHECKED | seed, UNCHECKED)) == (
        "Terms: all equal except seed (7 against 8, in factorial(0) on cpp/g++-12), value (work not checked).")
    assert describe_terms(summary(seed, seed, seed, {})) == "Terms: all equal except seed (7 against 8, in 3 of 4 rows)."


def test_only_the_first_of_many_messages_are_listed() -> None:
    many = [{"value": (False, f"reason {number}")} for number in range(9)]
    text = describe_terms(summary(*many))
    assert "reason 2" in text and "reason 3" not in text and text.endswith("; and 6 more).")


def test_without_ratios_there_is_no_line() -> None:
    assert describe_terms(summarise(run([case([fork(0, [1.0])])]), 0.95)) == ""
