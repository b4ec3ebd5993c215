"""Do turn effects differ?"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from clamh.judging.turn_effects import turn_effects_differ
from clamh.model.summary import SetTotal

OWN = (True, False) * 20


def row(after_others: float, sets: int = 5) -> SimpleNamespace:
    """A side that costs 100 after itself, and so much after others, give or take a little from set to set."""
    return SimpleNamespace(sets=[SetTotal(number=number, time_ns=1.0, operations=1.0, waited_ns=0.0, own=OWN,
                                          costs=tuple(100.0 if own else after_others * (1 + 0.0001 * number) for own in OWN)) for number in range(sets)])


@pytest.mark.parametrize(("effects", "found"), [((100, 102), True), ((102, 102), False), ((100, 100.2), False), ((100, 100, 103), True)])
def test_a_difference_beyond_a_third_of_delta_is_found(effects: tuple[float, ...], found: bool) -> None:
    assert turn_effects_differ([row(effect) for effect in effects], 0.95, 0.01) is found


def test_two_sets_are_too_few_to_know() -> None:
    assert not turn_effects_differ([row(100, sets=2), row(150, sets=2)], 0.95, 0.01)
