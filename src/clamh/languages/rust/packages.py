"""Builds sources that need cargo: files of a package, and files with dependencies in clamh.toml."""

from __future__ import annotations

import glob
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages.base import Build, Step
from clamh.languages.native import with_layouts
from clamh.languages.rust import layouts
from clamh.languages.toolchains import contents, find_file_above, folders_above, list_files, list_flag_files
from clamh.model.artifacts import Platform
from clamh.model.diagnostics import input_error
from clamh.model.sources import Wrapper

HERE = Path(__file__).parent  # the folder of the worker's Cargo.toml
FORGET_STALE = HERE / "forget_stale.py"
DEPENDENCY = "--dependency="  # prefix of the platform flags with which language.toml passes lines of [dependencies]
INSTALL_HINT = "apt-get install cargo-web"
# Settings of the profile, since flags would also apply to the worker; toolchain.WORKER has the worker's own.
PROFILE = {"opt-level": "-Copt-level=", "codegen-units": "-Ccodegen-units=", "debug": "-Cdebuginfo="}
LTO = re.compile(r"-Clto(?:=(.*))?")
# Other spellings of rustc, which cargo's profiles do not have.
LTO_VALUES = {None: "fat", **dict.fromkeys(("yes", "y", "on", "true"), "fat"),
              **dict.fromkeys(("no", "n", "off", "false"), "off")}
TEXT = re.compile(r'"([^"\\\n]+)"')  # a text of Rust without escapes
ADVICE = {
    "failed to download": "connect this machine to the registry; if cargo has fetched the crates before, set "
                          "CARGO_NET_OFFLINE=true",
    "no matching package named": "check its name and version",
    "too many leading `super`": "write `crate::` instead of `super::`: the file is compiled as its own crate, beside "
                                "its package's library",
    "unresolved import": "add the crate to the dependencies in Cargo.toml (or dev-dependencies), or to [rust] "
                         "dependencies in clamh.toml; the package itself has the name of its library",
}
# For a file in src/ that names an inaccessible item of its package.
NOT_PUBLIC = (
    "`crate::` reaches only `pub` items of the package's library: make it pub (`#[doc(hidden)]` hides it from the "
    "docs), or measure its caller")
NO_LIBRARY = "`crate::` means the package's library, but the package has none: give it a src/lib.rs"
CRATE = re.compile(r"\bcrate\s*::")
Dependencies = dict[str, Any]


class Package(msgspec.Struct, frozen=True):
    """What a source needs from cargo: its available crates, and the package that contains it, if any."""

    dependencies: Dependencies
    folder: str = ""
    library: str = ""  # the name of its library in Rust, "" without a library
    edition: str = ""
    lock: str = ""
    targets: dict[str, Dependencies] = {}  # further dependencies, by the condition of their target
    features: dict[str, list[str]] = {}  # those of the package, which `cfg(feature = …)` of the source tests
    enabled: dict[str, Any] = {}  # which of them are enabled: keys of a line of [dependencies]


def package_folder(source: str) -> Path | None:
    """The folder of the nearest Cargo.toml above a source, or None."""
    manifest = find_file_above(source, "Cargo.toml")
    return manifest and manifest.parent


def find_package(source: str, platform: Platform) -> Package | None:
    """The package of a source, None if plain rustc is enough.

    The nearest Cargo.toml above it, if it has a [package], gives its dependencies, including those for tests and
    benchmarks, and its library. clamh.toml adds further dependencies.
    """
    start = Path(source).absolute()
    added = dict(
        _parse_dependency(flag.removeprefix(DEPENDENCY), start) for flag in platform.flags
        if flag.startswith(DEPENDENCY))
    home = package_folder(source)
    manifest = home / "Cargo.toml" if home else None
    try:
        data = tomllib.loads(manifest.read_text(encoding="utf-8")) if manifest else {}
    except (OSError, ValueError):  # cargo says what is wrong with it
        data = {"package": {}}
    if manifest is None or "package" not in data:
        return Package(added) if added else None
    folder = manifest.parent
    shared = _workspace(folder)
    kinds = ("dependencies", "dev-dependencies")
    dependencies = _dependencies(data, folder, *kinds)
    # A line of clamh.toml replaces the line for its crate here too.
    targets = {target: {name: dependency for name, dependency in _dependencies(tables, folder, *kinds).items()
                        if name not in added} for target, tables in _targets(data).items()}
    name, library = str(_table(data, "package").get("name", "")), ""
    if name and ("lib" in data or (folder / "src" / "lib.rs").is_file()):
        # A package may depend on itself, which enables features for its tests and benchmarks.
        dependencies[name] = {**_table(dependencies, name), "path": str(folder)}
        library = str(_table(data, "lib").get("name", name)).replace("-", "_")
    dependencies |= added
    features = _features(data, [dependencies, *targets.values()])
    own = _table(dependencies, name)
    enabled = {key: own[key] for key in ("default-features", "default_features") if key in own}
    if isinstance(own.get("features"), list):
        enabled["features"] = [feature for feature in own["features"] if feature in features]
    edition = _table(data, "package").get("edition", "")
    if isinstance(edition, dict):
        edition = _table(shared, "package").get("edition", "")
    lock = str(find_file_above(str(manifest), "Cargo.lock") or "")
    return Package(dependencies=dependencies, folder=str(folder), library=library, lock=lock, targets=targets,
                   edition=edition if isinstance(edition, str) else "", features=features, enabled=enabled)


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table of a manifest; empty if the value is not a table, which cargo reports."""
    table = data.get(name, {})
    return table if isinstance(table, dict) else {}


def _targets(data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The tables `[target.'…']` of a manifest, by their conditions."""
    return {target: tables for target, tables in _table(data, "target").items() if isinstance(tables, dict)}


def _features(data: Mapping[str, Any], tables: Sequence[Dependencies]) -> dict[str, list[str]]:
    """The features of a package, as far as they are valid with these tables of dependencies: lines of clamh.toml, and
    our own for the worker, replace optional dependencies by others.
    """
    names = dict.fromkeys(name for table in tables for name in table if name != "clamh")
    optional = {name: any(_table(table, name).get("optional") is True for table in tables) for name in names}
    features = {name: values for name, values in _table(data, "features").items() if isinstance(values, list)}
    listed = [value for values in features.values() for value in values]
    # An optional dependency that no feature lists is itself a feature.
    features = {name: [f"dep:{name}"] for name in optional if optional[name] and f"dep:{name}" not in listed} | features
    valid = [*features, *(f"dep:{name}" for name in optional if optional[name])]

    def is_valid(value: Any) -> bool:  # the feature of a dependency: "name/feature" or "name?/feature"
        name, slash, _ = str(value).partition("/")
        return value in valid or slash != "" and (name in optional or optional.get(name.removesuffix("?"), False))

    return {name: list(filter(is_valid, values)) for name, values in features.items()}


def _dependencies(data: Mapping[str, Any], folder: Path, *tables: str) -> Dependencies:
    """The dependencies in these tables of a package's manifest, completed by its workspace."""
    shared = _table(_workspace(folder), "dependencies")
    dependencies = {
        name: dependency for table in tables
        for name, dependency in _with_absolute_paths(_table(data, table), folder).items()
    }
    for name, dependency in dependencies.items():
        if isinstance(dependency, dict) and dependency.get("workspace") is True:
            inherited = shared.get(name, "*")
            inherited = inherited if isinstance(inherited, dict) else {"version": inherited}
            own = {key: value for key, value in dependency.items() if key != "workspace"}
            # The package's features are added to the workspace's; its other keys override the workspace's.
            lists = [table["features"] for table in (inherited, own) if isinstance(table.get("features"), list)]
            dependencies[name] = {**inherited, **own, **({"features": list(chain(*lists))} if lists else {})}
    return dependencies


def _workspace(folder: Path) -> dict[str, Any]:
    """The [workspace] table above a package, {} without one. Paths of dependencies are made absolute."""
    for ancestor in folders_above(folder / "Cargo.toml"):
        try:
            workspace = tomllib.loads((ancestor / "Cargo.toml").read_text(encoding="utf-8")).get("workspace")
        except (OSError, ValueError):
            continue
        if isinstance(workspace, dict):
            return {**workspace, "dependencies": _with_absolute_paths(_table(workspace, "dependencies"), ancestor)}
    return {}


def _parse_dependency(text: str, source: Path) -> tuple[str, Any]:
    """A dependency by its text in clamh.toml: `name@version`, `name`, or a line such as `name = { path = "…" }`."""
    name, _, version = text.partition("@")
    if "=" not in name:  # a version may begin with "=": name@=1.0.3
        return name.strip(), version.strip() or "*"
    home = (find_file_above(str(source), "clamh.toml") or source).parent
    try:
        return next(iter(_with_absolute_paths(tomllib.loads(text), home).items()))
    except (ValueError, StopIteration) as error:  # from RUSTC: lines of clamh.toml are checked when it is read
        raise input_error("bad-configuration", f"'{text}' is not a line of [dependencies]: {error}",
                          "write it as in Cargo.toml") from error


def _with_absolute_paths(dependencies: Mapping[str, Any], folder: Path) -> Dependencies:
    """Dependencies with absolute paths, so that they do not depend on the manifest's folder."""
    return {
        name: {**dependency, "path": str(
            (folder / dependency["path"]).resolve())} if _paths({name: dependency}) else dependency
        for name, dependency in dependencies.items()
    }


def build(
    wrapper: Wrapper,
    platform: Platform,
    package: Package,
    published: str,
    recorded: bool,
    platform_file: str,
    core: tuple[Step, Step],
    with_core: tuple[str, ...],
) -> Build:
    """The build by `cargo rustc` of two packages in the build's folder, the user's file and the program, with the
    worker's package and the core.
    """
    unit = wrapper.unit
    profile = _profile(platform.flags)
    own_flags = [flag for flag in platform.flags
                 if not flag.startswith((DEPENDENCY, "--edition", *PROFILE.values())) and not LTO.fullmatch(flag)]
    edition = next((flag.partition("=")[2] for flag in platform.extra if flag.startswith("--edition=")), package.edition
                   or "2021")
    # user/../ is cargo's spelling of a path outside user/
    copies = [f"--remap-path-prefix=user/../{copy}={path}" for copy, path in wrapper.names.items()]
    entry = next(copy for copy, path in wrapper.names.items() if path == unit.source.path)
    worker, runtime = {"clamh": {"path": str(HERE)}}, contents((HERE / "runtime").rglob("*.rs"))
    files = {
        "platform.rs": platform_file,
        "Cargo.toml": _manifest(
            "clamh_main", edition="2021", dependencies={**worker, "clamh_user": {"path": "user", **package.enabled}},
            target=("[bin]", {"name": "clamh_main", "path": wrapper.entry}), more={
                "workspace": {}, "profile.release": profile, "profile.release.package.clamh": {
                    "opt-level": int(profile["opt-level"] != 0), "codegen-units": 16, "debug": 0
                }
            }),
        "user/Cargo.toml": _manifest(
            "clamh_user", edition=edition, dependencies={**package.dependencies, **worker},
            target=("lib", {"path": f"../{entry}"}), more={"features": package.features} | {
                f"target.{_to_toml(target)}.dependencies": dependencies
                for target, dependencies in package.targets.items()
            }),
    }
    files[entry] = _with_library(wrapper.files[entry], unit.source.path, package)
    advice = {
        **dict.fromkeys(("in the crate root", "unresolved import `crate::"),
                        NOT_PUBLIC if package.library else NO_LIBRARY),
        **ADVICE
    }
    if package.lock:
        files["Cargo.lock"] = Path(package.lock).read_text(encoding="utf-8")
    packages, has_downloads = list_packages([*([package.folder] if package.folder else []),
                                             *_paths(package.dependencies)], package.folder)
    has_downloads = has_downloads or _has_downloads(package.dependencies)
    # The user's configuration of cargo overrides the manifest, and variables override the configuration.
    settings = {f"CARGO_PROFILE_RELEASE_{key.upper().replace('-', '_')}": str(value).lower()
                for key, value in profile.items()}
    read = list_read_files(platform.flags)
    # Cargo does not look at files that flags name: their content is in a flag that nothing reads.
    of_files = contents(path for path in map(Path, read) if path.is_file())[:16]

    def step(output: str, *extra_flags: str, of: str = published, link: tuple[str, ...] = (),
             beside: bool = False) -> Step:
        return Step(
            title=f"build {unit.source.path} with cargo for {platform.id}",
            argv=("cargo", "rustc", "--quiet", "--release", "--bin=clamh_main", f"--target-dir={of}.target",
                  *(() if has_downloads else ("--offline",)), "--", f"--emit=link={output}", *with_core, *link),
            outputs=(output,),
            files=files,
            hint=INSTALL_HINT,
            failure_hints=advice,
            parallel=beside,
            # The target's folder has a subfolder with the target triple if the user's configuration gives cargo one.
            reads=(*_unlisted_files(packages), *dict.fromkeys(_configurations(unit.source.path)), *read,
                   *filter(None, [package.lock])),
            dependency_files=f"{glob.escape(of)}.target/**/release/clamh_main.d",
            env={
                "RUSTC": platform.executable, "CLAMH_MADE_WITH": runtime, "CARGO_INCREMENTAL": "0", **settings,
                "CARGO_ENCODED_RUSTFLAGS": "\x1f".join((
                    *own_flags, "--cap-lints=allow", "--cfg=clamh_core", f"--cfg=clamh_files_{of_files}",
                    f"--remap-path-prefix={HERE / 'runtime'}=/clamh", *copies, *extra_flags))
            },
        )

    forget = Step(title=f"look for changed files of {unit.source.path}", parallel=True, outputs=(),
                  argv=(sys.executable, "-I", "-S", str(FORGET_STALE), *map(str, packages)),
                  env={"CLAMH_MADE_WITH": contents([FORGET_STALE])})
    recording = f"{published}.recording"
    steps = [*core, *([forget] if packages else []), step(published),
             *([step(recording, "--cfg=clamh_recording", of=recording)] if recorded else [])]
    # cargo names the user's object file by a hash, so the functions are read from the artifact.
    return with_layouts(
        steps, published, unit.source.path, layouts.ordering_method(platform), [published], parallel=False,
        link=lambda output: step(output, link=(f"-Clink-arg=-Wl,-T,{output}.order",)))


def _profile(flags: Sequence[str]) -> dict[str, int | str | bool]:
    """The settings of cargo's profile; of several flags for a setting the last counts."""
    given = {key: next(flag for flag in reversed(flags) if flag.startswith(name)).partition("=")[2]
             for key, name in PROFILE.items()}
    lto = next((LTO_VALUES.get(match[1], match[1]) for flag in reversed(flags) if (match := LTO.fullmatch(flag))),
               False)  # as rustc without the flag: only between the codegen units of a crate
    return {**{key: _number(value) for key, value in given.items()}, "panic": "unwind", "lto": lto,
            "debug-assertions": False, "overflow-checks": False, "strip": False, "rpath": False}


def _configurations(source: str) -> Iterator[str]:
    """The configuration files of cargo above a source and in its home, which may set variables and the linker."""
    home = Path(os.environ.get("CARGO_HOME") or "~/.cargo").expanduser()
    for folder in (*(folder / ".cargo" for folder in Path(source).absolute().parents), home):
        yield from (str(folder / name) for name in ("config.toml", "config") if (folder / name).is_file())


def list_read_files(flags: Iterable[str]) -> tuple[str, ...]:
    """The files that flags name, also those that rustc gives its linker."""
    words = (word for flag in flags
             for word in (flag.partition("=")[2].split() if flag.startswith("-Clink-arg") else [flag]))
    return tuple(list_flag_files(words))


def _with_library(text: str, source: str, package: Package) -> str:
    """The copy of a file in the package's src/; its `crate::` means what the library makes public.

    The copy is the root of its own crate. The library's names are imported at its end, so no line moves.
    """
    within = package.library and Path(source).absolute().is_relative_to(Path(package.folder) / "src")
    return f"{text}\n#[allow(unused_imports)] use ::{package.library}::*;\n" if within and CRATE.search(text) else text


def list_packages(folders: Iterable[str], own: str) -> tuple[list[Path], bool]:
    """The folders of these packages and their path dependencies, and whether any of them needs packages that cargo
    downloads. The package in the folder `own` also has its dependencies for tests and benchmarks.
    """
    folders = list(dict.fromkeys(folders))
    has_downloads = False
    for folder in folders:  # the list grows during the loop
        try:
            data = tomllib.loads(Path(folder, "Cargo.toml").read_text(encoding="utf-8"))
        except (OSError, ValueError):  # cargo says what is wrong with it
            continue
        kinds = ("dependencies", "build-dependencies", *(["dev-dependencies"] if folder == own else []))
        for tables in (data, *_targets(data).values()):
            dependencies = _dependencies(tables, Path(folder), *kinds)
            has_downloads = has_downloads or _has_downloads(dependencies)
            folders += [path for path in dict.fromkeys(_paths(dependencies)) if path not in folders]
    return list(map(Path, folders)), has_downloads


def _unlisted_files(packages: Iterable[Path]) -> list[str]:
    """What these packages read and cargo's dependency files do not list: each Cargo.toml, also of the workspaces; and
    of a package whose build script does not say what it reads, the files and folders that the script's texts name. Any
    file of the package counts for cargo, but results of runs may lie there too.
    """
    files = {ancestor / "Cargo.toml" for package in packages for ancestor in folders_above(package / "Cargo.toml")
             if (ancestor / "Cargo.toml").is_file()}
    for package in packages:
        script = package / "build.rs"
        text = script.read_text(encoding="utf-8", errors="replace") if script.is_file() else ""
        for name in TEXT.findall(text) if "rerun-if-" not in text else ():
            path = Path(os.path.normpath(package / name))
            within = package in path.parents and os.path.isdir(path)  # these functions take any text
            files.update(list_files(path) if within else [path] if os.path.isfile(path) else [])
    return sorted(map(str, files))


def _has_downloads(dependencies: Dependencies) -> bool:
    """Whether any of the dependencies has no path."""
    return len(_paths(dependencies)) < len(dependencies)


def _paths(dependencies: Dependencies) -> list[str]:
    """The folders of dependencies with a path."""
    return [dependency["path"] for dependency in dependencies.values()
            if isinstance(dependency, dict) and isinstance(dependency.get("path"), str)]


def _manifest(name: str, *, edition: str, dependencies: Mapping[str, Any], target: tuple[str, Mapping[str, Any]],
              more: Mapping[str, Any]) -> str:
    """The text of a Cargo.toml."""
    tables = {
        "package": {"name": name, "version": "0.0.0", "edition": edition, "publish": False}, target[0]: target[1],
        **more
    }
    lines = [line for table, values in tables.items()
             for line in (f"[{table}]", *(f"{_to_toml(key)} = {_to_toml(value)}" for key, value in values.items()))]
    lines += ["[dependencies]", *(f"{_to_toml(key)} = {_to_toml(value)}" for key, value in dependencies.items())]
    return "\n".join([*lines, ""])


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _to_toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_to_toml(key)} = {_to_toml(value)}" for key, value in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_to_toml, value)) + "]"
    if isinstance(value, str):
        spelled = "".join(char if " " <= char != "\x7f" and char not in '"\\' else f"\\u{ord(char):04x}"
                          for char in value)
        return f'"{spelled}"'
    return str(value)
