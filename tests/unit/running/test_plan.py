"""Is what runs what the user asked for, and is every wrong wish said with its place?"""

from __future__ import annotations

import time

import msgspec
import pytest
from made_plans import benchmark, catalog

from clamh.cli.forks import describe_forks
from clamh.model.artifacts import Skip
from clamh.model.cases import CatalogBenchmark, CatalogParam
from clamh.model.errors import InputError
from clamh.model.opening import Opening
from clamh.model.options import DEFAULTS, Options
from clamh.model.sources import Location, Settings
from clamh.running.plan import plan
from clamh.running.planning.estimate import planned_seconds


INTEGER = "an integer, decimal or 0x hexadecimal"


def problems(catalogs, options: Options = Options(), **more) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as error:
        plan(catalogs, options, **more)
    return [(d.code, d.message, f"{d.location.path}:{d.location.line}" if d.location else d.hint)
            for d in error.value.diagnostics]


def with_params(*names: str, type: str = "integer", values: tuple[str, ...] = ("1",), **more) -> CatalogBenchmark:
    where = Location(path="x.src", line=9)
    params = tuple(
        CatalogParam(name=name, state="S", type=type, values=values, location=where, **more) for name in names
    )
    return CatalogBenchmark(name="work", key="work", settings=Settings(), params=params, location=where, opening=Opening(benchmark=0))


def test_without_settings_the_defaults_hold() -> None:
    (case,) = plan([catalog("a/1", benchmark())], Options()).cases
    for name in ("warmup_iterations", "warmup_time_ns", "measurement_iterations", "measurement_time_ns", "forks",
                 "timeout_ns", "operations_per_invocation", "measurement_batch_size"):
        assert getattr(case.options, name) == getattr(DEFAULTS, name)
    assert (case.mode, case.threads, case.options.time_unit) == ("avgt", 1, "ns")


def test_the_command_line_beats_the_annotation_which_beats_the_defaults() -> None:
    catalog_benchmark = benchmark(settings=Settings(forks=2, measurement_iterations=7, time_unit="us", threads=(2,)))
    (case,) = plan([catalog("a/1", catalog_benchmark)], Options(settings=Settings(forks=3, modes=("thrpt",)))).cases
    assert (case.options.forks, case.options.measurement_iterations, case.options.warmup_iterations) == (3, 7, 5)
    assert (case.mode, case.options.time_unit, case.threads) == ("thrpt", "us", 2)


def test_throughput_is_per_second_by_default() -> None:
    catalog_benchmark = benchmark(settings=Settings(modes=("thrpt", "avgt", "thrpt")))
    assert [(c.mode, c.options.time_unit) for c in plan([catalog("a/1", catalog_benchmark)], Options()).cases] == [
        ("thrpt", "s"), ("avgt", "ns")]


def test_a_languages_own_options_reach_its_cases_name_by_name() -> None:
    catalog_benchmark = benchmark(settings=Settings(language={"jvm": ("a",), "jvmArgs": ("b",)}))
    cases = plan([catalog("java/1", catalog_benchmark), catalog("a/1", benchmark())], Options(language={"java": {"jvmArgs": ("-c",)}})).cases
    assert [case.options.language for case in cases] == [{"jvm": ("a",), "jvmArgs": ("-c",)}, {}]


def test_options_of_an_absent_language_are_reported() -> None:
    options = Options(language={"java": {"jvm": ("x",), "jvmArgs": ("-c",)}})
    assert problems([catalog("a/1", benchmark())], options) == [
        ("no-such-language", "-jvm, -jvmArgs: no selected benchmark is in Java (JMH)", "delete these options")]
    assert plan([catalog("a/1", benchmark())], options, [Skip(platform="java", reason="", hint="")]).cases


def test_threads_max_and_half_max_are_those_of_the_machine() -> None:
    catalog_benchmark = benchmark(settings=Settings(threads=(-1, -2, 1)))
    assert [c.threads for c in plan([catalog("a/1", catalog_benchmark)], Options(), cpus=3).cases] == [3, 1]


def test_params_are_a_product_in_their_order_and_the_last_turns_fastest() -> None:
    cases = plan([catalog("a/1", benchmark(n=("25", "30"), m=("1", "2")))], Options()).cases
    assert [tuple(c.params.items()) for c in cases] == [
        (("n", "25"), ("m", "1")), (("n", "25"), ("m", "2")), (("n", "30"), ("m", "1")), (("n", "30"), ("m", "2"))]
    assert cases[0].wire_params == {"S::n": "25", "S::m": "1"}


@pytest.mark.parametrize(
    "name", ["number", "Number", "NUM_BER", "m_number", "Input.number", "input_::number", "N.Input.number"]
)
def test_p_finds_a_param_by_short_qualified_and_full_name(name: str) -> None:
    catalog_benchmark = with_params("N::Input::mNumber", values=("1", "2"))
    (case,) = plan([catalog("a/1", catalog_benchmark)], Options(params={name: ("7",)})).cases
    assert case.wire_params == {"N::Input::mNumber": "7"}


def test_platforms_join_on_one_spelling_of_param_and_value() -> None:
    cases = plan([catalog("a/1", with_params("Input::m_big_number", values=("0x19", "1_000"))),
                  catalog("b/1", with_params("x.Input.bigNumber", values=("25", "1000")))], Options()).cases
    assert [c.params for c in cases] == [{"m_big_number": "25"}, {"m_big_number": "1000"}] * 2
    assert cases[2].wire_params == {"x.Input.bigNumber": "25"}


def test_platforms_join_on_equal_numbers_of_other_types() -> None:
    values = ("0x100", "1e3", "007", "1.0")
    cases = plan([catalog("a/1", with_params("S.n", values=("256", "1_000", "+7", "0x1"))),
                  catalog("b/1", with_params("S.n", type="float", values=values))], Options()).cases
    assert [case.params["n"] for case in cases] == ["256", "1000", "7", "1"] * 2
    (integer, number) = plan([catalog("a/1", with_params("S.n")), catalog("b/1", with_params("S.n", type="float"))],
                        Options(params={"n": ("0x10",)})).cases
    assert integer.params == number.params == {"n": "16"}


@pytest.mark.parametrize("text", ["9007199254740993", "0x20000000000001", "-9007199254740993"])
def test_integer_that_a_number_of_javascript_rounds_is_refused(text: str) -> None:
    """Beside a 64-bit integer of another language it would be another value."""
    there, here = catalog("a/1", with_params("S.n", type="float")), catalog("javascript/1", with_params("S.n", type="float"))
    value = text.replace("993", "992").replace("0x20000000000001", "9007199254740992")
    assert problems([there, here], Options(params={"n": (text,)})) == [
        ("param-value", f"-p n: '{text}' is not a value of S.n in JavaScript: it must be an integer that a double can hold, such as {value}",
         "make n a bigint: `n = 0n`")]
    (case,) = plan([there], Options(params={"n": (text,)})).cases  # a double was chosen there
    assert case.params == {"n": value}


def test_param_renamed_in_clamh_toml_has_both_names() -> None:
    there, here = catalog("a/1", with_params("S::m_size")), catalog("b/1", with_params("T.count", same="size"))
    answer = [({"size": ("2",)}, ["2", "2"]), ({"count": ("3",)}, ["1", "3"])]
    for params, values in answer:
        cases = plan([there, here], Options(params=params)).cases
        assert [case.params for case in cases] == [{"m_size": value} for value in values]
    (case,) = plan([here], Options()).cases
    assert (case.params, case.wire_params) == ({"size": "1"}, {"T.count": "1"})


def test_two_params_with_one_short_name_are_shown_with_their_class() -> None:
    (case,) = plan([catalog("a/1", with_params("A::n", "B::n"))], Options()).cases
    assert case.params == {"A.n": "1", "B.n": "1"}
    (case,) = plan([catalog("a/1", with_params("A::n", "B::n"))], Options(params={"B.n": ("2",)})).cases
    assert case.params == {"A.n": "1", "B.n": "2"}


def test_ambiguous_short_param_name_is_refused() -> None:
    found = problems([catalog("a/1", with_params("A::n", "B::n"))], Options(params={"n": ("2",)}))
    assert {code for code, _, _ in found} == {"param-ambiguous"}


def test_all_problems_are_reported_at_once_with_their_places() -> None:
    catalog_benchmark = benchmark(settings=Settings(measurement_iterations=0, modes=("ss",), threads=(9,)), n=("1", "x"))
    found = problems([catalog("a/1", catalog_benchmark)], Options(params={"speed": ("1",)}, settings=Settings(forks=0)))
    assert found == [
        ("out-of-range", "forks: 0 is less than 1", "give -f 1 or more; to run one case without a fork, type the artifact's own --solo NAME"),
        ("out-of-range", "measurement iterations of work: 0 is less than 1", "x.src:3"),
        ("threads", "work runs with 9 threads, but a/1 supports 1 to 4", "x.src:3"),
        ("param-value", f"Param S::n: 'x' is not a value of S::n in a: it must be {INTEGER}", "x.src:5"),
        ("no-mode", "work: a/1 has no mode ss", "x.src:3"),
        ("no-such-param", "-p speed: no selected benchmark has a param of this name", "params: n"),
    ]


def test_impossible_counts_and_times_are_refused() -> None:
    options = Options(settings=Settings(forks=10**9, measurement_iterations=10**7, measurement_time_ns=10**22))
    with pytest.raises(InputError) as error:
        plan([catalog("a/1", benchmark())], options)
    assert [(diagnostic.message, diagnostic.hint) for diagnostic in error.value.diagnostics] == [
        ("forks: the value is more than 100000", "give 100000 or less"),
        ("measurement iterations: the value is more than 1000000", "give 1000000 or less"),
        ("the time of a measurement iteration: the value is more than 100 d", "give 100 d or less")]


def test_errors_of_the_command_line_are_reported_once() -> None:
    with pytest.raises(InputError) as error:
        plan([catalog("a/1", benchmark("one"), benchmark("two"))], Options(settings=Settings(modes=("ss",), forks=10**9)))
    assert [(diagnostic.message, diagnostic.location) for diagnostic in error.value.diagnostics] == [
        ("forks: the value is more than 100000", None), ("-bm: a/1 has no mode ss", None)]


def test_f_0_points_to_solo() -> None:
    with pytest.raises(InputError) as error:
        plan([catalog("a/1", benchmark())], Options(settings=Settings(forks=0)))
    assert "--solo" in error.value.diagnostics[0].hint


def test_a_value_of_the_command_line_that_does_not_convert_names_the_option() -> None:
    ((code, message, hint),) = problems([catalog("a/1", benchmark(n=("1",)))], Options(params={"n": ("2", "9.5")}))
    assert (code, message) == ("param-value", f"-p n: '9.5' is not a value of S::n in a: it must be {INTEGER}")
    assert hint == f"give {INTEGER}"


def test_equal_values_are_one_case() -> None:
    assert len(plan([catalog("a/1", benchmark(n=("1",)))], Options(params={"n": ("20", "0x14", "2_0")})).cases) == 1


def test_a_param_without_values_asks_for_some() -> None:
    assert problems([catalog("a/1", with_params("A::n", values=()))])[0][1] == "Param A::n has no values"
    assert plan([catalog("a/1", with_params("A::n", values=()))], Options(params={"n": ("1",)})).cases


def test_two_benchmarks_that_would_be_one_row_are_refused() -> None:
    found = problems([catalog("cpp/1", benchmark()), catalog("cpp/1", benchmark())])
    assert found == [("same-key", "work (cpp.src) and work (cpp.src) have the same key 'work' on cpp/1", "x.src:3")]


@pytest.mark.parametrize(("given", "shown"), [("", "check the #if or build condition around it"), ("name its struct", "name its struct")])
def test_benchmark_that_is_not_compiled_in_is_skipped_with_its_hint(given: str, shown: str) -> None:
    result = msgspec.structs.replace(catalog("a/1", benchmark()), missing=("gone",), missing_hint=given)
    assert plan([result], Options()).skipped == (Skip(platform="a/1", reason="gone is not compiled in", hint=shown),)


def test_builds_of_one_benchmark_are_cases_of_their_own() -> None:
    result = catalog("a/1", benchmark(n=("1", "2")))
    old = msgspec.structs.replace(result, artifact=msgspec.structs.replace(result.artifact, build="old"))
    alone, both = (plan(catalogs, Options(seed=1)) for catalogs in ([result], [result, old]))
    ids = [case.case_id for case in alone.cases]
    assert [case.case_id for case in both.cases] == [*ids, *(f"{id}-old" for id in ids)]
    assert [(case.side, case.build, case.artifact) for case in both.cases] == [("a/1", "", 0)] * 2 + [("a/1 old", "old", 1)] * 2
    assert "a/1 old" in describe_forks(both) and "old" not in describe_forks(alone)


def test_nothing_to_run_is_an_error_that_says_why() -> None:
    empty = "there is no benchmark to run: none was compiled in"
    assert problems([catalog("a/1")]) == [("no-benchmark", empty, "see `clamh list`")]
    skip = Skip(platform="b", reason="no compiler", hint="apt install b")
    everything_skipped = plan([], Options(params={"n": ("1",)}), [skip])
    assert (everything_skipped.cases, everything_skipped.skipped) == ((), (skip,))


def test_the_order_is_random_by_seed_and_differs_from_round_to_round() -> None:
    many = benchmark(n=tuple(map(str, range(20))))
    first, again, other = (plan([catalog("a/1", many)], Options(seed=seed)).rounds for seed in (1, 1, 2))
    assert first == again != other
    assert [t.case_id for t in first[0]] != [t.case_id for t in first[1]]


def test_without_a_seed_each_plan_draws_one_and_keeps_it() -> None:
    seeds = {plan([catalog("a/1", benchmark())], Options()).seed for _ in range(5)}
    assert len(seeds) > 1


def test_a_case_keeps_its_id_until_something_of_it_changes() -> None:
    def ids(settings: Settings = Settings(), platform: str = "a/1", n: str = "1") -> str:
        return plan([catalog(platform, benchmark(settings=settings, n=(n,)))], Options()).cases[0].case_id

    assert ids() == ids()
    assert len({ids(), ids(Settings(forks=9)), ids(platform="b/1"), ids(n="2"), ids(Settings(threads=(2,)))}) == 5


def test_200_benchmarks_of_20_values_are_planned_in_no_time() -> None:
    many = [benchmark(f"b{number}", n=tuple(map(str, range(20)))) for number in range(200)]
    began = time.process_time()
    result = plan([catalog("a/1", *many)], Options(seed=1))
    shown = describe_forks(result)
    assert len(result.cases) == 4000 and shown.count("\n") > 24_000
    assert time.process_time() - began < 5  # it takes 0.2 s; 20 times as much would be no noise of the machine


def test_bulk_warmup_of_many_cases_shares_what_it_warms_up() -> None:
    many = [benchmark(f"b{number}", n=("1", "2")) for number in range(500)]
    result = plan([catalog("a/1", *many)], Options(seed=1, warmup_mode="BULK"))
    assert len({id(case.warm) for case in result.cases}) == 1 and len(result.cases[0].warm) == 1000
    assert planned_seconds(result) == pytest.approx(1000 * 5 * (1000 * 5 * 0.3 + 5 * 0.2))


def test_baseline_that_is_not_selected_is_reported_before_measuring() -> None:
    catalogs = [catalog("a/1", benchmark("quick"), benchmark("slow")), catalog("b/2", benchmark("quick"))]
    for answer in ("quick", "slow", "b/*", "*/2"):
        assert len(plan(catalogs, Options(baseline=answer)).cases) == 3
    ((code, message, hint),) = problems(catalogs, Options(baseline="slov"))
    assert (code, message, hint) == (
        "no-baseline", "--baseline: 'slov' is not a measured benchmark or platform", "did you mean slow?")
    assert problems(catalogs, Options(baseline="slow", only=("quick",)))[0][0] == "no-baseline"
