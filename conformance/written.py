"""Where a scenario stands in one language: written by hand in sources/LANGUAGE, or printed from its description."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

from clamh.languages import languages
from conformance.description import DescriptionError, read_suite
from conformance.scenarios import HERE, scenarios

BY_HAND = HERE / "sources"
PRINTED = HERE.parent / ".clamh" / "scenarios"


def find_source(name: str, language: str) -> Path:
    """The scenario in one language. One that is printed stands in a folder of its language, with the transcript.

    Raises DescriptionError for a description that is not understood, FileNotFoundError when neither it nor a file is there.
    """
    if text := print_scenario(name, language):
        for path in BY_HAND.joinpath(language).glob("[tT]ranscript.*"):
            _place_file(PRINTED / language / path.name, path.read_text(encoding="utf-8"))
        return _place_file(PRINTED / language / _find_printer(language).name_file(name), text)
    paths = [path for path in list_by_hand(language) if path.stem.replace("_", "").casefold() == name.replace("_", "")]
    if len(paths) != 1:
        raise FileNotFoundError(f"{BY_HAND / language}: {len(paths)} files for the scenario {name}, there must be one")
    return paths[0]


def print_scenario(name: str, language: str) -> str:
    """The text of a scenario that is described; "" for one written by hand."""
    scenario = scenarios()[name]
    if not scenario.states and not scenario.benchmarks:
        return ""
    try:
        suite = read_suite(name, scenario.question, scenario.states, scenario.benchmarks, scenario.statics, scenario.texts)
    except DescriptionError as error:
        raise DescriptionError(f"scenarios/{name}.toml: {error}") from None
    try:
        return _find_printer(language).print_suite(suite)
    except KeyError as error:
        raise DescriptionError(f"scenarios/{name}.toml: printers/{language}.py cannot print {error}") from None


def list_by_hand(language: str) -> list[Path]:
    """The scenarios of one language that are written by hand: every source but the transcript."""
    endings = languages()[language].extensions
    return [path for path in sorted((BY_HAND / language).iterdir()) if path.suffix in endings and path.stem.lower() != "transcript"]


def _find_printer(language: str) -> ModuleType:
    return import_module(f"conformance.printers.{language}")


def _place_file(path: Path, text: str) -> Path:
    """Writes a file that does not stand there so already; who reads it at this moment finds the whole of it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".new", delete=False) as new:
            new.write(text)
        os.replace(new.name, path)
    return path
