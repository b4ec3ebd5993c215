#@@State(Scope.Benchmark)
class Numbers:
    #@@Param({"8", "1024"})
    size: int = 0

    #@@Setup
    def fill(self):
        self.sorted = [2 * i for i in range(self.size)]
        self.wanted = self.sorted[-1]


#@@Benchmark
def each_in_turn(numbers: Numbers):
    for i in range(numbers.size):
        if numbers.sorted[i] == numbers.wanted:
            return i
    return -1


#@@Benchmark
def halving(numbers: Numbers):
    low, high = 0, numbers.size - 1
    while low < high:
        middle = (low + high) >> 1
        if numbers.sorted[middle] < numbers.wanted:
            low = middle + 1
        else:
            high = middle
    return low if numbers.sorted[low] == numbers.wanted else -1
