"""Does `clamh explain` say plainly whose code it does not show?"""

from __future__ import annotations

from made_plans import benchmark, catalog

from clamh.building.explain import list_targets, read_codes
from clamh.languages import languages
from clamh.model.options import Options
from clamh.model.sources import Location, SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def test_program_for_another_library_is_refused_by_its_name() -> None:
    source = SourceFile(path="work.c", language="c", sha256="0", benchmarks=True)
    parsed, _ = parse_text(source, b"B63_BENCHMARK(work, n) { }\n", languages()["c"])
    (unit,) = bind([[parsed]])[0].units
    codes, (problem,) = read_codes(unit, catalog("c/gcc"), {"work"}, Options())
    assert not codes and problem.message == "clamh explain does not know programs of B63"
    assert problem.hint == "read all code of the program: objdump -d artifact" and problem.location == Location(path="work.c", line=1)


def test_one_value_of_each_param_is_run() -> None:
    """All combinations of many values took longer than the code could be waited for."""
    source = SourceFile(path="work.c", language="c", sha256="0", benchmarks=True)
    parsed, _ = parse_text(source, b"//@@Benchmark\nint work(void) { return 1; }\n", languages()["c"])
    (unit,) = bind([[parsed]])[0].units
    (target,) = list_targets(unit, benchmark("work", n=("1", "2"), m=("3", "4")), Options(params={"m": ("5", "6")}))
    assert target.arguments == ("work", "-p", "S::n=1", "-p", "S::m=5")
