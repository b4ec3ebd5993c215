"""The compiled copy of a user's file: annotations are blanked, and every line and column stays the same. Behind its end
stand other names of what main.zig calls, since only the file itself can name what is not `pub`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from clamh.languages.generators import apply_changes
from clamh.model.sources import Annotation, CompilerControl

CONTROLS = {"INLINE": b"inline ", "DONT_INLINE": b"noinline "}


def copy_source(text: bytes, annotations: Iterable[Annotation], added: str,
                controls: Iterable[CompilerControl] = ()) -> str:
    """The copy's text with `added` at its end; `controls` are the CompilerControls of this file's functions. Bytes that
    are not UTF-8 are surrogate escapes."""
    changes = [(annotation.start, annotation.end, re.sub(rb"[^\r\n]", b" ", text[annotation.start:annotation.end]))
               for annotation in annotations if annotation.spelling == "at"]
    for control in controls:
        head = text[control.declaration.start:control.declaration.body]
        word = re.search(rb"\bfn\b", head)
        start = control.declaration.start + (word.start() if word else 0)
        changes.append((start, start, CONTROLS[control.mode]))
    return os.fsdecode(apply_changes(text, changes)) + f"\n{added}"
