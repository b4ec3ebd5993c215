"""The look of -h: short, grouped, one line per option where it fits, examples at the end."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence

OPTION_COLUMNS = 24
COLUMNS = 100  # wider lines are hard to read


def formatter(prog: str) -> argparse.HelpFormatter:
    """The format of every verb's help: examples keep their lines, and no text is markup."""
    from rich_argparse import RawDescriptionRichHelpFormatter

    class Help(RawDescriptionRichHelpFormatter):
        group_name_formatter = staticmethod(str)
        help_markup = False
        text_markup = False

    return Help(prog, max_help_position=OPTION_COLUMNS, width=min(COLUMNS, shutil.get_terminal_size().columns))


def examples(lines: Sequence[tuple[str, str]]) -> str:
    """Commands and their purposes in two columns."""
    width = max((len(command) for command, _ in lines), default=0)
    return "\n".join(["examples:", *(f"  {command:<{width}}  {purpose}".rstrip() for command, purpose in lines)])
