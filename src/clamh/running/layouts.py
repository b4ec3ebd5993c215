"""Where things lie in memory: drawn anew for every fork, or always the same. Data only: worker/ applies it.

Performance hangs on addresses that no source says: a loop beside another, a state at a page's end, a longer environment
(Mytkowicz et al., ASPLOS 2009; Curtsinger and Berger, ASPLOS 2013). One layout is one draw of luck, which all samples of
a process share; several make it part of the spread over forks, which the interval then holds.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.identity import without_build
from clamh.model.noun import Noun

RANDOM, STATIC = "random", "static"
PAGE = 4096
SPAN = 4 * PAGE  # what most environments fit into, so that stacks lie alike under another shell
STACK_ALIGNMENT = 16


class ForkLayout(Noun):
    """The layout of one fork.

    `seed` places states, arrays and the stack, in the worker. `code` is the number of the artifact's code layout: that of 0
    is the linker's own, others are ordered and padded by their number as seed. `environment` is by how many bytes what the
    kernel puts above the stack goes beyond whole SPANs. `randomised`: the kernel draws addresses too.
    """

    kind: str
    seed: int
    code: int = 0
    environment: int = 0
    randomised: bool = False


def fork_layout(case: Case, run_seed: int, fork: int, replayed: bool) -> ForkLayout:
    """The layout of a fork of a case: drawn from the run's seed, the case and the fork's number, warmup forks' too.

    All builds of a case have the same, so that placement makes no difference between them.
    `replayed`: the run's seed was given, so that every address is to be the same again. A seed of the case's own
    (`@Layout(random, seed = …)`) gives all its forks one layout.
    """
    options = case.options
    if options.layout == STATIC:
        return ForkLayout(kind=STATIC, seed=0)
    own = options.layout_seed
    drawn = random.Random(f"{run_seed}/layout/{without_build(case.case_id, case.build)}/{fork}" if own is None else f"layout/{own}")
    return ForkLayout(
        kind=RANDOM,
        seed=drawn.getrandbits(63) if own is None else own,
        code=(fork if own is None else own) % options.layouts,
        environment=drawn.randrange(0, PAGE, STACK_ALIGNMENT),
        randomised=own is None and not replayed,
    )


def laid_out(command: Command, layout: ForkLayout) -> Command:
    """The process of a fork, with what its layout says of how it is started."""
    return replace(command, environment=layout.environment, randomised=layout.randomised)


def padding(environ: Mapping[str, str], argv: Sequence[str], beyond: int) -> int:
    """How long to make one more variable so that what the kernel puts above the stack is `beyond` bytes over whole SPANs.

    `environ` has that variable, empty. Strings and pointers of environment and arguments count, and the program's name,
    which the kernel writes a second time.
    """
    strings = [f"{name}={value}" for name, value in environ.items()] + [*argv, argv[0]]
    size = sum(len(one.encode("utf-8", "surrogateescape")) + 1 for one in strings) + 8 * (len(environ) + len(argv))
    return (beyond - size) % SPAN
