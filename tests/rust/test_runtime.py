"""Are the runtime's pieces right, clean under the AddressSanitizer and with checks of overflow, and laid out as the core has them? Does --solo run alone?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from made_rust import SANITIZED, compile_core, rustc, sanitizer
from made_solo import EverySolo

from clamh.languages.native import CORE
from clamh.languages.rust import toolchain

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("rust")


def write_runtime(folder: Path) -> Path:
    """A copy of the runtime with the tests of its pieces; its root."""
    shutil.copytree(toolchain.RUNTIME, folder / "runtime")
    shutil.copy(HERE / "pieces.rs", folder / "runtime")
    root = folder / "runtime" / "clamh.rs"
    root.write_text(root.read_text() + "\n#[cfg(test)]\nmod pieces;\n")
    return root


def test_pieces_are_right_under_the_sanitizer_and_the_worker_has_no_warning(tmp_path: Path) -> None:
    root = write_runtime(tmp_path)
    core = compile_core(tmp_path, "-fsanitize=address")
    command = [rustc().executable, toolchain.EDITION, "--crate-name=clamh", "-Dwarnings", "-Cdebug-assertions", "-Coverflow-checks"]
    for words in (["--crate-type=rlib", "--emit=metadata", "--cfg=clamh_recording"], ["--crate-type=rlib", "--emit=metadata"],
                  ["--test", *sanitizer("address"), "-Aunused", f"-Clink-arg={core}", *toolchain.CORE_LIBRARIES]):
        process = subprocess.run([*command, *words, "--check-cfg=cfg(clamh_core,clamh_recording,test)", str(root), "-o", "pieces"],
                                 cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, **SANITIZED})
        assert process.returncode == 0, process.stderr
    process = subprocess.run([tmp_path / "pieces"], capture_output=True, text=True, check=False)
    assert process.returncode == 0 and "4 passed" in process.stdout, process.stdout + process.stderr


def test_records_have_the_layout_that_the_cores_header_gives_them(tmp_path: Path) -> None:
    """Every field of abi.rs and of the injected objects: its place in C and in Rust."""
    structs = {"abi": ["Class", "Function", "Param", "Counter", "Check", "Artifact", "Suspension"],
               "benchmark_params": ["IterationParams", "BenchmarkParams", "ThreadParams"]}
    before_name = {"abi": "    ", "benchmark_params": "pub struct "}
    fields = {}
    for module, names in structs.items():
        text = (toolchain.RUNTIME / f"{module}.rs").read_text()
        for name in names:
            (record,) = re.findall(rf"(?s)\n{before_name[module]}{name} {{(.*?)}}\n", text)
            without_arguments = re.sub(r"fn\(.*?\)", "fn()", record)
            fields[f"{module}::{name}"] = re.findall(r"(?:^|[\n,;]) *(\w+): ", without_arguments)
    other = {"kind": "type", "operations": "operations_per_invocation"}  # names that Rust cannot have, and shorter ones
    lines = []
    for name, own in fields.items():
        of_c = "clamh" + re.sub("([A-Z])", r"_\1", name.rpartition(":")[2]).lower()
        lines += [f'printf("{name} {field} %zu\\n", offsetof(struct {of_c}, {other.get(field, field)}));' for field in own]
    (tmp_path / "places.c").write_text("#include <stdio.h>\n#include <clamh_abi.h>\nint main(void) {\n" + "\n".join(lines) + "\n}\n")
    subprocess.run(["cc", "-I", CORE, "places.c", "-o", "places"], cwd=tmp_path, check=True)
    places = subprocess.run([tmp_path / "places"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(places) > 70
    root = write_runtime(tmp_path)
    asserts = "".join("const _: () = assert!(std::mem::offset_of!(crate::{}, {}) == {});\n".format(*line.split()) for line in places)
    for module, names in structs.items():  # fields are private
        path = tmp_path / "runtime" / f"{module}.rs"
        own = [line for line in asserts.splitlines() if f"crate::{module}::" in line]
        path.write_text(path.read_text() + "\n".join(own) + "\n")
    process = subprocess.run([rustc().executable, toolchain.EDITION, "--crate-type=rlib", "--emit=metadata", "-Aunused", str(root)],
                             cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def miri() -> bool:
    """Whether nightly's Miri is here and has made its std: `rustup component add miri rust-src --toolchain nightly`, `cargo +nightly miri setup`."""
    if not shutil.which("rustup"):
        return False
    process = subprocess.run(["cargo", "+nightly", "miri", "setup", "--print-sysroot"], capture_output=True, check=False)
    return process.returncode == 0


@pytest.mark.skipif(os.environ.get("CLAMH_MIRI") != "1", reason="Miri is nightly's alone and makes a std of its own: CLAMH_MIRI=1 asks for it")
def test_memory_numbers_and_frames_are_sound_under_miri(tmp_path: Path) -> None:
    assert miri(), "rustup component add miri rust-src --toolchain nightly"
    write_runtime(tmp_path)
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "clamh"\nversion = "0.1.0"\nedition = "2021"\n[lib]\npath = "runtime/clamh.rs"\n')
    process = subprocess.run(["cargo", "+nightly", "miri", "test", "--offline", "--lib"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode == 0 and "3 passed; 0 failed; 1 ignored" in process.stdout, process.stdout + process.stderr


class TestSolo(EverySolo):
    language = "rust"
