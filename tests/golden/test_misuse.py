"""Is every misuse of an annotation said, where it stands, and how to mend it?

One file per kind of misuse in `misuse`; beside it, approved by a person, `line:column code message → mend`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clamh.languages import by_extension
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

MISUSE = Path(__file__).parent / "misuse"
SOURCES = sorted(path for path in MISUSE.iterdir() if by_extension(path.name))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_problem_is_said_at_once(path: Path, golden: Callable[[str, str], None]) -> None:
    language = by_extension(path.name)
    assert language is not None
    source = SourceFile(path=path.name, language=language.id, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, path.read_bytes(), language)
    _, found = bind([[parsed]])
    said = sorted((p.location.line, p.location.column, f"{p.code} {p.message} → {p.mend}")
                  for p in [*problems, *found] if p.location)
    assert len(said) == len(problems) + len(found), "a problem without a place"
    golden(f"misuse/{path.name}.txt", "".join(f"{line}:{column} {text}\n" for line, column, text in said))


def test_every_misuse_has_its_golden_file_and_a_problem() -> None:
    expected = {path.name.removesuffix(".txt"): path.read_text("utf-8") for path in MISUSE.glob("*.txt")}
    assert set(expected) == {path.name for path in SOURCES}
    assert all(expected.values())
