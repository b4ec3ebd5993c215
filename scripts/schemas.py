"""Writes the schema of results files in protocol/ from its records, their one definition: python scripts/schemas.py"""

from __future__ import annotations

import json
from pathlib import Path

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
        name: json.dumps({"$schema": DRAFT, "title": title, **msgspec.json.schema(kind)}, indent=2) + "\n"
        for name, (title, kind) in titles.items()
    }


if __name__ == "__main__":
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
