"""Does the command line live with the streams and locales that people start it with?"""

from __future__ import annotations

import errno
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from clamh.cli import run
from clamh.cli.main import main
from clamh.model.cases import Plan
from clamh.model.errors import Interrupted
from clamh.model.options import Options

CLAMH = f"{shlex.quote(sys.executable)} -m clamh.cli.main"


def shell(line: str, folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, shell=True, cwd=folder, env={**os.environ, **environ}, capture_output=True, text=True,
                          check=False, timeout=300)


@pytest.mark.parametrize("redirected", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_accepted(tmp_path: Path, redirected: str) -> None:
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    process = shell(f"{CLAMH} list one.cpp {redirected}", tmp_path)
    assert (process.returncode, process.stderr) == (0, "")
    assert shell(f"{CLAMH} list nowhere {redirected}", tmp_path).returncode == 2


@pytest.mark.parametrize("loading", ["signal", "clamh.cli.main", "clamh.model.errors", "clamh.cli.list", "clamh.model.sources", "clamh.pipeline"])
def test_ctrl_c_while_loading_prints_no_traceback(tmp_path: Path, loading: str) -> None:
    """As the installed script loads it: the entry point of pyproject.toml, Ctrl-C when that comes to the module `loading`."""
    scripts = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, function = scripts["clamh"].partition(":")
    code = ("import os, sys\nclass Pressed:\n    def find_spec(self, name, path=None, target=None):\n"
            f"        if name == {loading!r}: os.kill(os.getpid(), 2)\nsys.meta_path.insert(0, Pressed())\n"
            f"from {module} import {function} as run\nsys.exit(run())\n")
    process = subprocess.run([sys.executable, "-c", code, "list"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert (process.returncode, process.stdout, process.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.parametrize("measured", [lambda *_: "r.ndjson", lambda *_: raise_(Interrupted("r.ndjson"))], ids=["whole", "cut"])
def test_ctrl_c_while_reporting_says_where_the_results_are(monkeypatch: pytest.MonkeyPatch, measured: object) -> None:
    monkeypatch.setattr(run, "measure_plan", measured)
    monkeypatch.setattr(run, "_finish", lambda *_: raise_(KeyboardInterrupt()))
    with pytest.raises((Interrupted, KeyboardInterrupt)) as ended:  # the second would end all tests
        run._measured(Plan(catalogs=(), cases=(), rounds=(), seed=0), Options(), [], None)
    assert isinstance(ended.value, Interrupted) and "r.ndjson" in str(ended.value)


@pytest.mark.parametrize(("words", "text"), [("run", "interrupted: nothing was measured\n"), ("run --resume", "interrupted\n"),
                                             ("run --resume=r.ndjson", "interrupted\n"), ("check", "interrupted\n")])
def test_ctrl_c_does_not_deny_what_an_earlier_part_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, text: str
) -> None:
    monkeypatch.setattr("clamh.cli.main._dispatch", lambda _: raise_(KeyboardInterrupt()))
    assert main(words.split()) == 130 and capsys.readouterr().err == text


def test_ctrl_c_while_the_report_s_modules_load_says_where_the_results_are(tmp_path: Path) -> None:
    code = """if True:
        import os, sys
        from clamh.cli import ending, run
        from clamh.model.cases import Plan
        from clamh.model.options import Options
        class Pressed:
            def find_spec(self, name, path=None, target=None):
                if name == "clamh.judging.summarise":
                    os.kill(os.getpid(), 2)
        sys.meta_path.insert(0, Pressed())
        ending.handle_signals()
        run.measure_plan = lambda *_: "r.ndjson"
        run._measured(Plan(catalogs=(), cases=(), rounds=(), seed=0), Options(), [], None)
    """
    process = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    captured = "interrupted: the results so far are in r.ndjson; continue with: clamh run --resume r.ndjson\n"
    assert (process.returncode, process.stdout, process.stderr) == (130, "", captured)


def raise_(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(("verb", "code"), [("check wrong.cpp", 2), ("list one.cpp", 0), ("nonsense", 2), ("run -h", 0)])
def test_closed_pipe_changes_no_exit_code(tmp_path: Path, verb: str, code: int) -> None:
    """`clamh run 2>&1 | head -3` under pipefail: a failure is one, and a run is measured to its end."""
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    (tmp_path / "wrong.cpp").write_text("//@@Benchmrk\nint one() { return 1; }\n//@@Benchmark\nint two() { return 1; }\n")
    theirs, ours = os.pipe()
    os.close(theirs)
    with os.fdopen(ours, "w") as pipe:
        process = subprocess.run([*shlex.split(CLAMH), *verb.split()], cwd=tmp_path, stdout=pipe, stderr=pipe, check=False)
    assert process.returncode == code


@pytest.mark.language("javascript")
def test_run_continues_after_its_reader_closed_the_pipe(tmp_path: Path) -> None:
    (tmp_path / "two.js").write_text(
        "//@@Benchmark\nfunction bad() { throw new Error('no'); }\n//@@Benchmark\nfunction good() { return 1; }\n")
    words = "run two.js -f 1 -bm ss --no-lock --results r.ndjson"
    theirs, ours = os.pipe()
    os.close(theirs)
    with os.fdopen(ours, "w") as pipe:
        process = subprocess.run([*shlex.split(CLAMH), *words.split()], cwd=tmp_path, stdout=pipe, stderr=pipe, check=False,
                                 env={**os.environ, "CLAMH_CACHE": str(tmp_path / "cache")})
    assert process.returncode == 1
    assert '"status":"complete"' in (tmp_path / "r.ndjson").read_text().splitlines()[-1]


@pytest.mark.language("cpp")
@pytest.mark.parametrize("name", [".clamh", ".clamh/build"])
def test_file_in_place_of_our_folder_is_no_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLAMH_CACHE", raising=False)
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert main(["build", "one.cpp"]) == 2
    captured = capsys.readouterr().err
    assert f"{name}" in captured and re.search("cannot write .*: (Not a directory|File exists)", captured) and "CLAMH_CACHE" in captured


@pytest.mark.parametrize(("error", "lacking"), [
    (OSError(errno.EMFILE, "Too many open files"), "processes, open files or memory"), (MemoryError(), "memory"),
    (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "processes, open files or memory"),
    (RuntimeError("can't start new thread"), "threads"), (ImportError("x.so: failed to map segment from shared object"), "memory"),
])
def test_limit_of_the_system_is_no_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, lacking: str
) -> None:
    def fail(argv: list[str]) -> int:
        raise error

    monkeypatch.setattr(run, "main", fail)
    assert main(["run"]) == 2
    captured = capsys.readouterr().err
    assert captured.startswith(f"error: the system has no more {lacking} for clamh") and "hint: raise the limits" in captured


def test_full_pipe_that_does_not_block_is_no_limit_of_processes() -> None:
    """Node.js makes its pipes so, and lends them to its child processes."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, bytes(4096))
    ended = subprocess.run(shlex.split(f"{CLAMH} -h"), stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(reader)
    os.close(writer)
    assert ended.returncode == 1 and ended.stderr.startswith("error: cannot write the output: "), ended.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("verb", ["-v", "run -v", "list one.cpp", "run -h"])
def test_full_disk_behind_standard_output_is_reported(tmp_path: Path, verb: str) -> None:
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    process = shell(f"{CLAMH} {verb} > /dev/full", tmp_path)
    assert (process.returncode, process.stderr) == (1, "error: cannot write the output: No space left on device\n")


def test_names_that_the_locale_has_no_letters_for_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint größe() { return 1; }\n", encoding="utf-8")
    process = shell(f"{CLAMH} list one.cpp", tmp_path, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (process.returncode, process.stdout.splitlines()[0]) == (0, r"gr\xf6\xdfe")


@pytest.mark.language("cpp")
def test_deleted_current_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text("//@@Benchmark\nint one() { return 1; }\n")
    (tmp_path / "gone").mkdir()
    process = shell(f"cd gone && rmdir ../gone && {CLAMH} plan {tmp_path}/one.cpp", tmp_path)
    assert process.returncode == 2
    assert "the current folder was deleted" in process.stderr
