"""A real Slurm cluster for tests: its daemons run on loopback as this user, from a folder of their own, and nothing outside it is changed.

Several slurmd on one machine are several nodes. Whoever runs the tests needs Slurm's and munge's packages (scripts/setup.sh), no root.
"""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

SBIN = ":/usr/sbin:/sbin"
NODES = {"calm": ("x86_q",), "second": ("arm_q",), "short": ("limited",), "weak": ("flaky",), "busy": ("shared",)}  # the partitions of each
CONF = """ClusterName=tests
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=20
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SlurmctldPort={port}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1
SlurmdParameters=config_overrides
SlurmdTimeout=20
ReturnToService=2
MpiDefault=none
MinJobAge=600
KillWait=2
CompleteWait=0
"""


class Cluster(NamedTuple):
    """A running cluster: the environment of its commands, and the process of each node's daemon."""

    environ: dict[str, str]
    nodes: dict[str, subprocess.Popen[bytes]]
    start_node: Callable[[str], subprocess.Popen[bytes]]

    def call(self, *argv: str) -> str:
        """What one of Slurm's commands prints; it must succeed."""
        return subprocess.run(argv, env=self.environ, check=True, capture_output=True, text=True, timeout=300).stdout

    def crash(self, node: str) -> None:
        """End a node as a power cut does: its daemon and all that its tasks started, by their ids."""
        self.nodes[node].kill()
        self.nodes[node].wait()
        for pid in _processes_of(node):
            with suppress(ProcessLookupError):  # a worker ends with its driver
                os.kill(pid, signal.SIGKILL)

    def boot(self, node: str) -> None:
        """Start a node that crashed, and wait until it takes tasks."""
        self.nodes[node] = self.start_node(node)
        wait_for(lambda: self.call("sinfo", "-h", "-N", "-n", node, "-o", "%T").split()[0] not in ("down", "down*", "unknown*"), f"{node} is up")


def missing() -> str:
    """Which program of Slurm or munge is not here, "" when all are."""
    programs = ("sbatch", "squeue", "sinfo", "scontrol", "scancel", "slurmctld", "slurmd", "munged")
    return ", ".join(name for name in programs if not shutil.which(name, path=os.environ["PATH"] + SBIN))


def wait_for(done: Callable[[], object], what: str, seconds: float = 300.0) -> None:
    """Look ten times a second until it is so; fails with `what` did not happen."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, f"not in {seconds:.0f} s: {what}"
        time.sleep(0.1)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster that is ready for tasks; its daemons end with the block."""
    environ = {**os.environ, "PATH": os.environ["PATH"] + SBIN, "SLURM_CONF": str(folder / "slurm.conf")}
    (folder / "state").mkdir()
    _configure(folder)
    (folder / "munge.key").write_bytes(os.urandom(1024))
    (folder / "munge.key").chmod(0o600)
    with ExitStack() as daemons:
        def start(*argv: str) -> subprocess.Popen[bytes]:
            return daemons.enter_context(_daemon(argv, environ, folder))

        start("munged", "--foreground", "--force", "--num-threads=1", f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key",
              f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed")
        wait_for((folder / "munge.socket").exists, "munged listens")
        start("slurmctld", "-D", "-c")

        def start_node(name: str) -> subprocess.Popen[bytes]:
            return start("slurmd", "-D", "-c", "-N", name)

        cluster = Cluster(environ, {name: start_node(name) for name in NODES}, start_node)
        wait_for(lambda: _idle(environ) == len(NODES), f"all nodes are idle; see {folder}/*.log")
        try:
            yield cluster
        finally:
            subprocess.run(["scancel", "--user", getpass.getuser()], env=environ, check=False, capture_output=True, timeout=300)
            wait_for(lambda: not subprocess.run(["squeue", "-h", "-t", "R,CG", "-p", "x86_q,arm_q,limited,shared"], env=environ, check=False,
                                                capture_output=True, timeout=300).stdout, "the tasks have ended")


def _configure(folder: Path) -> None:
    port, *ports = _free_ports(1 + len(NODES))
    host = socket.gethostname().partition(".")[0]
    lines = [CONF.format(host=host, user=getpass.getuser(), folder=folder, port=port)]
    for (name, partitions), its_port in zip(NODES.items(), ports, strict=True):
        (folder / f"spool-{name}").mkdir()
        lines.append(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={its_port} CPUs=2 RealMemory=100 State=UNKNOWN\n")
        lines += [f"PartitionName={partition} Nodes={name} MaxTime=60 State=UP\n" for partition in partitions]
    (folder / "slurm.conf").write_text("".join(lines), encoding="utf-8")


def _free_ports(count: int) -> list[int]:
    with ExitStack() as sockets:
        opened = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for each in opened:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in opened]


@contextmanager
def _daemon(argv: tuple[str, ...], environ: dict[str, str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{argv[0]}.out").open("ab") as log:
        process = subprocess.Popen([shutil.which(argv[0], path=environ["PATH"]) or argv[0], *argv[1:]], env=environ, stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _idle(environ: dict[str, str]) -> int:
    answer = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %T"], env=environ, check=False, capture_output=True, text=True, timeout=300)
    return len({line for line in answer.stdout.splitlines() if line.endswith(" idle")})


def _processes_of(node: str) -> list[int]:
    """What a node's tasks started, which has its name in its environment, behind the supervisors, which would report its death."""
    started, supervisors = [], []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            environment = (path / "environ").read_bytes().split(b"\0")
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            supervised = Path(f"/proc/{parent}/cmdline").read_bytes().startswith(b"slurmstepd")
        except OSError:  # it has ended, or is not ours
            continue
        if f"SLURMD_NODENAME={node}".encode() in environment:
            started.append(int(path.name))
            supervisors += [int(parent)] if supervised else []
    return [*supervisors, *started]
