"""Builds the site of the documentation into .clamh/site/html: python scripts/site.py. A broken link is an error.

The gallery links results files and profiles; the site has the pages that CLAMH makes of them.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from clamh.cli.chart_library import load_javascript
from clamh.model.profiles import CaseProfile, Frame, Stack
from clamh.report.page import flame

ROOT = Path(__file__).parent.parent
WORK = ROOT / ".clamh" / "site"
PAGES = ("*.md", "docs/**/*.md", "src/clamh/languages/*/README.md", "src/clamh/headers/README.md",
         "benchmarks/*/README.md", "*/README.md")
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
GALLERY = Path("docs/gallery.md")  # its links lead to results files and profiles; in the site, to the pages of these
RESULTS, PROFILE = (".ndjson", ".ndjson.gz"), ".speedscope.json"
CELL = re.compile(r"<(table|tr|td)>")  # Markdown inside these is text unless they carry the attribute


def find_pages() -> list[Path]:
    """All pages of the site, relative to the checkout."""
    return sorted({path.relative_to(ROOT) for pattern in PAGES for path in ROOT.glob(pattern)})


def copy_page(page: Path, pages: set[Path], target: Path) -> None:
    """The page, and each file and folder of sources that it links."""
    def link(match: re.Match[str]) -> str:
        linked = Path(os.path.normpath(ROOT / page.parent / match[1]))
        if page == GALLERY and linked.name.endswith((*RESULTS, PROFILE)) and linked.is_file():
            return f"](gallery/{show_result(linked, target / page.with_suffix(''))})"
        if linked.is_dir():
            if linked.relative_to(ROOT) / "README.md" not in pages:
                show_folder(linked, target)
            return f"]({match[1].rstrip('/')}/README.md)"
        if linked.is_file() and linked.suffix != ".md":
            beside = target / linked.relative_to(ROOT)
            beside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(linked, beside)
        return match[0]

    text = LINK.sub(link, (ROOT / page).read_text(encoding="utf-8"))
    (target / page).parent.mkdir(parents=True, exist_ok=True)
    (target / page).write_text(CELL.sub(r"<\1 markdown>", text), encoding="utf-8")


def show_folder(folder: Path, target: Path) -> None:
    """A page with the text of each file of a folder, or with links to its folders."""
    lines = [f"# {folder.name}"]
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:  # a picture, which a sample here may have written
                continue
            lines += [f"## {path.name}", f"````{path.suffix[1:]}", text.rstrip(), "````"]
        elif (path / "README.md").is_file():
            lines += [f"- [{path.name}]({path.name}/README.md)"]
    page = target / folder.relative_to(ROOT) / "README.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n\n".join(lines[:1]) + "\n\n" + "\n".join(lines[1:]) + "\n", encoding="utf-8")


def show_result(data: Path, folder: Path) -> str:
    """Writes the page of a results file or of a profile into the folder; returns the name of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    if data.name.endswith(PROFILE):
        name = data.name.removesuffix(PROFILE)
        page = flame.render(read_profiles(data), name, load_javascript())
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
        return f"{name}.html"
    results = folder / data.name.removesuffix(".gz")
    results.write_bytes(gzip.decompress(data.read_bytes()) if data.suffix == ".gz" else data.read_bytes())
    listings = data.with_name(f"{results.stem}.explain.json")
    if listings.exists():
        shutil.copy2(listings, folder)
    command = [sys.executable, "-m", "clamh.cli", "report", results.name, "--html", f"{results.stem}.html"]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return f"{results.stem}.html"


def read_profiles(path: Path) -> list[CaseProfile]:
    """The profiles of a file that `clamh profile` wrote for speedscope."""
    data = json.loads(path.read_text(encoding="utf-8"))
    frames = [Frame(frame["name"], frame.get("file", ""), frame.get("line", 0)) for frame in data["shared"]["frames"]]
    profiles = []
    for profile in data["profiles"]:
        title, _, platform = profile["name"].rpartition(" ")
        stacks = tuple(Stack(tuple(frames[number] for number in sample), weight)
                       for sample, weight in zip(profile["samples"], profile["weights"], strict=True))
        profiles.append(CaseProfile(title=title, platform=platform, tool=data["exporter"], unit=profile["unit"],
                                    stacks=stacks, outside=0.0))
    return profiles


def fill_navigation(entries: list, pages: list[Path]) -> Iterator:
    """The navigation, with the pages of each folder that it names."""
    for entry in entries:
        if isinstance(entry, dict):
            ((title, content),) = entry.items()
            if isinstance(content, str) and not content.endswith(".md"):
                content = [content]
            yield {title: content if isinstance(content, str) else list(fill_navigation(content, pages))}
        elif entry.endswith(".md"):
            yield entry
        else:
            yield from (str(page) for page in pages if page.is_relative_to(entry))


def build_site() -> int:
    """The exit code of mkdocs."""
    shutil.rmtree(WORK, ignore_errors=True)
    pages = find_pages()
    for page in pages:
        copy_page(page, set(pages), WORK / "pages")
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    head, _, navigation = text.partition("\nnav:\n")
    entries = list(fill_navigation(yaml.safe_load(navigation), pages))
    (WORK / "mkdocs.yml").write_text(f"{head}\nnav: {entries!r}\n".replace(".clamh/site/", ""), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(WORK / "mkdocs.yml")]
    return subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(build_site())
