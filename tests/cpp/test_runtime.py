"""Are the runtime's pieces right, clean under ASan and UBSan (g++), and free of warnings with every compiler?"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest

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


def solo(path: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([path, *arguments], capture_output=True, text=True, env={**os.environ, **environ}, check=False)


def test_solo_runs_one_case_and_prints_the_guides_lines(artifact) -> None:
    done = solo(artifact("talk"), "--solo", "big", "-wi", "1", "-w", "2ms", "-i", "2", "-r", "3ms", CLAMH_CLOCK="counted:1000000")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[2:5] == [
        "Threads: 1 thread", "Warmup: 1 iteration, 0.002 s each", "Measurement: 2 iterations, 0.003 s each"]
    assert done.stdout.splitlines()[-3:] == [
        "Benchmark n::Bench::big, warmup iteration 1: 1e+06 ns/op",
        "Benchmark n::Bench::big, iteration 1: 1e+06 ns/op",
        "Benchmark n::Bench::big, iteration 2: 1e+06 ns/op"]


@pytest.mark.parametrize(("given", "taken"), [
    ((), "n::Rows::n = 1, n::Rows::text = a, b"), (("n=8",), "n::Rows::n = 8, n::Rows::text = c"),
    (("text=d",), "n::Rows::n = 8, n::Rows::text = d"), (("n=5", "text=e"), "n::Rows::n = 5, n::Rows::text = e"),
])
def test_solo_takes_the_first_row_that_has_what_p_gives(artifact, given: tuple[str, ...], taken: str) -> None:
    words = [word for one in given for word in ("-p", one)]
    done = solo(artifact("talk"), "--solo", "rows", *words, "-bm", "ss", CLAMH_CLOCK="counted:1000000")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Parameters: ({taken})\n" in done.stdout


@pytest.mark.parametrize(("arguments", "complaint"), [
    ((), "needs the name of a benchmark; there are:\n  n::"), (("none",), "n::Bench::big"), (("big", "-p", "x=1"), "it has none"), (("big", "-i", "0"), "-i 0"),
    (("big", "-r", "5parsecs"), "5parsecs"), (("big", "-i"), "needs a value"), (("big", "-f", "1"), "does not know -f"),
    (("rows", "-p", "n=3"), "no row has what -p gives, and it does not give n::Rows::text; there are:\n  n::Rows::n=1 n::Rows::text=a, b\n"),
    (("twice", "-p", "level=x"), 'cannot be "x"'), (("twice", "-p", "leve=1"), "n::Shared::level"),
])
def test_solo_says_what_is_wrong_and_what_there_is(artifact, arguments: tuple[str, ...], complaint: str) -> None:
    done = solo(artifact("talk"), "--solo", *arguments)
    assert done.returncode == 2 and complaint in done.stderr


def test_any_other_command_line_is_clamhs_without_a_shell(artifact, tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "clamh"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    fake.chmod(0o755)
    path = artifact("talk")
    wanted = ["run", "--artifact", f"cpp:{path.resolve()}", "-i", "3; ls $HOME"]
    for variables in ({"PATH": f"{fake.parent}:/usr/bin:/bin"}, {"PATH": "/usr/bin:/bin", "CLAMH_HOME": str(tmp_path)}):
        done = subprocess.run([path, "-i", "3; ls $HOME"], capture_output=True, text=True, env=variables, check=True)
        assert done.stdout.splitlines() == wanted
    done = subprocess.run([path], capture_output=True, text=True, env={"PATH": "/nowhere"}, check=False)
    assert done.returncode == 2
    needed, without, named, *benchmarks = done.stderr.splitlines()
    assert "clamh is needed" in needed and f"{path.resolve()} --solo NAME" in without and "NAME" in named
    assert "  n::Bench::big" in benchmarks
