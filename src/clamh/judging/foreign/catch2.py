"""Catch2's table and its XML (-r xml): the mean of a benchmark's samples in a process.

Source: Catch2's src/catch2/reporters/catch_reporter_console.cpp and catch_reporter_xml.cpp, and files of 2.13.10
(tests/foreign). Version 3 names the root of the XML differently. The path of a benchmark is the test case, its
sections, and the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from clamh.judging.foreign.tool_results import (MEAN_ONLY, Fork, Measured, list_unknown_terms, make_fork, make_platform,
                                                make_read_error, make_run, readable, shorten_paths)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "Catch2"
PLATFORM = "catch2"
ADVICE = "measure with `-r xml -o FILE`, or give all that the program prints"
UNKNOWN = list_unknown_terms(
    TOOL, threads="Catch2 does not record how many threads a benchmark had",
    opi="Catch2 does not record how many operations a run does",
    batch_size="Catch2 does not record how many operations a run does",
    warmup="Catch2 does not record how long it warmed up", machine="Catch2 does not record the machine",
    boot="Catch2 does not record when the machine was started", forks="Catch2's samples share a process")
ROOT = re.compile(r"\s*(<\?xml[^>]*>\s*)?<Catch(2TestRun)?\s")
HEAD = re.compile(r"benchmark name +samples +iterations +est")
RULE = re.compile("-{60,}$")
FIRST = re.compile(r"(.*?) +(\d+) +(\d+) +[\d.e+-]+ (?:ns|us|ms|s|m) *$")
FIGURES = re.compile(r" +([\d.e+-]+) (ns|us|ms|s|m) +[\d.e+-]+ (?:ns|us|ms|s|m) +[\d.e+-]+ (?:ns|us|ms|s|m) *$")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
FAILED = re.compile(r"(.*?) +Benchmark failed \((.*)\) *$")

Found = tuple[tuple[str, ...], Fork, float]  # the path of a benchmark, its fork, and its mean in ns


def recognises(text: str) -> bool:
    """Whether the text is of this tool."""
    return bool(ROOT.match(text)) or any(HEAD.match(line) for line in text.splitlines())


def read(text: str, path: str) -> Run:
    """The text as a Run. Raises InputError where it has no benchmark, or is XML that was cut off."""
    found = list(_read_xml(text, path) if ROOT.match(text) else _read_table(text.splitlines(), path))
    keys = shorten_paths(names for names, _, _ in found)
    measured = [
        Measured(name="/".join(names), key=keys[names], platform=PLATFORM, mode="avgt", forks=[fork],
                 time_unit=readable([mean]), together="" if fork.failure else MEAN_ONLY) for names, fork, mean in found
    ]
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(make_platform(PLATFORM),),
                    advice=ADVICE)


def _read_xml(text: str, path: str) -> Iterator[Found]:
    try:
        root = ElementTree.fromstring(text.encode("utf-8", "replace"))
    except ElementTree.ParseError as error:
        raise make_read_error(path, TOOL, f"the XML is cut off or damaged ({error})", ADVICE) from None
    waiting: list[tuple[ElementTree.Element, tuple[str, ...]]] = [(root, ())]
    while waiting:
        element, names = waiting.pop()
        if element.tag in ("TestCase", "Section"):
            names = (*names, element.get("name", ""))
        waiting += [(child, names) for child in reversed(element)]
        if element.tag == "BenchmarkResults":
            yield _read_element(element, (*names, element.get("name", "")), path)


def _read_element(element: ElementTree.Element, names: tuple[str, ...], path: str) -> Found:
    failed, mean = element.find("failed"), element.find("mean")
    if failed is not None:
        return names, Fork((), failure=f"it failed ({failed.get('message', '')})"), 0.0
    try:
        value = float(mean.get("value", "") if mean is not None else "")
    except ValueError:
        raise make_read_error(path, TOOL, f"{'/'.join(names)} has no mean", ADVICE) from None
    return names, make_fork([value], float), value


def _read_table(lines: list[str], path: str) -> Iterator[Found]:
    """The benchmarks of the tables that stand below the name of each test case."""
    test: list[str] = []
    name: list[str] = []  # a long name has several lines
    in_table = False
    for number, line in enumerate(lines):
        if HEAD.match(line):
            in_table, name = True, []
        elif RULE.match(line):
            if title := _read_title(lines[number + 1:]):
                in_table, test = False, title
        elif in_table and (match := FAILED.match(line)):
            yield (*test, " ".join([*name, match[1]])), Fork((), failure=f"it failed ({match[2]})"), 0.0
            name = []
        elif in_table and (match := FIRST.match(line)):
            name.append(match[1])
        elif in_table and name and (match := FIGURES.match(line)):
            names = (*test, " ".join(name))
            if not NUMBER.fullmatch(match[1]):
                raise make_read_error(
                    path, TOOL, f"{'/'.join(names)} has the mean '{match[1]} {match[2]}', which is not a time", ADVICE)
            ns = float(match[1]) * UNITS_NS[match[2]]
            yield names, make_fork([ns], float), ns
            name = []
        elif in_table and line.strip() and not line.startswith("  "):
            name.append(line.strip())


def _read_title(lines: list[str]) -> list[str]:
    """The test case and its sections, which stand between two rules and above the place; [] where no title stands here.
    """
    end = next((number for number, line in enumerate(lines) if RULE.match(line)), 0)
    is_title = 0 < end < len(lines) - 1 and re.fullmatch(r".+:\d+|.+\(\d+\)", lines[end + 1]) and all(
        line.strip() for line in lines[:end])
    return [line.strip() for line in lines[:end]] if is_title else []
