"""Does `source clamh.rc` set CLAMH_HOME and PATH, in the shells that people use?"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHELLS = [pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"{name} is missing: make setup"))
          for name in ("bash", "zsh", "dash")]
ANY = "/usr/bin:/bin"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One whose path has what shells stumble over."""
    home = tmp_path / "my clamh; $(touch ran) 'ü"
    (home / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "clamh.rc", home)
    shutil.copy(ROOT / "scripts" / "clamh", home / "scripts")
    return home


def sh(shell: str, script: str, cwd: Path, *argv: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(shutil.which(shell)), *(["-f"] if shell == "zsh" else []), "-c", script, shell, *argv], cwd=cwd,
                          capture_output=True, text=True, timeout=300, check=False, env={"PATH": ANY, **environ})


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("strict", ["", "set -eu; ", "set -u; CDPATH=/; "])
def test_sourcing_sets_home_and_path_and_leaves_nothing_else(shell: str, strict: str, checkout: Path) -> None:
    printed = 'printf "%s\\n" "$CLAMH_HOME" "$PATH" "$PWD"; env | grep -c ^CLAMH_HOME=; set | grep -c "^_clamh" || true'
    for folder, file in ((checkout, "./clamh.rc"), (checkout.parent, f"./{checkout.name}/clamh.rc"), (Path("/"), str(checkout / "clamh.rc"))):
        process = sh(shell, f'{strict}. "$1"; {printed}', folder, file)
        assert (process.stdout.splitlines(), process.stderr) == (
            [str(checkout), f"{checkout}/scripts:{ANY}", str(folder), "1", "0"], "")
    assert not list(checkout.parent.glob("**/ran"))


@pytest.mark.parametrize("shell", SHELLS)
def test_sourcing_twice_does_not_double_path_and_the_last_checkout_is_first(shell: str, checkout: Path, tmp_path: Path) -> None:
    other_path = tmp_path / "other"
    shutil.copytree(checkout, other_path)
    files = [str(path / "clamh.rc") for path in (checkout, checkout, other_path, checkout)]
    process = sh(shell, 'for rc; do . "$rc"; done; printf "%s\\n" "$PATH" "$CPLUS_INCLUDE_PATH"', tmp_path, *files)
    headers = [f"{path}/src/clamh/languages/cpp/outside" for path in (checkout, other_path)]
    assert process.stdout.splitlines() == [f"{checkout}/scripts:{other_path}/scripts:{ANY}", ":".join(headers)]


@pytest.mark.skipif(not shutil.which("dash"), reason="dash is missing: make setup")
def test_sh_finds_the_file_in_a_subshell_and_by_its_older_name(checkout: Path) -> None:
    os.symlink("clamh.rc", checkout / "lath.rc")
    process = sh("dash", '(. ./lath.rc; echo "$LATH_HOME")', checkout)
    assert (process.stdout, process.stderr) == (f"{checkout}\n", "")


def test_a_shell_that_cannot_tell_where_the_file_is_needs_clamh_home(checkout: Path) -> None:
    shell = shutil.which("dash") or "sh"
    # Read from a pipe, the text has no place.
    process = sh(shell, 'eval "$(cat "$1")"; echo "$?" "${CLAMH_HOME:-none}" "$PATH"', Path("/"), str(checkout / "clamh.rc"))
    assert process.stdout == f"1 none {ANY}\n" and "CLAMH_HOME=/path/to/clamh" in process.stderr
    process = sh(shell, 'CLAMH_HOME=$1; . "$CLAMH_HOME/clamh.rc"; echo "$?" "$PATH"', Path("/"), str(checkout))
    assert (process.stdout, process.stderr) == (f"0 {checkout}/scripts:{ANY}\n", "")


@pytest.mark.slow
@pytest.mark.language("cpp")
@pytest.mark.parametrize("header", ["clamh.h", "lath.h"])
def test_a_ported_program_compiles_as_the_guide_types_it(tmp_path: Path, header: str) -> None:
    guides = """#include <cstdio>
#include "HEADER"
//@@State(Scope.Benchmark)
typedef struct { int num_threads; double brots_per_second; } MyState_t;
//@@Setup(Level.Invocation)
void Setup(MyState_t &state) { state.num_threads = Threads.MAX; state.brots_per_second = 2.5; }
//@@TearDown(Level.Invocation)
void Teardown(MyState_t &state, Blackhole &bh) { bh.consume(state.brots_per_second); }
int main() { MyState_t state; Blackhole bh; Setup(state); Teardown(state, bh); printf("%d", state.num_threads > 0); }
"""
    (tmp_path / "Ported.cpp").write_text(guides.replace("HEADER", header))
    line = f". '{ROOT}/clamh.rc'; g++ -O3 -std=c++11 -Wall -Werror Ported.cpp -o Ported.x && ./Ported.x"
    process = sh("bash", line, tmp_path, PATH=os.environ["PATH"])
    assert (process.stdout, process.stderr) == ("1", "")


def test_the_command_on_path_is_that_of_the_checkouts_environment(checkout: Path, tmp_path: Path) -> None:
    script = 'source "$1/clamh.rc"; clamh --version "a b"; exit $?'
    process = sh("bash", script, tmp_path, str(checkout))
    assert process.returncode == 2 and "is not set up" in process.stderr and "make -C" in process.stderr
    command = checkout / ".venv" / "bin" / "clamh"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\nprintf "%s\\n" "$@"; exit 7\n')
    command.chmod(0o755)
    link = tmp_path / "link"
    link.symlink_to(checkout)
    for home in (checkout, link):
        process = sh("bash", script, tmp_path, str(home))
        assert (process.returncode, process.stdout) == (7, "--version\na b\n")


def test_python_and_pip_stay_the_users_own(checkout: Path) -> None:
    before = sh("bash", "command -v python3", checkout, PATH=os.environ["PATH"])
    after = sh("bash", f". '{ROOT}/clamh.rc'; command -v python3", checkout, PATH=os.environ["PATH"])
    assert before.stdout and before.stdout == after.stdout
