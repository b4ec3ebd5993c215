"""Has each revision a tree with all that is its own, and is none of it left behind, however it ends?"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_repositories import PYTHON, SHORT, commit, git, is_clean, one_line, values

from clamh.cli import run
from clamh.model.errors import Interrupted

Clamh = Callable[..., "CompletedProcess[str]"]


@pytest.mark.language("python")
def test_what_ctrl_c_left_is_compared(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure = run.measure_plan

    def interrupted(*arguments: object, **options: object) -> str:
        raise Interrupted(measure(*arguments, **options))

    fails = "\n\n#@@Benchmark\ndef bad():\n    raise ValueError('.clamh' + __file__.split('.clamh')[1])\n"
    commit(repository, {"work.py": PYTHON + fails})
    commit(repository, {"step.py": "STEP = 4  # the same work\n"})
    monkeypatch.setattr(run, "measure_plan", interrupted)
    process = clamh("compare", "--live", "HEAD~1", "HEAD", *SHORT, "-rff", "out.md")
    assert process.returncode == 130
    for text in (process.stdout, (repository / "out.md").read_text(encoding="utf-8")):
        assert "ValueError" in text and ".clamh/trees" not in text
    assert "work: new and old are the same" in process.stdout and "interrupted: the results so far are in .clamh/compared/" in process.stderr
    assert is_clean(repository)


@pytest.mark.language("python")
def test_each_side_has_its_own_configuration(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"clamh.toml": "[defaults]\nf = 4\n"})
    process = clamh("compare", "--live", "HEAD~1", ".", *SHORT[2:])
    assert "8 forks of 1 × 1 ms" in process.stderr and "4 forks of 1 × 1 ms" in process.stderr, process.stderr


@pytest.mark.language("python")
def test_a_configuration_above_the_repository_is_refused(clamh: Clamh, repository: Path) -> None:
    """It applied to the working folder alone, whose flags were then others."""
    git(repository, "clone", "-q", ".", "below")
    (repository / "clamh.toml").write_text('[python]\nflags = ["-O"]\n')
    process = clamh("gate", "--base", "HEAD", *SHORT, cwd=repository / "below")
    assert process.returncode == 2
    assert "../clamh.toml is outside of the repository, so it applies to the working folder but not to HEAD" in one_line(process)
    commit(repository / "below", {"clamh.toml": ""})
    assert clamh("gate", "--base", "HEAD", *SHORT, cwd=repository / "below").returncode == 0


@pytest.mark.language("python")
def test_a_program_that_git_does_not_have_is_that_of_the_working_folder(clamh: Clamh, repository: Path) -> None:
    venv.create(repository / ".venv", symlinks=True)
    commit(repository, {"clamh.toml": '[platform."python/own"]\nprogram = ".venv/bin/python"\n', ".gitignore": ".venv\n"})
    process = clamh("gate", "--base", "HEAD", "--platform", "python/own", *SHORT)
    assert process.returncode == 0, process.stderr
    assert (repository / ".venv/bin/python").exists() and is_clean(repository)


@pytest.mark.language("python")
def test_a_program_that_a_revision_lacks_is_explained(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"clamh.toml": '[platform."python/own"]\nprogram = "tools/python"\n'})
    (repository / "tools").mkdir()
    (repository / "tools/python").symlink_to(sys.executable)
    git(repository, "add", "tools/python")
    process = clamh("gate", "--base", "HEAD", "--platform", "python/own", *SHORT)
    assert process.returncode == 2 and "cannot use HEAD:tools/python" in process.stderr
    assert "note: HEAD is built from the files in git; nothing else is installed or compiled there" in process.stderr


@pytest.mark.language("python")
def test_untracked_files_are_named_and_make_no_a_a(clamh: Clamh, repository: Path) -> None:
    for name in ("clamh.toml", "b.txt", "c.txt", "d.txt"):
        (repository / name).write_text("")
    process = clamh("gate", "--base", "HEAD", "work.py", *SHORT, "--results", "both.ndjson")
    assert process.returncode == 0, process.stderr
    assert "new: the working tree, with untracked files: b.txt, c.txt, clamh.toml and 1 more" in one_line(process)
    assert "so this is an A/A comparison" not in one_line(process)


@pytest.mark.language("python")
def test_each_side_has_its_own_excuses(clamh: Clamh, repository: Path) -> None:
    """Not those of the working folder, whose paths its sources have in results."""
    differs = {"clamh.toml": '[differs]\nwork = "another step"\n'}
    commit(repository, differs)
    (repository / "clamh.toml").unlink()
    clamh("compare", "--live", "HEAD~2", "HEAD", *SHORT, "-rff", "out.json")
    assert values(repository / "out.json") == {"python": ""}
    (repository / "clamh.toml").write_text(differs["clamh.toml"])
    clamh("compare", "--live", "HEAD~2", "HEAD~1", *SHORT, "-rff", "out.json")
    assert values(repository / "out.json") == {"python": "different work: old returned 30, new returned 40"}


@pytest.mark.language("python")
def test_submodules_are_those_of_the_revision(clamh: Clamh, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    library = tmp_path_factory.mktemp("library")
    git(library, "init", "-q", ".")
    commit(library, {"part.py": "PART = 1\n"})
    git(repository, "submodule", "add", "-q", str(library), "lib")
    commit(repository, {"work.py": "import sys\nsys.path.insert(0, __file__.rsplit('/', 1)[0] + '/lib')\nfrom part import PART\n\n#@@Benchmark\ndef work():\n    return PART\n"})
    commit(library, {"part.py": "PART = 2\n"})
    git(repository / "lib", "pull", "-q")
    git(repository, "commit", "-qam", "newer library")
    config = (repository / ".git/config").read_text()
    process = clamh("compare", "--live", "HEAD~1", "HEAD", "--only", "work", *SHORT, "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    assert values(repository / "out.json") == {"python": "different work: old returned 1, new returned 2"}
    assert (repository / ".git/config").read_text() == config and is_clean(repository)


@pytest.fixture
def large_file(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that Git LFS keeps, and a benchmark that returns what is in it: 1 in the revision before the last, 2 in the last."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(repository.parent / "gitconfig"))  # where users have the filters, too
    git(repository, "lfs", "install", "--skip-repo")
    commit(repository, {".gitattributes": "*.big filter=lfs diff=lfs merge=lfs -text\n", "part.big": "1\n",
                        "work.py": "from pathlib import Path\nPART = int(Path(__file__).with_name('part.big').read_text())\n\n#@@Benchmark\ndef work():\n    return PART\n"})
    commit(repository, {"part.big": "2\n"})
    return repository / "part.big"


@pytest.mark.language("python")
def test_files_of_git_lfs_are_those_of_the_revision(clamh: Clamh, repository: Path, large_file: Path) -> None:
    assert git(repository, "show", "HEAD~1:part.big").startswith("version https://git-lfs"), "git has the pointer only"
    process = clamh("compare", "--live", "HEAD~1", "HEAD", "--only", "work", *SHORT, "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    assert values(repository / "out.json") == {"python": "different work: old returned 1, new returned 2"}
    assert large_file.read_text() == "2\n" and is_clean(repository)


@pytest.mark.language("python")
@pytest.mark.usefixtures("large_file")
def test_a_large_file_that_is_not_there_is_an_error(clamh: Clamh, repository: Path) -> None:
    shutil.rmtree(repository / ".git/lfs/objects")
    process = clamh("compare", "--live", "HEAD~1", "HEAD", "--only", "work", *SHORT)
    assert process.returncode == 2 and "git cannot check out" in process.stderr and "part.big" in process.stderr, process.stderr
    assert is_clean(repository)


@pytest.mark.language("javascript")
def test_installed_packages_are_those_of_the_same_lock_file(clamh: Clamh, repository: Path) -> None:
    module = repository / "web/node_modules/part"
    module.mkdir(parents=True)
    (module / "package.json").write_text('{"name": "part", "main": "index.js"}')
    (module / "index.js").write_text("module.exports = { PART: 7 };\n")
    work = "import part from 'part';\n//@@Benchmark\nexport function work() { return part.PART; }\n"
    commit(repository, {"web/work.mjs": work, "web/package-lock.json": "{}", ".gitignore": "node_modules\n"})
    process = clamh("gate", "--base", "HEAD", "web", *SHORT)
    assert process.returncode == 0, process.stderr
    assert "without changes since HEAD, so this is an A/A comparison" in one_line(process)
    assert module.is_dir() and is_clean(repository)
    commit(repository, {"web/package-lock.json": '{"other": 1}'})
    process = clamh("gate", "--base", "HEAD~1", "web", *SHORT)
    assert process.returncode == 2
    assert "web/package-lock.json differs between HEAD~1 and the working folder, so web/node_modules there does not fit HEAD~1" in process.stderr
    assert module.is_dir() and is_clean(repository)
    git(repository, "rm", "-q", "web/package-lock.json")
    commit(repository, {"web/package.json": '{"dependencies": {"part": "1"}}'})
    (repository / "web/package-lock.json").write_text("{}")  # git has none, so no revision has another
    process = clamh("gate", "--base", "HEAD", "web", *SHORT)
    assert process.returncode == 0, process.stderr
    commit(repository, {"web/package.json": '{"dependencies": {"part": "2"}}'})
    process = clamh("gate", "--base", "HEAD~1", "web", *SHORT)
    assert process.returncode == 2 and "web/package.json differs between HEAD~1 and the working folder" in process.stderr


@pytest.mark.language("javascript")
@pytest.mark.parametrize(("name", "target", "refused"), [
    ("part", "../../lib", True), ("@me/part", "../../../lib", True), ("part", ".store/part@1/node_modules/part", False)])
def test_packages_of_the_repository_that_a_source_names_are_refused(clamh: Clamh, repository: Path, name: str, target: str, refused: bool) -> None:
    """They are links in a workspace; pnpm has links to installed packages too."""
    link = repository / "web/node_modules" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(target)
    package = Path(os.path.normpath(link.parent / target))
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "part", "main": "index.js"}')
    (package / "index.js").write_text("module.exports = { PART: 7 };\n")
    work = f"import part from '{name}';\n//@@Benchmark\nexport function work() {{ return part.PART; }}\n"
    commit(repository, {"web/work.mjs": work, "web/package-lock.json": "{}", ".gitignore": "node_modules\n"})
    process = clamh("gate", "--base", "HEAD", "web", *SHORT)
    assert process.returncode == (2 if refused else 0), process.stderr
    assert (f"web/node_modules/{name} is a link to lib, so HEAD would run the code of the working folder" in one_line(process)) is refused
    assert package.is_dir() and is_clean(repository)
    commit(repository, {"web/work.mjs": "//@@Benchmark\nexport function work() { return 7; }\n"})
    assert clamh("gate", "--base", "HEAD", "web", *SHORT).returncode == 0


@pytest.mark.language("python")
@pytest.mark.parametrize("arguments", [("gate", "--base", "HEAD~1"), ("compare", "--live", "HEAD~1", "HEAD")])
def test_a_search_path_into_the_repository_is_refused(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([
        str(repository.parent / "elsewhere"), str(repository / ".venv/lib/site-packages"), str(repository / "src")]))
    process = clamh(*arguments, *SHORT)
    assert process.returncode == 2, process.stderr
    assert f"PYTHONPATH contains '{repository / 'src'}', so both builds would find the same files there" in process.stderr
    assert is_clean(repository)


@pytest.mark.language("python")
@pytest.mark.parametrize(("files", "refused"), [
    ({"work.py": "import part\n"}, True),
    ({"work.py": "import helper\npart = helper.part\n", "helper.py": "import part\n"}, True),
    ({"work.py": "import sys\nsys.path.insert(0, __file__.rsplit('/', 1)[0] + '/src')\nimport part\n"}, False),
    ({"work.py": "import other as part\n"}, False),
    ({"work.py": "import other as part\n", "src/other.py": "PART = 2\n"}, True),  # as `pip install .` does it
    ({"work.py": "from tools import helper\npart = helper.part\n", "tools/helper.py": "import part\n"}, True),
    ({"work.py": "import part\n@State(Scope.Thread)\nclass S:\n    @Param({\"1\"})\n    size: int = 0\n"}, True),  # no syntax of Python
])
def test_modules_installed_as_links_are_refused(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], refused: bool) -> None:
    """As `pip install -e .` does it: a file in the environment names the folder."""
    venv.create(repository / ".venv", symlinks=True)
    [packages] = (repository / ".venv/lib").glob("*/site-packages")
    (packages / "part.pth").write_text(f"{repository / 'src'}\n")
    (packages / "other.py").write_text("PART = 1\n")
    monkeypatch.setenv("CLAMH_PYTHON", str(repository / ".venv/bin/python"))
    work = files["work.py"] + "\n#@@Benchmark\ndef work():\n    return part.PART\n"
    commit(repository, {**files, "work.py": work, "src/part.py": "PART = 1\n", ".gitignore": ".venv\n"})
    process = clamh("gate", "--base", "HEAD", "work.py", *SHORT)
    assert process.returncode == (2 if refused else 0), process.stderr
    text = one_line(process)
    assert (", HEAD would import src/part.py of the working folder, which is installed as a link" in text
            or ", both builds would import the installed copy " in text) is refused
    assert is_clean(repository)


@pytest.mark.language("python")
def test_modules_installed_as_links_are_found_through_a_link_to_the_repository(
    clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv.create(repository / ".venv", symlinks=True)
    [packages] = (repository / ".venv/lib").glob("*/site-packages")
    (packages / "part.pth").write_text(f"{repository / 'src'}\n")
    work = "import helper\n\n#@@Benchmark\ndef work():\n    return helper.part.PART\n"
    commit(repository, {"work.py": work, "helper.py": "import part\n", "src/part.py": "PART = 1\n", ".gitignore": ".venv\n"})
    (link := repository.parent / f"{repository.name}-link").symlink_to(repository)
    monkeypatch.setenv("CLAMH_PYTHON", str(repository / ".venv/bin/python"))
    process = clamh("gate", "--base", "HEAD", str(link / "work.py"), *SHORT)
    assert process.returncode == 2 and "HEAD would import src/part.py of the working folder" in one_line(process), process.stderr


@pytest.mark.language("python")
@pytest.mark.parametrize("installed", ["link", "copy"])
def test_two_folders_with_the_modules_of_one_are_refused(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, installed: str) -> None:
    """Both builds had the code of the new folder, and a change of it was `the same`."""
    venv.create(repository / ".venv", symlinks=True)
    [packages] = (repository / ".venv/lib").glob("*/site-packages")
    (packages / ("part.pth" if installed == "link" else "part.py")).write_text(f"{repository / 'src'}\n" if installed == "link" else "PART = 1\n")
    commit(repository, {"bench/work.py": "import part\n\n#@@Benchmark\ndef work():\n    return part.PART\n", "src/part.py": "PART = 1\n"})
    git(repository, "worktree", "add", "-q", str(old := repository.parent / f"{repository.name}-old"), "HEAD")
    monkeypatch.setenv("CLAMH_PYTHON", str(repository / ".venv/bin/python"))
    process = clamh("compare", "--live", str(old / "bench"), "bench", *SHORT)
    assert process.returncode == 2, process.stderr
    text = "src/part.py of the folder ., which is installed as a link" if installed == "link" else "both builds would import the installed copy"
    assert text in one_line(process)


@pytest.mark.language("rust")
@pytest.mark.parametrize("arguments", [("gate", "--base", "HEAD~1", "benches/work.rs"), ("compare", "--live", "old/benches/work.rs", "benches/work.rs")])
def test_another_configuration_of_cargo_is_refused(clamh: Clamh, repository: Path, arguments: tuple[str, ...]) -> None:
    """Cargo would read that of the working folder for both builds."""
    work = '//@@Benchmark\nfn work() -> usize { env!("LIMIT").len() }\n'
    commit(repository, {"Cargo.toml": '[package]\nname = "own"\n', "benches/work.rs": work, ".cargo/config.toml": '[env]\nLIMIT = "4"\n'})
    shutil.copytree(repository, repository / "old", ignore=shutil.ignore_patterns(".git"))
    commit(repository, {".cargo/config.toml": '[env]\nLIMIT = "8"\n'})
    process = clamh(*arguments, *SHORT, env={"CLAMH_CACHE": ""})  # the builds are in the project, as by default
    assert process.returncode == 2 and ".cargo/config.toml differs between " in one_line(process), process.stderr
    if "--base" in arguments:  # the same file is in both
        assert clamh("gate", "--base", "HEAD", arguments[-1], *SHORT, env={"CLAMH_CACHE": ""}).returncode in (0, 4, 5)
    assert is_clean(repository)


@pytest.mark.language("cpp")
@pytest.mark.parametrize(("tracked", "arguments", "place"), [
    (True, ("gate", "--base", "HEAD~1"), "the working folder"), (True, ("compare", "--live", "../old/work.cpp", "work.cpp"), "the folder ."),
    (False, ("gate", "--base", "HEAD"), "")])
def test_a_header_of_the_other_build_is_refused(
    clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, tracked: bool, arguments: tuple[str, ...], place: str
) -> None:
    """Both builds had it, and a header with twice the work was `no regression`."""
    monkeypatch.chdir(repository)
    header = {"include/size.hpp": "constexpr int SIZE = 1;\n"}
    commit(repository, {"work.cpp": "#include <size.hpp>\n//@@Benchmark\nint work() { return SIZE; }\n", **(header if tracked else {})})
    (repository / "include").mkdir(exist_ok=True)
    (repository / "include/size.hpp").write_text("constexpr int SIZE = 2;\n")
    old = tmp_path_factory.mktemp("two") / "old"
    shutil.copytree(repository, old, ignore=shutil.ignore_patterns(".git", "include"))
    arguments = tuple(str(old / "work.cpp") if argument.startswith("..") else argument for argument in arguments)
    if tracked:
        git(repository, "commit", "-qam", "more work")
    monkeypatch.setenv("CPATH", str(repository / "include"))
    process = clamh(*arguments, *(("work.cpp",) if "--base" in arguments else ()), *SHORT)
    assert (process.returncode == 2) is tracked, process.stderr
    assert (f"reads include/size.hpp of {place}, so both builds would have its code" in one_line(process)) is tracked
    assert is_clean(repository)


@pytest.mark.language("python")
def test_packages_of_one_interpreter_are_warned_of(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"requirements.txt": "part==1\n"})
    process = clamh("gate", "--base", "HEAD~1", *SHORT)
    assert "requirements.txt differs between HEAD~1 and the working folder, but Python" in process.stderr


@pytest.mark.language("python")
def test_names_are_data_and_hooks_are_not_run(clamh: Clamh, repository: Path) -> None:
    name = "a;touch$IFS'pwned'&&$(touch`pwned`)"
    git(repository, "branch", "--", name, "HEAD")
    hook = repository / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\ntouch pwned\n")
    hook.chmod(0o755)
    process = clamh("gate", "--base", name, *SHORT)
    assert process.returncode == 0, process.stderr
    assert name in process.stdout.replace("\n   ", "")
    assert not list(repository.rglob("pwned"))


def start(repository: Path, cache: Path) -> subprocess.Popen[str]:
    """A long `clamh gate --base` in a process group of its own, once it measures."""
    environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(repository / "state")}
    environ.pop("CLAMH_CLOCK")
    process = subprocess.Popen([sys.executable, "-m", "clamh.cli.main", "gate", "--base", "HEAD~1", *SHORT[:-3], "-r", "10s", "--no-lock"], cwd=repository,
                               env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr
    for line in process.stderr:
        if line.startswith(("about", "at least")):
            break
    return process


@pytest.mark.language("python")
def test_ctrl_c_leaves_no_tree(repository: Path, cache: Path) -> None:
    process = start(repository, cache)
    assert not is_clean(repository)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 130 and is_clean(repository)


@pytest.mark.language("python")
def test_what_a_killed_process_left_is_removed_by_the_next(clamh: Clamh, repository: Path, cache: Path) -> None:
    process = start(repository, cache)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=300)
    assert not is_clean(repository)
    assert clamh("compare", "--live", "HEAD", ".", *SHORT).returncode == 0
    assert is_clean(repository)


@pytest.mark.parametrize("more", ["", ", keep_results('r.ndjson', resumable=False)"])  # as while a comparison is rendered
def test_ctrl_c_while_a_module_loads_unwinds_when_it_is_loaded(tmp_path: Path, more: str) -> None:
    (tmp_path / "slow.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(0.1)\nprint('loaded')\n")
    script = ("import time\nfrom clamh.cli.ending import handle_signals, keep_results, unwind_on_signal\nfrom clamh.model.errors import Interrupted\n"
              f"handle_signals()\ntry:\n    with unwind_on_signal(){more}:\n        import slow\n"
              "        time.sleep(600)\nexcept (Interrupted, KeyboardInterrupt):\n    print('unwound')\n")
    process = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert process.stdout.split() == ["loaded", "unwound"], process.stderr
