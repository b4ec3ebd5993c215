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


@pytest.mark.parametrize(("id", "pattern", "told"), LINES)
def test_the_table_of_lines_is_of_today(id: str, pattern: str, told: str) -> None:
    files = [one for one in ROOT.glob(pattern.replace("<id>", id)) if one.is_file() and "__pycache__" not in one.parts]
    lines = sum(one.read_bytes().count(b"\n") for one in files)
    assert abs(lines - int(told.replace(",", ""))) <= OLD * lines, f"{pattern} of {id} has {lines:,} lines: count all of them anew"


def test_the_table_has_every_language() -> None:
    assert sorted(HEAD[1:]) == sorted(languages())


def test_every_place_that_a_step_names_is_there_in_Rust() -> None:
    named = [one for one in re.findall(r"`([\w./<>-]+/[\w./<>-]*)`", SECTION[:SECTION.index("### How much")]) if not one.startswith("//")]
    assert len(named) > 20
    found = [ROOT / folder / one.replace("<id>", "rust") for one in named for folder in ("", "src/clamh", "src/clamh/languages/rust")]
    assert not [one for at, one in enumerate(named) if not any(path.exists() for path in found[3 * at:3 * at + 3])]


@pytest.mark.parametrize("id", [one for one in languages() if one != "java"])
def test_every_runtime_has_the_files_that_all_have(id: str) -> None:
    listed = SECTION[SECTION.index("### Names of"):]
    stems = {path.stem for path in (ROOT / "src" / "clamh" / "languages" / id / "runtime").iterdir()}
    assert set(re.findall(r"\w+", re.findall(r"^`([\w ]{20,})`", listed, re.MULTILINE)[0])) <= stems
