"""Does every suite compute the same values in every language, bit for bit, and are they right?

For every benchmark and param value, what one invocation returns is compared with a value computed here in another way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod

import pytest
from suite_values import LARGER_SUITES, Suite

from clamh.languages import languages
from clamh.model.identity import camel_case
from conformance.observe import ROOT

BENCHMARKS = ROOT / "benchmarks"
SAME_WORK = re.compile(r"^same work +(\S+\(.*?\)|\S+): (.*): returned (.*?)(?: \(one value only.*\))?$", re.MULTILINE)


def rounded_product(factors: range) -> float:
    """The product in doubles, in this order; over 2**53 its low bits are rounded, so another order would show."""
    return prod((float(factor) for factor in factors), start=1.0)  # printed with the digits that no other double has


def fibonacci(number: int) -> int:
    """The Fibonacci number by its two neighbours' exact sum, then cut to a signed 32-bit integer."""
    pair = (0, 1)
    for _ in range(number):
        pair = (pair[1], sum(pair))
    return (pair[0] + 2**31) % 2**32 - 2**31


def total(size: int) -> int:
    """The sum of all cells of an array, whatever the way of storing and the walk: it stays within 32 bits."""
    return sum((row * 31 + column * 17) % 101 for row in range(size) for column in range(size))


Expected = dict[str, Callable[[int], float]]
FAC: Expected = {
    "factorialRecursive": lambda number: rounded_product(range(2, number + 1)),
    "factorialIterative": lambda number: rounded_product(range(number, 1, -1)),
}
FIBO: Expected = dict.fromkeys(("fiboLocal", "fiboNonlocal", "fiboUnrolled", "fiboSquaring"), fibonacci)
ARRAY: Expected = {f"{stored}By{walk}": total for stored in ("flat", "nested", "tiled") for walk in ("Row", "Column")}


def of_params(expected: Expected, param: str, texts: tuple[int, ...]) -> Suite:
    """A suite whose benchmarks all have one param."""
    return Suite(lambda: {
        f"{key}({param}={text})": computed(text) for key, computed in expected.items() for text in texts})


SUITES = {
    "fac_tests": of_params(FAC, "number", (25, 30)),
    "fibo_tests": of_params(FIBO, "number", (46, 1000)),
    "array2d_tests": of_params(ARRAY, "size", (64, 256)),
    **LARGER_SUITES,
}


def name_in_camel_case(case: str) -> str:
    """A case with the name of its benchmark in the style of the expected values, whichever language is first."""
    name, bracket, params = case.partition("(")
    return f"{camel_case(name)}{bracket}{params}"


def test_every_suite_is_checked() -> None:
    assert {path.name for path in BENCHMARKS.iterdir() if path.is_dir()} == set(SUITES)


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
@pytest.mark.parametrize("name", SUITES)
def test_all_languages_of_a_suite_return_the_right_values(name: str, clamh) -> None:
    """By `clamh check --values`, which has one process for all cases of a platform."""
    suite = SUITES[name]
    done = clamh("check", "--values", BENCHMARKS / name, *suite.options)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = SAME_WORK.findall(done.stdout)
    assert {name_in_camel_case(case): value for case, _, value in lines} == {case: str(value) for case, value in suite.values().items()}, done.stdout
    for case, platforms, _ in lines:
        assert {platform.split("/")[0] for platform in platforms.split(", ")} == set(suite.languages), case


@pytest.mark.parametrize("name", LARGER_SUITES)
def test_a_larger_suite_has_no_warning(name: str, clamh) -> None:
    """In Go, the function of two halves waits for the half that it starts, once per call."""
    done = clamh("check", BENCHMARKS / name)
    codes = [line.rpartition(" ")[2] for line in done.stdout.splitlines()]
    assert (done.returncode, codes) == (0, ["[locked-thread]"] * (name == "fibo_parallel_tests"))
