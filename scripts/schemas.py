"""Writes the schema of results files in protocol/ from its records, their one definition: python scripts/schemas.py"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from clamh.model.results import SCHEMA_VERSION, Record

FOLDER = Path(__file__).parent.parent / "protocol"
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """The text of each schema by its path in protocol/."""
    titles = {
        "results.schema.json": (f"A line of a CLAMH results file, schema version {SCHEMA_VERSION}", Record),
    }
    return {
        name: json.dumps({"$schema": DRAFT, "title": title, **_clean(msgspec.json.schema(kind))}, indent=2) + "\n"
        for name, (title, kind) in titles.items()
    }


def _clean(part: Any) -> Any:
    """The schema, with docstrings without their indentation: msgspec removes it from version 0.23 on."""
    if isinstance(part, dict):
        return {name: inspect.cleandoc(value) if name == "description" and isinstance(value, str) else _clean(value)
                for name, value in part.items()}
    return list(map(_clean, part)) if isinstance(part, list) else part


if __name__ == "__main__":
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
