"""Is an artifact built again when a file changes that only a flag names?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import toolchains
from clamh.languages.toolchains import list_flag_files


@pytest.mark.parametrize(("flags", "files"), [
    (("-O3", "-I/x/include", "-D", "A=/x/a.bin", "-Wl,-Map,/x/out.map", "-Wl,-Map=/x/out.map", "-fprofile-generate=/x/p"), []),
    (("/x/own.o", "/x/lib@1/own.a", "relative.a"), ["/x/own.o", "/x/lib@1/own.a"]),
    (("-lown", "-L/x", "-L/y=z"), ["/x/libown.a", "/y=z/libown.a"]),
    (("-Lnative=/x", "-lstatic=own", "-lstatic:+whole-archive=other:renamed", "-l:lib.o"), ["/x/libown.a", "/x/libother.a", "/x/lib.o"]),
    (("-fprofile-use=/x/a.profdata", "-fauto-profile=/x/b", "-fprofile-instr-use=/x/c"), ["/x/a.profdata", "/x/b", "/x/c"]),
    (("-Cprofile-use=/x/a.profdata", "--extern=own=/x/libown.rlib", "-pgo=/x/default.pgo", "-pgo=off"), ["/x/a.profdata", "/x/libown.rlib", "/x/default.pgo"]),
    (("-fplugin=/x/own.so", "-specs=/x/own.specs", "--config=/x/own.cfg", "@/x/own.txt", "-specs=nano.specs", "-Wl,--config"),
     ["/x/own.so", "/x/own.specs", "/x/own.cfg", "/x/own.txt"]),
    (("-Wl,-T,/x/own.ld", "-Wl,--version-script=/x/own.map"), ["/x/own.ld", "/x/own.map"]),
])
def test_files_that_flags_name_are_read(flags: tuple[str, ...], files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIBRARY_PATH", raising=False)
    assert list(list_flag_files(flags)) == files


def test_archives_are_searched_in_library_path_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBRARY_PATH", "/y::/z")
    assert list(list_flag_files(["-lown", "-L/x"])) == ["/x/libown.a", "/y/libown.a", "/z/libown.a"]


def test_archives_that_are_installed_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lib", "lib64"):
        (tmp_path / name).mkdir()
    (tmp_path / "lib64/libown.a").touch()
    monkeypatch.setattr(toolchains, "LIBRARIES", (f"{tmp_path}/lib*",))
    monkeypatch.delenv("LIBRARY_PATH", raising=False)
    assert list(list_flag_files(["-lown", "-L/x"])) == ["/x/libown.a", f"{tmp_path}/lib64/libown.a"]


def test_folder_of_profiles_stands_for_its_profiles(tmp_path: Path) -> None:
    for name in ("a[1].gcda", "default.profdata", "note.txt"):
        (tmp_path / name).touch()
    assert list(list_flag_files([f"-fprofile-use={tmp_path}"])) == [str(tmp_path), f"{tmp_path}/a[1].gcda", f"{tmp_path}/default.profdata"]
