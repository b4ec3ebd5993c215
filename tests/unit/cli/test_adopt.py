"""Does `clamh adopt` write only when it shall, and never over a file without saying so?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.cli import adopt
from clamh.cli import list as list_verb
from clamh.model.errors import InputError

SOURCE = "def test_f(benchmark):\n    benchmark(len, 'x')\n\n\ndef test_g(benchmark, tmp_path):\n    benchmark(str)\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_names.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_without_write_nothing_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adopt.main([]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "test_names.py:1: f: adopted",
        "test_names.py:5: g: not adopted: it needs the fixture 'tmp_path', which this file does not define",
        "would write 'names_clamh.py' (1 benchmark)",
        "2 benchmarks: 1 adopted, 1 not adopted",
        "nothing is written; to write: add --write",
    ]
    assert [path.name for path in folder.iterdir()] == ["test_names.py"]


def test_an_existing_file_is_replaced_only_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adopt.main(["--write"]) == 0
    written = (folder / "names_clamh.py").read_text(encoding="utf-8")
    (folder / "names_clamh.py").write_text("mine", encoding="utf-8")
    assert adopt.main(["--write"]) == 1
    assert "not written: 'names_clamh.py' exists; --write --overwrite replaces it" in capsys.readouterr().out
    assert (folder / "names_clamh.py").read_text(encoding="utf-8") == "mine"
    assert adopt.main(["--write", "--overwrite"]) == 0
    assert "replaced 'names_clamh.py'" in capsys.readouterr().out
    assert (folder / "names_clamh.py").read_text(encoding="utf-8") == written
    assert (folder / "test_names.py").read_text(encoding="utf-8") == SOURCE


def test_a_link_is_never_written_through(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "names_clamh.py").symlink_to(folder / "test_names.py")
    assert adopt.main(["--write", "--overwrite"]) == 1
    assert "not written: 'names_clamh.py' is no plain file" in capsys.readouterr().out
    assert (folder / "test_names.py").read_text(encoding="utf-8") == SOURCE


def test_into_names_the_folder(folder: Path) -> None:
    assert adopt.main(["--write", "--into", "new/folder"]) == 0
    assert (folder / "new" / "folder" / "names_clamh.py").exists()


def test_two_files_never_become_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "names_test.py").write_text(SOURCE.replace("test_f", "test_h"), encoding="utf-8")
    assert adopt.main(["--write"]) == 1
    assert "several files would become it: names_test.py, test_names.py" in capsys.readouterr().out
    assert not (folder / "names_clamh.py").exists()


@pytest.mark.parametrize(("argv", "code"), [(["missing"], "no-such-file"), (["--overwrite"], "option"),
                                            (["empty"], "no-benchmark")])
def test_wrong_input_is_refused(argv: list[str], code: str, folder: Path) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(InputError) as caught:
        adopt.main(argv)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]


def test_list_names_adopt(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        list_verb.main([])
    assert caught.value.diagnostics[
        0].hint == "it has benchmarks of pytest-benchmark; to measure them with CLAMH: clamh adopt ."


def test_list_names_no_adopt_where_nothing_can_be_adopted(folder: Path) -> None:
    (folder / "test_names.py").unlink()
    with pytest.raises(InputError) as caught:
        list_verb.main([])
    assert "adopt" not in caught.value.diagnostics[0].hint
