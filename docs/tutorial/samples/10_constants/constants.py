# What the compiler knows it computes beforehand, CPython's too: day_of_literals multiplies nothing, it returns 86400. Inputs belong
# into a state.


#@@State(Scope.Thread)
class Input:
    def __init__(self):
        self.hours = 24


HOURS = 24


#@@Benchmark
def day_of_literals():
    return 24 * 60 * 60


#@@Benchmark
def day_of_constant():
    return HOURS * 60 * 60


#@@Benchmark
def day_of_state(input):
    return input.hours * 60 * 60
