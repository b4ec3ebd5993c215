"""Is Maven asked for what sources need, and does its failure become one located sentence?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.java.dependencies import find_dependencies, missing_package_hint
from clamh.languages.java.fetch_jars import place, reason

POM = "<project>\n<dependencies>\n<artifactId>commons-lang3</artifactId>\n</dependencies></project>"


@pytest.fixture
def source(tmp_path: Path) -> str:
    (tmp_path / ".git").mkdir()
    (tmp_path / "bench").mkdir()
    return str(tmp_path / "bench" / "L.java")


def test_coordinates_become_a_pom_and_a_folder_of_jars(source: str) -> None:
    dependencies = find_dependencies(source, ("-Xmx1g", "--dependency=g:a:1", "--dependency=g:b:2:tests"), "mvn", Path("/shared"))
    (step,) = dependencies.steps
    assert dependencies.folder == f"/shared/{step.key}/lib" and not dependencies.listed and not dependencies.classes
    assert "<groupId>g</groupId>\n<artifactId>b</artifactId>\n<version>2</version>\n<classifier>tests</classifier>" in step.files["pom.xml"]
    other = find_dependencies(source, ("--dependency=g:a:2",), "mvn", Path("/shared"))
    assert other.steps[0].key != step.key
    assert not find_dependencies(source, ("-Xmx1g",), "mvn", Path("/shared")).steps


def test_an_error_points_to_clamh_toml_above_a_repository(source: str, tmp_path: Path) -> None:
    (tmp_path / "clamh.toml").write_text("")
    (tmp_path / "bench" / ".git").mkdir(parents=True)
    (step,) = find_dependencies(source, ("--dependency=g:a:1",), "mvn", Path("/shared")).steps
    assert step.argv[-2:] == ("--named", str(tmp_path / "clamh.toml"))


def test_project_is_read_again_if_a_pom_class_resource_or_jar_changes(source: str, tmp_path: Path) -> None:
    pom, built = tmp_path / "pom.xml", tmp_path / "target" / "classes" / "p" / "Own.class"
    shared = tmp_path / "shared"
    pom.write_text(POM)
    first = find_dependencies(source, (), "mvn", shared)
    assert first.listed and first.steps[0].argv[-2:] == (str(pom), "classpath.txt") and not first.classes
    built.parent.mkdir(parents=True)
    built.write_bytes(b"1")
    second = find_dependencies(source, (), "mvn", shared)
    assert second.classes == (str(tmp_path / "target" / "classes"),) and second.steps == first.steps
    keys = [second.key]
    listed, jar = Path(second.listed), tmp_path / "core-1.0-SNAPSHOT.jar"
    listed.parent.mkdir(parents=True)
    listed.write_text(f"{jar}\n{tmp_path}/missing.jar\n")
    for changed in (built, built.parent / "texts.properties", jar, jar):
        changed.write_text(f"new {len(keys)}")
        keys.append(find_dependencies(source, (), "mvn", shared).key)
    assert all(key not in keys[:at] for at, key in enumerate(keys))
    pom.write_text(POM + "\n")
    assert find_dependencies(source, (), "mvn", shared).steps != first.steps


def test_pom_outside_of_the_project_is_ignored(source: str, tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text(POM)
    (tmp_path / "bench" / "clamh.toml").write_text("")
    assert not find_dependencies(source, (), "mvn", Path("/shared")).steps


@pytest.mark.parametrize(("file", "words"), [("", "[java] dependencies"), ("pom.xml", "mvn compile"), ("build.gradle.kts", "does not run Gradle")])
def test_a_missing_package_names_the_key_of_clamh_toml(source: str, tmp_path: Path, file: str, words: str) -> None:
    if file:
        (tmp_path / file).write_text("")
    assert words in missing_package_hint(source) and "dependencies = [" in missing_package_hint(source)


@pytest.mark.parametrize(("log", "sentence"), [
    ("[ERROR] Could not find artifact g:a:jar:9 in central (https://x)", "no g:a:9: check"),
    ("[ERROR] Could not resolve dependencies: g:a:jar:9 was not found in https://x during a previous attempt", "no g:a:9: check"),
    ("[ERROR] The following artifacts could not be resolved: g:a:jar:9: Could not transfer artifact g:a:jar:9", "cannot reach its repositories"),
    ("[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   Malformed POM /p/pom.xml: end tag (position: 3:1)", "Malformed POM /p/pom.xml"),
    ("[ERROR] \n[ERROR] broken", "Maven failed: broken"),
    ("sh: no java", "sh: no java"),
])
def test_a_failure_of_maven_is_one_sentence(log: str, sentence: str) -> None:
    assert sentence in reason(log) and "\n" not in reason(log)


def test_what_is_missing_has_the_line_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text(POM)
    named = str(tmp_path / "pom.xml")
    assert place(named, "Could not find artifact org.apache.commons:commons-lang3:jar:9 in central") == f"{named}:3"
    (tmp_path / "clamh.toml").write_text('[java]\ndependencies = [\n  "x:y:1",\n  "g:a:9",\n]\n')
    named = str(tmp_path / "clamh.toml")
    assert place(named, "Could not find artifact g:a:jar:9 in central") == f"{named}:4"
    assert place(named, "Malformed") == f"{named}:2"
