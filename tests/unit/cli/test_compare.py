"""Does `clamh compare` take the files that are meant, one level and Δ for both, and refuse what it cannot compare?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from made_foreign import FILES
from made_runs import case, fork, platform, run
from msgspec.structs import replace
from written_runs import written

from clamh.cli.compare import live_parser
from clamh.cli.main import main
from clamh.judging.results_file import read_results
from clamh.model.advice import HINTS
from clamh.model.results import WorkRecord


def verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *argv: str) -> int:
    """`clamh compare` with these arguments in a folder that has a.ndjson and, twice as fast, b.ndjson."""
    monkeypatch.chdir(tmp_path)
    for name, time in (("a", 40.0), ("b", 20.0)):
        timed(tmp_path / f"{name}.ndjson", time)
    return main(["compare", *argv])


def timed(path: Path, time: float) -> str:
    return written(run([case([fork(n, [time * (1 + n / 1000)]) for n in range(3)])]), path)


def test_two_files_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert verb(tmp_path, monkeypatch, "a.ndjson", "b.ndjson", "-rf", "md") == 0
    out = capsys.readouterr().out
    assert out.endswith("\nfactorial(25): B is 2.000 ± 0.005 times as fast as A\n")
    assert re.search(r"2\.000 \[\d\.\d+, \d\.\d+\]\n? *faster \*", out)
    assert "B is 2.000 ± 0.005" in (tmp_path / "clamh-compare.md").read_text(encoding="utf-8")


def test_runs_without_a_common_row_are_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [written(run([case([fork(n, [float(number)]) for n in range(3)], params={"number": number})]), tmp_path / f"{number}.ndjson")
             for number in ("20", "25")]
    assert main(["compare", *files]) == 2
    assert capsys.readouterr().out.endswith("share no row (same key, params, mode, threads and platform)\n")


def test_without_files_the_last_two_runs_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = tmp_path / ".clamh" / "runs"
    runs.mkdir(parents=True)
    # Several runs of one second are numbered from the second on; `-10` comes after `-9`, and all of them after none.
    for place, stamp in enumerate(("20260101T000000Z", "20260102T000000Z", "20260102T000000Z-9", "20260102T000000Z-10"), 1):
        timed(runs / f"{stamp}.ndjson", 10.0 * place)
    (runs / "latest").symlink_to("20260102T000000Z-10.ndjson")
    cut_off = (runs / "20260102T000000Z.ndjson").read_text(encoding="utf-8").splitlines(keepends=True)
    (runs / "20260103T000000Z.ndjson").write_text("".join(line for line in cut_off if "fork" not in line), encoding="utf-8")  # nothing was measured
    assert verb(tmp_path, monkeypatch) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines if line[:2] in ("A:", "B:")] == [
        "A: .clamh/runs/20260102T000000Z-9.ndjson", "B: .clamh/runs/20260102T000000Z-10.ndjson"]


def test_one_file_is_the_report_of_its_platforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verb(tmp_path, monkeypatch, "a.ndjson") == main(["report", "a.ndjson"]) == 0
    half = len(out := capsys.readouterr().out) // 2
    assert out[:half] == out[half:] != ""


def test_one_level_and_one_delta_hold_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = run([case([fork(n, [40.0 + n / 10]) for n in range(3)])])
    sure = written(replace(measured, header=replace(measured.header, confidence=0.99, delta=0.5)), tmp_path / "sure.ndjson")
    for argv, level, delta in (
        ((sure, "a.ndjson"), "99 %", 0.5), (("a.ndjson", sure), "95 %", 0.01),
        (("a.ndjson", sure, "--confidence", "0.9", "--delta", "20%"), "90 %", 0.2),
        (("a.ndjson", sure, "--delta", "817%"), "95 %", 8.17),
    ):
        assert verb(tmp_path, monkeypatch, *argv, "-rff", "out.json") == 0
        assert set(re.findall(r"±(\d\d %)", capsys.readouterr().out)) == {level}
        assert json.loads((tmp_path / "out.json").read_text())["delta"] == delta


def test_a_failure_in_either_of_two_is_exit_code_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = fork(0, [], end={"status": "failed", "reason": "timeout"})
    broken = written(run([case([dead])]), tmp_path / "broken.ndjson")
    assert verb(tmp_path, monkeypatch, "a.ndjson", broken) == 1
    assert verb(tmp_path, monkeypatch, broken, "a.ndjson") == 1


def test_different_work_in_either_of_two_is_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = {"c": ("cpp/g++-12", "i:1"), "j": ("java/17", "i:2")}
    measured = run([case([fork(n, [44.0 + n]) for n in range(3)], case_id, platform) for case_id, (platform, _) in sides.items()])
    works = tuple(WorkRecord(case_id=case_id, returned=value) for case_id, (_, value) in sides.items())
    uneven = written(replace(measured, works=works), tmp_path / "uneven.ndjson")
    for names in (("a.ndjson", uneven), (uneven, "a.ndjson")):
        assert verb(tmp_path, monkeypatch, *names) == 1
        assert "error: the implementations of factorial compute different values [different-work]" in capsys.readouterr().err


@pytest.mark.parametrize(("argv", "message"), [
    ((), "nothing was measured here yet: .clamh/runs has no run"),
    (("a.ndjson", "b.ndjson", "a.ndjson"), "takes at most two results files"),
    (("a.ndjson", "b.ndjson", "-rf", "latex"), "-rf latex holds only one run"),
    (("a.ndjson", "b.ndjson", "-rf", "json", "-rff", "./b.ndjson"), "is the results file"),
    (("a.ndjson", "b.ndjson", "-rff", "x.html"), "-rff: the ending of 'x.html' names no format"),
    (("a.ndjson", "text.txt", "-rf", "csv"), "error: text.txt is neither a CLAMH results file"),
    (("a.ndjson", "nowhere.ndjson"), "cannot read nowhere.ndjson"),
    (("a.ndjson", "b.ndjson", "--delta", "much"), "--delta: 'much' is not a share"),
    (("a.ndjson", "b.ndjson", "--delta", "5"), "--delta: '5' is not a share"),
])
def test_files_that_cannot_be_compared_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], message: str
) -> None:
    (tmp_path / "text.txt").write_text("no results\n")
    assert verb(tmp_path, monkeypatch, *argv) == 2
    out, err = capsys.readouterr()
    assert message in err and not out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ndjson", "b.ndjson", "text.txt"]
    assert read_results(tmp_path / "a.ndjson").cases


def test_one_run_alone_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / ".clamh" / "runs"
    runs.mkdir(parents=True)
    timed(runs / "20260101T000000Z.ndjson", 1.0)
    assert verb(tmp_path, monkeypatch) == 2
    assert ".clamh/runs has only one run" in capsys.readouterr().err


def test_ratio_names_another_machine_and_other_flags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = run([case([fork(n, [20.0 + n / 100]) for n in range(3)])], [platform(optimisation="-O1", flags=["-O3", "-O1"])])
    header = replace(measured.header, fingerprint="other", seed=8, environment=measured.header.environment | {"host": "beta"})
    there = written(replace(measured, header=header), tmp_path / "there.ndjson")
    assert verb(tmp_path, monkeypatch, "a.ndjson", there, "-rff", "out.json") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "differs: flags of cpp/g++-12: -O3 -g → -O3 -O1" in out
    assert ("Terms: all equal except seed (7 against 8), data (Random gives different data for each seed), optimisation (" in out)
    assert "A as by default, B with -O1" in out and "machine (unknown (Xeon) against beta (Xeon)), boot (of another machine)." in out
    assert " other-machine: Measured on different machines" in out and "faster *" in out
    (row,) = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert [term["name"] for term in row["ratio"]["terms"] if term["holds"] is False] == ["seed", "optimisation", "machine", "boot"]


def test_cut_or_foreign_files_are_never_compared_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path(timed(tmp_path / "whole.ndjson", 41.0)).read_bytes()
    (tmp_path / "cut.ndjson").write_bytes(whole[: len(whole) * 3 // 4])
    assert verb(tmp_path, monkeypatch, "a.ndjson", "cut.ndjson") == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "interrupted: The run was interrupted" in out and "no verdict" in out and "*" not in out
    (tmp_path / "newer.ndjson").write_bytes(whole.replace(b'"schema_version":1', b'"schema_version":99', 1))
    assert verb(tmp_path, monkeypatch, "newer.ndjson", "a.ndjson") == 2
    assert "newer.ndjson:1:1: error: clamh 0.1.0 wrote this file with schema version 99" in capsys.readouterr().err


def test_a_file_whose_numbers_were_edited_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path(timed(tmp_path / "whole.ndjson", 40.0)).read_bytes()
    (tmp_path / "edited.ndjson").write_bytes(whole.replace(b'"elapsed_ns":200000000', b'"elapsed_ns":100000000', 2))
    assert verb(tmp_path, monkeypatch, "a.ndjson", "edited.ndjson") == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "2 of 3 forks failed: the file was edited or damaged: measured iteration 1: its samples take 200,000,000 ns" in out
    assert "forks (2 of 3 of B do not count)" in out and "*" not in out


def test_a_run_is_not_compared_with_itself_nor_with_a_copy_or_a_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verb(tmp_path, monkeypatch, "a.ndjson", "b.ndjson") == 0
    capsys.readouterr()
    (tmp_path / "linked.ndjson").symlink_to("a.ndjson")
    (tmp_path / "copy.ndjson").write_bytes((tmp_path / "a.ndjson").read_bytes())
    (tmp_path / "part.ndjson").write_bytes(b"".join((tmp_path / "a.ndjson").read_bytes().splitlines(keepends=True)[:-4]))
    for old, new in (("a", "a"), ("a", "linked"), ("copy", "a"), ("part", "a"), ("a", "part")):
        assert main(["compare", f"{old}.ndjson", f"./{new}.ndjson", "-rff", "out.md"]) == 2
        out, err = capsys.readouterr()
        assert f"{old}.ndjson and ./{new}.ndjson have the same measurements, so they cannot show a change" in err.replace("\n    ", " ")
        assert "give the results of two runs" in err and not out
    assert main(["report", "a.ndjson", "-rff", "exported.json"]) == 0
    assert main(["compare", "a.ndjson", "exported.json"]) == 2 and "have the same measurements" in capsys.readouterr().err
    assert not (tmp_path / "out.md").exists()
    foreign = [str(FILES / f"google_benchmark_{name}.json") for name in ("before", "before", "after")]
    assert main(["compare", *foreign[:2]]) == 2 and main(["compare", *foreign[1:]]) == 1  # one of its benchmarks fails


def test_the_advice_on_turn_effects_can_be_followed_for_two_builds() -> None:
    """They have no --no-live."""
    options = {option for action in live_parser()._actions for option in action.option_strings}
    assert "--no-live" not in options
    assert options & set(re.findall(r"\((-\w)\)", HINTS["turn-effect"])) == {"-r", "-f"}
