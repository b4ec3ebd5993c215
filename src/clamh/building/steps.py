"""The steps of a build: each runs in its own process; shared steps run once, under a lock."""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from clamh.building.cache import is_whole_shared, write_manifest
from clamh.building.full_disk import explain_full_disk
from clamh.languages.base import Captured, Step
from clamh.machine.atomic import make_folder
from clamh.machine.commands import kill_group
from clamh.machine.cpus import read_usable
from clamh.machine.file_locks import explain_no_locks
from clamh.model.errors import BuildError
from clamh.model.failures import describe_exit
from clamh.model.folders import find_suite

PROBE_TIMEOUT_S = 30
STEP_TIMEOUT_S = 600
POLL_S = 0.05  # how often a build that waits for another tries again
_under_way: set[subprocess.Popen[bytes]] = set()  # the running steps; a thread of the caller waits for each
_stopping = threading.Event()  # set by stop_steps
Item = TypeVar("Item")
Built = TypeVar("Built")


class Job(NamedTuple):
    """Where steps run and what they see: their folder, the folder of shared parts, the names of the user's files by
    those of the files generated from them, the environment's variables, and the function that gets messages about slow
    work."""

    folder: Path
    shared: Path
    names: Mapping[str, str]
    variables: Mapping[str, str]
    tell: Callable[[str], None]


def capture(argv: tuple[str, ...], folder: str | None = None) -> Captured:
    """Run a short probing command, in the current folder by default; its output is standard output and error together.
    Code 127: the command cannot start.
    """
    # Ctrl-C interrupts only the main thread; a program that another thread starts gets it from the terminal.
    leads = threading.current_thread() is threading.main_thread()
    try:
        with subprocess.Popen(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=leads) as process:
            output = _read_to_end(process, PROBE_TIMEOUT_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Captured(code=127, output=str(error))
    return Captured(code=process.returncode, output=output.decode("utf-8", "replace"))


def _read_to_end(process: subprocess.Popen[bytes], timeout_s: float) -> bytes:
    """The output of a process. It is killed after the timeout, and if Ctrl-C interrupts this thread, with its group if
    it leads its session.
    """
    try:
        return process.communicate(timeout=timeout_s)[0]
    except BaseException:
        kill_group(process.pid)
        process.kill()
        raise


def build_all(build: Callable[[Item], Built], items: Iterable[Item]) -> list[Built]:
    """The results of a function that builds each item, in parallel. An exception, such as Ctrl-C or a full disk, stops
    the other builds before it is raised.
    """
    with ThreadPoolExecutor(read_usable()) as pool:
        try:
            return list(pool.map(build, items))
        except BaseException:
            stop_steps()
            pool.shutdown(cancel_futures=True)  # without the stop, it would wait for the other builds to finish
            _stopping.clear()
            raise


def stop_steps() -> None:
    """End the steps that run in other threads, and begin no others: their builds fail, and a later run repeats them."""
    _stopping.set()
    for process in tuple(_under_way):
        kill_group(process.pid)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """An exclusive lock on a file, so that two runs do not build into the same folder at once. Raises BuildError when
    the builds are stopped while it waits.
    """
    make_folder(path.parent)
    with path.open("w") as file:
        while True:
            try:
                with explain_no_locks(path):
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:  # a thread that waits in flock() itself cannot be stopped
                if _stopping.wait(POLL_S):
                    raise BuildError(f"stopped while another clamh built into {path.parent}", "", "") from None
        yield


def run_steps(steps: Sequence[Step], job: Job) -> None:
    """Run the steps in order; steps that may run beside their predecessor run together with it. Raises the first
    BuildError.
    """
    groups: list[list[Step]] = []
    for step in steps:
        if step.parallel and groups:
            groups[-1].append(step)
        else:
            groups.append([step])
    for group in groups:
        with ThreadPoolExecutor(len(group)) as pool:
            list(pool.map(lambda step: _run_shared(step, job) if step.key else _run_step(step, job), group))


def _run_shared(step: Step, job: Job) -> None:
    target = job.shared / step.key
    if is_whole_shared(target, step.outputs, lambda text: None):
        return
    with locked(target.with_name(target.name + ".lock")):
        if is_whole_shared(target, step.outputs, job.tell):
            return
        shutil.rmtree(target, ignore_errors=True)  # damaged, or left by an older version
        temporary = target.with_name(f".making-{target.name}")  # the lock keeps other builds away from it
        shutil.rmtree(temporary, ignore_errors=True)  # left by a build that was killed
        temporary.mkdir()
        try:
            with explain_full_disk(target.parent):  # it checks the free space before the folder is removed
                _run_step(step, job._replace(folder=temporary))
                write_manifest(temporary, step.outputs)
                os.rename(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write each file in one step, and only where it differs: a step beside this one may be reading it."""
    for name, text in files.items():
        path, data = folder / name, text.encode("utf-8", "surrogateescape")
        if path.is_file() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}-{threading.get_ident()}")
        temporary.write_bytes(data)
        os.replace(temporary, path)


def _run_step(step: Step, job: Job) -> None:
    """Run a step. Raises BuildError when it fails or does not write an output; its messages name the user's files."""
    folder, names = job.folder, job.names
    write_files(job.folder, step.files)
    command, title = shlex.join(step.argv), _replace_names(step.title, names)
    if _stopping.is_set():
        raise BuildError(f"{title}: stopped", "", command)
    try:
        code, raw_output = _finished(step, job)
    except FileNotFoundError as error:
        raise BuildError(f"{title}: cannot find {step.argv[0]}", "" if step.hint else str(error), command,
                         step.hint) from error
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{title}: stopped after {STEP_TIMEOUT_S} s", "", command) from error
    output = raw_output.decode("utf-8", "replace")
    output = output.replace(f"{folder}{os.sep}", "")  # linkers put the build folder before a file's name
    # Some compilers name a file relative to their folder if that is shorter.
    relative = {os.path.relpath(path, folder): name for path, name in names.items() if os.path.isabs(path)}
    output = _replace_names(output, {**relative, **names})
    if code != 0:
        hints = (hint for words, hint in step.failure_hints.items() if words in output)
        why = "" if output.strip() else f" without a message: {describe_exit(code)}"
        raise BuildError(f"{title} failed{why}", output, command, next(hints, ""))
    missing = [name for name in step.outputs if not (folder / name).exists()]
    if missing:
        raise BuildError(f"{title} did not write {', '.join(missing)}", output, command)


def _replace_names(text: str, names: Mapping[str, str]) -> str:
    """The text with the user's files, as named from here, in place of the files generated from them."""
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w./-])(?:{pattern})", lambda match: names[match[0]], text) if names else text


def _finished(step: Step, job: Job) -> tuple[int, bytes]:
    """Exit code and output of a step that has ended. Raises FileNotFoundError, TimeoutExpired."""
    argv = [str(job.folder / word) if step.suite_of and word in step.outputs else word for word in step.argv]
    folder = find_suite(step.suite_of) if step.suite_of else job.folder
    process = subprocess.Popen(
        argv, cwd=folder, env={**job.variables, **step.env}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )
    with process:
        _under_way.add(process)
        try:
            if _stopping.is_set():  # stop_steps may not have seen it
                kill_group(process.pid)
            output = _read_to_end(process, STEP_TIMEOUT_S)
        finally:
            _under_way.discard(process)
    return process.returncode, output
