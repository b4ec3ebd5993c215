"""Rust compilers: finds them, and builds an artifact of a wrapper."""

from __future__ import annotations

import glob
import json
import os
import re
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from clamh.languages.base import Build, Run, Step
from clamh.languages.native import core_steps, with_layouts
from clamh.languages.rust import layouts, packages
from clamh.languages.rust.source_copy import literal
from clamh.languages.toolchains import (ask_version, contents, find_platforms, identify_program, join_flags,
                                        name_artifact, short)
from clamh.model.artifacts import Platform, Skip
from clamh.model.sources import Wrapper

RUNTIME = Path(__file__).parent / "runtime"
EDITION = "--edition=2021"
# Design section 4: all languages use the machine's instructions and aligned loops (a loop that straddles a cache line
# costs up to twice as much at the floor). Rust never contracts a*b+c. A linker script can only spell names of v0
# mangling.
DEFAULT_FLAGS = (
    EDITION, "-Copt-level=3", "-Ctarget-cpu=native", "-Ccodegen-units=1", "-Cpanic=unwind", "-Cdebuginfo=1",
    "-Cllvm-args=-align-loops=64", "-Csymbol-mangling-version=v0",
)
# For many ARM CPUs LLVM pads a loop with at most 8 or 16 bytes, and leaves it unaligned if that is too little.
PADDED = "-Cllvm-args=-max-bytes-for-alignment=63"
# Worker code runs between samples, never within one. More optimisation would double the compile time at each change of
# flags. Code that is inlined into the user's crate is compiled with its flags. Under the user's -Copt-level=0 the
# worker gets that level too.
WORKER = ("-Copt-level=1", "-Cdebuginfo=0")
QUICK = ("-Copt-level=0", "-Cdebuginfo=0", "-Ccodegen-units=16")
OLDEST = (1, 75)
RELEASE = re.compile(r"^release: ((\d+)\.(\d+)\S*)$", re.MULTILINE)
# Flags that change the code at the same optimisation level: across crates, by a profile, with checks.
OPTIMISING = re.compile(
    r"-C(?:lto|linker-plugin-lto|profile-(?:use|generate)|debug-assertions|overflow-checks|inline-threshold"
    r"|no-prepopulate-passes|instrument-coverage)(?:=.*)?|-Zsanitizer=.*"
)
MACHINE = re.compile(r"-Ctarget-(?:cpu|feature)=.*")
LINKED = re.compile(
    r"-C(?:lto|linker|linker-flavor|link-args?|link-self-contained|linker-plugin-lto|relocation-model)(?:=.*)?|-l.+")
PAIRED = {"-C": "", "-L": "", "-l": "", "--edition": "=", "--extern": "=", "--cfg": "=", "--codegen": "="}
INSTALL_HINT = "apt-get install rustc-web cargo-web"
C_INSTALL_HINT = ("apt-get install gcc libc6-dev: the part of the worker that languages share is compiled with `cc`, "
                  "or what CC names")
C_COMPILER = re.compile(r"(?:.+-)?(?:gcc|clang|cc)(?:-\d+)?")
CORE_LIBRARIES = ("-Clink-arg=-lm", "-Clink-arg=-lpthread")
STATIC = re.compile(r"-Ctarget-feature=(?:.*,)?\+crt-static(?:,.*)?")
# There gcc's atomic operations are functions of libgcc, which rustc does not link.
OUTLINE_ATOMICS = re.compile(r"aarch64-\w+-linux-.*|--target=aarch64-\w+-linux-.*")
READ_VARIABLE = re.compile(
    rb'(?:\benv!\s*\(\s*|\boption_env!\s*\(\s*|\bvar(?:_os)?\s*\(\s*|rerun-if-env-changed=)"?([A-Za-z_]\w*)')
NO_CRATE = {
    "can't find crate for": 'name it in clamh.toml, [rust] dependencies = ["NAME = \\"VERSION\\""]; a Cargo.toml above '
                            'the source counts too',
    "unresolved import": 'a crate: name it in clamh.toml, [rust] dependencies = ["NAME = \\"VERSION\\""]; a file of '
                         'yours: `mod name;`',
}


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The rustc that RUSTC names, possibly followed by flags, and the first on PATH."""
    on_path = shutil.which("rustc", path=environ.get("PATH"))
    missing = Skip(platform="rust", reason="no Rust compiler is on PATH (rustc)", hint=INSTALL_HINT)
    return find_platforms("RUSTC", [on_path] if on_path else [], probe, environ, run, refused="rust/rustc",
                          hint=INSTALL_HINT, missing=missing)


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of an executable, or the reason why it is unusable; its features show what `native` means on this
    machine.
    """
    answer = ask_version(program, "-vV", RELEASE, environ, run)
    if isinstance(answer, str):
        return answer
    executable, release = answer
    extra = tuple(_join_flags(flags))
    own_kinds = {_kind(flag) for flag in extra}
    flags = tuple(flag for flag in DEFAULT_FLAGS if _kind(flag) not in own_kinds) + extra
    if (int(release[2]), int(release[3])) < OLDEST:
        return f"it is {release[1]}, but CLAMH needs at least {'.'.join(map(str, OLDEST))}"
    host = next(iter(re.findall(r"^host: (.*)$", release.string, re.MULTILINE)), "")
    if host.startswith("aarch64"):
        flags = (PADDED, *flags)
    rustc_flags = tuple(flag for flag in flags if not flag.startswith(packages.DEPENDENCY))
    if "-Cpanic=abort" in flags:
        return "with its flag -Cpanic=abort CLAMH cannot report a panic"
    shown = run((executable, *rustc_flags, "--print=sysroot", "--print=cfg"))
    if shown.code != 0:
        return next((line for line in shown.output.splitlines() if line.startswith("error")),
                    "it does not accept these flags")
    if 'target_pointer_width="32"' in shown.output:
        return "its flags select a target with pointers of 32 bits; the worker needs 64 bits"
    features = sorted(set(re.findall(r'^target_feature="(.*)"$', shown.output, re.MULTILINE)))
    base = Path(executable).name if re.fullmatch(r"rustc[\w.+-]*", Path(executable).name) else "rustc"
    compiler = _launched_compiler(executable, shown.output)
    return Platform(
        id=f"rust/{base}-{release[2]}.{release[3]}",
        language="rust",
        executable=compiler,
        version=release[1],
        flags=flags,
        extra=extra,
        optimisation=_optimisation(flags, extra),
        target=_target(flags, extra),
        facts={"name": "rustc", "identity": identify_program(compiler, release.string),
               "native": short("\n".join(features)),
               "llvm": next(iter(re.findall(r"^LLVM version: (.*)$", release.string, re.MULTILINE)), ""),
               "host": host, **_c_compiler(flags, environ, run)},
    )


def _c_compiler(flags: Sequence[str], environ: Mapping[str, str], run: Run) -> dict[str, str]:
    """The C compiler that compiles the core: the linker driver that the flags name, else CC, else the one on PATH."""
    linker = next((flag.partition("=")[2] for flag in reversed(flags) if flag.startswith("-Clinker=")), "")
    named = [linker] if C_COMPILER.fullmatch(Path(linker).name) else []
    words = shlex.split(named[0] if named else environ.get("CC", "")) or ["cc"]
    program = next((found
                    for name in dict.fromkeys([words[0], *(() if named or environ.get("CC") else ("gcc", "clang"))])
                    if (found := shutil.which(name, path=environ.get("PATH")))), "")
    if not program:
        return {"cc": shlex.join(words), "cc_identity": ""}
    return {"cc": shlex.join([program, *words[1:]]),
            "cc_identity": identify_program(program, run((program, *words[1:], "-v")).output)}


def _launched_compiler(executable: str, printed: str) -> str:
    """The compiler that a launcher starts here (rustup's choice depends on the current folder, and a build runs in
    another one).
    """
    compiler = os.path.join(printed.partition("\n")[0].strip(), "bin", "rustc")
    return compiler if os.path.isabs(compiler) and os.access(compiler, os.X_OK) else executable


def _join_flags(flags: Iterable[str]) -> Iterable[str]:
    """The flags with `-C opt-level=2` joined into one word and -O and -g expanded, so that each flag can be examined
    alone.
    """
    for flag in join_flags(flags, PAIRED, {"-O": "-Copt-level=3", "-g": "-Cdebuginfo=2"}):
        yield flag.replace("--codegen=", "-C", 1).replace("--codegen ", "-C", 1)


def _kind(flag: str) -> str:
    """The setting that a flag changes, for flags of which only the last counts; else the flag itself."""
    key = flag.partition("=")[0]
    return flag if key in ("-Cllvm-args", "-Clink-arg", "-Clink-args", "-Ctarget-feature") or key.startswith(
        ("-L", "-l", "--extern", "--cfg")) else key


def _optimisation(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The opt-level if it is not our default, and the user's other flags that change the optimisation."""
    level = _level(flags)
    own_flags = dict.fromkeys(flag for flag in extra if OPTIMISING.fullmatch(flag))
    return " ".join(flag for flag in (level, *own_flags) if flag not in DEFAULT_FLAGS)


def _level(flags: Sequence[str]) -> str:
    return next(flag for flag in reversed(flags) if flag.startswith("-Copt-level="))


def _target(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The user's flags that change the instruction set."""
    return " ".join(flag for flag in dict.fromkeys(extra) if MACHINE.fullmatch(flag) and flag not in DEFAULT_FLAGS)


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps: compile the core and the worker's crate (both cached by all their inputs), compile the user's crate
    with them, link all.

    A source that names Blackhole is compiled a second time into `<artifact>.recording`. That artifact answers `invoke`
    and never measures, so that the measured Blackhole needs no branch. packages.py builds, with cargo, a source in a
    cargo package or with dependencies.
    """
    unit = wrapper.unit
    published = name_artifact(wrapper)
    recorded = any("Blackhole" in text for text in wrapper.files.values())
    package = packages.find_package(unit.source.path, platform)
    if package is not None:
        return packages.build(wrapper, platform, package, published, recorded, platform_file(platform, recorded),
                              *_core(platform, shared))
    flags = tuple(flag for flag in platform.flags if not LINKED.fullmatch(flag))
    linking = tuple(flag for flag in platform.flags if LINKED.fullmatch(flag))
    runtime = contents(RUNTIME.rglob("*.rs"))
    own_flags = QUICK if _level(flags) == "-Copt-level=0" else WORKER
    inputs = short(
        chr(0).join([
            os.path.realpath(platform.executable), platform.version, platform.facts.get("identity", ""),
            platform.facts.get("native", ""), *flags, *own_flags, runtime
        ]))

    def worker_step(name: str, *extra_flags: str, beside: bool = False) -> Step:
        return Step(
            title=f"compile the worker for {platform.id}",
            argv=(platform.executable, *_with_own_edition(flags), *own_flags, *extra_flags,
                  "--crate-name=clamh", "--crate-type=rlib", "--cap-lints=allow", "--cfg=clamh_core",
                  f"--remap-path-prefix={RUNTIME}=/clamh", str(RUNTIME / "clamh.rs"), "-o", "libclamh.rlib"),
            outputs=("libclamh.rlib",), key=f"rust-{name}-{inputs}", parallel=beside, hint=INSTALL_HINT,
        )

    core, with_core = _core(platform, shared)
    ordering = layouts.ordering_method(platform)
    # Of several units rustc writes no single object: the linked program tells its functions.
    one_unit = next(flag for flag in reversed(flags) if flag.startswith("-Ccodegen-units=")) == "-Ccodegen-units=1"
    if not one_unit and {"-Cstrip=symbols", "-Clink-arg=-s"} & set(platform.flags):
        ordering = "", "a stripped program of several codegen units does not name its functions"
    workers = [worker_step("worker", beside=True)
               ] + ([worker_step("recording", "--cfg=clamh_recording", beside=True)] if recorded else [])

    def compile_step(output: str, crate: Step, *extra_flags: str, beside: bool = False) -> Step:
        with_object = one_unit and not extra_flags
        emitted = {
            "link": f"lib{output}.rlib", "dep-info": f"{output}.d", **({"obj": f"{output}.o"} if with_object else {})
        }
        copies = (flag for copy, path in wrapper.names.items() for flag in ("--remap-path-prefix", f"{copy}={path}"))
        return Step(
            title=f"compile {unit.source.path} with {platform.id}",
            argv=(platform.executable, *flags, "--crate-name=clamh_user", "--crate-type=rlib", "--cap-lints=allow",
                  *copies, *extra_flags, f"--extern=clamh={shared / crate.key / 'libclamh.rlib'}",
                  f"--emit={','.join(map('='.join, emitted.items()))}",
                  next(copy for copy, path in wrapper.names.items() if path == unit.source.path)),
            outputs=(f"lib{output}.rlib", *([f"{output}.o"] if with_object else [])),
            dependency_files=glob.escape(f"{output}.d"),
            parallel=beside,
            failure_hints=NO_CRATE,
            env={"CLAMH_MADE_WITH": runtime},
        )

    def link_step(output: str, library: str, crate: Step, *extra_flags: str, beside: bool = False) -> Step:
        # Several links run at a time in one folder; the metadata gives their temporary files different names.
        return Step(
            title=f"link {unit.source.path} with {platform.id}",
            argv=(platform.executable, *_with_own_edition(flags), *linking, *with_core, "--crate-name=clamh_main",
                  "--crate-type=bin", "--cap-lints=allow", f"-Cmetadata={output}",
                  f"--extern=clamh={shared / crate.key / 'libclamh.rlib'}", f"--extern=clamh_user=lib{library}.rlib",
                  *extra_flags, wrapper.entry, "-o", output),
            outputs=(output,),
            parallel=beside,
            reads=packages.list_read_files(platform.flags),
            files={"platform.rs": platform_file(platform, recorded)},
        )

    steps = [*core, *workers, compile_step(published, workers[0])]
    if recorded:
        steps.append(compile_step(f"{published}.recording", workers[1], "-Cmetadata=recording", beside=True))
    steps.append(link_step(published, published, workers[0]))
    if recorded:
        steps.append(link_step(f"{published}.recording", f"{published}.recording", workers[1],
                               beside=bool(ordering[0])))  # two links with LTO may give temporary files the same names
    return with_layouts(
        steps, published, unit.source.path, ordering, [f"{published}.o" if one_unit else published],
        lambda output: link_step(output, published, workers[0], f"-Clink-arg=-Wl,-T,{output}.order"), parallel=one_unit)


def _core(platform: Platform, shared: Path) -> tuple[tuple[Step, Step], tuple[str, ...]]:
    """The steps that compile the core, and the flags that link it into a program of rustc's."""
    compiler = shlex.split(platform.facts.get("cc", "cc"))
    sanitizers = [f"-fsanitize={flag.partition('=')[2]}" for flag in platform.flags if flag.startswith("-Zsanitizer=")]
    steps = core_steps(
        [*compiler, "-fPIC"],
        [os.path.realpath(compiler[0]), platform.facts.get("cc_identity", "")], sanitizers,
        f"compile the core for {platform.id}", hint=C_INSTALL_HINT)
    outline = any(map(OUTLINE_ATOMICS.fullmatch, (platform.facts.get("host", ""), *platform.flags)))
    static = any(map(STATIC.fullmatch, platform.flags))  # else the linker would take shared libraries for the core
    return steps, (*(f"-Clink-arg={shared / step.key / step.outputs[0]}" for step in steps),
                  *(["-Clink-arg=-Wl,-Bstatic"] if static else []), *CORE_LIBRARIES,
                  *(["-Clink-arg=-lgcc"] if outline else []))


def _with_own_edition(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags with our own edition; the user's edition is for the user's crate."""
    return (EDITION, *(flag for flag in flags if not flag.startswith("--edition")))


def reads_variables(wrapper: Wrapper) -> tuple[str, ...]:
    """The variables that `env!`, `option_env!`, `env::var` and `rerun-if-env-changed` name in the sources, in their
    package, and in the path dependencies of its Cargo.toml.
    """
    texts = [parsed.text for parsed in wrapper.unit.parsed
             ] + [text.encode("utf-8", "surrogateescape") for text in wrapper.files.values()]
    own = packages.package_folder(wrapper.unit.source.path)
    folders = packages.list_packages([str(own)], str(own))[0] if own else []
    for file in (file for folder in folders for file in [*folder.glob("src/**/*.rs"), folder / "build.rs"]):
        try:
            texts.append(file.read_bytes())
        except OSError:  # cargo reports the error
            pass
    return tuple(sorted({name.decode() for text in texts for name in READ_VARIABLE.findall(text)}))


def reads_above(source: str, platform: Platform) -> tuple[str, ...]:
    """The configuration files of cargo, if it builds the source."""
    return (".cargo/config.toml", ".cargo/config") if packages.find_package(source, platform) else ()


def platform_file(platform: Platform, recorded: bool) -> str:
    """The text of platform.rs, which main.rs includes; `recorded`: a second artifact writes down what Blackhole is
    given.
    """
    texts = {"PLATFORM": platform.id, "VERSION": platform.version, "FLAGS": json.dumps(list(platform.flags))}
    booleans = {
        "OPTIMISED": _level(platform.flags) not in ("-Copt-level=0", "-Copt-level=1"), "RECORDED_APART": recorded
    }
    return "".join(f"const {name}: &str = {literal(text + chr(0))};\n" for name, text in texts.items()) + "".join(
        f"const {name}: bool = {json.dumps(value)};\n" for name, value in booleans.items())
