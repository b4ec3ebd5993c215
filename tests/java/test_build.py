"""Is what comes out of a build JMH's own jar, and does a wrong source lead back to the user's file?"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clamh.building.build import build
from clamh.languages import languages
from clamh.model.artifacts import Platform
from clamh.model.errors import BuildError

from .conftest import unit_of, values

pytestmark = pytest.mark.language("java")
PREVIEW = """import org.openjdk.jmh.annotations.*;
public class Preview {
    static String name(Object value) { return switch (value) { case String text -> text; default -> "other"; }; }
    @Benchmark @Fork(jvmArgsAppend = "--enable-preview") public String call() { return name("x"); }
}
"""


def test_the_jar_is_self_contained_and_has_jmhs_own_command_line(factorial: Any, tmp_path: Path) -> None:
    java, jar = factorial.artifact.platform.executable, factorial.artifact.path
    listed = subprocess.run([java, "-jar", jar, "-lp"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "clamh.Factorial.factorialIterative" in listed and 'param "number" = {25, 30}' in listed


def test_a_compile_error_names_the_users_file_and_line(platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "Wrong.java"
    source.write_text("// no package\nclass Wrong {\n    int x = nothing;\n}\n", encoding="utf-8")
    with pytest.raises(BuildError) as raised:
        build(languages()["java"].generator.generate(unit_of(source)), platform, os.environ)
    assert raised.value.output.startswith("Wrong.java:3: error: cannot find symbol")


def test_two_jvms_share_the_classes_and_another_text_has_its_own(platform: Platform, tmp_path: Path) -> None:
    def compiled(text: str, id_: str) -> str:
        source = tmp_path / "Shared.java"
        source.write_text(text, encoding="utf-8")
        on = msgspec.structs.replace(platform, id=id_, executable=f"/{id_}/bin/java")
        recipe = languages()["java"].toolchain.build(languages()["java"].generator.generate(unit_of(source)), on, Path("shared"))
        return next(step.key for step in recipe.steps if step.title == "javac")

    item = "class Shared { /** @Benchmark */ int x() { return 1; } }\n"
    assert compiled(item, "java/a") == compiled(item, "java/b") != compiled(item.replace("1", "2"), "java/a")


def test_class_that_only_forks_can_load_is_listed_and_runs(made: Any, platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`describe` has a JVM without --enable-preview, and failed with an UnsupportedClassVersionError."""
    if platform.facts["release"] != 17:
        pytest.skip("patterns in switch are a preview feature of Java 17")
    source = tmp_path / "Preview.java"
    source.write_text(PREVIEW, encoding="utf-8")
    monkeypatch.setenv("JDK_JAVAC_OPTIONS", "--enable-preview --add-exports java.base/sun.security.action=ALL-UNNAMED")
    built = made(source)
    with built.worker("clamh.Preview.call") as talk:
        talk.open("clamh.Preview.call")
        assert values(talk.say("invoke", "c", 1)) == ("s:x", [])
        talk.say("close", "c")
