"""What a native artifact does without the driver, whatever its language: each language's test_runtime.py says whom to ask.

The artifact is that of its talk.* source; its folder's conftest.py gives `artifact`.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import numpy
import pytest
from scipy.stats import t as student


def run_artifact(path: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([path, *arguments], capture_output=True, text=True, env={**os.environ, **environ}, check=False)


def check_result(printed: str, iterations: int) -> None:
    """Is the last block of --solo what JMH computes of the scores above it? (Both are printed with six digits.)"""
    scores = [float(text) for text in re.findall(r", iteration \d+: (\S+) ns/op", printed)]
    mean, error, low, average, high, deviation = map(float, re.search(
        r"\n\nResult for \S+:\n  (\S+) ±\(99\.9%\) (\S+) ns/op\n  \(min, avg, max\) = \((\S+), (\S+), (\S+)\), stdev = (\S+)\n\Z", printed).groups())
    assert len(scores) == iterations and (low, high) == (min(scores), max(scores)) and average == mean
    assert mean == pytest.approx(numpy.mean(scores), rel=1e-4)
    assert deviation == pytest.approx(numpy.std(scores, ddof=1), rel=1e-2, abs=1e-4 * mean)
    assert error == pytest.approx(student.ppf(0.9995, iterations - 1) * deviation / iterations ** 0.5, rel=1e-4)


class EverySolo:
    """A subclass called Test… gives the language; full names begin with `scope`."""

    language: str
    scope = ""

    def test_solo_runs_a_case_and_prints_the_guides_lines(self, artifact) -> None:
        process = run_artifact(artifact("talk"), "--solo", "big", "-wi", "1", "-w", "2ms", "-i", "2", "-r", "3ms", CLAMH_CLOCK="counted:1000000")
        assert process.returncode == 0, process.stderr
        assert process.stdout.splitlines()[2:5] == [
            "Threads: 1 thread", "Warmup: 1 iteration, 0.002 s each", "Measurement: 2 iterations, 0.003 s each"]
        assert process.stdout.splitlines()[-7:] == [
            *(f"Benchmark {self.scope}Bench::big, {iteration}: 1e+06 ns/op" for iteration in ("warmup iteration 1", "iteration 1", "iteration 2")),
            "", f"Result for {self.scope}Bench::big:", "  1e+06 ns/op", "  (min, avg, max) = (1e+06, 1e+06, 1e+06), stdev = 0"]

    @pytest.mark.parametrize("iterations", [3, 4, 13])
    def test_the_result_is_jmhs_of_the_measured_iterations(self, artifact, iterations: int) -> None:
        process = run_artifact(artifact("talk"), "--solo", "big", "-wi", "1", "-w", "1ms", "-i", str(iterations), "-r", "1ms")
        check_result(process.stdout, iterations)

    @pytest.mark.parametrize(("given", "n", "text"), [
        ((), 1, "a, b"), (("n=8",), 8, "c"), (("text=d",), 8, "d"), (("n=5", "text=e"), 5, "e")])
    def test_solo_takes_the_first_row_that_has_what_p_gives(self, artifact, given: tuple[str, ...], n: int, text: str) -> None:
        words = [word for param in given for word in ("-p", param)]
        process = run_artifact(artifact("talk"), "--solo", "rows", *words, "-bm", "ss", CLAMH_CLOCK="counted:1000000")
        assert (process.returncode, process.stderr) == (0, "")
        assert f"Parameters: ({self.scope}Rows::n = {n}, {self.scope}Rows::text = {text})\n" in process.stdout

    @pytest.mark.parametrize(("words", "lines"), [
        (("work",), ["Threads: 1 thread", "Parameters: (Parts::count = 1, Parts::size = 2.5)"]),
        (("work", "-p", "count=4"), ["Parameters: (Parts::count = 4, Parts::size = 5.5)"]),
        (("both",), ['Threads: 2 threads (1 group; 2x "second" in each group)']),
    ])
    def test_solo_leaves_out_what_is_not_compiled_in(self, artifact, words: tuple[str, ...], lines: list[str]) -> None:
        process = run_artifact(artifact("conditions"), "--solo", *words, "-bm", "ss", CLAMH_CLOCK="counted:1000000")
        assert (process.returncode, process.stderr) == (0, "") and {*lines} <= {*process.stdout.splitlines()}, process.stdout

    @pytest.mark.parametrize(("arguments", "complaint"), [
        ((), "needs the name of a benchmark; there are:\n  {}Bench::"), (("none",), "{}Bench::big"), (("big", "-p", "x=1"), "it has none"),
        (("big", "-i", "0"), "-i 0"), (("big", "-r", "5parsecs"), "5parsecs"), (("big", "-i"), "needs a value"),
        (("big", "-f", "1"), "does not know -f"),
        (("rows", "-p", "n=3"), "no row has what -p gives, and it does not give {0}Rows::text; there are:\n  {0}Rows::n=1 {0}Rows::text=a, b\n"),
        (("twice", "-p", "level=x"), 'cannot be "x"'), (("twice", "-p", "leve=1"), "{}Shared::level"),
    ])
    def test_solo_says_what_is_wrong_and_what_there_is(self, artifact, arguments: tuple[str, ...], complaint: str) -> None:
        process = run_artifact(artifact("talk"), "--solo", *arguments)
        assert process.returncode == 2 and complaint.format(self.scope) in process.stderr

    def test_any_other_command_line_is_clamhs_without_a_shell(self, artifact, tmp_path: Path) -> None:
        fake = tmp_path / "bin" / "clamh"
        fake.parent.mkdir()
        fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
        fake.chmod(0o755)
        path = artifact("talk")
        wanted = ["run", "--artifact", f"{self.language}:{path.resolve()}", "-i", "3; ls $HOME"]
        for variables in ({"PATH": f"{fake.parent}:/usr/bin:/bin"}, {"PATH": "/usr/bin:/bin", "CLAMH_HOME": str(tmp_path)}):
            process = subprocess.run([path, "-i", "3; ls $HOME"], capture_output=True, text=True, env=variables, check=True)
            assert process.stdout.splitlines() == wanted
        process = subprocess.run([path], capture_output=True, text=True, env={"PATH": "/nowhere"}, check=False)
        assert process.returncode == 2
        needed, without, named, *benchmarks = process.stderr.splitlines()
        assert "clamh is needed" in needed and f"{path.resolve()} --solo NAME" in without and "NAME" in named
        assert f"  {self.scope}Bench::big" in benchmarks
