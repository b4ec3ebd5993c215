# Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Param("3")
    seats = 0
    #@@Param("a b/ü*~")
    label = ""

    #@@Setup
    def open(self, benchmarkParams):
        line(f"setup {said(benchmarkParams)} seats={benchmarkParams.getParam('seats')}")
        line(f"id {benchmarkParams.id()[benchmarkParams.id().index('sell'):]}")

#@@Benchmark
def sell(shop, benchmarkParams):
    line(f"call {said(benchmarkParams)}")

def said(params):
    warmup, measurement = params.getWarmup(), params.getMeasurement()
    return (f"{params.getBenchmark().split('#')[-1]} {params.getMode()} threads={params.getThreads()} "
            f"forks={params.getForks()}+{params.getWarmupForks()} opi={params.getOpsPerInvocation()} "
            f"warmup={warmup.getCount()}x{warmup.getBatchSize()} "
            f"measurement={measurement.getCount()}x{measurement.getBatchSize()}")
