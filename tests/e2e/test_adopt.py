"""Can what `clamh adopt` writes be checked, built and measured as it is?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "golden" / "adopt"
SHORT = ("-f", "1", "-i", "1", "-wi", "1", "-r", "10ms", "-w", "10ms", "--no-lock")


@pytest.mark.language("cpp")
@pytest.mark.language("python")
def test_adopted_benchmarks_are_measured(clamh, tmp_path: Path) -> None:  # noqa: ANN001
    for tool in ("google_benchmark", "pytest_benchmark"):
        shutil.copytree(SOURCES / tool, tmp_path / tool)
    assert clamh("adopt", "--write").returncode == 0
    codes = [line.rpartition(" ")[2] for line in clamh("check", "--strict", ".").stdout.splitlines()]
    assert codes == ["[constant-input]"]  # benchmark(math.sqrt, 2.0) computes a constant there, too
    done = clamh("run", *SHORT, "--layouts", "1", "-p", "size=10", "-p", "range0=8", "-rf", "json", "-rff", "out.json")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "out.json").read_text())
    measured = {(row["clamh"]["platform"].split("/")[0], row["benchmark"].split(".")[-1].split("::")[-1])
                for row in rows}
    assert measured == {("cpp", name) for name in ("BM_Sum", "BM_Scale", "BM_Append")} | {
        ("python", name) for name in ("test_total", "test_lambda", "sqrt", "inner", "rows")}
    assert all(row["primaryMetric"]["score"] > 0 for row in rows)


@pytest.mark.language("go")
def test_adopted_benchmarks_of_go_are_measured(clamh, tmp_path: Path) -> None:  # noqa: ANN001
    shutil.copytree(SOURCES / "go", tmp_path / "go")
    assert clamh("adopt", "--write").returncode == 0
    done = clamh("run", *SHORT, "--layouts", "1", "-p", "n=10", "-rf", "json", "-rff", "out.json")
    assert done.returncode == 0, done.stderr
    measured = {row["benchmark"].rpartition(".")[2] for row in json.loads((tmp_path / "out.json").read_text())}
    assert measured == {f"clamh{name}" for name in ("Sum", "Table", "Sizes", "Sizes_one", "Loop", "Check")}
