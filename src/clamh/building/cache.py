"""The cache of builds: a folder per build, named by a hash of everything that decides the build, with a stamp once it
is complete.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages import languages
from clamh.languages.base import Step
from clamh.languages.toolchains import library_folders, list_files
from clamh.model import lossless
from clamh.model.artifacts import Platform
from clamh.model.folders import shorten_path
from clamh.model.sources import Wrapper

CACHE_VERSION = 2  # of a build folder's layout: a new number gives new folders, so that everything is built again
OURS = Path(__file__).parent.parent
STAMP = "complete"
MANIFEST = "made.json"  # in a folder that several builds share
CHANGED = "changed while it was read"  # in place of a hash: no content has it, so the next run builds again


class Stamp(msgspec.Struct, frozen=True, rename={"inputs": "read", "outputs": "made"}):
    """What is known of a finished build, as hashes by name: the user's files that it read, and the files that it made.

    The hash "" marks a file that must not exist: the compiler would read it, perhaps instead of another.
    """

    inputs: dict[str, str]
    outputs: dict[str, str]
    sources: tuple[str, ...] = ()  # the user's files among those that were read


def cache_root(environ: Mapping[str, str], root: str) -> Path:
    """The folder of artifacts: $CLAMH_CACHE, else .clamh/build in the project's root."""
    return Path(environ.get("CLAMH_CACHE") or os.path.join(root, ".clamh", "build")).absolute()


def builds_folder(source: str, platform: str, environ: Mapping[str, str], root: str) -> Path:
    """The folder of all builds of this source for this platform; each build has a folder in it."""
    return cache_root(environ, root) / Path(source).stem / platform.replace("/", "-")


def content_hash(wrapper: Wrapper, platform: Platform, variables: Mapping[str, str]) -> str:
    """A hash of everything that decides the artifact's bytes; the recipe is computed for neutral folders."""
    recipe = languages()[platform.language].toolchain.build(wrapper, platform, Path("shared"))
    files = (wrapper.unit.source, *wrapper.unit.companions)
    parts: tuple[Any, ...] = (CACHE_VERSION, wrapper.files, [(f.path, f.sha256) for f in files],
                              msgspec.to_builtins(platform), recipe.steps, recipe.layouts, sorted(variables.items()))
    return hashlib.sha256(lossless.encode(parts)).hexdigest()


def read_stamp(folder: Path) -> Stamp | None:
    """The stamp of a finished build; None if there is none that can be read."""
    try:
        return lossless.decode((folder / STAMP).read_bytes(), Stamp)
    except (OSError, ValueError):
        return None


def fresh_stamp(folder: Path, tell: Callable[[str], None]) -> Stamp | None:
    """The stamp of a build that is still valid; None when a file that it read has changed, or a file that it made is
    damaged.

    `tell` gets a line about a damaged file.
    """
    stamp = read_stamp(folder)
    if stamp is None:
        return None
    if any(sha256(name) != digest for name, digest in stamp.inputs.items()):
        return None
    if damaged := next((name for name, digest in stamp.outputs.items() if sha256(folder / name) != digest), None):
        tell(f"the cached file {shorten_path(str(folder / damaged))} was changed after it was built; building it again")
        return None
    return stamp


def hash_inputs(folder: Path) -> dict[str, str]:
    """The hashes, now, of the files that the build in this folder read; empty if it has no stamp."""
    stamp = read_stamp(folder)
    return {name: sha256(name) for name in stamp.inputs} if stamp else {}


def write_stamp(folder: Path, steps: Sequence[Step], headers: Sequence[str], began_ns: int,
                before: Mapping[str, str]) -> Stamp:
    """Write and return the stamp of a build whose steps are done.

    `headers` are the environment's folders of headers. `began_ns` is when the steps began, by the clock of the times of
    files, which lags behind other clocks. `before` has hashes from before the steps, of files that are known since an
    earlier build: some builds write such a file again with the same content.
    """
    outputs = dict.fromkeys(name for step in steps if not step.key for name in step.outputs)
    read = _hash_read_files(steps, folder, headers, began_ns, before)
    system = (*library_folders(), *(folder for step in steps for folder in step.standard))
    standard = tuple(os.path.join(folder, "") for folder in system)
    sources = tuple(name for name, digest in read.items() if digest and not name.startswith(standard))
    stamp = Stamp(inputs=read, sources=sources,
                  outputs={name: sha256(folder / name) for name in outputs if (folder / name).is_file()})
    (folder / STAMP).write_bytes(lossless.encode(stamp))
    return stamp


def mark_used(folder: Path) -> None:
    """Record that a build is used now: the build that was unused the longest is deleted first."""
    os.utime(folder / STAMP)


def find_layouts(artifact: str | Path) -> tuple[str, ...]:
    """The artifact's other code layouts, from layout 1 on, up to the first that is missing or incomplete."""
    return tuple(takewhile(_is_whole_layout, (f"{artifact}.{number}" for number in count(1))))


def layout_stamp(layout: str) -> Path:
    """The file with the hash of the artifact in another code layout; it exists when that layout is complete."""
    return Path(f"{layout}.{STAMP}")


def _is_whole_layout(layout: str) -> bool:
    try:
        return layout_stamp(layout).read_text() == sha256(layout) != ""
    except OSError:
        return False


def is_whole_shared(target: Path, outputs: Iterable[str], tell: Callable[[str], None]) -> bool:
    """Whether a part that builds share exists and is undamaged; `tell` gets a line about a damaged one."""
    try:
        manifest = lossless.decode((target / MANIFEST).read_bytes(), dict[str, str])
    except (OSError, ValueError):
        return False
    damaged = next((name for name in outputs if manifest.get(name) != _hash_path(target / name)), None)
    if damaged is not None:
        tell(f"the cached file {shorten_path(str(target / damaged))} was changed after it was built; building it again")
    return damaged is None


def write_manifest(target: Path, outputs: Iterable[str]) -> None:
    """Write the list of files, with hashes, of a part that builds share."""
    (target / MANIFEST).write_bytes(lossless.encode({name: _hash_path(target / name) for name in outputs}))


def _hash_path(path: Path) -> str:
    """The hash of a file, or of the names and sizes of a folder's files."""
    if not path.is_dir():
        return sha256(path)
    sizes = sorted((str(file.relative_to(path)), file.stat().st_size) for file in path.rglob("*") if file.is_file())
    return hashlib.sha256(lossless.encode(sizes)).hexdigest()


def _hash_read_files(steps: Sequence[Step], folder: Path, headers: Sequence[str], began_ns: int,
                     before: Mapping[str, str]) -> dict[str, str]:
    """The hashes of the user's files that the steps read, besides the wrapper's; our own files are part of the recipe.
    """
    hashes: dict[str, str] = {}
    for step in steps:
        rules = (file.read_text("utf-8", "surrogateescape")
                 for file in (folder.glob(step.dependency_files) if step.dependency_files else ()))
        listed = [Path(os.path.normpath(folder / name)) for text in rules for name in parse_dependencies(text)]
        # A build script of cargo may say that it reads a folder. That of a package has results of runs, too.
        named = [path for path in listed if path.is_dir() and not (path / "Cargo.toml").is_file()]
        reads = [Path(os.path.normpath(folder / name)) for name in step.reads]
        paths = dict.fromkeys((*reads, *listed, *(file for path in named for file in list_files(path))))
        own = [
            path for path in paths
            if path.is_file() and not path.is_relative_to(folder) and not path.is_relative_to(OURS)
        ]
        hashes |= {str(path): _hash_settled(path, began_ns, before.get(str(path))) for path in own}
        hashes |= {str(path): "" for path in reads if not path.exists() and not path.is_relative_to(folder)}
        if step.dependency_files:
            hashes |= dict.fromkeys(_find_shadows(own, (*step.searches, *headers, *step.searches_later)), "")
    return hashes


def _hash_settled(path: Path, began_ns: int, before: str | None) -> str:
    """The hash of a file; CHANGED if the file has changed since `began_ns`, perhaps after a step read it."""
    digest = sha256(path)
    if digest == before:
        return digest
    try:
        status = path.stat()
    except OSError:
        return CHANGED
    # A time in the future comes from another clock, and says nothing.
    changed = any(began_ns < time_ns <= time.time_ns() for time_ns in (status.st_mtime_ns, status.st_ctime_ns))
    return CHANGED if changed else digest


def _find_shadows(paths: Iterable[Path], folders: Sequence[str]) -> Iterator[str]:
    """Missing files that a compiler would read instead of these if they existed, since it searches the folders in this
    order.
    """
    for path in paths:
        containing = [number for number, folder in enumerate(folders) if path.is_relative_to(folder)]
        first = max(containing, key=lambda number: len(folders[number]),
                    default=len(folders))  # one folder may lie in another
        names = [str(path.relative_to(folders[first]))
                 ] if first < len(folders) else [str(Path(*path.parts[-depth:])) for depth in (1, 2)]
        for folder in folders[:first]:
            yield from (earlier for name in names if not os.path.exists(earlier := os.path.join(folder, name)))


def parse_dependencies(rules: str) -> list[str]:
    """What the targets of some make rules depend on, in the form of compilers: blanks, # and $ are escaped."""
    names = []
    for rule in re.sub(r"\\\r?\n", " ", rules).splitlines():
        words = re.findall(r"(?:\\[ #]|[^\s])+", re.sub(r"^(?:\\.|[^\\])*?:(?=\s|$)", "", rule, count=1))
        names += [re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in words]
    return list(dict.fromkeys(names))


def sha256(name: str | Path) -> str:
    """The hash of a file; "" when the file cannot be read."""
    try:
        with open(name, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
