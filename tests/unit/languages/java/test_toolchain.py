"""Which JVMs are found, what is said about those that are missing, and what is built and started?"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clamh.languages.base import Captured, Command
from clamh.languages.java.toolchain import INSTALL_HINT, build, case_optimisation, describe_command, find, probe, run_command, together, with_temporary_folder
from clamh.model.artifacts import Artifact, Platform
from clamh.model.sources import SourceFile, Unit, Wrapper

Machine = Callable[..., str]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Makes a folder with executables of these names in bin/, and returns it."""

    def make(name: str, *tools: str) -> str:
        for tool in tools:
            path = tmp_path / name / "bin" / tool
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("#!/bin/sh\n", encoding="utf-8")
            path.chmod(0o755)
        return str(tmp_path / name)

    return make


def says(**homes: tuple[str, str]) -> Callable[[tuple[str, ...]], Captured]:
    """What `java -XshowSettings:properties -version` prints, by the home's last name: (vendor.version, version)."""

    def run(argv: tuple[str, ...]) -> Captured:
        home = Path(argv[0]).parents[1]
        if home.name == "jre":
            home = home.parent
        if home.name not in homes:
            return Captured(code=127, output="No such file or directory")
        vendor, version = homes[home.name]
        if argv[0].endswith("javac"):
            return Captured(code=0, output=f"Picked up JAVA_TOOL_OPTIONS: -Xshare:auto\njavac {version}\n")
        vendor_line = f"    java.vendor.version = {vendor}\n" if vendor else ""
        java_home = Path(argv[0]).parents[1]
        return Captured(code=0, output=(
            f"Property settings:\n    java.home = {java_home}\n    java.library.path = /a\n        /b\n{vendor_line}"
            f"    java.version = {version}\n"
            "    java.vm.name = OpenJDK 64-Bit Server VM\n    java.vm.version = 1+2\n\nopenjdk version\n"))

    return run


def test_without_variables_the_java_on_path_is_the_platform(machine: Machine) -> None:
    home = machine("jdk", "java", "javac", "mvn")
    (platform,), skips = find({"PATH": f"{home}/bin"}, says(jdk=("", "17.0.15")))
    assert (platform.id, platform.version, platform.executable) == ("java/openjdk-17", "17.0.15", f"{home}/bin/java")
    assert platform.facts["javac"] == f"{home}/bin/javac" and platform.facts["maven"] == f"{home}/bin/mvn"
    assert not platform.facts["chosen"] and skips == []


def test_java_home_comes_before_path(machine: Machine) -> None:
    path, home = machine("path", "java", "javac", "mvn"), machine("home", "java", "javac")
    text = says(path=("", "17.0.1"), home=("Temurin-21.0.1+2", "21.0.1"))
    platforms, _ = find({"PATH": f"{path}/bin", "JAVA_HOME": home}, text)
    assert [platform.id for platform in platforms] == ["java/temurin-21"]


def test_the_jvm_of_the_command_line_is_the_only_one(machine: Machine) -> None:
    path, home, asked = machine("path", "java", "javac", "mvn"), machine("home", "java"), machine("asked", "java")
    text = says(path=("", "17.0.1"), home=("", "17.0.1"), asked=("Temurin-21.0.1+2", "21.0.1"))
    environ = {"PATH": f"{path}/bin", "JAVA_HOME": home, "JAVA_HOME_X": home, "CLAMH_JVM": f"{asked}/bin/java"}
    (platform,), _ = find(environ, text)
    assert (platform.id, platform.executable) == ("java/temurin-21", f"{asked}/bin/java")
    _, (skip,) = find({**environ, "CLAMH_JVM": "/no/bin/java"}, text)
    assert "/no/bin/java (-jvm) does not start" in skip.reason


def test_named_homes_are_exactly_those_and_chosen(machine: Machine) -> None:
    machine("path", "java", "javac", "mvn")
    homes = {"JAVA_HOME_B": machine("b", "java", "javac"), "JAVA_HOME_A": machine("a", "java", "javac")}
    environ = {"PATH": machine("path") + "/bin", **homes, "JAVA_HOME_EMPTY": ""}
    text = says(path=("", "17"), a=("Temurin-25.0.3+9", "25.0.3"), b=("", "17.0.2"))
    platforms, skips = find(environ, text)
    assert [platform.id for platform in platforms] == ["java/temurin-25", "java/openjdk-17"] and skips == []
    assert all(platform.facts["chosen"] for platform in platforms)
    default_first, _ = find({**environ, "JAVA_HOME": homes["JAVA_HOME_B"]}, text)
    assert [platform.id for platform in default_first] == ["java/openjdk-17", "java/temurin-25"]


def test_equal_ids_get_the_name_of_their_variable(machine: Machine) -> None:
    homes = {f"JAVA_HOME_{name.upper()}": machine(name, "java", "javac") for name in ("one", "two", "three")}
    text = says(**{name: ("", "17.0.1") for name in ("one", "two", "three")})
    platforms, _ = find({"PATH": machine("path", "mvn") + "/bin", **homes}, text)
    assert [platform.id for platform in platforms] == ["java/openjdk-17", "java/openjdk-17-three", "java/openjdk-17-two"]


def test_a_jvm_without_javac_runs_what_another_one_compiled(machine: Machine) -> None:
    jre, jdk = machine("runtime", "java"), machine("jdk", "java", "javac")
    environ = {"PATH": machine("path", "mvn") + "/bin", "JAVA_HOME_A": jre, "JAVA_HOME_B": jdk}
    platforms, _ = find(environ, says(runtime=("Zulu21.1", "21.0.1"), jdk=("", "17.0.1")))
    assert [(platform.id, platform.facts["javac"], platform.facts["release"]) for platform in platforms] == [
        ("java/zulu-21", f"{jdk}/bin/javac", 17), ("java/openjdk-17", f"{jdk}/bin/javac", 17)]


def test_the_newest_compiler_compiles_for_the_oldest_jvm_of_those_that_run(machine: Machine) -> None:
    old, new = machine("old/jre", "java"), machine("new", "java", "javac")
    machine("old", "java", "javac")  # Java 8 has its JVM in a folder of its JDK's
    environ = {"PATH": machine("path", "mvn") + "/bin", "JAVA_HOME_A": old, "JAVA_HOME_B": new}
    platforms, _ = find(environ, says(old=("", "1.8.0_504"), new=("", "21.0.1")))
    assert [(platform.id, platform.flags, platform.facts["javac"]) for platform in platforms] == [
        ("java/openjdk-8", ("--release", "8", "-g"), f"{new}/bin/javac"), ("java/openjdk-21", ("-source", "21", "-g"), f"{new}/bin/javac")]
    assert [(platform.flags, platform.facts["release_of"]) for platform in together(platforms)] == [(("--release", "8", "-g"), "java/openjdk-8")] * 2
    assert [(platform.flags, platform.facts["release_of"]) for platform in together(platforms[1:])] == [(("-source", "21", "-g"), "java/openjdk-21")]
    alone, _ = find({**environ, "JAVA_HOME_B": ""}, says(old=("", "1.8.0_504")))
    assert [(platform.flags, platform.facts["javac"]) for platform in alone] == [(("-g",), f"{Path(old).parent}/bin/javac")]  # it knows no --release


def test_what_is_missing_is_named_with_the_line_that_installs_it(machine: Machine) -> None:
    assert INSTALL_HINT == "apt-get install openjdk-17-jdk-headless maven"
    nothing = machine("nothing") + "/bin"
    for tools, reason in ((("java", "javac"), "mvn not found"), (("java", "mvn"), "javac not found"),
                          (("javac", "mvn"), "java not found"), (("java",), "javac and mvn not found")):
        home = machine("-".join(tools), *tools)
        platforms, (skip,) = find({"PATH": f"{home}/bin:{nothing}"}, says(**{"-".join(tools): ("", "17.0.1")}))
        assert platforms == [] and (skip.platform, skip.reason, skip.hint) == ("java", reason, INSTALL_HINT)
        # A java without javac is a JDK of no use; without Maven or java something is only missing.
        assert skip.broken == ("java" in tools and "javac" not in tools)


def test_the_java_of_a_mac_without_a_jdk_is_not_found(machine: Machine) -> None:
    answer = "The operation couldn't be completed. Unable to locate a Java Runtime.\nPlease visit http://www.java.com for information on installing Java.\n\n"
    path = machine("usr", "java", "javac") + "/bin"
    _, (skip,) = find({"PATH": path}, lambda argv: Captured(code=1, output=answer))
    assert (skip.reason, skip.broken) == ("java and javac and mvn not found", False)


def test_homes_that_are_broken_or_old_are_skipped_with_their_variable(machine: Machine) -> None:
    environ = {"PATH": machine("path", "javac", "mvn") + "/bin", "JAVA_HOME_OLD": machine("old", "java"),
               "JAVA_HOME_BROKEN": "/nowhere", "JAVA_HOME_GOOD": machine("good", "java")}
    platforms, skips = find(environ, says(old=("", "1.7.0_80"), good=("", "21"), path=("", "21")))
    assert [platform.id for platform in platforms] == ["java/openjdk-21"]
    assert "/nowhere/bin/java (JAVA_HOME_BROKEN) does not start" in skips[0].reason and "JAVA_HOME_BROKEN" in skips[0].hint
    assert all(skip.broken for skip in skips)
    assert "Java 1.7.0_80" in skips[1].reason and "at least 8" in skips[1].reason
    only_old = {name: value for name, value in environ.items() if name in ("PATH", "JAVA_HOME_OLD")}
    assert find(only_old, says(old=("", "1.7.0_80"), path=("", "21")))[0] == []


PLATFORM = Platform(id="java/x-17", language="java", executable="/j/bin/java", version="17",
                    facts={"javac": "/j/bin/javac", "javac_version": 21, "release": 17, "maven": "/m/mvn"})


def test_temporary_folder_is_part_of_the_compared_arguments() -> None:
    argv = ("java", "-XX:+A", "-Db=c", "-cp", "jar", "org.openjdk.jmh.runner.Worker", "digest", "1", "-Db=c", "-XX:+A", "-Db=c")
    command = with_temporary_folder(Command(argv=argv, interrupts_s=3.0), "/mem/x")
    assert command.argv == ("java", "-XX:+A", "-Db=c", "-Djava.io.tmpdir=/mem/x", *argv[3:], "-Djava.io.tmpdir=/mem/x")
    assert command.interrupts_s == 3.0


def test_builds_share_jmh_and_the_launcher(tmp_path: Path) -> None:
    source = SourceFile(path="a/My Tests.java", language="java", sha256="0", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    wrapper = Wrapper(unit=unit, files={"src/p/B.java": "", "src/p/A.java": "", "resources/x": ""}, entry="src/p/B.java")
    result = build(wrapper, PLATFORM, tmp_path / "shared")
    assert result.artifact == "run_My Tests.jar"
    maven, launcher, recording, jmh, base, javac, jar = result.steps
    assert [bool(step.key) for step in result.steps] == [True] * 6 + [False]  # the jar is the unit's own
    assert maven.key == "jmh-1.37" and maven.argv[0] == "/m/mvn" and "1.37" in maven.files["pom.xml"]
    assert len({launcher.key, recording.key, jmh.key, base.key, maven.key, javac.key}) == 6
    assert [name for name in javac.files if name.endswith(".java")] == ["src/p/A.java", "src/p/B.java"]
    assert str(tmp_path / "shared" / javac.key / "classes") in jar.argv and "resources" in jar.argv
    assert "-Werror" in launcher.argv and any(name.endswith("Worker.java") for name in launcher.argv)
    (blackhole,) = filter(None, recording.files.values())  # its key leaves out the rest of the launcher
    assert re.findall(r"^import (\S+);", blackhole, re.MULTILINE) == ["org.openjdk.jmh.runner.Recorder"]
    assert "org.openjdk.jmh.Main" in jmh.argv and str(tmp_path / "shared" / jmh.key / "jmh.jar") in base.argv
    argv = javac.argv
    assert argv[argv.index("-processor") + 1] == "org.openjdk.jmh.generators.BenchmarkProcessor"
    assert argv[argv.index("--release") + 1] == "17" and "-processorpath" in argv
    assert argv[-2:] == ("src/p/A.java", "src/p/B.java")
    missing = "Main.java:2: error: cannot find symbol\nMain.java:1: error: package com.google.common.collect does not exist\n"
    assert "[java] dependencies" in next(hint for words, hint in javac.failure_hints.items() if words in missing)
    for step in (launcher, recording):
        assert step.env == {"JDK_JAVAC_OPTIONS": ""}  # the user's options, such as --enable-preview, are not for our classes
        assert step.argv[step.argv.index("--release") + 1] == "8"
    assert "the version of this JVM" in javac.failure_hints["(use -source "] and "use only features of Java 17" in javac.failure_hints["cannot find symbol"]
    own = build(wrapper, msgspec.structs.replace(PLATFORM, facts={**PLATFORM.facts, "javac_version": 17}), tmp_path / "shared").steps[-2]
    assert "cannot find symbol" not in own.failure_hints  # the compiler has all that there is
    assert own.argv[own.argv.index("-source") + 1] == "17" and "--release" not in own.argv  # which allows no --add-exports
    assert jar.outputs == ("run_My Tests.jar",)


def test_jars_of_clamh_toml_are_compiled_with_and_named_in_the_manifest(machine: Machine, tmp_path: Path) -> None:
    home, jar = machine("jdk", "java", "javac", "mvn"), tmp_path / "a b.jar"
    asked: list[tuple[str, ...]] = []

    def run(argv: tuple[str, ...]) -> Captured:
        asked.append(argv)
        return says(jdk=("", "17"))(argv)

    jar.write_bytes(b"one")
    platform = probe(home, ("-Xmx1g", f"--class-path={jar}"), {"PATH": f"{home}/bin"}, run)
    assert isinstance(platform, Platform) and asked[0][1:3] == ("-Xmx1g", "-XshowSettings:properties")
    assert platform.flags[-1] == f"--class-path={jar}"  # recorded
    unit = Unit(source=SourceFile(path="A.java", language="java", sha256="0", benchmarks=True), companions=(), parsed=(),
                benchmarks=(), states=(), fixtures=())
    wrapper = Wrapper(unit=unit, files={"src/A.java": ""}, entry="src/A.java")
    *_, javac, packed = build(wrapper, platform, tmp_path).steps
    assert javac.argv[javac.argv.index("-cp") + 1].endswith(f":{jar}") and javac.reads == (str(jar),)
    assert f"--class-path={jar}" in packed.argv and "--onto" not in packed.argv
    assert describe_command(Artifact(source="A.java", platform=platform, path="/b/a.jar", sha256="")).argv[-1] == "jvmArgs=-Xmx1g"
    jar.write_bytes(b"two")
    *_, again, _ = build(wrapper, platform, tmp_path).steps
    assert again.key != javac.key


@pytest.mark.parametrize(("variable", "text", "simplest"), [
    ("JAVA_TOOL_OPTIONS", "-Dx=1 -XX:+UseZGC", False), ("_JAVA_OPTIONS", "-XX:+UseG1GC", False),
    ("JAVA_TOOL_OPTIONS", "-XX:+UseNUMA", True)])
def test_javac_has_the_collector_of_the_environment(
    variable: str, text: str, simplest: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A JVM that is given two collectors does not start."""
    monkeypatch.setenv(variable, text)
    unit = Unit(source=SourceFile(path="A.java", language="java", sha256="0", benchmarks=True), companions=(), parsed=(),
                benchmarks=(), states=(), fixtures=())
    steps = build(Wrapper(unit=unit, files={"src/A.java": ""}, entry="src/A.java"), PLATFORM, tmp_path).steps
    compiling = [step.argv for step in steps if step.argv[0].endswith("javac")]
    assert ["-J-XX:+UseSerialGC" in argv for argv in compiling] == [simplest] * 3


@pytest.mark.parametrize("variable", ["JDK_JAVAC_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", ""])
def test_classes_are_compiled_again_for_other_options_or_another_build_of_javac(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Classes that were compiled once were kept, although the variables of the environment had changed."""
    home = machine("jdk", "java", "javac", "mvn")
    unit = Unit(source=SourceFile(path="A.java", language="java", sha256="0", benchmarks=True), companions=(), parsed=(),
                benchmarks=(), states=(), fixtures=())
    wrapper = Wrapper(unit=unit, files={"src/A.java": ""}, entry="src/A.java")

    def key() -> str:
        platform = probe(home, (), {"PATH": f"{home}/bin"}, says(jdk=("", "17")))
        assert isinstance(platform, Platform)
        return build(wrapper, platform, tmp_path).steps[-2].key

    before, same = key(), key()
    if variable:
        monkeypatch.setenv(variable, "-g:none")
    else:
        Path(home, "bin", "javac").write_text("another build of this version", encoding="utf-8")
    assert before == same != key()


def test_describing_is_a_plain_jvm_and_running_is_what_it_returned() -> None:
    artifact = Artifact(source="a/B.java", platform=PLATFORM, path="/b/run_B.jar", sha256="0")
    assert describe_command(artifact).argv == (
        "/j/bin/java", "-cp", "/b/run_B.jar", "org.openjdk.jmh.runner.Describe", "java/x-17", "/b")
    asked = msgspec.structs.replace(artifact, options={"jvmArgsAppend": ("-Xmx1g", "-Da=b c")})
    assert describe_command(asked).argv[-2:] == ("jvmArgsAppend=-Xmx1g", "jvmArgsAppend=-Da=b c")
    jvm = msgspec.structs.replace(artifact, options={"jvm": ("../x",)})  # relative to another folder than that of the suite
    assert describe_command(jvm).argv[-1] == "jvm=/j/bin/java"
    prebuilt = msgspec.structs.replace(artifact, sha256="")
    assert describe_command(prebuilt).argv[-1].endswith("/clamh/hints")  # nothing is written into the folder of the user
    assert run_command(artifact, {"argv": ["/j/bin/java", "-Xmx1g", "W"]}).argv == ("/j/bin/java", "-Xmx1g", "W")


def test_a_platform_of_clamh_toml_has_its_own_arguments_in_every_fork(machine: Machine) -> None:
    home = machine("jdk", "java", "javac", "mvn")
    run, environ = says(jdk=("Temurin-25", "25")), {"PATH": f"{home}/bin"}
    by_folder = probe(home, ("-XX:+UseZGC",), environ, run)
    assert by_folder == probe(f"{home}/bin/java", ("-XX:+UseZGC",), environ, run)
    assert isinstance(by_folder, Platform) and by_folder.id == "java/temurin-25"
    assert by_folder.flags[-1] == "-XX:+UseZGC" and by_folder.extra == ("-XX:+UseZGC",)
    assert (by_folder.optimisation, by_folder.target) == ("", "")
    less = probe(home, ("-XX:UseAVX=3", "-XX:TieredStopAtLevel=1", "-XX:UseAVX=0"), environ, run)
    assert (less.optimisation, less.target) == ("-XX:TieredStopAtLevel=1", "-XX:UseAVX=0")
    artifact = Artifact(source="A.java", platform=by_folder, path="/b/a.jar", sha256="")
    assert describe_command(artifact).argv[-1] == "jvmArgs=-XX:+UseZGC"
    text = msgspec.structs.replace(artifact, options={"jvmArgs": ("-Xmx1g",)})
    assert describe_command(text).argv[-2:] == ("jvmArgs=-XX:+UseZGC", "jvmArgs=-Xmx1g")


def test_how_a_case_is_compiled_is_read_from_the_arguments_of_its_fork() -> None:
    jmh = ["/j/bin/java", "-XX:CompileCommandFile=/b/hints-1", "-XX:+UnlockDiagnosticVMOptions", "-cp", "/b/a.jar", "Worker"]
    assert case_optimisation({"argv": jmh}) == ("", "")
    assert case_optimisation({"argv": [*jmh[:1], "-XX:-TieredCompilation", "-XX:UseAVX=1", *jmh[1:]]}) == (
        "-XX:-TieredCompilation", "-XX:UseAVX=1")


def test_what_a_jvm_says_to_flags_that_it_does_not_know_is_handed_on(machine: Machine) -> None:
    home = machine("jdk", "java", "javac", "mvn")
    words = "Unrecognized VM option 'UseYGC'\nError: Could not create the Java Virtual Machine.\nError: A fatal exception"
    assert probe(home, ("-XX:+UseYGC",), {}, lambda argv: Captured(code=1, output=words)) == words.splitlines()[0]


def test_reason_why_a_jvm_does_not_start_is_below_its_heading(machine: Machine) -> None:
    words = "Error occurred during initialization of VM\nCould not allocate compressed class space: 1073741824 bytes\n"
    home = machine("jdk", "java", "javac", "mvn")
    assert probe(home, (), {}, lambda argv: Captured(code=1, output=words)) == words.splitlines()[1]
