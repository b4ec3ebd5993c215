"""Does the progress of a run say what is true at every moment, fit its terminal, and say each failure in one line?"""

from __future__ import annotations

import io

import pytest
from made_plans import able, benchmark, catalog
from msgspec.structs import replace
from rich.cells import cell_len

from clamh.cli.progress import Account, format_score, make_listener, print_line
from clamh.model.cases import Case, Catalog, Plan, Turn
from clamh.model.options import Options
from clamh.model.results import End, ForkEnd, ForkStart, IterationRecord, Record, RoundRecord
from clamh.model.sources import Settings
from clamh.model.worker import ThreadIteration
from clamh.report.work import format_title
from clamh.running.context import Lap
from clamh.running.plan import plan

SECOND = Settings(forks=2, warmup_iterations=1, measurement_iterations=2, warmup_time_ns=2 * 10**9, measurement_time_ns=4 * 10**9)


class Stream(io.TextIOWrapper):
    """Standard error: a terminal or not, in an encoding."""

    def __init__(self, terminal: bool = False, encoding: str = "utf-8"):
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        return self.buffer.getvalue().decode(self.encoding)


def sliceable(platform: str) -> Catalog:
    result = catalog(platform, benchmark("add"))
    return replace(result, hello={"capabilities": {**result.hello["capabilities"], "commands": ["slice"]}})


@pytest.fixture
def one_case() -> Plan:
    return plan([catalog("test/one", benchmark("add", SECOND, text=("1",)))], Options(seed=1))


def start(result: Plan, fork: int = 0) -> ForkStart:
    return ForkStart(case_id=result.cases[0].case_id, fork=fork, block=fork, position=0, time="", pid=1, layout={})


def iteration(result: Plan, phase: str = "measurement", elapsed_ns: int = 4410, fork: int = 0) -> IterationRecord:
    threads = (ThreadIteration(operations=100, all_operations=100, elapsed_ns=elapsed_ns),)
    return IterationRecord(case_id=result.cases[0].case_id, fork=fork, phase=phase, index=0, threads=threads)


def ok(result: Plan, fork: int = 0) -> ForkEnd:
    return ForkEnd(case_id=result.cases[0].case_id, fork=fork, status="ok", exit_code=0)


def failed(result: Plan) -> ForkEnd:
    return ForkEnd(case_id=result.cases[0].case_id, fork=0, status="failed", reason="benchmark", where="C.m",
                   message="Boom\n\tat C.m")


def heard(result: Plan, monkeypatch: pytest.MonkeyPatch, stream: Stream, *records: Record, **environ: str) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    for name, value in {"TERM": "xterm", "COLUMNS": "80", **environ}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)  # the machine is exactly as fast as planned
    listener = make_listener(result, silent=False).record
    for record in records:
        listener(record)
    return stream.text()


def test_a_terminal_shows_percent_time_left_what_runs_and_its_last_score(one_case: Plan, monkeypatch) -> None:
    text = heard(one_case, monkeypatch, Stream(True), start(one_case), iteration(one_case, "warmup"), iteration(one_case))
    lines = [line.split() for line in text.split("\r")[1:]]
    assert lines == [
        "0 % 20 s left add(text=1) test/one".split(),
        "10 % 18 s left add(text=1) test/one 44.10 ns/op".split(),
        "30 % 14 s left add(text=1) test/one 44.10 ns/op".split(),
    ]
    assert all(len(line) == 79 for line in text.split("\r")[1:])


def test_a_line_never_outgrows_a_narrow_terminal_and_is_cleared_at_the_end(one_case: Plan, monkeypatch) -> None:
    end = End(status="complete", time="", measuring_s=1, driver_cpu_s=1)
    text = heard(one_case, monkeypatch, Stream(True), start(one_case), iteration(one_case), end, COLUMNS="30")
    assert [len(line) for line in text.split("\r")[1:-1]] == [29, 29, 29]
    assert "…" in text and text.endswith("\r" + " " * 29 + "\r")


def test_wide_characters_take_two_columns_of_the_line(monkeypatch) -> None:
    """A line of them wrapped, and each redrawing left a line behind."""
    wide = plan([catalog("test/one", benchmark("階乗の計算" * 6, SECOND))], Options(seed=1))
    lines = heard(wide, monkeypatch, Stream(True), start(wide), iteration(wide), COLUMNS="60").split("\r")[1:]
    assert [cell_len(line) for line in lines] == [59, 59] and "ns/op" in lines[1] and "…" in lines[1]


def test_without_unicode_the_line_is_ascii(one_case: Plan, monkeypatch) -> None:
    text = heard(one_case, monkeypatch, Stream(True, "ascii"), start(one_case), COLUMNS="30")
    assert "..." in text and len(text) == 30


@pytest.mark.parametrize(("terminal", "term"), [(False, "xterm"), (True, "dumb")])
def test_elsewhere_each_fork_is_one_plain_line_with_its_score(one_case: Plan, monkeypatch, terminal: bool, term: str) -> None:
    records = [start(one_case), iteration(one_case, "warmup", 9999), iteration(one_case), iteration(one_case, elapsed_ns=4430),
               ok(one_case), start(one_case, 1), iteration(one_case, "warmup"), iteration(one_case), iteration(one_case),
               ok(one_case, 1)]
    text = heard(one_case, monkeypatch, Stream(terminal), *records, TERM=term)
    assert text == ("[1/2] add(text=1) avgt test/one fork 1: 44.20 ns/op, 10 s left\n"
                    "[2/2] add(text=1) avgt test/one fork 2: 44.10 ns/op, done\n")


def test_a_failure_is_one_line_that_says_its_cause_once_and_ends_its_case(one_case: Plan, monkeypatch) -> None:
    text = heard(one_case, monkeypatch, Stream(), start(one_case), failed(one_case))
    assert text == "[2/2] add(text=1) avgt test/one fork 1: FAILED: in C.m: Boom\n"
    account = Account(one_case)
    account.note(failed(one_case))
    assert (account.finished, account.left) == (1.0, "done")


def test_a_resumed_run_without_planned_forks_gets_some_by_a_precision(one_case: Plan) -> None:
    account = Account(replace(one_case, rounds=((), ())))
    account.note(RoundRecord(block=5, turns=(Turn(case_id=one_case.cases[0].case_id, fork=5),), undecided=1))
    account.note(start(one_case, 5))
    account.note(ok(one_case, 5))
    assert account.finished == 1.0


def test_a_set_shows_its_number_and_its_lap(monkeypatch) -> None:
    result = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True, settings=Settings(forks=3)))
    account = Account(result)
    assert account.place(result.cases[0].case_id) == ""
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    account.note(start(result))
    assert account.place(result.cases[0].case_id) == "set 1/3"
    before = account.finished
    account.note_lap(Lap(result.contests[0], 1, 7, 14))
    assert account.place(result.cases[0].case_id) == "set 1/3, lap 21/70"
    half = account.finished
    account.note_lap(Lap(result.contests[0], 1, 14, 14))
    assert account.finished - half == pytest.approx(half - before) and half > before


def test_a_set_that_is_over_leaves_the_time_of_the_others() -> None:
    result = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True, settings=Settings(forks=2)))
    account = Account(result)
    for case in result.cases:
        account.note(ForkStart(case_id=case.case_id, fork=0, block=0, position=0, time="", pid=1, layout={}))
    for case in result.cases:
        account.note(ForkEnd(case_id=case.case_id, fork=0, status="ok", exit_code=0))
    assert account.finished == pytest.approx(0.5, abs=0.02)


def test_silent_is_silent(one_case: Plan, monkeypatch, capsys: pytest.CaptureFixture[str]) -> None:
    listener = make_listener(one_case, silent=True).record
    listener(failed(one_case))
    assert capsys.readouterr() == ("", "")


def test_a_slow_machine_lengthens_what_is_left(one_case: Plan, monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    account = Account(one_case)
    now[0] = 500.0  # another run was waited for: that says nothing of this one
    account.note(start(one_case))
    assert account.left == "20 s left"
    now[0] += 6
    account.note(iteration(one_case, "warmup"))
    assert account.left == "54 s left"


@pytest.mark.parametrize(
    ("value", "text"),
    [(44.1, "44.10 ns/op"), (0.37149, "0.3715 ns/op"), (123456.7, "123457 ns/op"), (0.0, "0 ns/op"), (float("inf"), "inf ns/op")],
)
def test_scores_have_four_digits(one_case: Plan, value: float, text: str) -> None:
    assert format_score(one_case.cases[0], value) == text


def test_throughput_counts_operations() -> None:
    settings = Settings(modes=("thrpt",))
    result = plan([catalog("test/one", benchmark("add", settings))], Options(seed=1))
    account = Account(result)
    account.note(iteration(result, elapsed_ns=2 * 10**9))
    case: Case = result.cases[0]
    assert format_score(case, account.last[case.case_id]) == "50.00 ops/s"
    assert format_title(case) == "add thrpt test/one"


def test_a_line_is_one_write_so_that_those_of_parallel_builds_do_not_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Recorded(Stream):
        def write(self, text: str) -> int:
            written.append(text)
            return super().write(text)

    monkeypatch.setattr("sys.stderr", Recorded())
    print_line("building a for b")
    assert written == ["building a for b\n"]


def test_what_single_shots_take_is_learned_from_those_that_ran(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    shots = Settings(modes=("ss",), forks=3)
    result = plan([able(catalog("test/one", benchmark("add", shots)), "ss")], Options(seed=1))
    account = Account(result)
    account.note(start(result))
    assert account.left == "0.1 s and 3 forks of single shots left"
    for fork, (seconds, left, done) in enumerate([(4, "8.0 s left", 1 / 3), (6, "5.0 s left", 2 / 3), (1, "done", 1.0)]):
        account.note(start(result, fork))
        now[0] += seconds
        account.note(ok(result, fork))
        assert (account.left, account.finished) == (left, pytest.approx(done))


def rounds_of(result: Plan, count: int, **more: float) -> list[RoundRecord]:
    return [RoundRecord(block=block, turns=(Turn(case_id=result.cases[0].case_id, fork=block),), **more) for block in range(count)]


def test_a_budget_is_counted_down_and_added_forks_are_counted_too(one_case: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("clamh.cli.progress.time.monotonic", lambda: now[0])
    account = Account(one_case)
    for round_record in rounds_of(one_case, 3, left_s=60.0):
        account.note(round_record)
        account.note(start(one_case, round_record.block))
        account.note(iteration(one_case, fork=round_record.block))
        now[0] += 20
        account.note(ok(one_case, round_record.block))
    assert (account.ended, account.forks, account.left) == (3, 3, "40 s left")
    assert account.finished == pytest.approx(60 / 100)


def test_until_a_precision_the_time_left_is_the_outlook(one_case: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamh.cli.progress.time.monotonic", lambda: 1000.0)
    account = Account(one_case)
    for round_record in rounds_of(one_case, 2, outlook_s=90.0, left_s=200.0):
        account.note(round_record)
    assert account.left == "about 1 min 30 s left"
    account.note(rounds_of(one_case, 1, outlook_s=90.0, left_s=30.0)[0])
    assert account.left == "about 30 s left"
