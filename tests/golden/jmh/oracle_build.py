"""JMH 1.37 by Maven, and benchmarks compiled with it, for the scripts beside this file."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
PROCESSOR = ("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor", "-encoding", "UTF-8")


def class_path(sources: Sequence[str], work: Path) -> str:
    """The sources of this folder compiled into `work`, and JMH's jars, as a class path."""
    copy = ("mvn", "-B", "-q", "-f", str(HERE / "pom.xml"), "dependency:copy-dependencies")
    subprocess.run((*copy, f"-DoutputDirectory={work / 'lib'}"), check=True)
    jars = ":".join(str(jar) for jar in sorted((work / "lib").glob("*.jar")))
    files = [str(HERE / name) for name in sources]
    subprocess.run(("javac", "-cp", jars, *PROCESSOR, "-d", str(work / "out"), *files), check=True)
    return f"{work / 'out'}:{jars}"
