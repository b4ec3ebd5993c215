"""Which files does an artifact of Python contain, and in which of them does its worker look for a class?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clamh.building.generate import generate
from clamh.pipeline import forecast

BASE = """\
#@@State(Scope.Benchmark)
class Base:
    #@@Param({"1", "2"})
    size: int = 0
"""


def facts_of(folder: Path, **files: str) -> dict[str, Any]:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    (unit,) = forecast([str(folder / "bench.py")], lambda warnings: None).units
    return json.loads(generate(unit).files["facts.json"])


def test_a_state_may_be_declared_in_a_file_without_annotations(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, base=BASE, derived="from base import Base\nclass Derived(Base): pass\n", other="x = 1\n",
                     bench="import other\nfrom base import Base\nfrom derived import Derived\n#@@Benchmark\ndef total(derived: Derived): return derived.size\n")
    names = [file["name"] for file in facts["files"]]
    assert names == ["bench.py", "base.py", "derived.py"]
    places = {entry["name"]: names[entry["file"]] for entry in facts["tables"]["classes"]}
    assert places["Derived"] == "derived.py"


def test_a_benchmark_may_be_inherited_in_a_file_without_annotations(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, derived="import bench\nclass More(bench.Called): pass\n",
                     bench="class Called:\n    #@@Benchmark\n    @staticmethod\n    def run(): return 1\nimport derived\n")
    names = [file["name"] for file in facts["files"]]
    calls = {benchmark["name"]: names[benchmark["functions"][0]["file"]] for benchmark in facts["tables"]["benchmarks"]}
    assert calls == {"Called.run": "bench.py", "More.run": "derived.py"}


ENUMS = """\
from enum import Enum
from other import Late
#@@State(Scope.Benchmark)
class Left:
    class Kind(Enum): SMALL = 10
    #@@Param
    kind: Kind = Kind.SMALL
#@@State(Scope.Benchmark)
class Right:
    class Kind(Enum): SMALL = 1000
    #@@Param
    kind: Kind = Kind.SMALL
    #@@Param
    other: "Left.Kind" = Left.Kind.SMALL
    #@@Param
    late: Late = Late.SMALL
#@@Benchmark
def total(left: Left, right: Right): return right.kind.value
"""


def test_an_enum_is_the_one_that_its_class_sees(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, bench=ENUMS, other="from enum import Enum\nclass Late(Enum): SMALL = 1\n")
    assert {param["name"]: param["enum"] for param in facts["tables"]["params"]} == {
        "Left.kind": "Left.Kind", "Right.kind": "Right.Kind", "Right.other": "Left.Kind", "Right.late": "Late"}
