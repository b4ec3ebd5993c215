"""Write the oracle of the formats: results that JMH 1.37's own ResultFormatFactory wrote, each in all five.

    python tests/golden/jmh/regenerate_formats.py [NAME ...]

Needs a JDK, Maven and about three minutes for all; a NAME is a key of RUNS. tests/unit/report/test_jmh.py renders what
the JSON holds in the other formats and compares bytes. What names the machine (the JVM's path) is replaced; everything else is as JMH wrote it. A LaTeX file is
missing where JMH itself fails (params that not every benchmark has).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from oracle_build import class_path

HERE = Path(__file__).parent
SHORT = ("-wi", "0", "-r", "5ms")
RUNS = {
    "awkward": ("Formats.awkward", "-bm", "avgt", "-f", "1", "-i", "3"),
    "modes": ("Formats.tiny", "-bm", "all", "-f", "2", "-i", "2"),
    "single": ("Formats.tiny", "-bm", "avgt,ss,thrpt", "-f", "1", "-i", "1"),
    "secondary": ("Formats.counted", "-bm", "avgt,thrpt", "-f", "2", "-i", "2", "-prof", "gc"),
    "threads": ("Formats.awkward", "-bm", "thrpt", "-f", "3", "-i", "2", "-t", "2", "-p", "text=b", "-p", "zeroth=1,2", "-tu", "us"),
    "packages": ("oracle", "-e", "Grouped", "-bm", "avgt", "-f", "1", "-i", "3", "-p", "text=b"),
    "groups": ("Grouped", "-bm", "all", "-f", "2", "-i", "2"),
    "group_threads": ("Grouped", "-bm", "avgt,thrpt", "-f", "1", "-i", "3", "-tg", "0,3", "-t", "4"),
}


def main() -> None:
    """Resolve JMH with Maven, compile the sources, run the entries of RUNS that were asked for, or all."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        classes = class_path(["Formats.java", "Deeper.java", "Grouped.java"], work)
        for name in sys.argv[1:] or RUNS:
            options = RUNS[name]
            # The root locale: JMH writes numbers in the locale of whoever started it. UTF-8 carries params to the forks.
            java = ("java", "-Duser.language=", "-Duser.country=", "-Dfile.encoding=UTF-8", "-cp", classes)
            quiet = ("-jvmArgs", "-Xmx128m", "-v", "SILENT")
            subprocess.run((*java, "oracle.Formats", str(HERE / "formats"), name, *options, *SHORT, *quiet), check=True,
                           env=os.environ | {"LC_ALL": "C.UTF-8"})
            result = HERE / "formats" / f"{name}.json"
            text = result.read_text(encoding="utf-8")
            result.write_text(re.sub(r'"jvm" : ".*"', '"jvm" : "/jdk/bin/java"', text), encoding="utf-8")


if __name__ == "__main__":
    main()
