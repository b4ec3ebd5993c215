"""Do the shells themselves complete verbs, options, choices and files with the scripts that are printed?"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from clamh.cli.completion import SHELLS, make_script
from clamh.cli.main import VERBS, main
from clamh.languages import languages
from clamh.model.errors import InputError

ASK = {
    # As readline calls the function: command, current word, the word before it.
    "bash": """source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
               _shtab_clamh clamh "${@: -1}" "${@: -2:1}"; printf '%s\\n' "${COMPREPLY[@]}" """,
    "fish": "source $argv[1]; complete -C (string escape -- $argv[2..-2] | string join ' ')\" $argv[-1]\"",
}


def needs(shell: str) -> str:
    """The shell's path; its test is skipped where it is missing, and fails under CI, which has all of them."""
    path = shutil.which(shell)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"apt-get install {shell}")
    return str(path)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(make_script(VERBS, shell), encoding="utf-8")
    return {shell: folder / shell for shell in SHELLS}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    for name in ("a.cpp", "two words.cpp"):
        (tmp_path / name).write_text("")
    return tmp_path


def offered(shell: str, scripts: dict[str, Path], folder: Path, *words: str) -> set[str]:
    """What the shell offers for the last word."""
    run = [needs(shell), *(("--norc",) if shell == "bash" else ("--no-config",)), "-c", ASK[shell]]
    arguments = [*(["_"] if shell == "bash" else []), str(scripts[shell]), "clamh", *words]
    process = subprocess.run([*run, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert process.stderr == ""
    return {line.split("\t")[0].rstrip("/") for line in process.stdout.splitlines() if line}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_takes_the_script(shell: str, scripts: dict[str, Path]) -> None:
    process = subprocess.run([needs(shell), "-n", scripts[shell]], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout + process.stderr) == (0, "")


@pytest.mark.parametrize("shell", ASK)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("",), set(VERBS)),
        (("ch",), {"check"}),
        (("--completion", ""), set(SHELLS)),
        (("run", "--qu"), {"--quick"}),
        (("list", "--forks", "--qu"), {"--quick"}),
        (("check", "--values", "--pl"), {"--platform"}),
        (("run", "-bm", "av"), {"avgt"}),
        (("run", "a.cpp", "-rf", ""), {"text", "csv", "scsv", "json", "latex", "md", "junit", "bencher", "github-benchmark"}),
        (("run", "-v", ""), {"SILENT", "NORMAL", "EXTRA"}),
        (("run", "-tu", "n"), {"ns"}),
        (("run", "-bm", "s"), {"sample", "ss"}),
        (("run", "-gc", "o"), {"off"}),
        (("run", "-wm", "BULK"), {"BULK", "BULK_INDI"}),
        (("run", "-foe", ""), {"true", "false"}),
        (("run", "-o", "su"), {"sub"}),
        (("run", "--resume", "su"), {"sub"}),
        (("run", "--platform", ""), {"all", *(f"{language}/*" for language in languages())}),
        (("new", "mine", "--languages", ""), set(languages())),
        (("check", "a"), {"a.cpp"}),
        (("run", "a.cpp", "-rff", "su"), {"sub"}),
        (("report", "-rf", "json", "tw"), {"two words.cpp"}),
    ],
    ids=lambda item: " ".join(item) if isinstance(item, tuple) else "",
)
def test_shell_completes_words(
    shell: str, words: tuple[str, ...], expected: set[str], scripts: dict[str, Path], folder: Path
) -> None:
    assert offered(shell, scripts, folder, *words) == expected


@pytest.mark.parametrize("shell", ASK)
def test_options_of_one_dash_and_several_letters_are_offered(shell: str, scripts: dict[str, Path], folder: Path) -> None:
    assert {"-rf", "-rff"} <= offered(shell, scripts, folder, "run", "-r")


@pytest.mark.parametrize("load", ['source "$1"', 'eval "$(<$1)"', 'source <(cat "$1")'])
def test_zsh_takes_the_script_sourced_and_evaluated(load: str, scripts: dict[str, Path]) -> None:
    """Asked for what it registers: outside of a terminal zsh completes nothing."""
    line = f'compdef() {{ print -r -- "$@" }}; {load}'
    process = subprocess.run([needs("zsh"), "-f", "-c", line, "_", scripts["zsh"]], capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == ("_shtab_clamh -N clamh\n", "")


@pytest.mark.parametrize("shell", ["tcsh", "", "bash zsh"])
def test_another_shell_is_refused(shell: str) -> None:
    with pytest.raises(InputError) as caught:
        make_script(VERBS, shell)
    assert "bash, zsh, fish" in caught.value.diagnostics[0].hint


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "bash"]) == 0
    assert "complete " in capsys.readouterr().out
    assert main(["--completion"]) == 2
