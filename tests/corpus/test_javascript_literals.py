"""Does JavaScript's reading of literals agree with a parser of the whole language on real files, byte by byte?"""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path

import pytest
from corpus_archives import ARCHIVES, sources

from clamh.building.build import find_platforms
from clamh.languages.javascript.literals import spans

ORACLE = Path(__file__).parent / "literals.mjs"
MOST_BYTES = 3_000_000
pytestmark = pytest.mark.language("javascript")


def test_literals_and_comments_match_acorn(tmp_path: Path) -> None:
    texts = [(path, text) for archive in ARCHIVES if archive.language == "javascript" for path, text in sources(archive)]
    acorn = tmp_path / "acorn.mjs"
    acorn.write_bytes(next(text for path, text in texts if path.endswith("acorn.mjs")))
    random.Random(7).shuffle(texts)
    drawn, size = [], 0
    for at, (path, text) in enumerate(texts):
        if size + len(text) <= MOST_BYTES:
            size += len(text)
            drawn.append((path, text))
            (tmp_path / f"{at}.js").write_bytes(text)
    files = [str(tmp_path / f"{at}.js") for at in range(len(texts)) if (tmp_path / f"{at}.js").exists()]
    (node, *_), _ = find_platforms("javascript", os.environ)
    process = subprocess.run([node.executable, str(ORACLE), str(acorn)], input=json.dumps(files), capture_output=True, text=True, check=True)
    agreed = 0
    for (path, text), expected in zip(drawn, json.loads(process.stdout), strict=True):
        if expected is not None:  # acorn knows no newer syntax than its own
            found = [list(span) for span in spans(text) if span.kind != "shebang"]
            assert found == expected, path
            agreed += 1
    assert agreed > 500 and agreed >= len(drawn) - 3
