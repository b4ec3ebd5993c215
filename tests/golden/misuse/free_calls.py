#@@Benchmark
def work(hole: Blackhole):
    consumeCPU(5)
