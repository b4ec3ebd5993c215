"""Jars that Java sources need: those that clamh.toml names, and those of a Maven project around the sources."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from msgspec import Struct

from clamh.languages.base import Step
from clamh.languages.toolchains import find_file_above, short
from clamh.model.diagnostics import input_error
from clamh.model.sources import Location

FETCH_JARS = Path(__file__).parent / "fetch_jars.py"
DEPENDENCY = "--dependency="  # language.toml passes each entry of `dependencies` as a platform flag with this prefix
CLASSES, MAIN = "target/classes", "src/main/java"  # of a Maven project
_HAS_BENCHMARK = re.compile(rb"(?m)^(?:(?!\*|//).)*@(?:[\w.]+\.)?Benchmark\b|//@@Benchmark\b")  # outside of comments
GRADLE = ("build.gradle", "build.gradle.kts")


class Dependencies(Struct, frozen=True):
    """What sources need beside JMH: steps that fetch jars, their folder, a file of jar paths, folders of classes, and
    the files that name the jars of a project.
    """

    steps: tuple[Step, ...] = ()
    folder: str = ""
    listed: str = ""
    classes: tuple[str, ...] = ()
    poms: tuple[str, ...] = ()

    @property
    def key(self) -> dict[str, str]:
        """What determines these jars, classes and resources, as a part of the compilation's cache key.

        The jars that Maven lists are part of it from the second build on: then the list exists.
        """
        places = [*self.classes]
        if self.listed and Path(self.listed).is_file():
            places += Path(self.listed).read_text(encoding="utf-8").splitlines()
        files = [path for place in map(Path, places) for path in (place, *sorted(place.rglob("*")))]
        return {step.key: "" for step in self.steps} | {
            str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            for path in files if not path.is_dir()}


def find_dependencies(source: str, flags: Sequence[str], maven: str, shared: Path,
                      compiled: Collection[str] = ()) -> Dependencies:
    """What the source needs: the dependencies among the platform's flags, and the nearest pom.xml above the source.

    Raises InputError where a class of the project is older than its source, unless the source is `compiled` anyway.
    """
    ask = (sys.executable, "-I", str(FETCH_JARS), maven)
    steps, folder, listed, classes, poms = [], "", "", (), ()
    if coordinates := [flag.removeprefix(DEPENDENCY) for flag in flags if flag.startswith(DEPENDENCY)]:
        pom = _pom(coordinates)
        key = f"java-dependencies-{short(pom)}"
        folder = str(shared / key / "lib")
        named = str(find_file_above(source, "clamh.toml") or "clamh.toml")
        steps.append(Step(title=f"dependencies of {source}", key=key, outputs=("lib",), files={"pom.xml": pom},
                          argv=(*ask, "pom.xml", "lib", "--named", named)))
    if project := _above(source, "pom.xml"):
        above = list(_files_above(str(project), "pom.xml", (".git",)))  # a module may have a clamh.toml of its own
        poms = tuple(map(str, above))
        modules = {name: place for name, place in _find_modules(above[::-1]).items() if place != project.parent}
        options = [f"--module={name}={place / CLASSES}" for name, place in modules.items()]
        joined = "\0".join([str(project), *_poms(project), *options])
        key = f"java-project-{short(joined)}"
        listed = str(shared / key / "classpath.txt")
        steps.append(
            Step(title=f"dependencies of {project}", key=key, outputs=("classpath.txt",),
                 argv=(*ask, str(project), "classpath.txt", *options)))
        classes = tuple(str(path) for path in [project.parent / CLASSES] if path.is_dir())
        needed = project.read_text(encoding="utf-8", errors="replace")
        for name, place in {**modules, "": project.parent}.items():
            if not name or f"<artifactId>{name.split(':')[1]}</artifactId>" in needed:
                _check_classes(place, compiled)
    return Dependencies(tuple(steps), folder, listed, classes, poms)


def _find_modules(poms: Sequence[Path]) -> dict[str, Path]:
    """The folders of the modules of a Maven project, and of the modules in them, by group:artifact:version.

    `poms` begin with the outermost, whose properties, such as `${revision}`, the others inherit. Other parents may be
    anywhere, so a property that is not inherited may be that of any module before.
    """
    modules, known, waiting = {}, {}, [*poms]
    inherited: dict[Path, dict[str, str]] = {}
    for place, path in enumerate(waiting):  # the loop extends the list
        try:
            root = _read_pom(path)
        except (OSError, ElementTree.ParseError, ValueError, LookupError):  # the last two: text in another encoding
            continue  # Maven reports it
        properties = inherited.get(path, {}) | {element.tag.rpartition("}")[2]: (element.text or "").strip()
                                                for element in root.iterfind("{*}properties/*")}
        name = ":".join((root.findtext(f"{{*}}{tag}") or root.findtext(f"{{*}}parent/{{*}}{tag}") or "").strip()
                        for tag in ("groupId", "artifactId", "version"))
        known = properties | known
        modules[_replace_properties(name, known | properties)] = path.parent
        folders = [Path(os.path.normpath(path.parent / (module.text or "").strip()))
                   for module in root.iterfind(".//{*}modules/{*}module")]
        poms_below = [folder if folder.suffix == ".xml" else folder / "pom.xml" for folder in folders]
        inherited |= dict.fromkeys([*poms_below, *poms[place + 1:]], properties)
        waiting += [module for module in poms_below if module not in waiting]
    return modules


def _read_pom(path: Path) -> ElementTree.Element:
    """The XML of a file, also in an encoding that the parser lacks but Python has, such as GBK."""
    content = path.read_bytes()
    if declared := re.match(rb"""<\?xml[^>]*encoding=["']([\w.-]+)["'][^>]*\?>""", content):
        return ElementTree.fromstring(content[declared.end():].decode(declared[1].decode()))
    return ElementTree.fromstring(content)


def _replace_properties(text: str, properties: Mapping[str, str]) -> str:
    """The text with the values of properties, which may name others, a few deep; unknown names stay."""
    for _ in range(5):
        text = re.sub(r"\$\{([^}]*)\}", lambda match: properties.get(match[1], match[0]), text)
    return text


def _check_classes(project: Path, compiled: Collection[str]) -> None:
    """Raises InputError where a class that Maven compiled is older than its source, unless CLAMH compiles it too."""
    for source in sorted((project / MAIN).rglob("*.java")):
        compiled_file = project / CLASSES / source.relative_to(project / MAIN).with_suffix(".class")
        is_older = compiled_file.is_file() and compiled_file.stat().st_mtime < source.stat().st_mtime
        if is_older and str(source) not in compiled and not _HAS_BENCHMARK.search(source.read_bytes()):
            raise input_error("dependencies", f"this source has changed since Maven compiled it, so {CLASSES} has its "
                              "former code", "run `mvn compile`", Location(path=str(source), line=1, column=1))


def missing_package_hint(source: str) -> str:
    """The hint for a package that the compiler does not find."""
    gradle = next((file for name in GRADLE if (file := _above(source, name))), None)
    hint = ('name the artifact in clamh.toml: [java] dependencies = ["group:artifact:version"], '
            'or a jar: jars = ["lib/x.jar"]')
    own = f'sources = ["{MAIN}/**/*.java"]'
    if gradle:
        return f"CLAMH does not run Gradle, so it ignores {gradle.name}; {hint}; for the project's own classes: {own}"
    if project := _above(source, "pom.xml"):
        return (
            f"CLAMH asks {project.name} only for dependencies and finds the project's own classes in {CLASSES}: "
            f"run `mvn compile`, or let CLAMH compile them, by clamh.toml: [java] {own}; or {hint}")
    return hint


def missing_class_hint(source: str) -> str:
    """The hint for a name that the compiler does not find; "" unless classes of the project around are missing."""
    project = _above(source, "pom.xml")
    is_missing = not (project.parent / CLASSES).is_dir() if project else any(_above(source, name) for name in GRADLE)
    return missing_package_hint(source) if is_missing else ""


def _above(source: str, name: str) -> Path | None:
    """The nearest file of this name beside or above a source."""
    return next(_files_above(source, name), None)


def _files_above(path: str, name: str, last: Sequence[str] = (".git", "clamh.toml")) -> Iterator[Path]:
    """The files of this name beside or above a file. A folder with an entry of the names `last` ends the search."""
    for folder in Path(path).absolute().parents:
        if (folder / name).is_file():
            yield folder / name
        if any((folder / end).exists() for end in last):
            return


def _poms(project: Path) -> list[str]:
    """The texts of a project's pom.xml and of those above it, which may be its parents."""
    paths = (folder / "pom.xml" for folder in project.parents)
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file()]


def _pom(coordinates: Sequence[str]) -> str:
    return "\n".join([
        '<project xmlns="http://maven.apache.org/POM/4.0.0">', "<modelVersion>4.0.0</modelVersion>",
        "<groupId>clamh</groupId>", "<artifactId>dependencies</artifactId>", "<version>1</version>",
        "<packaging>pom</packaging>", "<dependencies>",
        *(line for dependency in coordinates for line in _dependency(dependency)), "</dependencies>", "</project>", ""
    ])


def _dependency(coordinates: str) -> Iterator[str]:
    """The XML of group:artifact:version or group:artifact:version:classifier."""
    yield "<dependency>"
    for name, value in zip(("groupId", "artifactId", "version", "classifier"), coordinates.split(":"), strict=False):
        yield f"<{name}>{escape(value)}</{name}>"
    yield "</dependency>"
