"""Are compilers found, are their flags understood, and is a wrapper built with them? The compilers are fake."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.languages.base import Captured
from clamh.languages.rust import packages, toolchain
from clamh.languages.toolchains import contents
from clamh.model.artifacts import Platform
from clamh.model.options import MAX_LAYOUTS

VERSION = "rustc {0} (abc 2026-01-01)\nhost: x86_64-unknown-linux-gnu\nrelease: {0}\nLLVM version: 19.1.7\n"


@pytest.fixture(autouse=True)
def cargo_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cargo without the configuration of this machine."""
    monkeypatch.setenv("CARGO_HOME", "/nowhere")


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
        if any("nonsense" in word for word in argv):
            return Captured(code=1, output="error: unknown codegen option: `nonsense`\n")
        return Captured(code=0, output=f'target_feature="avx2"\nunix\ntarget_pointer_width="{32 if any("i686" in word for word in argv) else 64}"\n')

    return add, run, {"PATH": str(tmp_path)}


def test_RUSTC_comes_before_rustc_on_PATH(machine) -> None:
    add, run, environ = machine
    add("rustc", "1.96.0")
    (platform,), skipped = toolchain.find(environ, run)
    assert (platform.id, platform.version, platform.optimisation, platform.target, skipped) == ("rust/rustc-1.96", "1.96.0", "", "", [])
    nightly = add("rustc-nightly", "1.99.0-nightly")
    first, second = toolchain.find({**environ, "RUSTC": f"{nightly} -C opt-level=2"}, run)[0]
    assert (first.id, first.optimisation) == ("rust/rustc-nightly-1.99", "-Copt-level=2") and second.id == "rust/rustc-1.96"
    assert [flag for flag in first.flags if "opt-level" in flag] == ["-Copt-level=2"]


def test_missing_or_old_rustc_gives_install_command(machine) -> None:
    add, run, environ = machine
    _, (skip,) = toolchain.find(environ, run)
    assert (skip.platform, skip.broken, skip.hint) == ("rust", False, "apt-get install rustc-web cargo-web")
    add("rustc", "1.63.0")
    _, (skip,) = toolchain.find(environ, run)
    assert skip.broken and "it is 1.63.0, but CLAMH needs at least 1.75" in skip.reason
    _, (skip, _) = toolchain.find({**environ, "RUSTC": "absent"}, run)
    assert skip.requested_by_user and skip.reason == "cannot use RUSTC=absent: there is no such program"


def test_loops_on_aarch64_are_padded_fully(machine) -> None:
    add, run, environ = machine
    arm, other = (toolchain.probe(add(name, "1.90.0"), ("-Cllvm-args=-x",), environ, run) for name in ("rustc-arm", "rustc"))
    assert set(arm.flags) - set(other.flags) == {toolchain.PADDED} and arm.flags[-1] == "-Cllvm-args=-x"


@pytest.mark.parametrize(("flags", "optimisation", "target"), [
    ((), "", ""),
    (("-O",), "", ""),
    (("-C", "opt-level=1", "-C", "lto=fat"), "-Copt-level=1 -Clto=fat", ""),
    (("--codegen", "opt-level=1", "--codegen=lto"), "-Copt-level=1 -Clto", ""),
    (("-Ctarget-cpu=x86-64", "-Ctarget-feature=+avx2"), "", "-Ctarget-cpu=x86-64 -Ctarget-feature=+avx2"),
    (("-Ctarget-cpu=native", "--cfg", "feature=\"x\""), "", ""),
    (("-Coverflow-checks=yes", "-Cinstrument-coverage"), "-Coverflow-checks=yes -Cinstrument-coverage", ""),
])
def test_platform_records_optimisation_and_target_flags(machine, flags: tuple[str, ...], optimisation: str, target: str) -> None:
    add, run, environ = machine
    probed = toolchain.probe(add("rustc", "1.90.0"), flags, environ, run)
    assert isinstance(probed, Platform) and (probed.optimisation, probed.target) == (optimisation, target)


def test_refused_flag_is_reported_with_rustcs_message(machine) -> None:
    add, run, environ = machine
    assert toolchain.probe(add("rustc", "1.90.0"), ("-Cnonsense=1",), environ, run) == "error: unknown codegen option: `nonsense`"


@pytest.mark.parametrize(("flag", "reason"), [("-Cpanic=abort", "-Cpanic=abort"), ("--target=i686-unknown-linux-gnu", "pointers of 32 bits")])
def test_flags_that_no_worker_can_have_are_refused(machine, flag: str, reason: str) -> None:
    add, run, environ = machine
    assert reason in str(toolchain.probe(add("rustc", "1.90.0"), (flag,), environ, run))


def test_build_uses_the_compiler_that_a_launcher_starts(machine, tmp_path: Path) -> None:
    add, run, environ = machine
    launcher = add("rustc", "1.90.0")
    compiler = tmp_path / "toolchain" / "bin" / "rustc"
    compiler.parent.mkdir(parents=True)
    compiler.touch(mode=0o755)
    probed = toolchain.probe(launcher, (), environ, lambda argv: (
        Captured(code=0, output=f"{tmp_path}/toolchain\nunix\n") if "--print=sysroot" in argv else run(argv)))
    assert isinstance(probed, Platform) and probed.executable == str(compiler)


def test_compiler_that_is_replaced_in_place_is_another_platform(machine) -> None:
    add, run, environ = machine
    rustc, clang = (Path(add(name, "1.90.0")) for name in ("rustc", "clang"))

    def probe() -> Platform:
        platform = toolchain.probe(str(rustc), (), environ, lambda argv: Captured(code=0, output="version") if "clang" in argv[0] else run(argv))
        assert isinstance(platform, Platform)
        return platform

    platforms = [probe(), probe()]
    for program in (rustc, clang):
        program.write_text("another build of this version")
        platforms.append(probe())
    assert platforms[0] == platforms[1] and len({str(platform.facts) for platform in platforms}) == 3


def test_compiler_of_the_core_is_found_in_its_order(machine) -> None:
    add, run, environ = machine
    add("rustc", "1.90.0")

    def compiler(*flags: str, **variables: str) -> str:
        return toolchain.probe("rustc", flags, environ | variables, lambda argv: Captured(code=0, output="version") if "gcc" in argv[0] or "clang" in argv[0] else run(argv)).facts["cc"]

    assert compiler() == "cc"  # there is none: the step that compiles says so
    clang, cross = add("clang", ""), add("aarch64-linux-gnu-gcc", "")
    assert compiler() == clang
    assert compiler(CC=f"{cross} -m64") == f"{cross} -m64"
    assert compiler("-Clinker=aarch64-linux-gnu-gcc", CC="clang") == cross
    assert compiler("-Clinker=/usr/bin/ld.lld", CC="clang") == clang


def wrapper(folder: Path, text: str = "//@@Benchmark\nfn b() {}\n"):  # noqa: ANN201 - a Wrapper
    (folder / "a b.rs").write_text(text)
    return pipeline.generate_wrappers(pipeline.forecast([str(folder / "a b.rs")], lambda problems: None))[0]


def platform(*extra: str) -> Platform:
    flags = (*toolchain.DEFAULT_FLAGS, *extra)
    return Platform(id="rust/rustc-1.95", language="rust", executable="/bin/rustc", version="1.95.0", flags=flags, extra=extra,
                    facts={"host": "x86_64-unknown-linux-gnu"})


def test_order_of_several_codegen_units_comes_from_the_program(tmp_path: Path) -> None:
    build = toolchain.build(wrapper(tmp_path), platform("-Ccodegen-units=16"), Path("shared"))
    assert [output for step in build.steps for output in step.outputs if output.endswith(".o")] == ["core.o", "untimed.o"]
    assert build.steps[-1].argv[-1] == build.artifact and not build.steps[-1].parallel


@pytest.mark.parametrize(("flag", "parallel"), [("-Clto=thin", False), ("-Copt-level=2", True)])
def test_links_with_lto_run_one_after_the_other(tmp_path: Path, flag: str, parallel: bool) -> None:
    build = toolchain.build(wrapper(tmp_path, "//@@Benchmark\nfn b(hole: &Blackhole) {}\n"), platform(flag), Path("shared"))
    assert [step.parallel for step in build.steps if step.outputs == (f"{build.artifact}.recording",)] == [parallel]


@pytest.mark.parametrize(("flags", "static"), [((), False), (("-Ctarget-feature=+avx2,+crt-static",), True)])
def test_static_program_links_static_libraries_of_the_core(tmp_path: Path, flags: tuple[str, ...], static: bool) -> None:
    link = next(step for step in toolchain.build(wrapper(tmp_path), platform(*flags), Path("shared")).steps if step.title.startswith("link"))
    assert ("-Clink-arg=-Wl,-Bstatic" in link.argv[:link.argv.index("-Clink-arg=-lm")]) == static


def test_second_worker_is_added_for_Blackhole(tmp_path: Path) -> None:
    plain = toolchain.build(wrapper(tmp_path), platform(), Path("shared"))
    assert [bool(step.key) for step in plain.steps] == [True, True, True, False, False, False] and plain.artifact == "run_a b"
    assert len(plain.layouts) == MAX_LAYOUTS - 1 and plain.one_layout == ""
    recorded = toolchain.build(wrapper(tmp_path, "//@@Benchmark\nfn b(x: &Blackhole) {}\n"), platform(), Path("shared"))
    assert sum(bool(step.key) for step in recorded.steps) == 4
    assert [step.outputs[0] for step in recorded.steps if step.outputs[0].startswith("run_")][:2] == ["run_a b", "run_a b.recording"]
    assert "RECORDED_APART: bool = true" in recorded.steps[-2].files["platform.rs"]


def test_lto_is_in_link_step_only_and_gives_one_layout(tmp_path: Path) -> None:
    build = toolchain.build(wrapper(tmp_path), platform("-Clto=fat"), Path("shared"))
    assert ["-Clto=fat" in step.argv for step in build.steps] == [False, False, False, False, True]
    assert build.layouts == () and "lto" in build.one_layout


@pytest.mark.parametrize(("flag", "value", "layouts"), [
    ("-Clto", "fat", 0), ("-Clto=y", "fat", 0), ("-Clto=thin", "thin", 0), ("-Clto=false", "off", MAX_LAYOUTS - 1),
    ("-Cdebuginfo=1", False, MAX_LAYOUTS - 1),
])
def test_lto_with_cargo_is_in_its_profile(tmp_path: Path, flag: str, value: str | bool, layouts: int) -> None:
    build = toolchain.build(wrapper(tmp_path), platform("--dependency=rand@0.9", flag), Path("shared"))
    step = next(step for step in build.steps if step.argv[0] == "cargo")
    assert tomllib.loads(step.files["Cargo.toml"])["profile"]["release"]["lto"] == value and len(build.layouts) == layouts
    assert "-Clto" not in step.env["CARGO_ENCODED_RUSTFLAGS"]  # cargo passes -Cembed-bitcode=no, which rustc refuses beside it


@pytest.mark.parametrize("more", [(), ("--dependency=rand@0.9",)])  # with rustc, and with cargo
def test_files_that_flags_name_are_watched(tmp_path: Path, more: tuple[str, ...]) -> None:
    flags = ("-Cprofile-use=/x/a.profdata", "-Lnative=/x", "-lstatic=own", "-Clink-arg=-Wl,-T,/x/own.ld", *more)
    build = toolchain.build(wrapper(tmp_path), platform(*flags), Path("shared"))
    assert {file for step in build.steps for file in step.reads} == {"/x/a.profdata", "/x/libown.a", "/x/own.ld"}


@pytest.mark.parametrize(("flags", "linked"), [((), False), (("--target=aarch64-unknown-linux-gnu",), True), (("--target=aarch64-apple-darwin",), False)])
def test_libgcc_is_linked_where_atomics_are_its_functions(tmp_path: Path, flags: tuple[str, ...], linked: bool) -> None:
    step = toolchain.build(wrapper(tmp_path), platform(*flags), Path("shared")).steps[-2]
    assert ("-Clink-arg=-lgcc" in step.argv) is linked and "-Clink-arg=-lm" in step.argv


def test_dependencies_come_from_package_and_clamh_toml(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    (tmp_path / "Cargo.lock").write_text("version = 4\n")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "own"\nedition = "2024"\n[dependencies]\nnear = { path = "../near" }\n'
                                         '[dev-dependencies]\nserde = { version = "1", features = ["derive"] }\n'
                                         '[target.\'cfg(target_os = "linux")\'.dev-dependencies]\nlibc = "0.2"\nrand = "0.8"\n')
    (tmp_path / "benches").mkdir()
    build = toolchain.build(wrapper(tmp_path / "benches"), platform("--dependency=rand@0.9"), Path("shared"))
    core, untimed, forget, step, ordering = build.steps
    assert forget.argv[-2:] == (str(tmp_path), str(tmp_path.parent / "near"))
    assert {f"-Clink-arg=shared/{core.key}/core.o", f"-Clink-arg=shared/{untimed.key}/untimed.o"} <= {*step.argv}
    assert ordering.outputs == ("run_a b.1.order",)  # of the program that cargo linked
    assert [step.argv[-1] for step in build.layouts] == [f"-Clink-arg=-Wl,-T,run_a b.{number}.order" for number in range(1, MAX_LAYOUTS)]
    assert {layout.env["CARGO_ENCODED_RUSTFLAGS"] for layout in build.layouts} == {step.env["CARGO_ENCODED_RUSTFLAGS"]}  # otherwise cargo builds everything again
    manifest = tomllib.loads(step.files["user/Cargo.toml"])
    assert manifest["package"]["edition"] == "2024" and step.files["Cargo.lock"] == "version = 4\n"
    assert manifest["dependencies"] == {
        "near": {"path": str(tmp_path.parent / "near")}, "serde": {"version": "1", "features": ["derive"]}, "own": {"path": str(tmp_path)},
        "rand": "0.9", "clamh": {"path": str(packages.HERE)}}
    assert manifest["target"] == {'cfg(target_os = "linux")': {"dependencies": {"libc": "0.2"}}}
    assert "--offline" not in step.argv and step.reads == (str(tmp_path / "Cargo.toml"), str(tmp_path / "Cargo.lock"))
    assert step.dependency_files == "run_a b.target/**/release/clamh_main.d"  # the file in which cargo lists what it read
    assert step.env["CLAMH_MADE_WITH"] == contents(toolchain.RUNTIME.rglob("*.rs"))  # another worker is another build
    assert "--remap-path-prefix=user/../" in step.env["CARGO_ENCODED_RUSTFLAGS"]  # else errors name user/../FILE, which no editor finds


def test_cargos_configuration_is_watched_and_changes_no_setting_of_the_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configurations = [tmp_path / name for name in ("own/.cargo/config.toml", ".cargo/config", "home/config.toml")]
    for path in configurations:
        path.parent.mkdir(parents=True)
        path.write_text("[profile.release]\nopt-level = 1\n")
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "home"))
    step = toolchain.build(wrapper(tmp_path / "own"), platform("--dependency=rand@0.9"), Path("shared")).steps[-2]
    assert step.reads == tuple(map(str, configurations))
    assert {name: value for name, value in step.env.items() if "PROFILE" in name} == {
        f"CARGO_PROFILE_RELEASE_{key}": value for key, value in {
            "OPT_LEVEL": "3", "CODEGEN_UNITS": "1", "DEBUG": "1", "PANIC": "unwind", "LTO": "false", "DEBUG_ASSERTIONS": "false",
            "OVERFLOW_CHECKS": "false", "STRIP": "false", "RPATH": "false"}.items()}


def test_a_revision_does_not_use_the_working_folders_lock_file(tmp_path: Path) -> None:
    tree = tmp_path / ".clamh/trees/abc"
    (tree / "benches").mkdir(parents=True)
    for folder in (tmp_path, tree):
        (folder / "Cargo.toml").write_text('[package]\nname = "own"\n')
    (tmp_path / "Cargo.lock").write_text("version = 4\n")
    step = toolchain.build(wrapper(tree / "benches"), platform(), Path("shared")).steps[-2]
    assert "Cargo.lock" not in step.files and step.reads == (str(tree / "Cargo.toml"),)
    (tree / "Cargo.lock").write_text("version = 3\n")
    step = toolchain.build(wrapper(tree / "benches"), platform(), Path("shared")).steps[-2]
    assert step.files["Cargo.lock"] == "version = 3\n" and step.reads == (str(tree / "Cargo.toml"), str(tree / "Cargo.lock"))


def test_cargo_alone_reads_configurations_also_above_the_tree_of_a_revision(tmp_path: Path) -> None:
    folder, configuration = tmp_path / ".clamh/trees/abc", tmp_path / ".cargo/config.toml"
    for path in (folder, configuration.parent):
        path.mkdir(parents=True)
    configuration.touch()
    source = wrapper(folder).unit.source.path
    assert toolchain.reads_above(source, platform()) == ()
    (folder / "Cargo.toml").write_text('[package]\nname = "own"\n')
    assert toolchain.reads_above(source, platform()) == (".cargo/config.toml", ".cargo/config")
    assert str(configuration) in toolchain.build(wrapper(folder), platform(), Path("shared")).steps[-2].reads


@pytest.mark.parametrize(("within", "library", "text", "added"), [
    ("src", True, "use crate::thing;", "use ::own_crate::*;"),
    ("src", True, "use std::fmt;", ""),  # names of the library must not hide those of the prelude
    ("benches", True, "use crate::thing;", ""),  # `crate` is the file's own root, as in cargo
    ("src", False, "use crate::thing;", ""),
])
def test_crate_in_package_src_means_the_library(tmp_path: Path, within: str, library: bool, text: str, added: str) -> None:
    for folder in ("src", "benches"):
        (tmp_path / folder).mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "own-crate"\n')
    if library:
        (tmp_path / "src" / "lib.rs").write_text("")
    wrapped = wrapper(tmp_path / within, f"{text}\n//@@Benchmark\nfn b() {{}}\n")
    (copy,) = wrapped.names
    step = toolchain.build(wrapped, platform(), Path("shared")).steps[-2]
    assert step.files[copy].removeprefix(wrapped.files[copy]).strip().removeprefix("#[allow(unused_imports)] ") == added
    assert step.failure_hints["in the crate root"] == (packages.NOT_PUBLIC if library else packages.NO_LIBRARY)


@pytest.mark.parametrize("manifest", ["package = 3", '[package]\nname = 3\n[dependencies]\na = 3', "dependencies = 3\nlib = 3\n[package]\nname = 'a'"])
def test_invalid_manifest_is_left_to_cargo(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "Cargo.toml").write_text(manifest)
    assert toolchain.build(wrapper(tmp_path), platform(), Path("shared")).steps[-2].argv[0] == "cargo"


def test_workspace_settings_apply_to_its_packages(tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace]\nmembers = ["a"]\n[workspace.package]\nedition = "2018"\n'
                                         '[workspace.dependencies]\nserde = { version = "1", features = ["rc"] }\nnear = { path = "near" }\n')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "Cargo.toml").write_text('[package]\nname = "a"\nedition.workspace = true\n[dependencies]\n'
                                               'serde = { workspace = true, features = ["derive"] }\nnear.workspace = true\n')
    package = packages.find_package(str(tmp_path / "a" / "b.rs"), platform())
    assert package is not None and package.edition == "2018"
    assert package.dependencies == {"serde": {"version": "1", "features": ["rc", "derive"]}, "near": {"path": str(tmp_path / "near")}}


def test_cargo_stays_offline_without_registry_dependencies(tmp_path: Path) -> None:
    near = f'--dependency=near = {{ path = "{tmp_path}" }}'
    step = toolchain.build(wrapper(tmp_path), platform(near), Path("shared")).steps[-2]
    assert "--offline" in step.argv and not any("--dependency" in flag for flag in step.env["CARGO_ENCODED_RUSTFLAGS"].split("\x1f"))
    assert packages.find_package(str(tmp_path / "a b.rs"), platform()) is None


@pytest.mark.parametrize("table", ["dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"])
def test_registry_dependency_of_a_path_dependency_may_be_downloaded(tmp_path: Path, table: str) -> None:
    for name, text in (("near", '[dependencies]\nfar = { path = "../far" }\n'), ("far", f'[{table}]\nserde = "1"\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Cargo.toml").write_text(f'[package]\nname = "{name}"\n{text}')
    step = toolchain.build(wrapper(tmp_path), platform(f'--dependency=near = {{ path = "{tmp_path}/near" }}'), Path("shared")).steps[-2]
    assert "--offline" not in step.argv and f"{tmp_path}/far/Cargo.toml" in step.reads


FEATURES = """[package]
name = "own"
[dependencies]
serde = { version = "1", optional = true }
rand = { version = "0.9", optional = true }
clamh = { version = "1", optional = true }
[dev-dependencies]
own = { path = ".", features = ["fast"] }
[features]
default = ["rand", "data"]
data = ["dep:serde", "serde?/derive", "dep:clamh"]
fast = []
"""


@pytest.mark.parametrize(("flags", "enabled", "data"), [
    ((), {"features": ["fast"]}, ["dep:serde", "serde?/derive"]),
    (('--dependency=own = { path = ".", default-features = false, features = ["data"] }', "--dependency=serde@1"),
     {"default-features": False, "features": ["data"]}, []),
])
def test_source_has_the_features_of_its_package(tmp_path: Path, flags: tuple[str, ...], enabled: dict, data: list[str]) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text("")
    (tmp_path / "Cargo.toml").write_text(FEATURES)
    files = toolchain.build(wrapper(tmp_path), platform(*flags), Path("shared")).steps[-2].files
    user, main = (tomllib.loads(files[name]) for name in ("user/Cargo.toml", "Cargo.toml"))
    assert user["features"] == {"default": ["rand", "data"], "data": data, "fast": [], "rand": ["dep:rand"]}
    assert main["dependencies"]["clamh_user"] == {"path": "user", **enabled}
    assert user["dependencies"]["own"] == {"path": str(tmp_path), **enabled}


@pytest.mark.parametrize("table", ["dependencies", "dev-dependencies"])
def test_variables_that_path_dependencies_read_are_found(tmp_path: Path, table: str) -> None:
    manifest = '[package]\nname = "%s"\n[%s]\n%s = { path = "../%s" }\n'
    for name, text in {"own/Cargo.toml": manifest % ("own", table, "near", "near"),
                       "near/Cargo.toml": manifest % ("near", "dependencies", "deep", "deep"), "near/src/lib.rs": 'env!("NEAR")',
                       "deep/build.rs": 'println!("cargo:rerun-if-env-changed=DEEP")'}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert toolchain.reads_variables(wrapper(tmp_path / "own")) == ("DEEP", "NEAR")


@pytest.mark.parametrize(("script", "more"), [
    ('fn main() { compile("native"); read("data.csv"); list("."); list(".."); list("/usr"); }', ["data.csv", "native/a.c"]),
    ('fn main() { println!("cargo:rerun-if-changed=native"); }', [])])
def test_what_a_build_script_names_is_watched_if_it_does_not_say_what_it_reads(
    tmp_path: Path, script: str, more: list[str]
) -> None:
    for name, text in {"Cargo.toml": '[package]\nname = "own"\n', "build.rs": script, "native/a.c": "", "native/run_a b": "",
                       "native/run_A.jar": "", "native/.git/x": "", "data.csv": "", "jmh-result.json": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    step = toolchain.build(wrapper(tmp_path), platform(), Path("shared")).steps[-2]
    assert step.reads == tuple(str(tmp_path / name) for name in ["Cargo.toml", *more])


def test_a_version_may_begin_with_an_equals_sign(tmp_path: Path) -> None:
    package = packages.find_package(str(tmp_path / "a.rs"), platform("--dependency=serde@=1.0.3"))
    assert package is not None and package.dependencies == {"serde": "=1.0.3"}


def test_dependencies_of_a_revision_ignore_clamh_toml_around_its_tree(tmp_path: Path) -> None:
    tree = tmp_path / ".clamh" / "trees" / "main"
    (tmp_path / "clamh.toml").write_text("")
    package = packages.find_package(str(tree / "a.rs"), platform('--dependency=own = { path = "own" }'))
    assert package is not None and package.dependencies == {"own": {"path": str(tree.resolve() / "own")}}


def test_workspace_without_package_does_not_use_cargo(tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace]\nmembers = []\n')
    assert packages.find_package(str(tmp_path / "a.rs"), platform()) is None
