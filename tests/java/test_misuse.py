"""Does JMH's word on a wrong annotation lead to the user's own line, for all wrong classes at once?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from clamh.building.build import build
from clamh.languages import languages
from clamh.model.artifacts import Platform
from clamh.model.errors import BuildError

from .conftest import SOURCES, unit_of

pytestmark = pytest.mark.language("java")
MISUSE = SOURCES / "Misuse.java"


def test_every_misuse_is_reported_with_the_users_line(
    platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = MISUSE.read_text(encoding="utf-8").splitlines()
    expected = {number: match[1] for number, line in enumerate(lines, 1) if (match := re.search(r"// error: (.*)", line))}
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BuildError) as raised:
        build(languages()["java"].generator.generate(unit_of(MISUSE)), platform, os.environ)
    answer = dict(re.findall(rf"^{re.escape(str(MISUSE))}:(\d+): error: (.*)$", raised.value.output, re.MULTILINE))
    assert {int(number) for number in answer} == set(expected)
    for number, text in expected.items():
        assert text in answer[str(number)]
    assert f"{len(expected)} errors" in raised.value.output
