"""Does each language, by its real worker, show what several seeds and calls find, beside a correct implementation?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent / "work_check"
SHORT = ("-f", "3", "-wi", "0", "-i", "1", "-r", "10ms", "--no-lock", "--no-live")
FAULTY = {"cpp": "faulty.cpp", "go": "faulty.go", "java": "Faulty.java", "javascript": "faulty.js", "python": "faulty.py", "rust": "faulty.rs",
          "zig": "faulty.zig"}


def languages() -> list:
    return [pytest.param(name, marks=pytest.mark.language(*dict.fromkeys((name, "javascript" if name == "python" else "python"))))
            for name in FAULTY]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCES, tmp_path / "suite"))


def blocks(text: str) -> dict[str, tuple[str, list[str]]]:
    """By benchmark, in one style: the head of its comparison and the lines below."""
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("    ") and name:
            found[name][1].append(" ".join(line.split()))
        elif line[:17].rstrip() in ("same work", "work not checked", "DIFFERENT WORK", "NOT REPEATABLE", "failed"):
            outcome, title = line[:17].rstrip(), line[18:]
            name = title.split(":")[0].split(" ")[0].replace("_", "").lower()
            found[name] = f"{outcome}: {title}", []
    return found


def codes(lines: list[str]) -> list[str]:
    return [word.rstrip(":") for line in lines for word in line.split() if word.startswith("work-")]


@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
@pytest.mark.parametrize("language", languages())
def test_each_finding_names_its_implementation(clamh, sources: Path, language: str) -> None:
    found = clamh("check", "--values", FAULTY[language], "good.js" if language == "python" else "good.py", cwd=sources)
    assert found.returncode == 1, found.stderr
    of = blocks(found.stdout)
    assert {name: (head.split(":")[0], codes(lines)) for name, (head, lines) in of.items()} == {
        "remembered": ("DIFFERENT WORK", ["work-constant"]),
        "counted": ("DIFFERENT WORK", ["work-grows"]),
        "turned": ("DIFFERENT WORK", ["work-changes"]),
        "undefinedvalue": ("work not checked", ["work-nan"]),
        "silent": ("work not checked", ["work-nothing"]),
        "accumulated": ("same work", ["work-grows"]),
        "always": ("work not checked", ["work-constant"]),
        "literal": ("same work", []),
    }
    head, lines = of["remembered"]
    assert f"seed 2: the value of {language}/" in head and "does not depend on the input: returned 1796 for every seed of Random" in head
    assert [line.split()[-1] for line in lines[:2]] == ["1796", "1010"]  # what each gave with that seed
    head, lines = of["counted"]
    assert f"call 2 on one state, seed 2: the value of {language}/" in head
    assert [line.split()[-1] for line in lines[:2]] == ["1011", "1010"]
    assert all(name.startswith(f"{language}/") for name in (of[fault][1][-1].split()[0] for fault in ("remembered", "counted", "turned")))
    assert of["turned"][1][-1].count("1010, then -1010, then 1010") == 1
    assert of["literal"][0].endswith("returned 42 (one value only: the inputs do not differ)")


@pytest.mark.language("javascript", "python")
def test_a_finding_is_a_fact_of_the_results_file_and_a_warning_of_its_row(clamh, sources: Path) -> None:
    run = clamh("run", "faulty.js", "good.py", "--only", "remembered", "--only", "always", "--results", "out.ndjson", "-rf", "json",
                "-rff", "out.json", *SHORT, cwd=sources)
    assert run.returncode == 1 and "DIFFERENT WORK    remembered: seed 2: the value of javascript/" in run.stderr, run.stderr
    works = [record for record in map(json.loads, (sources / "out.ndjson").read_text().splitlines()) if record["event"] == "work"]
    assert [(work["inputs"], len(work["more"])) for work in works] == [(["Random"], 9)] * 4  # three seeds, and that of the fork which is called again after measuring
    rows = json.loads((sources / "out.json").read_text())
    warned = {(row["benchmark"].split(".")[-1], row["clamh"]["platform"].split("/")[0])
              for row in rows for item in row["clamh"]["warnings"] if item["code"] == "work-constant"}
    assert warned == {("remembered", "javascript"), ("always", "javascript"), ("always", "python")}
    held = {row["benchmark"].split(".")[-1]: term["holds"] for row in rows if row["clamh"]["ratio"]
            for term in row["clamh"]["ratio"]["terms"] if term["name"] == "value"}
    assert held == {"remembered": False, "always": None}


@pytest.mark.language("javascript", "python")
def test_a_queue_that_measuring_emptied_is_no_work_to_compare(clamh, sources: Path) -> None:
    """`take` empties in each iteration what its setup has filled; `look` leaves it as it was."""
    run = clamh("run", "drained.js", "drained.py", "--quick", "-f", "3", "--no-lock", "--results", "out.ndjson", "-rf", "json", "-rff", "out.json", cwd=sources)
    assert run.returncode == 0, run.stderr
    rows = {(row["benchmark"].split(".")[-1], row["clamh"]["platform"].split("/")[0]): row["clamh"] for row in json.loads((sources / "out.json").read_text())}
    drifted = {name: item["message"] for name, row in rows.items() for item in row["warnings"] if item["code"] == "work-drifts"}
    assert {name: text.partition("each call ")[2] for name, text in drifted.items()} == {
        ("take", "javascript"): "returned -1, on a fresh state returned 99", ("take", "python"): "returned 190, on a fresh state returned 99"}
    # The reason of a row may also be that a queue which is empty takes hardly longer than nothing.
    held = {name[0]: term for name, row in rows.items() if row["ratio"] for term in row["ratio"]["terms"] if term["name"] == "value"}
    assert held["take"]["holds"] is None and held["take"]["message"].startswith("work not checked: measuring changed what")
    assert held["look"]["holds"]
    used = [record for record in map(json.loads, (sources / "out.ndjson").read_text().splitlines()) if record["event"] == "used"]
    assert [len(item["used"]) for item in used] == [8] * 4


@pytest.mark.language("java", "javascript")
def test_a_queue_that_jmh_emptied_is_found_where_its_iterations_are_whole(clamh, sources: Path) -> None:
    run = clamh("run", "Drained.java", "drained.js", "--quick", "-f", "1", "--no-lock", "--results", "out.ndjson", cwd=sources)
    assert run.returncode == 0, run.stderr
    used = [record for record in map(json.loads, (sources / "out.ndjson").read_text().splitlines()) if record["event"] == "used"]
    assert all(len(record["used"]) >= 3 for record in used)  # a machine that is busy gets fewer calls
    assert sorted(" ".join({item["returned"] for item in record["used"]}) for record in used) == ["i:-1", "i:190"]
    drifts = "Java at take: Measuring changed what is computed: on the state after measuring each call returned -1, on a fresh state returned 99."
    assert drifts in " ".join(run.stdout.split()), run.stdout
