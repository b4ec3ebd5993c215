"""A locale with a decimal comma."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def build_german_locale(folder: Path) -> dict[str, str]:
    """The variables with which a program has the German locale; the test is skipped if it cannot be built."""
    locales = folder / "locales"
    locales.mkdir()
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", locales / "de_DE.UTF-8"], capture_output=True, check=False)
    if not (locales / "de_DE.UTF-8" / "LC_NUMERIC").exists():
        pytest.skip("localedef cannot make a locale: apt-get install locales")
    return {"LC_ALL": "de_DE.UTF-8", "LOCPATH": str(locales)}
