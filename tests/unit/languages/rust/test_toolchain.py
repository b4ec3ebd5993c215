"""Which compilers are found, what their flags mean, and how a wrapper is built with them; compilers are faked."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.languages.base import Captured
from clamh.languages.rust import code_layouts, packages, toolchain
from clamh.model.artifacts import Platform

VERSION = "rustc {0} (abc 2026-01-01)\nhost: x86_64-unknown-linux-gnu\nrelease: {0}\nLLVM version: 19.1.7\n"


@pytest.fixture
def machine(tmp_path: Path):
    """A PATH with fake compilers, and the `run` that answers for them."""
    versions: dict[str, str] = {}

    def add(name: str, release: str) -> str:
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
        versions[str(tmp_path / name)] = release
        return str(tmp_path / name)

    def run(argv: tuple[str, ...]) -> Captured:
        if argv[1:] == ("-vV",):
            return Captured(code=0, output=VERSION.format(versions[argv[0]]).replace("x86_64", "aarch64" if "arm" in argv[0] else "x86_64"))
        if any("nonsense" in one for one in argv):
            return Captured(code=1, output="error: unknown codegen option: `nonsense`\n")
        return Captured(code=0, output='target_feature="avx2"\nunix\n')

    return add, run, {"PATH": str(tmp_path)}


def test_the_one_on_PATH_is_found_and_RUSTC_names_another_first(machine) -> None:
    add, run, environ = machine
    add("rustc", "1.96.0")
    (found,), skipped = toolchain.find(environ, run)
    assert (found.id, found.version, found.optimisation, found.target, skipped) == ("rust/rustc-1.96", "1.96.0", "", "", [])
    nightly = add("rustc-nightly", "1.99.0-nightly")
    first, second = toolchain.find({**environ, "RUSTC": f"{nightly} -C opt-level=2"}, run)[0]
    assert (first.id, first.optimisation) == ("rust/rustc-nightly-1.99", "-Copt-level=2") and second.id == "rust/rustc-1.96"
    assert [flag for flag in first.flags if "opt-level" in flag] == ["-Copt-level=2"]


def test_what_is_missing_or_too_old_says_the_line_that_installs_it(machine) -> None:
    add, run, environ = machine
    _, (skip,) = toolchain.find(environ, run)
    assert (skip.platform, skip.broken, skip.mend) == ("rust", False, "apt-get install rustc-web cargo-web")
    add("rustc", "1.63.0")
    _, (skip,) = toolchain.find(environ, run)
    assert skip.broken and "it is 1.63.0, and 1.75 is the oldest" in skip.reason
    _, (skip, _) = toolchain.find({**environ, "RUSTC": "absent"}, run)
    assert skip.asked and "RUSTC=absent is no Rust compiler that can be used: there is no such program" in skip.reason


def test_on_aarch64_loops_are_padded_as_far_as_it_takes(machine) -> None:
    add, run, environ = machine
    arm, other = (toolchain.probe(add(name, "1.90.0"), ("-Cllvm-args=-x",), environ, run) for name in ("rustc-arm", "rustc"))
    assert set(arm.flags) - set(other.flags) == {toolchain.PADDED} and arm.flags[-1] == "-Cllvm-args=-x"


@pytest.mark.parametrize(("flags", "optimisation", "target"), [
    ((), "", ""),
    (("-O",), "", ""),
    (("-C", "opt-level=1", "-C", "lto=fat"), "-Copt-level=1 -Clto=fat", ""),
    (("-Ctarget-cpu=x86-64", "-Ctarget-feature=+avx2"), "", "-Ctarget-cpu=x86-64 -Ctarget-feature=+avx2"),
    (("-Ctarget-cpu=native", "--cfg", "feature=\"x\""), "", ""),
    (("-Coverflow-checks=yes",), "-Coverflow-checks=yes", ""),
])
def test_flags_say_what_they_change(machine, flags: tuple[str, ...], optimisation: str, target: str) -> None:
    add, run, environ = machine
    found = toolchain.probe(add("rustc", "1.90.0"), flags, environ, run)
    assert isinstance(found, Platform) and (found.optimisation, found.target) == (optimisation, target)


def test_a_flag_that_rustc_refuses_is_said_in_its_words(machine) -> None:
    add, run, environ = machine
    assert toolchain.probe(add("rustc", "1.90.0"), ("-Cnonsense=1",), environ, run) == "error: unknown codegen option: `nonsense`"


def test_a_panic_must_be_heard_of(machine) -> None:
    add, run, environ = machine
    assert "-Cpanic=abort" in str(toolchain.probe(add("rustc", "1.90.0"), ("-C", "panic=abort"), environ, run))


def test_what_a_launcher_starts_here_is_what_builds(machine, tmp_path: Path) -> None:
    add, run, environ = machine
    launcher = add("rustc", "1.90.0")
    own = tmp_path / "toolchain" / "bin" / "rustc"
    own.parent.mkdir(parents=True)
    own.touch(mode=0o755)
    found = toolchain.probe(launcher, (), environ, lambda argv: (
        Captured(code=0, output=f"{tmp_path}/toolchain\nunix\n") if "--print=sysroot" in argv else run(argv)))
    assert isinstance(found, Platform) and found.executable == str(own)


def wrapper(folder: Path, text: str = "//@@Benchmark\nfn b() {}\n"):  # noqa: ANN201 - a Wrapper
    (folder / "a b.rs").write_text(text)
    return pipeline.wrappers(pipeline.forecast([str(folder / "a b.rs")], lambda problems: None))[0]


def platform(*extra: str) -> Platform:
    flags = (*toolchain.DEFAULT_FLAGS, *extra)
    return Platform(id="rust/rustc-1.95", language="rust", executable="/bin/rustc", version="1.95.0", flags=flags, extra=extra,
                    facts={"host": "x86_64-unknown-linux-gnu"})


def test_the_worker_is_shared_and_a_second_one_records_what_Blackhole_is_given(tmp_path: Path) -> None:
    plain = toolchain.build(wrapper(tmp_path), platform(), Path("shared"))
    assert [bool(step.key) for step in plain.steps] == [True, False, False, False] and plain.artifact == "run_a b"
    assert len(plain.layouts) == code_layouts.MOST - 1 and plain.one_layout == ""
    recorded = toolchain.build(wrapper(tmp_path, "//@@Benchmark\nfn b(x: &Blackhole) {}\n"), platform(), Path("shared"))
    assert sum(bool(step.key) for step in recorded.steps) == 2
    assert [step.outputs[0] for step in recorded.steps if step.outputs[0].startswith("run_")][:2] == ["run_a b", "run_a b.recording"]
    assert "recorded_apart: true" in recorded.steps[-2].files["platform.rs"]


def test_link_time_optimisation_is_the_last_steps_and_leaves_one_layout(tmp_path: Path) -> None:
    made = toolchain.build(wrapper(tmp_path), platform("-Clto=fat"), Path("shared"))
    assert ["-Clto=fat" in step.argv for step in made.steps] == [False, False, True]
    assert made.layouts == () and "lto" in made.one_layout


def test_a_package_gives_its_library_and_dependencies_and_clamh_toml_more(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    (tmp_path / "Cargo.lock").write_text("version = 4\n")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "own"\nedition = "2024"\n[dependencies]\nnear = { path = "../near" }\n'
                                         '[dev-dependencies]\nserde = { version = "1", features = ["derive"] }\n')
    (tmp_path / "benches").mkdir()
    made = toolchain.build(wrapper(tmp_path / "benches"), platform("--dependency=rand@0.9"), Path("shared"))
    step, ordering = made.steps
    assert ordering.outputs == ("run_a b.1.order",)  # of the program that cargo linked
    assert [one.argv[-1] for one in made.layouts] == [f"-Clink-arg=-Wl,-T,run_a b.{number}.order" for number in range(1, code_layouts.MOST)]
    assert {one.env["CARGO_ENCODED_RUSTFLAGS"] for one in made.layouts} == {step.env["CARGO_ENCODED_RUSTFLAGS"]}  # else all is built again
    manifest = tomllib.loads(step.files["user/Cargo.toml"])
    assert manifest["package"]["edition"] == "2024" and step.files["Cargo.lock"] == "version = 4\n"
    assert manifest["dependencies"] == {
        "near": {"path": str(tmp_path.parent / "near")}, "serde": {"version": "1", "features": ["derive"]}, "own": {"path": str(tmp_path)},
        "rand": "0.9", "clamh": {"path": str(packages.HERE)}}
    assert "--offline" not in step.argv and step.reads == (str(tmp_path / "Cargo.toml"),)
    assert step.depends == "run_a b.target/**/release/clamh_main.d"  # where cargo says what it read
    assert "--remap-path-prefix=user/../" in step.env["CARGO_ENCODED_RUSTFLAGS"]  # else errors name user/../FILE, which no editor finds


@pytest.mark.parametrize(("within", "library", "text", "added"), [
    ("src", True, "use crate::thing;", "use ::own_crate::*;"),
    ("src", True, "use std::fmt;", ""),  # nothing of the library's may stand before the prelude's
    ("benches", True, "use crate::thing;", ""),  # its own root's, as cargo has it
    ("src", False, "use crate::thing;", ""),
])
def test_crate_means_the_library_in_a_file_of_the_packages_src(tmp_path: Path, within: str, library: bool, text: str, added: str) -> None:
    for folder in ("src", "benches"):
        (tmp_path / folder).mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "own-crate"\n')
    if library:
        (tmp_path / "src" / "lib.rs").write_text("")
    made = wrapper(tmp_path / within, f"{text}\n//@@Benchmark\nfn b() {{}}\n")
    (copy,) = made.names
    step = toolchain.build(made, platform(), Path("shared")).steps[0]
    assert step.files[copy].removeprefix(made.files[copy]).strip().removeprefix("#[allow(unused_imports)] ") == added
    assert step.advice["in the crate root"] == (packages.NOT_PUBLIC if library else packages.NO_LIBRARY)


@pytest.mark.parametrize("manifest", ["package = 3", '[package]\nname = 3\n[dependencies]\na = 3', "dependencies = 3\nlib = 3\n[package]\nname = 'a'"])
def test_a_manifest_that_is_none_is_left_to_cargo(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "Cargo.toml").write_text(manifest)
    assert toolchain.build(wrapper(tmp_path), platform(), Path("shared")).steps[0].argv[0] == "cargo"


def test_what_the_workspace_says_for_its_packages_is_said(tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace]\nmembers = ["a"]\n[workspace.package]\nedition = "2018"\n'
                                         '[workspace.dependencies]\nserde = "1"\nnear = { path = "near" }\n')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "Cargo.toml").write_text('[package]\nname = "a"\nedition.workspace = true\n[dependencies]\n'
                                               'serde = { workspace = true, features = ["derive"] }\nnear.workspace = true\n')
    asked = packages.find_package(str(tmp_path / "a" / "b.rs"), platform())
    assert asked is not None and asked.edition == "2018"
    assert asked.dependencies == {"serde": {"version": "1", "features": ["derive"]}, "near": {"path": str(tmp_path / "near")}}


def test_without_a_registry_cargo_stays_offline(tmp_path: Path) -> None:
    near = f'--dependency=near = {{ path = "{tmp_path}" }}'
    step = toolchain.build(wrapper(tmp_path), platform(near), Path("shared")).steps[0]
    assert "--offline" in step.argv and not any("--dependency" in one for one in step.env["CARGO_ENCODED_RUSTFLAGS"].split("\x1f"))
    assert packages.find_package(str(tmp_path / "a b.rs"), platform()) is None


def test_a_workspace_without_a_package_asks_for_no_cargo(tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace]\nmembers = []\n')
    assert packages.find_package(str(tmp_path / "a.rs"), platform()) is None
