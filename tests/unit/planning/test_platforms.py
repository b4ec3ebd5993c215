"""Is what a platform cannot do said by its name, and does everything else run?"""

from __future__ import annotations

import msgspec
import pytest
from made_plans import able, benchmark, catalog

from clamh.errors import InputError
from clamh.model import Settings
from clamh.options import Options
from clamh.plan import plan

TWO = (able(catalog("a/1", benchmark("x"), benchmark("y")), "avgt", "ss", gc=("true",)), catalog("b/1", benchmark("x")))


def problems(*catalogs, **options) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as error:
        plan(catalogs, Options(seed=1, **options))
    return [(one.code, one.message) for one in error.value.diagnostics]


def test_a_mode_that_one_platform_lacks_is_skipped_there_and_run_elsewhere() -> None:
    made = plan(TWO, Options(seed=1, settings=Settings(modes=("ss", "thrpt"))))
    assert [(case.platform, case.mode) for case in made.cases] == [("a/1", "ss"), ("a/1", "ss"), ("b/1", "thrpt")]
    assert [(skip.platform, skip.reason) for skip in made.skipped] == [
        ("a/1", "it has no mode thrpt (x and 1 other benchmark)"), ("b/1", "it has no mode ss (x)")]
    assert made.skipped[1].mend == "use one of: avgt, thrpt (-bm)"


def test_a_mode_that_no_platform_has_or_strict_is_an_error() -> None:
    sample, both = Settings(modes=("sample",)), Settings(modes=("ss", "avgt"))
    assert problems(*TWO, settings=sample) == [
        ("no-mode", "-bm: a/1 has no mode sample"), ("no-mode", "-bm: b/1 has no mode sample")]
    assert problems(*TWO, settings=both, strict=True) == [("no-mode", "-bm: b/1 has no mode ss")]
    assert len(plan(TWO, Options(settings=both)).skipped) == 1


def test_gc_goes_to_the_platforms_that_can_and_the_others_are_named() -> None:
    made = plan(TWO, Options(seed=1, gc="true"))
    assert [(case.platform, case.options.gc) for case in made.cases] == [("a/1", "true")] * 2 + [("b/1", "false")]
    assert {platform: (one.code, one.message, one.mend) for platform, one in made.warnings.items()} == {
        "b/1": ("no-gc", "-gc true: b/1 cannot collect garbage when told to", "its rows are measured without")}
    assert problems(*TWO, gc="off") == [
        ("no-gc", "-gc off: a/1 cannot suspend garbage collection"), ("no-gc", "-gc off: b/1 cannot suspend garbage collection")]
    assert plan(TWO, Options(seed=1)).warnings == {}


def test_operations_in_mode_sample_is_an_error_at_its_place_but_not_of_all_modes() -> None:
    varying = msgspec.structs.replace(benchmark("x"), operations=True)
    one = able(catalog("a/1", varying, benchmark("y")), "avgt", "thrpt", "sample", "ss")
    with pytest.raises(InputError) as error:
        plan([one], Options(settings=Settings(modes=("sample",))))
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.location.line) == ("operations-mode", 3)
    cases = plan([one], Options(settings=Settings(modes=("all",)))).cases
    assert [case.mode for case in cases if case.key == "x"] == ["thrpt", "avgt", "ss"]
    assert {case.operations for case in cases if case.key == "x"} == {True}
