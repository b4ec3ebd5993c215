"""Write the oracle: results files of JMH 1.37 itself, which test_jmh.py recomputes from their raw data.

    python tests/golden/jmh/regenerate.py

Needs a JDK, Maven and about five minutes. Iterations are as short as JMH lets them be, since only the arithmetic over
them is compared, never the times. What names the machine (the JVM's path) is replaced; everything else is as written.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from oracle_build import class_path

HERE = Path(__file__).parent
SHORT = ("-wi", "1", "-w", "5ms", "-r", "5ms")
ALL = ("-bm", "all", *SHORT)
TWO = ("-bm", "avgt,thrpt", *SHORT)
# Name → JMH options. N = forks × iterations: 1 and 2 have no error (NaN), 3 is the first that has one.
RUNS = {
    "n1": (*ALL, "-f", "1", "-i", "1"),
    "n2_one_fork": (*ALL, "-f", "1", "-i", "2"),
    "n2_two_forks": (*TWO, "-f", "2", "-i", "1"),
    "n3": (*ALL, "-f", "1", "-i", "3"),
    "forks3x2": (*ALL, "-f", "3", "-i", "2", "-tu", "us"),
    "threads2": (*TWO, "-f", "2", "-i", "3", "-t", "2"),
    "gc": ("-bm", "avgt,ss", *SHORT, "-f", "2", "-i", "4", "-prof", "gc"),
    "many": (*TWO, "-f", "3", "-i", "12", "-opi", "5", "-bs", "2"),
    "single_shot": ("-bm", "ss", "-f", "2", "-i", "3"),  # no times given: JMH prints none
}


def main() -> None:
    """Resolve JMH with Maven, compile Oracle.java, run every entry of RUNS."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        classes = class_path(["Oracle.java"], work)
        for name, options in RUNS.items():
            result = work / f"{name}.json"
            run = ("java", "-cp", classes, "org.openjdk.jmh.Main", *options)
            quiet = ("-jvmArgs", "-Xmx128m", "-v", "SILENT")
            subprocess.run((*run, *quiet, "-rf", "json", "-rff", str(result)), check=True, stdout=subprocess.DEVNULL)
            entries = json.loads(result.read_text())
            for entry in entries:
                entry["jvm"] = "/jdk/bin/java"
            lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
            (HERE / f"{name}.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
