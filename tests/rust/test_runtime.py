"""Are the runtime's pieces right, clean under the AddressSanitizer and with checks of overflow, and does --solo run alone?"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from made_rust import SANITIZED, rustc, sanitizer
from made_solo import EverySolo

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
    assert done.returncode == 0 and "9 passed" in done.stdout, done.stdout + done.stderr


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
    assert done.returncode == 0 and "9 passed" in done.stdout, done.stdout + done.stderr


class TestSolo(EverySolo):
    language = "rust"
