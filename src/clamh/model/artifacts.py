"""The nouns of build: the platforms there are, what is built for them, and how it is started. Data only, frozen."""

from __future__ import annotations

from typing import Any

from clamh.model.noun import Noun


class Platform(Noun):
    """A language, its toolchain and its runtime, such as `cpp/g++-12`; `facts` is the language's own.

    `extra` are those of its flags that the user gave, beside the program or in clamh.toml. `optimisation` and `target`
    are those of them that change how much it optimises and for which machine it compiles; "" is as by default, which is
    the same in all languages: optimised, with this machine's instructions. Ratios of platforms that differ are doubted.
    """

    id: str
    language: str
    executable: str
    version: str
    flags: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    optimisation: str = ""
    target: str = ""
    runtime: str = ""
    facts: dict[str, Any] = {}


class Skip(Noun):
    """A platform or language left out, why, and the line that mends it.

    `broken`: it is there and of no use. `asked`: a variable of the user's names it. `failed`: what was asked for could not be built.
    """

    platform: str
    reason: str
    mend: str
    broken: bool = False
    asked: bool = False
    failed: bool = False

    @property
    def line(self) -> str:
        """What to say about it."""
        return skip_line(self.platform, self.reason, self.mend, self.failed)


def skip_line(platform: str, reason: str, hint: str, failed: bool) -> str:
    """The line about what is left out of a run: skipped, or failed."""
    return f"{'failed' if failed else 'skipped'} {platform}: {reason}; {hint}"


class Artifact(Noun):
    """A runnable benchmark: the file to start, and what it was made from."""

    source: str
    platform: Platform
    path: str
    sha256: str
    folder: str = ""  # of its suite, in which its processes run; "": in the driver's own
    sources: dict[str, str] = {}  # path → sha256 of every user file in it
    build_s: float = 0.0
    cached: bool = False
    options: dict[str, tuple[str, ...]] = {}  # the language's own of the command line, by its own names
    layouts: tuple[str, ...] = ()  # the same in other code layouts, from layout 1 on
    most_layouts: int = 1  # how many can be built, this one included
    build: str = ""  # which of several builds of its source in one run (letters, digits, - _ .); "" where there is one
    one_layout: str = ""  # why not several, where the language could have them


class Command(Noun):
    """A process to start: argv (never given to a shell) and what to add to the environment.

    `interrupts_s` is how long past the case's Timeout it goes on interrupting what hangs in it, before it is stopped.
    What the kernel puts above its stack is to go `environment` bytes beyond whole pages, None: as it comes; without
    `randomised` the kernel draws no addresses, where it can be asked for that.
    """

    argv: tuple[str, ...]
    env: dict[str, str] = {}
    interrupts_s: float = 0.0
    environment: int | None = None
    randomised: bool = True
    folder: str = ""  # in which it runs; "": in the driver's own
