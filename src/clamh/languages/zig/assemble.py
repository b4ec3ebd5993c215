"""Builds what the user's packages export, with `zig build`.

A build step runs `assemble.py build …` in the build's folder. There `packages.zig` is the build.zig of a package that
depends on the user's packages. It runs `assemble.py write …` with the compiler's arguments. The results are
`modules.args` and `link.args`, which compilers read, and `packages.d`, the files that were read, as make rules.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

MODULES, LINKED, READ = "modules.args", "link.args", "packages.d"
OWN = ("zig-out", "zig-cache", ".zig-cache", "zig-pkg", ".git", ".clamh")  # folders that builds make
_NAME = "clamh"
_NOISE = re.compile(r"(?:debug: |error: configure command |failed command: |install\b|\s*\+- |Build Summary: ).*")
_NOT_EXPORTED = re.compile(r"error: (it exports no module '(.*)'; .*)")
_WRITTEN = "written.json"
_PATH = re.compile(r'\.path\s*=\s*"([^"]*)"')
_MINIMUM = re.compile(r'\.minimum_zig_version\s*=\s*"((\d+)\.(\d+)\.(\d+)[^"]*)"')


def find_problem(name: str, folder: Path, version: str) -> tuple[str, str]:
    """What is wrong with a package before its build, "" if nothing is, and where: "" for the line of clamh.toml."""
    if not folder.is_dir():
        return f"there is no folder or .zig file {folder}", ""
    if not (folder / "build.zig").is_file():
        return (f"{folder} has no build.zig; name the root file of a module without one: "
                f"{name}=FOLDER/root.zig"), ""
    manifest = folder / "build.zig.zon"
    text = manifest.read_text(encoding="utf-8", errors="replace") if manifest.is_file() else ""
    minimum = _MINIMUM.search(text)
    if minimum and tuple(map(int, minimum.groups()[1:])) > tuple(map(int, version.split("."))):
        line = text.count("\n", 0, minimum.start()) + 1
        return f"it needs Zig {minimum[1]} or later, but this is Zig {version}", f"{manifest}:{line}"
    return "", ""


def list_folders(folder: Path, seen: dict[Path, None]) -> None:
    """The folders of a package and of its dependencies with a path, into `seen`."""
    folder = folder.resolve()
    if folder in seen or not folder.is_dir():
        return
    seen[folder] = None
    manifest = folder / "build.zig.zon"
    for path in _PATH.findall(manifest.read_text(encoding="utf-8", errors="replace") if manifest.is_file() else ""):
        list_folders(folder / path, seen)


def list_files(folders: Sequence[Path]) -> Iterator[Path]:
    """The files of packages, without what builds make."""
    for top in folders:
        for folder, names, files in os.walk(top):
            names[:] = sorted(name for name in names if name not in OWN)
            yield from (Path(folder, file) for file in sorted(files))


def build(zig: str, version: str, configuration: str, options: Sequence[str], packages: Sequence[str]) -> int:
    """Builds packages NAME=FOLDER in the current folder with these options of `zig build`; the exit code."""
    here, folders = Path.cwd(), {}
    for text in packages:
        name, _, folder = text.partition("=")
        problem, place = find_problem(name, Path(folder), version)
        if problem:
            print(f"{place or _find_line(configuration, name)}: error: {problem}")
            return 1
        folders[name] = folder
    _write_manifest(folders, here)
    modules = [f"-Dmodule=d{list(folders).index(name)}={name}" for name in folders]
    command = [f"-Dcommand={word}" for word in (sys.executable, "-I", "-S", __file__, "write")]
    done = subprocess.run([zig, "build", "--color", "off", "--prefix", "out", *options, *command, *modules],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            for folder in folders.values():
                line = line.replace(os.path.relpath(os.path.realpath(folder), here.resolve()) + os.sep, folder + os.sep)
            if lacking := _NOT_EXPORTED.fullmatch(line):
                line = f"{_find_line(configuration, lacking[2])}: error: {lacking[1]}"
            if not _NOISE.fullmatch(line):
                print(line)
        return 1
    _write_results(folders)
    return 0


def _write_manifest(folders: dict[str, str], here: Path) -> None:
    """Writes build.zig.zon, and links to the packages that Zig has already fetched for the user's own builds."""
    dependencies = []
    for number, folder in enumerate(folders.values()):
        path = os.path.relpath(os.path.realpath(folder), here.resolve())
        dependencies.append(f".d{number} = .{{ .path = {_quote(path)} }},")
        for fetched in sorted(Path(folder, "zig-pkg").glob("*")):
            (here / "zig-pkg").mkdir(exist_ok=True)
            link = here / "zig-pkg" / fetched.name
            if not os.path.lexists(link):
                link.symlink_to(fetched.resolve())
    fingerprint = zlib.crc32(_NAME.encode()) << 32 | 1
    Path("build.zig.zon").write_text(
        f'.{{ .name = .{_NAME}, .version = "0.0.0", .fingerprint = {fingerprint:#x}, .paths = .{{""}},\n'
        f'.dependencies = .{{ {" ".join(dependencies)} }} }}\n', encoding="utf-8", errors="surrogateescape")


def _write_results(folders: dict[str, str]) -> None:
    written = json.loads(Path(_WRITTEN).read_text(encoding="utf-8"))
    split = written.index("")
    for output, words in ((MODULES, written[:split]), (LINKED, written[split + 1:])):
        text = "".join(f"{_quote(word)}\n" for word in words)
        Path(output).write_text(text, encoding="utf-8", errors="surrogateescape")
    seen: dict[Path, None] = {}
    for folder in folders.values():
        list_folders(Path(folder), seen)
    names = (re.sub(r"([ #])", r"\\\1", str(file)).replace("$", "$$") for file in list_files(list(seen)))
    Path(READ).write_text(f"{MODULES}: {' '.join(names)}\n", encoding="utf-8", errors="surrogateescape")


def _find_line(configuration: str, name: str) -> str:
    """The place in clamh.toml that names a package."""
    try:
        lines = Path(configuration).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return configuration
    numbers = (number for number, line in enumerate(lines, 1) if re.search(rf"""["']{re.escape(name)}\s*=""", line))
    return f"{configuration}:{next(numbers, 1)}"


def _quote(text: str) -> str:
    """A word of a file of arguments, or a Zig string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    if sys.argv[1] == "write":
        Path(_WRITTEN).write_text(json.dumps(sys.argv[2:]), encoding="utf-8")
    else:
        _, _, zig, version, configuration, *rest = sys.argv
        split = rest.index("--")
        sys.exit(build(zig, version, configuration, rest[:split], rest[split + 1:]))
