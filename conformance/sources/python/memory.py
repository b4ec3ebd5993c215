# Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
from transcript import line

#@@State(Scope.Thread)
class Store:
    #@@Param("1000")
    size = 0

    #@@Setup
    def fill(self, memory):
        self.grains = memory.array("i", self.size)
        self.oils = memory.array("d", self.size)
        line(f"setup sum={self.sum()}")

    def sum(self):
        return int(sum(self.grains) + sum(self.oils))

#@@Benchmark
def add(store):
    for at in range(store.size):
        store.grains[at] += 1
        store.oils[at] += 2
    line(f"call sum={store.sum()}")
