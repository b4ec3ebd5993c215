"""Are the runtime's pieces right, clean under the AddressSanitizer and with checks of overflow, and does --solo run alone?"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from made_rust import SANITIZED, rustc, sanitizer

from clamh.languages.rust import toolchain

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("rust")


def test_pieces_are_right_under_the_sanitizer_and_the_worker_has_no_warning(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    shutil.copytree(toolchain.RUNTIME, runtime)
    shutil.copy(HERE / "pieces.rs", runtime)
    (runtime / "clamh.rs").write_text((runtime / "clamh.rs").read_text() + "\n#[cfg(test)]\nmod pieces;\n")
    command = [rustc().executable, toolchain.EDITION, "--crate-name=clamh", "-Dwarnings", "-Cdebug-assertions", "-Coverflow-checks"]
    for words in (["--crate-type=rlib", "--emit=metadata", "--cfg=clamh_recording"], ["--crate-type=rlib", "--emit=metadata"],
                  ["--test", *sanitizer("address"), "-Aunused"]):
        done = subprocess.run([*command, *words, "--check-cfg=cfg(clamh_recording,test)", str(runtime / "clamh.rs"), "-o", "pieces"],
                              cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, **SANITIZED})
        assert done.returncode == 0, done.stderr
    done = subprocess.run([tmp_path / "pieces"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "8 passed" in done.stdout, done.stdout + done.stderr


def miri() -> bool:
    """Whether nightly's Miri is here and has made its std: `rustup component add miri rust-src --toolchain nightly`, `cargo +nightly miri setup`."""
    if not shutil.which("rustup"):
        return False
    done = subprocess.run(["cargo", "+nightly", "miri", "setup", "--print-sysroot"], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.skipif(os.environ.get("CLAMH_MIRI") != "1", reason="Miri is nightly's alone and makes a std of its own: CLAMH_MIRI=1 asks for it")
def test_messages_values_and_statistics_are_sound_under_miri(tmp_path: Path) -> None:
    assert miri(), "rustup component add miri rust-src --toolchain nightly"
    shutil.copytree(toolchain.RUNTIME, tmp_path / "runtime")
    shutil.copy(HERE / "pieces.rs", tmp_path / "runtime")
    root = tmp_path / "runtime" / "clamh.rs"
    root.write_text(root.read_text() + "\n#[cfg(test)]\nmod pieces;\n")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "clamh"\nversion = "0.1.0"\nedition = "2021"\n[lib]\npath = "runtime/clamh.rs"\n')
    done = subprocess.run(["cargo", "+nightly", "miri", "test", "--offline", "--lib"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "8 passed" in done.stdout, done.stdout + done.stderr


def solo(path: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([path, *arguments], capture_output=True, text=True, env={**os.environ, **environ}, check=False)


def test_solo_runs_one_case_and_prints_the_guides_lines(artifact) -> None:
    done = solo(artifact("talk"), "--solo", "big", "-wi", "1", "-w", "2ms", "-i", "2", "-r", "3ms", CLAMH_CLOCK="counted:1000000")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[2:5] == [
        "Threads: 1 thread", "Warmup: 1 iteration, 0.002 s each", "Measurement: 2 iterations, 0.003 s each"]
    assert done.stdout.splitlines()[-3:] == [
        "Benchmark Bench::big, warmup iteration 1: 1e+06 ns/op",
        "Benchmark Bench::big, iteration 1: 1e+06 ns/op",
        "Benchmark Bench::big, iteration 2: 1e+06 ns/op"]


def test_solo_takes_the_first_row_that_has_what_p_gives(artifact) -> None:
    for given, taken in (
        ((), "Rows::n = 1, Rows::text = a, b"), (("n=8",), "Rows::n = 8, Rows::text = c"),
        (("text=d",), "Rows::n = 8, Rows::text = d"), (("n=5", "text=e"), "Rows::n = 5, Rows::text = e"),
    ):
        words = [word for one in given for word in ("-p", one)]
        done = solo(artifact("talk"), "--solo", "rows", *words, "-bm", "ss", CLAMH_CLOCK="counted:1000000")
        assert (done.returncode, done.stderr) == (0, "")
        assert f"Parameters: ({taken})\n" in done.stdout


def test_solo_says_what_is_wrong_and_what_there_is(artifact) -> None:
    for arguments, complaint in (
        ((), "needs the name of a benchmark; there are:\n  Bench::"), (("none",), "Bench::big"), (("big", "-p", "x=1"), "it has none"),
        (("big", "-i", "0"), "-i 0"), (("big", "-r", "5parsecs"), "5parsecs"), (("big", "-i"), "needs a value"),
        (("big", "-f", "1"), "does not know -f"),
        (("rows", "-p", "n=3"), "no row has what -p gives, and it does not give Rows::text; there are:\n  Rows::n=1 Rows::text=a, b\n"),
        (("twice", "-p", "level=x"), 'cannot be "x"'), (("twice", "-p", "leve=1"), "Shared::level"),
    ):
        done = solo(artifact("talk"), "--solo", *arguments)
        assert done.returncode == 2 and complaint in done.stderr, (arguments, done.stderr)


def test_any_other_command_line_is_clamhs_without_a_shell(artifact, tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "clamh"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    fake.chmod(0o755)
    path = artifact("talk")
    wanted = ["run", "--artifact", f"rust:{path.resolve()}", "-i", "3; ls $HOME"]
    for variables in ({"PATH": f"{fake.parent}:/usr/bin:/bin"}, {"PATH": "/usr/bin:/bin", "CLAMH_HOME": str(tmp_path)}):
        done = subprocess.run([path, "-i", "3; ls $HOME"], capture_output=True, text=True, env=variables, check=True)
        assert done.stdout.splitlines() == wanted
    done = subprocess.run([path], capture_output=True, text=True, env={"PATH": "/nowhere"}, check=False)
    assert done.returncode == 2 and "clamh is needed" in done.stderr and "  Bench::big" in done.stderr
