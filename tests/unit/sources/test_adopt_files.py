"""Which files have benchmarks of other tools?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.sources.adopt import find_foreign, find_tools

GOLDEN = Path(__file__).parents[2] / "golden" / "adopt"


def test_a_file_that_cannot_be_opened_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("benchmark", encoding="utf-8")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert [(problem.code, problem.severity)
            for problem in find_foreign([str(tmp_path)])[1]] == [("unreadable", "warning")]


def test_jmh_needs_no_adoption() -> None:
    assert find_tools([str(GOLDEN / "jmh")]) == []
    assert find_tools([str(GOLDEN / "go")]) == ["Go testing.B"]
