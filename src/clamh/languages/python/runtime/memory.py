"""Memory: arrays of numbers that lie alone, where the case's seed puts them. They go with the trial."""

import array

from .random import splitmix

PADDING = 128  # unused bytes before and after an array
LINE, PAGE = 64, 4096


class Memory:
    """Makes arrays; `seed` 0 puts each right behind its padding."""

    def __init__(self, seed=0):
        self._places = splitmix(seed) if seed else None

    def array(self, type, length):
        """`length` elements of an array.array's type code ("d", "q", "B"), all 0, as a memoryview.

        They start a number of 64-byte steps, less than a page and none for seed 0, behind the padding. Raises TypeError
        or ValueError for what is no such array.
        """
        if type in (int, float):
            type = "q" if type is int else "d"
        size = array.array(type).itemsize
        if not isinstance(length, int) or length < 0:
            raise ValueError(f"Memory: {length!r} is no number of elements")
        step = next(self._places) % (PAGE // LINE) if self._places else 0
        start = PADDING + step * LINE
        whole = memoryview(bytearray(start + length * size + PADDING))
        return whole[start:start + length * size].cast(type)
