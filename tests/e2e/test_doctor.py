"""Does `clamh doctor` tell a toolchain that works from one that is missing, and from one that only looks well?"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

pytestmark = pytest.mark.language("cpp")
COMPILER = shutil.which("g++")
# Says all that a compiler is asked about itself, and cannot compile: as when a part of its package is missing.
HALF = f"""#!/bin/sh
for one; do [ "$one" = -E ] && exec {COMPILER} "$@"; done
echo "g++: fatal error: cannot execute 'cc1plus': no such file" >&2
exit 1
"""
UNSET = {name: "" for name in os.environ if name.startswith("JAVA_HOME") or name in ("CPP", "CXX", "NODE", "CLAMH_PYTHON", "RUSTC")}


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A PATH with what a compiler needs besides itself."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("as", "ld"):
        (folder / name).symlink_to(shutil.which(name))
    return folder


def row(printed: str, platform: str) -> str:
    """The line of a platform, or of a language that has none; `java` is no beginning of `javascript/node-24`."""
    return next(line for line in printed.splitlines() if re.match(rf"\s*{re.escape(platform)}(-\d+)?\s", line))


def test_working_platforms_are_shown_and_missing_tools_named(clamh, tools: Path) -> None:  # noqa: ANN001
    (tools / "g++").symlink_to(COMPILER)
    done = clamh("doctor", env={**UNSET, "PATH": str(tools)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert row(done.stdout, "cpp/g++").split()[1][0].isdigit() and row(done.stdout, "cpp/g++").endswith(" ns")
    assert str(tools / "g++") in done.stdout
    assert row(done.stdout, "java").split() == ["java", "missing"]
    assert "    hint: apt-get install openjdk-17-jdk-headless maven" in done.stdout.splitlines()
    lines, _, outside = done.stdout.partition("Sources without CLAMH\n")
    assert {"Machine", "Toolchains"} <= set(lines.splitlines())
    assert not [line for line in lines.splitlines() if len(line) > 80 and str(tools) not in line]
    text = [line.strip() for line in outside.splitlines()]
    include = text[text.index("C++") + 1]
    module = text[text.index("Go") + 2]
    _, link, package, name = text[text.index("JavaScript"):][:4]
    _, find, place = text[text.index("Python"):][:3]
    _, add, crate = text[text.index("Rust"):][:3]
    assert (link, add) == ("mkdir -p node_modules && ln -sfn \\", "cargo add --path")
    assert find == "ln -sfn \\" and Path(place.removesuffix(" .")).name == "clamh_runtime.py" and Path(place.removesuffix(" .")).is_file()
    assert (Path(crate) / "Cargo.toml").is_file()
    assert (Path(module.rpartition("-replace=clamh=")[2]) / "go.mod").is_file()
    assert (Path(include.removeprefix("-I ")) / "clamh.h").is_file()
    assert (Path(package.removesuffix(" \\")) / "package.json").is_file() and name == "node_modules/clamh_runtime"


def test_a_compiler_that_only_says_its_version_is_broken(clamh, tools: Path) -> None:  # noqa: ANN001
    (tools / "g++").write_text(HALF)
    (tools / "g++").chmod(0o755)
    done = clamh("doctor", env={**UNSET, "PATH": str(tools)})
    assert done.returncode == 1
    assert row(done.stdout, "cpp/g++").endswith("BROKEN")
    assert "cannot execute 'cc1plus'" in done.stdout
    assert "    hint: apt-get install g++" in done.stdout.splitlines()
    assert done.stderr == ""


def test_a_compiler_that_does_not_even_start_is_broken_too(clamh, tools: Path) -> None:  # noqa: ANN001
    (tools / "g++").write_text("#!/nowhere/sh\n")
    (tools / "g++").chmod(0o755)
    done = clamh("doctor", env={**UNSET, "PATH": str(tools)})
    assert done.returncode == 1
    assert row(done.stdout, "cpp/g++").split() == ["cpp/g++", "BROKEN"]
    assert "cannot use" in done.stdout


def test_a_jdk_without_javac_is_broken(clamh, tools: Path, tmp_path: Path) -> None:  # noqa: ANN001
    home = tmp_path / "jre"
    (home / "bin").mkdir(parents=True)
    properties = f"    java.home = {home}\\n    java.specification.version = 17\\n    java.version = 17.0.1\\n"
    (home / "bin" / "java").write_text(f"#!/bin/sh\nprintf '{properties}'\n")
    (home / "bin" / "java").chmod(0o755)
    done = clamh("doctor", env={**UNSET, "PATH": str(tools), "JAVA_HOME": str(home)})
    assert done.returncode == 1
    assert row(done.stdout, "java").split() == ["java", "BROKEN"]
    assert "javac and mvn not found" in done.stdout


def test_too_old_runtime_is_broken_and_its_version_is_reported(clamh, tools: Path) -> None:  # noqa: ANN001
    (tools / "old").write_text("#!/bin/sh\necho v18.20.4\n")
    (tools / "old").chmod(0o755)
    done = clamh("doctor", env={**UNSET, "PATH": str(tools), "NODE": str(tools / "old")})
    assert done.returncode == 1
    assert "18.20.4" in done.stdout and "BROKEN" in done.stdout
