"""The compiled copy of a user's file: annotations are blanked, and every line and column stays the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from clamh.languages.generators import apply_changes
from clamh.languages.zig.lookup import without_comments
from clamh.model.sources import Annotation, CompilerControl

CONTROLS = {"INLINE": b"inline ", "DONT_INLINE": b"noinline "}


def copy_source(text: bytes, annotations: Iterable[Annotation], added: str,
                controls: Iterable[CompilerControl] = ()) -> str:
    """The compiled copy of a file, in which annotations are blanks and every line and column stays the same, with
    `added` behind its end; `controls` are those of its functions. Bytes that are not UTF-8 are surrogate escapes.
    """
    changes = [(annotation.start, annotation.end, re.sub(rb"[^\r\n]", b" ", text[annotation.start:annotation.end]))
               for annotation in annotations if annotation.spelling == "at"]
    for control in controls:
        word = re.search(rb"\bfn\b", without_comments(text[control.declaration.start:control.declaration.body]))
        if word and not control.declaration.facts.get("word"):  # its own word decides
            start = control.declaration.start + word.start()
            changes.append((start, start, CONTROLS[control.mode]))
    return os.fsdecode(apply_changes(text, changes)) + f"\n{added}"
