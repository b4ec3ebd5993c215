"""Does the command that installs an extra fit how CLAMH itself was installed?"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from clamh.machine.extras import find_install_command


def test_a_checkout_installs_its_own_extra(tmp_path: Path) -> None:
    checkout = tmp_path / "my clamh"
    package = checkout / "src" / "clamh"
    package.mkdir(parents=True)
    assert find_install_command("charts", package) == f"{shlex.quote(sys.executable)} -m pip install 'clamh[charts]'"
    (checkout / "pyproject.toml").touch()
    assert shlex.split(find_install_command("charts", package)) == [sys.executable, "-m", "pip", "install", "-e", f"{checkout}[charts]"]
