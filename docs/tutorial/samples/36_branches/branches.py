# The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular, in an
# interpreter too, whose next instruction then is the usual one. Data of a benchmark must be as irregular as the real ones.


#@@State(Scope.Benchmark)
class Bytes:
    #@@Setup
    def make(self, random):
        self.mixed = [random.nextInt(256) for _ in range(32768)]
        self.sorted = sorted(self.mixed)


def large(numbers, blackhole):
    count = 0
    for one in numbers:
        if one >= 128:
            blackhole.consume(one)
            count += 1
    return count


#@@Benchmark
#@@OperationsPerInvocation(32768)
def large_of_mixed(bytes, blackhole):
    return large(bytes.mixed, blackhole)


#@@Benchmark
#@@OperationsPerInvocation(32768)
def large_of_sorted(bytes, blackhole):
    return large(bytes.sorted, blackhole)
