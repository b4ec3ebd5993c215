"""Are the runtime's pieces right, clean under ASan and UBSan (g++), and free of warnings with every compiler?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from made_solo import EverySolo

from clamh.languages.cpp import toolchain
from clamh.languages.native import CORE, core_steps

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("cpp")

CANONICAL = [
    "i:-42", "i:42", "i:18446744073709551615", "i:-9223372036854775808", "i:-7", "i:200",
    "i:42", "i:0", "f:3fe0000000000000", "f:3fe0000000000000", f"i:{int(1e300)}", "f:nan",
    "f:inf", "f:-inf", "b:true", "s:x", "s:é", "s:😀",
    "i:-1", "s:literal", "i:3", "s:view", "null", "null", "[i:1,i:2]", "x:00ff", "[f:3fe0000000000000,i:2]", "[s:p,s:q]",
    "[[i:1,b:true]]", "null", "i:3", "object", "object", "object", "[[i:1],[]]",
    "i:5", "s:yyy", "[b:true]", "s:no",
    "s:é😀€", "s:😀", "s:wÿ", "s:literal", "s:", "[s:a,s:b]", "s:é", "s:éx",
    f"i:{2**128 - 1}", f"i:-{2**127}", "i:7", "i:0",
]


def test_values_and_Blackhole_under_the_sanitizers(platform, compile_cpp, tmp_path: Path) -> None:
    # clang's sanitizer runtime is a package of its own per version; g++ brings its along.
    sanitized = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all") if platform.facts["name"] == "g++" else ()
    step, _ = core_steps((platform.executable, "-x", "c"), (), (*platform.flags, *sanitized))
    core = [tmp_path / "text.o", tmp_path / "allocations.o"]
    for compiled in core:
        subprocess.run([*step.argv[:step.argv.index("-I")], "-I", CORE, "-c", CORE / f"{compiled.stem}.c", "-o", compiled], check=True)
    sources = [HERE / "runtime.cpp", toolchain.RUNTIME / "canonical.cpp", *core]
    compile_cpp(platform, sources, tmp_path / "pieces", "-O1", "-g1", *sanitized)
    process = subprocess.run([tmp_path / "pieces"], capture_output=True, check=False)
    assert (process.returncode, process.stderr.decode()) == (0, "")
    assert process.stdout.decode().split("\n") == [*CANONICAL, "consumed", ""]


def test_the_worker_has_no_warning(platform, compile_cpp, tmp_path: Path) -> None:
    compile_cpp(platform, [toolchain.RUNTIME / "main.cpp"], tmp_path / "main.o", "-c")


class TestSolo(EverySolo):
    language = "cpp"
    scope = "n::"
