# A call that counts itself, against the work in it: what does instrumentation add?
from threading import Lock
from time import perf_counter_ns


class Method:
    def __init__(self):
        self.lock = Lock()
        self.calls = self.failures = self.nanoseconds = 0


#@@State(Scope.Benchmark)
class Work:
    #@@Param({"500", "4000", "16000"})
    tokens: int = 0


#@@State(Scope.Benchmark)
class Metrics:
    #@@Setup
    def add(self):
        self.methods = {name: Method() for name in ("getStatus", "createFile", "listStatus", "remove")}
        self.lock = Lock()
        self.total = 0

    #@@Check
    def counted(self):
        return (self.methods["getStatus"].calls > 0) + (self.total > 0)


# The upper bound: nothing but the work.
#@@Benchmark(baseline = Baseline.BOUND)
def delay_only(work: Work, blackhole):
    blackhole.consumeCPU(work.tokens)
    return work.tokens


# Before the change: calls, failures and time of each method.
#@@Benchmark
def call_and_return(work: Work, metrics: Metrics, blackhole):
    return measured(metrics, "getStatus", lambda: delay_only(work, blackhole))


# After it: the calls of all methods too.
#@@Benchmark
def call_and_return_counted(work: Work, metrics: Metrics, blackhole):
    with metrics.lock:
        metrics.total += 1
    return measured(metrics, "getStatus", lambda: delay_only(work, blackhole))


def measured(metrics, name, callable):
    method = metrics.methods[name]
    start = perf_counter_ns()
    with method.lock:
        method.calls += 1
    try:
        result = callable()
    except Exception:
        with method.lock:
            method.failures += 1
        raise
    with method.lock:
        method.nanoseconds += perf_counter_ns() - start
    return result
