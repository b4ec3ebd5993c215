"""Does `clamh plot` draw what is selected, and say what to select where a chart cannot show it?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_pages import compared_run, failed_run, one_platform_run, write_results
from made_runs import case, fork, run

from clamh.cli import plot
from clamh.cli.main import main
from clamh.report.plot import CHARTS


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return write_results(compared_run(), tmp_path / "r.ndjson")


def error(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


@pytest.mark.parametrize("kind", CHARTS)
def test_each_kind_is_drawn(kind: str, results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "folder" / f"{kind}.svg"
    assert main(["plot", str(results), "--chart", kind, "--only", "sort", "-p", "size=0x8,64.0" if kind in ("relative", "params") else "size=64", "-o", str(picture)]) == 0
    text = picture.read_text("utf-8")
    assert text.startswith("<svg") and capsys.readouterr().out == f"{picture}\n"
    assert "512" not in text and "Python" in text


def test_a_png_is_a_picture_for_print(results: Path, tmp_path: Path) -> None:
    assert main(["plot", str(results), "-o", str(tmp_path / "x.PNG")]) == 0
    data = (tmp_path / "x.PNG").read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") > 1500  # pixels of its width


def test_the_kinds_of_both_modules_are_the_same() -> None:
    assert tuple(plot.CHARTS) == CHARTS == tuple(plot.EMPTY)


@pytest.mark.parametrize(("words", "message"), [
    ((), "there is no file for the picture"), (("-o", "x.pdf"), "type -o x.svg"), (("-o", "x"), "type -o x.svg"),
    (("-o", "x.svg", "--chart", "pie"), "choose from relative, params, distributions, warmup"), (("b", "-o", "x.svg"), "got 2 results files"),
    (("-o", "x.svg", "--only", "("), "not a regular expression"), (("-o", "x.svg", "-p", "size"), "is not NAME=VALUE"),
])
def test_a_wrong_request_is_refused(words: tuple[str, ...], message: str, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plot", str(results), *words]) == 2
    assert message in error(capsys) and list(tmp_path.iterdir()) == [results]


def test_a_chart_of_one_thing_asks_for_it(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(tmp_path / "x.svg")
    assert main(["plot", str(results), "--chart", "params", "-o", picture]) == 2
    assert "choose with --only REGEX: sort, sum" in error(capsys)
    assert main(["plot", str(results), "--chart", "warmup", "--only", "sum", "-o", picture]) == 2
    assert "and -p NAME=VALUE: sum 8, sum 64, sum 512" in error(capsys)
    assert main(["plot", str(results), "--only", "nothing", "-o", picture]) == 2
    assert "leave out every benchmark of the results file" in (text := error(capsys)) and "sort 8, sort 64" in text


def test_one_key_in_two_suites_is_chosen_by_its_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A chart mixed the samples of both."""
    cases = [case([fork(n, [10.0 + n] * 3) for n in range(3)], suite, source=f"{suite}/x.cpp") for suite in ("alpha", "beta")]
    path, picture = str(write_results(run(cases), tmp_path / "r.ndjson")), str(tmp_path / "x.svg")
    assert main(["plot", path, "--chart", "distributions", "--only", "factorial", "-o", picture]) == 2
    assert "and -p NAME=VALUE: factorial in alpha 25, factorial in beta 25" in error(capsys)
    assert main(["plot", path, "--chart", "distributions", "--only", "in beta", "-o", picture]) == 0


def test_runs_without_the_figures_of_a_chart_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(tmp_path / "x.svg")
    for result, kind, message in ((one_platform_run(), "relative", "nothing is compared"), (run([]), "relative", "no benchmark has a score"),
                                  (failed_run(), "params", "no param with two or more numbers")):
        path = write_results(result, tmp_path / "r.ndjson")
        words = ["--only", "factorial in suite"] if kind == "params" else []
        assert main(["plot", str(path), "--chart", kind, *words, "-o", picture]) == 2
        assert message in error(capsys)


def test_contests_that_are_compared_are_drawn_beside_failures(tmp_path: Path) -> None:
    killed = {"status": "failed", "reason": "killed", "signal": 9}
    failed = [case([fork(0, [], end=killed)], f"failed{number}", key=f"failed{number}", benchmark=f"failed{number}") for number in range(4)]
    path = write_results(run([*compared_run(("8",), ("sort",)).cases, *failed]), tmp_path / "r.ndjson")
    assert main(["plot", str(path), "-o", str(tmp_path / "x.svg")]) == 0


def test_a_picture_never_replaces_results_or_goes_where_it_cannot(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = results.rename(tmp_path / "r.svg")
    before = results.read_bytes()
    assert main(["plot", str(results), "-o", str(results)]) == 2 and results.read_bytes() == before
    assert main(["plot", str(results), "-o", str(results / "x.svg")]) == 2
    assert error(capsys).count("[unwritable]") == 2


def test_without_a_run_the_way_to_one_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plot", "-o", "x.svg"]) == 2
    assert "nothing was measured here yet" in error(capsys)
