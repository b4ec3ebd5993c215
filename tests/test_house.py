"""Does the house stand as its plan says: who may import whom, how long files are, who starts processes?"""

from __future__ import annotations

import ast
import re
import shutil
from functools import cache
from pathlib import Path

import checkout
import pytest

from clamh.languages import languages

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "clamh"
NOUNS = {"model", "artifacts", "asked", "cases", "options", "diagnostics", "errors", "said", "results", "results_file", "summary",
         "advice", "environment", "tuned", "machine", "cgroups", "cpu_list", "memory_policy", "identity", "values", "selection", "settings", "baselines",
         "layouts", "atomic"}
STAGES = {"discover", "parse", "bind", "generate", "build", "describe", "plan", "resume", "repeat", "execute", "summarise",
          "compare", "platforms", "join", "precheck", "suites", "verify", "excuses"}
ALLOWED = {
    "cli": {"cli", "tuning", "lock", "calibrations", "scores", "pipeline", "configuration", "stages", "report", "languages", "worker", "judging", "planning", "stats", "foreign",
            "nouns", "version"},
    "pipeline": {"stages", "report", "languages", "configuration", "nouns"},
    "stages": {"languages", "scores", "configuration", "worker", "annotations", "recording", "lock", "planning", "stats", "judging",
               "nouns", "version"},
    "configuration": {"languages", "nouns"},
    "planning": {"planning", "scores", "stats", "nouns", "version"},
    "recording": {"nouns"},
    "lock": {"nouns"},
    "tuning": {"tuning", "nouns"},
    "calibrations": {"nouns"},
    "scores": {"stats", "nouns"},
    "judging": {"judging", "scores", "stats", "nouns"},
    "report": {"report", "scores", "nouns", "stats", "version"},
    "languages": {"languages", "nouns"},
    "annotations": {"annotations", "languages", "nouns"},
    "worker": {"worker", "nouns"},
    "foreign": {"foreign", "nouns"},
    "nouns": {"nouns"},
    "stats": {"stats"},
    "version": set(),
}
SHARED = {"base", "frontends", "generators", "toolchains"}  # of all languages, beside their folders
LANGUAGE_MAY_IMPORT = {*(f"clamh.languages.{one}" for one in SHARED), "clamh.model", "clamh.artifacts", "clamh.diagnostics"}
# What the user's interpreter runs, and not the driver.
WORKERS = re.compile(r"languages/\w+/((runtime|outside|conformance|templates)/|assemble\.py$)")
FILES = sorted(path for path in SOURCE.rglob("*.py") if not WORKERS.match(path.relative_to(SOURCE).as_posix()))


def module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(name: str) -> str:
    parts = name.split(".")
    if len(parts) == 1:
        return "version"
    if parts[1] in NOUNS:
        return "nouns"
    return "stages" if parts[1] in STAGES else parts[1]


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file, which is read and parsed once for all questions."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> set[str]:
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            assert node.level == 0, f"{path}: relative import"
            folder = SOURCE.parent / Path(*node.module.split("."))
            modules = {f"{node.module}.{name.name}" for name in node.names if (folder / f"{name.name}.py").exists()}
            found |= modules or {node.module}
    return found


@pytest.mark.parametrize("path", FILES, ids=module)
def test_dependencies_point_down(path: Path) -> None:
    own = module(path)
    for other in sorted(imports(path)):
        if other.split(".")[0] != "clamh":
            continue
        assert layer(other) in ALLOWED[layer(own)], f"{own} imports {other}"
        folder = own.split(".")[2] if own.startswith("clamh.languages.") else ""
        if folder and folder not in SHARED:
            assert other in LANGUAGE_MAY_IMPORT or other.startswith(f"clamh.languages.{folder}"), f"{own} imports {other}"


def test_the_rule_that_stages_never_import_stages_is_there() -> None:
    assert layer("clamh.bind") == layer("clamh.plan") == "stages"
    assert "stages" not in ALLOWED["stages"]


@pytest.mark.parametrize("path", FILES, ids=module)
def test_only_three_modules_start_processes_and_only_cli_prints(path: Path) -> None:
    own = module(path)
    text = path.read_text(encoding="utf-8")
    if own not in ("clamh.build", "clamh.worker.process", "clamh.tuning.command"):
        assert not imports(path) & {"subprocess", "multiprocessing", "pty"}
        assert not re.search(r"\bos\.(system|fork|exec\w*|spawn\w*|posix_spawn\w*)\(", text)
    if own.startswith("clamh.cli"):
        return
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit"), f"{own}:{node.lineno} calls {node.func.id}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) != ("sys", "exit"), f"{own}:{node.lineno}"


@pytest.mark.parametrize("path", [p for p in FILES if not p.is_relative_to(SOURCE / "languages")], ids=module)
def test_core_names_no_language(path: Path) -> None:
    if path.name == "jmh_json.py":  # its keys are JMH's
        return
    docstrings = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    words = {word for one in languages().values() for word in (one.id, *one.extensions)}
    words |= {"g++", "clang++", "javac", "java", "jvm", "node"}
    if path.name in ("environment.py", "differences.py"):  # where the field is called so that has the driver's own version
        words.discard("python")
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            assert node.value not in words, f"{path}:{node.lineno} names {node.value!r}"


def tracked(*patterns: str) -> list[Path]:
    return [ROOT / name for name in checkout.tracked(*patterns)]


def test_a_checkout_without_git_knows_its_files(tmp_path: Path) -> None:
    shutil.copy(ROOT / ".gitignore", tmp_path)
    mine = (".ci/run", "src/a.py", "src/a.hpp", "tests/deep/er/b.py")
    for name in (*mine, ".venv/bin/python", "src/__pycache__/a.pyc", "x.egg-info/a.py", "node_modules/c.py", "run_factorial"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert checkout.tracked(root=tmp_path) == sorted((".gitignore", *mine))
    assert checkout.tracked("*.py", root=tmp_path) == ["src/a.py", "tests/deep/er/b.py"]


def test_no_source_file_is_over_400_lines() -> None:
    code = tracked("*.py", "*.hpp", "*.cpp", "*.java", "*.js", "*.h", "*.j2", "*.sh", "*.lark", "*.scm")
    assert not {str(p.relative_to(ROOT)): lines for p in code if (lines := p.read_bytes().count(b"\n")) > 400}


def test_no_drawers() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
    assert not [p for p in tracked() if drawers & {part.split(".")[0].lower() for part in p.relative_to(ROOT).parts}]


def test_nothing_is_left_open_in_the_code() -> None:
    left = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    files = tracked("src/*", "bench/*", "conformance/*", "scripts/*", "protocol/*")
    assert not [f"{p}:{i}" for p in files for i, line in enumerate(p.read_text("utf-8", "replace").splitlines(), 1)
                if left.search(line)]


def test_no_path_of_one_machine_and_no_registry_host() -> None:
    own = re.compile(r"(/root/|/home/[a-z]+/|/work/|registry\.npmjs|pypi\.org|repo1?\.maven|deb\.debian\.org)")
    mine = Path(__file__).resolve()
    assert not [p for p in tracked() if p.resolve() != mine and own.search(p.read_text("utf-8", "replace"))]


def test_make_golden_reaches_every_approved_output() -> None:
    """The reports' approved files were once compared by tests that `make golden` did not run."""
    target = re.search(r"^golden:.*\n\t(.*--update-golden)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert target
    reached = [ROOT / word for word in target[1].split() if word.startswith("tests")]
    compares = re.compile(r"\bgolden\(|update-golden")
    users = [p for p in tracked("tests/*.py") if p.name not in ("conftest.py", "test_house.py")
             and compares.search(p.read_text(encoding="utf-8", errors="replace"))]
    assert users
    assert not [p for p in users if not any(p.is_relative_to(folder) for folder in reached)]
