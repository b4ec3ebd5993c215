#@@State(Scope.Group)
class Shared:
    value = 0
#@@Benchmark
def outside(shared): return shared.value
#@@Benchmark
#@@Group("taken")
def put_one(shared): return shared.value
#@@Benchmark
#@@Group("taken")
def putOne(shared): return shared.value
#@@Benchmark
def taken(): return 1
#@@Benchmark
#@@GroupThreads(3)
def lonely(): return 1
#@@Benchmark
#@@Group("settings")
#@@Fork(3)
def one(shared): return shared.value
#@@Benchmark
#@@Group("settings")
#@@Fork(4)
def other(shared): return shared.value
