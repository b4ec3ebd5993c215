"""Real sources with some of their bytes changed, and the laws that each front-end keeps for every input."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Parsed, SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

GOLDEN = Path(__file__).parent / "golden"


def find_sources(language: str, *folders: str) -> list[Path]:
    """The hazards of a language, its misuse, and its sources in other folders of tests/golden."""
    return sorted(path for folder in (f"{language}/hazards", "misuse", *folders) for path in (GOLDEN / folder).iterdir()
                  if path.suffix in languages()[language].extensions)


def check_front_end(source: SourceFile, text: bytes) -> tuple[Parsed, Suite, list[Diagnostic]]:
    """Parse and bind the text. Declarations stay inside of it, and each problem has a place and a hint."""
    parsed, problems = parse_text(source, text, languages()[source.language])
    for declaration in parsed.declarations:
        assert 0 <= declaration.start < declaration.end <= len(text)
        assert declaration.body is None or declaration.start <= declaration.body <= declaration.end
        assert 1 <= declaration.location.line <= text.count(b"\n") + 1
    suite, diagnostics = bind([[parsed]])
    for problem in [*problems, *diagnostics]:
        assert problem.location is not None and problem.hint
    return parsed, suite, [*problems, *diagnostics]


@st.composite
def mutated(draw: st.DrawFn, files: Sequence[Path], pieces: Sequence[bytes]) -> bytes:
    """One of the files with some of its bytes cut out, doubled or replaced by one of the pieces."""
    text = draw(st.sampled_from(files)).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        text = text[:start] + draw(st.sampled_from([b"", text[start:end] * 2, *pieces])) + text[end:]
    return text
