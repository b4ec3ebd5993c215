"""Does what is generated for C compile?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from made_cpp import bound, gcc

from clamh.building.generate import generate
from clamh.languages.c.toolchain import RUNTIME
from clamh.model.errors import InputError

# Their own text is no complete C17: a macro or a header is missing, or it is broken on purpose.
INCOMPLETE = {"annotations_in_strings", "broken_elsewhere", "generic_selections", "macro_before_a_declaration",
              "trigraphs"}
HAZARDS = sorted(path for path in (Path(__file__).parent.parent / "golden" / "c" / "hazards").glob("*.c") if path.stem not in INCOMPLETE)
pytestmark = pytest.mark.language("c")


@pytest.mark.parametrize("path", HAZARDS, ids=lambda path: path.stem)
def test_a_valid_hazard_compiles(path: Path, tmp_path: Path) -> None:
    try:
        wrapper = generate(bound(path))
    except InputError:
        return  # refused with a located diagnostic, which tests/golden/test_hazards.py holds
    for name, text in wrapper.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    command = [gcc("c").executable, "-std=gnu17", "-fsyntax-only", "-iquote", path.parent, "-isystem", RUNTIME,
               "-isystem", RUNTIME / "include", tmp_path / wrapper.entry]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stderr
