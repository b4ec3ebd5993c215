"""Which JVMs there are, how a Java artifact is built with JMH, and how its processes are started."""

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
from clamh.languages.java.flags import optimisation, target
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

HERE = Path(__file__).parent
JMH = "1.37"
OLDEST = 8  # what JMH needs, and what our own classes are compiled for
INSTALL_HINT = "apt-get install openjdk-17-jdk-headless maven"
MAIN = "org.openjdk.jmh.Main"
WORKER = "org.openjdk.jmh.runner.Worker"
JAR = "--class-path="  # how language.toml hands over a jar of clamh.toml, among the platform's flags
NAMED_HOME = "JAVA_HOME_"
INTERRUPTS_S = 2.0  # from Timeout on JMH interrupts a single shot every 100 ms: what heeds that ends as in a plain JMH run
ASKED = "CLAMH_JVM"  # how language.toml hands over -jvm
# javac lives for a second or two: the first compiler and the simplest collector save a third of that.
SHORT_LIVED = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto")
RECORDER = "runtime/org/openjdk/jmh/runner/Recorder.java"  # all of the launcher that the recording Blackhole is compiled with
FOLDER = {"classes/META-INF/clamh/classes": ""}  # javac 8 does not make the folder that -d names
JARS = {
    "core": (f"jmh-core-{JMH}.jar", "jopt-simple-5.0.4.jar", "commons-math3-3.6.1.jar"),
    "processor": (f"jmh-generator-annprocess-{JMH}.jar",),
}
# Words of `java.vendor.version`, `java.vendor` and `java.vm.name` that name a build; a JVM with none of them is an openjdk.
VENDORS = ("temurin", "zulu", "corretto", "graalvm", "liberica", "sapmachine", "microsoft")


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The JVMs of this machine, the default first, and what is missing.

    Every JAVA_HOME_<NAME> when there is one, and then exactly those, each marked as chosen; else JAVA_HOME, else the
    java on PATH. A JVM without javac is a platform when another one can compile for it.
    """
    found: list[tuple[str, dict[str, str]]] = []
    skips: list[Skip] = []
    for name, java in _candidates(environ):
        properties = _asked(java, (), run)
        if isinstance(properties, dict):
            found.append((name, properties))
        elif properties.startswith("it is"):
            skips.append(Skip(platform="java", reason=f"{java} ({name}): {properties}", hint=INSTALL_HINT, broken=True))
        else:
            skips.append(Skip(platform="java", reason=f"{java} ({name}) does not start: {properties}",
                              hint=f"set {name} to a JDK, or: {INSTALL_HINT}", broken=True))
    javac = _javac([properties for _, properties in found], environ, run)
    maven = shutil.which("mvn", path=environ.get("PATH", os.defpath))
    missing = [tool for tool, path in (("java", found), ("javac", javac), ("mvn", maven)) if not path]
    if missing and not (skips and missing[0] == "java"):
        skips.append(Skip(platform="java", reason=f"{' and '.join(missing)} not found", hint=INSTALL_HINT,
                          broken=bool(found) and not javac))
    if missing or not javac:
        return [], skips
    ids: list[str] = []
    platforms = []
    for name, properties in found:
        ids.append(_id(name, properties, ids))
        platforms.append(_platform(ids[-1], name, properties, javac, str(maven)))
    return platforms, skips


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of one java, or of a JDK's folder; `flags` are its forks' -jvmArgs."""
    java = str(Path(program) / "bin" / "java") if Path(program).is_dir() else program
    executable = shutil.which(java, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    properties = _asked(executable, _jvm_args(flags), run)
    if isinstance(properties, str):
        return properties
    javac = _javac([properties], environ, run)
    maven = shutil.which("mvn", path=environ.get("PATH", os.defpath))
    if javac is None or maven is None:
        return f"{'javac' if javac is None else 'mvn'} not found"
    return _platform(_id("", properties, []), "", properties, javac, maven, flags)


def _asked(java: str, flags: tuple[str, ...], run: Run) -> dict[str, str] | str:
    """The properties of a JVM, or why it cannot be used."""
    said = run((java, *flags, "-XshowSettings:properties", "-version"))
    properties = _properties(said.output)
    if said.code != 0 or "java.home" not in properties:
        lines = said.output.strip().splitlines() or ["no output"]
        return next((line for line in lines if line.startswith(("Unrecognized", "Error"))), lines[-1])
    if _major(properties.get("java.version", "")) < OLDEST:
        return f"it is Java {properties.get('java.version')}, but CLAMH needs at least {OLDEST}"
    return properties


def together(platforms: list[Platform]) -> list[Platform]:
    """All of them with the release of the oldest: they run the same classes."""
    oldest = min(platforms, key=lambda one: one.facts["release"])
    release = oldest.facts["release"]
    return [replace(one, flags=(*_compiled_for(release, one.facts["javac_version"]), *one.extra),
                    facts={**one.facts, "release": release, "release_of": oldest.id}) for one in platforms]


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """JMH's jars from Maven and the launcher; javac with JMH's processor, once for all JVMs; one jar of all."""
    facts, own = platform.facts, class_path(platform.extra)
    source = wrapper.unit.source.path
    needed = dependencies.needed(source, platform.extra, facts["maven"], shared)
    on_path = [*own, *needed.classes, *([f"{needed.folder}/*"] if needed.folder else [])]
    jars = f"jmh-{JMH}"
    core = [str(shared / jars / "lib" / name) for name in JARS["core"]]
    processor = [str(shared / jars / "lib" / name) for name in JARS["processor"]]
    key = f"java-launcher-{_runtime_hash()}"
    launcher = shared / key
    sources = {name: text for name, text in sorted(wrapper.files.items()) if name.endswith(".java")}
    compiled_for = _compiled_for(facts["release"], facts["javac_version"])
    benchmarks = f"java-benchmarks-{_hash({'JMH': JMH, 'javac': facts['javac'], 'for': ' '.join(compiled_for), **sources, **_contents(own), **needed.key})}"
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
            title="javac", key=benchmarks, files=sources | FOLDER, reads=own, advice={**_newer(facts), "package ": dependencies.advice(source)}, argv=(
                *((sys.executable, "-I", str(HERE / "compile.py"), needed.listed) if needed.listed else ()),
                facts["javac"], *SHORT_LIVED, *compiled_for, "-encoding", "UTF-8", "-Xlint:-options",
                "-cp", os.pathsep.join([*core, *on_path]), "-processorpath", os.pathsep.join([*processor, *core]),
                "-processor", "org.openjdk.jmh.generators.BenchmarkProcessor",
                "-d", "classes", *sources,
            ),
            outputs=("classes/META-INF/BenchmarkList",),
        ),
        _jar_step(_published(wrapper), *_begun(launcher / "base.jar", (*own, *needed.classes), needed),
                  str(shared / benchmarks / "classes"), "resources"),
    )
    return Build(steps=steps, artifact=_published(wrapper))


def class_path(flags: Sequence[str]) -> tuple[str, ...]:
    """The jars that clamh.toml names among a platform's flags."""
    return tuple(flag.removeprefix(JAR) for flag in flags if flag.startswith(JAR))


def _jvm_args(flags: Sequence[str]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if not flag.startswith((JAR, dependencies.DEPENDENCY)))


def _contents(jars: Sequence[str]) -> dict[str, str]:
    return {path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in jars}


def _begun(base: Path, jars: Sequence[str], needed: dependencies.Needed) -> tuple[str, ...]:
    """What a suite's jar begins with. One that needs jars of the user's names them in its manifest, which is then its own:
    every JVM that has it on its class path finds them, JMH's own forks too."""
    fetched = [f"--jars-in={needed.folder}"] * bool(needed.folder) + [f"--listed={needed.listed}"] * bool(needed.listed)
    if not jars and not fetched:
        return "--onto", str(base)
    return "--main", MAIN, *(f"--class-path={one}" for one in jars), *fetched, str(base)


def describe_command(artifact: Artifact) -> Command:
    """A plain JVM that asks JMH for its list and for the arguments of its forks, which -jvmArgs and the like change."""
    java = artifact.platform.executable
    arguments = _jvm_args(artifact.platform.extra)
    own = {"jvmArgs": arguments} if arguments else {}
    said = (f"{name}={value}" for name, values in {**own, **artifact.options}.items() for value in values)
    return Command(argv=(
        java, "-cp", artifact.path, "org.openjdk.jmh.runner.Describe", artifact.platform.id,
        str(Path(artifact.path).parent), *said,
    ))


def compiled(launch: Any) -> tuple[str, str]:
    """What the fork's arguments, those of annotations and of the command line among them, make of `optimisation` and `target`."""
    return optimisation(launch["argv"]), target(launch["argv"])


def run_command(artifact: Artifact, launch: Any) -> Command:
    """A worker with exactly the arguments that JMH gives a fork of this benchmark, as `describe` returned them."""
    return Command(argv=tuple(launch["argv"]), interrupts_s=INTERRUPTS_S)


def with_program(content: bytes, program: str) -> bytes:
    """As it is: a jar is plain JMH, which starts no clamh."""
    return content


def in_folder(command: Command, folder: str) -> Command:
    """A JVM's temporary files are where this property says, whatever TMPDIR is.

    The worker compares its JVM's arguments with those that follow its own (Launch.java), so it stands in both.
    """
    main = command.argv.index(WORKER)
    flag = f"-Djava.io.tmpdir={folder}"
    return replace(command, argv=(*command.argv[:main - 2], flag, *command.argv[main - 2:], flag))


def _candidates(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Where a JVM may be, and the name of what says so; JDKs that nothing names are not searched for."""
    if environ.get(ASKED):
        yield "-jvm", shutil.which(environ[ASKED]) or environ[ASKED]
        return
    named = sorted(name for name in environ if name.startswith(NAMED_HOME) and environ[name])
    # The one that JAVA_HOME means comes first: it is the default where only one is used.
    named.sort(key=lambda name: environ[name] != environ.get("JAVA_HOME"))
    for name in named or [name for name in ("JAVA_HOME",) if environ.get(name)]:
        yield name, str(Path(environ[name]) / "bin" / "java")
    java = shutil.which("java", path=environ.get("PATH", os.defpath))
    if not named and not environ.get("JAVA_HOME") and java:
        yield "PATH", java


def _properties(output: str) -> dict[str, str]:
    """The `name = value` lines of -XshowSettings:properties."""
    pairs = (line.strip().partition(" = ") for line in output.splitlines())
    return {name: value for name, found, value in pairs if found}


def _javac(found: list[dict[str, str]], environ: Mapping[str, str], run: Run) -> tuple[str, int] | None:
    """One compiler for all platforms, and its version: the newest of the found JVMs', else that of a JAVA_HOME or PATH."""
    beside = [(home / "bin" / "javac", _major(properties["java.version"])) for properties in found for home in _homes(properties)]
    if there := [(str(path), version) for path, version in beside if path.is_file()]:
        return max(there, key=lambda one: one[1])
    names = ["JAVA_HOME", *(name for name in sorted(environ) if name.startswith(NAMED_HOME))]
    others = [str(Path(environ[name]) / "bin" / "javac") for name in names if environ.get(name)]
    for path in (*others, shutil.which("javac", path=environ.get("PATH", os.defpath))):
        if path and Path(path).is_file() and (said := re.search(r"^javac (\S+)", run((path, "-version")).output, re.MULTILINE)):
            return path, _major(said[1])
    return None


def _homes(properties: Mapping[str, str]) -> tuple[Path, ...]:
    """The folder of a JVM, and that of its JDK, which Java 8 puts around it."""
    home = Path(properties["java.home"])
    return (home, home.parent) if home.name == "jre" else (home,)


def _major(version: str) -> int:
    """17 of 17.0.15, and 8 of 1.8.0_504; 0 of what is no version."""
    found = re.match(r"(?:1\.)?(\d+)", version)
    return int(found[1]) if found else 0


def _compiled_for(release: int, javac: int) -> tuple[str, ...]:
    """The compiler's flags; javac 8, which has no --release, compiles for nothing newer than itself."""
    return ("--release", str(release), "-g") if javac > OLDEST else ("-g",)


def _newer(facts: Mapping[str, Any]) -> dict[str, str]:
    """What to do where a source needs a newer Java than its classes are compiled for."""
    release, javac = facts["release"], facts["javac_version"]
    of, hint = ((f"the compiler {facts['javac']}", "name a newer JDK in JAVA_HOME") if release == javac else
                (facts.get("release_of", "this JVM"), "choose newer JVMs only (--platform, -jvm, JAVA_HOME)"))
    advice = f"classes are compiled for Java {release}, the version of {of}: {hint}, or use only features of Java {release}"
    library = ("package java.", "cannot find symbol") if release < javac else ()  # else it is a slip of the pen
    return dict.fromkeys(("(use -source ", *library), advice)


def _id(name: str, properties: Mapping[str, str], taken: list[str]) -> str:
    """Such as java/temurin-25; an id that is taken gets the name of its variable, then a number."""
    told = " ".join(properties.get(name, "") for name in ("java.vendor.version", "java.vendor", "java.vm.name")).lower()
    vendor = next((vendor for vendor in VENDORS if vendor in told), "openjdk")
    plain = f"java/{vendor}-{_major(properties['java.version'])}"
    own = f"{plain}-{name.removeprefix(NAMED_HOME).lower()}"
    numbered = (f"{own}-{number}" for number in range(2, len(taken) + 3))
    return next(one for one in (plain, own, *numbered) if one not in taken)


def _platform(id_: str, name: str, properties: Mapping[str, str], javac: tuple[str, int], maven: str,
              flags: tuple[str, ...] = ()) -> Platform:
    release = min(_major(properties["java.version"]), javac[1])
    return Platform(
        id=id_, language="java", executable=str(Path(properties["java.home"]) / "bin" / "java"),
        version=properties.get("java.version", ""), flags=(*_compiled_for(release, javac[1]), *flags), extra=flags,
        optimisation=optimisation(flags), target=target(flags),
        runtime=f"{properties.get('java.vm.name', '')} {properties.get('java.vm.version', '')}".strip(),
        facts={"javac": javac[0], "javac_version": javac[1], "release": release, "maven": maven, "jmh": JMH,
               "chosen": name.startswith(NAMED_HOME)},
    )


def _launcher_steps(key: str, facts: Mapping[str, Any], core: list[str], shared: Path) -> tuple[Step, ...]:
    """What every artifact holds besides its benchmarks: JMH, the launcher, and the Blackhole that records."""
    compiled = f"{key}-classes"
    recording = f"java-recording-{_hash({**_runtime('recording'), RECORDER: (HERE / RECORDER).read_text(encoding='utf-8')})}"
    packed = f"java-jmh-{_hash({'JMH': JMH, 'jar.py': (HERE / 'jar.py').read_text(encoding='utf-8')})}"
    # Without "options": newer compilers find 8 old.
    lint = (*_compiled_for(OLDEST, facts["javac_version"]), "-encoding", "UTF-8", "-Xlint:all,-options", "-Werror", "-proc:none")
    class_path = os.pathsep.join(core)
    launcher, blackhole = _runtime("runtime"), _runtime("recording")
    parts = (str(shared / compiled / "classes"), f"{shared / recording / 'classes'}=META-INF/clamh/invoke/")
    return (
        Step(
            title="Java launcher", key=compiled, files=launcher | FOLDER,
            argv=(facts["javac"], *SHORT_LIVED, *lint, "-cp", class_path, "-d", "classes", *sorted(launcher)),
            outputs=("classes/org/openjdk/jmh/runner/Worker.class",),
        ),
        Step(
            title="Recording Blackhole", key=recording, files=blackhole | FOLDER,
            argv=(facts["javac"], *SHORT_LIVED, *lint, "-cp", str(shared / compiled / "classes"), "-d", "classes",
                  *sorted(blackhole)),
            outputs=("classes/org/openjdk/jmh/infra/Blackhole.class",),
        ),
        _jar_step("jmh.jar", "--main", MAIN, *core, key=packed),
        _jar_step("base.jar", "--onto", str(shared / packed / "jmh.jar"), *parts, key=key),
    )


def _jar_step(output: str, *arguments: str, key: str = "") -> Step:
    argv = (sys.executable, "-I", str(HERE / "jar.py"), output, *arguments)
    return Step(title="jar", argv=argv, outputs=(output,), key=key)


def _runtime(folder: str) -> dict[str, str]:
    """The sources in one of our folders by path below it, with the folder's name in front."""
    root = HERE / folder
    return {
        path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.java"))
    }


@cache
def _runtime_hash() -> str:
    """The key of all that the launcher is made from."""
    files = _runtime("runtime") | _runtime("recording")
    return _hash({"JMH": JMH, "jar.py": (HERE / "jar.py").read_text(encoding="utf-8"), **files})


def _hash(files: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for name, text in sorted(files.items()):
        digest.update(f"{name}\0{text}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]


def _published(wrapper: Wrapper) -> str:
    return f"run_{Path(wrapper.unit.source.path).stem}.jar"
