"""clamh doctor --tune: what could be steadier on this machine; --apply changes it for one command and restores it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.doctor import TUNE
from clamh.cli.tuned_command import restore_left_changes, run_tuned_command, suggest_command
from clamh.machine.lock import MACHINE_LOCK, try_lock
from clamh.machine.system_files import SYSTEM
from clamh.machine.tuning.changes import ONLY_ROOT
from clamh.machine.tuning.settings import Setting, list_settings
from clamh.model.diagnostics import input_error

APPLY = "--apply"
EXAMPLES = (
    ("clamh doctor --tune", "current settings, and steadier ones"),
    ("clamh doctor --tune --apply clamh run", "set them for this run, then restore"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser(
        "doctor --tune", "Show what could be steadier on this machine; set it for one run.", "", examples=EXAMPLES)
    verb.add_argument(TUNE, action="store_true", help="settings instead of machine and toolchains")
    group = verb.group("changing")
    group.add_argument(APPLY, metavar="COMMAND ...",
                       help="change settings, run the command (the rest of the line), restore them")
    return verb


def main(argv: list[str]) -> int:
    """Show, with exit code 0; or run the command, and return its exit code."""
    # What follows --apply is the command line of another program, in which our options mean nothing.
    position = argv.index(APPLY) if APPLY in argv else len(argv)
    args, _ = arguments.parse_command_line(parser(), argv[:position])
    if args.apply is not None:
        message = f"clamh doctor --tune {APPLY}={args.apply}: write the command as separate words"
        raise input_error("usage", message, f"clamh doctor --tune {APPLY} {args.apply} ...")
    command = argv[position + 1:]
    if position < len(argv) and not command:
        raise input_error("usage", f"clamh doctor --tune {APPLY}: no command follows it",
                          f"give one, such as: clamh doctor --tune {APPLY} clamh run")
    if command:
        return run_tuned_command(command)
    print_settings()
    return 0


def print_settings(root: Path = SYSTEM, lock: Path = MACHINE_LOCK) -> None:
    """Print the settings and what would be steadier, after restoring what an earlier one left behind."""
    with try_lock(lock) as is_free:
        if is_free:
            restore_left_changes(root)
    print(show.escape_lines("\n".join(format_table(list_settings(root), show.terminal_width()))))


def format_table(candidates: Sequence[Setting], width: int) -> list[str]:
    """A line per setting with its value and the steadier value; below it the reason and the obstacle."""
    names = max(len(setting.name) for setting in candidates)
    lines = []
    for setting in candidates:
        change = f" → {setting.steady_value}" if setting.steady_value else ""
        lines.append(f"  {setting.name:<{names}}  {setting.now or '-'}{change}")
        for text in filter(None, (setting.reason, setting.obstacle and f"not here: {setting.obstacle}")):
            lines += textwrap.wrap(text, width, initial_indent=" " * (names + 4), subsequent_indent=" " * (names + 6),
                                   break_long_words=False, break_on_hyphens=False)
    return ["Settings that could be steadier", *lines, "", *_end(candidates)]


def _end(candidates: Sequence[Setting]) -> Iterator[str]:
    """The commands that the user can type."""
    wanted = [setting for setting in candidates if setting.steady_value]
    changeable = [setting.name for setting in wanted if not setting.obstacle]
    if not any(setting.now for setting in candidates):
        yield "This system shows no setting that clamh can change: --tune needs Linux."
    elif not wanted:
        yield "Every setting is already steady."
    if changeable:
        yield f"To change {', '.join(changeable)} for one run:"
        yield f"  clamh doctor --tune {APPLY} clamh run ..."
    if any(ONLY_ROOT in setting.obstacle for setting in wanted):
        yield "To also change settings that need root:"
        yield f"  {suggest_command(f' {APPLY} clamh run ...')}"
    elif wanted and not changeable:
        yield "Nothing can be changed here."
