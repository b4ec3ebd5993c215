"""The files of this checkout: what git tracks, or, in one that came without git, all that .gitignore does not leave out."""

from __future__ import annotations

import os
import subprocess
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent


def tracked(*patterns: str, root: Path = ROOT) -> list[str]:
    """Paths relative to the root, sorted, that match a pattern (all without one; `*` matches `/` too)."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=root, capture_output=True, check=False)
        if listed.returncode == 0 and listed.stdout:  # not so in a checkout of somebody else, and in a folder that is none
            return [name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()]
    except FileNotFoundError:
        pass
    return [name for name in _walked(root) if not patterns or any(fnmatch(name, pattern) for pattern in patterns)]


def _walked(root: Path) -> list[str]:
    left_out = [line.strip("/") for line in (root / ".gitignore").read_text(encoding="utf-8").split() if line[0] != "!"]
    found = []
    for folder, folders, files in os.walk(root):
        for names in (folders, files):
            names[:] = [name for name in names if not any(fnmatch(name, pattern) for pattern in left_out)]
        found += [str((Path(folder) / name).relative_to(root)) for name in files]
    return sorted(found)
