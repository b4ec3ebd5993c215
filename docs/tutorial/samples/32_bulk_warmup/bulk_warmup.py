# In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
# measured one: an interpreter that learns at run time then knows both, and what runs is the real program's, not the best case's.


class Upward:
    def __init__(self):
        self.value = 0

    def next(self):
        self.value = self.value + 1
        return self.value


class Downward:
    def __init__(self):
        self.value = 0

    def next(self):
        self.value = self.value - 1
        return self.value


def three(counter):
    return counter.next() + counter.next() + counter.next()


#@@State(Scope.Thread)
class Both:
    def __init__(self):
        self.upward = Upward()
        self.downward = Downward()


#@@Benchmark
def count_upward(both):
    return three(both.upward)


#@@Benchmark
def count_downward(both):
    return three(both.downward)
