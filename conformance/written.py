"""Where a scenario stands in one language: written by hand in sources/LANGUAGE, or printed from its description."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from pathlib import Path

from clamh.languages import languages
from conformance import suite
from conformance.scenarios import HERE, scenarios

BY_HAND = HERE / "sources"
PRINTED = HERE.parent / ".clamh" / "scenarios"


def source(name: str, language: str) -> Path:
    """The scenario in one language. One that is printed stands in a folder of its language with its transcript.

    Raises FileNotFoundError when nobody wrote it, or more than once.
    """
    if text := printed(name, language):
        folder = PRINTED / language
        for path in BY_HAND.joinpath(language).glob("[tT]ranscript.*"):
            _put(folder / path.name, path.read_text(encoding="utf-8"))
        return _put(folder / _printer(language).file_name(name), text)
    found = [path for path in by_hand(language) if _plain(path.stem) == _plain(name)]
    if len(found) != 1:
        raise FileNotFoundError(f"{BY_HAND / language}: {len(found)} files for the scenario {name}, there must be one")
    return found[0]


def printed(name: str, language: str) -> str:
    """The text of a scenario that is described; "" for one written by hand."""
    one = scenarios()[name]
    if not one.states and not one.benchmarks:
        return ""
    return _printer(language).source(suite.read(name, one.question, one.states, one.benchmarks, one.statics, one.texts))


def by_hand(language: str) -> list[Path]:
    """The scenarios of one language that are written by hand: every file but the transcript."""
    endings = languages()[language].extensions
    return [path for path in sorted((BY_HAND / language).iterdir()) if path.suffix in endings and path.stem.lower() != "transcript"]


def _printer(language: str):
    return import_module(f"conformance.printers.{language}")


def _put(path: Path, text: str) -> Path:
    """Writes a file that is not there so already; whoever reads it at this moment finds the whole of it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".new", delete=False) as new:
            new.write(text)
        os.replace(new.name, path)
    return path


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()
