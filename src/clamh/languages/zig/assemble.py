"""Builds what the user's packages export, with `zig build`.

A build step runs `assemble.py build …` in the build's folder. There `packages.zig` is the build.zig of a package that
depends on the user's packages. It runs `assemble.py write …` with the compiler's arguments, which writes `modules.args`
and `link.args`, as compilers read them. `packages.d` lists the files that were read, as make rules.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

MODULES, LINKED, READ = "modules.args", "link.args", "packages.d"
MANIFEST = "build.zig.zon"
OWN = ("zig-out", "zig-cache", ".zig-cache", "zig-pkg", ".git", ".clamh")  # folders that builds make
_NOISE = re.compile(r"(?:debug: |error: configure command |failed command: |install\b|\s*\+- |Build Summary: ).*")
_NOT_EXPORTED = re.compile(r"error: (it exports no module '(.*)'; .*)")
_PATH = re.compile(r'\.path\s*=\s*"([^"]*)"')
_MINIMUM = re.compile(r'\.minimum_zig_version\s*=\s*"((\d+)\.(\d+)\.(\d+)[^"]*)"')


def find_problem(name: str, folder: Path, version: str) -> tuple[str, str]:
    """What is wrong with a package before its build, "" if nothing is, and where: "" for the line of clamh.toml."""
    if not folder.is_dir():
        return f"there is no folder or .zig file {folder}", ""
    if not (folder / "build.zig").is_file():
        return (f"{folder} has no build.zig; name the root file of a module without one: "
                f"{name}=FOLDER/root.zig"), ""
    text = _read_manifest(folder)
    minimum = _MINIMUM.search(text)
    if minimum and tuple(map(int, minimum.groups()[1:])) > tuple(map(int, version.split("."))):
        line = text.count("\n", 0, minimum.start()) + 1
        return f"it needs Zig {minimum[1]} or later, but this is Zig {version}", f"{folder / MANIFEST}:{line}"
    return "", ""


def _read_manifest(folder: Path) -> str:
    """The text of a package's manifest, "" if there is none."""
    manifest = folder / MANIFEST
    return manifest.read_text(encoding="utf-8", errors="replace") if manifest.is_file() else ""


def list_folders(packages: Iterable[str]) -> list[Path]:
    """The folders of packages and of their dependencies with a path."""
    folders = [Path(package).resolve() for package in packages]
    for folder in folders:  # the list grows during the loop
        paths = ((folder / path).resolve() for path in _PATH.findall(_read_manifest(folder)))
        folders += [path for path in paths if path not in folders and path.is_dir()]
    return folders


def list_files(folders: Iterable[Path]) -> Iterator[Path]:
    """The files of packages, without what builds make."""
    for top in folders:
        for folder, names, files in os.walk(top):
            names[:] = sorted(name for name in names if name not in OWN)
            yield from (Path(folder, file) for file in sorted(files))


def build(zig: str, version: str, configuration: str, options: Sequence[str], packages: Sequence[str]) -> int:
    """Builds packages NAME=FOLDER in the current folder with these options of `zig build`; the exit code."""
    folders = {}
    for text in packages:
        name, _, folder = text.partition("=")
        problem, place = find_problem(name, Path(folder), version)
        if problem:
            print(f"{place or _find_line(configuration, name)}: error: {problem}")
            return 1
        folders[name] = folder
    _write_manifest(folders.values())
    modules = [f"-Dmodule=d{number}={name}" for number, name in enumerate(folders)]
    command = [f"-Dcommand={word}" for word in (sys.executable, "-I", "-S", __file__, "write")]
    done = subprocess.run([zig, "build", "--color", "off", "--prefix", "out", *options, *command, *modules],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            for folder in folders.values():
                line = line.replace(os.path.relpath(os.path.realpath(folder)) + os.sep, folder + os.sep)
            if lacking := _NOT_EXPORTED.fullmatch(line):
                line = f"{_find_line(configuration, lacking[2])}: error: {lacking[1]}"
            if not _NOISE.fullmatch(line):
                print(line)
        return 1
    files = (re.sub(r"([ #])", r"\\\1", str(file)).replace("$", "$$")
             for file in list_files(list_folders(folders.values())))
    _write(READ, f"{MODULES}: {' '.join(files)}\n")
    return 0


def _write_manifest(folders: Iterable[str]) -> None:
    """Writes build.zig.zon, and links to the packages that Zig has already fetched for the user's own builds."""
    dependencies = ""
    for number, folder in enumerate(folders):
        path = os.path.relpath(os.path.realpath(folder))
        dependencies += f".d{number} = .{{ .path = {_quote(path)} }}, "
        for fetched in sorted(Path(folder, "zig-pkg").glob("*")):
            link = Path("zig-pkg", fetched.name)
            link.parent.mkdir(exist_ok=True)
            if not os.path.lexists(link):
                link.symlink_to(fetched.resolve())
    _write(MANIFEST, '.{ .name = .clamh, .version = "0.0.0", .paths = .{""},\n'
           '.fingerprint = 0xb36fefac00000001,\n'  # by Zig's rule: the CRC-32 of the name, and a number
           f'.dependencies = .{{ {dependencies}}} }}\n')


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8", errors="surrogateescape")


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
        split = sys.argv.index("")  # between the arguments that define modules and what to link
        for output, arguments in ((MODULES, sys.argv[2:split]), (LINKED, sys.argv[split + 1:])):
            _write(output, "".join(f"{_quote(argument)}\n" for argument in arguments))
    else:
        _, _, zig, version, configuration, *rest = sys.argv
        split = rest.index("--")
        sys.exit(build(zig, version, configuration, rest[:split], rest[split + 1:]))
