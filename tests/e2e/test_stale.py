"""Is an artifact built again when anything that made it is another one, and does it find its clamh?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_cache")]
CPP = """#include <cstdio>
#include <thing.h>
//@@Benchmark
int work() { return std::printf("was <%s>", THING); }
"""
RUST = """//@@Benchmark
fn work() -> usize { print!("was <{}>", VALUE); 1 }
"""
GO = """package main

// #include <thing.h>
// static const char *thing(void) { return THING; }
import "C"
import "fmt"

// @@Benchmark
func Work() int { n, _ := fmt.Printf("was <%s>", C.GoString(C.thing())); return n }
"""
SCRIPT = """fn main() {
    println!("cargo:rerun-if-env-changed=OWN");
    println!("cargo:rustc-env=BUILT={}", std::env::var("OWN").unwrap_or_default());
}
"""
SOURCES = {
    "c": ("own.c", "//@@Benchmark\nint work(void) { return 1; }\n"),
    "cpp": ("own.cpp", "//@@Benchmark\nint work() { return 1; }\n"),
    "rust": ("own.rs", "//@@Benchmark\nfn work() -> i32 { 1 }\n"),
    "zig": ("own.zig", "//@@Benchmark\nfn work() i32 { return 1; }\n"),
    "go": ("own.go", "package main\n\n// @@Benchmark\nfunc Work() int { return 1 }\n"),
    "javascript": ("own.js", "//@@Benchmark\nfunction work() { return 1; }\n"),
    "python": ("own.py", "#@@Benchmark\ndef work(): return 1\n"),
}


def built(clamh, source: Path, **environ: str) -> tuple[str, bool]:
    """What the benchmark prints as built with these variables, and whether it was in the cache."""
    done = clamh("build", source.name, cwd=source.parent, variables={"CLAMH_CACHE": str(source.parent / "cache"), **environ})
    assert done.returncode == 0, done.stderr
    artifact = source.with_name(f"run_{source.stem}")
    solo = subprocess.run([artifact, "--solo", "Work" if source.suffix == ".go" else "work", "-bm", "ss", "-wi", "0", "-i", "1"], capture_output=True, text=True, check=True)
    return solo.stdout.partition("was <")[2].partition(">")[0], "from the cache" in done.stdout


def headers(folder: Path, *values: str) -> None:
    for value in values:
        (folder / value).mkdir()
        (folder / value / "thing.h").write_text(f'#define THING "{value}"\n')


@pytest.mark.language("cpp")
@pytest.mark.parametrize("variable", ["CPATH", "CPLUS_INCLUDE_PATH"])
def test_another_folder_of_headers_is_another_build(clamh, tmp_path: Path, variable: str) -> None:
    source = tmp_path / "own.cpp"
    source.write_text(CPP)
    headers(tmp_path, "a", "b")
    assert [built(clamh, source, **{variable: value}) for value in "aabb"] == [("a", False), ("a", True), ("b", False), ("b", True)]
    (tmp_path / "b/thing.h").write_text('#define THING "c"\n')
    assert built(clamh, source, **{variable: "b"}) == ("c", False)


@pytest.mark.language("cpp")
def test_a_header_that_appears_earlier_in_the_search_path_is_noticed(clamh, tmp_path: Path) -> None:
    source = tmp_path / "own.cpp"
    source.write_text(CPP)
    headers(tmp_path, "b")
    folders = f"{tmp_path / 'a'}:{tmp_path / 'b'}"
    assert [built(clamh, source, CPATH=folders) for _ in range(2)] == [("b", False), ("b", True)]
    headers(tmp_path, "a")
    assert [built(clamh, source, CPATH=folders) for _ in range(2)] == [("a", False), ("a", True)]


@pytest.mark.language("cpp")
def test_a_header_that_appears_earlier_among_the_folders_of_flags_is_noticed(clamh, tmp_path: Path) -> None:
    source = tmp_path / "own.cpp"
    source.write_text(CPP)
    headers(tmp_path, "b")
    (tmp_path / "a").mkdir()
    (tmp_path / "clamh.toml").write_text('[cpp]\nflags = ["-isystem", "a", "-isystemb"]\n')
    assert [built(clamh, source) for _ in range(2)] == [("b", False), ("b", True)]
    (tmp_path / "a/thing.h").write_text('#define THING "a"\n')
    assert [built(clamh, source) for _ in range(2)] == [("a", False), ("a", True)]


@pytest.mark.language("cpp")
def test_an_archive_that_appears_earlier_in_the_search_path_is_noticed(clamh, tmp_path: Path) -> None:
    def archive(value: str) -> None:
        (tmp_path / value).mkdir()
        subprocess.run(["g++", "-x", "c++", "-", "-c", "-o", "thing.o"], cwd=tmp_path, check=True, text=True,
                       input=f'const char *thing() {{ return "{value}"; }}\n')
        subprocess.run(["ar", "rcs", f"{value}/libthing.a", "thing.o"], cwd=tmp_path, check=True)

    source = tmp_path / "own.cpp"
    source.write_text(CPP.replace("#include <thing.h>", "const char *thing();").replace("THING", "thing()"))
    (tmp_path / "clamh.toml").write_text(f'[cpp]\nflags = ["-L{tmp_path}/a", "-L{tmp_path}/b", "-lthing"]\n')
    archive("b")
    assert [built(clamh, source) for _ in range(2)] == [("b", False), ("b", True)]
    archive("a")
    assert [built(clamh, source) for _ in range(2)] == [("a", False), ("a", True)]


@pytest.mark.language("go")
def test_cgo_has_the_flags_of_the_environment(clamh, tmp_path: Path) -> None:
    source = tmp_path / "own.go"
    source.write_text(GO)
    headers(tmp_path, "a", "b")
    assert [built(clamh, source, CGO_CFLAGS=f"-I{tmp_path / value}") for value in "aab"] == [("a", False), ("a", True), ("b", False)]


@pytest.mark.language("rust")
def test_a_variable_that_a_source_reads_is_part_of_the_build(clamh, tmp_path: Path) -> None:
    source = tmp_path / "own.rs"
    source.write_text(RUST.replace("VALUE", 'option_env!("OWN").unwrap_or("none")'))
    assert [built(clamh, source, **({"OWN": value} if value else {})) for value in ("", "a", "a", "b", "")] == [
        ("none", False), ("a", False), ("a", True), ("b", False), ("none", True)]
    assert built(clamh, source, OTHER="x") == ("none", True)


@pytest.mark.language("rust")
def test_a_variable_that_a_build_script_reads_is_part_of_the_build(clamh, tmp_path: Path) -> None:
    for name, text in {"Cargo.toml": '[package]\nname = "own"\nversion = "0.1.0"\nedition = "2021"\n', "build.rs": SCRIPT,
                       "src/lib.rs": 'pub const BUILT: &str = env!("BUILT");\n', "benches/speed.rs": RUST.replace("VALUE", "own::BUILT")}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [built(clamh, tmp_path / "benches/speed.rs", OWN=value) for value in "aab"] == [("a", False), ("a", True), ("b", False)]


@pytest.mark.language("rust")
def test_a_library_with_new_content_and_an_older_time_is_compiled_again(clamh, tmp_path: Path) -> None:
    """cargo compares only times, and `rsync -a` keeps those of its source."""
    library = tmp_path / "src/lib.rs"
    for name, text in {"Cargo.toml": '[package]\nname = "own"\nversion = "0.1.0"\nedition = "2021"\n',
                       "src/lib.rs": 'pub const BUILT: &str = "a";\n', "benches/speed.rs": RUST.replace("VALUE", "own::BUILT")}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert built(clamh, tmp_path / "benches/speed.rs") == ("a", False)
    library.write_text('pub const BUILT: &str = "b";\n')
    os.utime(library, (1e9, 1e9))
    assert [built(clamh, tmp_path / "benches/speed.rs") for _ in range(2)] == [("b", False), ("b", True)]


@pytest.mark.parametrize("language", [pytest.param(source, marks=pytest.mark.language(source)) for source in SOURCES])
def test_what_is_published_starts_the_clamh_that_built_it(clamh, tmp_path: Path, language: str) -> None:
    name, text = SOURCES[language]
    (tmp_path / name).write_text(text)
    programs = {}
    for folder in ("one", "other"):
        programs[folder] = tmp_path / folder / "clamh"
        programs[folder].parent.mkdir()
        programs[folder].write_text(f'#!/bin/sh\necho {folder} "$@"\n')
        programs[folder].chmod(0o755)
    program = tmp_path / "bin/clamh"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nimport sys\nfrom clamh.cli.main import main\nsys.exit(main())\n")
    program.chmod(0o755)
    process = subprocess.run([program, "build", name], cwd=tmp_path, capture_output=True, text=True, check=True,
                             env={**os.environ, "CLAMH_CACHE": str(tmp_path / "cache")})
    artifact = tmp_path / process.stdout.split()[0]
    content = artifact.read_bytes()
    assert os.fsencode(program) in content[-4096:]
    shutil.copy(programs["one"], program)
    starter = {".js": shutil.which("node") or "node", ".pyz": sys.executable}.get(artifact.suffix)
    command = [*([starter] if starter else []), str(artifact), "-i", "1"]

    def says(path: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": path}).stdout

    elsewhere = f"{tmp_path / 'other'}:/usr/bin:/bin"
    assert says(elsewhere) == f"one run --artifact {language}:{artifact} -i 1\n"
    program.unlink()
    assert says(elsewhere) == f"other run --artifact {language}:{artifact} -i 1\n"
    nobody = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": "/nowhere"})
    assert nobody.returncode == 2 and f"{program}, which built this, is not there any more" in nobody.stderr


@pytest.mark.language("go")
def test_other_settings_of_go_env_are_another_build(clamh, tmp_path: Path) -> None:
    for name, text in {"own.go": GO.replace('import "C"\n', "").replace("C.GoString(C.thing())", "thing").replace("// ", "//- ", 2),
                       "more.go": '//go:build more\n\npackage main\n\nconst thing = "a"\n', "less.go": '//go:build !more\n\npackage main\n\nconst thing = "b"\n'}.items():
        (tmp_path / name).write_text(text)
    settings = tmp_path / "env"
    found = []
    for text in ("GOFLAGS=-tags=more\n", "GOFLAGS=-tags=more\n", ""):
        settings.write_text(text)
        found.append(built(clamh, tmp_path / "own.go", GOENV=str(settings)))
    assert found == [("a", False), ("a", True), ("b", False)]
