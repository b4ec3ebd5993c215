"""Asks Maven for the jars that sources need: a build step's program.

    assemble.py MAVEN POM OUTPUT [--named FILE]

OUTPUT is a folder, into which the jars are copied, or a file that ends in .txt and gets their paths, a line each. `--named` is
the file that names the dependencies, whose line an error gets. What Maven says is put into one sentence; its log is not shown.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

COORDINATES = r"([\w.-]+:[\w.-]+:[\w.:+-]+)"
MISSING = re.compile(rf"(?:Could not find artifact|The following artifacts could not be resolved:|Failure to find) {COORDINATES}"
                     rf"|{COORDINATES} was not found in")  # the latter where it looked before
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
UNREADABLE = re.compile(r"Malformed POM|Non-(parseable|resolvable)|is missing|must be")
TRANSFER = re.compile(r"Could not transfer artifact|Unknown host|Connection refused|offline mode|Connect to .* failed|timed out|Network is unreachable")


def reason(log: str) -> str:
    """What a failed Maven says, in a sentence; "" for nothing that is known."""
    found = MISSING.search(log)
    if TRANSFER.search(log):
        return "Maven cannot reach its repositories: connect this machine to them once; Maven keeps what it fetches"
    if found:
        group, artifact, *rest = (found[1] or found[2]).split(":")
        version = rest[-1] if rest else ""
        return f"Maven's repositories have no {group}:{artifact}:{version}: check the group, the artifact and the version"
    errors = [text for line in log.splitlines() if line.startswith("[ERROR]") and (text := line.removeprefix("[ERROR]").strip())]
    errors.sort(key=lambda line: not UNREADABLE.search(line))  # Maven begins with how many there are
    return f"Maven failed: {errors[0]}" if errors else f"Maven failed: {log.strip()[:200]}"


def place(named: str, log: str) -> str:
    """The line of the file that names what is missing, as compilers write places."""
    try:
        lines = Path(named).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return f"{named}:1"
    found = MISSING.search(log)
    group, artifact = (found[1] or found[2]).split(":")[:2] if found else ("", "dependencies")
    for sought in (f"{group}:{artifact}", artifact, "dependencies"):  # clamh.toml has both in a line, a pom.xml in two
        for number, line in enumerate(lines, 1):
            if sought in line:
                return f"{named}:{number}"
    return f"{named}:1"


def main(arguments: list[str]) -> int:
    """Write OUTPUT; 1 where Maven fails, with a sentence on standard output."""
    maven, pom, output, *rest = arguments
    named = rest[1] if rest else pom
    goal = ["dependency:build-classpath", f"-Dmdep.outputFile={Path(output).absolute()}.raw"] if output.endswith(".txt") else [
        "dependency:copy-dependencies", f"-DoutputDirectory={Path(output).absolute()}"]
    done = subprocess.run([maven, "-B", "-q", "-f", pom, *goal], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    if done.returncode != 0:
        log = COLOURS.sub("", done.stdout)
        print(f"{place(named, log)}: error: {reason(log)}")
        return 1
    if output.endswith(".txt"):
        raw = Path(f"{output}.raw")
        Path(output).write_text("".join(f"{one}\n" for one in raw.read_text(encoding="utf-8").strip().split(":") if one), encoding="utf-8")
    else:
        Path(output).mkdir(exist_ok=True)  # where nothing is needed Maven makes none
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
