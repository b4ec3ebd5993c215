# The same benchmarks as in work.cpp.


#@@State(Scope.Benchmark)
class Table:
    #@@Param({"8", "64"})
    size: int = 0

    #@@Setup
    def fill(self):
        self.values = [1] * self.size


#@@State(Scope.Thread)
#@@AuxCounters(Type.OPERATIONS, unit = "B", scale = 1024)
class Bytes:
    read = 0


#@@State(Scope.Group)
class Counter:
    value = 0


#@@Benchmark
def sum(table):
    total = 0
    for value in table.values:
        total += value
    return total


#@@Benchmark
def count_bytes(bytes):
    bytes.read += 8
    return bytes.read


#@@Benchmark
#@@Group("counter")
#@@GroupThreads(1)
def increment(counter):
    counter.value += 1
    return counter.value


#@@Benchmark
#@@Group("counter")
def get(counter):
    return counter.value


#@@Benchmark
def fail():
    raise RuntimeError("no such table")
