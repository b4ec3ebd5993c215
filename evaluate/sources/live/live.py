# The kernels in Python, each twice: the clone calls the same function.
from array import array

MASK = 0xFFFFFFFF


# The exclusive or keeps a compiler from making one step of eight.
def chain(x, steps):
    for _ in range(steps):
        x = ((x ^ 0x5bd1e995) * 1664525 + 1013904223) & MASK
    return x


def walk(at, steps):
    x, total = at.x, at.total
    for _ in range(steps):
        x = (x * 1664525 + 1013904223) & MASK
        branch = x >> 29
        if branch == 0:
            total = (total + x) & MASK
        elif branch == 1:
            total ^= x
        elif branch == 2:
            total = (total - (x >> 1)) & MASK
        elif branch == 3:
            total = total * 3 & MASK
        elif branch == 4:
            total = (total << 5 | total >> 27) & MASK
        elif branch == 5:
            total ^= MASK
        elif branch == 6:
            total = (total + 2654435769) & MASK
        else:
            total ^= total >> 3
    at.x, at.total = x, total
    return total


def hop(ring, steps):
    at, following = ring.at, ring.next
    for _ in range(steps):
        at = following[at]
    ring.at = at
    return at


def link(steps):
    head = None
    for value in range(steps):
        head = [head, value]
    total = 0
    while head is not None:
        head, value = head
        total += value
    return total & MASK


#@@State(Scope.Benchmark)
class Work:
    #@@Param({"20000"})
    steps: int = 0


#@@State(Scope.Benchmark)
class Branches:
    x = 1
    total = 0


#@@State(Scope.Benchmark)
class Ring:
    #@@Param({"16384"})
    size: int = 0
    at = 0

    #@@Setup
    def make(self):
        self.next = array("I", range(self.size))
        x = 1
        for at in range(self.size - 1, 0, -1):
            x = (x * 1664525 + 1013904223) & MASK
            other = (x >> 8) % at
            self.next[at], self.next[other] = self.next[other], self.next[at]


#@@Benchmark
def steady(work):
    return chain(1, work.steps)


#@@Benchmark
def steadyClone(work):
    return chain(1, work.steps)


#@@Benchmark
def branchy(work, branches):
    return walk(branches, work.steps)


#@@Benchmark
def branchyClone(work, branches):
    return walk(branches, work.steps)


#@@Benchmark
def memory(work, ring):
    return hop(ring, work.steps)


#@@Benchmark
def memoryClone(work, ring):
    return hop(ring, work.steps)


#@@Benchmark
def garbage(work):
    return link(work.steps)


#@@Benchmark
def garbageClone(work):
    return link(work.steps)


# The same work in a loop by hand: what bench/in_turns.py compares with.
#@@Benchmark
#@@OperationsPerInvocation(100)
def steadyHand(work):
    for _ in range(100):
        chain(1, work.steps)


#@@Benchmark
#@@OperationsPerInvocation(100)
def branchyHand(work, branches):
    for _ in range(100):
        walk(branches, work.steps)


#@@Benchmark
#@@OperationsPerInvocation(100)
def memoryHand(work, ring):
    for _ in range(100):
        hop(ring, work.steps)
