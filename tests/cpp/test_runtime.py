"""Are the runtime's pieces right, clean under ASan and UBSan (g++), and free of warnings with every compiler?"""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest
from made_solo import EverySolo

from clamh.languages.cpp import toolchain

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("cpp")

CANONICAL = [
    "i:-42", "i:42", "i:18446744073709551615", "i:-9223372036854775808", "i:-7", "i:200",
    "i:42", "i:0", "f:3fe0000000000000", "f:3fe0000000000000", f"i:{int(1e300)}", "f:nan",
    "f:inf", "f:-inf", "b:true", "s:x", "s:é", "s:😀",
    "i:-1", "s:literal", "i:3", "s:view", "null", "null", "[i:1,i:2]", "x:00ff", "[f:3fe0000000000000,i:2]", "[s:p,s:q]",
    "[[i:1,b:true]]", "null", "i:3", "object", "object", "object", "[[i:1],[]]",
    "i:5", f"sha256:{hashlib.sha256(b's:' + b'y' * 1025).hexdigest()}:1027", "[b:true]",
]
HISTOGRAM = [*"0 2047 2048 2048 2050 4094 4096 4096 4100 999936".split(), str((2047 << 52)),
             *"10 2 20 1 30 1 40 1 50 1 10 2 35 4 999936 1 2998272 1 516".split()]
LINES = [r'1 "a" "\u0009b%" ""', "0", "0", '1 "é"', r'"q\"\\\u000a\u0001"', r'"\udcffé\udced\udca0\udc80"', '"😀' + r'\udcc0\udcaf"']


def test_values_lines_and_Blackhole_under_the_sanitizers(platform, compile_cpp, tmp_path: Path) -> None:
    runtime = toolchain.RUNTIME
    sources = [HERE / "runtime.cpp", runtime / "canonical.cpp", runtime / "histogram.cpp", runtime / "message.cpp", runtime / "text.cpp"]
    # clang's sanitizer runtime is a package of its own per version; g++ brings its along.
    sanitized = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all") if platform.facts["name"] == "g++" else ()
    compile_cpp(platform, sources, tmp_path / "pieces", "-O1", "-g1", *sanitized)
    done = subprocess.run([tmp_path / "pieces"], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    printed = done.stdout.decode().split("\n")
    assert printed[: len(CANONICAL)] == CANONICAL
    shown = printed[len(CANONICAL):-3]
    assert [re.sub(r'^0.*', "0", one) for one in shown] == LINES
    assert printed[-3] == "consumed"
    assert printed[-2].split() == HISTOGRAM


@pytest.fixture(scope="module")
def measuring(platform, compile_cpp, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The part of the worker that runs during an iteration, as the build compiles it; both parts are compiled."""
    folder = tmp_path_factory.mktemp("worker")
    for part, own in toolchain.WORKER.items():
        compile_cpp(platform, [toolchain.RUNTIME / f"{part}.cpp"], folder / f"{part}.o", "-c", *own)
    return folder / "measuring.o"


def test_the_worker_has_no_warning(measuring: Path) -> None:
    assert measuring.exists()


class TestSolo(EverySolo):
    language = "cpp"
    scope = "n::"
