# Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
from transcript import line

class Store:
    def __init__(self):
        self.goods = []

    #@@Check
    def kept(self):
        line("check kept")
        return len(self.goods)

#@@State(Scope.Thread)
class Shelf(Store):
    #@@Setup(Level.Iteration)
    def stock(self):
        line("setup Iteration")
        self.goods = [3, 1, 2]

    #@@Setup(Level.Invocation)
    def ready(self):
        line("setup Invocation")
        self.goods.append(0)

    #@@TearDown(Level.Invocation)
    def done(self):
        line("teardown Invocation")
        self.goods.append(9)

    #@@TearDown(Level.Iteration)
    def sell(self):
        line("teardown Iteration")
        self.goods = []

    #@@TearDown(Level.Trial)
    def close(self):
        line("teardown Trial")

    #@@Check
    async def sorted(self):
        line("check sorted")
        return self.goods

#@@State(Scope.Benchmark)
class Sign:
    #@@Check
    @staticmethod
    def words():
        line("check words")
        return "open"

#@@Benchmark
def sort(shelf):
    line("call sort")
    shelf.goods.sort()

#@@Benchmark
def many(sign, blackhole):
    line("call many")
    for number in range(150):
        blackhole.consume(number)
    return True
