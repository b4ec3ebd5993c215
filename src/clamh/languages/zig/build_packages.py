"""Builds what the user's packages export, with `zig build`.

A build step runs `build_packages.py ZIG VERSION CONFIGURATION PACKAGES OPTION…` in the build's folder. PACKAGES is
JSON: the folders by the names of their modules. There `packages.zig` is the build.zig of a package that depends on
them. It writes the compiler's arguments, which become `modules.args` and `link.args`, as compilers read them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

MODULES, LINKED = "modules.args", "link.args"
MANIFEST = "build.zig.zon"
_NOISE = re.compile(r"(?:debug: |error: configure command |failed command: |install\b|\s*\+- |Build Summary: ).*")
_NOT_EXPORTED = re.compile(r"error: (it exports no module '(.*)'; .*)")
_MINIMUM = re.compile(r'\.minimum_zig_version\s*=\s*"((\d+)\.(\d+)\.(\d+)[^"]*)"')


def find_problems(folders: Mapping[str, str], version: str, configuration: str) -> Iterator[str]:
    """What is wrong with packages before their build, each with its place."""
    for name, folder in folders.items():
        place, text = _find_line(configuration, name), read_manifest(Path(folder))
        minimum = _MINIMUM.search(text)
        if not os.path.isdir(folder):
            yield f"{place}: error: there is no folder or .zig file {folder}"
        elif not os.path.isfile(os.path.join(folder, "build.zig")):
            yield (f"{place}: error: {folder} has no build.zig; name the root file of a module without one: "
                   f"{name}=FOLDER/root.zig")
        elif quoted := next((path for path in (os.path.realpath(folder), os.getcwd()) if "'" in path), None):
            yield f"{place}: error: Zig cannot read a ' in the path of a package or build; rename a folder of {quoted}"
        elif minimum and tuple(map(int, minimum.groups()[1:])) > tuple(map(int, version.split("."))):
            line = text.count("\n", 0, minimum.start()) + 1
            yield f"{folder}/{MANIFEST}:{line}: error: it needs Zig {minimum[1]} or later, but this is Zig {version}"


def read_manifest(folder: Path) -> str:
    """The text of a package's manifest, "" if there is none."""
    manifest = folder / MANIFEST
    return manifest.read_text(encoding="utf-8", errors="replace") if manifest.is_file() else ""


def main(zig: str, version: str, configuration: str, packages: str, *options: str) -> int:
    """Builds the packages in the current folder, with these options of `zig build`; the exit code."""
    folders: dict[str, str] = json.loads(packages)
    if problems := list(find_problems(folders, version, configuration)):
        print(*problems, sep="\n")
        return 1
    _write_manifest(folders)
    modules = (f"-Dmodule={name}" for name in folders)
    done = subprocess.run([zig, "build", "--color", "off", "--prefix", "out", *options, *modules],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode == 0:
        printed = os.fsdecode(Path("out", "arguments").read_bytes())
        for output, arguments in zip((MODULES, LINKED), printed.split("\0\0", 1), strict=True):
            quoted = "".join(f"{_quote(argument)}\n" for argument in arguments.split("\0") if argument)
            Path(output).write_bytes(os.fsencode(quoted or '"-lm"\n'))  # else Zig reads its other arguments twice
        return 0
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        for folder in folders.values():
            line = line.replace(os.path.relpath(os.path.realpath(folder)) + os.sep, folder + os.sep)
        if lacking := _NOT_EXPORTED.fullmatch(line):
            line = f"{_find_line(configuration, lacking[2])}: error: {lacking[1]}"
        if not _NOISE.fullmatch(line):
            print(line)
    return 1


def _write_manifest(folders: dict[str, str]) -> None:
    """Writes build.zig.zon, and links to the packages that Zig has already fetched for the user's own builds."""
    dependencies = ""
    for name, folder in folders.items():
        path = os.path.relpath(os.path.realpath(folder))
        name, path = (json.dumps(text, ensure_ascii=False) for text in (name, path))
        dependencies += f".@{name} = .{{ .path = {path} }}, "
        for fetched in sorted(Path(folder, "zig-pkg").glob("*")):
            link = Path("zig-pkg", fetched.name)
            link.parent.mkdir(exist_ok=True)
            if not os.path.lexists(link):
                link.symlink_to(fetched.resolve())
    Path(MANIFEST).write_bytes(os.fsencode(
        '.{ .name = .clamh, .version = "0.0.0", .paths = .{""},\n'
        '.fingerprint = 0xb36fefac00000001,\n'  # by Zig's rule: the CRC-32 of the name, and a number
        f'.dependencies = .{{ {dependencies}}} }}\n'))


def _find_line(configuration: str, name: str) -> str:
    """The place in clamh.toml that names a package."""
    text = Path(configuration).read_text(encoding="utf-8", errors="replace") if os.path.isfile(configuration) else ""
    match = re.search(rf"""["']{re.escape(name)}\s*=""", text)
    return f"{configuration}:{text.count(chr(10), 0, match.start()) + 1}" if match else configuration


def _quote(argument: str) -> str:
    """An argument as Zig reads it from a file: a backslash is doubled only before a quote."""
    return '"' + re.sub(r'(\\*)("|\Z)', lambda match: match[1] * 2 + match[2].replace('"', '\\"'), argument) + '"'


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
