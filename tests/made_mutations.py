"""Real sources with some of their bytes changed, for laws that hold for every input."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st


@st.composite
def mutated(draw: st.DrawFn, files: Sequence[Path], pieces: Sequence[bytes]) -> bytes:
    """One of the files with some of its bytes cut out, doubled or replaced by one of the pieces."""
    text = draw(st.sampled_from(files)).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        text = text[:start] + draw(st.sampled_from([b"", text[start:end] * 2, *pieces])) + text[end:]
    return text
