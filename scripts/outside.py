"""Writes what sources import where they run without CLAMH, from the runtime's own files: python scripts/outside.py"""

from __future__ import annotations

from pathlib import Path

import clamh.languages.javascript.generator as javascript
import clamh.languages.python.generator as python

if __name__ == "__main__":
    for generator in (javascript, python):
        folder = Path(generator.__file__).parent / "outside"
        folder.mkdir(exist_ok=True)
        for name, text in generator.outside().items():
            (folder / name).write_text(text, encoding="utf-8")
