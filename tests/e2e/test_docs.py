"""Does every command that a document shows run, as it is shown?

Lines of ```console blocks that begin with `$ `, document by document, each document in one shell in a fresh copy of
the checkout. Four liberties: `make TARGET` is checked to be a target (CI runs the targets themselves); what measures is
shortened, in most documents without turns and with a clock that counts (`shorten`); Rust and Zig do not optimise, but
where the document is about the code (OPTIMISED); and `clamh gate --base` may find a regression. What is shown below `clamh check` and `clamh list` must be what they print, in the tutorial on
porting what is shown below any command, numbers apart. A block below `<!-- sample: FILE -->` must be what stands in that file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from checkout import tracked
from made_zig import program
from warm_clamh import link_environment, start_server
from warm_javac import SHORT_LIVED

from clamh.languages import languages

ROOT = Path(__file__).parent.parent.parent
SHORT = {"-f": "2", "-i": "1", "-wi": "1", "-r": "10ms", "-w": "10ms"}
SHORT_BUILDS = {**SHORT, "-f": "3"}  # with fewer sets there is nothing to judge
OF_BUILDS = ("clamh gate --base", "clamh compare --live")
# Documents about turns or about times; in the others sides are measured one after the other, with a clock that counts.
IN_TURNS = ("README.md", "docs/how-to/turns.md", "docs/tutorial/02-compare-languages.md", "docs/tutorial/03-port-a-program.md")
REAL_CLOCK = (*IN_TURNS, "docs/tutorial/01-first-benchmark.md", "docs/how-to/counters.md", "docs/how-to/self-checks/README.md")
# What they measure has two params, and in turns of eight languages each takes its time.
ONE_PARAM = ("README.md", "docs/how-to/turns.md")
# About emitted code.
OPTIMISED = ("docs/how-to/explain.md", "docs/how-to/profile.md")
# Their commands start as a user's do, those of the other documents from a process that has loaded all of clamh.
PLAIN = ("README.md", "docs/tutorial/01-first-benchmark.md")
COMMIT = "git add -A && git -c user.name=a -c user.email=a@example.org commit -qm start"
TRACKED = tracked()


EXACT = ("clamh check", "clamh list")
EVERY_OUTPUT = "docs/tutorial/03-port-a-program.md"  # all that it shows must be printed, but for the numbers
NUMBER = re.compile(r"\d[\d.]*(e\+\d+)?")
SAMPLE = re.compile(r"^<!-- sample: (\S+) -->\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(document: Path) -> list[str]:
    return [command for command, _ in shown(document)]


def shown(document: Path) -> list[tuple[str, str]]:
    """Every command, with what the document shows below it."""
    blocks = re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    pieces = [piece for block in blocks for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (piece.partition("\n") for piece in pieces)]


def shorten(name: str, command: str) -> str:
    """What measures, in less time: with each option that it lacks. A run that goes on has the options of its beginning."""
    given, of_builds = command.split(), command.startswith(OF_BUILDS)
    if "--resume" not in given:
        short = SHORT_BUILDS if of_builds else SHORT
        more = ["--no-lock", *(f"{option} {value}" for option, value in short.items() if option not in given)]
        more += ["-p number=25"] if name in ONE_PARAM else []
        more += ["--no-live"] if not of_builds and name not in IN_TURNS else []
        command = " ".join([command, *more])
    clock = "" if of_builds or name in REAL_CLOCK else "CLAMH_CLOCK=counted:1000000 "
    return f"{clock}{command}"


# What is submitted needs a cluster: test_submit.py runs those documents.
DOCUMENTS = [name for name in TRACKED if name.endswith(".md") and (found := commands(ROOT / name))
             and not any(command.startswith("clamh submit") for command in found)]


@pytest.fixture(scope="module")
def restore(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Path]]:
    """restore(): a copy of the checkout without anything that earlier documents did, in the same place for every document.

    What a compiler makes depends on the folder, so that a suite of which ten documents tell was compiled ten times. To copy
    thousands of files takes longer than most documents: a git folder beside the copy knows what must be written again.
    """
    base = tmp_path_factory.getbasetemp()
    checkout, aside = base / "documents" / "clamh", base / "documents.git"
    for file in TRACKED:
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, checkout / file)

    def git(*words: str) -> None:
        subprocess.run(["git", f"--git-dir={aside}", f"--work-tree={checkout}", *words], cwd=checkout, check=True)

    def restore() -> Path:
        shutil.rmtree(checkout / ".git", ignore_errors=True)
        git("clean", "-ffdxq")
        git("checkout-index", "--all", "--force", "--quiet")
        return checkout

    git("init", "-q")
    git("add", "--all", "--force")
    yield restore
    shutil.rmtree(checkout)


@pytest.fixture
def checkout(restore: Callable[[], Path]) -> Path:
    """The copy, as a clone that was not committed to."""
    checkout = restore()
    subprocess.run(["git", "init", "-q", "-b", "main", checkout], check=True)  # as in a clone, whose root is that of the project
    return checkout


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, quick_compilers: dict[str, str]) -> Iterator[Path]:
    """Of the process that runs `clamh`, see warm_clamh.py."""
    base = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="clamh-") as folder:
        patch.setenv("JAVA_TOOL_OPTIONS", SHORT_LIVED)
        variables = environment(base / "documents" / "clamh") | quick_compilers
        with start_server(address := Path(folder, "socket"), variables) as server:
            yield address
            server.stdin.close()


@pytest.fixture(scope="module")
def quick_compilers() -> dict[str, str]:
    """As the fixtures quick_rustc and quick_zig have it."""
    return {"RUSTC": "rustc -Copt-level=0", "ZIG": f"{program()} -ODebug"}


def environment(checkout: Path) -> dict[str, str]:
    """The variables of a document's shell, but for those of ours."""
    return {**os.environ, "PATH": f"{checkout / '.venv' / 'bin'}:{os.environ['PATH']}"}


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_commands_of_a_document_run(
    name: str, checkout: Path, address: Path, quick_compilers: dict[str, str], tmp_path: Path, cache: Path
) -> None:
    if name in PLAIN:
        (checkout / ".venv").symlink_to(sys.prefix)  # as if it had been set up: clamh.rc leads there
    else:
        link_environment(checkout / ".venv", address)
    script = ["set -e"]
    wanted = {}
    if any(command.startswith(OF_BUILDS) for command, _ in shown(ROOT / name)):
        script.append(COMMIT)
    for number, (command, output) in enumerate(shown(ROOT / name)):
        if command.startswith("make "):
            command = f"make -n {command.removeprefix('make ')} >/dev/null"
        elif command.startswith(("clamh run", *OF_BUILDS)):
            command = shorten(name, command)
        elif command.startswith("clamh profile"):
            command += " --no-lock"
        elif command.startswith(EXACT) and output:
            wanted[number] = output
            command += f" >{tmp_path}/{number} || [ $? = 2 ]"  # what is wrong may be what is shown
        elif name == EVERY_OUTPUT and output:
            wanted[number] = output
            command += f" >{tmp_path}/{number}"
        if command.startswith("clamh gate --base"):
            command += " || [ $? = 4 ]"  # a regression of two equal builds, by chance
        script += [f"echo '+' {command!r} >&2" if "'" not in command else "true", command]
    process = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=checkout, capture_output=True, text=True, timeout=1500, check=False,
        env={**environment(checkout), **({} if name in OPTIMISED else quick_compilers), "CLAMH_CACHE": str(cache),
             "XDG_STATE_HOME": str(tmp_path / "state")})
    assert process.returncode == 0, f"{process.stderr[-3000:]}\n{process.stdout[-2000:]}"
    printed = {number: (tmp_path / str(number)).read_text(encoding="utf-8") for number in wanted}
    if name == EVERY_OUTPUT:
        wanted, printed = ({number: NUMBER.sub("#", text) for number, text in texts.items()} for texts in (wanted, printed))
    assert printed == wanted


@pytest.mark.parametrize("name", [name for name in TRACKED if name.endswith(".md")])
def test_a_source_in_a_document_is_what_stands_in_its_file(name: str) -> None:
    for file, text in SAMPLE.findall((ROOT / name).read_text(encoding="utf-8")):
        assert text in (ROOT / file).read_text(encoding="utf-8"), f"{name} shows another text than {file} has"


def test_there_are_documents_with_commands() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/tutorial/01-first-benchmark.md"} <= set(DOCUMENTS)


def test_there_are_documents_with_samples() -> None:
    assert [name for name in TRACKED if name.endswith(".md") and SAMPLE.search((ROOT / name).read_text(encoding="utf-8"))]
