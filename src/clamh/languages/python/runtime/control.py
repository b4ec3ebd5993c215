"""Control: whether the measurement has begun and whether it is over, as JMH's. New in every iteration."""


class Control:
    """One for all threads of a case."""

    def __init__(self):
        self.startMeasurement = False
        self.stopMeasurement = False
