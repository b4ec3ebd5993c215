"""Memory layouts: random for every fork, or always the same. This module only draws them; worker/ applies them.

Performance depends on addresses that no source mentions: the distance of two loops, a state at a page's end, a longer
environment (Mytkowicz et al., ASPLOS 2009; Curtsinger and Berger, ASPLOS 2013). All samples of a process share one
layout. Several layouts become part of the spread over forks, so the interval includes their effect.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.noun import Noun

RANDOM, STATIC = "random", "static"
PAGE = 4096
SPAN = 4 * PAGE  # most environments fit into one SPAN, so stacks lie alike when another shell starts the run
STACK_ALIGNMENT = 16


class ForkLayout(Noun):
    """The layout of a fork.

    `seed` places states, arrays and the stack in the worker. `code` is the number of the artifact's code layout: 0 is
    the linker's own; all others are ordered and padded with their number as seed. `environment` is the size of the data
    above the stack, beyond a multiple of SPAN, in bytes. With `randomised`, the kernel randomises addresses too.
    """

    kind: str
    seed: int
    code: int = 0
    environment: int = 0
    randomised: bool = False


def fork_layout(case: Case, run_seed: int, fork: int, replayed: bool) -> ForkLayout:
    """The layout of a fork, drawn from the run's seed, what is measured, and the fork's number (also for warmup forks).

    All builds have the same layout, even if their options differ, so placement makes no difference between them. With
    `replayed`, the user gave the seed, and every address must repeat. A case's own seed (`@Layout(random, seed = …)`)
    gives all of its forks one layout.
    """
    options = case.options
    if options.layout == STATIC:
        return ForkLayout(kind=STATIC, seed=0)
    own = options.layout_seed
    measured = (case.key, case.platform, case.mode, case.threads, *sorted(case.params.items()))
    drawn = random.Random(f"{run_seed}/layout/{measured}/{fork}" if own is None else f"layout/{own}")
    return ForkLayout(
        kind=RANDOM,
        seed=drawn.getrandbits(63) if own is None else own,
        code=(fork if own is None else own) % options.layouts,
        environment=drawn.randrange(0, PAGE, STACK_ALIGNMENT),
        randomised=own is None and not replayed,
    )


def apply_layout(command: Command, layout: ForkLayout) -> Command:
    """The command of a fork, with its layout's environment and address randomisation."""
    return replace(command, environment=layout.environment, randomised=layout.randomised)


def find_padding(environ: Mapping[str, str], argv: Sequence[str], beyond: int) -> int:
    """The length of a padding variable for which the data above the stack is `beyond` bytes larger than SPAN, or a
    multiple of it: the least that the rest fits into.

    `environ` contains that variable, empty. The kernel puts there the strings and pointers of environment and
    arguments, and the program's name a second time.
    """
    strings = [f"{name}={value}" for name, value in environ.items()] + [*argv, argv[0]]
    size = sum(len(string.encode("utf-8", "surrogateescape")) + 1
               for string in strings) + 8 * (len(environ) + len(argv))
    return (beyond - size) % SPAN + (SPAN if size <= beyond else 0)
