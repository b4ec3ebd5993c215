"""Files that git does not have and that a revision's sources seem to need, since its failure names them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from clamh.cli.sides import Side
from clamh.languages import language_of_file
from clamh.machine.repository import untracked_files
from clamh.model.identity import name_some

if TYPE_CHECKING:
    from clamh.model.summary import Row

NAMED = 5
INSTALLED = {"node_modules", "target", "vendor", "venv", "site-packages"}  # folders of what package managers installed


def explain_failure(failure: str, sides: Sequence[Side], may_lack_files: bool) -> Iterator[str]:
    """For each revision that the failure names: its untracked files in the failure, else, if it
    `may_lack_files`, a note that only git's files are there.
    """
    for side in sides:
        if side.tree and (side.tree in failure or os.path.relpath(side.tree) in failure):
            hints = list(explain_untracked(failure, side))
            if may_lack_files and not hints:
                hints = [
                    f"note: {side.revision} is built from the files in git; nothing else is installed or compiled "
                    f"there\n    hint: if it needs more: git worktree add ../old {side.revision}, prepare it there, "
                    "clamh compare --live ../old ."
                ]
            yield from hints


def explain_rows(rows: Iterable[Row], side: Side) -> Iterator[str]:
    """The same for cases of a side that failed while they were measured."""
    failed = [fork for row in rows for fork in row.fork_scores if fork.failure]
    yield from explain_untracked(
        "\n".join(text for fork in failed for text in (fork.failure, *fork.details, *fork.output_tail)), side)


def explain_untracked(failure: str, side: Side) -> Iterator[str]:
    """The untracked files of the working folder that a revision's failure names, and what to do about them."""
    if side.repository is None or not failure:
        return
    # The command of a failed step names CLAMH's own files, and so the artifacts that lie beside the sources.
    failure = re.sub(r"^    command: .*$", "", failure, flags=re.MULTILINE)
    needed = [
        name for name in untracked_files(side.repository)
        if _is_named(name, failure) and not os.path.lexists(os.path.join(side.tree, name))
    ]
    if needed:
        yield (
            f"note: git does not have {name_some(needed, NAMED)}, so {side.revision}, which may need it, "
            "lacks it\n    hint: commit it, or measure a folder that has it: "
            f"git worktree add ../old {side.revision}, copy it there, "
            "clamh compare --live ../old .")


def _is_named(path: str, failure: str) -> bool:
    """Whether the text names the file; a source also counts as imports write it: a.py as a, a.ts as a.js."""
    if INSTALLED & set(path.split(os.sep)):
        return False
    compiled = re.sub(r"\.([cm]?)ts$", r".\1js", path)
    if compiled != path and _is_named(compiled, failure):
        return True
    name, source = os.path.basename(path), language_of_file(path) is not None
    stem = rf"|{re.escape(os.path.splitext(name)[0])}(?!\.\w)" if source else ""  # step.py is not named by step.hpp
    return bool(re.search(rf"(?<![\w-])(?:(?<!\.){re.escape(name)}{stem})(?![\w-])", failure))
