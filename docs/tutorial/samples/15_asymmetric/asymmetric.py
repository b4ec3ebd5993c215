# A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
# one reads it; the first score is that of all three, the two below it are those of the functions. Under the GIL they take turns: what
# stands in the scores is mostly the waiting for it.
from threading import Lock


#@@State(Scope.Group)
class Counter:
    def __init__(self):
        self.value = 0
        self.lock = Lock()


#@@Benchmark
#@@Group("counter")
#@@GroupThreads(2)
def increment(counter):
    with counter.lock:
        counter.value += 1
        return counter.value


#@@Benchmark
#@@Group("counter")
def get(counter):
    return counter.value
