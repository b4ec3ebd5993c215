"""Is Maven asked for what sources need, and does its failure become one located sentence?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clamh.languages.java.dependencies import _find_modules, find_dependencies, missing_class_hint, missing_package_hint
from clamh.languages.java.fetch_jars import place, reason, replace_module
from clamh.model.errors import InputError

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


def test_a_class_older_than_its_source_is_refused(source: str, tmp_path: Path) -> None:
    """The class on the class path has the code from before the change, without any sign of it in the results."""
    own, built = tmp_path / "src/main/java/p/Own.java", tmp_path / "target/classes/p/Own.class"
    for file in (tmp_path / "pom.xml", own, built, own.with_name("package-info.java")):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(POM)
    assert find_dependencies(source, (), "mvn", tmp_path).poms == (str(tmp_path / "pom.xml"),)
    os.utime(built, (1, 1))
    with pytest.raises(InputError, match="changed since Maven compiled it"):
        find_dependencies(source, (), "mvn", tmp_path)
    assert find_dependencies(source, (), "mvn", tmp_path, {str(own)}).classes  # by `sources` of clamh.toml
    for text in ("    @Benchmark public int work() { return 1; }", "public @org.openjdk.jmh.annotations.Benchmark int work()", "//@@Benchmark\nint f()"):
        own.write_text(text)  # as in projects of JMH's archetype
        assert find_dependencies(source, (), "mvn", tmp_path).classes
    for text in ("/** For @Benchmark methods. */ class Own {}", "/**\n * @see Benchmark and @Benchmark\n */", "int f() // for @Benchmark"):
        own.write_text(text)
        with pytest.raises(InputError, match="changed since Maven compiled it"):
            find_dependencies(source, (), "mvn", tmp_path)


@pytest.mark.parametrize(("file", "built", "words"), [
    ("", False, ""), ("pom.xml", False, "mvn compile"), ("pom.xml", True, ""), ("build.gradle", False, 'sources = ["src/main/java/**/*.java"]')])
def test_a_missing_class_may_be_one_of_the_project(source: str, tmp_path: Path, file: str, built: bool, words: str) -> None:
    """A name of the same package is a missing symbol, not a missing package."""
    if file:
        (tmp_path / file).write_text("")
    if built:
        (tmp_path / "target/classes").mkdir(parents=True)
    assert words in missing_class_hint(source) and bool(missing_class_hint(source)) is bool(words)


@pytest.mark.parametrize(("log", "sentence"), [
    ("[ERROR] Could not find artifact g:a:jar:9 in central (https://x)", "no g:a:9: check"),
    ("[ERROR] Could not find artifact g:a:pom:${revision} in central (https://x)", "no g:a:${revision}: check"),
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


def test_modules_of_the_project_are_their_classes_not_the_installed_jars(source: str, tmp_path: Path) -> None:
    """Both builds of a gate had the jar of the last `mvn install`, and a change in the module was `the same`."""
    parent = "<parent><groupId>org.own</groupId><artifactId>all</artifactId><version>1</version></parent>"
    files = {"pom.xml": "<project xmlns='http://maven.apache.org/POM/4.0.0'><groupId>org.own</groupId><artifactId>all</artifactId><version>1</version>"
                        "<modules><module>core</module><module>bench</module><module>gone</module><module>bench/..</module></modules></project>",
             "core/pom.xml": f"<project>{parent}<artifactId>core</artifactId></project>",
             "bench/pom.xml": f"<project>{parent}<artifactId>bench</artifactId><dependency><artifactId>core</artifactId></dependency></project>",
             "core/src/main/java/Own.java": "", "core/target/classes/Own.class": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (step,) = find_dependencies(source, (), "mvn", tmp_path).steps
    classes = str(tmp_path / "core/target/classes")
    assert f"--module=org.own:core:1={classes}" in step.argv
    modules = {"org.own:core:1": classes}
    assert replace_module("/m2/org/own/core/1/core-1.jar", modules) == classes
    for jar in ("/m2/org/own/core/2/core-2.jar", "/m2/org/own/core/1/core-1-tests.jar", "/m2/org/other/core/1/core-1.jar"):
        assert replace_module(jar, modules) == jar
    assert "run `mvn install` once" in reason("Could not find artifact org.own:core:jar:1", modules)
    os.utime(tmp_path / "core/target/classes/Own.class", (1, 1))
    with pytest.raises(InputError, match="changed since Maven compiled it"):
        find_dependencies(source, (), "mvn", tmp_path)


@pytest.mark.parametrize(("top", "version"), [("<version>2</version>", "2"), ("<version>${revision}</version>", "3")])
def test_modules_are_found_above_a_clamh_toml_and_with_properties(tmp_path: Path, top: str, version: str) -> None:
    """They were not found, so the jar of the last `mvn install` was measured."""
    parent = f"<parent><groupId>g</groupId><artifactId>all</artifactId>{top}</parent>"
    files = {".git": "", "pom.xml": f"<project><groupId>g</groupId><artifactId>all</artifactId>{top}<properties><revision>3</revision></properties>"
                                    "<modules><module>core</module><module>bench</module><module>none</module><module>other</module></modules></project>",
             "core/pom.xml": f"<project>{parent}<artifactId>core</artifactId></project>",
             "other/pom.xml": "<?xml version='1.0' encoding='GBK'?><project><groupId>g</groupId><artifactId>other</artifactId>"
                              "<version>1</version></project>",  # Python's parser lacks it
             "none/pom.xml": "<?xml version='1.0' encoding='none'?><project/>",
             "bench/pom.xml": f"<project>{parent}<artifactId>bench</artifactId></project>", "bench/clamh.toml": "", "bench/src/Work.java": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    needed = find_dependencies(str(tmp_path / "bench/src/Work.java"), (), "mvn", tmp_path)
    assert f"--module=g:core:{version}={tmp_path / 'core/target/classes'}" in needed.steps[0].argv
    assert f"--module=g:other:1={tmp_path / 'other/target/classes'}" in needed.steps[0].argv
    assert needed.poms == (str(tmp_path / "bench/pom.xml"), str(tmp_path / "pom.xml"))


def test_version_of_a_module_has_the_properties_that_it_inherits(tmp_path: Path) -> None:
    """A sibling may have others, and a property may name another."""
    parent = "<parent><groupId>g</groupId><artifactId>all</artifactId><version>${revision}</version></parent>"
    texts = {"": "<groupId>g</groupId><artifactId>all</artifactId><version>${revision}</version><modules><module>a</module><module>b</module>"
                 "<module>c</module></modules><properties><revision>3${change}</revision><change>-S</change></properties>",
             "a": f"{parent}<artifactId>a</artifactId><properties><revision>9</revision><other>1</other></properties>",
             "b": f"{parent}<artifactId>b</artifactId>", "c": f"{parent}<artifactId>c</artifactId><version>${{other}}</version>"}
    for name, text in texts.items():
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "pom.xml").write_text(f"<project>{text}</project>")
    modules = _find_modules([tmp_path / "pom.xml", tmp_path / "a/pom.xml"])
    assert set(modules) == {"g:all:3-S", "g:a:9", "g:b:3-S", "g:c:1"}, "c may have a as its parent"
