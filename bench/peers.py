"""What does CLAMH say of a benchmark, and what do other tools (PEERS, below) say of the same in the same run?

Fresh processes in random order, one of ours and one of the peer's to a pair; each gives the median of ten short
measurements, or their mean where the peer tells nothing else. The figure is ours ÷ the peer's with the t interval of
the pairs' log ratios. bench/README.md says what their loops are, and which of the two is right where they differ.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from statistics import fmean, median

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.artifacts import Platform
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.noun import Noun
from clamh.model.options import Options
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, platforms

from bench.aims import CONFIDENCE, LEAST_NS, Finding, table, wide
from bench.peer_cases.statements import SETUP, STATEMENTS
from bench.worker import start_worker

CASES = Path(__file__).parent / "peer_cases"
NPM = Path(__file__).parent.parent / ".venv" / "npm" / "node_modules"
PARTS = 10


class Length(Noun):
    """How many pairs of processes, and how long each of the two measures.

    At least `pairs`, then more until the interval is `narrow` (its half-width on logarithms), at most `most`.
    """

    pairs: int
    most: int
    ms: int
    narrow: float = 0.04


class Peer(Noun):
    """A peer of one language: its source of ours, its aim, and how it is prepared (None: it is not here)."""

    name: str
    language: str
    source: str
    aim: float
    least: float
    hint: str
    prepare: Callable[[Platform, Path], Callable[[str, int], float] | None]
    summarised: Callable[[Sequence[float]], float]  # what the peer itself tells of a process
    only_told: tuple[str, ...] = ()  # bench/README.md says what the peer leaves out there
    left_out: tuple[str, ...] = ()  # what the peer's compiler deletes, so that it measures nothing
    judged: str = "*"  # the platforms, as a pattern


def own(catalog: Catalog, catalog_benchmark: CatalogBenchmark, ms: int, seed: int) -> list[float]:
    """ns per operation in each part of a fresh worker's measurement, warmed up as long as it is measured."""
    with start_worker(catalog.artifact, catalog_benchmark.launch) as worker:
        worker.open("own", catalog_benchmark, seed)
        worker.iterate("own", "warmup", ms * 1_000_000, first=True)
        found = []
        for left in reversed(range(PARTS)):
            [thread] = worker.iterate("own", "measurement", ms * 1_000_000 // PARTS, first=False,
                                      last=left == 0).threads
            found.append(thread.elapsed_ns / thread.operations)
        return found


def google(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """Google Benchmark of Debian's libbenchmark-dev, compiled with the platform's own flags."""
    program = folder / f"google-{platform.id.replace('/', '-')}"
    process = subprocess.run([
        platform.executable, *platform.flags,
        str(CASES / "google.cpp"), "-o",
        str(program), "-lbenchmark", "-lpthread"
    ], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        return None

    def measured(name: str, ms: int) -> float:
        done = subprocess.run([
            program, f"--benchmark_filter=^{name}$", f"--benchmark_min_time={ms / 1000 / PARTS}",
            "--benchmark_format=json", f"--benchmark_repetitions={PARTS}", "--benchmark_report_aggregates_only=true"
        ], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        [middle] = [item for item in json.loads(done.stdout)["benchmarks"] if item["aggregate_name"] == "median"]
        return float(middle["real_time"])

    return measured


def mitata(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """mitata, as set-up installs it, or of a node_modules here or above."""
    beside = [path / "node_modules" for path in (Path.cwd(), *Path.cwd().parents)]
    library = next((path / "mitata" / "src" / "lib.mjs" for path in (NPM, *beside) if (path / "mitata").is_dir()), None)
    if library is None:
        return None

    def measured(name: str, ms: int) -> float:
        process = subprocess.run([
            platform.executable, *platform.flags,
            str(CASES / "mitata.mjs"),
            library.resolve().as_uri(), name,
            str(ms)
        ], stdout=subprocess.PIPE, check=True)
        return float(json.loads(process.stdout)["avg"])

    return measured


def timeit(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """The standard library's, through its Timer."""
    def measured(name: str, ms: int) -> float:
        process = subprocess.run(
            [platform.executable, *platform.flags,
             str(CASES / "timed.py"), name,
             str(ms), str(PARTS)], stdout=subprocess.PIPE, check=True,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})
        return median(json.loads(process.stdout))

    return measured


def pyperf(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """pyperf, as set-up installs it, for every interpreter: one of its processes, the mean of its values."""
    spec = importlib.util.find_spec("pyperf")
    if spec is None or spec.origin is None:
        return None
    # Alone, without its neighbours, but with what pip wrote of it: before 3.10 it looks itself up there (`KeyError:
    # 'pyperf.hook'`).
    for path in Path(spec.origin).parent.parent.glob("pyperf*/"):
        shutil.copytree(path, folder / "modules" / path.name, dirs_exist_ok=True)
    environ = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, (folder / "modules", CASES))), "PYTHONDONTWRITEBYTECODE": "1"
    }
    command = (platform.executable, *platform.flags, "-m", "pyperf", "timeit")

    def measured(name: str, ms: int) -> float:
        text = folder / "pyperf.json"
        text.unlink(missing_ok=True)
        subprocess.run([
            *command, "--quiet", "--processes", "1", "--values",
            str(PARTS), "--warmups",
            str(PARTS), "--min-time",
            str(ms / 1000 / PARTS), "--inherit-environ", "PYTHONPATH,PYTHONDONTWRITEBYTECODE", "--setup", SETUP,
            STATEMENTS[name], "--output",
            str(text)
        ], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        [item] = json.loads(text.read_text(encoding="utf-8"))["benchmarks"]
        return fmean(value for process in item["runs"] for value in process.get("values", ())) * 1e9

    return measured


def b_loop(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """testing.B.Loop of Go's own library, compiled with the platform's own flags; before 1.26 it kept what it calls
    from being inlined.
    """
    package = folder / platform.id.replace("/", "-")
    package.mkdir()
    for name in ("work.go", "loop_test.go"):
        shutil.copy(CASES / name, package)
    (package / "go.mod").write_text("module peer\n\ngo 1.26\n", encoding="utf-8")
    settings = dict(flag.split("=", 1) for flag in platform.flags if not flag.startswith("-"))
    flags = [flag for flag in platform.flags if flag.startswith("-")]
    process = subprocess.run([platform.executable, "test", *flags, "-c", "-o", "loop", "."], cwd=package,
                             capture_output=True, text=True, check=False,
                             env={**os.environ, **settings, "GOTOOLCHAIN": "local", "GOFLAGS": "", "GOWORK": "off"})
    if process.returncode != 0:
        return None

    def measured(name: str, ms: int) -> float:
        done = subprocess.run([
            package / "loop", f"-test.bench=^Benchmark_{name}$", f"-test.benchtime={ms // PARTS}ms",
            f"-test.count={PARTS}"
        ], capture_output=True, text=True, check=True)
        return median(map(float, re.findall(r"([\d.]+) ns/op", done.stdout)))

    return measured


def crates(platform: Platform) -> Path | None:
    """The folder of the programs with criterion and divan, compiled by cargo with the platform's own flags; kept from
    run to run.
    """
    target = NPM.parents[1] / "peers"
    flags = [flag for flag in platform.flags if not flag.startswith("--")]
    process = subprocess.run(
        [
            "cargo", "build", "--quiet", "--release", f"--manifest-path={CASES / 'crates' / 'Cargo.toml'}",
            f"--target-dir={target}"
        ], stdout=subprocess.DEVNULL, check=False,
        env={**os.environ, "RUSTC": platform.executable, "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags)})
    return target / "release" if process.returncode == 0 else None


def criterion(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """criterion: the median of its ten samples, as it leaves it in a file."""
    programs = crates(platform)

    def measured(name: str, ms: int) -> float:
        subprocess.run([programs / "with_criterion", name, str(ms), folder / "criterion"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        estimates = json.loads((folder / "criterion" / name / "new" / "estimates.json").read_text())
        return float(estimates["median"]["point_estimate"])

    return measured if programs else None


UNITS = {"ps": 1e-3, "ns": 1.0, "µs": 1e3, "ms": 1e6}


def divan(platform: Platform, folder: Path) -> Callable[[str, int], float] | None:
    """divan: the median of its samples, the third figure of its line."""
    programs = crates(platform)

    def measured(name: str, ms: int) -> float:
        process = subprocess.run([
            programs / "with_divan", "--bench", "--color=never", f"--min-time={ms / 1000}", f"--max-time={ms / 500}",
            name
        ], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
        line = next(item for item in process.stdout.splitlines() if re.search(rf" {name}\b", item))
        figure, unit = re.findall(r"([\d.]+) (ps|ns|µs|ms)", line)[2]
        return float(figure) * UNITS[unit]

    return measured if programs else None


PEERS = (
    Peer(name="Google Benchmark", language="cpp", source="work.cpp", aim=1.05, least=0.95, prepare=google,
         summarised=median, hint="apt-get install libbenchmark-dev"),
    Peer(name="testing.B.Loop", language="go", source="work.go", aim=1.05, least=0.0, prepare=b_loop, summarised=median,
         hint="install Go 1.26 or newer"),
    Peer(name="mitata", language="javascript", source="work.mjs", aim=1.05, least=0.0, prepare=mitata, summarised=fmean,
         hint="npm install mitata", only_told=("empty",)),
    Peer(name="timeit", language="python", source="work.py", aim=1.05, least=0.95, prepare=timeit, summarised=median,
         hint="apt-get install libpython3-stdlib", judged="python/cpython*"),
    Peer(name="pyperf", language="python", source="work.py", aim=1.05, least=0.95, prepare=pyperf, summarised=fmean,
         hint=".venv/bin/pip install pyperf", judged="python/cpython*"),
    Peer(name="criterion", language="rust", source="work.rs", aim=1.05, least=0.0, prepare=criterion, summarised=median,
         hint="let cargo reach its registry once"),
    Peer(name="divan", language="rust", source="work.rs", aim=1.05, least=0.0, prepare=divan, summarised=median,
         left_out=("empty",), only_told=("add_plain",), hint="let cargo reach its registry once"),
)


def findings(peer: Peer, catalog: Catalog, folder: Path, length: Length, seed: int) -> Iterator[Finding]:
    """A ratio for each benchmark on one platform."""
    platform = catalog.artifact.platform
    measured = peer.prepare(platform, folder)
    if measured is None:
        print(f"peers: {peer.name} cannot be used with {platform.id}: {peer.hint}")
        return
    for benchmark in (catalog_benchmark for catalog_benchmark in catalog.benchmarks
                      if catalog_benchmark.name not in peer.left_out):
        order = random.Random(f"{seed} {platform.id} {benchmark.name}")
        ours: list[float] = []
        theirs: list[float] = []
        turns = (lambda: ours.append(peer.summarised(own(catalog, benchmark, length.ms, order.getrandbits(63)))),
                 lambda: theirs.append(measured(benchmark.name.rpartition(".")[2], length.ms)))
        while len(ours) < length.pairs or len(ours) < length.most and wide(_ratios(ours, theirs), length.narrow):
            for turn in order.sample(turns, 2):
                turn()
        for name, figures in (("CLAMH", ours), (peer.name, theirs)):
            if min(figures) < LEAST_NS:
                raise RuntimeError(
                    f"{platform.id}: {name} says {min(figures):.2g} ns of {benchmark.name}: its loop is not in the "
                    "machine code"
                )
        ratios = _ratios(ours, theirs)
        what = f"{platform.id} {benchmark.name} ÷ {peer.name} ({log_mean(ours):.3g} / {log_mean(theirs):.3g} ns, {len(ours)} pairs)"
        aims = {} if benchmark.name in peer.only_told or not fnmatch(platform.id, peer.judged) else {
            "aim": peer.aim, "least": peer.least
        }
        yield Finding(what, log_mean(ratios), *log_mean_interval(ratios, CONFIDENCE), **aims)


def _ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [a / b for a, b in zip(ours, theirs, strict=True)]


def built(peers: Sequence[Peer], patterns: Sequence[str]) -> list[tuple[Peer, Catalog]]:
    """What each peer measures, as CLAMH has it, on the platforms of this machine that the patterns mean."""
    suite = forecast([str(CASES / source) for source in dict.fromkeys(peer.source for peer in peers)],
                     lambda problems: None)
    chosen, _ = platforms(suite, Options(platforms=tuple(patterns)))
    result = describe_artifacts(artifacts(generate_wrappers(suite), chosen))
    return [(peer, catalog) for peer in peers for catalog in result
            if catalog.artifact.platform.language == peer.language]


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio is beyond its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.peers", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short pairs each: does it run? Its ratios say nothing")
    parser.add_argument("--platform", action="append", metavar="PATTERN", help="as of `clamh run` (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    length = Length(pairs=2, most=2, ms=20) if arguments.quick else Length(pairs=30, most=600, ms=50)
    there = []
    for peer in PEERS:
        found, skipped = find_platforms(peer.language, os.environ)
        there += [peer] if found else []
        for skip in [] if found else skipped:
            print(f"peers: {peer.name} skipped, {skip.reason}: {skip.hint}")
    print(
        f"ours ÷ the peer's; {length.pairs} to {length.most} pairs of processes, {length.ms} ms each, seed "
        f"{arguments.seed}"
    )
    with tempfile.TemporaryDirectory(prefix="clamh-peers-") as folder:
        lines = (line for peer, catalog in built(there, arguments.platform or ["all"])
                 for line in findings(peer, catalog, Path(folder), length, arguments.seed))
        return table(lines, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
