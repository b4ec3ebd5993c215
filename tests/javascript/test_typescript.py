"""Does a TypeScript source run as its JavaScript would, on every runtime, with errors in the user's own lines?"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from made_javascript import BUN, SOURCES, V8

from clamh.languages.javascript import toolchain
from clamh.model.errors import BuildError

ESBUILD = shutil.which("esbuild") or shutil.which("esbuild", path=str(Path(sys.executable).parent))
pytestmark = [pytest.mark.language("javascript")]
needs_esbuild = pytest.mark.skipif(ESBUILD is None, reason=f"esbuild is not here: {toolchain.TYPESCRIPT_INSTALL_HINT}")


@pytest.fixture(params=[*V8[:1], *V8[1:2], *filter(None, [BUN])], ids=lambda item: item.id.removeprefix("javascript/"))
def runtime(request: pytest.FixtureRequest):
    if "node" in request.param.id and ESBUILD is None:
        pytest.skip(f"esbuild is not here: {toolchain.TYPESCRIPT_INSTALL_HINT}")
    return request.param


@pytest.mark.parametrize(("benchmark", "value"), [("product", "i:9"), ("shared", "s:Slowa")])
def test_types_say_the_states_and_enums_the_values(talk, runtime, benchmark: str, value: str) -> None:
    worker = talk("types/bench.ts", platform=runtime)
    assert worker.invoke(benchmark, {"Input.n": "3", "Input.mode": "Slow"})["returned"] == value


def test_the_constants_of_an_enum_are_in_the_catalog(talk, runtime) -> None:
    [state] = [state for state in talk("types/bench.ts", platform=runtime).catalog.states if state.name == "Input"]
    [mode] = [param for param in state.params if param.name == "Input.mode"]
    assert (mode.type, mode.constants, mode.values) == ("enum", ("Fast", "Slow"), ("Fast", "Slow"))


def test_an_enum_param_is_set_to_constants_only(talk, runtime) -> None:
    assert talk("types/recorded.ts", platform=runtime).invoke("values", {"Recorded.mode": "Slow"})["returned"] == "[i:0,i:3]"


def test_a_failure_stands_in_the_users_line(talk, runtime) -> None:
    worker = talk("types/bench.ts", platform=runtime)
    worker.open("c", "fails", {"Input.n": "3", "Input.mode": "Slow"})
    assert f"{SOURCES / 'types' / 'bench.ts'}:25:" in worker.say("invoke", "c", 1)["message"]


def test_checks_of_a_typed_state_include_inherited_checks(talk, runtime) -> None:
    value = talk("types/checks.ts", platform=runtime).invoke("take", {"Shelf.n": "3"})
    assert value["returned"] == "s:0"
    assert value["checks"] == {"Shelf.size": "i:3", "Shelf.joined": "s:012", "Shelf.later": "i:42", "Shelf.unit": "s:goods"}


def test_failing_check_names_the_users_line(talk, runtime) -> None:
    failed = talk("types/checks.ts", platform=runtime).invoke("take", {"Shelf.n": "0"})
    assert (failed["reason"], failed["where"]) == ("benchmark", "Shelf.later")
    assert failed["message"].startswith("RangeError: nothing in 0") and f"{SOURCES / 'types' / 'checks.ts'}:25:" in failed["message"]


def test_commonjs_names_its_files_as_typescript_does(talk, runtime) -> None:
    assert talk("types/script.cts", platform=runtime).invoke("here")["returned"] == "s:script.cts 2"


def test_what_is_no_typescript_is_an_error_of_the_build_in_its_line(made, runtime, tmp_path: Path) -> None:
    source = tmp_path / "wrong.ts"
    source.write_text("//@@Benchmark\nexport function f(): number {\n    return 1 +;\n}\n")
    with pytest.raises(BuildError) as raised:
        made(source, runtime)
    assert "wrong.ts:3" in raised.value.output


@needs_esbuild
def test_what_the_users_tsconfig_says_holds(made, talk, tmp_path: Path) -> None:
    source = tmp_path / "old.ts"
    source.write_text(
        "const seen: unknown[] = [];\nfunction note(target: unknown, name: string) { seen.push(name); }\n"
        "class Noted { @note(1 as never as never) x = 1; }\n".replace("(1 as never as never)", "")
        + "//@@Benchmark\nfunction names() { return seen.map(String); }\n")
    (tmp_path / "tsconfig.json").write_text('{"compilerOptions": {"experimentalDecorators": true}}')
    assert talk(made(source)).invoke("names")["returned"] == "[s:x]"
    (tmp_path / "tsconfig.json").write_text("{}")  # decorators of the language get an object that tells the name
    assert talk(made(source)).invoke("names")["returned"] == "[s:[object Object]]"


@pytest.mark.skipif(not V8, reason="Node is not here")
def test_without_esbuild_the_line_to_type_is_named(made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "a.ts"
    source.write_text("//@@Benchmark\nfunction f(): void {}\n")
    monkeypatch.setattr(toolchain.shutil, "which", lambda name, path=None: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BuildError) as raised:
        made(source, V8[0])
    assert "cannot find esbuild" in str(raised.value) and toolchain.TYPESCRIPT_INSTALL_HINT in raised.value.hint
