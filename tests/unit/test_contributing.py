"""Is what CONTRIBUTING.md says of the languages' folders so?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clamh.languages import languages

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT[TEXT.index("## A new language"):]
HEAD, _, *ROWS = ([cell.strip() for cell in line.strip("|").split("|")] for line in SECTION.splitlines() if line.startswith("|"))
LINES = [(id, row[0].strip("`"), row[column]) for column, id in enumerate(HEAD) if column for row in ROWS]
OLD = 0.15  # of a count: not so much that a table of another year would pass


def test_the_table_of_lines_is_of_today() -> None:
    old = []
    for id, pattern, text in LINES:
        files = [path for path in ROOT.glob(pattern.replace("<id>", id)) if path.is_file() and "__pycache__" not in path.parts]
        lines = sum(file.read_bytes().count(b"\n") for file in files)
        if abs(lines - int(text.replace(",", ""))) > OLD * lines:
            old.append(f"{pattern} of {id} has {lines:,} lines: count all of them anew")
    assert LINES and not old


def test_the_table_has_every_language() -> None:
    assert sorted(HEAD[1:]) == sorted(languages())


def test_every_place_that_a_step_names_is_there_in_Rust() -> None:
    named = [item for item in re.findall(r"`([\w./<>-]+/[\w./<>-]*)`", SECTION[:SECTION.index("### How much")]) if not item.startswith("//")]
    assert len(named) > 20
    found = [ROOT / folder / item.replace("<id>", "rust") for item in named for folder in ("", "src/clamh", "src/clamh/languages/rust")]
    assert not [item for at, item in enumerate(named) if not any(path.exists() for path in found[3 * at:3 * at + 3])]


@pytest.mark.parametrize("id", [language for language in languages() if language != "java"])
def test_every_runtime_has_the_files_that_all_have(id: str) -> None:
    listed = SECTION[SECTION.index("### Names of"):]
    stems = {path.stem for path in (ROOT / "src" / "clamh" / "languages" / id / "runtime").iterdir()}
    assert set(re.findall(r"\w+", re.findall(r"^`([\w ]{20,})`", listed, re.MULTILINE)[0])) <= stems
