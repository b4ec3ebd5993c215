"""Does the documentation become a site that needs no network, and is a broken link an error?"""

from __future__ import annotations

import json
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


def build(checkout: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, checkout / "scripts" / "site.py"], capture_output=True, text=True, check=False)


def test_the_site_has_every_page_and_requests_nothing(checkout: Path) -> None:
    process = build(checkout)
    assert process.returncode == 0, process.stderr
    site = checkout / ".clamh" / "site" / "html"
    written = {str(page.relative_to(site)) for page in site.rglob("*.html")}
    assert {re.sub(r"README\.html$", "index.html", name.replace(".md", ".html")) for name in PAGES} <= written
    assert not [page for page in site.rglob("*.html") if REQUESTED.search(page.read_text(encoding="utf-8"))]
    searched = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert any("Baseline.BOUND" in entry["text"] for entry in searched)


def test_broken_links_are_an_error(checkout: Path) -> None:
    page = checkout / "docs" / "how-to" / "tune.md"
    page.write_text("# Tune\n\n[page](nowhere.md) [heading](turns.md#nothing)\n", encoding="utf-8")
    process = build(checkout)
    assert process.returncode == 1
    assert "nowhere.md" in process.stderr and "#nothing" in process.stderr
