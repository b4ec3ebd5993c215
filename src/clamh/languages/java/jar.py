"""Writes a jar. A build step runs this program, which takes a tenth of the time of starting a JVM for `jar`.

    jar.py OUTPUT [--onto JAR] [--main CLASS] [--class-path JAR]… [--jars-in FOLDER] [--listed FILE] [JAR | FOLDER |
    FOLDER=PREFIX]…

With --listed it also writes class-path.d: a make rule that names the jars of FILE.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

# A fixed time gives equal bytes for equal contents: then a changed hash means a changed benchmark.
TIME = (1980, 1, 1, 0, 0, 0)
# These describe the jar that they come from: its manifest and its module (and its signatures, see `contents`).
LEFT_OUT = ("META-INF/MANIFEST.MF", "module-info.class")


def contents(part: str) -> Iterator[tuple[str, bytes]]:
    """Name in the new jar and bytes of each file of a jar or folder, in a fixed order."""
    name, _, prefix = part.partition("=")
    path = Path(name)
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file():
                yield prefix + file.relative_to(path).as_posix(), file.read_bytes()
        return
    with zipfile.ZipFile(path) as jar:
        for entry in sorted(jar.namelist()):
            if not entry.endswith(("/", ".SF", ".RSA", ".DSA")) and entry not in LEFT_OUT:
                yield prefix + entry, jar.read(entry)


def manifest(main: str, class_path: Sequence[str]) -> str:
    """The manifest of a jar that starts `main` and loads classes of other jars; no line is longer than 72 bytes."""
    lines = ["Manifest-Version: 1.0", f"Main-Class: {main}"]
    if class_path:
        lines.append(f"Class-Path: {' '.join(_address(Path(jar)) for jar in class_path)}")
        # Other code behind the same paths must give another jar: its hash tells whether a run can be resumed.
        lines.append(f"Clamh-Class-Path-SHA256: {_hash(class_path)}")
    # Manifests are ASCII. A long line continues in the next line, after a blank.
    folded = ("\r\n ".join([line[:70], *(line[at:at + 69] for at in range(70, len(line), 69))]) for line in lines)
    return "".join(f"{line}\r\n" for line in (*folded, ""))


def _address(path: Path) -> str:
    """A jar's URI. The URI of a folder of classes ends in a slash."""
    return path.absolute().as_uri() + "/" * path.is_dir()


def _hash(class_path: Sequence[str]) -> str:
    """The hash of all files of a class path."""
    digest = hashlib.sha256()
    for path in map(Path, class_path):
        for file in sorted(path.rglob("*")) if path.is_dir() else (path,):
            if file.is_file():
                digest.update(os.fsencode(file.relative_to(path)) + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def write(output: Path, onto: str | None, main: str | None, parts: list[str], class_path: Sequence[str] = ()) -> None:
    """Writes the jar of all parts. If several parts have a file of the same name, the first part wins."""
    if onto:
        shutil.copyfile(onto, output)
    with zipfile.ZipFile(output, "a" if onto else "w", zipfile.ZIP_DEFLATED) as jar:
        seen = set(jar.namelist())
        if main:
            jar.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF", TIME), manifest(main, class_path))
        for name, data in (pair for part in parts for pair in contents(part)):
            if name not in seen:
                seen.add(name)
                entry = zipfile.ZipInfo(name, TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                jar.writestr(entry, data)


def main() -> None:
    """Reads the command line and writes the jar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--onto")
    parser.add_argument("--main")
    parser.add_argument("--class-path", action="append", default=[])
    parser.add_argument("--jars-in", help="add all jars of this folder to the class path")
    parser.add_argument("--listed", help="add the jars listed in this file, one path per line")
    parser.add_argument("parts", nargs="*")
    arguments = parser.parse_intermixed_args()
    class_path = [
        *arguments.class_path, *(map(str, sorted(Path(arguments.jars_in).glob("*.jar"))) if arguments.jars_in else ())
    ]
    if arguments.listed:
        listed = Path(arguments.listed).read_text(encoding="utf-8").splitlines()
        class_path += listed
        escaped = (re.sub(r"([ #])", r"\\\1", jar).replace("$", "$$") for jar in listed)
        Path("class-path.d").write_text(f"jar: {' '.join(escaped)}\n", encoding="utf-8")
    write(arguments.output, arguments.onto, arguments.main, arguments.parts, class_path)


if __name__ == "__main__":
    main()
