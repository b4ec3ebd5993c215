"""Finds JVMs, builds Java artifacts with JMH, and returns the commands that start their processes."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.languages.base import Build, Command, Run, Step
from clamh.languages.java import dependencies
from clamh.languages.java.flags import JAR, fork_options, jvm_args, optimisation, target
from clamh.languages.toolchains import identify_program, name_artifact
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

HERE = Path(__file__).parent
JMH = "1.37"
OLDEST = 8  # JMH's minimum, and the release of our own classes
INSTALL_HINT = ("brew install --cask temurin && brew install maven" if sys.platform == "darwin" else
                "apt-get install openjdk-17-jdk-headless maven")
NO_JDK = "Unable to locate a Java Runtime"  # the answer of the java that macOS has before a JDK is installed
MAIN = "org.openjdk.jmh.Main"
WORKER = "org.openjdk.jmh.runner.Worker"
NAMED_HOME = "JAVA_HOME_"
# JMH interrupts a single shot every 100 ms after its Timeout. A benchmark that reacts has this long to end.
INTERRUPTS_S = 2.0
CHOSEN_JVM = "CLAMH_JVM"  # the variable through which language.toml passes -jvm
COMPILE_VARIABLES = ("JDK_JAVAC_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")  # what javac reads
# javac lives for a second or two: using only the first compiler and the simplest collector saves a third of that.
SHORT_LIVED = ("-J-XX:TieredStopAtLevel=1", "-J-Xshare:auto")
COLLECTOR = re.compile(r"-XX:\+Use\w*GC\b")
UNINITIALISED = "Error occurred during initialization of VM"  # the next line has the reason
RECORDER = "runtime/org/openjdk/jmh/runner/Recorder.java"  # the one launcher class that the recording Blackhole needs
FOLDER = {"classes/META-INF/clamh/classes": ""}  # javac 8 does not create the folder of -d
JARS = {
    "core": (f"jmh-core-{JMH}.jar", "jopt-simple-5.0.4.jar", "commons-math3-3.6.1.jar"),
    "processor": (f"jmh-generator-annprocess-{JMH}.jar",),
}
# A JVM's vendor is the first of these words in `java.vendor.version`, `java.vendor` and `java.vm.name`, else openjdk.
VENDORS = ("temurin", "zulu", "corretto", "graalvm", "liberica", "sapmachine", "microsoft")


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The JVMs of this machine, the default first, and the skipped ones.

    If any JAVA_HOME_<NAME> is set, exactly those JVMs are used and marked as chosen. Otherwise it is JAVA_HOME, or the
    java on PATH. A JVM without javac is a platform if another JVM's javac can compile for it.
    """
    jvms: list[tuple[str, dict[str, str]]] = []
    skips: list[Skip] = []
    for name, java in _candidates(environ):
        properties = _read_properties(java, (), run)
        if isinstance(properties, dict):
            jvms.append((name, properties))
        elif properties.startswith("it is"):
            skips.append(Skip(platform="java", reason=f"{java} ({name}): {properties}", hint=INSTALL_HINT, broken=True))
        elif NO_JDK not in properties:
            skips.append(Skip(platform="java", reason=f"{java} ({name}) does not start: {properties}",
                              hint=f"set {name} to a JDK, or: {INSTALL_HINT}", broken=True))
    javac = _javac([properties for _, properties in jvms], environ, run)
    maven = shutil.which("mvn", path=environ.get("PATH", os.defpath))
    missing = [tool for tool, path in (("java", jvms), ("javac", javac), ("mvn", maven)) if not path]
    if missing and not (skips and missing[0] == "java"):
        skips.append(Skip(platform="java", reason=f"{' and '.join(missing)} not found", hint=INSTALL_HINT,
                          broken=bool(jvms) and not javac))
    if missing or not javac:
        return [], skips
    ids: list[str] = []
    platforms = []
    for name, properties in jvms:
        ids.append(_id(name, properties, ids))
        platforms.append(_platform(ids[-1], name, properties, javac, str(maven)))
    return platforms, skips


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of a java or one JDK folder, or why it cannot be used. `flags` are the forks' -jvmArgs."""
    java = str(Path(program) / "bin" / "java") if Path(program).is_dir() else program
    executable = shutil.which(java, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    properties = _read_properties(executable, jvm_args(flags), run)
    if isinstance(properties, str):
        return properties
    javac = _javac([properties], environ, run)
    maven = shutil.which("mvn", path=environ.get("PATH", os.defpath))
    if javac is None or maven is None:
        return f"{'javac' if javac is None else 'mvn'} not found"
    return _platform(_id("", properties, []), "", properties, javac, maven, flags)


def _read_properties(java: str, flags: tuple[str, ...], run: Run) -> dict[str, str] | str:
    """The properties of a JVM, or why it cannot be used."""
    result = run((java, *flags, "-XshowSettings:properties", "-version"))
    properties = _properties(result.output)
    if result.code != 0 or "java.home" not in properties:
        lines = [line for line in result.output.strip().splitlines() if line != UNINITIALISED] or ["no output"]
        return next((line for line in lines if line.startswith(("Unrecognized", "Error")) or NO_JDK in line), lines[-1])
    if _major(properties.get("java.version", "")) < OLDEST:
        return f"it is Java {properties.get('java.version')}, but CLAMH needs at least {OLDEST}"
    return properties


def together(platforms: list[Platform]) -> list[Platform]:
    """All platforms with the oldest one's release, because they run the same classes."""
    oldest = min(platforms, key=lambda platform: platform.facts["release"])
    release = oldest.facts["release"]
    return [replace(platform, flags=(*_compiled_for(release, platform.facts["javac_version"]), *platform.extra),
                    facts={**platform.facts, "release": release, "release_of": oldest.id}) for platform in platforms]


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps: JMH's jars from Maven, the launcher, one run of javac with JMH's processor for all JVMs, one jar."""
    facts, user_jars = platform.facts, class_path(platform.extra)
    source, files = wrapper.unit.source.path, (wrapper.unit.source, *wrapper.unit.companions)
    needed = dependencies.find_dependencies(source, platform.extra, facts["maven"], shared,
                                            {os.path.abspath(file.path) for file in files})
    on_path = [*user_jars, *needed.classes, *([f"{needed.folder}/*"] if needed.folder else [])]
    jars = f"jmh-{JMH}"
    core = [str(shared / jars / "lib" / name) for name in JARS["core"]]
    processor = [str(shared / jars / "lib" / name) for name in JARS["processor"]]
    key = f"java-launcher-{_runtime_hash()}"
    launcher = shared / key
    sources = {name: text for name, text in sorted(wrapper.files.items()) if name.endswith(".java")}
    compiled_for = _compiled_for(facts["release"], facts["javac_version"])
    determining = {"JMH": JMH, "javac": f"{facts['javac']} {facts.get('javac_identity', '')}",
                   "for": " ".join(compiled_for), **sources,
                   **{name: os.environ.get(name, "") for name in COMPILE_VARIABLES},
                   **_contents(user_jars), **needed.key}
    benchmarks = f"java-benchmarks-{_hash(determining)}"
    steps = (
        Step(
            title=f"JMH {JMH} jars", key=jars,
            argv=(facts["maven"], "-B", "-q", "-f", "pom.xml", "dependency:copy-dependencies", "-DoutputDirectory=lib"),
            outputs=tuple(f"lib/{name}" for names in JARS.values() for name in names),
            files={"pom.xml": (HERE / "pom.xml").read_text(encoding="utf-8")},
        ),
        *_launcher_steps(key, facts, core, shared),
        *needed.steps,
        Step(
            title="javac", key=benchmarks, files=sources | FOLDER, reads=(*user_jars, *needed.poms),
            failure_hints=_failure_hints(facts, source), argv=(
                *((sys.executable, "-I", str(HERE / "compile.py"), needed.listed) if needed.listed else ()),
                facts["javac"], *_short_lived(), *compiled_for, "-encoding", "UTF-8", "-Xlint:-options",
                "-cp", os.pathsep.join([*core, *on_path]), "-processorpath", os.pathsep.join([*processor, *core]),
                "-processor", "org.openjdk.jmh.generators.BenchmarkProcessor",
                "-d", "classes", *sources,
            ),
            outputs=("classes/META-INF/BenchmarkList",),
        ),
        _jar_step(name_artifact(wrapper), *_jar_arguments(launcher / "base.jar", (*user_jars, *needed.classes), needed),
                  str(shared / benchmarks / "classes"), "resources"),
    )
    return Build(steps=steps, artifact=name_artifact(wrapper))


def class_path(flags: Sequence[str]) -> tuple[str, ...]:
    """The jars that clamh.toml names among a platform's flags."""
    return tuple(flag.removeprefix(JAR) for flag in flags if flag.startswith(JAR))


def _contents(jars: Sequence[str]) -> dict[str, str]:
    return {path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in jars}


def _jar_arguments(base: Path, jars: Sequence[str], needed: dependencies.Dependencies) -> tuple[str, ...]:
    """The first arguments of jar.py for a suite's jar.

    If the suite needs jars of the user, its own manifest names them. So every JVM finds them, also JMH's own forks.
    """
    fetched = [f"--jars-in={needed.folder}"] * bool(needed.folder) + [f"--listed={needed.listed}"] * bool(needed.listed)
    if not jars and not fetched:
        return "--onto", str(base)
    return "--main", MAIN, *(f"--class-path={jar}" for jar in jars), *fetched, str(base)


def describe_command(artifact: Artifact) -> Command:
    """Starts a plain JVM that lists JMH's benchmarks and the arguments of their forks, with -jvmArgs applied."""
    java = artifact.platform.executable
    jmh_options = (f"{name}={value}" for name, values in fork_options(artifact).items() for value in values)
    # The folder of a jar that was built before is the user's, and may be read-only.
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute()
    hints = Path(artifact.path).parent if artifact.sha256 else cache / "clamh/hints"
    return Command(argv=(java, "-cp", artifact.path, "org.openjdk.jmh.runner.Describe", artifact.platform.id,
                         str(hints), *jmh_options))


def case_optimisation(launch: Any) -> tuple[str, str]:
    """`optimisation` and `target` of a fork, from all of its arguments (annotations and command line included)."""
    return optimisation(launch["argv"]), target(launch["argv"])


def run_command(artifact: Artifact, launch: Any) -> Command:
    """Starts a worker with exactly the arguments of JMH's own fork of this benchmark, as `describe` returned them."""
    return Command(argv=tuple(launch["argv"]), interrupts_s=INTERRUPTS_S)


def with_program(content: bytes, program: str) -> bytes:
    """The unchanged content: a jar is plain JMH and does not start clamh."""
    return content


def with_temporary_folder(command: Command, folder: str) -> Command:
    """Sets the folder of a JVM's temporary files by this property, because a JVM ignores TMPDIR."""
    return add_jvm_flag(command, f"-Djava.io.tmpdir={folder}")


def add_jvm_flag(command: Command, flag: str) -> Command:
    """A command of `run_command` with another flag of its JVM.

    The flag stands twice: the worker compares its JVM's arguments with those after its own name (Launch.java).
    """
    main = command.argv.index(WORKER)
    return replace(command, argv=(*command.argv[:main - 2], flag, *command.argv[main - 2:], flag))


def _candidates(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each JVM to try, and the name of its source. CLAMH does not search for JDKs that no variable names."""
    if environ.get(CHOSEN_JVM):
        yield "-jvm", shutil.which(environ[CHOSEN_JVM]) or environ[CHOSEN_JVM]
        return
    named = sorted(name for name in environ if name.startswith(NAMED_HOME) and environ[name])
    # The JVM of JAVA_HOME comes first: it is the default where only one is used.
    named.sort(key=lambda name: environ[name] != environ.get("JAVA_HOME"))
    for name in named or [name for name in ("JAVA_HOME",) if environ.get(name)]:
        yield name, str(Path(environ[name]) / "bin" / "java")
    java = shutil.which("java", path=environ.get("PATH", os.defpath))
    if not named and not environ.get("JAVA_HOME") and java:
        yield "PATH", java


def _properties(output: str) -> dict[str, str]:
    """The `name = value` lines of -XshowSettings:properties."""
    pairs = (line.strip().partition(" = ") for line in output.splitlines())
    return {name: value for name, separator, value in pairs if separator}


def _javac(jvms: list[dict[str, str]], environ: Mapping[str, str], run: Run) -> tuple[str, int, str] | None:
    """A compiler for all platforms, its major version and its build: the newest of these JVMs', else of a JAVA_HOME or
    PATH.
    """
    existing = [(str(path), _major(properties["java.version"]), properties.get("java.vm.version", ""))
                for properties in jvms for home in _homes(properties) if (path := home / "bin" / "javac").is_file()]
    if existing:
        return max(existing, key=lambda compiler: compiler[1])
    names = ["JAVA_HOME", *(name for name in sorted(environ) if name.startswith(NAMED_HOME))]
    others = [str(Path(environ[name]) / "bin" / "javac") for name in names if environ.get(name)]
    for path in (*others, shutil.which("javac", path=environ.get("PATH", os.defpath))):
        if path and Path(path).is_file() and (version := re.search(r"^javac (\S+)", run((path, "-version")).output,
                                                                   re.MULTILINE)):
            return path, _major(version[1]), version[1]
    return None


def _homes(properties: Mapping[str, str]) -> tuple[Path, ...]:
    """The folder of a JVM, and of its JDK: Java 8 has the JVM in a folder of the JDK."""
    home = Path(properties["java.home"])
    return (home, home.parent) if home.name == "jre" else (home,)


def _major(version: str) -> int:
    """17 for 17.0.15, 8 for 1.8.0_504, and 0 for text that is not a version."""
    match = re.match(r"(?:1\.)?(\d+)", version)
    return int(match[1]) if match else 0


def _compiled_for(release: int, javac: int) -> tuple[str, ...]:
    """The compiler's flags. javac 8 compiles for Java 8 only.

    For its own release javac gets -source: --release forbids --add-exports, and --enable-preview needs -source or
    --release.
    """
    return ("--release" if release < javac else "-source", str(release), "-g") if javac > OLDEST else ("-g",)


def _short_lived() -> tuple[str, ...]:
    """Options of javac's JVM, without a collector if the environment chooses it: a JVM with two does not start."""
    chosen = any(COLLECTOR.search(os.environ.get(name, "")) for name in COMPILE_VARIABLES)
    return SHORT_LIVED if chosen else ("-J-XX:+UseSerialGC", *SHORT_LIVED)


def _failure_hints(facts: Mapping[str, Any], source: str) -> dict[str, str]:
    """Hints for compiler errors in a source that needs a newer Java than its classes are compiled for, or a library."""
    release, javac = facts["release"], facts["javac_version"]
    limit, hint = ((f"the compiler {facts['javac']}", "name a newer JDK in JAVA_HOME") if release == javac else
                   (facts.get("release_of", "this JVM"), "choose newer JVMs only (--platform, -jvm, JAVA_HOME)"))
    full_hint = (f"classes are compiled for Java {release}, the version of {limit}: {hint}, "
                 f"or use only features of Java {release}")
    older = full_hint if release < javac else ""  # what a newer library has is a typing error otherwise
    hints = {"(use -source ": full_hint, "package java.": older,
             " does not exist": dependencies.missing_package_hint(source),
             "cannot find symbol": dependencies.missing_class_hint(source) or older}
    return {words: hint for words, hint in hints.items() if hint}


def _id(name: str, properties: Mapping[str, str], taken: list[str]) -> str:
    """An id such as java/temurin-25. If the id is taken, it gets the name of its variable, then a number."""
    vendor_text = " ".join(properties.get(name, "")
                           for name in ("java.vendor.version", "java.vendor", "java.vm.name")).lower()
    vendor = next((vendor for vendor in VENDORS if vendor in vendor_text), "openjdk")
    plain = f"java/{vendor}-{_major(properties['java.version'])}"
    own = f"{plain}-{name.removeprefix(NAMED_HOME).lower()}"
    numbered = (f"{own}-{number}" for number in range(2, len(taken) + 3))
    return next(candidate for candidate in (plain, own, *numbered) if candidate not in taken)


def _platform(id_: str, name: str, properties: Mapping[str, str], javac: tuple[str, int, str], maven: str,
              flags: tuple[str, ...] = ()) -> Platform:
    release = min(_major(properties["java.version"]), javac[1])
    return Platform(
        id=id_, language="java", executable=str(Path(properties["java.home"]) / "bin" / "java"),
        version=properties.get("java.version", ""), flags=(*_compiled_for(release, javac[1]), *flags), extra=flags,
        optimisation=optimisation(flags), target=target(flags),
        runtime=f"{properties.get('java.vm.name', '')} {properties.get('java.vm.version', '')}".strip(),
        facts={"javac": javac[0], "javac_version": javac[1], "javac_identity": identify_program(javac[0], javac[2]),
               "release": release, "maven": maven, "jmh": JMH, "chosen": name.startswith(NAMED_HOME)},
    )


def _launcher_steps(key: str, facts: Mapping[str, Any], core: list[str], shared: Path) -> tuple[Step, ...]:
    """Steps for the parts that every artifact has besides its benchmarks: JMH, launcher, recording Blackhole."""
    compiled = f"{key}-classes"
    recorder = {RECORDER: (HERE / RECORDER).read_text(encoding="utf-8")}
    recording = f"java-recording-{_hash({**_runtime('recording'), **recorder})}"
    packed = f"java-jmh-{_hash({'JMH': JMH, 'jar.py': (HERE / 'jar.py').read_text(encoding='utf-8')})}"
    # No "options" lint: newer compilers warn that Java 8 is old.
    lint = (*_compiled_for(OLDEST, facts["javac_version"]), "-encoding", "UTF-8", "-Xlint:all,-options", "-Werror",
            "-proc:none")
    own = {"JDK_JAVAC_OPTIONS": ""}  # the user's options are for the user's classes
    class_path = os.pathsep.join(core)
    launcher, blackhole = _runtime("runtime"), _runtime("recording")
    parts = (str(shared / compiled / "classes"), f"{shared / recording / 'classes'}=META-INF/clamh/invoke/")
    return (
        Step(
            title="Java launcher", key=compiled, files=launcher | FOLDER, env=own,
            argv=(facts["javac"], *_short_lived(), *lint, "-cp", class_path, "-d", "classes", *sorted(launcher)),
            outputs=("classes/org/openjdk/jmh/runner/Worker.class",),
        ),
        Step(
            title="Recording Blackhole", key=recording, files=blackhole | FOLDER, env=own,
            argv=(facts["javac"], *_short_lived(), *lint, "-cp", str(shared / compiled / "classes"), "-d", "classes",
                  *sorted(blackhole)),
            outputs=("classes/org/openjdk/jmh/infra/Blackhole.class",),
        ),
        _jar_step("jmh.jar", "--main", MAIN, *core, key=packed),
        _jar_step("base.jar", "--onto", str(shared / packed / "jmh.jar"), *parts, key=key),
    )


def _jar_step(output: str, *arguments: str, key: str = "") -> Step:
    argv = (sys.executable, "-I", str(HERE / "jar.py"), output, *arguments)
    # The jars of a repository, which jar.py lists, are none of the user's sources.
    return Step(title="jar", argv=argv, outputs=(output,), key=key, dependency_files="" if key else "class-path.d",
                standard=(os.path.expanduser("~/.m2"),))


def _runtime(folder: str) -> dict[str, str]:
    """The sources in one of our folders, by their path, which begins with the folder's name."""
    root = HERE / folder
    return {
        path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.java"))
    }


@cache
def _runtime_hash() -> str:
    """The cache key of all files that the launcher is created from."""
    files = _runtime("runtime") | _runtime("recording")
    return _hash({"JMH": JMH, "jar.py": (HERE / "jar.py").read_text(encoding="utf-8"), **files})


def _hash(files: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for name, text in sorted(files.items()):
        digest.update(f"{name}\0{text}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]
