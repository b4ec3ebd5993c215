"""What are artifacts called beside their sources?"""

from __future__ import annotations

import pytest

from clamh.building.publish import published_names

CPP, RUST, GO, JAVA = "a/fac.cpp", "a/fac.rs", "a/fac.go", "a/Fac.java"
LANGUAGES = {CPP: "cpp", RUST: "rust", GO: "go", JAVA: "java", "b/fac.rs": "rust", "a/fac.py": "python", "a/fib.go": "go"}


@pytest.mark.parametrize(("built", "beside", "names"), [
    ([CPP], [], ["run_fac"]),
    ([RUST], [], ["run_fac"]),
    ([CPP, RUST, GO], [], ["run_fac", "run_fac_rust", "run_fac_go"]),
    ([RUST, GO], [], ["run_fac_rust", "run_fac_go"]),
    ([RUST], [CPP], ["run_fac_rust"]),
    ([CPP], [RUST], ["run_fac"]),
    ([CPP, "b/fac.rs"], [], ["run_fac", "run_fac"]),
    ([CPP, JAVA, "a/fac.py", "a/fib.go"], [], ["run_fac", "run_Fac.jar", "run_fac.pyz", "run_fib"]),
])
def test_colliding_names_get_the_language_except_cpp(built, beside, names) -> None:
    published = published_names({path: LANGUAGES[path] for path in built}, {path: LANGUAGES[path] for path in beside})
    assert [published[path] for path in built] == names
