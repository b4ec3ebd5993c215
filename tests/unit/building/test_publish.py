"""What are artifacts called beside their sources?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.building.publish import publish, published_names
from clamh.languages.base import program_line
from clamh.model.artifacts import Artifact, Platform

CPP, RUST, GO, JAVA = "a/fac.cpp", "a/fac.rs", "a/fac.go", "a/Fac.java"
LANGUAGES = {CPP: "cpp", RUST: "rust", GO: "go", JAVA: "java", "b/fac.rs": "rust", "a/fac.py": "python", "a/fib.go": "go",
             "a/fac.cc": "cpp", "a/Fac.cc": "cpp", "a/FAC.go": "go", "a//fac.cpp": "cpp", "a/fac.mjs": "javascript", "a/fac.cjs": "javascript"}


@pytest.mark.parametrize(("built", "beside", "names"), [
    ([CPP], [], ["run_fac"]),
    ([RUST], [], ["run_fac"]),
    ([CPP, RUST, GO], [], ["run_fac", "run_fac_rust", "run_fac_go"]),
    ([RUST, GO], [], ["run_fac_rust", "run_fac_go"]),
    ([RUST], [CPP], ["run_fac_rust"]),
    ([CPP], [RUST], ["run_fac"]),
    ([CPP, "b/fac.rs"], [], ["run_fac", "run_fac"]),
    ([CPP, "a/fac.cc", RUST], [], ["run_fac_cpp", "run_fac_cc", "run_fac_rust"]),
    (["a/fac.mjs", "a/fac.cjs"], [], ["run_fac_mjs.js", "run_fac_cjs.js"]),
    (["a//fac.cpp"], [CPP, RUST], ["run_fac"]),
    (["a/fac.mjs"], ["a/fac.cjs", CPP], ["run_fac_mjs.js"]),
    (["a/Fac.cc", RUST], ["a/FAC.go"], ["run_Fac", "run_fac_rust"]),  # the same file on many volumes of macOS
    ([CPP, JAVA, "a/fac.py", "a/fib.go"], [], ["run_fac", "run_Fac.jar", "run_fac.pyz", "run_fib"]),
])
def test_colliding_names_get_the_language_except_cpp(built, beside, names) -> None:
    published = published_names({path: LANGUAGES[path] for path in built}, {path: LANGUAGES[path] for path in beside})
    assert [published[path] for path in built] == names


def test_artifact_is_published_whole_or_nothing_is_left(tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.write_bytes(b"content")
    built.chmod(0o755)
    artifact = Artifact(source=str(tmp_path / "fac.cpp"), path=str(built), sha256="",
                        platform=Platform(id="cpp/g++-12", language="cpp", executable="g++", version="12"))
    published = publish(artifact, "run_fac", "/bin/clamh")
    assert published.read_bytes() == b"content" + program_line("/bin/clamh") and published.stat().st_mode & 0o777 == 0o755
    (tmp_path / "run_folder").mkdir()
    with pytest.raises(IsADirectoryError):
        publish(artifact, "run_folder")
    assert {path.name for path in tmp_path.iterdir()} == {"built", "run_fac", "run_folder"}
