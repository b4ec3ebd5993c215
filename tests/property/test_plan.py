"""Laws of planning, for every set of settings."""

from __future__ import annotations


from hypothesis import given
from hypothesis import strategies as st
from made_plans import benchmark, catalog

from clamh.model.cases import Plan
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan

PARAMS = st.dictionaries(
    st.sampled_from(["a", "b", "c"]),
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=4, unique=True).map(lambda v: tuple(map(str, v))),
)
SETTINGS = st.builds(
    Settings,
    modes=st.none() | st.lists(st.sampled_from(["avgt", "thrpt"]), min_size=1, unique=True).map(tuple),
    threads=st.none() | st.lists(st.integers(1, 4), min_size=1, unique=True).map(tuple),
    forks=st.none() | st.integers(1, 4),
    warmup_forks=st.none() | st.integers(0, 3),
)
BENCHMARKS = st.lists(st.tuples(SETTINGS, PARAMS), min_size=1, max_size=4)
PLATFORMS = st.integers(1, 3)


def made(benchmarks, platforms: int, seed: int) -> Plan:
    named = [benchmark(f"b{index}", settings, **params) for index, (settings, params) in enumerate(benchmarks)]
    return plan([catalog(f"p{number}/1", *named) for number in range(platforms)], Options(seed=seed))


@given(BENCHMARKS, PLATFORMS, st.integers(0, 2**63))
def test_there_are_as_many_cases_as_the_product_says(benchmarks, platforms: int, seed: int) -> None:
    expected = 0
    for settings, params in benchmarks:
        count = len(settings.modes or ("avgt",)) * len(settings.threads or (1,))
        for values in params.values():
            count *= len(values)
        expected += count
    cases = made(benchmarks, platforms, seed).cases
    assert len(cases) == len({case.case_id for case in cases}) == platforms * expected


@given(BENCHMARKS, PLATFORMS, st.integers(0, 2**63))
def test_every_fork_runs_once_and_fork_r_in_round_r(benchmarks, platforms: int, seed: int) -> None:
    item = made(benchmarks, platforms, seed)
    turns = [(turn.case_id, turn.fork) for turns in item.rounds for turn in turns]
    assert sorted(turns) == sorted((case.case_id, fork) for case in item.cases
                                   for fork in range(-case.options.warmup_forks, case.options.forks))
    forks = [{turn.fork for turn in turns_of_round} for turns_of_round in item.rounds]
    warmups = sum(next(iter(fork)) < 0 for fork in forks)
    assert forks == [{number} for number in (*range(-1, -warmups - 1, -1), *range(len(forks) - warmups))]


@given(BENCHMARKS, PLATFORMS, st.integers(0, 2**63))
def test_the_same_seed_gives_the_same_plan(benchmarks, platforms: int, seed: int) -> None:
    assert made(benchmarks, platforms, seed) == made(benchmarks, platforms, seed)


@given(BENCHMARKS, PLATFORMS, st.integers(0, 2**63))
def test_platforms_have_the_same_rows(benchmarks, platforms: int, seed: int) -> None:
    rows: dict[str, list] = {}
    for case in made(benchmarks, platforms, seed).cases:
        rows.setdefault(case.platform, []).append((case.key, case.mode, case.threads, case.params))
    assert all(row == rows["p0/1"] for row in rows.values())
