# What test_protocol.py asks several threads.


#@@State(Scope.Thread)
class Own:
    calls = 0


#@@State(Scope.Group)
class Shelf:
    height = 0


#@@Benchmark
#@@Group("shelf")
#@@GroupThreads(2)
def take_one(own, shelf, random):
    own.calls += 1
    return random.nextLong()


#@@Benchmark
#@@Group("shelf")
def give(shelf, random, control):
    return 0 if control.stopMeasurement else random.nextLong()


#@@Benchmark
def count(own):
    own.calls += 1
    return own.calls


#@@Benchmark
def fails(threadParams):
    if threadParams.getThreadIndex() == 1:
        raise RuntimeError("the second of us")
