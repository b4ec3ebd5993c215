"""Are sources bytes, which the language's own compiler judges, and may names of files be any bytes?"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.judging.results_file import read_results
from clamh.languages import languages
from clamh.model import lossless

Clamh = Callable[..., "CompletedProcess[str]"]
QUICK = ("-f", "2", "-i", "1", "-wi", "0", "-r", "1ms", "--no-lock")
LANGUAGES = [pytest.param(language, marks=pytest.mark.language(language)) for language in languages()]
# By language the file, a source whose string has one odd byte, and the line of the compiler's own error, "" where it takes it.
SOURCES = {
    "c": ("b.c", b'//@@Benchmark\nint b(void) { return "\xe9"[0] & 255; }\n', ""),
    "cpp": ("b.cpp", b'//@@Benchmark\nint b() { return "\xe9"[0] & 255; }\n', ""),
    "go": ("b.go", b'package b\n\n// @@Benchmark\nfunc b() int { return int("\xe9"[0]) }\n', "b.go:4:"),
    "java": ("B.java", b'package p;\nimport org.openjdk.jmh.annotations.*;\n'
             b'public class B { @Benchmark public int b() { return "\xe9".charAt(0); } }\n', "B.java:3:"),
    "javascript": ("b.js", b'//@@Benchmark\nfunction b() { return "\xe9".charCodeAt(0); }\n', ""),
    "python": ("b.py", b'#@@Benchmark\ndef b():\n    return ord("\xe9")\n', '"b.py", line 3'),
    "rust": ("b.rs", b'//@@Benchmark\npub fn b() -> i32 { "\xe9".len() as i32 }\n', "b.rs:2:"),
    "zig": ("b.zig", b'//@@Benchmark\nfn b() usize { return "\xe9".len; }\n', ""),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiler_judges_bytes_that_are_not_utf8(clamh: Clamh, tmp_path: Path, language: str) -> None:
    name, text, refused_at = SOURCES[language]
    in_comment = text.replace(b"\xe9", b"e")
    for source in (text, in_comment + b"#\xe9" if language == "python" else in_comment + b"//\xe9"):
        (tmp_path / name).write_bytes(source)
        process = clamh("run", "--dry", name)
        assert process.returncode == (2 if refused_at else 0), process.stderr
        if source is text:
            assert refused_at in process.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_utf16_is_an_error_that_names_it(clamh: Clamh, tmp_path: Path, language: str) -> None:
    name, text, _ = SOURCES[language]
    for encoding in ("utf-16", "utf-16-be", "utf-32"):
        (tmp_path / name).write_bytes(text.decode("latin-1").encode(encoding))
        for verb, path in (("run", name), ("run", "."), ("check", name)):
            process = clamh(verb, path)
            assert process.returncode == 2, process.stderr
            assert f"{name}:1:1: error: '{name}' is in {encoding[:6].upper()}" in process.stdout + process.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [b"b\xe9", b"fold\xe9r/b"])
def test_names_need_not_be_utf8_where_the_tools_take_them(clamh: Clamh, tmp_path: Path, language: str, path: bytes) -> None:
    name, text, _ = SOURCES[language]
    file = os.path.join(os.fsencode(tmp_path), path + os.path.splitext(name)[1].encode())
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "wb") as opened:
        opened.write(text.replace(b"\xe9", b"e"))
    source = os.path.relpath(os.fsdecode(file), tmp_path)
    process = clamh("run", source, *QUICK, "--results", "r.ndjson", "-rf", "json", "-rff", "r.json")
    if languages()[language].utf8_paths:
        assert process.returncode == 2, process.stderr
        assert "\\xe9" in process.stderr and "is not UTF-8" in process.stderr
        return
    assert process.returncode == 0, process.stderr
    run = read_results(tmp_path / "r.ndjson")
    assert lossless.restore(list(run.header.sources)) == [os.path.basename(source)]  # the project is its folder
    lines = (tmp_path / "r.ndjson").read_bytes().splitlines(keepends=True)
    cut = next(at for at, line in enumerate(lines) if b'"end"' in line) - 1
    (tmp_path / "cut.ndjson").write_bytes(b"".join(lines[:cut]))
    process = clamh("run", "--resume", "cut.ndjson")
    assert process.returncode == 0, process.stderr
    assert len(read_results(tmp_path / "cut.ndjson").cases[0].forks) == 2
    assert clamh("report", "r.ndjson").returncode == 0
    assert clamh("build", source).returncode == 0
    assert clamh("run", "--dry", source).stderr.count("building") == 0  # it is in the cache


# By language a source that returns odd text and one that fails with it, and how that text is shown.
ODD_TEXTS = {
    "cpp": (r"""#include <stdexcept>
#include <string>
//@@Benchmark
std::string returned() { return "a\xed\xa0\x80"; }
//@@Benchmark
int fails() { throw std::runtime_error("boom \xed\xa0\x80 mine"); }
""", r"\xed\xa0\x80"),
    "go": (r"""package b

// @@Benchmark
func returned() string { return "a\xed\xa0\x80" }

// @@Benchmark
func fails() int { panic("boom \xed\xa0\x80 mine") }
""", r"\xed\xa0\x80"),
    "java": (r"""package p;
import org.openjdk.jmh.annotations.*;
public class B {
    @Benchmark public String returned() { return "a\ud800"; }
    @Benchmark public int fails() { throw new IllegalStateException("boom \ud800 mine"); }
}
""", r"\ud800"),
    "javascript": (r"""//@@Benchmark
function returned() { return 'a\ud800'; }
//@@Benchmark
function fails() { throw new Error('boom \ud800 mine'); }
""", r"\ud800"),
    "python": (r"""#@@Benchmark
def returned():
    return "a\ud800"
#@@Benchmark
def fails():
    raise ValueError("boom \ud800 mine")
""", r"\ud800"),
}


@pytest.mark.parametrize("language", [pytest.param(language, marks=pytest.mark.language(language)) for language in ODD_TEXTS])
def test_text_that_is_not_unicode_is_shown_escaped(clamh: Clamh, tmp_path: Path, language: str) -> None:
    source, shown = ODD_TEXTS[language]
    name = SOURCES[language][0]
    (tmp_path / name).write_text(source, encoding="utf-8")
    process = clamh("run", "--dry", name)
    assert process.returncode == 1, process.stderr
    assert f"s:a{shown}" in process.stdout and f"boom {shown} mine" in process.stdout
    assert "protocol" not in process.stdout
