"""What does a language's generator write? The whole wrapper of the guide's first suite, approved by a person, for each language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from approved_json import approved_json

from clamh.building.generate import generate
from clamh.languages import language_of_file
from clamh.pipeline import forecast

FACTORIALS = Path(__file__).parents[2] / "benchmarks" / "fac_tests"
SOURCES = {language.id: path.name for path in FACTORIALS.iterdir() if (language := language_of_file(path.name))}


def print_file(name: str, text: str, own: str) -> str:
    """A generated file under its name, without the folder of this checkout; the user's own file is only named."""
    if text == own:
        return f"==== {name} is the user's file\n"
    text = text.replace(str(FACTORIALS), "/fac_tests")
    return f"==== {name}\n" + (approved_json(text) if name.endswith(".json") else text)


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_wrapper_is_the_approved_one(language: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FACTORIALS)
    (unit,) = forecast([SOURCES[language]], lambda warnings: None).units
    own = Path(SOURCES[language]).read_text(encoding="utf-8")
    golden(f"wrappers/{language}.txt", "".join(print_file(name, text, own) for name, text in sorted(generate(unit).files.items())))
