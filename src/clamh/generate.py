"""Suite ─generate→ Wrapper: the code that joins a source to its runtime, by the language's own templates."""

from __future__ import annotations

from clamh.languages import languages
from clamh.model import Unit, Wrapper


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit, deterministic: equal units give equal bytes."""
    return languages()[unit.source.language].generator.generate(unit)
