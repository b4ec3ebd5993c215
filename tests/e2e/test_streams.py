"""Does every verb print what its reader can show: no colour under NO_COLOR, ASCII in the locale C, 80 columns?"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

pytestmark = pytest.mark.language("cpp")
SOURCE = """//@@State(Scope.Benchmark)
struct InputValueOfSomeLength {
    //@@Param({"20", "25", "30"})
    int numberOfElements;
};

//@@Benchmark
int größe(const InputValueOfSomeLength &input) { return input.numberOfElements; }

//@@Benchmark
int weight(const InputValueOfSomeLength &input) { return input.numberOfElements; }
"""
WRONG = "//@@Benchmrk\nint größe() { return 1; }\n//@@Benchmark\nint one() { return 1; }\n"
SHORT = ("-f", "3", "-i", "1", "-wi", "1", "-r", "10ms", "-w", "10ms", "-p", "numberOfElements=20")
ASKED = {
    "help": ("-h",),
    "help of run": ("run", "-h"),
    "list": ("list", "source.cpp"),
    "plan": ("list", "--forks", "source.cpp", *SHORT),
    "generate": ("generate", "source.cpp"),
    "check": ("check", "source.cpp", "wrong.cpp"),
    "new": ("new", "x/y"),
    "doctor": ("doctor",),
    "run": ("run", "source.cpp", *SHORT, "--no-lock"),
    "report": ("report", "results.ndjson"),
    "source error": ("list", "wrong.cpp"),
    "wrong options": ("run", "-i", "0", "-r", "5eons", "--platform"),
    "no verb": ("rn",),
}
# A line is a problem, a line of code, or a fork: what reads them takes lines apart.
AS_LONG_AS_IT_IS = {"check", "generate", "run"}
OPTIONLESS = {"PATH": "/nowhere", "HOME": os.environ.get("HOME", "/")}  # a doctor without toolchains is quick


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams")
    (folder / "source.cpp").write_text(SOURCE, encoding="utf-8")
    (folder / "wrong.cpp").write_text(WRONG, encoding="utf-8")
    argv = [sys.executable, "-m", "clamh.cli.main", "run", "source.cpp", *SHORT, "--no-lock",
            "--results", "results.ndjson"]
    subprocess.run(argv, cwd=folder, env=environ(folder), capture_output=True, check=True)
    return folder


def environ(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("LC_", "LANG", "PYTHON", "COLUMNS", "NO_COLOR", "FORCE_COLOR"))}
    return {**kept, "CLAMH_CACHE": str(folder.parent / "cache"), "TERM": "xterm-256color", **more}


def piped(argv: list[str], folder: Path, env: dict[str, str]) -> bytes:
    """Standard output and error together, into a pipe."""
    return subprocess.run(argv, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          timeout=600).stdout


def on_a_terminal(argv: list[str], folder: Path, env: dict[str, str]) -> bytes:
    """The same on a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(argv, cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        printed = b""
        while True:
            try:
                chunk = os.read(ours, 1 << 16)
            except OSError:  # Linux says EIO where nobody holds the other end any more
                break
            if not chunk:
                break
            printed += chunk
        os.close(ours)
    assert process.returncode is not None
    return printed


def ask(how: object, words: tuple[str, ...], folder: Path, **more: str) -> bytes:
    if words == ("doctor",):
        more = {**OPTIONLESS, **more}
    return how([sys.executable, "-m", "clamh.cli.main", *words], folder, environ(folder, **more))


@pytest.mark.parametrize("how", [piped, on_a_terminal])
@pytest.mark.parametrize("what", ASKED)
def test_a_plain_terminal_can_show_it(what: str, how: object, folder: Path) -> None:
    printed = ask(how, ASKED[what], folder, LC_ALL="C", NO_COLOR="1", COLUMNS="80")
    assert len(printed) > 20 and b"Traceback" not in printed
    assert b"\x1b" not in printed
    if what == "generate":  # code, byte for byte
        assert "größe".encode() in printed
    else:
        assert printed.isascii()
    if what not in AS_LONG_AS_IT_IS:
        lines = re.split(rb"[\r\n]+", printed)
        assert not [line for line in lines if len(line) > 80 and (how is on_a_terminal or b"[" not in line)]


@pytest.mark.parametrize("what", ["plan", "report"])
def test_where_the_locale_has_letters_they_are_used(what: str, folder: Path) -> None:
    printed = ask(piped, ASKED[what], folder, LC_ALL="C.UTF-8").decode()
    assert "größe" in printed and ("×" in printed or "±" in printed)


def test_a_terminal_that_can_gets_colour(folder: Path) -> None:
    assert b"\x1b[" in ask(on_a_terminal, ASKED["report"], folder, LC_ALL="C.UTF-8")
    assert b"\x1b" not in ask(on_a_terminal, ASKED["report"], folder, LC_ALL="C.UTF-8", TERM="dumb")


def test_the_locale_c_spells_our_signs(folder: Path) -> None:
    printed = ask(piped, ASKED["plan"], folder, LC_ALL="C")
    assert b"cases of 3 forks, each 1 x 10 ms warmup, then 1 x 10 ms" in printed
    assert rb"gr\xf6\xdfe(numberOfElements=20)" in printed
