"""Blackhole: what is given to it counts as used, at the least cost, and nothing is learnt about it."""

MASK_48 = (1 << 48) - 1
MASK_64 = (1 << 64) - 1


class Blackhole:
    """Keeps the last value: a store into a list is what a compiling interpreter cannot leave out."""

    def __init__(self):
        self.kept = [None]
        self.tokens = 1

    def consume(self, value):
        """Take a value."""
        self.kept[0] = value

    def consumeCPU(self, tokens):  # noqa: N802 (JMH's name)
        """Work for a time that is linear in `tokens`: JMH's arithmetic, each turn needs the one before it."""
        t = self.tokens
        for i in range(tokens, 0, -1):
            t = (t + ((t * 0x5DEECE66D + 0xB + i) & MASK_48)) & MASK_64
        if t == 42:
            self.tokens += t


class RecordingBlackhole(Blackhole):
    """Answers the protocol's `invoke`, in a process that never measures: it writes down what it is given."""

    def __init__(self, record):
        super().__init__()
        self.record = record

    def consume(self, value):
        """Take a value and write it down."""
        self.record(value)
