from lib import Benchmark

class State:
    pass

@Benchmark
def theirs(): return 1

@State
def neither(): return 1
