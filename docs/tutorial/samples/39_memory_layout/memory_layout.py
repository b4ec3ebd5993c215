# The same numbers in a list whose objects were made in the order in which it is read, and in one that was mixed since: a list holds
# references, and where they lead decides what the caches can do.


class Boxed:
    def __init__(self, number):
        self.number = number


#@@State(Scope.Thread)
class Numbers:
    #@@Setup
    def make(self, random):
        self.ordered = [Boxed(1000000 + (at & 1023)) for at in range(100000)]
        self.mixed = self.ordered[:]
        for at in range(99999, 0, -1):
            other = random.nextInt(at + 1)
            self.mixed[at], self.mixed[other] = self.mixed[other], self.mixed[at]


#@@Benchmark
#@@OperationsPerInvocation(100000)
def sum_ordered(numbers):
    total = 0
    for one in numbers.ordered:
        total += one.number
    return total


#@@Benchmark
#@@OperationsPerInvocation(100000)
def sum_mixed(numbers):
    total = 0
    for one in numbers.mixed:
        total += one.number
    return total
