"""Do the sources of docs/how-to/pitfalls.md show what it says: what does the compiler leave out?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PITFALLS = ROOT / "docs" / "how-to" / "pitfalls"
SAMPLES = ROOT / "docs" / "tutorial" / "samples"
pytestmark = [pytest.mark.language("cpp"), pytest.mark.slow]


def instructions(source: Path, function: str) -> list[str]:
    """What g++ makes of a function of a plain program."""
    text = subprocess.run(["g++", "-std=c++17", "-O3", "-S", "-o", "-", source], capture_output=True, text=True, check=True).stdout
    body = re.search(rf"^_Z\d+{function}\w*:\n(.*?)^\t\.cfi_endproc", text, re.MULTILINE | re.DOTALL)
    assert body, function
    return re.findall(r"^\t([a-z]\w*)", body[1], re.MULTILINE)


def test_a_division_by_what_the_compiler_knows_is_none() -> None:
    def divides(function: str) -> bool:
        return any(re.fullmatch(r"u?divq?", word) for word in instructions(PITFALLS / "division.cpp", function))

    assert {name: divides(name) for name in ("byConstant", "byLocal", "byState")} == {"byConstant": False, "byLocal": False, "byState": True}


def test_unused_figures_are_not_computed() -> None:
    source = SAMPLES / "08_dead_code" / "dead_code.cpp"
    assert not [word for word in instructions(source, "powerLost") if "sqrt" in word]
    assert [word for word in instructions(source, "powerReturned") if "sqrt" in word]


def test_the_rounds_of_a_loop_are_merged() -> None:
    assert not [word for word in instructions(SAMPLES / "11_own_loop" / "own_loop.cpp", "addInLoop") if word.startswith(("j", "b."))]


@pytest.mark.language("java")
def test_a_final_field_of_a_state_is_a_constant_in_java(tmp_path: Path) -> None:
    text = re.sub(r"^import.*|@\w+(\([\w.]*\))?", "", (PITFALLS / "Division.java").read_text(), flags=re.MULTILINE)
    (tmp_path / "Division.java").write_text(text)
    subprocess.run(["javac", "Division.java"], cwd=tmp_path, check=True)
    code = subprocess.run(["javap", "-c", "Division"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    constant, state = (code[code.index(f"long {name}("):].split("lreturn")[0] for name in ("byConstant", "byState"))
    assert "ldc2_w" in constant and "finalDivisor" not in constant
    assert "getfield" in state and "ldc2_w" not in state
