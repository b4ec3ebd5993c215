"""Does cargo build a file of a package with what it names, in several code layouts, and does what is wrong point into the user's file?"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import in_process
import pytest

from clamh.languages.rust import packages

pytestmark = [pytest.mark.language("rust"), pytest.mark.slow]
SHORT = ("-f", "2", "--layouts", "2", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")
FILES = {
    "Cargo.toml": '[package]\nname = "my-crate"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod thing;\npub mod sort;\n",
    "src/thing.rs": "pub fn most() -> u64 { 3 }\n",
    "src/sort.rs": "use crate::thing::most;\n\n//@@Benchmark\nfn limit() -> Result<u64, String> { Ok(most() + crate::thing::most()) }\n",
}


@pytest.fixture
def clamh(tmp_path: Path, cache: Path, quick_rustc: None) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `clamh` in an empty folder."""
    environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "200", "NO_COLOR": "1"}
    return lambda *argv, **more: in_process.clamh(argv, tmp_path, environ | more)


def test_module_is_rebuilt_if_its_library_changes(clamh, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    done = clamh("run", "src/sort.rs", *SHORT)
    assert done.returncode == 0 and "[2/2]" in done.stdout + done.stderr, done.stdout + done.stderr
    assert "2 code layouts" in clamh("list", "--forks", "src/sort.rs", *SHORT[:-1]).stdout
    (tmp_path / "src/lib.rs").write_text("mod thing;\npub mod sort;\n")
    done = clamh("run", "src/sort.rs", *SHORT)
    assert done.returncode == 2 and "src/sort.rs:1:12" in done.stderr and packages.NOT_PUBLIC in done.stderr, done.stderr


def test_dependencies_and_their_includes_are_watched(clamh, tmp_path: Path) -> None:
    package = '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n'
    files = {
        "own/Cargo.toml": package % "own" + 'near = { path = "../near" }\n',
        "own/benches/own.rs": "//@@Benchmark\nfn size() -> usize { near::size() }\n\nfn main() {}\n",
        "near/Cargo.toml": package % "near" + 'deep = { path = "../deep" }\n',
        "near/src/lib.rs": "pub fn size() -> usize { deep::TEXT.len() }\n",
        "near/build.rs": 'fn main() { println!("cargo:rerun-if-changed=native"); }\n',
        "near/native/inner/table.txt": "1",
        "deep/Cargo.toml": package % "deep",
        "deep/src/lib.rs": 'pub const TEXT: &str = include_str!("../data.txt");\n',
        "deep/data.txt": "one",
        "deep/build.rs": "fn main() { std::fs::read(\"table.txt\").unwrap(); }\n",
        "deep/table.txt": "1",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [("from the cache" in clamh("build", "own/benches/own.rs").stdout) for _ in range(2)] == [False, True]
    for changed in ("deep/src/lib.rs", "deep/data.txt", "deep/Cargo.toml", "near/src/lib.rs", "near/native/inner/table.txt", "deep/table.txt"):
        with (tmp_path / changed).open("a") as file:
            file.write("\n")
        assert ["from the cache" in clamh("build", "own/benches/own.rs").stdout for _ in range(2)] == [False, True], changed


def test_features_target_tables_and_lto_apply_but_no_profile_of_a_configuration(clamh, tmp_path: Path) -> None:
    package = '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n'
    files = {
        "clamh.toml": '[rust]\nflags = ["-Clto"]\n',
        "own/Cargo.toml": package % "own" + """[dependencies]
near = { path = "../near", optional = true }
[target.'cfg(unix)'.dev-dependencies]
deep = { path = "../deep" }
[features]
default = ["fast"]
fast = ["dep:near", "near?/wide"]
near = []
""",
        "own/benches/own.rs": """#[cfg(any(not(feature = "fast"), feature = "near"))]
compile_error!("other features");
#[cfg(debug_assertions)]
compile_error!("another profile");
//@@Benchmark
fn size() -> usize { near::SIZE + deep::SIZE }
fn main() {}
""",
        "near/Cargo.toml": package % "near" + "[features]\nwide = []\n",
        "near/src/lib.rs": '#[cfg(feature = "wide")]\npub const SIZE: usize = 1;\n',
        "deep/Cargo.toml": package % "deep",
        "deep/src/lib.rs": "pub const SIZE: usize = 2;\n",
        "home/config.toml": "[profile.release]\ndebug-assertions = true\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    home = str(tmp_path / "home")
    done = [clamh("build", "own/benches/own.rs", CARGO_HOME=home) for _ in range(2)]
    assert ["from the cache" in process.stdout for process in done] == [False, True], done
    (tmp_path / "home/config.toml").write_text('[env]\nOWN = "1"\n')
    assert "from the cache" not in clamh("build", "own/benches/own.rs", CARGO_HOME=home).stdout


def test_a_panic_of_a_value_or_a_state_that_is_dropped_is_a_failure(clamh, tmp_path: Path) -> None:
    (tmp_path / "odd.rs").write_text("""struct Odd(u32);

impl Drop for Odd {
    fn drop(&mut self) {
        if self.0 > 0 {
            std::panic::panic_any(Odd(self.0 - 1));
        }
    }
}

//@@Benchmark
fn thrown() { std::panic::panic_any(Odd(2)); }

//@@Benchmark
fn dropped() -> Odd { Odd(1) }

//@@State(Scope.Thread)
#[derive(Default)]
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) { panic!("in pieces"); }
}

//@@Benchmark
fn ended(_: &Brittle) {}

fn main() {}
""")
    clamh("run", "odd.rs", *SHORT, "--results", "odd.ndjson")
    lines = [json.loads(line) for line in (tmp_path / "odd.ndjson").read_text().splitlines()]
    ends = [line for line in lines if line["event"] == "fork_end"]
    assert {(end["where"], end["reason"]) for end in ends} == {("thrown", "benchmark"), ("dropped", "benchmark"), ("Brittle", "teardown")}
    assert all("odd.rs:" in end["message"] for end in ends), ends
