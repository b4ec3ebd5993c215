"""Wrapper ─build→ Artifact: find toolchains, run a language's build steps, cache by content."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, takewhile
from pathlib import Path

import msgspec

from clamh.building.full_disk import explain_full_disk
from clamh.languages import languages
from clamh.languages.base import Build, Captured, Step
from clamh.model import lossless
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.errors import BuildError
from clamh.model.folders import find_suite, shorten_path
from clamh.model.sources import Wrapper

CACHE_VERSION = 1  # of a build folder's layout: another number makes other folders, so that everything is built anew
OURS = Path(__file__).parent.parent
PROBE_TIMEOUT_S = 30
STEP_TIMEOUT_S = 600
PROGRESS_S = 5.0  # a build that takes longer says that it goes on
_under_way: set[subprocess.Popen[bytes]] = set()  # the steps that run now, each waited for by a thread of the caller's


def find_platforms(language: str, environ: Mapping[str, str]) -> tuple[list[Platform], list[Skip]]:
    """The platforms of one language on this machine, the default first, and what is missing."""
    found, missing = languages()[language].toolchain.find(environ, capture)
    return [_anywhere(one) for one in found], missing


def probe(language: str, program: str, flags: tuple[str, ...], environ: Mapping[str, str]) -> Platform | str:
    """The platform that one program is with these flags, or why it is none."""
    made = languages()[language].toolchain.probe(program, flags, environ, capture)
    return _anywhere(made) if isinstance(made, Platform) else made


def _anywhere(platform: Platform) -> Platform:
    """The platform whose program is found from the folder of a build too: a variable or PATH may name it from this one."""
    return msgspec.structs.replace(platform, executable=os.path.abspath(platform.executable)) if platform.executable else platform


def capture(argv: tuple[str, ...]) -> Captured:
    """Run a short probing command; its output is standard output and error together. Code 127: it cannot be started."""
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PROBE_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Captured(code=127, output=str(error))
    return Captured(code=done.returncode, output=done.stdout.decode("utf-8", "replace"))


def cache_root(environ: Mapping[str, str], root: str) -> Path:
    """Where artifacts go: $CLAMH_CACHE, else .clamh/build of the project's root."""
    return Path(environ.get("CLAMH_CACHE") or os.path.join(root, ".clamh", "build")).absolute()


def _builds(source: str, platform: str, environ: Mapping[str, str], root: str) -> Path:
    """The folder of all that was built of this source for this platform, a folder each."""
    return cache_root(environ, root) / Path(source).stem / platform.replace("/", "-")


def shared_root(environ: Mapping[str, str]) -> Path:
    """Where steps go that artifacts share (compiled workers, JMH's jars): one folder per user."""
    if environ.get("CLAMH_CACHE"):
        return Path(environ["CLAMH_CACHE"]).absolute() / "shared"
    return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "clamh"


def build(
    wrapper: Wrapper, platform: Platform, environ: Mapping[str, str], tell: Callable[[str], None] = lambda text: None,
    layouts: int = 1, link: bool = True, root: str = ""
) -> Artifact:
    """The artifact of one wrapper on one platform, from the cache when nothing that makes it has changed.

    It has so many code layouts as can be built, `layouts` at most; without `link` only the first is there yet. `tell` hears of it before anything is built; `root` is
    that of the project. Raises BuildError with the compiler's words when a step fails.
    """
    toolchain = languages()[platform.language].toolchain
    shared = shared_root(environ)
    content = _content_hash(wrapper, platform)
    folder = _builds(wrapper.unit.source.path, platform.id, environ, root) / content[:20]
    recipe: Build = toolchain.build(wrapper, platform, shared)
    path = folder / recipe.artifact
    stamp = folder / "complete"
    started = time.monotonic()
    read = _fresh(stamp, path)
    others = recipe.layouts[: layouts - 1]
    linked = others if link else ()
    files = (wrapper.unit.source, *wrapper.unit.companions)
    names = {name: shorten_path(own) for name, own in (*wrapper.names.items(), *((file.path, file.path) for file in files))}
    cached = read is not None and len(laid_out(path)) >= len(linked)
    if not cached:
        building = f"building {shorten_path(wrapper.unit.source.path)} for {platform.id}"
        tell(building)
        with _telling_time(building, tell), explain_full_disk(folder), _locked(folder / "lock"):
            read = _fresh(stamp, path)
            if read is None:
                for one in laid_out(path):  # of the artifact that was there before
                    _stamp(one).unlink()
                _write(folder, wrapper.files)
                _run_all(recipe.steps, folder, shared, names)
                read = _files_read(recipe.steps, folder)
                stamp.write_bytes(lossless.encode(read))
            missing = linked[len(laid_out(path)):]
            _run_all([msgspec.structs.replace(one, beside=True) for one in missing], folder, shared, names)
            for one in missing:
                _stamp(str(folder / one.outputs[0])).touch()
    return Artifact(
        source=wrapper.unit.source.path,
        platform=platform,
        path=str(path),
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        folder=find_suite(wrapper.unit.source.path),
        sources={**read, **{file.path: file.sha256 for file in files}},
        build_s=round(time.monotonic() - started, 3),
        cached=cached,
        layouts=tuple(str(folder / one.outputs[0]) for one in others),
        most_layouts=1 + len(recipe.layouts),
        one_layout=recipe.one_layout,
    )


def laid_out(artifact: str | Path) -> tuple[str, ...]:
    """The same artifact in its other code layouts, from layout 1 on, as far as they were built."""
    return tuple(takewhile(lambda one: os.path.exists(one) and _stamp(one).exists(), (f"{artifact}.{number}" for number in count(1))))


def _stamp(layout: str) -> Path:
    """A file that is there when the artifact in another code layout is whole."""
    return Path(f"{layout}.complete")


def cached(source: str, platform: str, sha256: str, environ: Mapping[str, str], root: str = "") -> Path | None:
    """An artifact that was built of this source for this platform and has this content, None when none is in the cache."""
    files = (path for path in _builds(source, platform, environ, root).glob("*/*") if path.is_file() and path.parent.joinpath("complete").exists())
    return next((path for path in files if _sha256(str(path)) == sha256), None)


def stop() -> None:
    """End the steps that are under way in other threads: their builds fail, and a later run starts them anew."""
    for process in tuple(_under_way):
        _end(process)


def _fresh(stamp: Path, artifact: Path) -> dict[str, str] | None:
    """The files that were read to make the artifact and their hashes; None when one has changed, or it is not whole."""
    try:
        read = lossless.decode(stamp.read_bytes(), dict[str, str])
    except (OSError, ValueError):
        return None
    return read if artifact.exists() and all(_sha256(name) == sha256 for name, sha256 in read.items()) else None


def _files_read(steps: Sequence[Step], folder: Path) -> dict[str, str]:
    """The user's files that the steps read besides the wrapper's, with their hashes: ours are part of the recipe."""
    names = dict.fromkeys(name for step in steps for name in (
        *step.reads, *(one for file in (folder.glob(step.depends) if step.depends else ()) for one in dependencies(file.read_text("utf-8", "surrogateescape")))))
    paths = (Path(os.path.normpath(folder / name)) for name in names)
    return {str(path): _sha256(str(path)) for path in paths
            if path.is_file() and not path.is_relative_to(folder) and not path.is_relative_to(OURS)}


def dependencies(rules: str) -> list[str]:
    """What the targets of some rules for make depend on, as compilers write them: blanks, # and $ are escaped."""
    found = []
    for rule in re.sub(r"\\\r?\n", " ", rules).splitlines():
        words = re.findall(r"(?:\\[ #]|[^\s])+", re.sub(r"^(?:\\.|[^\\])*?:(?=\s|$)", "", rule, count=1))
        found += [re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in words]
    return list(dict.fromkeys(found))


def _sha256(name: str) -> str:
    """The hash of a file; "" when it cannot be read, which is no file's."""
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return ""


def _content_hash(wrapper: Wrapper, platform: Platform) -> str:
    """A hash of all that decides the artifact's bytes; the recipe is taken with neutral folders."""
    recipe = languages()[platform.language].toolchain.build(wrapper, platform, Path("shared"))
    files = (wrapper.unit.source, *wrapper.unit.companions)
    parts = (CACHE_VERSION, wrapper.files, [(f.path, f.sha256) for f in files], msgspec.to_builtins(platform), recipe.steps, recipe.layouts)
    return hashlib.sha256(lossless.encode(parts)).hexdigest()


@contextmanager
def _telling_time(building: str, tell: Callable[[str], None]) -> Iterator[None]:
    """`tell` hears during the block how long it has been going on, each time after twice as long."""
    over, began = threading.Event(), time.monotonic()

    def tell_time() -> None:
        seconds = PROGRESS_S
        while not over.wait(began + seconds - time.monotonic()):
            tell(f"still {building}: {seconds:g} s so far")
            seconds *= 2

    clock = threading.Thread(target=tell_time)
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()


class _locked:
    """An exclusive lock on a file, so that two runs do not build the same thing into each other."""

    def __init__(self, path: Path):
        self._path = path

    def __enter__(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("w")
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _run_all(steps: Sequence[Step], folder: Path, shared: Path, names: Mapping[str, str]) -> None:
    """Run the steps in order, each together with those that may run beside it. Raises the first one's BuildError."""
    groups: list[list[Step]] = []
    for step in steps:
        if step.beside and groups:
            groups[-1].append(step)
        else:
            groups.append([step])
    for group in groups:
        with ThreadPoolExecutor(len(group)) as pool:
            list(pool.map(lambda one: _run_shared(one, shared, names) if one.key else _run(one, folder, names), group))


def _run_shared(step: Step, shared: Path, names: Mapping[str, str]) -> None:
    target = shared / step.key
    if target.exists():
        return
    with _locked(target.with_name(target.name + ".lock")):
        if target.exists():
            return
        temporary = Path(tempfile.mkdtemp(dir=target.parent, prefix=".making-"))
        try:
            with explain_full_disk(target.parent):  # looks before the folder is removed
                _run(step, temporary, names)
                os.rename(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Each file whole, and only where it is not there yet: a step beside this one may be reading it."""
    for name, text in files.items():
        path, data = folder / name, text.encode("utf-8", "surrogateescape")
        if path.is_file() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}-{threading.get_ident()}")
        new.write_bytes(data)
        os.replace(new, path)


def _run(step: Step, folder: Path, names: Mapping[str, str]) -> None:
    """Run one step; BuildError when it fails or leaves an output out, with the user's files for `names`."""
    _write(folder, step.files)
    command, title = " ".join(step.argv), _replace_names(step.title, names)
    try:
        code, said = _finished(step, folder)
    except FileNotFoundError as error:
        raise BuildError(f"{title}: {step.argv[0]} is not there", "" if step.mend else str(error), command, step.mend) from error
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{title}: not done after {STEP_TIMEOUT_S} s", "", command) from error
    output = said.decode("utf-8", "replace")
    output = output.replace(f"{folder}{os.sep}", "")  # linkers put the build folder before a file's name
    output = _replace_names(output, names)
    if code != 0:
        mends = (mend for words, mend in step.advice.items() if words in output)
        raise BuildError(f"{title} failed", output, command, next(mends, ""))
    missing = [name for name in step.outputs if not (folder / name).exists()]
    if missing:
        raise BuildError(f"{title} did not write {', '.join(missing)}", output, command)


def _replace_names(text: str, names: Mapping[str, str]) -> str:
    """The text with the user's files for those that were generated of them, as they are called from here."""
    found = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w./-])(?:{found})", lambda match: names[match[0]], text) if names else text


def _finished(step: Step, folder: Path) -> tuple[int, bytes]:
    """Exit code and output of a step that has come to its end. Raises FileNotFoundError, TimeoutExpired."""
    process = subprocess.Popen(
        step.argv, cwd=folder, env={**os.environ, **step.env}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
    )
    with process:
        _under_way.add(process)
        try:
            said, _ = process.communicate(timeout=STEP_TIMEOUT_S)
        except BaseException:
            _end(process)
            raise
        finally:
            _under_way.discard(process)
    return process.returncode, said


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a step with all that it started; it has a process group of its own for that."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
