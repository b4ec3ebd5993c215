"""Do implementations that compute different values show it: side by side, at their ratio, and until clamh.toml says why?"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

pytestmark = pytest.mark.language("cpp", "java", "javascript")
SHORT = ("-f", "3", "-wi", "0", "-i", "1", "-r", "10ms", "--no-lock")


@pytest.fixture
def overflowing(fac_tests: Path, tmp_path: Path) -> Path:
    """The suite of factorials, one of which C++ computes in 64 bits: 25! does not fit."""
    suite = tmp_path / "fac"
    shutil.copytree(fac_tests, suite)
    source = suite / "factorial.cpp"
    text = source.read_text(encoding="utf-8")
    for old, new in (("static double factorialIterative", "static long factorialIterative"), ("double product = 1.0", "long product = 1"),
                     ("product *= static_cast<double>(factor)", "product *= factor")):
        assert old in text
        text = text.replace(old, new)
    source.write_text(text, encoding="utf-8")
    return suite


def test_overflow_is_shown_and_marked_until_excused(clamh, overflowing: Path) -> None:
    requested = (overflowing, "-p", "number=25")
    found = clamh("check", "--values", *requested)
    assert found.returncode == 1, found.stderr
    same, head, *sides = found.stdout.splitlines()[:4]
    of_others, of_cpp = sorted(sides, key=lambda line: line.lstrip().startswith("cpp/"))
    assert same.startswith("same work         factorial_recursive(number=25): c/") and same.endswith(": returned 1.5511210043330986e+25 "
        "(one value only: the inputs do not differ)")
    assert head == ("DIFFERENT WORK    factorial_iterative(number=25): one side exceeds a 64-bit integer: an integer overflow on the other")
    assert of_cpp.endswith("  returned 7034535277573963776")
    assert "java/" in of_others and "javascript/" in of_others and of_others.endswith("  returned 1.5511210043330984e+25")

    run = clamh("run", "factorial.cpp", "factorial.js", "-p", "number=25", "--only", "Iterative", "-rf", "json", "-rff", "out.json",
                "--full", *SHORT, cwd=overflowing)
    assert run.returncode == 1 and "DIFFERENT WORK    factorialIterative(number=25)" in run.stderr
    assert "not compared, DIFFERENT WORK" in run.stdout and "not compared: different work: " in " ".join(run.stdout.split())
    rows = json.loads((overflowing / "out.json").read_text(encoding="utf-8"))
    terms = {item["name"]: item for row in rows if row["clamh"]["ratio"] for item in row["clamh"]["ratio"]["terms"]}
    assert terms["value"]["holds"] is False and "7034535277573963776" in terms["value"]["message"]

    (overflowing / "clamh.toml").write_text('[differs]\nfactorial_iterative = "C++ counts in 64 bits"\nrecursive = "x"\n')
    wrong = clamh("check", "--values", overflowing)
    assert wrong.returncode == 2 and "clamh.toml:3:1: error: [differs] of clamh.toml: 'recursive' is not a benchmark" in wrong.stderr
    assert re.search(r"did you mean factorial_?[rR]ecursive\?", wrong.stderr)  # in the style of one of the languages
    (overflowing / "clamh.toml").write_text('[differs]\nfactorial_iterative = "C++ counts in 64 bits"\nfactorialRecursive = "x"\n')
    excused = clamh("check", "--values", overflowing)
    assert excused.returncode == 0
    assert "excused           factorial_iterative(number=25): C++ counts in 64 bits" in excused.stdout
    assert "clamh.toml:3:1: warning: [differs] of clamh.toml: all implementations of 'factorialRecursive' give the same value now" in (
        excused.stderr)


def test_what_is_verified_is_a_fact_of_the_results_file(clamh, fac_tests: Path, tmp_path: Path) -> None:
    run = clamh("run", fac_tests / "factorial.cpp", fac_tests / "factorial.js", "-p", "number=25", "--only", "Recursive",
                "--results", "out.ndjson", "--full", *SHORT)
    assert run.returncode == 0, run.stderr
    assert "Terms: all equal." in run.stdout
    records = [json.loads(line) for line in (tmp_path / "out.ndjson").read_text(encoding="utf-8").splitlines()]
    works = [record["returned"] for record in records if record["event"] == "work"]
    assert works == [f"i:{int(1.5511210043330986e25)}"] * 2


def test_one_implementation_has_nothing_to_be_compared_with(clamh, fac_tests: Path) -> None:
    alone = clamh("check", "--values", fac_tests / "factorial.js")
    assert (alone.returncode, alone.stdout) == (0, "nothing to compare: no benchmark has two implementations\n")
