"""`clamh` from a process that has loaded all of it: a fork of it takes over the caller's folder and descriptors.

The start of Python and of its libraries, asking each compiler who it is and a javac that is cold are most of what a
command costs: 1 to 4 s of CPU, of which its own work is some tenths. All else is as at a user's: a shell finds a
program `clamh`, and the command has a process of its own. The plain start is what README.md, the first tutorial and
test_streams.py take.
"""

from __future__ import annotations

import array
import gc
import importlib
import marshal
import os
import select
import socket
import subprocess
import sys
import traceback
from pathlib import Path

HERE = Path(__file__).parent
WARM = (["check", "benchmarks/fac_tests"], ["generate", "benchmarks/fac_tests"],
        ["report", "tests/golden/written/5e4a2f1/normal.ndjson"])
CLIENT = """#!{python} -SE
import array, marshal, os, socket, sys

with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    data = marshal.dumps((os.getcwdb(), list(map(os.fsencode, sys.argv)), dict(os.environb)))
    descriptors = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))
    server.sendmsg([len(data).to_bytes(4, "big")], [descriptors])
    server.sendall(data)
    code = server.recv(1)
sys.exit(code[0] if code else "the process of this command ended without an exit code")
"""


def start_server(address: Path, environ: dict[str, str]) -> subprocess.Popen[bytes]:
    """Starts the process that `write_client` leads to; it ends with its input. Most commands have this environment."""
    server = subprocess.Popen([sys.executable, __file__, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=environ, start_new_session=True)
    assert server.stdin is not None and server.stdout is not None
    with server.stdout:
        if server.stdout.read() == b"ready\n":
            return server
    server.stdin.close()
    raise RuntimeError(f"the process that runs `clamh` ended with {server.wait()}: see its error output")


def write_client(program: Path, address: Path) -> None:
    """Writes the program `clamh`."""
    program.write_text(CLIENT.format(python=sys.executable, address=str(address)), encoding="utf-8")
    program.chmod(0o755)


def link_environment(folder: Path, address: Path) -> None:
    """The Python environment that runs us, in a new folder, in which `clamh` is the client."""
    (folder / "bin").mkdir(parents=True)
    for place in (Path(sys.prefix), Path(sys.prefix, "bin")):
        for path in place.iterdir():
            if path.name not in ("bin", "clamh"):
                (folder / path.relative_to(sys.prefix)).symlink_to(path)
    write_client(folder / "bin" / "clamh", address)


def _serve(address: str) -> None:
    """Load everything, ask every compiler, then fork for each command until the input ends."""
    import in_process
    import scipy.special  # noqa: F401
    import warm_javac

    from clamh.building.build import find_platforms
    from clamh.cli.main import VERBS
    from clamh.languages import languages

    for verb in VERBS:
        importlib.import_module(f"clamh.cli.{verb}")
    for words in WARM:  # grammars, templates and tables are read once
        in_process.clamh(words, HERE.parent, os.environ)
    with in_process.remembered(Path("/")):
        found = [platform for language in languages() for platform in find_platforms(language, os.environ)[0]]
    for javac in {platform.facts["javac"] for platform in found if "javac" in platform.facts}:
        warm_javac._server(javac)
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        os.write(1, b"ready\n")
        os.dup2(2, 1)  # the end of that answer
        while sys.stdin not in select.select([server, sys.stdin], [], [])[0]:
            connection, _ = server.accept()
            if os.fork() == 0:
                server.close()
                _run(connection)
            connection.close()
            while _reap():
                pass


def _reap() -> bool:
    try:
        return os.waitpid(-1, os.WNOHANG)[0] > 0
    except ChildProcessError:
        return False


def _run(connection: socket.socket) -> None:
    """The command, in this process, which ends with it."""
    code = 1
    try:
        folder, argv, environ = _receive(connection)
        os.chdir(folder)
        os.environ.clear()
        os.environb.update(environ)
        sys.argv = list(map(os.fsdecode, argv))
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
        start, in_process = importlib.import_module("clamh.cli.start"), importlib.import_module("in_process")
        with in_process.remembered(Path(os.fsdecode(folder))):
            code = start.main()
    except SystemExit as ended:  # of argparse: help, or a wrong option
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # what a process of its own would print
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.send(bytes([code]))
        os._exit(code)


def _receive(connection: socket.socket) -> tuple[bytes, list[bytes], dict[bytes, bytes]]:
    """Folder, words and variables of a command; its descriptors become ours."""
    head, control, *_ = connection.recvmsg(4, socket.CMSG_LEN(3 * array.array("i").itemsize))
    descriptors = array.array("i")
    descriptors.frombytes(control[0][2])
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    with connection.makefile("rb") as stream:
        return marshal.loads(stream.read(int.from_bytes(head, "big")))


if __name__ == "__main__":
    sys.path[:1] = [str(HERE.parent), str(HERE)]  # as pytest has them
    _serve(sys.argv[1])
