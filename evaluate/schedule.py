"""Which trials there are and in which order: pure, from a seed that stands here, and written down in schedules/.

A trial is one tool on one block; a block is one kernel of one language on one track with one slowdown, and every tool
does it once, in random order. Whatever a file in schedules/ says was fixed before its first trial was run:
`python -m evaluate.schedule` writes it, and a test asks whether the file is still what this makes.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from clamh.model.noun import Noun

FOLDER = Path(__file__).parent / "schedules"
SEED = "CLAMH, how good, 2026-11-22"
P = (0.005, 0.01, 0.02, 0.05)
SMOKE_P = (0.01, 0.05)
KERNELS = ("chain", "memory", "allocation", "branches")
# T1 the same function in one process, T2 its clone in the same artifact, T3 another build, T4 the same artifact in other processes.
TRACKS = {"cpp": ("T1", "T2", "T3", "T4"), "javascript": ("T1", "T2", "T4"), "java": ("T2", "T4")}
TOOLS = {
    ("cpp", "T1"): ("clamh-pair", "google"),
    ("cpp", "T2"): ("clamh", "google"),
    ("cpp", "T3"): ("clamh", "google"),
    ("cpp", "T4"): ("clamh", "google", "hyperfine"),
    ("javascript", "T1"): ("clamh-pair", "mitata"),
    ("javascript", "T2"): ("clamh", "mitata"),
    ("javascript", "T4"): ("clamh", "mitata", "hyperfine"),
    ("java", "T2"): ("clamh",),  # JMH's own rules are applied to the same raw data
    ("java", "T4"): ("clamh",),
}
AA = {"cpp": 150, "javascript": 80, "java": 25}  # comparisons per kernel: 1,020 in all
SESSION = 51  # trials of `aa`, neighbours in time, which may share what the machine did meanwhile: 20 of them


class Trial(Noun):
    """One tool on one block. `slower` is the share by which side B is slower than A; below 0 A is slower than B."""

    index: int
    session: int
    block: int
    tool: str
    language: str
    track: str
    kernel: str
    slower: float
    seed: int


def aa() -> list[Trial]:
    """Two sides of one artifact, each in processes of its own, with nothing injected."""
    cells = [(language, kernel) for language, times in AA.items() for kernel in KERNELS for _ in range(times)]
    drawn = random.Random(f"{SEED}: aa")
    drawn.shuffle(cells)
    return [Trial(index=at, session=at // SESSION, block=at, tool="clamh", language=language, track="T4", kernel=kernel,
                  slower=0.0, seed=drawn.getrandbits(32)) for at, (language, kernel) in enumerate(cells)]


def side_by_side(name: str, nulls: int, each: int, shares: Sequence[float], session: int) -> list[Trial]:
    """`nulls` blocks without and `each` with each slowdown, per language, track and kernel; `session` blocks are one session.

    Every second of a slowdown is on side A, so that a wrong sign is seen.
    """
    drawn = random.Random(f"{SEED}: {name}")
    blocks = [(language, track, kernel, share) for language, tracks in TRACKS.items() for track in tracks
              for kernel in KERNELS for share in _shares(nulls, each, shares, drawn)]
    drawn.shuffle(blocks)
    trials: list[Trial] = []
    for block, (language, track, kernel, share) in enumerate(blocks):
        seed = drawn.getrandbits(32)
        tools = TOOLS[language, track]
        for tool in drawn.sample(tools, len(tools)):
            trials.append(Trial(index=len(trials), session=block // session, block=block, tool=tool, language=language,
                                track=track, kernel=kernel, slower=share, seed=seed))
    return trials


def _shares(nulls: int, each: int, shares: Sequence[float], drawn: random.Random) -> Iterator[float]:
    yield from [0.0] * nulls
    for share in shares:
        first = drawn.choice((1, -1))
        yield from (share * first * (-1) ** turn for turn in range(each))


TIERS = {
    "aa": aa,
    "smoke": lambda: side_by_side("smoke", nulls=2, each=1, shares=SMOKE_P, session=8),
    "nightly": lambda: side_by_side("nightly", nulls=48, each=18, shares=P, session=180),
}


def written(trials: Sequence[Trial]) -> str:
    """The trials as a table, tab-separated, with a line of names."""
    names = Trial.__struct_fields__
    lines = ["\t".join(names), *("\t".join(f"{getattr(one, name)}" for name in names) for one in trials)]
    return "\n".join(lines) + "\n"


def fixed(tier: str) -> tuple[list[Trial], str]:
    """The trials of a tier as its file has them, and the file's SHA-256."""
    text = (FOLDER / f"{tier}.tsv").read_text(encoding="utf-8")
    first, *lines = text.splitlines()
    names = first.split("\t")
    rows = (dict(zip(names, line.split("\t"), strict=True)) for line in lines)
    return [msgspec.convert(row, Trial, strict=False) for row in rows], hashlib.sha256(text.encode()).hexdigest()


def main(tiers: Sequence[str]) -> None:
    """Write the schedules down."""
    for tier in tiers or TIERS:
        (FOLDER / f"{tier}.tsv").write_text(written(TIERS[tier]()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
