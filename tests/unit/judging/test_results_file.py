"""Does reading give back what was written, forgive what a crash leaves, and nothing else?"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from made_plans import tiny_plan

from clamh import __version__
from clamh.judging.results_file import read_lazily, read_results
from clamh.model.errors import InputError
from clamh.model.results import SCHEMA_VERSION, Run
from clamh.running.recording import start_recording


@pytest.fixture
def written(measure) -> Path:
    return Path(measure(tiny_plan("work", "other"), "well_behaved").path)


def refused(path: Path) -> tuple[int | None, str]:
    with pytest.raises(InputError) as error:
        read_results(path)
    (diagnostic,) = error.value.diagnostics
    return diagnostic.location.line if diagnostic.location else None, diagnostic.message


def facts(run: Run) -> tuple:
    return run.header, run.platforms, run.cases, run.end


def test_a_file_cut_anywhere_in_its_last_line_is_read_without_that_line(written: Path) -> None:
    *lines, last = written.read_bytes().splitlines(keepends=True)
    expected = read_results(written)
    for length in range(len(last) - 1):
        written.write_bytes(b"".join(lines) + last[:length])
        run = read_results(written)
        assert facts(run)[:3] == facts(expected)[:3]
        assert run.end is None
    written.write_bytes(b"".join(lines) + last[:-1])  # only the newline is missing: the line is whole
    assert facts(read_results(written)) == facts(expected)


def test_every_beginning_of_a_file_is_an_interrupted_run(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    iterations = 0
    for count in range(1, len(lines) + 1):
        written.write_bytes(b"".join(lines[:count]))
        found = sum(len(f.warmup) + len(f.measurement) for case in read_results(written).cases for f in case.forks)
        assert found - iterations in (0, 1)
        iterations = found
    assert iterations == 12


def test_a_file_that_a_command_still_writes_is_active(written: Path, tmp_path: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    recording = start_recording(str(tmp_path / "r.ndjson"), tmp_path)
    recording.path.write_bytes(b"".join(lines[:-1]))
    assert read_results(recording.path).active
    recording.path.write_bytes(b"".join(lines))
    assert not read_results(recording.path).active, "it has its end"
    recording.path.write_bytes(b"".join(lines[:-1]))
    recording.close()
    assert not read_results(recording.path).active, "it was interrupted"


def test_a_repeated_line_is_refused_with_its_number(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    for copied in range(1, len(lines) - 1):
        written.write_bytes(b"".join([*lines[:copied + 1], lines[copied], *lines[copied + 1:]]))
        line, message = refused(written)
        assert line == copied + 2, message  # cases and plain copies alike


def test_a_file_that_lost_lines_is_marked(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    assert read_results(written).warnings == ()
    lost = next(number for number, line in enumerate(lines) if b'"index":1' in line)
    written.write_bytes(b"".join([*lines[:lost], *lines[lost + 1:]]))
    (warning,) = read_results(written).warnings
    assert (warning.code, warning.message) == (
        "incomplete-file", f"the run wrote {len(lines) - 1} lines, but the file has {len(lines) - 2}: lines were lost or added later")


def test_garbage_in_the_middle_is_refused_with_its_line(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    for garbage in (b"\n", b"{}\n", b"\xff\xfe\n", b"not json\n", b'{"event":"iteration"}\n', b"[" * 9999 + b"\n"):
        written.write_bytes(b"".join([*lines[:2], garbage, *lines[2:]]))
        line, message = refused(written)
        assert (line, "is not a record" in message) == (3, True)


def test_hint_about_a_damaged_line_keeps_the_lines_before_it(written: Path) -> None:
    damaged = written.with_name("it's.ndjson")
    damaged.write_bytes(b"".join([*written.read_bytes().splitlines(keepends=True)[:-1], b"\xff\n"]))
    with pytest.raises(InputError) as caught:
        read_results(damaged)
    _, colon, command = caught.value.diagnostics[0].hint.partition(": ")
    subprocess.run(command, shell=True, check=True, cwd=written.parent)
    assert colon and read_results(written.with_name("NEW.ndjson")).cases


def test_an_invalid_hello_of_a_worker_is_refused_with_its_line(written: Path) -> None:
    first, second, *others = written.read_bytes().splitlines(keepends=True)
    document = json.loads(second)
    document["hello"]["toolchain"] = {"name": "g++-12", "version": "12.2.0", "flags": [1e308]}  # found by mutation: `log` joined them
    written.write_bytes(b"".join([first, json.dumps(document).encode() + b"\n", *others]))
    line, message = refused(written)
    assert (line, "flags" in message) == (2, True)


@pytest.mark.parametrize("said", [
    {"histogram": [1]}, {"histogram": [1, 0]}, {"histogram": [1, 1.5]}, {"histogram": [2, 1, 1, 1]}, {"timings": -1},
    {"clock_cost_ns": -0.5}, {"clock_cost_ns": 1e308}, {"operations": 1e308}, {"all_operations": -1e308},
])
def test_impossible_measurements_are_refused_with_their_line(written: Path, said: dict[str, object]) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    number, line = next((n, json.loads(line)) for n, line in enumerate(lines) if b'"iteration"' in line)
    line["threads"][0] |= said
    written.write_bytes(b"".join([*lines[:number], json.dumps(line).encode() + b"\n", *lines[number + 1:]]))
    assert refused(written)[0] == number + 1


@pytest.mark.parametrize(("kind", "said"), [
    ("case", {"measurement_batch_size": 0}), ("case", {"operations_per_invocation": 0}), ("iteration", {"threads": []}),
])
def test_divisors_of_scores_must_not_be_0(written: Path, kind: str, said: dict[str, object]) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    number, line = next((n, item) for n, item in enumerate(map(json.loads, lines)) if item["event"] == kind)
    (line["options"] if kind == "case" else line).update(said)
    written.write_bytes(b"".join([*lines[:number], json.dumps(line).encode() + b"\n", *lines[number + 1:]]))
    assert refused(written)[0] == number + 1


def test_unknown_kinds_of_lines_are_skipped(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    expected = facts(read_results(written))
    written.write_bytes(b"".join([lines[0], b'{"event":"weather","degrees":21}\n', *lines[1:]]))
    assert facts(read_results(written)) == expected


def test_other_files_are_refused_as_no_results_file(tmp_path: Path, written: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert "is empty" in refused(tmp_path / "empty")[1]
    assert ": No such file" in refused(tmp_path / "none")[1]
    assert "Is a directory" in refused(tmp_path)[1]
    lines = written.read_bytes().splitlines(keepends=True)
    written.write_bytes(b"".join(lines[1:]))
    assert refused(written) == (1, "this is not a results file: its first line is not a header")


@pytest.mark.parametrize(("writer", "named", "install"), [
    ("3.1.4", "clamh 3.1.4", "pip install 'clamh>=3.1.4'"),
    ("3; rm -r x", "clamh of a later version", "pip install --upgrade clamh"),
    (None, "clamh of a later version", "pip install --upgrade clamh"),
])
def test_newer_schema_is_refused_with_the_version_to_install(written: Path, writer: str | None, named: str, install: str) -> None:
    header = {"event": "header", "schema_version": SCHEMA_VERSION + 1, "new": True}
    written.write_text(json.dumps(header | ({"clamh_version": writer} if writer else {})) + "\n")
    with pytest.raises(InputError) as error:
        read_results(written)
    (only,) = error.value.diagnostics
    assert only.message == (f"{named} wrote this file with schema version {SCHEMA_VERSION + 1}, but "
                            f"this clamh {__version__} reads versions 1 to {SCHEMA_VERSION}")
    assert only.hint == f"install it with: {install}"


@pytest.mark.parametrize("version", ["0", "-1", "null"])
def test_schema_version_that_no_clamh_wrote_is_refused(written: Path, version: str) -> None:
    written.write_text(f'{{"event":"header","schema_version":{version}}}\n')
    assert "clamh did not write this file" in refused(written)[1]


def test_facts_without_their_case_or_fork_are_refused(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    written.write_bytes(b"".join(line for line in lines if b'"event":"case"' not in line))
    assert "which no earlier line describes" in refused(written)[1]
    written.write_bytes(b"".join(line for line in lines if b'"event":"fork_start"' not in line))
    assert "was never started" in refused(written)[1]


@pytest.mark.parametrize("kind", ["header", "case"])
def test_two_joined_files_are_refused_with_the_second_header(written: Path, kind: str) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    again = next(line for line in lines if json.loads(line)["event"] == kind)
    written.write_bytes(b"".join([*lines, again, *lines[1:]]))
    text = "a second header: two results files were joined" if kind == "header" else "is described twice"
    line, message = refused(written)
    assert line == len(lines) + 1 and text in message


FLOOR = {"event": "floor", "platform": "miniature/1", "mode": "avgt", "threads": 1, "operations": 1000.0, "elapsed_ns": 500}
DOUBLING = {"event": "doubling", "case_id": "c", "fork": 0, "invocations": 10, "once_ns": [100.0], "twice_ns": [200.0]}


@pytest.mark.parametrize(("record", "said"), [
    *((FLOOR, text) for text in ({"operations": 1e308}, {"elapsed_ns": 10**30}, {"timings": -1}, {"clock_cost_ns": -1e18},
                                 {"batch_size": 0})),
    *((DOUBLING, text) for text in ({"once_ns": [-1.0]}, {"twice_ns": [1e308]}, {"twice_ns": [-200.0]})),
])
def test_impossible_floors_and_doublings_are_refused(
    written: Path, record: dict[str, object], said: dict[str, object]
) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    written.write_bytes(b"".join([*lines[:2], json.dumps(record | said).encode() + b"\n", *lines[2:]]))
    line, message = refused(written)
    assert line == 3 and "is not a record" in message


@pytest.mark.parametrize(("kind", "said"), [
    ("fork_end", {"machine": {"elapsed_s": -1.0}}), ("fork_end", {"machine": {"elapsed_s": 1e308}}), ("fork_end", {"took_s": 1e300}),
    ("end", {"elapsed_s": 1e300}), ("header", {"budget_s": 1e300}),
])
def test_impossible_times_are_refused_with_their_line(written: Path, kind: str, said: dict[str, object]) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    number, line = next((n, item) for n, item in enumerate(map(json.loads, lines)) if item["event"] == kind)
    written.write_bytes(b"".join([*lines[:number], json.dumps(line | said).encode() + b"\n", *lines[number + 1:]]))
    assert refused(written)[0] == number + 1


def test_forks_read_later_are_those_of_the_opened_file(written: Path) -> None:
    expected, run = read_results(written).cases, read_lazily(written)
    other_path = written.with_name("other")
    other_path.write_bytes(b"not a results file\n")
    other_path.replace(written)
    assert [list(case.forks) for case in run.cases] == [list(case_result.forks) for case_result in expected]


def test_forks_are_found_among_other_lines(written: Path) -> None:
    """Lines of one fork need not follow each other, and may be written otherwise than we write them."""
    expected = read_results(written)
    lines = written.read_bytes().splitlines(keepends=True)
    spaced = [json.dumps(json.loads(line)).encode() + b"\n" if number % 3 == 0 else line for number, line in enumerate(lines)]
    between = b'{"event":"weather","degrees":%d}\n'
    written.write_bytes(b"".join(line + between % number * (number % 2) for number, line in enumerate(spaced)))
    assert read_results(written).cases == expected.cases


@pytest.mark.parametrize("wrong", [b"%b%b", b"%b,%b", b"%b1%.0b", b"%b[]%.0b", b"%.9b%b"])
def test_a_line_of_a_fork_has_one_record(written: Path, wrong: bytes) -> None:
    """All lines of a fork are decoded at once, which would take two records of one line for two lines."""
    lines = written.read_bytes().splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if line.startswith(b'{"event":"iteration"')][1]
    record = lines[at].removesuffix(b"\n")
    written.write_bytes(b"".join([*lines[:at], wrong % (record, record) + b"\n", *lines[at + 1:]]))
    line, message = refused(written)
    assert (line, "is not a record" in message) == (at + 1, True)
