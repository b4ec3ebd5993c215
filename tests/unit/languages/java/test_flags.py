"""Are the JVM's arguments that change what is compiled found, each by the last of its name?"""

from __future__ import annotations

import pytest

from clamh.languages.java.flags import jmh_words, optimisation, target


@pytest.mark.parametrize(("arguments", "found"), [
    ("-Xmx1g -Xms1g -XX:+UseZGC -Xbatch -XX:CompileThreshold=100 -Dx=-Xint", ""),
    ("-Xint", "-Xint"),
    ("-Xint -Xcomp", "-Xcomp"),
    ("-Xint -Xmixed", ""),
    ("-XX:-TieredCompilation", "-XX:-TieredCompilation"),
    ("-XX:-TieredCompilation -XX:+TieredCompilation", ""),
    ("-XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4", ""),
    ("-XX:TieredStopAtLevel=4 -XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=1"),
    ("-XX:-Inline -XX:-DoEscapeAnalysis -XX:-Inline", "-XX:-DoEscapeAnalysis -XX:-Inline"),
    ("-XX:CompilationMode=high-only -XX:MaxInlineLevel=0", "-XX:CompilationMode=high-only -XX:MaxInlineLevel=0"),
])
def test_what_changes_how_much_is_optimised(arguments: str, found: str) -> None:
    assert optimisation(arguments.split()) == found


@pytest.mark.parametrize(("arguments", "found"), [
    ("-XX:+UseZGC", ""), ("-XX:UseAVX=3 -XX:UseSSE=2 -XX:UseAVX=0", "-XX:UseSSE=2 -XX:UseAVX=0"),
])
def test_what_changes_the_instructions(arguments: str, found: str) -> None:
    assert target(arguments.split()) == found


def test_values_are_words_that_jmh_reads_as_they_are() -> None:
    words = jmh_words({"jvm": ("/a b/java",), "jvmArgs": ("-Xmx1g", "-Da=b c"), "jvmArgsAppend": ("-Dd=e f",)})
    assert list(words) == ["-jvm", "/a b/java", "-jvmArgs", "-Xmx1g", "-jvmArgs", "-Da=b c", "-jvmArgsAppend", '"-Dd=e f"']
