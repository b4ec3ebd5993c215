"""Are command lines as JMH's users write them read as JMH reads them?"""

from __future__ import annotations

import pytest

from clamh.cli.spelling import join_values, split_quoted


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["-v", "EXTRA", "a.x"], ["-v=EXTRA", "a.x"]),
        (["-v", "silent"], ["-v=silent"]),
        (["-v", "extra.x"], ["-v=ALONE", "extra.x"]),
        (["a.x", "-v"], ["a.x", "-v=ALONE"]),
        (["-v", "-f", "3"], ["-v=ALONE", "-f", "3"]),
        (["-args", "-Xmx1g", "-f", "3"], ["-args=-Xmx1g", "-f", "3"]),
        (["-args", "-v", "-v", "NORMAL"], ["-args=-v", "-v=NORMAL"]),
        (["-args"], ["-args"]),
        (["-args=-Xmx1g"], ["-args=-Xmx1g"]),
        (["-p", "n", "=", "5", "a.x"], ["-p", "n=5", "a.x"]),
        (["-p", "n", "=5,6", "a.x"], ["-p", "n=5,6", "a.x"]),
        (["-p", "n=", "a.x"], ["-p", "n=", "a.x"]),
        (["-p", "n", "="], ["-p", "n="]),
        (["--", "-v", "-args", "x"], ["--", "-v", "-args", "x"]),
    ],
)
def test_only_levels_and_values_are_joined(argv: list[str], words: list[str]) -> None:
    assert join_values(argv, {"-args"}) == words


@pytest.mark.parametrize(
    ("text", "words"),  # what JMH 1.37 makes of it (Utils.splitQuotedEscape)
    [
        ("-Xmx1g -Xms1g", ["-Xmx1g", "-Xms1g"]),
        ('"-Da=x y" -Xmx1g', ["-Da=x y", "-Xmx1g"]),
        ('-Da="x y"', ["-Da=x y"]),
        (r"a\"b c", ["a\\b c"]),
        ("'a b'", ["'a", "b'"]),
        ("  ", []),
        ("", []),
        ("a\tb", ["a\tb"]),
    ],
)
def test_one_value_is_split_as_jmh_does(text: str, words: list[str]) -> None:
    assert split_quoted(text) == words
