"""clamh doctor --tune: what could be steadier on this machine; --apply changes it for one command and restores it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.applied import applied, restore_left_changes, suggest_command
from clamh.cli.doctor import TUNE
from clamh.machine.lock import MACHINE_LOCK, free
from clamh.machine.tuned import SYSTEM
from clamh.machine.tuning.changes import ONLY_ROOT
from clamh.machine.tuning.settings import Setting, settings
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

APPLY = "--apply"
EXAMPLES = (
    ("clamh doctor --tune", "current settings, and steadier ones"),
    ("clamh doctor --tune --apply clamh run", "set them for this run, then restore"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.parser("doctor --tune", "Show what could be steadier on this machine; set it for one run.", "",
                            examples=EXAMPLES)
    verb.add_argument(TUNE, action="store_true", help="settings instead of machine and toolchains")
    group = verb.group("changing")
    group.add_argument(APPLY, metavar="COMMAND ...", help="change settings, run the command (the rest of the line), restore them")
    return verb


def main(argv: list[str]) -> int:
    """Show, with exit code 0; or run the command, and return its exit code."""
    # What follows --apply is the command line of another program, in which our options mean nothing.
    position = argv.index(APPLY) if APPLY in argv else len(argv)
    args, _ = arguments.read(parser(), argv[:position])
    if args.apply is not None:
        message = f"clamh doctor --tune {APPLY}={args.apply}: write the command as separate words"
        raise InputError([Diagnostic(code="usage", message=message,
                                     hint=f"clamh doctor --tune {APPLY} {args.apply} ...")])
    command = argv[position + 1:]
    if position < len(argv) and not command:
        raise InputError([Diagnostic(code="usage", message=f"clamh doctor --tune {APPLY}: no command follows it",
                                     hint=f"give one, such as: clamh doctor --tune {APPLY} clamh run")])
    if command:
        return applied(command)
    shown()
    return 0


def shown(root: Path = SYSTEM, lock: Path = MACHINE_LOCK) -> None:
    """Print the settings and what would be steadier, after restoring what an earlier one left behind."""
    with free(lock) as is_free:
        if is_free:
            restore_left_changes(root)
    print(show.printable_lines("\n".join(format_table(settings(root), show.width()))))


def format_table(candidates: Sequence[Setting], width: int) -> list[str]:
    """A line per setting with its value and the steadier value; below it the reason and the obstacle."""
    names = max(len(setting.name) for setting in candidates)
    lines = []
    for setting in candidates:
        change = f" → {setting.wanted}" if setting.wanted else ""
        lines.append(f"  {setting.name:<{names}}  {setting.now or '-'}{change}")
        for text in filter(None, (setting.why, setting.obstacle and f"not here: {setting.obstacle}")):
            lines += textwrap.wrap(text, width, initial_indent=" " * (names + 4), subsequent_indent=" " * (names + 6),
                                   break_long_words=False, break_on_hyphens=False)
    return ["Settings that could be steadier", *lines, "", *_end(candidates)]


def _end(candidates: Sequence[Setting]) -> Iterator[str]:
    """The commands that the user can type."""
    wanted = [setting for setting in candidates if setting.wanted]
    changeable = [setting.name for setting in wanted if not setting.obstacle]
    if not wanted:
        yield "Every setting is already steady."
    if changeable:
        yield f"To change {', '.join(changeable)} for one run:"
        yield f"  clamh doctor --tune {APPLY} clamh run ..."
    if any(ONLY_ROOT in setting.obstacle for setting in wanted):
        yield "To also change settings that need root:"
        yield f"  {suggest_command(f' {APPLY} clamh run ...')}"
    elif wanted and not changeable:
        yield "Nothing can be changed here."
