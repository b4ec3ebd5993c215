"""Does the documentation become a site that needs no network, and is a broken link an error?"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import tracked

ROOT = Path(__file__).parent.parent.parent
REQUESTED = re.compile(r"<(?:script|img|iframe)[^>]* src=[\"']?https?:|<link[^>]* rel=[\"']?(?:stylesheet|preload|preconnect)[^>]*https?:")
FILES = [name for name in tracked() if not name.startswith("tests/")]
PAGES = [name for name in FILES if name.endswith(".md")]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_site_has_every_page_requests_nothing_and_a_broken_link_is_an_error(checkout: Path, cache: Path) -> None:
    (checkout / "docs" / "how-to" / "broken.md").write_text("# Broken\n\n[page](nowhere.md) [heading](turns.md#nothing)\n", encoding="utf-8")
    process = subprocess.run([sys.executable, checkout / "scripts" / "site.py"], capture_output=True, text=True, check=False,
                             env={**os.environ, "CLAMH_CACHE": str(cache)})
    warnings = [line for line in process.stderr.splitlines() if line.startswith("WARNING")]
    assert process.returncode == 1 and len(warnings) == 2, process.stderr
    assert "'nowhere.md'" in warnings[0] and "'#nothing'" in warnings[1]
    site = checkout / ".clamh" / "site" / "html"
    written = {str(page.relative_to(site)) for page in site.rglob("*.html")}
    assert {re.sub(r"README\.html$", "index.html", name.replace(".md", ".html")) for name in PAGES} <= written
    assert not [page for page in site.rglob("*.html") if REQUESTED.search(page.read_text(encoding="utf-8"))]
    searched = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert any("Baseline.BOUND" in entry["text"] for entry in searched)
