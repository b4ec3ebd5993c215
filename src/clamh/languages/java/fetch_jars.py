"""Fetches the jars that sources need with Maven. A build step runs this program.

    fetch_jars.py MAVEN POM OUTPUT [--named FILE] [--module=GROUP:ARTIFACT:VERSION=CLASSES]…

OUTPUT is a folder for the jars, or a .txt file for their paths, one per line. `--named` is the file that names the
dependencies: an error points to its line. The user sees one sentence instead of Maven's log. A module of the project
is its folder of classes instead of the jar in Maven's repository, which is that of the last `mvn install`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

COORDINATES = r"([\w.-]+:[\w.-]+:[\w.:+${}-]+)"  # a version may be ${revision}
MISSING = re.compile(
    rf"(?:Could not find artifact|The following artifacts could not be resolved:|Failure to find) {COORDINATES}"
    # Maven writes this when it remembers an earlier failed search
    rf"|{COORDINATES} was not found in")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
UNREADABLE = re.compile(r"Malformed POM|Non-(parseable|resolvable)|is missing|must be")
TRANSFER = re.compile(
    r"Could not transfer artifact|Unknown host|Connection refused|offline mode|Connect to .* failed|timed out"
    r"|Network is unreachable")


def reason(log: str, modules: Collection[str] = ()) -> str:
    """The cause of a failed Maven run, in one sentence; `modules` are those of the project."""
    missing = MISSING.search(log)
    if TRANSFER.search(log):
        return "Maven cannot reach its repositories: connect this machine to them once; Maven keeps what it fetches"
    if missing:
        group, artifact, *rest = (missing[1] or missing[2]).split(":")
        version = rest[-1] if rest else ""
        name = f"{group}:{artifact}:{version}"
        return f"Maven's repositories have no {name}: " + (
            "it is a module of this project, so run `mvn install` once" if name in modules else
            "check the group, the artifact and the version")
    errors = [
        text for line in log.splitlines()
        if line.startswith("[ERROR]") and (text := line.removeprefix("[ERROR]").strip())
    ]
    errors.sort(key=lambda line: not UNREADABLE.search(line))  # Maven's first error line only counts the errors
    return f"Maven failed: {errors[0]}" if errors else f"Maven failed: {log.strip()[:200]}"


def place(named: str, log: str) -> str:
    """FILE:LINE of the missing dependency in the file that names it, in the form of a compiler's error."""
    try:
        lines = Path(named).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return f"{named}:1"
    missing = MISSING.search(log)
    group, artifact = (missing[1] or missing[2]).split(":")[:2] if missing else ("", "dependencies")
    # clamh.toml has group and artifact in one line, a pom.xml in two.
    for wanted in (f"{group}:{artifact}", artifact, "dependencies"):
        for number, line in enumerate(lines, 1):
            if wanted in line:
                return f"{named}:{number}"
    return f"{named}:1"


def replace_module(jar: str, modules: Mapping[str, str]) -> str:
    """The jar, or the folder of classes of the module whose jar it is in Maven's repository."""
    for name, classes in modules.items():
        group, artifact, version = name.split(":")
        if jar.endswith(f"/{group.replace('.', '/')}/{artifact}/{version}/{artifact}-{version}.jar"):
            return classes
    return jar


def main(arguments: list[str]) -> int:
    """Writes OUTPUT. Returns 1 when Maven fails, and prints the cause."""
    maven, pom, output, *rest = arguments
    named = rest[1] if rest[:1] == ["--named"] else pom
    modules = dict(option.removeprefix("--module=").split("=", 1) for option in rest if option.startswith("--module="))
    goal = [
        "dependency:build-classpath", f"-Dmdep.outputFile={Path(output).absolute()}.raw"
    ] if output.endswith(".txt") else ["dependency:copy-dependencies", f"-DoutputDirectory={Path(output).absolute()}"]
    done = subprocess.run([maven, "-B", "-q", "-f", pom, *goal], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode != 0:
        log = COLOURS.sub("", done.stdout)
        print(f"{place(named, log)}: error: {reason(log, modules)}")
        return 1
    if output.endswith(".txt"):
        raw = Path(f"{output}.raw")
        paths = raw.read_text(encoding="utf-8").strip().split(":")
        Path(output).write_text("".join(f"{replace_module(path, modules)}\n" for path in paths if path),
                                encoding="utf-8")
    else:
        Path(output).mkdir(exist_ok=True)  # Maven creates no folder when nothing is needed
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
