"""Do Java sources get the jars that they name, from Maven once and without a network afterwards?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytestmark = [pytest.mark.language("java"), pytest.mark.slow]

SOURCE = """import org.openjdk.jmh.annotations.*;
import org.apache.commons.lang3.StringUtils;
public class Reversed {
    @Benchmark public String reversed() { return StringUtils.reverse("ab"); }
}
"""
COORDINATES = "org.apache.commons:commons-lang3:3.12.0"
POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>g</groupId><artifactId>a</artifactId><version>1</version>
<dependencies><dependency>{"".join(f"<{name}>{value}</{name}>" for name, value in zip(("groupId", "artifactId", "version"), COORDINATES.split(":"), strict=True))}
</dependency></dependencies></project>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "Reversed.java").write_text(SOURCE)
    return tmp_path / "Reversed.java"


def test_a_dependency_of_clamh_toml_is_fetched_once(clamh, source: Path) -> None:
    without = clamh("run", "--dry", source.name)
    assert without.returncode == 2 and '[java] dependencies = ["group:artifact:version"]' in without.stderr
    (source.parent / "clamh.toml").write_text(f'[java]\ndependencies = ["{COORDINATES}"]\n')
    done = clamh("run", "--dry", source.name)
    assert done.returncode == 0 and done.stdout.split()[-1] == "s:ba", done.stderr
    source.write_text(SOURCE.replace('"ab"', '"abc"'))
    (source.parent / "mvn").write_text("#!/bin/sh\necho no network\nexit 1\n")
    (source.parent / "mvn").chmod(0o755)
    again = clamh("run", "--dry", source.name, env={"PATH": f"{source.parent}:{os.environ['PATH']}"})
    assert again.returncode == 0 and again.stdout.split()[-1] == "s:cba", again.stderr


def test_what_maven_does_not_have_is_an_error_of_the_line_that_names_it(clamh, source: Path) -> None:
    (source.parent / "clamh.toml").write_text(f'[java]\ndependencies = [\n  "{COORDINATES}99",\n]\n')
    done = clamh("run", "--dry", source.name)
    assert done.returncode == 2 and f"clamh.toml:3: error: Maven's repositories have no {COORDINATES}99" in done.stderr


def test_the_dependencies_of_a_maven_project_are_used(clamh, source: Path) -> None:
    (source.parent / "pom.xml").write_text(POM)
    done = clamh("run", "--dry", source.name)
    assert done.returncode == 0 and done.stdout.split()[-1] == "s:ba", done.stderr
