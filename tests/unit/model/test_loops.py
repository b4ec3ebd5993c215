"""Are loops found where the code repeats itself, and nowhere else?"""

from __future__ import annotations

from clamh.model.code import Function, Instruction
from clamh.model.loops import find_loops

Jumps = dict[int, tuple[int | None, bool]]  # by address: the target, and whether the next instruction does not follow


def make(size: int, jumps: Jumps, padding: tuple[int, ...] = ()) -> Function:
    return Function(name="f", instructions=tuple(
        Instruction(address=at, text=f"i{at}", jumps_to=jumps.get(at, (None, False))[0],
                    ends=jumps.get(at, (None, False))[1], padding=at in padding) for at in range(size)))


def extents(function: Function) -> list[tuple[int, int, list[int], bool]]:
    return [(loop.header, loop.depth, [line.address for line in loop.instructions], loop.innermost) for loop in find_loops(function)]


def test_loop_inside_a_loop_follows_it_and_is_one_deeper() -> None:
    function = make(10, {4: (3, False), 7: (1, False), 9: (None, True)}, padding=(2,))
    assert extents(function) == [(1, 0, [1, 3, 4, 5, 6, 7], False), (3, 1, [3, 4], True)]


def test_cold_code_behind_the_function_that_returns_is_no_loop() -> None:
    function = make(6, {0: (4, False), 3: (None, True), 5: (2, True)})
    assert extents(function) == []


def test_cold_code_that_a_loop_runs_belongs_to_it() -> None:
    function = make(8, {1: (6, False), 3: (1, False), 5: (None, True), 7: (2, True)})
    assert extents(function) == [(1, 0, [1, 2, 3, 6, 7], True)]


def test_two_jumps_to_a_header_are_a_single_loop() -> None:
    function = make(6, {2: (1, False), 4: (1, False), 5: (None, True)})
    assert extents(function) == [(1, 0, [1, 2, 3, 4], True)]


def test_code_that_is_never_reached_or_missing_has_no_loop() -> None:
    assert extents(make(4, {0: (None, True), 3: (2, False)})) == []
    assert extents(make(0, {})) == [] and extents(make(2, {1: (77, False)})) == []


def test_jump_behind_a_call_that_never_returns_is_not_reached() -> None:
    function = make(6, {1: (4, False), 2: (None, True), 4: (None, True), 5: (0, True)})
    assert extents(function) == []
