# Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
# every call then; this is for work that takes milliseconds. For less, do it as sort_of_copy does, and measure the copy too.
from array import array


#@@State(Scope.Thread)
class Unsorted:
    #@@Setup
    def make(self):
        self.original = array("i", bytes(4 * 50000))
        value = 1
        for at in range(50000):
            value = value * 1664525 + 1013904223 & 0xFFFFFFFF
            self.original[at] = value >> 1


#@@State(Scope.Thread)
class Fresh:
    #@@Setup(Level.Invocation)
    def copy(self, unsorted):
        self.numbers = unsorted.original.tolist()


#@@Benchmark
def sort_fresh(fresh):
    fresh.numbers.sort()
    return fresh.numbers[0]


#@@Benchmark
def sort_of_copy(unsorted):
    numbers = unsorted.original.tolist()
    numbers.sort()
    return numbers[0]
