"""Does a worker load a file of a package so that its relative imports work?"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clamh.building.generate import generate
from clamh.languages.python.imports import package_depth
from clamh.languages.python.runtime import start
from clamh.languages.python.runtime.failure import Failure
from clamh.languages.python.toolchain import build
from clamh.model.artifacts import Platform
from clamh.pipeline import forecast

BENCH = "from .data import make\n#@@Benchmark\ndef run(): return make()\n"
DATA = "@State(Scope.Benchmark)\nclass Data: size = 7\n#@@Benchmark\ndef other(): pass\ndef make(): return Data.size, __name__\n"


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """tables(source, texts by path): the tables of its artifact, loaded in this process."""
    before = dict(sys.modules)
    for name in ("path", "meta_path", "argv"):
        monkeypatch.setattr(sys, name, list(getattr(sys, name)))

    def tables(source: str, texts: dict[str, str]) -> Any:
        for name, text in texts.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        (unit,) = forecast([str(tmp_path / source)], lambda warnings: None).units
        platform = Platform(id="python/cpython-3.11", language="python", executable=sys.executable, version="3.11")
        (step,) = build(generate(unit), platform, tmp_path).steps
        return start.load_tables(json.loads(step.files["artifact.json"]), str(tmp_path / "elsewhere" / "run_bench.pyz"))

    yield tables
    for name in [name for name in sys.modules if name not in before]:
        del sys.modules[name]


@pytest.fixture
def load(tables: Callable[..., Any]) -> Callable[..., Any]:
    """load(source, texts by path): what its first benchmark returns, in this process."""
    return lambda source, texts: tables(source, texts).benchmarks[0].functions[0].stub.call(())


@pytest.mark.parametrize(("source", "texts", "expected"), [
    ("pkg/bench.py", {"pkg/__init__.py": "", "pkg/data.py": DATA, "pkg/bench.py": BENCH}, (7, "pkg.data")),
    ("pkg/bench.py", {"pkg/data.py": DATA, "pkg/bench.py": BENCH}, (7, "pkg.data")),  # no __init__.py is needed
    ("pkg/bench.py", {"pkg/__init__.py": "from .bench import run\nfrom pkg.data import Data", "pkg/data.py": DATA, "pkg/bench.py": BENCH}, (7, "pkg.data")),
    ("a/b/bench.py", {"a/__init__.py": "", "a/data.py": DATA, "a/b/__init__.py": "", "a/b/bench.py": BENCH.replace(".data", "..data")}, (7, "a.data")),
    ("a/b/bench.py", {"a/data.py": DATA, "a/b/bench.py": "#@@Benchmark\ndef run():\n    from ..data import make\n    return make()\n"}, (7, "a.data")),
    ("json/bench.py", {"json/__init__.py": "", "json/data.py": DATA, "json/bench.py": "import json\njson.dumps(1)\n" + BENCH}, (7, "clamh_user_json.data")),
    ("my.own-pkg/bench.py", {"my.own-pkg/data.py": DATA, "my.own-pkg/bench.py": BENCH}, (7, "my_own-pkg.data")),
    ("pkg/bench.py", {"pkg/tabnanny.py": "", "pkg/bench.py": "import tabnanny\nfrom . import tabnanny as own\n#@@Benchmark\ndef run():\n"
                       "    return callable(tabnanny.check), own.__name__\n"}, (True, "pkg.tabnanny")),  # as python -m does
])
def test_relative_imports_find_the_package_of_the_folder(load, source: str, texts: dict[str, str], expected: tuple[int, str]) -> None:
    assert load(source, texts) == expected


def test_a_source_may_be_a_link_to_a_file_of_another_name(load, tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench/current.py").symlink_to("../impl/v3.py")
    text = "import beside, data\n#@@Benchmark\ndef run(): return __name__, beside.__name__, data.__name__\n"
    assert load("bench/current.py", {"impl/v3.py": text, "impl/beside.py": "", "bench/data.py": ""}) == ("current", "beside", "data")


def test_parameters_after_a_star_are_passed_by_name(tables) -> None:
    text = "#@@State(Scope.Benchmark)\nclass Data: pass\n#@@Benchmark\ndef run(data: Data, *, hole: Blackhole): return data, hole\n"
    assert tables("bench.py", {"bench.py": text}).benchmarks[0].functions[0].stub.call((7, 8)) == (7, 8)


def test_file_without_relative_imports_is_no_part_of_a_package(load) -> None:
    text = '"""\nfrom .data import make\n"""\nimport data\n#@@Benchmark\ndef run(): return __name__, data.__name__\n'
    files = {"pkg/__init__.py": "raise ValueError", "pkg/data.py": "", "pkg/unpackaged.py": text}
    assert load("pkg/unpackaged.py", files) == ("unpackaged", "data")


PARAM = "{}\n#@@State(Scope.Benchmark)\nclass Data:\n    #@@Param({{\"FAST\", \"SMALL\"}})\n    algo{}\n#@@Benchmark\ndef run(data: Data): return data.algo\n"
NAMED = "from enum import Enum\nclass Named(str, Enum): pass\nclass Algo(Named): FAST = 'f'; SMALL = 's'\n"


@pytest.mark.parametrize(("head", "field", "constants"), [
    (NAMED, ": Algo = Algo.FAST", "Algo"),
    (NAMED, " = Algo.FAST", "Algo"),
    ("from installed import Algo", ": Algo = Algo.FAST", "Algo"),
    (NAMED, ": str = Algo.FAST", None),
    ("", ": str = 5", None),
    ("", ": 'Other'", None),
    ("", " = None", None),
    ("", ": 'Other'; __slots__ = ('algo',)", None),
    ("", " = 'FAST'", None),
])
def test_enum_that_the_source_does_not_show_is_that_of_the_default(tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, field: str,
                                                                   constants: str | None) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/installed.py").write_text(NAMED)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    (param,) = tables("bench.py", {"bench.py": PARAM.format(head, field)}).params
    assert (param.constants_of and param.constants_of.__name__) == constants


@pytest.mark.parametrize(("head", "type_"), [("import kinds", "kinds.Algo"), ("from kinds import Algo as Kind", "Kind"), ("import kinds as k", "k.Algo")])
def test_enum_may_be_in_a_file_with_nothing_else(tables, head: str, type_: str) -> None:
    texts = {"kinds.py": "import enum\nclass Algo(enum.Enum):\n    FAST = 1\n    SMALL = 2\n", "bench.py": PARAM.format(head, f": {type_} = None")}
    (param,) = tables("bench.py", texts).params
    assert (param.type, param.constants_of) == ("enum", sys.modules["kinds"].Algo)


def test_param_whose_default_is_of_another_type_is_an_error(tables) -> None:
    with pytest.raises(Failure, match="default is of the type PosixPath: make it int, float, bool, str or an Enum") as caught:
        tables("bench.py", {"bench.py": PARAM.format("from pathlib import Path", ": Path = Path('FAST')")})
    assert (caught.value.reason, caught.value.where) == ("setup", "Data.algo")


CONDITIONAL = """
try:
    import not_installed
    class Kind(not_installed.Enum): FAST = 1
    #@@State(Scope.Benchmark)
    class Fast:
        #@@Param({"1"})
        size: int = 0
        #@@Setup
        @staticmethod
        def prepare(fast: "Fast"): pass
        #@@Benchmark
        def run(self): pass
    #@@Benchmark
    def of_fast(fast: Fast): pass
except ImportError:
    pass
#@@Benchmark
def plain(): return 1
"""


def test_class_that_its_condition_leaves_out_takes_only_its_own_benchmarks_along(tables) -> None:
    found = tables("bench.py", {"bench.py": CONDITIONAL})
    assert [event["name"] for event in found.catalog if event["event"] == "benchmark"] == ["plain"]
    (fixture,) = found.fixtures
    with pytest.raises(Failure, match="the module has no Fast"):
        found.classes[0].type()
    with pytest.raises(Failure, match="the module has no Fast"):
        fixture.stub.call((None,))


def test_inherited_benchmarks_of_a_class_that_is_left_out_are_left_out(tables) -> None:
    text = """
class Base:
    #@@Benchmark
    def get(self): return 1
#@@State(Scope.Benchmark)
class Plain(Base): pass
try:
    import not_installed
    #@@State(Scope.Benchmark)
    class Fast(Base): pass
except ImportError:
    pass
"""
    found = tables("bench.py", {"bench.py": text})
    assert [event["name"] for event in found.catalog if event["event"] == "benchmark"] == ["Base.get", "Plain.get"]


def test_benchmark_without_a_condition_needs_the_class_that_it_takes(tables) -> None:
    with pytest.raises(Failure, match="the module has no Fast"):
        tables("bench.py", {"bench.py": CONDITIONAL + "#@@Benchmark\ndef needs(fast: 'Fast'): pass\n"})


@pytest.mark.parametrize(("text", "depth"), [
    ("from .a import b", 1), ("from . import b", 1), ("from ...a import b", 3), ("def f():\n  if x: from .. import b", 2), ("import a; from .a import b", 1),
    ("from a import b", 0), ("'from .a import b'", 0), ("# from .a import b", 0), ("x = 0.5", 0),
])
def test_dots_of_imports_are_counted(tmp_path: Path, text: str, depth: int) -> None:
    assert package_depth(str(tmp_path / "bench.py"), text.encode()) == depth
