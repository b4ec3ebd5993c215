# A benchmark of a base class is one of each class that inherits it, with the annotations of the nearest class that has some.


#@@State(Scope.Thread)
#@@BenchmarkMode(Mode.AverageTime)
#@@Measurement(iterations = 3)
class LinearSearch:
    def __init__(self):
        self.numbers = list(range(1000))

    #@@Benchmark
    def find(self):
        return self.at(617)

    def at(self, wanted):
        at = 0
        while at < 1000 and self.numbers[at] != wanted:
            at += 1
        return at


#@@State(Scope.Thread)
class BinarySearch(LinearSearch):
    def at(self, wanted):
        low, high = 0, 1000
        while low < high:
            middle = low + high >> 1
            if self.numbers[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        return low
