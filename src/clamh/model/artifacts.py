"""The nouns of build: platforms, artifacts and the commands that start them. Frozen data only."""

from __future__ import annotations

from typing import Any

from clamh.model.counting import Counting
from clamh.model.noun import Noun


class Platform(Noun):
    """A language, its toolchain and its runtime, such as `cpp/g++-12`; `facts` belong to the language.

    `extra` are the user's own flags, from beside the program or from clamh.toml. `optimisation` and `target` are those
    of them that change the optimisation or the target machine. "" is the default, the same in all languages: optimised,
    with this machine's instructions. A ratio of platforms that differ in them has a warning.
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


class Skip(Noun, rename={"requested_by_user": "asked"}):
    """A platform or language that is left out, the reason, and the command that helps.

    `broken`: it exists but does not work. `asked`: a variable of the user names it. `failed`: a requested artifact
    could not be built.
    """

    platform: str
    reason: str
    hint: str
    broken: bool = False
    requested_by_user: bool = False
    failed: bool = False

    @property
    def line(self) -> str:
        """The line about it in messages and reports."""
        return skip_line(self.platform, self.reason, self.hint, self.failed)


def skip_line(platform: str, reason: str, hint: str, failed: bool) -> str:
    """The line about a platform that is left out of a run: skipped or failed."""
    return f"{'failed' if failed else 'skipped'} {platform}: {reason}; {hint}"


class Artifact(Noun):
    """A runnable benchmark: the file to start, and its sources."""

    source: str
    platform: Platform
    path: str
    sha256: str
    folder: str = ""  # the folder of its suite, in which its processes run; "": the driver's folder
    sources: dict[str, str] = {}  # path → sha256 of every file of the user in it
    build_s: float = 0.0
    cached: bool = False
    options: dict[str, tuple[str, ...]] = {}  # the language's own options on the command line, by their own names
    layouts: tuple[str, ...] = ()  # the same artifact in other code layouts, from layout 1
    most_layouts: int = 1  # how many layouts can be built, with this one
    build: str = ""  # the name of one of several builds of its source (letters, digits, - _ .); "" for a single build
    one_layout: str = ""  # why it has only one layout, if the language could build several


class Command(Noun):
    """A process to start: argv (never given to a shell) and what to add to the environment.

    After the case's Timeout, the process itself interrupts hanging code for `interrupts_s` before it is stopped. What
    the kernel puts above its stack goes `environment` bytes beyond whole pages, None: any number. Without `randomised`
    the kernel does not randomise addresses, if it supports that.
    """

    argv: tuple[str, ...]
    env: dict[str, str] = {}
    interrupts_s: float = 0.0
    environment: int | None = None
    randomised: bool = True
    folder: str = ""  # the folder in which it runs; "": the driver's folder
    counting: Counting = Counting()  # what is counted while it measures
