"""Does the JVM count the bytes of threads that an operation starts and ends?"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from in_process import clamh

from clamh.model.artifacts import Platform

pytestmark = pytest.mark.language("java")
MB = 1 << 20
SOURCE = """import org.openjdk.jmh.annotations.*;
public class Ends {
    static byte[] kept;
    @Benchmark
    public byte[] ends() throws InterruptedException {
        Thread thread = new Thread(() -> kept = new byte[1 << 20]);
        thread.start();
        thread.join();
        return kept;
    }
}
"""


def test_bytes_of_threads_that_end_are_counted(platform: Platform, tmp_path: Path) -> None:
    (tmp_path / "Ends.java").write_text(SOURCE)
    process = clamh(["run", "--no-lock", "-f", "1", "-wi", "1", "-w", "10ms", "-i", "1", "-r", "50ms", "-prof", "gc", "--platform", platform.id,
                     "Ends.java", "-rf", "json", "-rff", "out.json"], tmp_path, os.environ)
    assert process.returncode == 0, process.stderr
    [row] = json.loads((tmp_path / "out.json").read_text())
    counted = row["secondaryMetrics"]["gc.alloc.rate.norm"]["score"]
    assert counted >= MB or int(platform.version.partition(".")[0]) < 17, "older JVMs do not know the bytes of such threads"
