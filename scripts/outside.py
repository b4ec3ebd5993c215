"""Writes what JavaScript sources import where they run without CLAMH, from the runtime's own files: python scripts/outside.py"""

from __future__ import annotations

from pathlib import Path

import clamh.languages.javascript.generator as generator

FOLDER = Path(generator.__file__).parent / "outside"

if __name__ == "__main__":
    for name, text in generator.outside().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
