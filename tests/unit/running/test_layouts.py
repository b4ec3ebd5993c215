"""What a fork's layout is drawn from, and whether the same seed draws it again."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from clamh.model.identity import add_build
from clamh.running.layouts import PAGE, SPAN, ForkLayout, find_padding, fork_layout
from made_plans import tiny_plan

(CASE,) = tiny_plan().cases


def case(**options):
    return replace(CASE, options=replace(CASE.options, **options))


def test_every_fork_draws_its_own_and_the_runs_seed_draws_it_again() -> None:
    drawn = [fork_layout(CASE, 1, fork, False) for fork in range(-2, 100)]
    assert len({item.seed for item in drawn}) == 102 and all(0 <= item.seed < 2**63 for item in drawn)
    assert len({item.environment for item in drawn}) > 50
    assert all(item.environment % 16 == 0 and item.environment < PAGE and item.randomised for item in drawn)
    assert [fork_layout(CASE, 1, fork, False) for fork in range(-2, 100)] == drawn
    assert fork_layout(CASE, 2, 0, False) != drawn[2] != fork_layout(replace(CASE, params={"n": "2"}), 1, 0, False)


def test_requested_seed_also_fixes_addresses() -> None:
    assert fork_layout(CASE, 1, 0, True) == replace(fork_layout(CASE, 1, 0, False), randomised=False)


@pytest.mark.parametrize(("layouts", "codes"), [(1, [0, 0, 0, 0, 0, 0]), (4, [3, 0, 1, 2, 3, 0])])
def test_forks_take_the_code_layouts_in_turn_warmup_forks_too(layouts: int, codes: list[int]) -> None:
    assert [fork_layout(case(layouts=layouts), 1, fork, False).code for fork in range(-1, 5)] == codes


def test_a_static_layout_is_the_same_for_all() -> None:
    fork_layouts = {fork_layout(case(layout="static"), seed, fork, False) for seed in (1, 2) for fork in (0, 1)}
    assert fork_layouts == {ForkLayout(kind="static", seed=0, code=0, environment=0, randomised=False)}


def test_a_seed_of_the_cases_own_is_one_layout_for_all_its_forks_in_all_runs() -> None:
    fork_layouts = {fork_layout(case(layout_seed=6, layouts=4), seed, fork, False) for seed in (1, 2) for fork in (0, 1)}
    (item,) = fork_layouts
    assert (item.seed, item.code, item.randomised) == (6, 2, False)


@pytest.mark.parametrize("environ", [{"A": "b"}, {"A": "b" * 20_000, "Ä": "ö"}, dict(os.environ)])
@pytest.mark.parametrize("beyond", [0, 16, 4080])
def test_padding_places_the_stack_in_any_environment(environ: dict, beyond: int) -> None:
    environ = {**environ, "P": ""}
    added = find_padding(environ, ("/bin/x", "y"), beyond)
    environ["P"] = "x" * added
    strings = [f"{name}={value}".encode() for name, value in environ.items()] + [b"/bin/x", b"/bin/x", b"y"]
    whole = sum(len(string) + 1 for string in strings) + 8 * (len(environ) + 2)
    assert added >= 0 and whole % SPAN == beyond
    assert whole == SPAN + beyond or whole - added > SPAN  # the same for all that fit into SPAN


def test_builds_lie_alike_even_if_an_option_differs() -> None:
    """The hash in a case_id contains all options."""
    built = replace(case(measurement_time_ns=1), case_id=add_build("another", "old"), build="old")
    assert [fork_layout(built, 1, fork, False) for fork in range(3)] == [fork_layout(CASE, 1, fork, False) for fork in range(3)]
