"""Are longer slices kept from run to run, by machine?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.machine.slice_lengths import load, store
from clamh.model.errors import InputError


def test_lengths_are_kept_by_machine_and_contest(tmp_path: Path) -> None:
    path = tmp_path / "clamh/slices.json"
    assert load("m", path) == {}
    store("m", {"a": 10, "b": 20}, path)
    store("m", {"b": 40}, path)
    store("n", {"a": 1}, path)
    assert load("m", path) == {"a": 10, "b": 40} and load("n", path) == {"a": 1}


@pytest.mark.parametrize("text", ["", "{", '{"version": 2}', '{"version": 1, "machines": 3}'])
def test_a_file_that_is_not_ours_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "slices.json"
    path.write_text(text)
    with pytest.raises(InputError, match="remove it|slices.json"):
        store("m", {"a": 1}, path)
    assert path.read_text() == text
