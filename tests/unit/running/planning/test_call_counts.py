"""Do iterations with a number of calls grow by Metron's rule within their bounds, and are impossible bounds refused?"""

from __future__ import annotations

import pytest
from made_plans import benchmark, catalog
from msgspec.structs import replace

from clamh.model.cases import CallBounds
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.opening import Opening
from clamh.model.sources import Member, Settings
from clamh.running.plan import plan
from clamh.running.planning.call_counts import count_batches, grow_calls, settle_calls

BOUNDS = CallBounds(least=2, most=500)


@pytest.mark.parametrize(("calls", "took_ns", "expected"), [
    (2, 1, 20),  # a tenth of the time or less says little: ten times as many
    (2, 100, 20), (2, 101, 27),  # 1.4 times as many as would take the time
    (2, 0, 20), (100, 999, 140), (499, 999, 500), (500, 1, 500),  # the most
    (20, 1000, 20), (20, 5000, 20),  # enough
])
def test_calls_grow_by_metrons_rule(calls: int, took_ns: int, expected: int) -> None:
    assert grow_calls(BOUNDS, calls, took_ns, 1000) == expected


def test_growing_ends_at_what_takes_the_time() -> None:
    assert settle_calls(BOUNDS, 28, 1400, 1000) == 20 and settle_calls(BOUNDS, 2, 10**9, 1000) == 2
    assert settle_calls(BOUNDS, 500, 3, 1000) == 500  # the bound ended it


def test_batches_have_at_most_the_calls_and_at_least_the_least() -> None:
    assert [count_batches(BOUNDS, calls, 3) for calls in (2, 7, 500)] == [1, 2, 166]
    assert count_batches(CallBounds(least=5, most=9), 5, 3) == 2


def planned(settings: Settings, options: Options = Options(seed=1), modes: tuple[str, ...] = ("avgt", "ss"), language: str = "miniature",
            **changes: object) -> object:
    answered = catalog(f"{language}/1", replace(benchmark(settings=settings), opening=Opening(benchmark=0), **changes))
    answered = replace(answered, hello={"capabilities": {**answered.hello["capabilities"], "modes": modes}})
    return plan([answered], options)


def test_bounds_are_part_of_a_case_only_where_there_are_some() -> None:
    (case,) = planned(Settings(max_iterations=9)).cases
    assert case.options.bounds == CallBounds(least=1, most=9)
    (unbounded,) = planned(Settings()).cases
    assert not unbounded.options.bounds and unbounded.case_id != case.case_id
    (typed,) = planned(Settings(max_iterations=9), Options(seed=1, settings=Settings(max_iterations=5, min_iterations=2))).cases
    assert typed.options.bounds == CallBounds(least=2, most=5)


@pytest.mark.parametrize(("settings", "changes", "message"), [
    (Settings(min_iterations=5, max_iterations=4), {}, "the minimum 5 is above the maximum 4"),
    (Settings(max_iterations=4, measurement_batch_size=5), {}, "no number of batches of 5 calls has 1 to 4 calls"),
    (Settings(max_iterations=4, warmup_batch_size=5), {}, "no number of batches of 5 calls has 1 to 4 calls"),
    (Settings(min_iterations=5, max_iterations=5, measurement_batch_size=3), {}, "no number of batches of 3 calls has 5 to 5 calls"),
    (Settings(modes=("ss",), min_iterations=2), {}, "an iteration of mode ss has 1 call (the batch size)"),
    (Settings(max_iterations=4), {"modes": ("avgt",)}, "the program's own harness on miniature/1 measures only for a time"),
    (Settings(max_iterations=4), {"language": "java"}, "java/1 cannot count calls: JMH measures for a time"),
    (Settings(max_iterations=4), {"members": (Member(name="put", threads=1),)}, "its functions end together"),
    (Settings(max_iterations=1 << 41), {}, "the value is more than"),
])
def test_what_bounds_cannot_be_is_refused_at_the_benchmark(settings: Settings, changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        planned(settings, **changes)
    (problem,) = error.value.diagnostics
    assert message in problem.message and problem.location.line == 3


def test_bounds_of_the_command_line_have_no_place() -> None:
    with pytest.raises(InputError) as error:
        planned(Settings(), Options(seed=1, settings=Settings(min_iterations=3, max_iterations=2)))
    (problem,) = error.value.diagnostics
    assert problem.message.startswith("--min-iterations and --max-iterations of work: ") and problem.location is None


@pytest.mark.parametrize(("settings", "defaulted", "names", "line"), [
    (Settings(max_iterations=4), ("max_iterations", "forks"), "max-iterations ([defaults] of clamh.toml)", None),
    (Settings(min_iterations=2, max_iterations=4), ("max_iterations",), "minIterations and max-iterations ([defaults] of clamh.toml)", 3),
])
def test_bounds_of_clamh_toml_are_named_by_its_keys(settings: Settings, defaulted: tuple[str, ...], names: str, line: int | None) -> None:
    with pytest.raises(InputError) as error:
        planned(settings, language="java", defaulted=defaulted)
    (problem,) = error.value.diagnostics
    assert problem.message.startswith(f"{names} of work: java/1 cannot count calls")
    assert (problem.location.line if problem.location else None) == line


@pytest.mark.parametrize(("annotated", "typed", "sizes", "line"), [
    (Settings(measurement_batch_size=3, modes=("avgt", "thrpt")), Settings(), "-bs", 3), (Settings(warmup_batch_size=2), Settings(), "-wbs", 3),
    (Settings(measurement_batch_size=3), Settings(measurement_batch_size=2, warmup_batch_size=2), "-bs and -wbs", None)])
def test_a_harness_without_batches_refuses_them(annotated: Settings, typed: Settings, sizes: str, line: int | None) -> None:
    """It would measure single calls as batches."""
    with pytest.raises(InputError) as error:
        planned(annotated, Options(seed=1, settings=typed), modes=("avgt", "thrpt"))
    (problem,) = error.value.diagnostics
    assert problem.message == f"batch size ({sizes}) of work: the program's own harness on miniature/1 has no batches"
    assert (problem.location.line if problem.location else None) == line
    assert planned(annotated, Options(seed=1, settings=typed), modes=("avgt", "thrpt", "ss")).cases
