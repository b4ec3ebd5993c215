"""Does Random give the values of every language, in a program outside of CLAMH too?"""

from __future__ import annotations

import json
import os
import struct
import subprocess
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.languages.go import toolchain

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "random" / "values.json").read_text())
pytestmark = pytest.mark.language("go")


def written(call: str, value: object) -> str:
    """A value as random.go writes it."""
    if call in ("nextDouble()", "nextFloat()"):
        return struct.pack(">d" if call == "nextDouble()" else ">f", value).hex().lstrip("0")
    return str(value).lower()


def test_random_gives_the_values_of_every_language(tmp_path: Path) -> None:
    go = find_platforms("go", {"PATH": os.environ["PATH"]})[0][0].executable
    (tmp_path / "random.go").write_bytes((HERE / "outside" / "random.go").read_bytes())
    (tmp_path / "go.mod").write_text(f"module outside\n\ngo 1.22\n\nrequire clamh v0.0.0\n\nreplace clamh => {toolchain.RUNTIME}\n")
    environ = {**os.environ, "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    process = subprocess.run([go, "run", ".", GOLDEN["seed"], *GOLDEN["values"]], cwd=tmp_path, env=environ,
                             capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    for (call, values), line in zip(GOLDEN["values"].items(), process.stdout.splitlines(), strict=True):
        assert line == " ".join(written(call, value) for value in values), call
