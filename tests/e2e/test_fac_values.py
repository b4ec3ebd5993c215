"""Do the factorials of all languages give the same bits, for every benchmark and every param value?"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from clamh.languages import by_extension, languages
from conformance.observe import ROOT, SOURCES, TIMEOUT_S, default_platform, environment

# 25! and 30! are over 2**53: their low bits are rounded, and a different order of multiplications would show.
SUITE = ROOT / "benchmarks" / "fac_tests"


def values(source: Path, folder: Path) -> list[str]:
    platform = default_platform(by_extension(source.name).id)
    done = subprocess.run(
        [sys.executable, "-m", "conformance.invoke", str(source), platform], cwd=folder, capture_output=True, text=True,
        timeout=TIMEOUT_S, env=environment(SOURCES, folder / "transcript"), check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(done.stdout.splitlines())


def test_every_language_computes_the_same_bits(tmp_path: Path) -> None:
    known = {suffix for one in languages().values() for suffix in one.extensions}
    sources = sorted(path for path in SUITE.iterdir() if path.suffix in known)
    assert len(sources) == len(languages())
    with ThreadPoolExecutor() as pool:
        found = dict(zip(sources, pool.map(lambda source: values(source, tmp_path), sources), strict=True))
    product = 1.0
    for factor in range(30, 1, -1):
        product *= factor
    # Both products have an exact integer value, and that is their canonical form.
    assert f'value factorialIterative number=30 returned "i:{int(product)}" consumed []' in found[sources[0]]
    assert len(found[sources[0]]) == 4
    for source, lines in found.items():
        assert lines == found[sources[0]], source.name
