# Work of a length that it measures itself, see bench/truth.py.
from time import perf_counter_ns as now


def busy(ns):
    start = stop = now()
    while stop < start + ns:
        stop = now()
    return stop - start


#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Own:
    calls: int = 0
    busyNs: int = 0
    done: int = 0


def count(own, operations, took):
    own.calls += 1
    own.busyNs += took
    own.done += operations


#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.OPERATIONS)
class Items:
    items: int = 0

    def doubled(self) -> int:
        return 2 * self.items


#@@State(Scope.Thread)
class Around:
    #@@Setup(Level.Invocation)
    def before(self):
        busy(100_000)

    #@@Teardown(Level.Invocation)
    def after(self):
        busy(200_000)


#@@State(Scope.Thread)
class Turn:
    at = 0


#@@Benchmark
def fixed(own, items):
    count(own, 1, busy(1_000_000))
    items.items += 2


#@@Benchmark
def around(own, items, around):
    count(own, 1, busy(1_000_000))
    items.items += 2


#@@Benchmark
def varying(own, items, operations, turn):
    turn.at += 1
    n = 1 + turn.at % 3
    count(own, n, busy(n * 400_000))
    items.items += 2 * n
    operations.add(n)
