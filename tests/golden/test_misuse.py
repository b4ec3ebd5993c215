"""Is every misuse of an annotation reported where it stands, with what to do about it?

One source per topic and language in `misuse`; beside them, approved by a person, one text per topic: a line for each
problem, with its places in each language. A line that lacks a language shows that its problem differs there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clamh.languages import language_of_file
from clamh.model.diagnostics import select_errors
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.free_calls import find_free_calls
from clamh.sources.parse import parse_text
from clamh.sources.unused import find_unused

MISUSE = Path(__file__).parent / "misuse"
SOURCES = sorted(path for path in MISUSE.iterdir() if language_of_file(path.name))
TOPICS = sorted({path.stem for path in SOURCES})


def find_problems(path: Path) -> list[tuple[int, int, str]]:
    language = language_of_file(path.name)
    assert language is not None
    source = SourceFile(path=path.name, language=language.id, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, path.read_bytes(), language)
    suite, diagnostics = bind([[parsed]])
    diagnostics += [*find_free_calls(suite), *([] if select_errors([*problems, *diagnostics]) else find_unused(suite))]
    places = sorted((p.location.line, p.location.column, f"{p.code} {p.message} → {p.hint}")
                    for p in [*problems, *diagnostics] if p.location)
    assert len(places) == len(problems) + len(diagnostics), "a problem without a place"
    assert places, f"{path.name} has no problem"
    return places


@pytest.mark.parametrize("topic", TOPICS)
def test_each_problem_is_reported_at_once(topic: str, golden: Callable[[str, str], None]) -> None:
    rows: dict[str, list[str]] = {}
    for path in (path for path in SOURCES if path.stem == topic):
        for line, column, text in find_problems(path):
            rows.setdefault(text, []).append(f"{path.suffix[1:]} {line}:{column}")
    golden(f"misuse/{topic}.txt", "".join(f"{text} [{', '.join(places)}]\n" for text, places in rows.items()))


def test_each_topic_has_its_approved_text() -> None:
    assert sorted(path.stem for path in MISUSE.glob("*.txt")) == TOPICS
