"""Does every command that a document shows run, as it is shown?

Lines of ```console blocks that begin with `$ `, document by document, each document in one shell in a fresh copy of
the checkout. Two liberties: `make TARGET` is checked to be a target (CI runs the targets themselves), and `clamh run` without
options of time gets short ones.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import tracked

from clamh.languages import languages

ROOT = Path(__file__).parent.parent.parent
SHORT = " -f 3 -i 1 -wi 1 -r 10ms -w 10ms"
TRACKED = tracked()


def commands(document: Path) -> list[str]:
    blocks = re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


DOCUMENTS = [name for name in TRACKED if name.endswith(".md") and commands(ROOT / name)]


@pytest.mark.language(*languages())
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_commands_of_a_document_run(name: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    checkout = tmp_path / "clamh"
    for file in TRACKED:
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, checkout / file)
    (checkout / ".venv").symlink_to(sys.prefix)  # as if it had been set up: clamh.rc leads there
    script = ["set -e"]
    for command in commands(ROOT / name):
        if command.startswith("make "):
            command = f"make -n {command.removeprefix('make ')} >/dev/null"
        elif command.startswith("clamh run") and " -f " not in command:
            command += SHORT
        script += [f"echo '+' {command!r} >&2" if "'" not in command else "true", command]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=checkout, capture_output=True, text=True, timeout=280, check=False,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
             "CLAMH_CACHE": str(tmp_path_factory.getbasetemp() / "cache")})
    assert done.returncode == 0, f"{done.stderr[-3000:]}\n{done.stdout[-2000:]}"


def test_there_are_documents_with_commands() -> None:
    assert {"README.md", "CONTRIBUTING.md"} <= set(DOCUMENTS)
