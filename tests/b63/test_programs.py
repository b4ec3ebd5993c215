"""Do the programs of the how-to page compile without a warning, and print what they promise, in both modes of output?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_b63 import PROGRAMS, STRICT, Ended, compile_program, start

pytestmark = [pytest.mark.language("c", "cpp")]

CLOCK = {"CLAMH_CLOCK": "counted:1000"}  # then every epoch has one iteration
NAMES = {
    "time": ["sum_of_squares"], "suspend": ["with_suspend", "basic"], "baseline": ["basic", "basic_half"],
    "several": ["reference", "same", "twice", "half"], "custom": ["once", "twice"], "misses": ["sequential", "scattered"], "raw": ["divide"],
    "jemalloc": ["bytes_64", "bytes_1024"], "seeded": ["random_walk"],
}
SOURCES = sorted(path for path in PROGRAMS.iterdir() if path.suffix in (".c", ".cpp"))
SHORT = ("-t", "0.05", "-e", "2")  # two epochs are measured however busy the machine is
INTERACTIVE = re.compile(r"(?P<name>\S+) +(?P<counter>\S+?) *:(?P<star>[* ]) *(?P<rate>-?\d+\.\d{3})(?: \((?P<change>[+-]\d+\.\d{3})%\))?")


def libraries(source: Path) -> list[str]:
    return ["-ljemalloc"] if "jemalloc.h" in source.read_text() else []


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("programs")
    if not any(Path(path, "jemalloc/jemalloc.h").exists() for path in ("/usr/include", "/usr/local/include")):
        pytest.skip("jemalloc is missing: apt-get install libjemalloc-dev")
    return {source.stem: compile_program(source, folder / source.stem, *STRICT, *libraries(source)) for source in SOURCES}


def test_there_is_a_program_per_ability() -> None:
    assert sorted(NAMES) == [source.stem for source in SOURCES]


def counters(source: Path) -> list[str]:
    listed = re.search(r'B63_RUN_WITH\("(.*?)"', source.read_text())
    return listed[1].split(",") if listed else ["time"]


def missing(ended: Ended) -> set[str]:
    return set(re.findall(r"^(lpe:\S+): ", ended.err, re.MULTILINE))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_plain_output_has_a_line_per_epoch(programs: dict[str, Path], source: Path) -> None:
    ended = start(programs[source.stem], *SHORT, "-s", "7")
    assert ended.code == 0, ended.err
    shown = [counter for counter in counters(source) if counter not in missing(ended)]
    assert list(dict.fromkeys(epoch.counter for epoch in ended.epochs)) == shown
    for counter in shown:
        assert {epoch.name for epoch in ended.epochs if epoch.counter == counter} == set(NAMES[source.stem])
        for name in NAMES[source.stem]:
            epochs = ended.of(name, counter)
            assert len(epochs) == 2 and len({epoch.iterations for epoch in epochs}) == 1
    assert "seed: 7\n" in ended.err


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_interactive_output_has_a_line_per_benchmark(programs: dict[str, Path], source: Path) -> None:
    ended = start(programs[source.stem], *SHORT, "-i")
    assert ended.code == 0, ended.err
    lines = [INTERACTIVE.fullmatch(line) for line in ended.out.splitlines()]
    assert all(lines), ended.out
    shown = [counter for counter in counters(source) if counter not in missing(ended)]
    assert [(line["counter"], line["name"]) for line in lines if line] == [(counter, name) for counter in shown for name in NAMES[source.stem]]
    assert all((line["star"] == "*") == (line["change"] is not None) for line in lines if line)
    assert "\033" not in ended.out
    assert re.search(r"^seed: -?\d+ \(to repeat", ended.err, re.MULTILINE)


def test_columns_are_those_of_b63(programs: dict[str, Path]) -> None:
    out = start(programs["custom"], "-i", *SHORT).out
    assert out == ("once                          calls               :  1.000\n"
                   "twice                         calls               :* 2.000 (+100.000%)\n")


def test_custom_counter_is_exact(programs: dict[str, Path]) -> None:
    lines = start(programs["custom"], "-r", *SHORT).out.splitlines()
    assert {(line.split(",")[0], line.split(",")[4]) for line in lines} == {("once", "1.000000"), ("twice", "2.000000")}


def test_jemalloc_counts_known_allocations_exactly(programs: dict[str, Path]) -> None:
    ended = start(programs["jemalloc"], *SHORT)
    assert {epoch.rate for epoch in ended.of("bytes_64", "jemalloc_thread_allocated")} == {64}
    assert {epoch.rate for epoch in ended.of("bytes_1024", "jemalloc_thread_allocated")} == {1024}


def test_seed_repeats_the_input_and_changes_with_the_epoch(programs: dict[str, Path]) -> None:
    def draw(seed: str) -> list[float]:
        return [epoch.events / epoch.iterations for epoch in start(programs["seeded"], "-c", "drawn", "-s", seed, "-e", "3", **CLOCK).epochs]

    assert draw("42") == draw("42") != draw("43")
    assert len(set(draw("42"))) > 1
