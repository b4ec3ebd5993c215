"""Are classes of a project that are on the class path, and in no source, measured as JMH would?"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from in_process import remembered

from clamh.building.build import build
from clamh.languages import languages
from clamh.languages.java.toolchain import JAR
from clamh.model.artifacts import Platform
from clamh.model.sources import Settings
from clamh.pipeline import forecast

from .conftest import SOURCES, Built

pytestmark = pytest.mark.language("java")


@pytest.fixture
def inside(made: Callable[[Path], Built], platform: Platform) -> Built:
    """Inside.java, built with the jar of Outside.java on its class path; some benchmarks have the mode of a clamh.toml."""
    outside = made(SOURCES / "Outside.java")
    (unit,) = forecast([str(SOURCES / "Inside.java")], lambda warnings: None).units
    unit = msgspec.structs.replace(unit, benchmarks=tuple(
        msgspec.structs.replace(benchmark, settings=Settings(modes=("ss",)), defaulted=("modes",))
        if benchmark.name in ("inside.Inside.Moded.defaulted", "inside.Inside.direct") else benchmark for benchmark in unit.benchmarks))
    with_jar = msgspec.structs.replace(platform, extra=(*platform.extra, JAR + outside.artifact.path))
    with contextlib.chdir(outside.folder), remembered(outside.folder):
        return Built(build(languages()["java"].generator.generate(unit), with_jar, os.environ), outside.folder)


def test_the_benchmarks_of_the_class_path_are_not_listed(inside: Built) -> None:
    assert "inside.Inside.plain" in inside.benchmarks and not [name for name in inside.benchmarks if name.startswith("outside.")]


def test_a_mode_inherited_from_the_class_path_counts_before_that_of_clamh_toml(inside: Built) -> None:
    modes = {name.removeprefix("inside.Inside."): benchmark.settings.modes for name, benchmark in inside.benchmarks.items()}
    assert (modes["Moded.unset"], modes["Moded.defaulted"], modes["Moded.set"]) == (("thrpt",), ("thrpt",), ("sample",))
    assert (modes["plain"], modes["direct"]) == (None, ("ss",))


@pytest.mark.parametrize(("benchmark", "state"), [
    ("Own.own", "inside.Inside.Own"), ("inherited", "inside.Inside.Heir"),
    ("taken", "outside.Outside.Prepared"), ("direct", "outside.Outside.Prepared")])
def test_fixtures_of_the_class_path_do_not_run_around_slices(inside: Built, benchmark: str, state: str) -> None:
    with inside.worker(f"inside.Inside.{benchmark}") as talk:
        opened = talk.open(f"inside.Inside.{benchmark}")
        assert opened["unsliced"] == f"the sources do not show the fixtures of {state}" and not opened["invoke"]
        talk.say("close", "c")


def test_states_whose_fixtures_are_all_in_the_sources_have_slices(inside: Built) -> None:
    with inside.worker("inside.Inside.plain") as talk:
        opened = talk.open("inside.Inside.plain")
        assert "unsliced" not in opened and opened["invoke"]
        talk.say("close", "c")
