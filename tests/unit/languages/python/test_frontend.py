"""What of a Python file is declared, what its types mean, and which files belong to it?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.languages.python.frontend import find_companions
from clamh.languages.python.source_copy import copy_source
from clamh.model.sources import Declaration, Parsed, SourceFile
from clamh.pipeline import forecast
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def parsed(text: str | bytes) -> Parsed:
    data = text if isinstance(text, bytes) else text.encode()
    return parse_text(SourceFile(path="x.py", language="python", sha256="", benchmarks=True), data, languages()["python"])[0]


def declared(text: str) -> dict[str, Declaration]:
    return {".".join((*declaration.scope, declaration.name)): declaration for declaration in parsed(text).declarations}


def test_what_the_module_can_name_is_declared_whether_annotated_or_not() -> None:
    found = declared("""
def f(a, b=1): return a
async def g(c): pass
class K:
    n = 1
    @staticmethod
    def m(): pass
    @classmethod
    def c(cls, one): pass
    def i(self, other): pass
class L(K):
    class M:
        def q(self): pass
x = lambda a: a
if True:
    def late(): pass
""")
    assert {name: declaration.kind for name, declaration in found.items()} == {
        "f": "function", "g": "function", "K": "class", "K.n": "field", "K.m": "method", "K.c": "method", "K.i": "method",
        "L": "class", "L.M": "class", "L.M.q": "method", "late": "function",
    }
    assert [(parameter.name, parameter.default) for parameter in found["f"].parameters] == [("a", False), ("b", True)]
    assert found["g"].modifiers == ("async",) and found["K.m"].modifiers == ("static",)
    assert [parameter.name for parameter in found["K.c"].parameters] == ["one"] and [parameter.name for parameter in found["K.i"].parameters] == ["other"]
    assert found["L"].bases == ("K",) and found["L.M.q"].owner == ("L", "M") and found["late"].conditional


def test_what_an_enum_keeps_for_itself_is_none_of_its_constants() -> None:
    found = declared("class K(Enum):\n    mass: float\n    _ignore_ = ['i']\n    __slots__ = ()\n    RED = 1\n    _BLUE = 2\n    def m(self): pass\n")
    assert found["K"].constants == ("RED", "_BLUE")


def test_what_stands_in_a_function_is_declared_where_an_annotation_stands() -> None:
    found = declared("def f():\n    #@@Benchmark\n    def inner(): pass\n    def other(): pass\n")
    assert {name: declaration.facts.get("hidden") for name, declaration in found.items()} == {"f": None, "inner": "body"}


def test_types_of_imported_names_are_those_of_their_own_file() -> None:
    found = declared("""
from a import Own as Given
import a.b as ns, typing
def f(a: Given, b: "Given", c: ns.Own, d: Optional[Given], e: typing.Optional["Own"], f: Own | None, g: None | Given): pass
class S:
    shared: ClassVar[int] = 0
    fixed: typing.Final = 1
    number: "float" = 1
""")
    assert [parameter.type for parameter in found["f"].parameters] == ["Own"] * 7
    assert [(declaration.type, declaration.modifiers) for name, declaration in found.items() if name.startswith("S.")] == [
        ("int", ("static",)), ("int", ("final",)), ("float", ())]


BASE = """#@@State(Scope.Benchmark)
class Base:
    #@@Param({"10", "1000"})
    size: int = 0
    #@@Setup
    def fill(self): pass
"""


@pytest.mark.parametrize(("head", "module"), [
    ("import states", "states"), ("from . import states", "states"), ("import pkg.states", "pkg.states"), ("from pkg import states as s", "s"),
    ("import pkg.states as ns", "ns"), ("try:\n    import states\nexcept ImportError:\n    states = None", "states"),
    ("if TYPE_CHECKING:\n    from pkg import states", "states"),
])
def test_classes_of_an_imported_module_are_states_and_bases(tmp_path: Path, head: str, module: str) -> None:
    (tmp_path / "pkg").mkdir()
    for path in ("states.py", "pkg/states.py"):
        (tmp_path / path).write_text(BASE)
    (tmp_path / "bench.py").write_text(f"""{head}
#@@State(Scope.Benchmark)
class Mine({module}.Base): pass
#@@Benchmark
def total(mine: Mine, other: {module}.Base): return mine.size + other.size
""")
    (unit,) = forecast([str(tmp_path / "bench.py")], lambda warnings: None).units
    assert {state.name: [param.values for param in state.params] for state in unit.states} == dict.fromkeys(("Mine", "Base"), [("10", "1000")])
    assert {state for fixture in unit.fixtures for state in fixture.states} == {"Mine", "Base"}
    assert set(unit.benchmarks[0].states) == {"Mine", "Base"}


def test_types_and_bases_have_no_type_arguments() -> None:
    found = declared("""
from a import Own as Given
import a.b as ns
class Ints(Base[int], ns.Table[str, list[int]], Generic[T], metaclass=Meta): pass
class New[T](Given[T]): pass
def f(a: Stack[int], b: Given[list[int]], c: "Stack[int]", d: Optional[Stack[int]], e: ns.Table[int] | None, f: Stack[int] | Other[int]): pass
""")
    assert found["Ints"].bases == ("Base", "Table", "Generic") and found["New"].bases == ("Own",)
    assert [parameter.type for parameter in found["f"].parameters] == ["Stack", "Own", "Stack", "Stack", "Table", "Stack | Other"]


def test_generic_base_gives_its_params_and_setups() -> None:
    suite, problems = bind([[parsed("""
from typing import Generic, TypeVar
T = TypeVar("T")
class Base(Generic[T]):
    #@@Param({"1", "2"})
    size: int = 0
    #@@Setup
    def fill(self): pass
#@@State(Scope.Benchmark)
class Ints(Base[int]): pass
#@@Benchmark
def sum_all(ints: Ints["int"]): return ints.size
""")]])
    (state,), (fixture,), (benchmark,) = suite.units[0].states, suite.units[0].fixtures, suite.units[0].benchmarks
    assert ([param.name for param in state.params], fixture.name, benchmark.states) == (["Ints.size"], "Base.fill", ("Ints",))
    assert not problems


def test_counters_are_the_members_whose_names_have_no_underscore_in_front() -> None:
    suite, problems = bind([[parsed("""
#@@AuxCounters
#@@State(Scope.Thread)
class Counts:
    hits: int = 0
    _own = 0
    def __init__(self): self.seen = []
    def rate(self): return self.hits
    def _helper(self): return "text"
    def __len__(self): return len(self.seen)
    def __repr__(self): return "Counts"
    #@@Setup
    def _open(self): pass
    #@@Benchmark
    def _count(self): self.hits += 1
""")]])
    (state,), (fixture,), (benchmark,) = suite.units[0].states, suite.units[0].fixtures, suite.units[0].benchmarks
    assert state.aux and [counter.name for counter in state.aux.counters] == ["Counts.hits", "Counts.rate"]
    assert (fixture.name, benchmark.states) == ("Counts._open", ("Counts",)) and not problems


@pytest.mark.parametrize(("head", "theirs"), [
    ("from lib import Benchmark", True), ("from lib import Other as Benchmark", True), ("from lib import Benchmark as Other", False),
    ("import Benchmark", True), ("import Benchmark.b", True), ("import lib.Benchmark", False), ("from lib import *", False),
    ("from clamh_runtime import Benchmark", False), ("def Benchmark(f): return f", True), ("class Benchmark: pass", True),
    ("try:\n    from lib import Benchmark\nexcept ImportError:\n    pass", True), ("Benchmark = lib.Benchmark", True),
    ("a, Benchmark = lib", True), ("def f():\n    from lib import Benchmark", False), ("", False),
])
def test_a_decorator_whose_name_the_file_gives_a_meaning_is_its_own(head: str, theirs: bool) -> None:
    item = parsed(f"{head}\n@Benchmark\ndef one(): pass\n")
    assert [bool(declaration.annotations) for declaration in item.declarations if declaration.name == "one"] == [not theirs]
    assert ("@Benchmark" in copy_source(item.text, item.annotations)) is theirs


def test_companions_are_the_files_beside_it_that_it_imports(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "c.py", "clamh_runtime.py", "pack/__init__.py", "pack/d.py", "unnamed.py", "f.py", "g.py", "h.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    text = "import a, os.path, clamh_runtime; import f\nfrom . import (\n    b,  # (the first)\n    # and g\n    h,)\n# \\\nfrom .pack \\\nimport d as e, other\nif x:\n    import c as z  # import unnamed\nfrom main import f\n"
    assert [str(Path(companion).relative_to(tmp_path)) for companion in find_companions(str(tmp_path / "main.py"), text.encode())] == [
        "a.py", "f.py", "b.py", "h.py", "pack/__init__.py", "pack/d.py", "c.py"]


@pytest.mark.parametrize(("text", "copy"), [
    (b"\xef\xbb\xbf@Benchmark\r\ndef f(): pass\r\n", "          \r\ndef f(): pass\r\n"),
    (b"# -*- coding: latin-1 -*-\n@Benchmark\ndef f(): return '\xe4'\n", "# -*- coding: latin-1 -*-\n          \ndef f(): return '\xe4'\n"),
    (b"# coding: nothing\n#@@Benchmark\ndef f(): return '\xe4'\n", "# coding: nothing\n#@@Benchmark\ndef f(): return '\udce4'\n"),
])
def test_compiled_copy_keeps_the_encoding(text: bytes, copy: str) -> None:
    item = parsed(text)
    assert copy_source(item.text, item.annotations) == copy
