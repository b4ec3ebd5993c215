# Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.
from concurrent.futures import ThreadPoolExecutor

MASK = 0xFFFFFFFF


#@@State(Scope.Benchmark)
class Calls:
    #@@Param({"20", "27"})
    number: int = 0
    #@@Param({"1", "3"})
    forks: int = 0


#@@State(Scope.Benchmark)
class Chain:
    #@@Param({"10000", "1000000"})
    number: int = 0


#@@State(Scope.Benchmark)
class Pool:
    #@@Setup
    def start(self):
        self.threads = ThreadPoolExecutor(max_workers=3)

    #@@Teardown
    def stop(self):
        self.threads.shutdown()


def recursive(number):
    return number if number < 2 else recursive(number - 1) + recursive(number - 2)


# The smaller half of the calls goes to another thread, as often as `forks` says.
def forked(number, forks, threads):
    if forks == 0:
        return recursive(number)
    other = threads.submit(recursive, number - 2)
    mine = forked(number - 1, forks - 1, threads)
    return mine + other.result()


# The Fibonacci number and the next one, modulo 2 to the 32.
def loop(number):
    current, following = 0, 1
    for _ in range(number):
        current, following = following, (current + following) & MASK
    return current, following


def signed(number):
    return number - (1 << 32) if number >> 31 else number


#@@Benchmark
def fibo_calls(calls: Calls):
    return recursive(calls.number)


#@@Benchmark
def fibo_calls_forked(calls: Calls, pool: Pool):
    return forked(calls.number, calls.forks, pool.threads)


#@@Benchmark
def fibo_chain(chain: Chain):
    return signed(loop(chain.number)[0])


# F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
#@@Benchmark
def fibo_chain_halved(chain: Chain, pool: Pool):
    half = chain.number // 2
    other = pool.threads.submit(loop, half - 1)
    mine = loop(chain.number - half)
    theirs = other.result()
    return signed((theirs[1] * mine[1] + theirs[0] * mine[0]) & MASK)
