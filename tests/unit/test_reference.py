"""Does docs/reference say what the code says?"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from clamh.model import errors

ROOT = Path(__file__).parents[2]


@pytest.fixture
def reference() -> ModuleType:
    """scripts/reference.py, which is no package."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "scripts" / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_fresh(reference: ModuleType) -> None:
    for name, text in reference.pages().items():
        page = ROOT / "docs" / "reference" / name
        assert page.read_text(encoding="utf-8") == text, "run python scripts/reference.py and read the diff"


def test_every_exit_code_is_explained(reference: ModuleType) -> None:
    kinds = {var for var in vars(errors).values() if isinstance(var, type) and issubclass(var, errors.ClamhError)}
    assert kinds - {errors.ClamhError} == set(reference.EXITS)


def test_a_bar_in_a_cell_does_not_end_it(reference: ModuleType) -> None:
    assert reference.table("a | b", [["x|y", "z"]]).splitlines()[2] == "| x\\|y | z |"
