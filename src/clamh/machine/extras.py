"""How to install what an extra of CLAMH brings."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def find_install_command(extra: str, package: Path = PACKAGE) -> str:
    """The command that installs an extra beside this CLAMH, which may run from a checkout."""
    checkout = package.parents[1]
    if not (checkout / "pyproject.toml").is_file():
        return f"{shlex.quote(sys.executable)} -m pip install 'clamh[{extra}]'"
    return f"{shlex.quote(sys.executable)} -m pip install -e {shlex.quote(f'{checkout}[{extra}]')}"
