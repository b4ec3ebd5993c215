"""Does what is generated for C compile?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from made_cpp import bound, gcc, made
from made_talk import Talk

from clamh.building.generate import generate
from clamh.languages.c.toolchain import OUTSIDE, RUNTIME
from clamh.model.errors import BuildError, InputError

# Their own text is no complete C17: a macro or a header is missing, or it is broken on purpose.
INCOMPLETE = {"annotations_in_strings", "broken_elsewhere", "generic_selections", "macro_before_a_declaration",
              "trigraphs"}
HAZARDS = sorted(path for path in (Path(__file__).parent.parent / "golden" / "c" / "hazards").glob("*.c") if path.stem not in INCOMPLETE)
pytestmark = pytest.mark.language("c")


@pytest.mark.parametrize("path", HAZARDS, ids=lambda path: path.stem)
def test_a_valid_hazard_compiles(path: Path, tmp_path: Path) -> None:
    try:
        wrapper = generate(bound(path))
    except InputError:
        return  # refused with a located diagnostic, which tests/golden/test_hazards.py holds
    for name, text in wrapper.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    command = [gcc("c").executable, "-std=gnu17", "-fsyntax-only", "-iquote", path.parent, "-isystem", RUNTIME,
               "-isystem", OUTSIDE, tmp_path / wrapper.entry]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("guarded", [False, True])
def test_header_that_another_header_includes_from_the_root_is_read_once(guarded: bool, cache: Path, tmp_path: Path) -> None:
    for name, text in {"core/y.h": "//@@State(Scope.Thread)\ntypedef struct { int n; } Y;",
                       "util/x.h": '#include "core/y.h"\ntypedef struct { Y y; } X;'}.items():
        guard = re.sub(r"\W", "_", name)
        head, end = (f"#ifndef {guard}\n#define {guard}\n", "#endif\n") if guarded else ("#pragma once\n", "")
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(f"{head}{text}\n{end}")
    source = tmp_path / "uses.c"
    source.write_text('#include "util/x.h"\n#include "core/y.h"\n//@@Benchmark\nint f(const Y *y) { X x = {*y}; return x.y.n + 3; }\n')
    worker = Talk([made(source, cache).path], {}, ())
    assert worker.invoke("f")["returned"] == "i:3"
    worker.end()


def test_values_of_128_bits_are_written_in_full(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "wide.c"
    source.write_text("""//@@Benchmark
__int128 lowest(void) { return -((__int128)1 << 126) * 2; }
//@@Benchmark
const __int128 small(void) { return -12; }
//@@Benchmark
unsigned __int128 highest(void) { return -(unsigned __int128)1; }
""")
    artifact = made(source, cache).path
    for benchmark, value in {"lowest": -2**127, "small": -12, "highest": 2**128 - 1}.items():
        worker = Talk([artifact], {}, ())
        assert worker.invoke(benchmark)["returned"] == f"i:{value}"
        worker.end()


def test_fixture_whose_macro_is_a_type_is_an_error_at_its_line(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "uses.c"
    source.write_text("#define INLINE inline\n#define STATUS int\n//@@Setup\nstatic INLINE void one(void) {}\n"
                      "//@@Setup\nSTATUS other(void) { return 1; }\n//@@Benchmark\nint f(void) { return 1; }\n")
    with pytest.raises(BuildError) as caught:
        made(source, cache)
    assert re.findall(r"uses\.c:(\d+):.*error:.*CLAMH: a fixture returns a value", caught.value.output) == ["6"]
