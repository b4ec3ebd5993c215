"""Whose turn it is, in pairs and duels."""

from __future__ import annotations

import os

from .failure import Failure, usage
from .random import splitmix


def drawn_order(seed, pairs):
    """Bit 63 of each output is an order, the same in every language."""
    drawn = splitmix(seed)
    return "".join(str(next(drawn) >> 63) for _ in range(pairs))


def whose(order, turn):
    """The side (0 or 1) of one of the 2 × pairs turns."""
    return int((order[turn >> 1] == "1") != (turn % 2 == 1))


class Tokens:
    """The token goes from one side of a duel to the other whenever the next turn is the other's."""

    def __init__(self, source, sink):
        for one in (source, sink):
            try:
                os.fstat(one)
            except OSError:
                raise usage("FD_IN or FD_OUT is not open") from None
        self._source, self._sink = source, sink

    def wait(self):
        """Wait for it. Raises Failure where the other side has gone."""
        self._moved(lambda: len(os.read(self._source, 1)))

    def hand_over(self):
        """Give it away."""
        self._moved(lambda: os.write(self._sink, b"t"))

    def _moved(self, move):
        try:
            moved = move()
        except OSError as error:
            raise Failure("internal", "duel", f"the other side has gone ({error.strerror})") from None
        if moved != 1:
            raise Failure("internal", "duel", "the other side has gone")
