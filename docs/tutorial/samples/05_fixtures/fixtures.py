# Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
# that finds a wrong result fails the row.


#@@State(Scope.Benchmark)
#@@StateLabel("state")
class Numbers:
    #@@Setup
    def fill(self):
        self.numbers = list(range(1000))

    #@@Teardown
    def check(self):
        if self.sum != 499500:
            raise ValueError("the sum of 0 to 999 is 499500")


#@@Benchmark
def sum_of_numbers(state):
    total = 0
    for one in state.numbers:
        total += one
    state.sum = total
    return total
