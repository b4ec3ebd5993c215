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
from clamh.pipeline import forecast

from .conftest import SOURCES, Built

pytestmark = pytest.mark.language("java")


@pytest.fixture
def inside(made: Callable[[Path], Built], platform: Platform) -> Built:
    """Inside.java, built with the jar of Outside.java on its class path."""
    outside = made(SOURCES / "Outside.java")
    (unit,) = forecast([str(SOURCES / "Inside.java")], lambda warnings: None).units
    with_jar = msgspec.structs.replace(platform, extra=(*platform.extra, JAR + outside.artifact.path))
    with contextlib.chdir(outside.folder), remembered(outside.folder):
        return Built(build(languages()["java"].generator.generate(unit), with_jar, os.environ), outside.folder)


def test_the_benchmarks_of_the_class_path_are_not_listed(inside: Built) -> None:
    assert "inside.Inside.plain" in inside.benchmarks and not [name for name in inside.benchmarks if name.startswith("outside.")]


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
