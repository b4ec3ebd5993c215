"""Does the packer put jars and folders together as a JVM reads them, the same bytes for the same parts?"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from clamh.building.cache import parse_dependencies
from clamh.languages.java.jar import main, manifest, write


def read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as jar:
        assert len(jar.namelist()) == len(set(jar.namelist()))
        return {name: jar.read(name) for name in jar.namelist()}


def test_parts_are_merged_onto_a_jar(tmp_path: Path) -> None:
    library, base, whole = tmp_path / "lib.jar", tmp_path / "base.jar", tmp_path / "whole.jar"
    with zipfile.ZipFile(library, "w") as jar:
        for name in ("META-INF/MANIFEST.MF", "META-INF/X.SF", "module-info.class", "folder/", "folder/A.class", "B.class"):
            jar.writestr(name, name)
    for name, text in (("one/B.class", "ours"), ("one/sub/C.class", "c"), ("two/D", "d")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    write(base, None, "p.Main", [str(library), str(tmp_path / "one")])
    held = read(base)
    manifest = held.pop("META-INF/MANIFEST.MF").decode()
    assert "Main-Class: p.Main\r\n" in manifest and manifest.endswith("\r\n\r\n")
    assert held == {"folder/A.class": b"folder/A.class", "B.class": b"B.class", "sub/C.class": b"c"}
    write(whole, str(base), None, [f"{tmp_path / 'two'}=META-INF/in/"])
    assert read(whole)["META-INF/in/D"] == b"d" and "Main-Class" in read(whole)["META-INF/MANIFEST.MF"].decode()
    again = tmp_path / "again.jar"
    write(again, str(base), None, [f"{tmp_path / 'two'}=META-INF/in/"])
    assert again.read_bytes() == whole.read_bytes()


def test_a_manifest_names_other_jars_in_lines_that_a_jvm_takes() -> None:
    paths = [f"/a b/{'é' * 40}.jar", "/c.jar"]
    text = manifest("p.Main", paths)
    lines = text.split("\r\n")
    assert text.endswith("\r\n\r\n") and all(len(line) <= 70 for line in lines)
    whole = text.replace("\r\n ", "").split("\r\n")
    assert whole[:3] == ["Manifest-Version: 1.0", "Main-Class: p.Main",
                         f"Class-Path: file:///a%20b/{'%C3%A9' * 40}.jar file:///c.jar"]
    assert "Class-Path" not in manifest("p.Main", [])


@pytest.mark.parametrize("changed", ["classes/p/Own.class", "classes/new.properties", "a b.jar"])
def test_other_code_behind_the_same_class_path_gives_another_jar(changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run was resumed with another code of the project: only the paths of its classes were in the jar."""
    monkeypatch.chdir(tmp_path)
    for name in ("classes/p/Own.class", "a b.jar"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    (tmp_path / "listed.txt").write_text(f"{tmp_path}/a b.jar\n")
    monkeypatch.setattr(sys, "argv", ["jar.py", "run_X.jar", "--main", "p.Main", "--class-path", "classes", "--listed", "listed.txt"])

    def pack() -> bytes:
        main()
        return (tmp_path / "run_X.jar").read_bytes()

    before, same = pack(), pack()
    (tmp_path / changed).write_text("two")
    assert before == same != pack()
    assert parse_dependencies((tmp_path / "class-path.d").read_text()) == [f"{tmp_path}/a b.jar"]
