"""Operations: how many operations an invocation did, reported by the benchmark itself."""


class Operations:
    """One for each thread."""

    def __init__(self):
        self.total = 0

    def add(self, operations):
        """This invocation did so many more."""
        self.total += operations
