"""Does every suite compute the same values in every language, bit for bit, and are they right?

For every benchmark and param value, what one invocation returns is compared with a value computed here in another way.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import prod
from pathlib import Path

import pytest
from suite_values import LARGER_SUITES

from clamh.languages import language_of_file, languages
from clamh.model.identity import camel_case
from conformance.observe import ROOT, SOURCES, TIMEOUT_S, default_platform, environment

BENCHMARKS = ROOT / "benchmarks"
SAME_WORK = re.compile(r"^same work +(\S+\(.*?\)|\S+): (.*): returned (.*?)(?: \(one value only.*\))?$", re.MULTILINE)


def rounded_product(factors: range) -> int:
    """The product in doubles, in this order; over 2**53 its low bits are rounded, so another order would show."""
    return int(prod((float(factor) for factor in factors), start=1.0))


def fibonacci(number: int) -> int:
    """The Fibonacci number by its two neighbours' exact sum, then cut to a signed 32-bit integer."""
    pair = (0, 1)
    for _ in range(number):
        pair = (pair[1], sum(pair))
    return (pair[0] + 2**31) % 2**32 - 2**31


def total(size: int) -> int:
    """The sum of all cells of an array, whatever the way of storing and the walk: it stays within 32 bits."""
    return sum((row * 31 + column * 17) % 101 for row in range(size) for column in range(size))


Expected = dict[str, Callable[[int], int]]
FAC: Expected = {
    "factorialRecursive": lambda number: rounded_product(range(2, number + 1)),
    "factorialIterative": lambda number: rounded_product(range(number, 1, -1)),
}
FIBO: Expected = dict.fromkeys(("fiboLocal", "fiboNonlocal", "fiboUnrolled", "fiboSquaring"), fibonacci)
ARRAY: Expected = {f"{stored}By{walk}": total for stored in ("flat", "nested", "tiled") for walk in ("Row", "Column")}
SUITES = {
    "fac_tests": (FAC, "number", (25, 30)),
    "fibo_tests": (FIBO, "number", (46, 1000)),
    "array2d_tests": (ARRAY, "size", (64, 256)),
}


def values(source: Path, folder: Path) -> list[str]:
    platform = default_platform(language_of_file(source.name).id)
    process = subprocess.run(
        [sys.executable, "-m", "conformance.invoke", str(source), platform], cwd=folder, capture_output=True, text=True,
        timeout=TIMEOUT_S, env=environment(SOURCES, folder / "transcript"), check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    lines = (line.split(" ", 2) for line in process.stdout.splitlines())
    return sorted(f"{text} {camel_case(name)} {rest}" for text, name, rest in lines)  # each language has a style of its own


def name_in_camel_case(case: str) -> str:
    """A case with the name of its benchmark in the style of the expected values, whichever language is first."""
    name, bracket, params = case.partition("(")
    return f"{camel_case(name)}{bracket}{params}"


def test_every_suite_is_checked() -> None:
    assert {path.name for path in BENCHMARKS.iterdir() if path.is_dir()} == {*SUITES, *LARGER_SUITES}


@pytest.mark.language(*languages())
@pytest.mark.parametrize("suite", SUITES)
def test_every_language_computes_the_right_bits(suite: str, tmp_path: Path) -> None:
    known = {suffix for language in languages().values() for suffix in language.extensions}
    sources = sorted(path for path in (BENCHMARKS / suite).iterdir() if path.suffix in known)
    assert {language_of_file(source.name).id for source in sources} == set(languages())
    with ThreadPoolExecutor() as pool:
        found = dict(zip(sources, pool.map(lambda source: values(source, tmp_path), sources), strict=True))
    expected, param, texts = SUITES[suite]
    right = sorted(f'value {key} {param}={text} returned "i:{computed(text)}" consumed []'
                   for key, computed in expected.items() for text in texts)
    for source, lines in found.items():
        assert lines == right, source.name


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms")
@pytest.mark.parametrize("name", LARGER_SUITES)
def test_all_languages_of_a_larger_suite_return_the_right_values(name: str, clamh) -> None:
    """By `clamh check --values`, which has one process for all cases of a platform."""
    suite = LARGER_SUITES[name]
    done = clamh("check", "--values", BENCHMARKS / name, *suite.options)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = SAME_WORK.findall(done.stdout)
    assert {name_in_camel_case(case): value for case, _, value in lines} == {case: str(value) for case, value in suite.values().items()}, done.stdout
    for case, platforms, _ in lines:
        assert {platform.split("/")[0] for platform in platforms.split(", ")} == set(suite.languages), case


@pytest.mark.parametrize("name", LARGER_SUITES)
def test_a_larger_suite_has_no_warning(name: str, clamh) -> None:
    done = clamh("check", BENCHMARKS / name)
    assert (done.returncode, done.stdout) == (0, "")
