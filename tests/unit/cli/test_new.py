"""Does `clamh new` write what it may, under names that every language takes, and nothing over what is there?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.cli import new
from clamh.languages import languages
from clamh.model.errors import InputError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*argv: str) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        new.main(list(argv))
    return [(diagnostic.code, diagnostic.message) for diagnostic in caught.value.diagnostics]


# Words of a language, and classes that a source would hide from itself if it bore their names.
@pytest.mark.parametrize("name", ["my-suite", "my_suite", "class", "int", "String", "Benchmark", "x", "a1-2b", "Test" * 25])
def test_written_suite_has_no_problem(name: str, folder: Path) -> None:
    assert new.main([name]) == 0
    assert pipeline.check_sources([name]) == []
    assert sorted(p.suffix for p in (folder / name).iterdir()) == sorted(
        [".md", *(Path(language.new_file).suffix for language in languages().values())])


@pytest.mark.parametrize(
    "name", ["2fast", "größe", "a b", "", ".", "..", "a;b", "$(touch x)", "a--b", "-", "a\nb", "a.b", "<b>", "x" * 101])
def test_a_name_that_cannot_be_a_class_is_refused(name: str, folder: Path) -> None:
    assert [code for code, _ in refused("--languages", "cpp", "--", name)] == ["name"]
    assert not list(folder.iterdir())


def test_without_a_name_nothing_is_written(folder: Path) -> None:
    assert refused("--languages", "cpp") == [("usage", "clamh new: name the folder to create")]
    assert not list(folder.iterdir())


def test_every_language_has_the_same_benchmarks_and_params(folder: Path) -> None:
    new.main(["same"])
    suite = pipeline.forecast(["same"], warn=lambda problems: None)
    assert {unit.source.language for unit in suite.units} == set(languages())
    keys = [sorted(benchmark.key for benchmark in unit.benchmarks) for unit in suite.units]
    params = [[(re.split(r"\W+", param.name)[-1], param.values) for state in unit.states for param in state.params] for unit in suite.units]
    assert len(keys[0]) == 2 and len(params[0]) == 1
    assert keys == [keys[0]] * len(keys) and params == [params[0]] * len(params)


def test_only_requested_languages_are_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new.main(["mine", "--languages", "java,cpp,java"])
    assert sorted(p.name for p in (folder / "mine").iterdir()) == ["MineBenchmarks.java", "README.md", "mine_benchmarks.cpp"]
    assert capsys.readouterr().out.splitlines()[-1] == "measure it: clamh run mine"
    readme = (folder / "mine" / "README.md").read_text()
    assert "`MineBenchmarks.java`: Java (JMH)" in readme


@pytest.mark.parametrize("languages", ["cp", "java,", "", "cobol,java"])
def test_an_unknown_language_is_refused(languages: str, folder: Path) -> None:
    assert [code for code, _ in refused("mine", "--languages", languages)] == ["option"]
    assert not list(folder.iterdir())


@pytest.mark.parametrize("kind", ["folder", "file", "dangling"])
def test_nothing_is_overwritten(kind: str, folder: Path) -> None:
    there = folder / "mine"
    there.mkdir() if kind == "folder" else there.write_text("x") if kind == "file" else there.symlink_to("nowhere")
    assert refused("mine") == [("exists", "'mine' already exists; nothing is overwritten")]
    assert [p.name for p in folder.iterdir()] == ["mine"]


def test_a_suite_may_go_into_a_folder_that_exists(folder: Path) -> None:
    (folder / "suites").mkdir()
    assert new.main(["suites/mine"]) == 0
    assert (folder / "suites" / "mine" / "mine_benchmarks.cpp").is_file()
    assert refused("nowhere/mine") == [("no-such-file", "there is no folder 'nowhere'")]
