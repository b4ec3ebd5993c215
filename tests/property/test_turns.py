"""Is the order of turns balanced whatever the number of sides and the seed?"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

from hypothesis import given, strategies as st

from clamh.running.planning.turns import block_of_turns


@given(sides=st.integers(1, 12), seed=st.integers(0, 2**32), data=st.data())
def test_each_side_follows_every_side_once_and_the_next_block_can_follow(sides: int, seed: int, data: st.DataObject) -> None:
    before = data.draw(st.integers(0, sides - 1))
    draw = random.Random(seed)
    first, second = block_of_turns(sides, before, draw), block_of_turns(sides, before, draw)
    for block in (first, second):
        assert Counter(pairwise([before, *block])) == {(a, b): 1 for a in range(sides) for b in range(sides)}
    assert Counter(pairwise([before, *first, *second])).total() == 2 * sides**2


def test_the_order_is_drawn() -> None:
    draw = random.Random(1)
    assert len({tuple(block_of_turns(3, 0, draw)) for _ in range(50)}) > 10
