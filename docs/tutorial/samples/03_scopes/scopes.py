# Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike. On several, `+=` on the
# shared one loses additions: it reads, adds and writes, and another thread may have its turn in between.


#@@State(Scope.Benchmark)
class Shared:
    def __init__(self):
        self.count = 0


#@@State(Scope.Thread)
#@@StateLabel("mine")
class Private:
    def __init__(self):
        self.count = 0


#@@Benchmark
def increment_shared(shared):
    shared.count += 1
    return shared.count


#@@Benchmark
def increment_private(mine):
    mine.count += 1
    return mine.count
