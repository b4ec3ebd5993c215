"""Do the programs of the how-to page print Metron's table, and does CLAMH measure the same of the same source?"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import in_process
import pytest
from made_metron import LOOP, PROGRAMS, Ended, compile_body, run_program, start_compiler
from made_zig import program

pytestmark = [pytest.mark.language("zig")]

COUNTED = {"CLAMH_CLOCK": "counted:1000000000"}  # a call lasts one second, so one call is enough for all
SIZES = ["1k", "4k", "16k", "64k", "256k", "1M", "4M", "16M", "64M"]
NAMES = {
    "empty": ["empty/simple", "empty/fixture"],
    "fib": [f"fib/{function}/{n}" for function in ("recurse", "sequential") for n in (1, 2, 5, 10, 20)],
    "bitset": [f"bitset/{2**power}" for power in range(3, 11)],
    "roots": [f"roots/n:{n}/a:{a}" for n in (1, 2, 5, 8) for a in ("1.1", "11")],
    "memcpy": [f"memcpy/{size}" for size in SIZES],
    "threads": [f"threads/{function}/threads:{threads}" for function in ("uncoord", "fetchAdd", "localAdd") for threads in (1, 2, 4, 8)],
    "several": [*(f"sort/order:{arg}" for arg in ("rising/size:1000", "falling/size:1000", "falling/size:1.5k")),
                *(f"pauses/kilobytes:{n}" for n in (3, 4, 5))],
}


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    """What each program prints by hand under the counted clock."""
    folder = tmp_path_factory.mktemp("metron")
    printed = {}
    for name in NAMES:
        errors = start_compiler(PROGRAMS / f"{name}.zig", folder / name).communicate()[0]
        assert not errors, errors
        printed[name] = run_program(folder / name, **COUNTED)
    return printed


def test_there_is_a_program_per_ability() -> None:
    assert sorted(NAMES) == sorted(path.stem for path in PROGRAMS.glob("*.zig"))


@pytest.mark.parametrize("name", NAMES)
def test_table_has_a_row_per_case(alone: dict[str, Ended], name: str) -> None:
    assert (alone[name].code, alone[name].err) == (0, "")
    assert [row.name for row in alone[name].rows] == NAMES[name]


def test_counters_are_rates(alone: dict[str, Ended]) -> None:
    units = ["1.000KiB/s", "4.000KiB/s", "16.000KiB/s", "64.000KiB/s", "256.000KiB/s", "1.000MiB/s", "4.000MiB/s", "16.000MiB/s", "64.000MiB/s"]
    assert [row.counters for row in alone["memcpy"].rows] == [f"rate={unit}" for unit in units]
    assert [row.counters for row in alone["threads"].rows] == [f"rate={threads}.000add/s" for threads in (1, 2, 4, 8)] * 3
    assert [row.counters for row in alone["several"].rows[3:]] == ["bytes=3.000KiB/s", "bytes=4.000KiB/s", "bytes=5.000KiB/s"]


def test_clamh_measures_the_same(alone: dict[str, Ended], tmp_path: Path) -> None:
    """Under the counted clock both drivers have equal times and rates in every case."""
    for name in NAMES:
        shutil.copy(PROGRAMS / f"{name}.zig", tmp_path)
    text = (tmp_path / "empty.zig").read_text()
    (tmp_path / "empty.zig").write_text(text.replace("min_iter = 100", "min_iter = 1"))
    done = in_process.clamh(["run", *(f"{name}.zig" for name in NAMES), "-f", "1", "-wi", "0", "-i", "1", "-r", "1", "-rf", "json", "-rff", "out.json"],
                            tmp_path, {**os.environ, **COUNTED, "ZIG": f"{program()} -ODebug"})
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "out.json").read_text())
    measured = {_name_case(result): result for result in results}
    assert sorted(measured) == sorted(name for names in NAMES.values() for name in names)
    for program_name, ended in alone.items():
        for row in ended.rows:
            metric = measured[row.name]["primaryMetric"]
            factor = 100 if program_name == "empty" else 1
            assert metric["rawData"] == [[pytest.approx(float(row.time) * factor)]], row
            secondaries = measured[row.name]["secondaryMetrics"]
            assert sorted(secondaries) == sorted(pair.split("=")[0] for pair in row.counters.split()), row
            for name, secondary in secondaries.items():
                assert secondary["scoreUnit"] == ("ns/add" if program_name == "threads" else "ns/B"), row
                assert _find_rate(row.counters, name) == pytest.approx(1e9 / secondary["rawData"][0][0]), row


def _name_case(result: dict[str, Any]) -> str:
    """The name of a case in Metron's table."""
    spec, *function = result["benchmark"].split(".")
    params = result.get("params", {})
    if spec in ("fib", "bitset"):
        texts = list(params.values())
    elif spec == "memcpy":
        texts = [SIZES[range(10, 27, 2).index(int(params["arg"]).bit_length() - 1)]]
    else:
        texts = [f"{name}:{'1.5k' if value == '1536' else value}" for name, value in params.items()]
    return "/".join([spec, *function, *texts, *([f"threads:{result['threads']}"] if spec == "threads" else [])])


def _find_rate(counters: str, name: str) -> float:
    """A rate of the table in its base unit."""
    value = dict(pair.split("=") for pair in counters.split())[name].removesuffix("/s").removesuffix("B").removesuffix("add")
    powers = {"Ki": 1024, "Mi": 1024**2}
    return float(value[:-2]) * powers[value[-2:]] if value[-2:] in powers else float(value)


def test_work_counts_before_the_timer_stops_and_not_after_the_loop(tmp_path: Path) -> None:
    """The page says where the work goes that follows the last call."""
    wait = "const pause: std.os.linux.timespec = .{ .sec = 0, .nsec = 200_000_000 }; _ = std.os.linux.nanosleep(&pause, null);"
    body = f"""pub const max_iter = 1;
        pub fn inside(state: *State) void {{ state.startTimer(); for (0..state.iterations) |i| std.mem.doNotOptimizeAway(i); {wait} state.stopTimer(); }}
        pub fn behind(state: *State) void {{ {LOOP} {wait} }}"""
    inside, behind = run_program(compile_body(body, tmp_path / "waits")).rows
    assert float(inside.time) >= 200_000_000 > float(behind.time)


def test_several_files_and_options_of_a_module(tmp_path: Path) -> None:
    """An imported file has annotations and bytes of its own, and a module reads its options from the program as by hand."""
    spec = f"//@@Fork(2)\npub fn plain(state: *metron.State) void {{ {LOOP} state.bytes = 3 * state.iterations; }}"
    for name, text in {
        "work.zig": 'const std = @import("std");\nconst metron = @import("metron");\npub const sorting_options = .{ .cutoff = 64 };\n'
                    'const First = struct { pub const name = "first";\n'
                    f"pub fn run(state: *metron.State) void {{ if (@import(\"sorting\").cutoff != 64) unreachable; {LOOP} }} }};\n"
                    'pub fn main() void { metron.run(.{ First, @import("copy.zig").Copy }); }\n',
        "copy.zig": 'const std = @import("std");\nconst metron = @import("metron");\n'
                    f'pub const Copy = struct {{ pub const name = "copy";\n{spec}\npub const other = slow; }};\n'
                    f"fn slow(state: *metron.State) void {{ {LOOP} }}\n",
        "sorting.zig": 'const root = @import("root");\npub const cutoff = root.sorting_options.cutoff;\n',
        "clamh.toml": '[zig]\ndependencies = ["sorting=sorting.zig"]\n',
    }.items():
        (tmp_path / name).write_text(text)
    done = in_process.clamh(["run", "work.zig", "-wi", "0", "-i", "1", "-r", "1", "-rf", "json", "-rff", "out.json"],
                            tmp_path, {**os.environ, **COUNTED, "ZIG": f"{program()} -ODebug"})
    assert done.returncode == 0, done.stdout + done.stderr
    results = {result["benchmark"]: result for result in json.loads((tmp_path / "out.json").read_text())}
    assert sorted(results) == ["copy.other", "copy.plain", "first"]
    assert results["copy.plain"]["forks"] == 2 != results["first"]["forks"] and list(results["copy.plain"]["secondaryMetrics"]) == ["bytes"]
