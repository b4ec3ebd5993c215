"""Is what a platform cannot do said by its name, and does everything else run?"""

from __future__ import annotations

import msgspec
import pytest
from made_plans import able, benchmark, catalog

from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan

TWO = (able(catalog("a/1", benchmark("x"), benchmark("y")), "avgt", "ss", gc=("true",)), catalog("b/1", benchmark("x")))


def problems(*catalogs, **options) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as error:
        plan(catalogs, Options(seed=1, **options))
    return [(diagnostic.code, diagnostic.message) for diagnostic in error.value.diagnostics]


def test_a_mode_that_one_platform_lacks_is_skipped_there_and_run_elsewhere() -> None:
    result = plan(TWO, Options(seed=1, settings=Settings(modes=("ss", "thrpt"))))
    assert [(case.platform, case.mode) for case in result.cases] == [("a/1", "ss"), ("a/1", "ss"), ("b/1", "thrpt")]
    assert [(skip.platform, skip.reason) for skip in result.skipped] == [
        ("a/1", "it has no mode thrpt (x and 1 other benchmark)"), ("b/1", "it has no mode ss (x)")]
    assert result.skipped[1].hint == "use one of: avgt, thrpt (-bm)"
    shots = plan(TWO, Options(seed=1, settings=Settings(modes=("ss",), measurement_batch_size=5)))  # b/1 has no batches either
    assert {case.platform for case in shots.cases} == {"a/1"}


def test_a_mode_that_no_platform_has_or_strict_is_an_error() -> None:
    sample, settings = Settings(modes=("sample",)), Settings(modes=("ss", "avgt"))
    assert problems(*TWO, settings=sample) == [
        ("no-mode", "-bm: a/1 has no mode sample"), ("no-mode", "-bm: b/1 has no mode sample")]
    assert problems(*TWO, settings=settings, strict=True) == [("no-mode", "-bm: b/1 has no mode ss")]
    assert len(plan(TWO, Options(settings=settings)).skipped) == 1


def test_gc_goes_to_the_platforms_that_can_and_the_others_are_named() -> None:
    result = plan(TWO, Options(seed=1, gc="true"))
    assert [(case.platform, case.options.gc) for case in result.cases] == [("a/1", "true")] * 2 + [("b/1", "false")]
    assert {platform: (diagnostic.code, diagnostic.message, diagnostic.hint) for platform, diagnostic in result.warnings.items()} == {
        "b/1": ("no-gc", "-gc true: b/1 cannot collect garbage between iterations", "b/1 is measured without -gc")}
    assert problems(*TWO, gc="off") == [
        ("no-gc", "-gc off: a/1 cannot suspend garbage collection"), ("no-gc", "-gc off: b/1 cannot suspend garbage collection")]
    assert plan(TWO, Options(seed=1)).warnings == {}


VARYING = msgspec.structs.replace(benchmark("x"), operations=True)


def with_modes(catalog_benchmark: CatalogBenchmark, *modes: str) -> CatalogBenchmark:
    return msgspec.structs.replace(catalog_benchmark, settings=msgspec.structs.replace(catalog_benchmark.settings, modes=modes))


def with_operations(*benchmarks: CatalogBenchmark) -> Catalog:
    return able(catalog("a/1", *benchmarks), "avgt", "thrpt", "sample", "ss")


def test_mode_sample_with_operations_is_an_error_at_its_line() -> None:
    with pytest.raises(InputError) as error:
        plan([with_operations(with_modes(VARYING, "avgt", "sample"), benchmark("y"))], Options())
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.location.line) == ("operations-mode", 3)


@pytest.mark.parametrize(("on", "asked", "left"), [
    ((), "sample", []),
    ((), "all", ["thrpt", "avgt", "ss"]),
    (("thrpt", "avgt", "sample", "ss"), "", ["thrpt", "avgt", "ss"]),  # what Mode.All on its class becomes
])
def test_mode_sample_skips_benchmarks_with_operations_aloud(
    on: tuple[str, ...], asked: str, left: list[str]
) -> None:
    operations = with_operations(with_modes(VARYING, *on) if on else VARYING, benchmark("y"))
    result = plan([operations], Options(settings=Settings(modes=(asked,) if asked else None)))
    assert [case.mode for case in result.cases if case.key == "x"] == left
    assert {case.operations for case in result.cases if case.key == "x"} == ({True} if left else set())
    (skip,) = result.skipped
    assert (skip.platform, skip.reason.partition(",")[0]) == ("a/1", "x: it takes Operations")
    assert "sample" in [case.mode for case in result.cases if case.key == "y"] or not asked


@pytest.mark.parametrize(("benchmarks", "strict"), [((VARYING,), False), ((VARYING, benchmark("y")), True)])
def test_operations_in_mode_sample_alone_is_an_error(
    benchmarks: tuple[CatalogBenchmark, ...], strict: bool
) -> None:
    with pytest.raises(InputError) as error:
        plan([with_operations(*benchmarks)], Options(settings=Settings(modes=("sample",)), strict=strict))
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.location.line) == ("operations-mode", 3)
