"""Code that toolchains share: candidate programs, the platforms among them, and hashes for the keys of steps."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from glob import escape, glob
from pathlib import Path

from clamh.languages import languages
from clamh.languages.base import Run
from clamh.model.artifacts import Platform, Skip
from clamh.model.folders import TREES
from clamh.model.options import MAX_LAYOUTS
from clamh.model.sources import Wrapper

Probe = Callable[[str, tuple[str, ...], Mapping[str, str], Run], Platform | str]
FOLDER = re.compile(r"-L(?:(?:native|crate|dependency|framework|all)=)?")  # rustc may add what the folder has
LIBRARIES = ("/usr/lib*", "/usr/lib/*-linux-*", "/usr/local/lib*")  # where linkers search without a flag
# Flags with a file that is read. Others name files that are written, such as -Wl,-Map.
READ_FILE = re.compile(
    r"(?:(?:-f(?:auto-profile|profile(?:-instr|-sample)?-use|plugin)|-[CZ]profile(?:-sample)?-use|-pgo|--extern"
    r"|--?specs|--config|-Wl,--?(?:T|script|version-script|dynamic-list))[=,](?:[^/=]+=)?|@)(/.+)"
    r"|(/.+\.(?:a|o|so|dylib|tbd))")
PROFILES = ("*.gcda", "*.profdata")  # where such a flag names a folder
NOT_READ = {"node_modules", "target", "__pycache__"}  # folders with what is built or installed


def folders_above(path: Path) -> Iterator[Path]:
    """The folders above a file, nearest first; the search ends at the tree of a revision."""
    for folder in path.parents:
        yield folder
        if str(folder.parent).endswith(os.sep + TREES):
            return


def find_file_above(path: str, name: str) -> Path | None:
    """The file or folder of this name in the nearest folder above a file that has it."""
    return next((folder / name for folder in folders_above(Path(os.path.abspath(path))) if (folder / name).exists()),
                None)


def list_files(folder: Path) -> list[Path]:
    """The files below a folder that a build may read: none that is hidden, built or installed, and no artifact."""
    cache, files = os.path.abspath(os.environ.get("CLAMH_CACHE") or ".clamh"), []
    artifacts = artifact_suffixes()
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in NOT_READ
                      and os.path.join(root, name) != cache]
        files += [Path(root, name) for name in names if not name.startswith(".")
                  and not (name.startswith("run_") and Path(name).suffix in artifacts)]
    return sorted(files)


def artifact_suffixes() -> set[str]:
    """The suffixes of the artifacts of all languages."""
    return {language.published_suffix for language in languages().values()}


def name_artifact(wrapper: Wrapper) -> str:
    """The file name of a wrapper's artifact in its build directory."""
    source = wrapper.unit.source
    return f"run_{Path(source.path).stem}{languages()[source.language].published_suffix}"


def on_path(names: Iterable[str], environ: Mapping[str, str]) -> list[str]:
    """The possible paths of programs with these names: each name in every folder of PATH."""
    folders = environ.get("PATH", os.defpath).split(os.pathsep)
    return [os.path.join(folder or ".", name) for name in names for folder in folders]


def program_of_wheel(wheel: str, path: str) -> list[str]:
    """The program at a path, by its end, in a package from PyPI, if that is installed in our Python environment."""
    from importlib import metadata  # takes 25 ms to import

    try:
        files = metadata.files(wheel) or ()
    except metadata.PackageNotFoundError:
        return []
    programs = (str(file.locate()) for file in files if file.match(path))
    return [program for program in programs if os.access(program, os.X_OK)][:1]


def ask_version(program: str, question: str, pattern: re.Pattern[str], environ: Mapping[str, str],
                run: Run) -> tuple[str, re.Match[str]] | str:
    """The path of a program and the match of its answer about its version, or the reason why it is unusable."""
    executable = shutil.which(program, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    answer = run((executable, question))
    version = pattern.search(answer.output)
    if answer.code != 0 or version is None:
        return next(iter(answer.output.strip().splitlines()), "it does not report its version")
    return executable, version


def identify_program(program: str, answer: str) -> str:
    """A hash of a program's file and of its `answer` about its version: a version may be built more than once, and its
    new build may take the place of the old.
    """
    try:
        status = os.stat(program)
        state = f"{status.st_size} {status.st_mtime_ns}"
    except OSError:
        state = ""
    return short("\0".join([os.path.realpath(program), state, answer]))


def join_flags(flags: Iterable[str], separators: Mapping[str, str], names: Mapping[str, str] = {}) -> Iterator[str]:
    """The flags, each in a single word that can be examined alone.

    `separators` has, for each flag whose value may be the next word, what joins the two; `names` other spellings of
    words.
    """
    waiting = ""
    for flag in flags:
        if not waiting and flag in separators:
            waiting = flag
        else:
            word = f"{waiting}{separators[waiting]}{flag}" if waiting else flag
            yield names.get(word, word)
            waiting = ""
    if waiting:
        yield waiting


def list_flag_files(flags: Iterable[str]) -> Iterator[str]:
    """The files that a compiler reads because of its flags: profiles, scripts, objects, and for -l the archives in the
    folders of -L and LIBRARY_PATH and those installed in the system's. Shared libraries are loaded when the artifact
    runs.
    """
    words = list(flags)
    folders = [*(FOLDER.sub("", word, count=1) for word in words if FOLDER.match(word)),
               *(os.path.abspath(folder) for folder in os.environ.get("LIBRARY_PATH", "").split(os.pathsep) if folder)]
    for word in words:
        if word.startswith("-l"):
            name = word[2:].rpartition("=")[2]
            file = name[1:] if name.startswith(":") else f"lib{name.partition(':')[0]}.a"
            yield from (os.path.join(folder, file) for folder in folders)
            yield from filter(os.path.isfile, (os.path.join(folder, file) for folder in library_folders()))
        elif match := READ_FILE.fullmatch(word):
            path = match[1] or match[2]
            yield path
            yield from (file for name in PROFILES for file in sorted(glob(os.path.join(escape(path), name))))


def library_folders() -> list[str]:
    """The system's folders of libraries."""
    return [folder for pattern in LIBRARIES for folder in sorted(glob(pattern))]


def find_platforms(variable: str, paths: Iterable[str], probe: Probe, environ: Mapping[str, str], run: Run, *,
                   refused: str, hint: str, missing: Skip) -> tuple[list[Platform], list[Skip]]:
    """The platforms of the program that an environment variable names, and of the programs in `paths`; one per id.

    Programs that are not usable give skips with the platform `refused`. If platforms are found, only the program that
    the variable names gives a skip. Without any program the result is `missing`.
    """
    platforms: dict[str, Platform] = {}
    skipped: list[Skip] = []
    candidates = list(_candidates(variable, paths, environ))
    with ThreadPoolExecutor() as pool:  # each program takes up to 0.1 s to start
        probed = list(pool.map(lambda candidate: probe(candidate[1], candidate[2], environ, run), candidates))
    for (setting, program, _), answer in zip(candidates, probed, strict=True):
        if isinstance(answer, Platform):
            platforms.setdefault(answer.id, answer)
        else:
            skipped.append(
                Skip(platform=refused, reason=f"cannot use {setting or program}: {answer}", broken=True,
                     requested_by_user=bool(setting), hint=f"unset {variable}, or: {hint}" if setting else hint))
    if not platforms:
        return [], skipped or [missing]
    return list(platforms.values()), [skip for skip in skipped if skip.requested_by_user]


def _candidates(variable: str, paths: Iterable[str],
                environ: Mapping[str, str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The user's setting or "", the program and its flags; each program once."""
    words = shlex.split(environ.get(variable, ""))
    if words:
        yield f"{variable}={environ[variable]}", words[0], tuple(words[1:])
    known_programs = {os.path.realpath(shutil.which(words[0], path=environ.get("PATH")) or "")
                      } if len(words) == 1 else set()
    for path in paths:
        real = os.path.realpath(path)
        if real not in known_programs and os.path.isfile(real) and os.access(real, os.X_OK):
            known_programs.add(real)
            yield "", path, ()


def short(text: str) -> str:
    """The beginning of a text's hash."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def contents(files: Iterable[Path]) -> str:
    """A hash of files' names and bytes, independent of their order and of the folders they lie in."""
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda path: (path.name, path.parts)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
