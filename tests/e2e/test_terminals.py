"""On a real terminal of any width: does every line fit, are colours and links there, and does NO_COLOR remove both?"""

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
from made_pages import compared_run, failed_run, hostile_run, one_platform_run, write_results
from msgspec.structs import replace
from rich.cells import cell_len

from clamh.model.results import Run
from clamh.model.sources import Location

pytestmark = pytest.mark.slow
RUNS = {"compared": compared_run, "one": one_platform_run, "failed": failed_run, "hostile": hostile_run}
LINK = re.compile(r"\x1b\]8;[^;]*;([^\x1b]*)\x1b\\")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(columns: int, folder: Path, *argv: str, **variables: str) -> str:
    """What `clamh ARGV` prints on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environ = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")}
    environ |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", **variables}
    with subprocess.Popen([sys.executable, "-m", "clamh.cli", *argv], cwd=folder, env=environ, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        printed = b""
        while True:
            try:
                chunk = os.read(ours, 1 << 16)
            except OSError:  # Linux reports EIO after the last process closed the other end
                break
            if not chunk:
                break
            printed += chunk
        os.close(ours)
    return printed.decode().replace("\r\n", "\n")


def with_sources(result: Run, folder: Path) -> Run:
    """The run with a place for each case, in a file that exists."""
    (folder / "suite").mkdir()
    (folder / "suite" / "my sort.src").write_text("\n" * 9)
    return replace(result, header=replace(result.header, root=str(folder)),
                   cases=tuple(replace(item, case=replace(item.case, location=Location(path="suite/my sort.src", line=7, column=1))) for item in result.cases))


@pytest.mark.parametrize("columns", [50, 80, 120, 200])
@pytest.mark.parametrize("name", RUNS)
def test_every_line_fits_the_terminal(name: str, columns: int, tmp_path: Path) -> None:
    write_results(RUNS[name](), tmp_path / "r.ndjson")
    text = on_terminal(columns, tmp_path, "report", "r.ndjson", "--plot")
    plain = STYLE.sub("", LINK.sub("", text))
    wider = [line for line in plain.partition("output of ")[0].splitlines()  # what a benchmark printed stays as it is
             if cell_len(line) > columns]
    assert wider == [] or name == "hostile"  # the platforms of that run are wider, and columns of names are never wrapped
    assert ("█" in plain) is (name != "failed")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", plain)


def test_names_and_figures_are_links_to_the_line_of_their_source(tmp_path: Path) -> None:
    write_results(with_sources(compared_run(), tmp_path), tmp_path / "r.ndjson")
    text = on_terminal(120, tmp_path, "report", "r.ndjson", "--plot")
    links = {link for link in LINK.findall(text) if link}
    assert links and all(re.fullmatch(r"file://[^/]*" + re.escape(str(tmp_path)) + "/suite/my%20sort.src#7", link) for link in links)
    assert re.search(r"\x1b\]8;[^;]*;file:[^\x1b]*\x1b\\sort\x1b\]8;;", text)
    assert "\x1b[1;32m" in text or "\x1b[31m" in text


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_there_is_no_escape_at_all(variables: dict[str, str], tmp_path: Path) -> None:
    write_results(with_sources(compared_run(), tmp_path), tmp_path / "r.ndjson")
    (tmp_path / "a.py").write_text("#@@Benchmrk\ndef f():\n    return 1\n")
    for words in (("report", "r.ndjson", "--plot"), ("report", "r.ndjson", "--full"), ("check", "a.py"), ("list", "a.py")):
        assert "\x1b" not in on_terminal(80, tmp_path, *words, **variables)


def test_places_of_problems_and_benchmarks_are_links(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("#@@Benchmrk\ndef f():\n    return 1\n")
    (tmp_path / "b.py").write_text("#@@Benchmark\ndef f():\n    return 1\n")
    for words, place in ((("check", "a.py"), "a.py:1:1"), (("list", "a.py"), "a.py:1:1"), (("list", "b.py"), "b.py:2")):
        text = on_terminal(80, tmp_path, *words)
        name, line = place.split(":")[:2]
        assert re.search(r"\x1b\]8;;file://[^/]*" + re.escape(f"{tmp_path}/{name}#{line}") + r"\x1b\\" + re.escape(place) + r"\x1b\]8;;\x1b\\", text)


def test_a_source_that_is_gone_is_no_link(tmp_path: Path) -> None:
    write_results(compared_run(), tmp_path / "r.ndjson")
    assert "\x1b]8" not in on_terminal(80, tmp_path, "report", "r.ndjson")
