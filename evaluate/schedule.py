"""Which trials there are and in which order: drawn from SEED, and checked against the SHA-256 that was fixed before the first trial.

A trial is one tool on one block; a block is one kernel of one language on one track with one slowdown, and every tool
does it once, in random order.
"""

from __future__ import annotations

import hashlib
import platform
import random
from collections.abc import Iterator, Sequence

from clamh.model.noun import Noun

from evaluate.records import Refused

SEED = "CLAMH, how good, 2026-11-22"
DIGESTS = {
    "aa": "ea5cd1ebe66b24eac576941982685d273b13e3e84791550360fc4d4cd9eee05a",
    "smoke": "1c6c42044f321c70198ea439a00be2a83cd19a91d4887ccd2acd08ef04633b64",
}
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
SECONDS = {  # what a trial takes, about, on 2 CPUs
    ("clamh", "cpp"): 2, ("clamh", "javascript"): 3, ("clamh", "java"): 4, "clamh-pair": 2, "google": 2, "mitata": 3, "hyperfine": 3}
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


def seconds(trials: Sequence[Trial]) -> float:
    """What these trials take, about."""
    return sum(SECONDS.get((trial.tool, trial.language)) or SECONDS[trial.tool] for trial in trials)


def _shares(nulls: int, each: int, shares: Sequence[float], drawn: random.Random) -> Iterator[float]:
    yield from [0.0] * nulls
    for share in shares:
        first = drawn.choice((1, -1))
        yield from (share * first * (-1) ** turn for turn in range(each))


TIERS = {
    "aa": aa,
    "smoke": lambda: side_by_side("smoke", nulls=2, each=1, shares=SMOKE_P, session=8),
}


def format_trials(trials: Sequence[Trial]) -> str:
    """The trials as a table, tab-separated, with a line of names."""
    names = Trial.__struct_fields__
    lines = ["\t".join(names), *("\t".join(f"{getattr(trial, name)}" for name in names) for trial in trials)]
    return "\n".join(lines) + "\n"


def draw_trials(tier: str) -> tuple[list[Trial], str]:
    """The trials of a tier and the SHA-256 of their table. Raises Refused where they are not the trials that were fixed."""
    trials = TIERS[tier]()
    digest = hashlib.sha256(format_trials(trials).encode()).hexdigest()
    if digest != DIGESTS[tier]:
        raise Refused(
            f"schedule of tier '{tier}': Python {platform.python_version()} draws a table with the SHA-256 {digest}, and "
            f"evaluate/schedule.py was fixed with {DIGESTS[tier]}; undo changes of that file, or run the Python of `make setup`")
    return trials, digest
