"""Does `clamh explain` say plainly whose code it does not show?"""

from __future__ import annotations

from made_plans import catalog

from clamh.building.explain import read_codes
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
