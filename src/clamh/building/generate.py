"""Suite ─generate→ Wrapper: the code that joins a source to its runtime, from the language's own templates."""

from __future__ import annotations

from clamh.languages import languages
from clamh.model.diagnostics import input_error
from clamh.model.folders import shorten_path
from clamh.model.sources import Location, Unit, Wrapper


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit; deterministic: equal units give equal bytes."""
    return languages()[unit.source.language].generator.generate(unit)


def make_standalone(wrapper: Wrapper) -> str:
    """One source that the plain toolchain builds and runs without CLAMH. Raises InputError where the language has no
    such form.
    """
    source = wrapper.unit.source
    language = languages()[source.language]
    text = language.generator.standalone(wrapper)
    if text is None:
        raise input_error("no-standalone", f"{language.title} has no source that works without the CLAMH runtime",
                          f"clamh build {shorten_path(source.path)} puts an artifact beside it that runs without CLAMH",
                          location=Location(path=source.path, line=1))
    return text
