"""Files that git does not have and a revision's sources seem to need: what a failure of theirs names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from clamh.cli.sides import Side
from clamh.languages import by_extension
from clamh.machine.repository import untracked_files

NAMED = 5
INSTALLED = {"node_modules", "target", "vendor", "venv", "site-packages"}  # folders of what package managers installed


def explain_untracked(failure: str, sides: Sequence[Side]) -> Iterator[str]:
    """For each revision the untracked files of the working folder that the text of a failure names, and what to do about them."""
    for side in sides:
        if side.repository is None or side.tree not in failure and os.path.relpath(side.tree) not in failure:
            continue
        needed = [name for name in untracked_files(side.repository) if _is_named(name, failure) and not os.path.lexists(os.path.join(side.tree, name))]
        if needed:
            more = f" and {len(needed) - NAMED} more" if len(needed) > NAMED else ""
            yield (f"note: {', '.join(needed[:NAMED])}{more}: not in git, and so not in {side.revision}, which may need it\n"
                   f"    mend: commit it, or measure a folder that has it: git worktree add ../old {side.revision}, copy it there, "
                   "clamh compare --live ../old .")


def _is_named(path: str, failure: str) -> bool:
    """Whether the text names the file, or, as imports do, a source without its ending."""
    if INSTALLED & set(path.split(os.sep)):
        return False
    name = os.path.basename(path)
    names = [name]
    if by_extension(path) is not None:
        names.append(os.path.splitext(name)[0])
    return any(re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", failure) for one in names)
