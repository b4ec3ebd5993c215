# Numbers in boxes of their own, against numbers that stand in the array itself.
from array import array

COUNT = 1000


#@@State(Scope.Thread)
class Numbers:
    #@@Param({"0", "1000000", "1099511627776"})
    smallest: int = 0

    #@@Setup
    def fill(self):
        self.plain = array("q", [self.smallest + at * 7 % 100 for at in range(COUNT)])
        self.boxes = list(self.plain)


#@@Benchmark(baseline = true)
#@@OperationsPerInvocation(1000)
def sum_plain(numbers: Numbers):
    total = 0
    for number in numbers.plain:
        total += number
    return total


# Unboxing: a load through a reference for each number.
#@@Benchmark
#@@OperationsPerInvocation(1000)
def sum_boxed(numbers: Numbers):
    total = 0
    for number in numbers.boxes:
        total += number
    return total


# Boxing: every number gets a new box, and the old one is given back.
#@@Benchmark
#@@OperationsPerInvocation(1000)
def box_all(numbers: Numbers):
    boxes = numbers.boxes
    for at, number in enumerate(numbers.plain):
        boxes[at] = number
    return boxes[0] + boxes[-1]


# Both: the sum itself is in a box, a new one after each addition.
#@@Benchmark
#@@OperationsPerInvocation(1000)
def accumulate_boxed(numbers: Numbers):
    total = [0]
    for number in numbers.plain:
        total[0] += number
    return total[0]
