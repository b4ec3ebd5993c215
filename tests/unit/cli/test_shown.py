"""Are keys shown as people spelled them?"""

from __future__ import annotations

import pytest

from clamh.identity import shown


@pytest.mark.parametrize(
    ("key", "name", "platform", "expected"),
    [
        ("factorialrecursive", "Benchmarks::factorialRecursive", "cpp/g++-12", "factorialRecursive"),
        ("factorialrecursive", "clamh.Factorial.JavaFactorialRecursive", "java", "FactorialRecursive"),
        ("a.add", "n::A::add", "cpp", "A.add"),
        ("given name", "n::A::add", "cpp", "given name"),
    ],
)
def test_a_key_is_shown_in_the_spelling_of_its_first_implementation(
    key: str, name: str, platform: str, expected: str
) -> None:
    assert shown(key, name, platform) == expected
