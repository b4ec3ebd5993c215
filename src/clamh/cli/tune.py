"""clamh doctor --tune: what could be steadier on this machine; --apply sets it for one command and restores it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.applied import applied, mend, typed
from clamh.cli.doctor import TUNE
from clamh.machine.lock import MACHINE_LOCK, free
from clamh.machine.tuned import SYSTEM
from clamh.machine.tuning.changes import ONLY_ROOT
from clamh.machine.tuning.settings import Setting, settings
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

APPLY = "--apply"
EXAMPLES = (
    ("clamh doctor --tune", "what is it now, and what would be steadier?"),
    ("clamh doctor --tune --apply clamh run", "set it for this run, and restore it"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("doctor --tune", "Show what could be steadier on this machine; set it for one run, and restore it.", "",
                           examples=EXAMPLES)
    one.add_argument(TUNE, action="store_true", help="this, and not the machine and its toolchains")
    group = one.group("changing")
    group.add_argument(APPLY, metavar="COMMAND ...", help="change it, run the command (all that follows), restore it")
    return one


def main(argv: list[str]) -> int:
    """Show, with exit code 0; or run the command, with its exit code."""
    # What follows --apply is another program's command line, in which options of ours mean nothing.
    at = argv.index(APPLY) if APPLY in argv else len(argv)
    given, _ = arguments.read(parser(), argv[:at])
    if given.apply is not None:
        raise InputError([Diagnostic(code="usage", message=f"clamh doctor --tune {APPLY}={given.apply}: the command stands behind it, in words of its own",
                                     mend=f"clamh doctor --tune {APPLY} {given.apply} ...")])
    command = argv[at + 1:]
    if at < len(argv) and not command:
        raise InputError([Diagnostic(code="usage", message=f"clamh doctor --tune {APPLY}: no command follows it",
                                     mend=f"give one, such as: clamh doctor --tune {APPLY} clamh run")])
    if command:
        return applied(command)
    shown()
    return 0


def shown(root: Path = SYSTEM, lock: Path = MACHINE_LOCK) -> None:
    """Print what is and what would be, after what an earlier one has left was put right."""
    with free(lock) as ours:
        if ours:
            mend(root)
    print(show.printable_lines("\n".join(table(settings(root), show.width()))))


def table(known: Sequence[Setting], width: int) -> list[str]:
    """A line per setting: what it is, what it would be; below it why, and what is in the way."""
    names = max(len(one.name) for one in known)
    lines = []
    for one in known:
        change = f" → {one.wanted}" if one.wanted else ""
        lines.append(f"  {one.name:<{names}}  {one.now or '-'}{change}")
        for text in filter(None, (one.why, one.obstacle and f"not here: {one.obstacle}")):
            lines += textwrap.wrap(text, width, initial_indent=" " * (names + 4), subsequent_indent=" " * (names + 6),
                                   break_long_words=False, break_on_hyphens=False)
    return ["What could be steadier", *lines, "", *_end(known)]


def _end(known: Sequence[Setting]) -> Iterator[str]:
    """The lines to type."""
    wanted = [one for one in known if one.wanted]
    can = [one.name for one in wanted if not one.obstacle]
    if not wanted:
        yield "Nothing would be steadier."
    if can:
        yield f"To change {', '.join(can)} for one run:"
        yield f"  clamh doctor --tune {APPLY} clamh run ..."
    if any(ONLY_ROOT in one.obstacle for one in wanted):
        yield "To change what only root may change:"
        yield f"  {typed(f' {APPLY} clamh run ...')}"
    elif wanted and not can:
        yield "Nothing of it can be changed here."
