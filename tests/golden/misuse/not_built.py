#@@Benchmark
#@@Threads({1, Threads.MAX})
#@@AutoWarmup(max = "10s")
def one(): return 1
#@@Benchmark
#@@Group("1st")
#@@GroupThreads(2)
#@@Threads(2)
def two(): return 1
#@@AutoWarmup(max = "1s")
class Here:
    #@@Benchmark
    @staticmethod
    def three(): return 1
