"""Do options mean what JMH's mean, and is every wrong one said?"""

from __future__ import annotations

import pytest

from clamh.cli import arguments
from clamh.errors import InputError
from clamh.options import Options


def read(*argv: str) -> Options:
    parser = arguments.parser("run", "")
    arguments.add_paths(parser)
    arguments.add_measuring(parser)
    arguments.add_results(parser)
    arguments.add_judging(parser)
    return arguments.options(parser.parse_intermixed_args(argv))


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [("200ms", 200_000_000), ("1s", 10**9), ("2", 2 * 10**9), ("5 us", 5000), ("7ns", 7), ("1m", 60 * 10**9),
     ("1min", 60 * 10**9), ("1h", 3600 * 10**9), ("1hr", 3600 * 10**9), ("1d", 86400 * 10**9)],
)
def test_times_are_read_as_jmh_and_the_guide_write_them(text: str, nanoseconds: int) -> None:
    assert read("-r", text).settings.measurement_time_ns == nanoseconds


def test_options_and_paths_mix() -> None:
    options = read("a.cpp", "-f", "3", "b.java", "-i", "5", "-wi", "0", "-p", "number=20,25", "-rf", "json")
    assert options.paths == ("a.cpp", "b.java")
    assert (options.settings.forks, options.settings.measurement_iterations, options.settings.warmup_iterations) == (3, 5, 0)
    assert options.params == {"number": ("20", "25")}
    assert (options.result_format, options.result_file) == ("json", "clamh-result.json")


def test_a_param_given_twice_gets_the_values_of_both() -> None:
    assert read("-p", "number=20", "-p", "text=a", "-p", "number=25,30").params == {"number": ("20", "25", "30"), "text": ("a",)}


def test_a_result_file_alone_implies_its_format() -> None:
    assert read("-rff", "out.json").result_format == "json"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("-i", "0"), "at least 1"),
        (("-i", "many"), "whole number"),
        (("-f", "0"), "--solo"),
        (("-r", "200fortnights"), "'fortnights'"),
        (("-r", "0s"), "above 0"),
        (("-r", "-5s"), "expected one argument"),
        (("-p", "number"), "NAME=VALUE"),
        (("-bm", "fast"), "no benchmark mode"),
        (("-rf", "xml"), "no result format"),
        (("-tu", "eons"), "no time unit"),
        (("--confidence", "95"), "level"),
        (("-v", "LOUD"), "verbosity"),
        (("--nonsense",), "--nonsense"),
        (("-t", "4"), "unrecognized arguments: -t"),
        (("-r", "1.5s"), "whole number above 0 with a unit"),
        (("-f", "1.5"), "whole number"),
        (("-seed", "-1"), "whole number"),
        (("-p", "=3"), "NAME=VALUE"),
        (("-w--",), "expected one argument"),
        (("-p--",), "expected one argument"),
    ],
)
def test_wrong_options_are_input_errors(argv: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(*argv)
    text = " ".join(f"{d.message} {d.mend}" for d in caught.value.diagnostics)
    assert words in text


def test_all_wrong_options_are_said_at_once() -> None:
    with pytest.raises(InputError) as caught:
        read("-i", "0", "-r", "5eons", "-p", "x", "-bm", "no")
    assert len(caught.value.diagnostics) == 4
