"""Do the doubts that are known beforehand stand in the results, at the cases that they are about and no others?"""

from __future__ import annotations

from made_plans import benchmark, catalog
from msgspec.structs import replace

from clamh.model.cases import Doubt
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.model.results import CaseRecord, WarningRecord
from clamh.running.plan import plan
from clamh.running.planning.records import make_records


def test_a_doubt_is_recorded_for_the_cases_that_it_concerns() -> None:
    catalogs = [catalog("cpp/a", benchmark("one"), benchmark("other")), catalog("cpp/b", benchmark("one"))]
    source = catalogs[0].artifact.source
    doubts = (
        Doubt(source=source, benchmark="one", warning=Diagnostic(code="own-loop", message="of one")),
        Doubt(source=source, platform="cpp/b", warning=Diagnostic(code="unoptimised", message="of b")),
        Doubt(source="another", benchmark="other", warning=Diagnostic(code="own-loop", message="of no case")),
        Doubt(source=source, build="new", warning=Diagnostic(code="own-loop", message="of another build")),
    )
    result = list(make_records(replace(plan(catalogs, Options(), []), doubts=doubts), Options()))
    cases = {item.case_id: (item.benchmark, item.platform) for item in result if isinstance(item, CaseRecord)}
    texts = [(*cases[item.case_id], item.code, item.message) for item in result if isinstance(item, WarningRecord)]
    assert sorted(texts) == [("one", "cpp/a", "own-loop", "of one"), ("one", "cpp/b", "own-loop", "of one"),
                             ("one", "cpp/b", "unoptimised", "of b")]
