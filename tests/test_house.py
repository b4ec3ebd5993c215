"""Does the house stand as its plan says: who may import whom, how long files are, who starts processes?"""

from __future__ import annotations

import ast
import re
import shutil
from functools import cache
from pathlib import Path

import checkout

from clamh.languages import languages

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "clamh"
# From the bottom up. A package imports those of the levels below its own; packages of one level do not import each other.
LEVELS = (("model",), ("languages", "machine"), ("sources", "building", "running", "judging", "report", "cluster", "history"), ("pipeline",), ("cli",))
LEVEL = {package: number for number, packages in enumerate(LEVELS) for package in packages}
# Steps of a build; all other programs, of which running/worker/process.py makes workers; and a fork of the driver itself, which runs
# no program and judges half of a large report.
STARTERS = {"clamh.building.steps", "clamh.machine.commands", "clamh.machine.counted_start", "clamh.judging.second_process"}
# Of several languages, beside their folders. Only `programs` knows languages: a module there reads programs of some.
SHARED = {"adoption", "base", "c_family", "catalog", "frontends", "generators", "instructions", "machine_code", "native",
          "profilers", "programs", "toolchains"}
MODEL = ("noun", "adoption", "sources", "artifacts", "diagnostics", "catalog", "code", "errors", "numbers", "opening", "profiles")
LANGUAGE_MAY_IMPORT = {*(f"clamh.languages.{name}" for name in SHARED), *(f"clamh.model.{name}" for name in MODEL)}
# What the user's interpreter runs, and not the driver.
WORKERS = re.compile(r"languages/\w+/((runtime|outside|templates)/|(assemble|build_packages|compile|fetch_jars|list_code)\.py$)")
FILES = sorted(path for path in SOURCE.rglob("*.py") if not WORKERS.match(path.relative_to(SOURCE).as_posix()))


def module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package(name: str) -> str:
    """The first name below clamh, "" of clamh itself, which holds the version."""
    return name.split(".")[1] if "." in name else ""


def may_import(own: str, other: str) -> bool:
    """Whether the levels allow it; formulas (judging.statistics) know nothing of CLAMH, so that everybody may use them."""
    mine, its = package(own), package(other)
    if own.startswith("clamh.judging.statistics"):
        return other.startswith("clamh.judging.statistics")
    if mine == its or not its or other.startswith("clamh.judging.statistics"):
        return True
    return LEVEL[mine] > LEVEL[its]


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


def test_dependencies_point_down() -> None:
    wrong, of_languages = [], {language.folder for language in languages().values()}
    for path in FILES:
        own = module(path)
        folder = own.split(".")[2] if own.startswith("clamh.languages.") else ""
        for other_import in (text for text in imports(path) if text.split(".")[0] == "clamh"):
            language = other_import.split(".")[2] if other_import.startswith("clamh.languages.") else ""
            beside = (folder in ("", "programs") or folder in SHARED and language not in of_languages or other_import in LANGUAGE_MAY_IMPORT
                      or other_import.startswith((f"clamh.languages.{folder}", "clamh.languages.c_family.", "clamh.languages.programs.")))
            if not may_import(own, other_import) or not beside:
                wrong.append(f"{own} imports {other_import}")
    assert len(FILES) > 200 and not wrong


def test_only_the_pipeline_lies_loose() -> None:
    assert sorted(path.name for path in SOURCE.glob("*.py")) == ["__init__.py", "pipeline.py"]
    assert {path.parent.name for path in SOURCE.glob("*/__init__.py")} == set(LEVEL) - {"pipeline"}


def test_only_these_modules_start_processes_and_only_cli_prints() -> None:
    wrong = []
    for path in FILES:
        own = module(path)
        if own not in STARTERS:
            starts = re.search(r"\bos\.(system|fork|exec\w*|spawn\w*|posix_spawn\w*)\(", path.read_text(encoding="utf-8"))
            if imports(path) & {"subprocess", "multiprocessing", "pty"} or starts:
                wrong.append(f"{own} starts processes")
        if own.startswith("clamh.cli"):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "exit"):
                wrong.append(f"{own}:{node.lineno} calls {node.func.id}")
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and (node.value.id, node.attr) == ("sys", "exit"):
                wrong.append(f"{own}:{node.lineno} calls sys.exit")
    assert not wrong


def test_core_names_no_language() -> None:
    ours = {word for language in languages().values() for word in (language.id, *language.extensions)} | {"g++", "clang++", "javac", "java", "jvm", "node"}
    wrong = []
    for path in FILES:
        if path.is_relative_to(SOURCE / "languages") or path.name == "jmh_json.py":  # the keys of that are JMH's
            continue
        docstrings = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
        # Where the field is called so that has the driver's own version.
        words = ours - ({"python"} if path.name in ("environment.py", "differences.py") else set())
        words -= {"node"} if path.name == "perf_events.py" else set()  # perf's word for a memory node
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings and node.value in words:
                wrong.append(f"{module(path)}:{node.lineno} names {node.value!r}")
    assert not wrong


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


def test_no_line_of_python_in_src_is_over_120_characters() -> None:
    assert not [f"{path.relative_to(ROOT)}:{number}" for path in tracked("*.py") if path.is_relative_to(SOURCE)
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if len(line) > 120]


def test_words_of_the_old_dialect_do_not_come_back() -> None:
    """The pronouns and participles that once stood for names. A figure goes down with each pass, and never up."""
    text = "\n".join(path.read_text("utf-8") for path in tracked("src/*.py"))
    most = {"mend": 1, "told": 1, "said": 8, "one": 789, "asked": 9, "made": 30, "nobody": 5, "somebody": 0}
    assert {word: count for word in most if (count := len(re.findall(rf"\b{word}\b", text))) > most[word]} == {}


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
