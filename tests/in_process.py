"""The command line in pytest's own process: what `python -m clamh.cli` does, without the start of Python and of its libraries.

That start takes 0.3 to 0.8 s of CPU, more than most commands do, and asking each compiler who it is up to 0.25 s more. It is
spared where a test's question is not about the process: its signals, its terminal, its locale, its environment. javac stays too
(warm_javac.py). What one call leaves in memory the next one finds, so every verb is also run in a process of its own, by
test_streams.py and test_docs.py.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unittest import mock

import kept_objects
import warm_javac

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OURS = "conformance."  # modules that ask a worker for something else than a run, see observe.MODULES
# What no compiler or runtime looks at when it says who it is; all of these differ from test to test.
OWN = ("CLAMH_", "PYTEST_", "PYTHON", "XDG_", "COLUMNS", "NO_COLOR")
OF_SHELLS = ("_", "PWD", "OLDPWD", "SHLVL")  # what a shell adds to its commands' variables
_answers: dict[object, tuple[int, str]] = {}


def clamh(argv: Sequence[str | Path], folder: Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """`clamh ARGV` in a folder, with exactly these environment variables; output is text as subprocess gives it."""
    out, err = _stream(), _stream()
    code = _ended(list(map(str, argv)), folder, environ, out, err)
    texts = [_written(item).decode().replace("\r\n", "\n").replace("\r", "\n") for item in (out, err)]
    return subprocess.CompletedProcess(["clamh", *argv], code, *texts)


def clamh_of(
    sources: Path, argv: Sequence[str], folder: Path, environ: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """The same of the package `clamh` in `sources`, which another one than ours is imported from anew; one output of both."""
    both = _stream()
    ours = Path(importlib.import_module("clamh").__path__[0]).parent
    with contextlib.nullcontext() if sources == ours else _imported_from(sources), _without_revision():
        code = _ended(list(argv), folder, environ, both, both, sources)
    return subprocess.CompletedProcess(["clamh", *argv], code, _written(both))


def _without_revision() -> contextlib.AbstractContextManager[object]:
    """In the block a run does not ask git for the revision: of a checkout like ours that takes a tenth of a scenario."""
    return mock.patch.object(importlib.import_module("clamh.pipeline"), "find_revision", lambda folder, sources: ("", False))


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


def _ended(argv: list[str], folder: Path, environ: Mapping[str, str], out: io.TextIOWrapper, err: io.TextIOWrapper,
           sources: Path | None = None) -> int:
    """The exit code. What a process has of its own is as it was before: folder, environment, streams, signals."""
    handlers = {end: signal.getsignal(end) for end in ENDS}
    with (contextlib.chdir(folder), mock.patch.dict(os.environ, dict(environ), clear=True),
          mock.patch.object(sys, "stdout", out), mock.patch.object(sys, "stderr", err)):
        is_ours = argv[0].startswith(OURS)
        command_line = importlib.import_module(argv[0] if is_ours else "clamh.cli.main")
        try:
            with remembered(folder, sources), mock.patch.object(sys, "argv", argv):
                return command_line.main() if is_ours else command_line.main(argv)
        except Exception:
            if not is_ours:
                raise
            traceback.print_exc()  # as a process of its own would
            return 1
        except SystemExit as ended:  # of argparse: help, or a wrong option
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        finally:
            for item, handler in handlers.items():
                signal.signal(item, handler)


@contextlib.contextmanager
def remembered(folder: Path, sources: Path | None = None) -> Iterator[None]:
    """javac stays, and each toolchain says once who it is, not once per call; but with flags of a clamh.toml, which may name files.

    For the package in `sources`, ours or a mutated copy, what was compiled before stays too.
    """
    build, steps = (importlib.import_module(f"clamh.building.{name}") for name in ("build", "steps"))
    ask = build.capture
    captured = importlib.import_module("clamh.languages.base").Captured
    environ = tuple(sorted((name, value) for name, value in os.environ.items()
                           if not name.startswith(OWN) and name not in OF_SHELLS))

    def capture(argv: tuple[str, ...]) -> object:
        try:
            program = os.stat(argv[0])
        except OSError:
            return ask(argv)
        key = (argv, program.st_ino, program.st_mtime_ns, environ)
        if key not in _answers:
            text = ask(argv)
            _answers[key] = text.code, text.output
        code, output = _answers[key]
        return captured(code=code, output=output)

    finished = steps._finished if sources is None else kept_objects.instead_of(steps._finished, sources)
    requested = contextlib.nullcontext() if (folder / "clamh.toml").exists() else mock.patch.object(build, "capture", capture)
    with requested, mock.patch.object(steps, "_finished", warm_javac.instead_of(finished)):
        yield


@contextlib.contextmanager
def _imported_from(sources: Path) -> Iterator[None]:
    """In the block `clamh` is another package, imported anew; afterwards it is ours again, as it was."""
    def modules() -> list[str]:
        return [name for name in sys.modules if name.partition(".")[0] in ("clamh", "conformance")]

    ours = {name: sys.modules.pop(name) for name in modules()}
    sys.path.insert(0, str(sources))
    try:
        package = importlib.import_module("clamh")
        assert Path(package.__path__[0]).parent == sources, f"clamh was imported from {package.__path__}"
        yield
    finally:
        sys.path.remove(str(sources))
        for name in modules():
            del sys.modules[name]
        sys.modules.update(ours)
        for place in [text for text in sys.path_importer_cache if Path(text).is_relative_to(sources)]:
            del sys.path_importer_cache[place]
