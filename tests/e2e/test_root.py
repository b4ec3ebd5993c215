"""Does a command give the same from any folder: cases, hashes, cache, `latest`; and does a benchmark find the file beside its source?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.languages import language_of_file, languages

Clamh = Callable[..., "CompletedProcess[str]"]
DATA_FILES = Path(__file__).parent.parent.parent / "docs" / "how-to" / "data-files"
QUICK = ("-f", "1", "-wi", "0", "-i", "1", "-r", "5ms", "--no-lock")
# Its state fails unless the file beside it holds its suite's name.
READS = """import os
#@@State(Scope.Benchmark)
class Data:
    #@@Setup
    def load(self):
        self.text = open("data.txt").read()
        assert self.text == "{name}" and os.environ["PWD"] == os.getcwd(), self.text
#@@Benchmark
def {name}(data: Data): return len(data.text)
"""


def suite(folder: Path, name: str) -> Path:
    """A suite of one source in Python, with the data that it wants."""
    folder.mkdir(parents=True)
    (folder / f"{name}.py").write_text(READS.format(name=name))
    (folder / "data.txt").write_text(name)
    return folder


def runs(project: Path) -> list[list[dict]]:
    """The lines of each run of a project, the first first."""
    files = [path for path in (project / ".clamh/runs").glob("*.ndjson")]
    return [list(map(json.loads, path.read_text().splitlines())) for path in sorted(files, key=lambda path: path.stat().st_mtime_ns)]


def identity(run: list[dict]) -> dict[str, object]:
    """All of a run's lines that must be the same from any folder."""
    platforms = [[item["id"], item["source"], item["artifact_sha256"]] for item in run if item["event"] == "platform"]
    cases = [[item["case_id"], item["source"], item["params"]] for item in run if item["event"] == "case"]
    return {"sources": run[0]["sources"], "root": run[0]["root"], "platforms": platforms, "cases": cases,
            "baselines": [item for item in run if item["event"] == "baseline"]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The root of a project, on a path with a blank and letters that are not ASCII."""
    project = tmp_path / "prøject nº 1"
    (project / ".git").mkdir(parents=True)
    return project


@pytest.mark.parametrize("language", [pytest.param(language, marks=pytest.mark.language(language)) for language in languages()])
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
def test_a_data_file_is_found_from_any_folder_on_every_platform(language: str, clamh: Clamh, project: Path, tmp_path: Path) -> None:
    folder = project / "suites" / "data files"
    folder.mkdir(parents=True)
    shutil.copytree(DATA_FILES / "data", folder / "data")
    (source,) = (path for path in DATA_FILES.iterdir() if (found := language_of_file(str(path))) and found.id == language)
    shutil.copy(source, folder)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    texts = []
    for here, path, more in ((project, "suites", ()), (folder, ".", ("--tmpfs",)), (elsewhere, folder, ())):
        process = clamh("run", path, *QUICK, *more, "--platform", f"{language}/*", cwd=here)
        assert process.returncode == 0, process.stderr + process.stdout
        texts.append(process.stderr)
    assert [text.count("building ") > 0 for text in texts] == [True, False, False]
    result = list(map(identity, runs(project)))
    assert len(result) == 3 and result[0] == result[1] == result[2] and result[0]["cases"] and result[0]["root"] == str(project)
    assert list(result[0]["sources"]) == [f"suites/data files/{source.name}"]
    assert not list(elsewhere.iterdir()) and {path.name for path in folder.iterdir()} == {"data", source.name}


def test_the_cache_of_a_project_is_in_its_root(clamh: Clamh, project: Path, tmp_path: Path) -> None:
    folder = suite(project / "suites/a", "a")
    environ = {"CLAMH_CACHE": "", "XDG_CACHE_HOME": str(tmp_path / "user")}
    built, process = clamh("build", folder, env=environ), clamh("run", "suites/a", *QUICK, cwd=project, env=environ)
    assert built.returncode == process.returncode == 0 and "building" not in process.stderr, built.stderr + process.stderr
    assert (project / ".clamh/build/a").is_dir() and (project / ".clamh/runs/latest").exists()
    assert not (tmp_path / ".clamh").exists() and not (folder / ".clamh").exists()


def test_the_newest_run_is_that_of_the_project(clamh: Clamh, project: Path, tmp_path: Path) -> None:
    folder = suite(project / "suites/a", "a")
    process = clamh("run", "suites/a", *QUICK, cwd=project)
    (text,) = (path.name for path in (project / ".clamh/runs").glob("*.ndjson"))
    assert f"results: .clamh/runs/{text} (clamh report shows them again)" in process.stderr
    for here in (project, project / "suites", folder):
        assert clamh("report", cwd=here).stdout == process.stdout
    refused = clamh("report")
    assert refused.returncode == 2 and "there is no .clamh/runs/latest" in refused.stderr
    assert f"clamh report '{project.name}/.clamh/runs/latest'" in refused.stderr
    assert clamh("report", f"{project.name}/.clamh/runs/latest").returncode == 0
    afar = clamh("run", folder, *QUICK)
    newest = os.path.basename(os.readlink(project / ".clamh/runs/latest"))
    assert f"(clamh report '{project.name}/.clamh/runs/{newest}' shows them again)" in afar.stderr
    assert clamh("compare", cwd=folder).returncode == 0


def test_two_projects_share_the_root_of_their_folder(clamh: Clamh, tmp_path: Path) -> None:
    above = tmp_path / "both"
    folders = [suite(above / name, name) for name in ("a", "b")]
    for folder in folders:
        (folder / "clamh.toml").touch()
    for here, paths in ((above, ("a", "b")), (above / "a", (".", "../b")), (tmp_path, folders)):
        process = clamh("run", *paths, *QUICK, cwd=here)
        assert process.returncode == 0, process.stderr + process.stdout
    result = list(map(identity, runs(above)))
    assert result[0] == result[1] == result[2] and list(result[0]["sources"]) == ["a/a.py", "b/b.py"]
    assert not any((folder / ".clamh").exists() for folder in folders)
    alone = clamh("run", "a", *QUICK, cwd=above)
    assert alone.returncode == 0 and len(runs(above / "a")) == 1


def test_a_suite_runs_in_the_folder_of_its_clamh_toml(clamh: Clamh, tmp_path: Path) -> None:
    folder = suite(tmp_path / "suite/deep", "a")
    (tmp_path / "suite/clamh.toml").touch()
    os.rename(folder / "data.txt", tmp_path / "suite/data.txt")
    for verb in (("run", folder, *QUICK), ("run", folder, "--dry"), ("check", "--values", folder)):
        process = clamh(*verb)
        assert process.returncode == 0, process.stderr + process.stdout


def test_paths_in_errors_are_those_that_one_would_type_here(clamh: Clamh, project: Path) -> None:
    folder = suite(project / "suites/a", "a")
    (folder / "a.py").write_text("#@@Benchmark\ndef f(no_such_state: Missing): return (\n")
    for here, wanted in ((project, "suites/a/a.py:"), (folder, "a.py:"), (project / "suites", "a/a.py:")):
        process = clamh("check", folder, cwd=here)
        assert process.returncode == 2 and all(line.startswith(wanted) for line in process.stdout.splitlines()), process.stdout
    (folder / "a.py").write_text("#@@Benchmark\ndef f(): return 1\n\nreturn 2\n")
    process = clamh("run", folder, cwd=folder)
    assert process.returncode == 2 and "error: check a.py with" in process.stderr and 'File "a.py", line 4\n' in process.stderr


def test_what_is_in_the_way_of_the_cache_is_named_with_what_to_do(clamh: Clamh, project: Path) -> None:
    folder = suite(project / "suites/a", "a")
    (project / ".clamh").touch()
    refused = clamh("run", *QUICK, cwd=folder, env={"CLAMH_CACHE": ""})
    assert refused.returncode == 2 and f"'{project}/.clamh/build" in refused.stderr and "Not a directory" in refused.stderr
    assert "CLAMH_CACHE" in refused.stderr and "--results FILE" in refused.stderr
    refused = clamh("run", *QUICK, cwd=folder)
    assert refused.returncode == 2 and "the results file ../../.clamh/runs/" in refused.stderr and "--results FILE" in refused.stderr
    assert clamh("run", *QUICK, "--results", "r.ndjson", cwd=folder).returncode == 0 and (folder / "r.ndjson").exists()


def test_folders_that_a_variable_names_are_the_users(clamh: Clamh, project: Path) -> None:
    folder = suite(project / "suites/a", "a")
    (project / "lib").mkdir()
    (project / "lib/of_the_user.py").write_text("SEVEN = 7\n")
    (folder / "a.py").write_text("import of_the_user\n#@@Benchmark\ndef seven(): return of_the_user.SEVEN\n")
    process = clamh("run", folder, *QUICK, cwd=project, env={"PYTHONPATH": "lib"})
    assert process.returncode == 0, process.stderr + process.stdout


@pytest.mark.language("cpp")
def test_an_artifact_runs_in_its_suite_and_by_itself_in_the_users_folder(clamh: Clamh, project: Path, tmp_path: Path, cache: Path) -> None:
    folder = project / "suite"
    folder.mkdir()
    shutil.copytree(DATA_FILES / "data", folder / "data")
    shutil.copy(DATA_FILES / "numbers.cpp", folder)
    assert clamh("build", "suite", cwd=project).returncode == 0
    environ = {**os.environ, "CLAMH_CACHE": str(cache), "CLAMH_HOME": str(Path(__file__).parent.parent.parent)}

    def started(*argv: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([folder / "run_numbers", *argv], cwd=cwd, env=environ, capture_output=True, text=True, check=False)

    driven = started(*QUICK, cwd=tmp_path)
    assert driven.returncode == 0, driven.stderr
    ((header, *lines),) = runs(project)
    assert header["sources"].keys() == {"suite/numbers.cpp"}
    assert [line["source"] for line in lines if line["event"] in ("platform", "case")] == ["suite/run_numbers"] * 2
    solo = ("--solo", "largest", "-wi", "0", "-i", "1", "-r", "5ms")
    assert started(*solo, cwd=folder).returncode == 0
    failed = started(*solo, cwd=tmp_path)
    assert failed.returncode != 0 and "data/numbers.txt cannot be read" in failed.stderr
