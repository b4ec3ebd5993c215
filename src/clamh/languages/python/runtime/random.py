"""Random: xoshiro256** whose four words are the first outputs of SplitMix64, the same numbers in every language
(protocol/README.md, Random)."""

WORD = (1 << 64) - 1


def mix64(z):
    """The finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def splitmix(seed):
    """The outputs of SplitMix64 (Steele, Lea, Flood 2014): unsigned, one after the other."""
    state = seed & WORD
    while True:
        state = state + 0x9E3779B97F4A7C15 & WORD
        yield mix64(state)


class Random:
    """One for each thread of a case."""

    def __init__(self, seed=0):
        words = splitmix(seed)
        self._s = [next(words) for _ in range(4)]

    def next(self):
        """The next 64 bits, unsigned."""
        s0, s1, s2, s3 = self._s
        result = s1 * 5 & WORD
        result = (result << 7 | result >> 57) * 9 & WORD
        shifted = s1 << 17 & WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        self._s = [s0, s1, s2, (s3 << 45 | s3 >> 19) & WORD]
        return result

    def nextLong(self, bound=None):  # noqa: N802 (the names are those of every language)
        """64 bits, signed; with a bound, 1 ≤ bound < 2^63, one of 0 to bound − 1."""
        if bound is None:
            value = self.next()
            return value - (1 << 64) if value >> 63 else value
        _within(bound, 63)
        while True:
            x = self.next() >> 1
            r = x % bound
            if x - r <= (1 << 63) - bound:
                return r

    def nextInt(self, bound=None):  # noqa: N802
        """32 bits, signed; with a bound, 1 ≤ bound < 2^31, one of 0 to bound − 1."""
        if bound is None:
            value = self.next() >> 32
            return value - (1 << 32) if value >> 31 else value
        _within(bound, 31)
        least = ((1 << 32) - bound) % bound
        while True:
            m = (self.next() >> 32) * bound
            if m & 0xFFFFFFFF >= least:
                return m >> 32

    def nextDouble(self):  # noqa: N802
        """One of [0, 1), 53 bits."""
        return (self.next() >> 11) * 2.0**-53

    def nextFloat(self):  # noqa: N802
        """One of [0, 1), 24 bits."""
        return (self.next() >> 40) * 2.0**-24

    def nextBoolean(self):  # noqa: N802
        """The top bit."""
        return self.next() >> 63 == 1

    def nextBytes(self, array):  # noqa: N802
        """Fill a bytearray from consecutive outputs, 8 bytes each, the lowest first."""
        for at in range(0, len(array), 8):
            array[at:at + 8] = self.next().to_bytes(8, "little")[:len(array) - at]


def _within(bound, bits):
    if not (isinstance(bound, int) and 1 <= bound < 1 << bits):
        raise ValueError(f"Random: a bound is from 1 to 2^{bits} - 1, not {bound!r}")
